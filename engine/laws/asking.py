"""Laws of decisions: the stack and its ids, defaults, samples, junk, who is asked at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from engine.advance import act, advance
from engine.decision import Decision, Order
from engine.fact import Answered
from engine.laws.walk import Law, Point
from engine.table import Answer
from engine.window import PASS

ENOUGH = 24
"""So many of the legal orders of a choice are looked at one by one."""

JUNK = (
    Order("", ()),
    Order("PASS", ("x", 1)),
    Order("XYZZY"),
    Order("OFFER", (None,)),
    Order("ACCEPT", (-1, "p1", ("a",))),
)


def open_decisions(point: Point) -> Iterator[Decision]:
    """The any-time decisions of every seat."""
    for seat in point.s.seats:
        d = point.opened(seat)
        if d is not None:
            yield d


class Stack(Law):
    """Serials are unique, ids are those of the asking phase and never used twice."""

    name = "stack"

    def __init__(self) -> None:
        """No answer was taken."""
        self._taken: set[str] = set()

    def at(self, point: Point) -> Iterable[str]:
        """The stack, the questions, the answers taken since the last point."""
        s = point.s
        if bool(s.stack) == bool(s.ended):
            yield f"ended {s.ended!r} with the stack {s.stack}"
        serials = [phase.n for phase in s.stack]
        if len(set(serials)) < len(serials) or max(serials, default=0) > s.serial:
            yield f"serials {serials} of at most {s.serial}"
        ids = [d.id for d in point.decisions]
        if len(set(ids)) < len(ids) or any(d.window != serials[-1] for d in point.decisions):
            yield f"ids {ids} of phase {serials[-1]}"
        if used := self._taken.intersection(ids):
            yield f"asks {sorted(used)} again, which were answered"
        for told in point.told[point.fresh :]:
            if isinstance(told.fact, Answered):
                if told.fact.decision in self._taken:
                    yield f"{told.fact.decision} was taken twice"
                self._taken.add(told.fact.decision)


class Default(Law):
    """Silence is legal, or passing; a sealed default is passing or suffering, never a choice."""

    name = "default"

    def at(self, point: Point) -> Iterable[str]:
        """Each decision, the any-time ones apart, which nobody waits for."""
        for d in point.decisions:
            if d.default != PASS and not d.has(d.default):
                yield f"{d.id} {d.kind}: default {d.default}"


class Samples(Law):
    """Every choice has a legal order, and what is drawn or listed is legal."""

    name = "samples"

    def at(self, point: Point) -> Iterable[str]:
        """Each choice of each decision."""
        for d in (*point.decisions, *open_decisions(point)):
            if not d.choices:
                yield f"{d.id} {d.kind} offers nothing"
            for choice in d.choices:
                listed = tuple(islice(choice.legal(), ENOUGH))
                drawn = (choice.sample(point.chance),) if listed else ()
                if not listed:
                    yield f"{d.id} {d.kind}: {choice.form.verb} has no legal order"
                for order in (*listed, *drawn):
                    if not d.has(order):
                        yield f"{d.id} {d.kind}: {order} is not legal"
            for order in JUNK:
                if order != PASS and d.has(order):
                    yield f"{d.id} {d.kind}: {order} is legal"


class Executes(Law):
    """A legal order can be carried out; nothing changes the state it was drawn from."""

    name = "executes"

    def at(self, point: Point) -> Iterable[str]:
        """One more order for one decision and one any-time order, on forks."""
        before, s = len(point.told), point.s
        dice = point.setting.dice()
        source = Sampling(point, point.decisions)
        if point.decisions:
            advance(point.game, s, source, dice)
        for d in open_decisions(point):
            order = d.sample(point.chance)
            act(point.game, s, d.seat, order, dice)
        if point.s is not s or len(point.told) != before:
            yield "the fork moved the game itself"


class Sampling:
    """Answers these decisions with samples, and no others."""

    def __init__(self, point: Point, decisions: Iterable[Decision]) -> None:
        """``decisions`` as they are asked now."""
        self._orders = {d.id: d.sample(point.chance) for d in decisions if d.choices}

    def answer(self, s: object, d: Decision) -> Answer | None:
        """The sample while it is legal, else silence."""
        order = self._orders.get(d.id)
        if order is None:
            return None
        return Answer(order) if d.has(order) else Answer(d.default, "default")

    def taken(self, s: object, d: Decision, answer: Answer) -> None:
        """Nothing is kept."""


class Leaving(Law):
    """Who leaves has no any-time orders; who is gone is not asked and is in no offer."""

    name = "leaving"

    def at(self, point: Point) -> Iterable[str]:
        """Seats that leave or are gone."""
        s = point.s
        for seat in (*s.leaving, *s.gone):
            if any(d.seat == seat for d in point.pending):
                yield f"waits for {seat}, who left"
        for seat in s.gone:
            if any(d.seat == seat for d in point.decisions):
                yield f"asks {seat}, who is gone"
        for offer in s.offers:
            if offer.giver in s.gone or offer.taker in s.gone:
                yield f"{offer.id} is open, though one of the two is gone"
            elif not offer.accepted and {offer.giver, offer.taker} & set(s.leaving):
                yield f"{offer.id} is open, though one of the two is leaving"
