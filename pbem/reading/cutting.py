"""Which lines of a letter are new text (conventions, "Mail"; the order is that of the rules here).

1. Quote-marked lines go, one by one; with one that holds an order of ours goes what a mail program
   has broken off it: we print an order whole, however long, and the language has no continuation,
   so its second half (`ELSE JUMP 34`) could be an order.
2. The first fence `#ORDERS` ... `#END` above any cut holds all orders; nothing in it is cut. Opened
   and not closed before another `#ORDERS` or a marker line, it holds nothing.
3. At our marker line and at other dividers the text ends, unless the text below is quote-marked:
   then only the divider goes. With nothing above a marker, the text below it is read; with nothing
   above another divider, the letter is a forwarded one, and its lines are held.
4. A signature mark "-- " ends the text unless something below it looks like an order.
5. What telephones put below a text goes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pbem.reading import dividers, marks, phrases
from pbem.reading.letter import Line

LooksLikeOrder = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Cut:
    """The result; see Letter for each field."""

    lines: tuple[Line, ...]
    unread: tuple[str, ...]
    fence: Literal["none", "closed", "open"]
    marker: str
    notes: tuple[str, ...]


SHORTEST_BREAK = 65
"""Columns at which mail programs break lines at the earliest (RFC 3676 proposes 66)."""


def begins_in_capitals(text: str) -> bool:
    """The look of an order where no grammar is at hand: a first word of three capitals or more."""
    word = text.split(None, 1)[0].rstrip(":") if text else ""
    return len(word) > 2 and word.isalpha() and word.isupper()


def cut(lines: Sequence[Line], looks_like_order: LooksLikeOrder = begins_in_capitals) -> Cut:
    """New text of a letter's folded lines. `looks_like_order` gets the folded text of a line."""
    return _Pass(lines, looks_like_order).run()


