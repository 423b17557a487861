"""The bottom phase of a game in seat-turns, at either pace.

Pace ``rounds`` stops once a round, where every seat is asked READY; plans are collected there
and the whole round then runs. Pace ``turns`` never stops here.
"""

from __future__ import annotations

from typing import Any

from engine.decision import Choice, Decision, Order
from engine.fact import DroppedOut, RoundBegan, RoundEnded, TurnBegan
from engine.form import Form
from engine.leave import close_offers
from engine.state import Phase
from engine.table import Answers, Table, decision_id

READY_FORM = Form(verb="READY", blocks=("ANSWER",), fits=("ready",), whole=True)
READY = Order("READY")

DESERTED = "deserted"
"""Why a game ends that everybody has left; only one that goes on with a single seat meets it."""


class Rounds(Phase, frozen=True, kw_only=True):
    """Gives one seat after the other its turn, for ever; a game subclasses it."""

    def turn(self, s: Any, seat: str) -> Phase:
        """The phase of one seat's turn."""
        raise TypeError(f"{type(self).__name__} has no turns")

    def before_round(self, t: Table[Any]) -> None:
        """What happens between two rounds, before the next begins. May end the game."""

    def before_turn(self, t: Table[Any], seat: str) -> None:
        """What happens as a turn begins, before its phase is pushed. May end the game."""

    def drop(self, t: Table[Any], seat: str) -> None:
        """What a drop-out does besides ``DroppedOut``. May end the game, may push."""

    def skips(self, t: Table[Any], seat: str) -> bool:
        """Whether the turn that just began is skipped whole (facts for that are emitted here)."""
        return False

    def ask(self, s: Any) -> tuple[Decision, ...]:
        """READY of every seat, at the boundary of rounds at pace ``rounds``."""
        if s.active or s.leaving or s.options.get("pace") != "rounds":
            return ()
        return tuple(
            Decision(
                id=decision_id(self, seat),
                seat=seat,
                kind="ready",
                choices=(Choice(READY_FORM),),
                default=READY,
                deadline="ROUND",
            )
            for seat in s.present()
        )

    def play(self, t: Table[Any], answers: Answers) -> None:
        """Run what is due at this boundary: a drop-out, a new round, the next turn."""
        s = t.state
        if s.leaving:
            self._drop_first(t)
        elif not s.active:
            self._begin_round(t, answers)
        else:
            self._next_turn(t)

    def _drop_first(self, t: Table[Any]) -> None:
        seat = t.state.leaving[0]
        t.emit(DroppedOut(seat))
        close_offers(t, seat)
        if not t.state.present():
            t.end(DESERTED, ())
        self.drop(t, seat)

    def _begin_round(self, t: Table[Any], answers: Answers) -> None:
        if answers:
            for seat in t.state.present():
                answers.take(seat)
            # A new serial: the questions of the next round must have ids of their own.
            t.swap(self)
        self.before_round(t)
        t.emit(RoundBegan(t.state.round + 1))
        self._begin_turn(t, t.state.present()[0])

    def next_seat(self, s: Any) -> str:
        """Whose turn is next in this round; empty at its end."""
        seats: tuple[str, ...] = s.seats
        at = seats.index(s.active) + 1
        while at < len(seats):
            if not s.gone or seats[at] not in s.gone:
                return seats[at]
            at += 1
        return ""

    def _next_turn(self, t: Table[Any]) -> None:
        seat = self.next_seat(t.state)
        if seat:
            self._begin_turn(t, seat)
        else:
            t.emit(RoundEnded())

    def _begin_turn(self, t: Table[Any], seat: str) -> None:
        phase = self.opening(t, seat)
        if phase is not None:
            t.push(phase)

    def opening(self, t: Table[Any], seat: str) -> Phase | None:
        """A seat's turn begins: its phase; ``None`` when it is over already."""
        t.emit(TurnBegan(t.state.turn + 1, seat))
        self.before_turn(t, seat)
        return None if self.skips(t, seat) else self.turn(t.state, seat)

    @staticmethod
    def end_turn(t: Table[Any]) -> None:
        """The phase of a turn, on top and right above the rounds, is over.

        Where play goes on without a stop, the next turn's phase takes its place; else it is
        popped. Nothing may be done after this call.
        """
        s = t.state
        rounds = s.stack[-2]
        assert isinstance(rounds, Rounds)
        phase = None
        if not s.leaving:
            seat = rounds.next_seat(s)
            if not seat and s.options.get("pace") != "rounds":
                t.emit(RoundEnded())
                rounds.before_round(t)
                t.emit(RoundBegan(s.round + 1))
                seat = s.present()[0]
            phase = rounds.opening(t, seat) if seat else None
        if phase is None:
            t.pop()
        else:
            t.swap(phase)
