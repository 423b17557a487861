"""The two commands of the README are the Makefile's, and .ci/run says the same."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

COMMANDS = ["make demo", "make test"]


def code_blocks(text: str) -> list[list[str]]:
    """The lines of each fenced or indented block of Markdown, without prompts and remarks."""
    fenced = re.findall(r"^```[a-z]*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [
        [line.split("#")[0].strip() for line in block.splitlines() if line.strip()]
        for block in fenced
    ]


def test_the_first_block_is_the_two_commands(checkout: Path) -> None:
    """A reader who copies the first thing he sees gets the demo and the tests."""
    blocks = code_blocks((checkout / "README.md").read_text("utf-8"))
    assert blocks[0] == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_the_makefile_has_it(checkout: Path, command: str) -> None:
    """`make -n` knows how to make it, from nothing."""
    got = subprocess.run(
        [*command.split(), "-n", "VENV=build/nowhere"], cwd=checkout, capture_output=True, text=True
    )
    assert got.returncode == 0, got.stderr
    assert "--require-hashes -r requirements.txt" in got.stdout


def test_the_readme_names_targets_that_exist(checkout: Path) -> None:
    """No `make something` that the Makefile has not."""
    named = set(re.findall(r"`make ([a-z]+)", (checkout / "README.md").read_text("utf-8")))
    phony = re.search(r"^\.PHONY: (.+)$", (checkout / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert phony is not None
    assert named <= set(phony[1].split())


@pytest.mark.parametrize("command", COMMANDS)
def test_ci_calls_it_word_for_word(checkout: Path, command: str) -> None:
    """What a reader does is what is checked."""
    lines = (checkout / ".ci" / "run").read_text("utf-8").splitlines()
    assert command in lines


def test_ci_requires_the_servers(checkout: Path) -> None:
    """A run that skipped Dovecot and Postfix is no run."""
    script = (checkout / ".ci" / "run").read_text("utf-8")
    assert script.index("export PBEM_REQUIRE_SERVERS=1") < script.index("\nmake test\n")


def test_ci_is_sound_bash(checkout: Path) -> None:
    """`bash -n` reads it to the end."""
    got = subprocess.run(["bash", "-n", ".ci/run"], cwd=checkout, capture_output=True, text=True)
    assert (got.returncode, got.stderr) == (0, "")
