"""The letters of a whole campaign are, byte for byte, those that are kept in this folder.

After a wanted change: `python -m tests.golden.campaign`, and read what changed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden.campaign import LETTERS


def letters(folder: Path) -> dict[str, bytes]:
    """Every letter of a folder by its name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_report_87_a_campaign_gives_the_same_bytes(
    tmp_path: Path, checkout: Path, hash_seed: str
) -> None:
    """In processes of their own, with two orders of sets and dicts."""
    subprocess.run(
        [sys.executable, "-m", "tests.golden.campaign", str(tmp_path / "played")],
        check=True,
        cwd=checkout,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    played, kept = letters(tmp_path / "played"), letters(LETTERS)
    assert list(played) == list(kept)
    for name, raw in kept.items():
        assert played[name] == raw, name


def test_the_campaign_has_every_kind_of_letter() -> None:
    """What is frozen is worth freezing: played to its end, with something of everything."""
    names = {path.stem.partition("-")[2] for path in LETTERS.iterdir()}
    assert {name.partition("-")[2] for name in names} >= {
        "trial",
        "letter",
        "receipt",
        "report",
        "reminder",
        "final",
        "gm",
    }
    assert {"p1-final", "p2-final", "p3-final"} <= names
