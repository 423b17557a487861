"""Laws of what stays: conserved quantities, the public reasons to skip, the end of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.laws.walk import Law, Point


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


class Ending(Law):
    """A game ends for a reason that it names, with winners who are in it, within its cap."""

    name = "ending"

    def at(self, point: Point) -> Iterable[str]:
        """The cap."""
        cap = point.game.cap(point.setting.seats)
        if point.s.turn > cap:
            yield f"turn {point.s.turn} of at most {cap}"

    def over(self, point: Point) -> Iterable[str]:
        """Reason and winners."""
        s = point.s
        if s.ended not in point.game.endings:
            yield f"ended by {s.ended!r}, which is none of {point.game.endings}"
        if not set(s.winners) <= set(s.present()):
            yield f"winners {s.winners} of {s.present()}"
        if set(s.winners) & set(s.leaving) and set(s.present()) - set(s.leaving):
            yield f"{s.winners} won, of whom {s.leaving} had resigned"
        if point.pending or s.offers:
            yield "over, but something is still open"
