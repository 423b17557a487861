"""Filling the slots of one form from the tokens of a line.

Slots without a keyword are filled in their order, keyword slots wherever their word stands. A
name is the longest that fits at its place: written out first, shortened only then. Where one way
leads nowhere the next is tried; what was tried at a place is remembered, so that no line is slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.decision import Arg
from engine.form import REST, Slot
from engine.language.fault import Why
from engine.language.scan import Scan
from engine.lexicon import Lexicon, Names, fold

_NUMBER = re.compile(r"[+]?([0-9]{1,9})")
_MONEY = re.compile(r"[$]?([0-9]{1,9})[$]?")
_EMPTY = Names()
MOST_READINGS = 64
"""Readings of shortened names in one order that are looked at."""

Alternatives = tuple[Arg, ...]
"""What a slot's words may mean: one argument, or several where a shortened name is not unique."""


class Found(NamedTuple):
    """A value for one slot, or the slots from here to the end of the order."""

    values: Alternatives
    end: int
    shortened: bool


class Filled(NamedTuple):
    """All slots of a form."""

    args: tuple[Alternatives, ...]
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


class Filler:
    """Fills the slots of one form, from one place of one line."""

    def __init__(
        self,
        scan: Scan,
        slots: tuple[Slot, ...],
        lexicon: Lexicon,
        stops: frozenset[str],
        miss: Miss,
        *,
        colons: bool = True,
    ) -> None:
        """``stops``: folded words that end the order where no name runs over them;
        ``colons``: whether a colon between slots is passed over, else it ends them.
        """
        self._scan = scan
        self._slots = slots
        self._lexicon = lexicon
        self._miss = miss
        self._colons = colons
        self._stops = stops
        self._keywords = {
            i: tuple(fold(slot.keyword).split()) for i, slot in enumerate(slots) if slot.keyword
        }
        self._reserved = stops | {words[0] for words in self._keywords.values()}
        self._places = tuple(i for i, slot in enumerate(slots) if not slot.keyword)
        self._tried: dict[tuple[int, int, int], Filled | None] = {}

    def fill(self, at: int) -> Filled | None:
        """The first way in which everything fits; ``None``: see the miss."""
        return self._walk(at, 0, 0)

    def _walk(self, at: int, place: int, given: int) -> Filled | None:
        """``place``: the next of the slots without keyword; ``given``: keyword slots, as bits."""
        while self._colons and self._scan.is_mark(at, ":"):
            at += 1
        key = (at, place, given)
        if key not in self._tried:
            self._tried[key] = None
            self._tried[key] = self._step(at, place, given)
        return self._tried[key]

    def _step(self, at: int, place: int, given: int) -> Filled | None:
        return (
            self._keyword(at, place, given)
            or self._next(at, place, given)
            or self._finish(at, place, given)
        )

    def _keyword(self, at: int, place: int, given: int) -> Filled | None:
        for i, words in self._keywords.items():
            if given & (1 << i) or not self._scan.words_at(at, words):
                continue
            for found in self._values(self._slots[i], at + len(words)):
                rest = self._walk(found.end, place, given | (1 << i))
                if rest is not None:
                    return _with(rest, i, found)
        return None

    def _next(self, at: int, place: int, given: int) -> Filled | None:
        if place == len(self._places):
            return None
        i = self._places[place]
        slot = self._slots[i]
        for found in self._values(slot, at):
            rest = self._walk(found.end, place + 1, given)
            if rest is not None:
                return _with(rest, i, found)
        return self._walk(at, place + 1, given) if slot.optional else None

    def _finish(self, at: int, place: int, given: int) -> Filled | None:
        """The end of the order: nothing that must be there is missing."""
        if not self._at_end(at):
            self._miss.note(at, "extra", None)
            return None
        open_places = (self._slots[i] for i in self._places[place:])
        open_words = (self._slots[i] for i in self._keywords if not given & (1 << i))
        for slot in (*open_places, *open_words):
            if not slot.optional:
                self._miss.note(at, "missing", slot)
                return None
        return Filled(tuple((slot.default,) for slot in self._slots), at, False)

    def _at_end(self, at: int) -> bool:
        tokens = self._scan.tokens
        if at >= len(tokens):
            return True
        token = tokens[at]
        if token.kind == "word":
            return token.text in self._stops
        return not self._colons and token.kind in ("mark", "operator")

    # -- values of one slot ------------------------------------------------------------------

    def _values(self, slot: Slot, at: int) -> Iterator[Found]:
        if slot.flag:
            yield Found((1,), at, False)
        elif slot.type == "number":
            yield from self._number(slot, at)
        elif slot.type == "name":
            yield from self._name(slot, at)
        elif slot.type == "text":
            yield from self._text(slot, at)
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
        some = False
        for n in range(most, 0, -1):
            name = names.known(texts[n])
            if name is not None:
                some = True
                yield Found((name,), at + n, False)
        for n in range(self._unreserved(at, most), 0, -1):
            meant = names.shortened(texts[n])
            if meant:
                some = True
                yield Found(meant, at + n, True)
        if not some:
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

    def _text(self, slot: Slot, at: int) -> Iterator[Found]:
        tokens = self._scan.tokens
        if slot.limit > REST and slot is self._slots[-1] and not slot.keyword:
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
            if self._at_end(at) or (steps and not self._unreserved(at, 1)):
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
                yield Found((f"${count}",), at + 1, False)
            else:
                self._miss.note(at, "range", slot, raw)
        if "$" not in raw and 0 < count <= slot.limit:
            for way in self._name(slot, at + 1):
                yield Found(
                    tuple((str(name),) * count for name in way.values), way.end, way.shortened
                )


def _with(rest: Filled, i: int, found: Found) -> Filled:
    args = (*rest.args[:i], found.values, *rest.args[i + 1 :])
    return Filled(args, rest.end, rest.shortened or found.shortened)


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