class _Pass:
    """One pass from the top; `_at` is the next line, `_kept` the new text outside a fence."""

    def __init__(self, lines: Sequence[Line], looks_like_order: LooksLikeOrder) -> None:
        self._lines = lines
        self._texts = [line.text for line in lines]
        self._is_order = looks_like_order
        self._at = 0
        self._kept: list[Line] = []
        self._unread: list[Line] = []
        self._inside: list[Line] = []
        self._fence: Literal["none", "closed", "open"] = "none"
        self._hold = False
        self._marker = ""
        self._notes: dict[str, None] = {}
        self._breaking = -1
        """Index of the last line that is an order of ours, quoted, or was broken off one."""

    def run(self) -> Cut:
        """Walk down to a cut, then sort what was kept into lines and unread."""
        while self._at < len(self._lines) and self._step():
            pass
        self._list_orders_below()
        if self._fence == "none":
            self._drop_phone_lines()
            self._drop_signature()
            lines = [_without_rule(line) for line in self._kept]
        else:
            lines = [_without_rule(line) for line in self._inside if not marks.is_quoted(line.text)]
            self._unread += [line for line in self._kept if line.text]
        if self._hold:
            lines = [line._replace(held=True) if line.text else line for line in lines]
        unread = sorted(self._unread, key=lambda line: line.number)
        return Cut(
            tuple(_trimmed(lines)),
            tuple(line.raw for line in unread),
            self._fence,
            self._marker or self._marker_below(),
            tuple(self._notes),
        )

    def _step(self) -> bool:
        """Deal with the line at hand; False at a cut."""
        line = self._lines[self._at]
        found = marks.marker_at(self._texts, self._at)
        if found:
            self._marker = self._marker or found[0].text
        if marks.is_quoted(line.text):
            if marks.holds_order(line.text) or self._is_broken_off():
                self._breaking = self._at
            self._drop_to(found[1] if found else self._at + 1)
        elif found:
            return self._divided(found[1], ours=True)
        elif marks.opens_fence(line.text):
            self._take_fence()
        else:
            return self._take_text(line)
        return True

    def _take_text(self, line: Line) -> bool:
        if line.text and self._is_broken_off():
            self._breaking = self._at
            self._unread.append(line)
            self._drop_to(self._at + 1)
            return True
        divider = dividers.find(self._texts, self._at, self._is_order) if line.text else None
        if divider:
            return self._divided(divider.end, ours=False)
        self._kept.append(line)
        self._at += 1
        return True

    def _is_broken_off(self) -> bool:
        """Whether the line at hand stands right below a quoted order on which its first word found
        no room.
        """
        if self._breaking < 0 or self._breaking != self._at - 1:
            return False
        above = self._lines[self._breaking].raw.rstrip()
        word = self._texts[self._at].split(None, 1)[0]
        return len(above) + 1 + len(word) > SHORTEST_BREAK

    def _drop_to(self, end: int) -> None:
        """Leave lines out; a blank stands for them, so that what was around them is not joined."""
        if self._kept and self._kept[-1].text:
            self._kept.append(Line(self._lines[self._at].number, "", ""))
        self._at = end

    def _take_fence(self) -> None:
        start = self._at + 1
        self._drop_to(start)
        if self._fence != "none":
            self._notes["second-fence"] = None
            return
        end = marks.fence_end(self._texts, start)
        if end is None:
            self._fence = "open"
            return
        self._fence = "closed"
        self._inside = list(self._lines[start:end])
        self._at = end + 1

    def _divided(self, end: int, *, ours: bool) -> bool:
        """Go on behind a divider, or stay at it and cut (False)."""
        below = end
        while below < len(self._texts) and not self._texts[below]:
            below += 1
        if below < len(self._texts) and not marks.is_quoted(self._texts[below]):
            if self._fence != "none" or self._has_text():
                return False
            if not ours and not marks.marker_at(self._texts, below):
                self._hold = True
                self._notes["forwarded"] = None
        self._drop_to(end)
        return True

    def _has_text(self) -> bool:
        return any(line.text and not _is_phone_line(line.text) for line in self._kept)

    def _list_orders_below(self) -> None:
        for line in self._lines[self._at :]:
            text = line.text
            if not text or marks.is_quoted(text):
                continue
            if marks.opens_fence(text) or self._is_order(text):
                self._unread.append(line)
                self._notes["orders-below-cut"] = None

    def _marker_below(self) -> str:
        for index in range(self._at, len(self._texts)):
            found = marks.marker_at(self._texts, index)
            if found:
                return found[0].text
        return ""

    def _drop_phone_lines(self) -> None:
        dropped = [
            line
            for line in self._kept
            if line.text and _is_phone_line(line.text) and not self._is_order(line.text)
        ]
        self._unread += dropped
        numbers = {line.number for line in dropped}
        self._kept = [line for line in self._kept if line.number not in numbers]

    def _drop_signature(self) -> None:
        """Cut at the topmost signature mark that has no order below it."""
        for index in range(len(self._kept) - 1, -1, -1):
            if _is_signature_mark(self._kept[index]):
                self._unread += [line for line in self._kept[index + 1 :] if line.text]
                self._kept = self._kept[:index]
            elif self._is_order(self._kept[index].text):
                return


def _is_phone_line(text: str) -> bool:
    return text.casefold().startswith(phrases.TAGLINES)


def _is_signature_mark(line: Line) -> bool:
    """Two dashes alone on a line, or the long dash that telephones make of them."""
    return line.text == "--" or line.raw.strip() == "—"


def _without_rule(line: Line) -> Line:
    """A drawn line says nothing: blank, so that it divides as it was meant to."""
    if line.text[:1].isalnum():
        return line
    drawn = dividers.is_rule(line.text) or _is_signature_mark(line)
    return line._replace(text="") if drawn else line


def _trimmed(lines: list[Line]) -> list[Line]:
    """Without blank lines at both ends."""
    filled = [index for index, line in enumerate(lines) if line.text]
    return lines[filled[0] : filled[-1] + 1] if filled else []
