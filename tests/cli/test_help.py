"""Every command: help with an example, and a line in the README's table."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from pbem.cli import COMMANDS, app
from tests.cli.conftest import Run

NAMES = [function.__name__ for _, function in COMMANDS]
ISSUE = (
    "init new join start process deliver status show submit retry seat deadline inbox outbox"
    " verify replay export doctor demo simulate games rules bench resume data backup"
)


def help_of(*words: str) -> str:
    got = CliRunner().invoke(app, [*words, "--help"])
    assert got.exit_code == 0, got.output
    return got.output


def test_the_commands_are_those_that_were_asked_for() -> None:
    assert sorted(NAMES) == sorted(ISSUE.split())
    listed = re.findall(r"^  ([a-z]+)  +\S", help_of().partition("Commands:")[2], re.MULTILINE)
    assert listed == NAMES


def test_no_command_is_cut_short_in_the_list() -> None:
    """A first line that does not fit ends in three dots."""
    assert "..." not in help_of().partition("Commands:")[2]


@pytest.mark.parametrize("name", NAMES)
def test_each_help_has_an_example_that_this_command_reads(name: str) -> None:
    """The example names only options and arguments that there are."""
    text = help_of(name)
    lines = re.findall(r"^    (.*\bpbem .*)$", text.partition("Example")[2], re.MULTILINE)
    assert lines, text
    group = typer.main.get_command(app)
    for line in lines:
        words = shlex.split(line.replace("|", " | ").replace("<", " < "), comments=True)
        if words[0] != "pbem":
            words = words[words.index("|") + 1 :]
        ends = [i for i, word in enumerate(words) if word in ("|", "<", ">>")]
        words = words[1 : ends[0]] if ends and words[0] == "pbem" else words[1:]
        if words[:1] == [name]:
            command = group.commands[name]  # type: ignore[attr-defined]
            command.make_context(name, words[1:]).close()


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_names_the_command(name: str, checkout: Path) -> None:
    """One table holds them all."""
    readme = (checkout / "README.md").read_text("utf-8")
    assert f"| `pbem {name}" in readme


def test_the_readme_names_no_command_that_there_is_not(checkout: Path) -> None:
    readme = (checkout / "README.md").read_text("utf-8")
    assert set(re.findall(r"^\| `pbem ([a-z]+)", readme, re.MULTILINE)) == set(NAMES)


def test_without_a_command_the_help_is_shown() -> None:
    got = CliRunner().invoke(app, [])
    assert "Commands:" in got.output


def test_the_version_is_that_of_the_project(run: Run) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    told = run("--version").stdout.split()
    assert told[0] == "pbem"
    assert told[1] in (project["version"], "(a")
    assert "--version" in run("--help").stdout
