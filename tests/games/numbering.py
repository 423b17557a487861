"""Which numbered rules and rulings the tests of a game name."""

from __future__ import annotations

import re
from pathlib import Path


def named(folder: Path, letters: str) -> set[str]:
    """Ids such as ``ST-MOV-10``, ``ST-W4`` and ``ST-AMB 7`` in the test modules of a folder,
    those of the list of all ids aside. ``letters``: ``ST``.
    """
    found: set[str] = set()
    for path in folder.glob("test_*.py"):
        if path.name != "test_numbered_rules.py":
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(rf"{letters}-(?:[A-Z]{{3}}-\d+|W\d+|AMB \d+)", text))
    return found
