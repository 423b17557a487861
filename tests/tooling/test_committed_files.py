"""What is committed makes sense in any clone: no paths of one machine, no package hosts."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

# This file says what no other may hold.
EXCEPT = "tests/tooling/test_committed_files.py"

MACHINE = re.compile(
    r"""/(?:work|root)/           # where someone's checkout lay
    | \bfile:/{3}                 # a mirror on a disk
    | https?://[^\s"']+(?:/simple\b|\.whl|\.tar\.gz|\.tgz|\.deb)
    | \b(?:pypi\.org|pythonhosted\.org|deb\.debian\.org)
    | \.\./(?:shared|\.library)   # folders beside the checkout
    """,
    re.VERBOSE,
)

PROCESS = re.compile(
    r"""\b(?: sub-?agents? | coding[ ](?:agent|assistant|session) | language[ ]model
    | co-authored-by | (?:this|my|the)[ ](?:chat|conversation|prompt)\b(?=[ ](?:asked|said))
    | as[ ]requested[ ]by )\b""",
    re.VERBOSE | re.IGNORECASE,
)

DOCUMENT = re.compile(r"[A-Za-z0-9_-]+\.md\b")


@pytest.fixture(scope="module")
def committed(checkout: Path) -> dict[str, str]:
    """Path -> text of every committed text file but this one."""
    got = subprocess.run(["git", "ls-files", "-z"], cwd=checkout, capture_output=True)
    if got.returncode != 0:
        pytest.skip("not a git checkout")
    paths = [name for name in got.stdout.decode().split("\0") if name and name != EXCEPT]
    texts = {name: (checkout / name).read_bytes() for name in paths if (checkout / name).is_file()}
    return {name: raw.decode("utf-8", "replace") for name, raw in texts.items() if b"\0" not in raw}


def hits(committed: dict[str, str], pattern: re.Pattern[str]) -> list[str]:
    """`path:line: text` of every place where the pattern stands."""
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in committed.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_path_of_a_machine_and_no_package_host(committed: dict[str, str]) -> None:
    """The patterns that hold for every machine."""
    assert hits(committed, MACHINE) == []


def test_nothing_of_this_machine(committed: dict[str, str], checkout: Path) -> None:
    """The folders of whoever runs the tests are in no file either."""
    here = [str(one) + "/" for one in (checkout, Path.home()) if len(one.parts) > 1]
    assert hits(committed, re.compile("|".join(map(re.escape, here)))) == []


def test_no_word_about_how_it_was_written(committed: dict[str, str]) -> None:
    """The files speak of the product."""
    assert hits(committed, PROCESS) == []


def test_documents_that_are_named_are_there(committed: dict[str, str]) -> None:
    """A reader of a clone can open what a comment sends him to."""
    there = {Path(path).name for path in committed}
    strangers = {
        f"{path}: {name}"
        for path, text in committed.items()
        for name in DOCUMENT.findall(text)
        if name not in there
    }
    assert sorted(strangers) == []


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("see " + "/".join(("", "work", "x")), MACHINE),
        ("find-links = file:" + "///srv/wheels", MACHINE),
        ("https://example.org" + "/simple", MACHINE),
        ("cp .." + "/shared/a b", MACHINE),
        ("made by a subagent", PROCESS),
    ],
    ids=["folder", "mirror", "index", "beside", "process"],
)
def test_the_patterns_find_what_they_are_for(text: str, pattern: re.Pattern[str]) -> None:
    """A pattern that matches nothing would pass every file."""
    assert hits({"a.txt": text}, pattern) == [f"a.txt:1: {text}"]
