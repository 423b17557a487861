"""Laws of what stays: conserved quantities, the public reasons to skip, the end of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.advance import act, advance, opened
from engine.decision import Decision, Order
from engine.laws.walk import Law, Point
from engine.leave import RESIGN_FORM
from engine.state import State
from engine.table import Answer


class Conserved(Law):
    """What ``game.conserved`` names is the same at every point."""

    name = "conserved"

    def __init__(self) -> None:
        """Taken at the first point."""
        self._first: Mapping[str, Any] | None = None

    def at(self, point: Point) -> Iterable[str]:
        """Compares with the beginning."""
        game = point.game
        if self._first is None:
            self._first = game.conserved(point.beginning)
        now = game.conserved(point.s)
        for name in sorted({*self._first, *now}):
            if self._first.get(name) != now.get(name):
                yield f"{name}: {self._first.get(name)!r} at first, {now.get(name)!r} now"


class Skipped(Law):
    """A question may be skipped only where everybody knows that there is one answer."""

    name = "skipped"

    def at(self, point: Point) -> Iterable[str]:
        """Decisions with ``skip`` are forced for a stranger and under every swap, or for none."""
        skips = [d for d in point.decisions if d.skip]
        if not skips:
            return
        forced = {d.id: d.forced() is not None for d in skips}
        others = [point.game.hide(point.s, "")]
        others += [x for v in point.viewers for x in point.game.swaps(point.s, v)]
        for other in others:
            for d in other.stack[-1].ask(other):
                # A viewer's swap leaves his own cards alone, so his own question stays.
                if d.id in forced and (d.forced() is not None) != forced[d.id]:
                    yield f"{d.id} {d.kind} is skipped by something hidden"


class Silence:
    """Answers everything with silence until the turn is over."""

    def __init__(self, turn: int) -> None:
        """``turn``: number of the turn."""
        self._turn = turn

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """The default; in another turn nothing."""
        return Answer(d.default, "default") if s.turn == self._turn else None

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """Nothing is kept."""


class Ending(Law):
    """A game ends for a reason that it names, with winners who are in it, within its cap.

    Also the game that would follow if one of those who are waited for resigned now, and all the
    others were silent to the end of the turn: what lies on the table must not play on for him.
    """

    name = "ending"

    def at(self, point: Point) -> Iterable[str]:
        """The cap; and one seat's resigning, on a fork."""
        cap = point.game.cap(point.setting.seats)
        if point.s.turn > cap:
            yield f"turn {point.s.turn} of at most {cap}"
        if point.pending:
            seat = point.pending[point.chance.below(len(point.pending))].seat
            decision = opened(point.game, point.s, seat)
            if decision is not None and decision.has(Order(RESIGN_FORM.verb)):
                yield from self._without(point, seat)

    def _without(self, point: Point, seat: str) -> Iterable[str]:
        dice = point.setting.dice()
        s = act(point.game, point.s, seat, Order(RESIGN_FORM.verb), dice).state
        s = advance(point.game, s, Silence(s.turn), dice).state
        if s.ended:
            yield from (f"{seat} resigns: {text}" for text in _winners(s))

    def over(self, point: Point) -> Iterable[str]:
        """Reason and winners."""
        s = point.s
        if s.ended not in point.game.endings:
            yield f"ended by {s.ended!r}, which is none of {point.game.endings}"
        yield from _winners(s)
        if point.pending or s.offers:
            yield "over, but something is still open"


def _winners(s: State) -> Iterable[str]:
    """They are in the game; while anybody stays, one who stays has won, and nobody else."""
    if not set(s.winners) <= set(s.present()):
        yield f"winners {s.winners} of {s.present()}"
    if s.staying() and not s.winners:
        yield f"{s.ended}: nobody won, though {s.staying()} stayed"
    if s.staying() and not set(s.winners) <= set(s.staying()):
        yield f"{s.winners} won, of whom {s.leaving} had resigned"
