"""Character folding before the order grammar: what keyboards and mail programs make of ASCII.

Typographic dashes, quotation marks, spaces, dots and arrows become the plain ones, invisible
characters go, the rest is normalised (NFKC). Digits of other scripts are left alone and reported:
a number must not be guessed. The raw line is kept elsewhere for showing.
"""

from __future__ import annotations

import re
import unicodedata

_DASHES = (*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D)
_SINGLE = (0x2018, 0x2019, 0x201A, 0x201B, 0x2032, 0x00B4, 0x02BC, 0x2039, 0x203A, 0xFF07)
_DOUBLE = (0x201C, 0x201D, 0x201E, 0x201F, 0x2033, 0x00AB, 0x00BB, 0xFF02)
_RIGHT = (0x2192, 0x21D2, 0x2794, 0x2799, 0x279C, 0x279D, 0x279E, 0x27F6, 0x27F9, 0x21E8)
_LEFT = (0x2190, 0x21D0, 0x27F5, 0x27F8)
_GONE = (
    *(c for c in range(0x20) if c not in (0x09, 0x0B, 0x0C)),
    *range(0x7F, 0xA0),
    0x00AD,
    0x034F,
    0x180E,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFE00, 0xFE10),
    0xFEFF,
    0xFFFC,
    *range(0xE0000, 0xE0080),
    *range(0xE0100, 0xE01F0),
)
_SPACES = (0x09, 0x0B, 0x0C, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)

_FOLD: dict[int, str] = (
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_SINGLE, "'")
    | dict.fromkeys(_DOUBLE, '"')
    | dict.fromkeys(_RIGHT, "->")
    | dict.fromkeys(_LEFT, "<-")
    | dict.fromkeys(_GONE, "")
    | dict.fromkeys(_SPACES, " ")
    | {0x2026: "..."}
)

_NOT_SHOWN = dict.fromkeys(
    (*(c for c in range(0xA0) if (c < 0x20 or c > 0x7E) and c != 0x09), *range(0x202A, 0x202F)),
    "",
) | dict.fromkeys(range(0x2066, 0x206A), "")

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_DIGIT_CATEGORIES = ("Nd", "Nl", "No")


def shown(raw: str) -> str:
    """The line as written, without controls and marks that turn the writing's direction."""
    return raw if raw.isprintable() else raw.translate(_NOT_SHOWN)


def fold(raw: str) -> str:
    """The line in plain characters, each run of spaces one, none at the ends."""
    if not raw.isascii():
        raw = unicodedata.normalize("NFKC", raw.translate(_FOLD))
    elif not raw.isprintable():
        raw = raw.translate(_FOLD)
    return " ".join(raw.split())


def has_foreign_digit(raw: str) -> bool:
    """Whether a digit or number sign beyond ASCII stands in the line.

    Full-width digits do not count: they are what a Japanese or Chinese keyboard gives for 0-9.
    """
    return any(
        not "０" <= c <= "９" and unicodedata.category(c) in _DIGIT_CATEGORIES
        for c in _BEYOND_ASCII.findall(raw)
    )
