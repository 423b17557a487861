"""Reading the value of one slot at one place of a line, in every way that may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.decision import Arg
from engine.form import REST, Slot
from engine.language.fault import Why
from engine.language.scan import Scan
from engine.lexicon import Lexicon, Names

_NUMBER = re.compile(r"[+]?([0-9]{1,9})")
_MONEY = re.compile(r"[$]?([0-9]{1,9})[$]?")
_EMPTY = Names()
_ARTICLE = "the"
MOST_READINGS = 64
"""Readings of shortened names in one order that are looked at."""

Alternatives = tuple[Arg, ...]
"""What a slot's words may mean: one argument, or several where a shortened name is not unique."""


class Found(NamedTuple):
    """A value for one slot."""

    values: Alternatives
    end: int
    shortened: bool


class Miss:
    """The furthest place at which something did not fit."""

    __slots__ = ("at", "slot", "text", "why")

    def __init__(self) -> None:
        self.at = -1
        self.why: Why = ""
        self.slot: Slot | None = None
        self.text = ""

    def note(self, at: int, why: Why, slot: Slot | None, text: str = "") -> None:
        """Something did not fit here; the first such remark at the furthest place counts."""
        if at > self.at:
            self.at, self.why, self.slot, self.text = at, why, slot, text


class ValueReader:
    """Reads values from one line.

    A name is the longest that fits at its place: written out first, shortened only then.
    """

    def __init__(
        self,
        scan: Scan,
        lexicon: Lexicon,
        stops: frozenset[str],
        reserved: frozenset[str],
        miss: Miss,
        *,
        colons: bool,
    ) -> None:
        """``stops``: folded words that end the order; ``reserved``: those, and the keywords of
        its slots; ``colons``: whether a colon may stand within the order, else it ends it.
        """
        self._scan = scan
        self._lexicon = lexicon
        self._stops = stops
        self._reserved = reserved
        self._miss = miss
        self._colons = colons

    def at_end(self, at: int) -> bool:
        """Whether the order ends here."""
        tokens = self._scan.tokens
        if at >= len(tokens):
            return True
        token = tokens[at]
        if token.kind == "word":
            return token.text in self._stops
        return not self._colons and token.kind in ("mark", "operator")

    def values(self, slot: Slot, at: int, *, last: bool) -> Iterator[Found]:
        """What may stand in this slot here, best first; ``last``: nothing comes behind it."""
        if slot.flag:
            yield Found((1,), at, False)
        elif slot.type == "number":
            yield from self._number(slot, at)
        elif slot.type == "name":
            yield from self._name(slot, at)
        elif slot.type == "text":
            yield from self._text(slot, at, rest=last and slot.limit > REST)
        elif slot.type == "path":
            yield from self._path(slot, at)
        else:
            yield from self._list(slot, at)

    def _number(self, slot: Slot, at: int) -> Iterator[Found]:
        found = _MONEY.fullmatch(self._scan.raw(at)) or _NUMBER.fullmatch(self._scan.raw(at))
        if found:
            value = int(found.group(1))
            if slot.low <= value <= slot.high:
                yield Found((value,), at + 1, False)
            else:
                self._miss.note(at, "range", slot, self._scan.raw(at))
        if slot.domain:
            yield from self._name(slot, at)
        elif not found:
            self._miss.note(at, "number", slot, self._scan.raw(at))

    def _name(self, slot: Slot, at: int) -> Iterator[Found]:
        words = self._words(at)
        if not slot.domain:
            if words:
                yield Found((self._scan.raw(at),), at + 1, False)
            else:
                self._miss.note(at, "name", slot)
            return
        names = self._names(slot)
        most = min(len(words), names.longest)
        texts = [" ".join(words[:n]) for n in range(most + 1)]
        whole = 0
        for n in range(most, 0, -1):
            name = names.known(texts[n])
            if name is not None:
                whole = whole or n
                yield Found((name,), at + n, False)
        # Never the beginning of a name that stands here in full, or of the longest shortened
        # one: in ``OFFER Bob: FOR Dark Matter`` nothing is given, and "Matter" is no card.
        for n in range(self._unreserved(at, most), whole, -1):
            meant = names.shortened(texts[n])
            if meant:
                yield Found(meant, at + n, True)
                return
        if not whole and words[:1] == [_ARTICLE]:
            # Said, not written: "PICK the Navigator".
            yield from self._name(slot, at + 1)
        elif not whole:
            self._miss.note(at, "name", slot, self._phrase(at, most))

    def _names(self, slot: Slot) -> Names:
        return self._lexicon.domains.get(slot.domain, _EMPTY)

    def _words(self, at: int) -> list[str]:
        """The words from here to the next mark; a quoted name stands alone."""
        words: list[str] = []
        for token in self._scan.tokens[at : at + 12]:
            if token.kind == "quoted" and not words:
                return [token.text]
            if token.kind != "word":
                break
            words.append(token.text)
        return words

    def _unreserved(self, at: int, most: int) -> int:
        """How many of the next ``most`` tokens are no word of the order itself."""
        tokens = self._scan.tokens
        for n in range(most):
            token = tokens[at + n]
            if token.kind == "word" and token.text in self._reserved:
                return n
        return most

    def _phrase(self, at: int, most: int) -> str:
        n = self._unreserved(at, most)
        if not n:
            return self._scan.raw(at)
        return " ".join(self._scan.raw(at + i) for i in range(n))

    def _text(self, slot: Slot, at: int, *, rest: bool) -> Iterator[Found]:
        tokens = self._scan.tokens
        if rest:
            start = tokens[at - 1].end if at else 0
            text, end = self._scan.line[start:].strip(), len(tokens)
        else:
            end = at
            while end < len(tokens) and not (
                tokens[end].kind == "word" and tokens[end].text in self._reserved
            ):
                end += 1
            if end == at + 1 and tokens[at].kind == "quoted":
                text = tokens[at].raw.strip()
            else:
                text = self._scan.line[tokens[at].start : tokens[end - 1].end] if end > at else ""
        if 0 < len(text) <= slot.limit:
            yield Found((text,), end, False)
        else:
            self._miss.note(at, "text", slot)

    def _path(self, slot: Slot, at: int) -> Iterator[Found]:
        steps: list[Found] = []
        while len(steps) < slot.limit:
            if steps and self._scan.is_mark(at, ","):
                at += 1
            if self.at_end(at) or (steps and not self._unreserved(at, 1)):
                break
            step = next(self._name(slot, at), None)
            if step is None:
                break
            steps.append(step)
            at = step.end
        for n in range(len(steps), 0, -1):
            found = _joined(steps[:n])
            if found is None:
                self._miss.note(at, "list", slot)
                return
            yield found

    def _list(self, slot: Slot, at: int) -> Iterator[Found]:
        """Members with commas between; the last one may be any that fits."""
        members: list[Found] = []
        while len(members) < slot.limit:
            ways = list(self._member(slot, at))
            more = next((way for way in ways if self._scan.is_mark(way.end, ",")), None)
            if more is None:
                for way in ways:
                    found = _joined([*members, way])
                    if found is not None and _size(found) <= slot.limit:
                        yield found
                return
            members.append(more)
            at = more.end + 1
        self._miss.note(at, "list", slot)

    def _member(self, slot: Slot, at: int) -> Iterator[Found]:
        """A name; in ``items`` also a number of the same (``2 oxygen``) or an amount."""
        raw = self._scan.raw(at)
        amount = _MONEY.fullmatch(raw) if slot.type == "items" else None
        if amount is None:
            yield from self._name(slot, at)
            return
        count = int(amount.group(1))
        exact = self._names(slot).known(self._scan.tokens[at].text)
        yield from self._name(slot, at)
        if slot.money and exact is None:
            if slot.low <= count <= slot.high:
                yield Found((f"${count}",), self._behind_unit(slot, at + 1), False)
            else:
                self._miss.note(at, "range", slot, raw)
        if "$" not in raw and 0 < count <= slot.limit:
            for way in self._name(slot, at + 1):
                yield Found(
                    tuple((str(name),) * count for name in way.values), way.end, way.shortened
                )

    def _behind_unit(self, slot: Slot, at: int) -> int:
        """The place behind the word for money that may follow an amount (``5 MC``)."""
        unit = self._names(slot).unit
        return at + 1 if unit and self._scan.is_word(at, unit) else at


def _size(found: Found) -> int:
    return max(len(value) for value in found.values if isinstance(value, tuple))


def _joined(members: list[Found]) -> Found | None:
    """Members as one list, in every reading; ``None`` when the readings are too many."""
    readings: list[tuple[str, ...]] = [()]
    for member in members:
        if len(readings) * len(member.values) > MOST_READINGS:
            return None
        readings = [
            (*done, *(value if isinstance(value, tuple) else (str(value),)))
            for done in readings
            for value in member.values
        ]
    return Found(tuple(readings), members[-1].end, any(m.shortened for m in members))
