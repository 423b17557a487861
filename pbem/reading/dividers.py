"""Lines at which a mail program says that another letter's text begins.

Three forms, each with evidence that a person's order would not carry (a date, a clock, an
address), since lines such as "On 3 fire at 7" or "From: base 4" may be meant:

attribution   "On Mon, Apr 2, 2012 at 6:26 PM, Megan <m@x.org> wrote:", of up to three lines
original      "-----Original Message-----" and the like, with the header block that follows
header        a block of three or more header lines
forward       as original, of a forwarded letter
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from pbem.reading import phrases

Kind = Literal["attribution", "original", "header", "forward"]

_EVIDENCE = re.compile(r"@|\d[:.h]\d\d|\b(?:19|20)\d\d(?!\d)")
_CLOCK = re.compile(r"\d[:.h]\d\d")
_YEAR = re.compile(r"\b(?:19|20)\d\d(?!\d)")
_WORD = re.compile(r"[\w/()']+")
_BARS = "-_=*~ "
_ATTRIBUTION_MAX = 400
_BLOCK_MAX = 12
_LABEL_MAX = 24


class Divider(NamedTuple):
    """Index of the first line behind the divider, and its kind."""

    end: int
    kind: Kind


def find(texts: Sequence[str], at: int, looks_like_order: Callable[[str], bool]) -> Divider | None:
    """The divider that begins at line `at` of folded lines, or None."""
    text = texts[at]
    if text[:1] in _BARS or text.endswith((":", "：")):
        inner = text.strip(_BARS).rstrip(":").rstrip().casefold()
        if inner in phrases.FORWARDED:
            return Divider(_behind_block(texts, at + 1), "forward")
        if inner in phrases.ORIGINAL:
            return Divider(_behind_block(texts, at + 1), "original")
    if ":" in text and _label(text):
        end = _block_end(texts, at)
        if end:
            return Divider(end, "header")
    if _EVIDENCE.search(text):
        end = _attribution_end(texts, at)
        if end and not looks_like_order(text):
            return Divider(end, "attribution")
    return None


def is_rule(text: str) -> bool:
    """Whether a line is drawn, not written: two or more dashes or the like, or one long dash."""
    return len(text) > 1 and not text.strip(_BARS)


def _label(text: str) -> phrases.LabelKind | None:
    """Which header label a line begins with; marks of emphasis around it do not matter."""
    name, colon, _ = text[:_LABEL_MAX].partition(":")
    return phrases.LABELS.get(name.strip("* ").casefold()) if colon else None


def _behind_block(texts: Sequence[str], at: int) -> int:
    """Index behind the header block that follows at once or after one blank line, else `at`."""
    start = at + 1 if at < len(texts) and not texts[at] else at
    if start < len(texts) and _label(texts[start]):
        return _block_end(texts, start, least=2) or at
    return at


def _block_end(texts: Sequence[str], at: int, *, least: int = 3) -> int:
    """Index behind a header block that begins at `at`, or 0.

    It names a sender and `least` fields in all, one of them with an address, a year or a clock.
    Lines without a label continue the one before.
    """
    kinds: set[str] = set()
    evidence = False
    index = at
    last = at
    while index < len(texts) and index - at < _BLOCK_MAX and texts[index]:
        kind = _label(texts[index])
        if kind:
            kinds.add(kind)
            last = index
        elif index - last > 2:
            break
        evidence = evidence or bool(_EVIDENCE.search(texts[index]))
        index += 1
    if not evidence or len(kinds) < least or "from" not in kinds:
        return 0
    return index if index < len(texts) and not texts[index] else last + 1


def _attribution_end(texts: Sequence[str], at: int) -> int:
    """Index behind an attribution that begins at `at`, or 0.

    Lines are joined only if the first begins as an attribution does, so that an order above one
    is not taken for its beginning.
    """
    joined = ""
    for index in range(at, min(at + 3, len(texts))):
        text = texts[index]
        if not text or (index > at and text[0] in ">|"):
            return 0
        if index == at + 1 and not _may_go_on(joined):
            return 0
        joined = f"{joined} {text}" if joined else text
        if _is_attribution(joined):
            return index + 1
    return 0


def _may_go_on(text: str) -> bool:
    """Whether a line can be the first of an attribution of several lines."""
    lowered = text.casefold().lstrip(_BARS)
    if lowered[:1].isdigit() or lowered.startswith(phrases.OPENERS):
        return bool(_YEAR.search(text) or _CLOCK.search(text))
    return "@" in text and _has_verb(lowered)


def _is_attribution(text: str) -> bool:
    """One line: an end in a colon, and a verb of writing with evidence, or address and clock.

    Some programs write no colon: "26.06.2014, 14:41, "X" <x@y.org>".
    """
    text = text.strip(_BARS)
    if len(text) > _ATTRIBUTION_MAX:
        return False
    if text.endswith(">"):
        return (
            text[:1].isdigit() and "@" in text and bool(_YEAR.search(text) and _CLOCK.search(text))
        )
    if not text.endswith(":"):
        return False
    if "@" in text and _CLOCK.search(text):
        return True
    return _has_verb(text.casefold())


def _has_verb(lowered: str) -> bool:
    if any(part in lowered for part in phrases.WROTE_PARTS):
        return True
    return not phrases.WROTE.isdisjoint(_WORD.findall(lowered))
