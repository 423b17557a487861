"""The three kinds of phase that ask several seats: window, sealed round, one after another."""

from __future__ import annotations

from typing import Any

from engine.decision import Choice, Decision, Order
from engine.form import Form
from engine.state import Phase, change
from engine.table import Answers, Table, decision_id

PASS_FORM = Form(verb="PASS", blocks=("ANSWER", "PLAN", "STANDING"), fits=())
"""Passing: every game with windows lists it, fitted to its kinds of window."""

PASS = Order("PASS")


def passing(form: Form = PASS_FORM) -> Choice:
    """The choice to pass."""
    return Choice(form)


class Window(Phase, frozen=True, kw_only=True):
    """Everyone it could concern is asked at once; answers stay sealed at the desk.

    ``play`` resolves one answer, the next in ``seats`` order, and returns; what it pushes is
    played before the next one, whose answer is then checked again. Whom it asks is public.
    """

    done: tuple[str, ...] = ()
    played: bool = False
    """Whether a card was really played in this round; then the window opens again."""
    again: bool = False
    """Whether this is a re-opened round, with a shorter deadline."""

    def seats(self, s: Any) -> tuple[str, ...]:
        """Those asked, in the order of settlement. Depends on public parts only."""
        raise TypeError(f"{type(self).__name__} asks nobody")

    def decide(self, s: Any, seat: str) -> Decision:
        """The decision of one seat, with the id ``decision_id(self, seat)``."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def resolve(self, t: Table[Any], seat: str, order: Order) -> bool:
        """Carry out one answer; whether a card was really played. May push, as its last act."""
        raise TypeError(f"{type(self).__name__} resolves nothing")

    def close(self, t: Table[Any]) -> None:
        """All answers are settled: pop, and do what follows. Default: pop, or open again."""
        if self.played and self.reopens:
            t.swap(change(self, done=(), played=False, again=True))
        else:
            t.pop()

    @property
    def reopens(self) -> bool:
        """Whether it opens again after a round in which something was played."""
        return False

    def asked(self, s: Any) -> tuple[str, ...]:
        """Those whose answers are not settled yet."""
        return tuple(x for x in self.seats(s) if x not in self.done and x not in s.gone)

    def ask(self, s: Any) -> tuple[Decision, ...]:
        """One sealed decision for each seat not settled yet."""
        return tuple(self.decide(s, seat) for seat in self.asked(s))

    def play(self, t: Table[Any], answers: Answers) -> None:
        """Settle one answer, or close."""
        asked = self.asked(t.state)
        if not asked:
            self.close(t)
            return
        seat = asked[0]
        order = answers.take(seat)
        t.swap(change(self, done=(*self.done, seat)), keep=True)
        if order.verb != "PASS" and self.resolve(t, seat, order) and not self.played:
            # Beneath what the card pushed, so that the window opens again afterwards.
            for phase in t.state.stack:
                if isinstance(phase, Window) and phase.n == self.n:
                    t.amend(change(phase, played=True))


class Sealed(Phase, frozen=True, kw_only=True):
    """All answers are opened together: an avoid asked, bought and sold; an auction."""

    def decisions(self, s: Any) -> tuple[Decision, ...]:
        """What is asked; a seat may be asked several questions."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def opened(self, t: Table[Any], answers: dict[str, Order]) -> None:
        """All answers by decision id. Pops itself first."""
        raise TypeError(f"{type(self).__name__} opens nothing")

    def ask(self, s: Any) -> tuple[Decision, ...]:
        """All decisions at once."""
        return self.decisions(s)

    def play(self, t: Table[Any], answers: Answers) -> None:
        """Take every answer, in the order of the questions, then open them."""
        asked = self.decisions(t.state)
        counts: dict[str, int] = {}
        orders: dict[str, Order] = {}
        for d in asked:
            k = counts.get(d.seat, 0)
            counts[d.seat] = k + 1
            orders[d.id] = answers.take(d.seat, k)
        self.opened(t, orders)


class InTurn(Phase, frozen=True, kw_only=True):
    """One seat after another, each seeing what the seats before it chose: setup picks."""

    order: tuple[str, ...] = ()
    """Seats that are still to choose."""

    def decide(self, s: Any, seat: str) -> Decision:
        """The decision of the seat whose turn to choose it is."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def resolve(self, t: Table[Any], seat: str, order: Order) -> None:
        """Carry out the choice; the phase has moved on already. May push as its last act."""
        raise TypeError(f"{type(self).__name__} resolves nothing")

    def close(self, t: Table[Any]) -> None:
        """All have chosen. Default: pop."""
        t.pop()

    def waiting(self, s: Any) -> tuple[str, ...]:
        """Those still to choose who are still in the game."""
        return tuple(seat for seat in self.order if seat not in s.gone)

    def ask(self, s: Any) -> tuple[Decision, ...]:
        """One decision, of the first seat in order."""
        waiting = self.waiting(s)
        return (self.decide(s, waiting[0]),) if waiting else ()

    def play(self, t: Table[Any], answers: Answers) -> None:
        """Carry out one choice, or close."""
        waiting = self.waiting(t.state)
        if not waiting:
            self.close(t)
            return
        order = answers.take(waiting[0])
        t.swap(change(self, order=waiting[1:]))
        self.resolve(t, waiting[0], order)


__all__ = ["PASS", "PASS_FORM", "InTurn", "Sealed", "Window", "decision_id", "passing"]
