"""A table at which tests play the toy by hand: orders as text, dice that fall as wanted.

Answers go through a real desk, so that what lapses lapses as in a campaign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.advance import Step, act, advance, opened, pending
from engine.decision import Decision, Order
from engine.desk import DeskSource
from engine.dice import ScriptedDice
from engine.fact import Fact
from engine.filing import Desk, file_between, file_plan, file_standing, keep_answer
from engine.language.fault import Fault
from engine.language.line import parse_line
from engine.language.order import parse_order
from engine.plan import read_plan
from engine.replay import shown
from engine.standing import read_standing
from tests.toy import board
from tests.toy.game import LANTERNS
from tests.toy.state import ToyState
from tests.toy.table import Turns

SEATS = ("p1", "p2", "p3")
START = {"p1": "Ash", "p2": "Cedar", "p3": "Elm", "p4": "Fir"}
FAR = {"p1": "Dogwood", "p2": "Fir", "p3": "Ash", "p4": "Cedar"}
NAMES = {"p1": "Ann", "p2": "Bob", "p3": "Cleo", "p4": "Dora"}


def midgame(
    hands: Mapping[str, Sequence[str]] | None = None,
    *,
    seats: tuple[str, ...] = SEATS,
    pace: str = "turns",
    **fields: Any,
) -> ToyState:
    """A state between two rounds: everybody placed, the first turn about to begin.

    What is in no hand is in the deck. ``fields`` replace those of the state.
    """
    held = {seat: tuple(sorted((hands or {}).get(seat, ()))) for seat in seats}
    deck = list(board.CARDS)
    for hand in held.values():
        for card in hand:
            deck.remove(card)
    made: dict[str, Any] = {
        "variant": "plain",
        "seats": seats,
        "options": {"pace": pace, "length": 3},
        "stack": (Turns(n=1),),
        "serial": 1,
        "at": {x: START[x] for x in seats},
        "dest": {x: FAR[x] for x in seats},
        "points": dict.fromkeys(seats, 0),
        "money": dict.fromkeys(seats, board.PURSE),
        "bank": board.BANK,
        "hands": held,
        "deck": tuple(deck),
        "die": {"turn": 0, "envoy": 0},
        "left": {"turn": 0, "envoy": 0},
    }
    return ToyState(**(made | fields))


class Play:
    """One table. ``dice``: results by purpose as a die shows them, from 1."""

    def __init__(
        self,
        s: ToyState,
        dice: Mapping[str, Sequence[int]] | None = None,
        *,
        waits: Mapping[str, bool] | None = None,
    ) -> None:
        """``waits``: kinds of window that are waited for, or not; all are unless named."""
        self.s = s
        self.desk = Desk()
        self.facts: list[Fact] = []
        self.told: list[Any] = []
        self.notes: list[Any] = []
        self.closed = False
        self._waits = dict(waits or {})
        script = {k: [n - 1 for n in results] for k, results in (dice or {}).items()}
        self.dice = ScriptedDice(script)
        self.pending: tuple[Decision, ...] = ()

    # -- what players do -------------------------------------------------------------------

    def _read(self, text: str, d: Decision) -> Order:
        lexicon = LANTERNS.lexicon(self.s, NAMES)
        read = parse_order(text, LANTERNS.all_forms, lexicon, d)
        assert not isinstance(read, Fault), f"{text}: {read}"
        return read.order

    def asks(self, seat: str) -> list[Decision]:
        """The open questions of a seat."""
        return [d for d in pending(self.s) if d.seat == seat]

    def answer(self, seat: str, text: str, k: int = 0) -> None:
        """An answer comes in for the seat's ``k``-th open question, and is kept."""
        d = self.asks(seat)[k]
        self.desk = keep_answer(self.desk, d, self._read(text, d), text, 1)

    def plan(self, seat: str, *lines: str) -> None:
        """A plan is filed."""
        lexicon = LANTERNS.lexicon(self.s, NAMES)
        plan = read_plan(lines, LANTERNS.all_forms, LANTERNS.predicates, lexicon)
        assert not isinstance(plan, Fault), plan
        self.desk = file_plan(self.desk, seat, plan)

    def standing(self, seat: str, *lines: str) -> None:
        """Standing orders are filed."""
        lexicon = LANTERNS.lexicon(self.s, NAMES)
        found = read_standing(lines, LANTERNS.all_forms, LANTERNS.predicates, lexicon)
        assert not isinstance(found, Fault), found
        for head, line in found.items():
            self.desk = file_standing(self.desk, seat, head, line)

    def between(self, seat: str, *texts: str) -> None:
        """Cards for the gap after the own turn."""
        lexicon = LANTERNS.lexicon(self.s, NAMES)
        lines = []
        for text in texts:
            line = parse_line(text, LANTERNS.all_forms, LANTERNS.predicates, lexicon, "BETWEEN")
            assert not isinstance(line, Fault), line
            lines.append(line)
        self.desk = file_between(self.desk, seat, lines)

    def now(self, seat: str, text: str) -> list[Fact]:
        """An any-time order, at once; what it led to."""
        d = opened(LANTERNS, self.s, seat)
        assert d is not None
        order = Order("RESIGN") if text == "RESIGN" else self._read(text, d)
        return self._went(act(LANTERNS, self.s, seat, order, self.dice))

    # -- what the referee does ---------------------------------------------------------------

    def run(self, *, deadline: bool = False) -> list[Fact]:
        """Settles what can be settled; ``deadline``: nobody is waited for any more, just once.

        Returns the facts of this run.
        """
        asked = {d.id for d in pending(self.s)} if deadline else set()
        source = DeskSource(
            LANTERNS,
            self.desk,
            lambda s, d: d.id in asked,
            lambda kind: self._waits.get(kind, True),
        )
        step = advance(LANTERNS, self.s, source, self.dice)
        self.desk = source.desk
        self.notes += source.notes
        return self._went(step)

    def _went(self, step: Step[ToyState]) -> list[Fact]:
        self.s, self.pending = step.state, step.pending
        self.told += step.facts
        new = [told.fact for told in step.facts]
        self.facts += new
        return new

    def answers(self, **texts: str) -> list[Fact]:
        """Several answers by seat, then a run."""
        for seat, text in texts.items():
            self.answer(seat, text)
        return self.run()

    # -- what is looked at -------------------------------------------------------------------

    @property
    def stack(self) -> list[str]:
        """Names of the phases, the bottom first."""
        return [type(phase).__name__ for phase in self.s.stack]

    @property
    def waiting(self) -> dict[str, str]:
        """Who is asked what (the last of several)."""
        return {d.seat: d.kind for d in self.pending}

    def seen(self, seat: str) -> list[Fact]:
        """All facts as this seat is shown them."""
        return shown(self.told, seat)


def of(kind: type[Fact], found: Sequence[Fact]) -> list[Any]:
    """The facts of one kind."""
    return [fact for fact in found if isinstance(fact, kind)]


__all__ = ["Play", "midgame", "of"]
