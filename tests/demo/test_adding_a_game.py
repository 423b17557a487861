"""The steps of games/README.md to add a game, followed: Dash is added to a copy of the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

OWN = Path(__file__).parent / "dash"
REQUIRED = "PBEM_REQUIRE_SERVERS"
"""See tests/conftest.py."""


@pytest.fixture(scope="module")
def copy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with the files that the README names, where it says."""
    copy = tmp_path_factory.mktemp("copy")
    for name in ("engine", "games", "pbem", "templates", "cron", "tests"):
        without = shutil.ignore_patterns("__pycache__")
        shutil.copytree(checkout / name, copy / name, ignore=without)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(checkout / name, copy / name)
    shutil.copytree(OWN, copy / "games" / "dash", ignore=shutil.ignore_patterns("words", "laws.py"))
    init = '"""Dash."""\n\nfrom games.dash.game import DASH\n\n__all__ = ["DASH"]\n'
    (copy / "games" / "dash" / "__init__.py").write_text(init, "utf-8")
    shutil.copytree(OWN / "words", copy / "templates" / "en" / "dash")
    shutil.copy(OWN / "laws.py", copy / "tests" / "conformance" / "dash.py")
    change(
        copy / "games" / "__init__.py",
        ("from games.space_freighter import", "from games.dash import DASH\n\\g<0>"),
        (r"(GAMES: .*\(.*SPACE_FREIGHTER)", "\\1, DASH"),
    )
    change(
        copy / "tests" / "conformance" / "cases.py",
        ("from tests.conformance import ", "\\g<0>dash, "),
        ("DATA = {", '\\g<0>"dash": dash, '),
    )
    return copy


def change(file: Path, *changes: tuple[str, str]) -> None:
    """Each pattern replaced; all must be there."""
    text = file.read_text("utf-8")
    for pattern, new in changes:
        text, count = re.subn(pattern, new, text, count=1)
        assert count == 1, pattern
    file.write_text(text, "utf-8")


def run(copy: Path, *words: str) -> str:
    """A command in the copy; what it printed."""
    got = subprocess.run(
        [sys.executable, *words],
        cwd=copy,
        # No server test is among those that are run here, so none may be asked for.
        env={**os.environ, "PYTHONPATH": str(copy), "PBEM_LAWS_GAMES": "3", REQUIRED: ""},
        capture_output=True,
        text=True,
    )
    assert got.returncode == 0, got.stdout + got.stderr
    return got.stdout


def pbem(copy: Path, *words: str) -> str:
    """A command of pbem in the copy."""
    return run(copy, "-c", "from pbem.entry import main; main()", *words)


def test_the_readme_names_every_file(checkout: Path) -> None:
    steps = (checkout / "games" / "README.md").read_text("utf-8")
    named = [
        "games/dash/",
        "games/__init__.py",
        "RULES.md",
        "templates/en/dash/",
        "tests/conformance/dash.py",
        "tests/conformance/cases.py",
        *(path.name for path in (OWN / "words").iterdir()),
    ]
    assert [name for name in named if name not in steps] == []


def test_the_game_is_there(copy: Path) -> None:
    assert "Dash (dash), 2 to 4 players" in pbem(copy, "games", "dash")
    assert "DASH-1" in pbem(copy, "rules", "dash")


def test_it_plays_itself(copy: Path) -> None:
    assert "home" in pbem(copy, "simulate", "dash", "--seats", "3", "--games", "5", "--seed", "1")


def test_it_passes_the_laws_and_its_letters_hold(copy: Path) -> None:
    out = run(
        copy,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "dash"),
        *("tests/conformance/test_laws.py", "tests/unit/letters/test_games.py"),
    )
    assert re.search(r"\d\d passed", out), out
