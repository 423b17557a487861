"""A game's RULES.md as its players read it: without what serves those who work on the game."""

from __future__ import annotations

import re
from typing import Final

_REST: Final = re.compile(r"^---\s*$", re.MULTILINE)
"""The rule below which nothing is mailed."""

_ID: Final = r"[A-Z]{2,3}-(?:[A-Z]+[\s-]?)\d+"
"""The number of a ruling, which tests name: ``SF-AMB 8``, ``SF-DRW-3``, ``ST-W1``."""

_IDS: Final = rf"{_ID}(?:,\s+{_ID})*"
_HEAD: Final = re.compile(rf"\*\*{_IDS}\.\*\*\s+")
_SOURCE: Final = re.compile(rf"\s+\({_IDS}\)")
_REMARK: Final = re.compile(rf"\({_IDS}:\s+")


def mailed(text: str) -> str:
    """The text (Markdown) down to a line ``---``, its rulings without their numbers."""
    own = _REST.split(text, maxsplit=1)[0]
    return _REMARK.sub("(", _SOURCE.sub("", _HEAD.sub("", own))).rstrip("\n") + "\n"
