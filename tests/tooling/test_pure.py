"""What import-linter cannot see: built-in ways to the outside, and what the idle start-up loads."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# Files, terminal, code out of text; `hash` and `id` differ from one process to the next.
IMPURE = frozenset(
    {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__", "hash", "id"}
)


def impure_calls(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of every call of a built-in that reaches outside or differs between runs."""
    for node in ast.walk(ast.parse(source)):
        name = node.func if isinstance(node, ast.Call) else None
        if isinstance(name, ast.Name) and name.id in IMPURE:
            yield name.lineno, name.id


@pytest.mark.parametrize("package", ["engine", "games"])
def test_rules_code_calls_nothing_impure(checkout: Path, package: str) -> None:
    """A campaign replays to the same bytes on any machine, in any process.

    test_report_93: no die of a server, no network; the dice are checked from the facts alone.
    """
    found = [
        f"{path.relative_to(checkout)}:{line}: {name}"
        for path in sorted((checkout / package).rglob("*.py"))
        for line, name in impure_calls(path.read_text("utf-8"))
    ]
    assert found == []


def test_impure_calls_are_seen() -> None:
    """The search finds a call where there is one, and no method of the same name."""
    assert list(impure_calls("x = 1\nprint(x)\ndeck.open(x)\n")) == [(2, "print")]


def test_idle_start_up_needs_the_standard_library_only(checkout: Path) -> None:
    """Conventions of the idle look: nothing third-party is imported before there is work."""
    script = (
        "import sys; import pbem.entry, pbem.look\n"
        "tops = {name.partition('.')[0] for name in sys.modules}\n"
        "print(*sorted(tops - set(sys.stdlib_module_names) - {'pbem', '__main__'}))"
    )
    # -S: site-packages may load what they like by .pth lines; -E: nothing from the environment.
    got = subprocess.run(
        [sys.executable, "-S", "-E", "-c", script], cwd=checkout, capture_output=True, text=True
    )
    assert (got.returncode, got.stdout.split(), got.stderr) == (0, [], "")
