"""Windows of Star Traders: passes are settled together, a card that is played alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from engine.decision import Choice, Decision, Order
from engine.state import change
from engine.table import Answers, Table
from engine.window import PASS
from engine.window import Window as EngineWindow
from games.star_traders.orders.forms import PASSING
from games.star_traders.state import Stars, could

PASS_CHOICE = Choice(PASSING)
ONLY_PASS = (PASS_CHOICE,)


class Window(EngineWindow, frozen=True, kw_only=True):
    """Asks who could hold a card that matters; the answers that pass change nothing."""

    def question(
        self,
        s: Stars,
        seat: str,
        kind: str,
        choices: tuple[Choice, ...],
        about: tuple[Any, ...],
        info: dict[str, Any],
        hangs: Callable[[Order], tuple[Any, ...]] | None = None,
    ) -> Decision:
        """The sealed decision of one seat; to pass is always possible."""
        return Decision(
            id=f"{self.n}.{seat}",
            seat=seat,
            kind=kind,
            choices=(PASS_CHOICE, *choices) if choices else ONLY_PASS,
            default=PASS,
            deadline="AGAIN" if self.again else "WINDOW",
            sealed=True,
            about=about,
            info=info,
            hangs=hangs,
        )

    def play(self, t: Table[Stars], answers: Answers) -> None:
        """Settle answers up to the first that plays something, or close."""
        done = self.done
        for seat in self.asked(t.state):
            order = answers.take(seat)
            done = (*done, seat)
            if order.verb == "PASS":
                continue
            now = change(self, done=done)
            t.swap(now, keep=True)
            if now.resolve(t, seat, order) and not self.played:
                self._note_played(t)
            return
        if done != self.done:
            # Nothing but passes: they need no fact of their own.
            change(self, done=done).close(t)
        else:
            self.close(t)

    def _note_played(self, t: Table[Stars]) -> None:
        """Beneath what the card pushed, so that the window opens again afterwards."""
        for phase in t.state.stack:
            if isinstance(phase, Window) and phase.n == self.n:
                t.amend(change(phase, played=True))


class Meddling(Window, frozen=True, kw_only=True):
    """What one seat does concerns all who could hold a card with ``effect``; opens again after
    each that was played, and is moot once that seat has resigned.
    """

    effect: ClassVar[str] = ""

    seat: str

    @property
    def reopens(self) -> bool:
        """While cards are played."""
        return True

    def moot(self, s: Stars) -> bool:
        """Whether there is nobody any more whose doing it is."""
        return s.away(self.seat)

    def seats(self, s: Stars) -> tuple[str, ...]:
        """Clockwise from him on."""
        return able(s, self.seat, self.effect)


def able(s: Stars, seat: str, effect: str) -> tuple[str, ...]:
    """Who could hold a card with this effect, as everybody sees it, clockwise from the seat on."""
    found = could(s, effect)
    return tuple(x for x in around(s, seat) if x in found)


def around(s: Stars, seat: str) -> tuple[str, ...]:
    """All who are in the game, clockwise from this seat."""
    others = s.clockwise(seat)
    return others if seat in s.gone else (*others[-1:], *others[:-1])
