"""Filling the slots of one form from the tokens of a line.

Slots without a keyword are filled in their order, keyword slots wherever their word stands. Where
one way leads nowhere the next is tried; what was tried at a place is remembered, so that no line
is slow.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.form import Slot
from engine.language.grammar import Grammar
from engine.language.scan import Scan
from engine.language.values import Alternatives, Found, Miss, ValueReader
from engine.lexicon import Lexicon


class Filled(NamedTuple):
    """All slots of a form."""

    args: tuple[Alternatives, ...]
    end: int
    shortened: bool


class Filler:
    """Fills the slots of one form, from one place of one line."""

    def __init__(
        self,
        grammar: Grammar,
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
        self._miss = miss
        self._colons = colons
        self._keywords = {
            i: grammar.phrases(slot.keyword) for i, slot in enumerate(slots) if slot.keyword
        }
        reserved = stops | {words[0] for ways in self._keywords.values() for words in ways}
        self._reader = ValueReader(scan, lexicon, stops, reserved, miss, colons=colons)
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
        for i, ways in self._keywords.items():
            words = next((w for w in ways if self._scan.words_at(at, w)), None)
            if words is None or given & (1 << i):
                continue
            for found in self._reader.values(self._slots[i], at + len(words), last=False):
                rest = self._walk(found.end, place, given | (1 << i))
                if rest is not None:
                    return _with(rest, i, found)
        return None

    def _next(self, at: int, place: int, given: int) -> Filled | None:
        if place == len(self._places):
            return None
        i = self._places[place]
        slot = self._slots[i]
        for found in self._reader.values(slot, at, last=slot is self._slots[-1]):
            rest = self._walk(found.end, place + 1, given)
            if rest is not None:
                return _with(rest, i, found)
        return self._walk(at, place + 1, given) if slot.optional else None

    def _finish(self, at: int, place: int, given: int) -> Filled | None:
        """The end of the order: nothing that must be there is missing."""
        if not self._reader.at_end(at):
            self._miss.note(at, "extra", None)
            return None
        open_places = (self._slots[i] for i in self._places[place:])
        open_words = (self._slots[i] for i in self._keywords if not given & (1 << i))
        for slot in (*open_places, *open_words):
            if not slot.optional:
                self._miss.note(at, "missing", slot)
                return None
        return Filled(tuple((slot.default,) for slot in self._slots), at, False)


def _with(rest: Filled, i: int, found: Found) -> Filled:
    args = (*rest.args[:i], found.values, *rest.args[i + 1 :])
    return Filled(args, rest.end, rest.shortened or found.shortened)
