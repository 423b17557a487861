"""Four of the five laws against leaks (the fifth is the table of audiences).

Each catches bugs that the others miss. "Own view" is ``hide(s, seat)``, a stranger's is
``hide(s, "")``; a swap is a state that a viewer cannot tell from the real one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any

from engine.advance import act, awaited, opened, run
from engine.decision import Decision, Order
from engine.fact import OfferClosed, Rolled, Told
from engine.laws.difference import difference
from engine.laws.walk import Law, Point
from engine.table import Answer, Source, Table

LISTED = 40
"""So many orders of a decision are compared one by one."""


def face(d: Decision) -> tuple[Any, ...]:
    """What everybody may know of a question: all but its choices."""
    default = d.default if d.sealed else None
    return (d.id, d.seat, d.kind, default, d.deadline, d.sealed, d.skip, d.about, d.info)


class Asked(Law):
    """Who is asked what is seen on a stranger's view; own decisions are the same on the own view.

    So no question is put, worded or left out because of a hidden card.
    """

    name = "asked"

    def at(self, point: Point) -> Iterable[str]:
        """The top phase and the any-time orders."""
        game, s = point.game, point.s
        if not s.stack:
            return
        top = s.stack[-1]
        stranger = game.hide(s, "")
        if stranger.stack != s.stack:
            yield "hide changes the stack"
        if top.moot(stranger) != top.moot(s):
            yield f"{top} is moot by something hidden"
        faces = [face(d) for d in point.decisions]
        masked = [face(d) for d in top.ask(stranger)]
        if faces != masked:
            yield f"asked / on a stranger's view: {difference(faces, masked)}"
        for seat in s.seats:
            view = game.hide(s, seat)
            own = [d for d in point.decisions if d.seat == seat]
            seen = [d for d in top.ask(view) if d.seat == seat]
            yield from self._same(point, own, seen)
            now, then = point.opened(seat), opened(game, view, seat)
            yield from self._same(point, [now] if now else [], [then] if then else [])

    def _same(self, point: Point, real: list[Decision], seen: list[Decision]) -> Iterable[str]:
        if [(face(d), d.default) for d in real] != [(face(d), d.default) for d in seen]:
            yield f"own decisions / on the own view: {difference(real, seen)}"
            return
        for a, b in zip(real, seen, strict=True):
            first, second = (tuple(islice(d.legal(), LISTED)) for d in (a, b))
            if first != second:
                yield f"{a.id} {a.kind}: legal / on the own view: {difference(first, second)}"
            elif not b.has(order := a.sample(point.chance)):
                yield f"{a.id} {a.kind}: {order} is not legal on the own view"


class View(Law):
    """``hide(fold(facts as shown to v), v) == hide(state, v)``: each can fold its own picture."""

    name = "view"

    def __init__(self) -> None:
        """Nobody has seen anything."""
        self._pictures: dict[str, Any] = {}

    def at(self, point: Point) -> Iterable[str]:
        """Every seat and a stranger."""
        game = point.game
        for v in point.viewers:
            picture = self._pictures.get(v)
            if picture is None:
                picture = game.hide(point.beginning, v)
            for told in point.told[point.fresh :]:
                fact = told.to(v)
                if fact is not None:
                    picture = fact.apply(picture)
            self._pictures[v] = picture
            mine, real = game.hide(picture, v), game.hide(point.s, v)
            if mine != real:
                yield f"{v or 'a stranger'}: own picture / view: {difference(mine, real)}"
            if game.hide(real, v) != real:
                yield f"{v or 'a stranger'}: hiding twice is not hiding once"


class Silent:
    """A desk with nothing on file: all is awaited."""

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """Nothing."""
        return None

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """Nothing is kept."""


class Passing(Silent):
    """A desk on which everybody passes in every window."""

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """Silence, at once."""
        return Answer(d.default, "standing") if d.sealed else None


Desks = Callable[[Any], Sequence[Source]]
"""Sources to try on a state; they may hold standing orders, total for each kind of window."""


def plain_desks(s: Any) -> Sequence[Source]:
    """An empty desk and one that is total."""
    return (Silent(), Passing())


class Timing(Law):
    """Who is still awaited does not change when hidden things are swapped."""

    name = "timing"

    def __init__(self, desks: Desks = plain_desks) -> None:
        """``desks``: whose lines on file are tried, the same on both sides of a swap."""
        self._desks = desks

    def at(self, point: Point) -> Iterable[str]:
        """Each viewer and each swap, with one of the desks."""
        s = point.s
        if not any(d.sealed or d.skip for d in point.decisions):
            return
        desks = self._desks(s)
        desk = desks[point.chance.below(len(desks))]
        real = _missing(s, desk, point.decisions)
        for v in point.viewers:
            for other in point.game.swaps(s, v):
                swapped = _missing(other, desk, other.stack[-1].ask(other))
                if swapped != real:
                    yield (
                        f"{type(desk).__name__}: {v or 'a stranger'} sees {real} awaited, "
                        f"or {swapped} with other hidden cards"
                    )


def _missing(s: Any, desk: Source, decisions: tuple[Decision, ...]) -> list[str]:
    # Outside windows a plan may hang on the own hand: what it does is seen at once.
    return [d.id for d in awaited(s, decisions) if not d.sealed or desk.answer(s, d) is None]


class Swaps(Law):
    """A swap changes nothing that its viewer may see (without this the other laws are blind)."""

    name = "swaps"

    def at(self, point: Point) -> Iterable[str]:
        """Each viewer, each swap."""
        game, s = point.game, point.s
        for v in point.viewers:
            view = game.hide(s, v)
            for other in game.swaps(s, v):
                if game.hide(other, v) != view:
                    yield f"{v or 'a stranger'} sees it: {difference(view, game.hide(other, v))}"


class _Given:
    """Answers by decision id; ``None``: silence."""

    def __init__(self, orders: dict[str, Order | None]) -> None:
        self._orders = orders

    def answer(self, s: Any, d: Decision) -> Answer | None:
        if d.id not in self._orders:
            return None
        order = self._orders[d.id]
        return Answer(order if order is not None and d.has(order) else d.default)

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        pass


class Step(Law):
    """What a viewer is told until the next question is the same when hidden things are swapped.

    The same orders are given on both sides, those that are legal on both, and the dice fall
    alike; else silence, which may not mean something else with other cards. Where a fact of
    ``game.reveals`` or a draw shows the viewer another card than before, the law stops.
    """

    name = "step"

    def at(self, point: Point) -> Iterable[str]:
        """One viewer and all his swaps, with fresh answers; then one any-time order."""
        s = point.s
        if not s.stack:
            return
        v = point.viewers[point.chance.below(len(point.viewers))]
        for other in point.game.swaps(s, v):
            yield from self._answers(point, other, v)
            yield from self._any_time(point, other, v)

    def _answers(self, point: Point, other: Any, v: str) -> Iterable[str]:
        theirs = {d.id: d for d in other.stack[-1].ask(other)}
        orders: dict[str, Order | None] = {}
        for d in point.decisions:
            order = d.sample(point.chance) if point.chance.random() < 0.6 else None
            known = theirs.get(d.id)
            if order and known and known.has(order):
                orders[d.id] = order
            elif d.sealed or (known and known.default == d.default):
                # Elsewhere silence may hang on the own hand: the last card is thrown away.
                orders[d.id] = None
        real = self._told(point, point.s, v, orders)
        swapped = self._told(point, other, v, orders)
        if found := parted(point, real, swapped):
            yield (
                f"{v or 'a stranger'} is told, with the answers {orders}: {found}; "
                f"swapped hands: {difference(point.s, other)}"
            )

    def _told(self, point: Point, s: Any, v: str, orders: dict[str, Order | None]) -> list[Any]:
        table: Table[Any] = Table(s, point.setting.dice())
        pending = run(table, _Given(orders))
        return _shown(table.facts, v, pending)

    def _any_time(self, point: Point, other: Any, v: str) -> Iterable[str]:
        seats = [x for x in point.s.seats if x != v]
        seat = seats[point.chance.below(len(seats))]
        here, there = point.opened(seat), opened(point.game, other, seat)
        if here is None or there is None:
            if here is not there:
                yield f"{seat} has any-time orders by something hidden"
            return
        order = here.sample(point.chance)
        # That a deal takes place proves what the two hold, and so it may.
        if order.verb == "ACCEPT" or not there.has(order):
            return
        real, swapped = (self._acted(point, s, seat, order, v) for s in (point.s, other))
        if found := parted(point, real, swapped):
            yield f"{v or 'a stranger'} is told of {seat} {order}: {found}"

    def _acted(self, point: Point, s: Any, seat: str, order: Order, v: str) -> list[Any]:
        step = act(point.game, s, seat, order, point.setting.dice())
        return _shown(step.facts, v, step.pending)


def _shown(facts: Sequence[Told], v: str, pending: Sequence[Decision]) -> list[Any]:
    shown = [fact for fact in (told.to(v) for told in facts) if fact is not None]
    return [*shown, [(d.id, d.seat, d.kind) for d in pending]]


def parted(point: Point, real: list[Any], swapped: list[Any]) -> str:
    """Where the two part ways without a card having been shown; empty: nowhere.

    A card is shown by the facts of ``game.reveals``, and by the fact right behind a draw. A deal
    (one that not everybody sees whole) may also take place on one side only, and fail on the
    other: that proves what the two held, as at a table.
    """
    drawn = False
    for a, b in zip(real, swapped, strict=False):
        if a != b:
            shows = [isinstance(x, point.game.reveals) for x in (a, b)]
            shown = type(a) is type(b) and (drawn or all(shows))
            deal = any(is_shown and not x.public for is_shown, x in zip(shows, (a, b), strict=True))
            ended = isinstance(a, OfferClosed) and isinstance(b, OfferClosed)
            deal = deal or (ended and a.offer == b.offer)
            return "" if shown or deal else difference(a, b)
        drawn = isinstance(a, Rolled)
    return difference(real, swapped)
