"""The pinned requirements: hashes for all, nothing of the machine that made them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

PIN = re.compile(r"^([a-z0-9-]+)==([^ ;]+)( ; .+)? \\$")
LINE = re.compile(
    rf"{PIN.pattern}"
    r"|^    --hash=sha256:[0-9a-f]{64}( \\)?$"
    r"|^    #( +via)?( +(-c requirements\.txt|[a-z0-9-]+( \(pyproject\.toml(:[a-z]+)?\))?))?$"
)
FILES = ("requirements.txt", "requirements-dev.txt")


def pins(path: Path) -> dict[str, set[str]]:
    """Package name -> its pinned version and its hashes."""
    found: dict[str, set[str]] = {}
    name = ""
    for line in path.read_text("utf-8").splitlines():
        if match := PIN.match(line):
            name = match[1]
            found[name] = {match[2]}
        elif "--hash=" in line:
            found[name].add(line.strip(" \\"))
    return found


@pytest.mark.parametrize("name", FILES)
def test_lines_are_pins_hashes_and_origins_only(checkout: Path, name: str) -> None:
    """No option line, no index, no host, no path."""
    lines = (checkout / name).read_text("utf-8").splitlines()
    assert [line for line in lines if not LINE.match(line)] == []


@pytest.mark.parametrize("name", FILES)
def test_every_pin_has_a_hash(checkout: Path, name: str) -> None:
    """`--require-hashes` takes all of the file or nothing."""
    assert [package for package, found in pins(checkout / name).items() if len(found) < 2] == []


def test_the_development_set_holds_the_runtime_set(checkout: Path) -> None:
    """Tests run on the very versions that users install."""
    runtime, development = (pins(checkout / name) for name in FILES)
    assert runtime.items() <= development.items()


def test_all_that_the_project_names_is_pinned(checkout: Path) -> None:
    """A dependency added to pyproject.toml asks for `make lock`."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *project["project"]["optional-dependencies"]["demo"],
        *project["dependency-groups"]["build"],
    ]
    names = {re.split(r"[^a-z0-9-]", one)[0] for one in wanted}
    assert names <= pins(checkout / "requirements.txt").keys()
    groups = project["dependency-groups"]["dev"]
    names |= {re.split(r"[^a-z0-9-]", one)[0] for one in groups if isinstance(one, str)}
    assert names <= pins(checkout / "requirements-dev.txt").keys()
