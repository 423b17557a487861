"""Marks on lines that cutting goes by: quote marks, our marker line, the fence."""

from __future__ import annotations

from collections.abc import Sequence

from pbem import token

FENCE_OPENS = "#orders"
FENCE_CLOSES = "#end"

_INITIALS_MAX = 3
_MARKER_LINES_MAX = 3
_TAIL = token.MARKER_SENTENCE.casefold().split()


def is_quoted(text: str) -> bool:
    """Whether a folded line is quote-marked: `>`, `|`, or initials and `>` ("JD> ")."""
    if text[:1] in (">", "|"):
        return bool(text)
    at = text.find(">", 1, _INITIALS_MAX + 1)
    return at > 0 and text[:at].isalpha() and text[at + 1 : at + 2] in ("", " ", ">")


def unquoted(text: str) -> str:
    """The line without its quote marks."""
    at = 0
    while at < len(text) and is_quoted(text[at : at + _INITIALS_MAX + 2]):
        at = text.index("|" if text[at] == "|" else ">", at) + 1
        while text[at : at + 1] == " ":
            at += 1
    return text[at:]


def holds_order(text: str) -> bool:
    """Whether a quote-marked line holds an order as our letters print it, behind `; `."""
    inner = unquoted(text)
    return inner.startswith("; ") or " ; " in inner


def opens_fence(text: str) -> bool:
    """Whether a line is `#ORDERS`, alone."""
    return text[:1] == "#" and text.casefold() == FENCE_OPENS


def fence_end(texts: Sequence[str], start: int) -> int | None:
    """Index of the `#END` of a fence whose lines begin at `start`; None if it is not closed.

    Neither another `#ORDERS` nor a marker line of ours can stand inside: there an older letter
    has begun. Quote-marked lines do not count.
    """
    for index in range(start, len(texts)):
        text = texts[index]
        if text[:1] != "#" and "##" not in text:
            continue
        if is_quoted(text):
            continue
        if text.casefold() == FENCE_CLOSES:
            return index
        if opens_fence(text) or marker_at(texts, index):
            return None
    return None


def marker_at(texts: Sequence[str], at: int) -> tuple[token.Token, int] | None:
    """Token and index behind the marker line that begins at `at`, or None.

    Whatever its quote marks; quoting may have wrapped it over up to three lines.
    """
    if "##" not in texts[at]:
        return None
    joined = ""
    for index in range(at, min(at + _MARKER_LINES_MAX, len(texts))):
        joined = f"{joined} {unquoted(texts[index])}"
        found = token.find_marker(joined)
        if found:
            return found, _behind_tail(texts, index + 1, joined)
    return None


def _behind_tail(texts: Sequence[str], at: int, joined: str) -> int:
    """Index behind the end of the marker's sentence, if that went to a line of its own."""
    if at >= len(texts) or joined.rstrip(" *").casefold().endswith(_TAIL[-1]):
        return at
    words = unquoted(texts[at]).casefold().rstrip(" *").split()
    return at + 1 if words and words == _TAIL[-len(words) :] else at
