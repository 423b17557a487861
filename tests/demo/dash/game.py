"""Dash, which the steps of games/README.md add: who first has gone twelve steps has won."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.decision import Choice, Decision, Order
from engine.fact import PublicFact
from engine.form import Form
from engine.game import Game, Option, Suggestion
from engine.leave import open_orders, resign
from engine.lexicon import Lexicon, seat_names
from engine.rounds import Rounds
from engine.state import OptionValue, Phase, State, change
from engine.table import Answers, Table, decision_id

WALK = Form(verb="WALK", fits=("dash",))
SPRINT = Form(verb="SPRINT", fits=("dash",))


class Track(State, frozen=True, kw_only=True):
    """How far each seat has come."""

    steps: dict[str, int]


class Ran(PublicFact, frozen=True):
    """A seat went on, by what it rolled if it sprinted."""

    seat: str
    steps: int
    rolled: int

    def apply(self, s: Track) -> Track:
        """The seat stands further on."""
        return change(s, steps={**s.steps, self.seat: s.steps[self.seat] + self.steps})


class Run(Phase, frozen=True, kw_only=True):
    """A seat's turn: it walks two steps, or sprints and stumbles on a one."""

    seat: str

    def ask(self, s: Track) -> tuple[Decision, ...]:
        """How it runs; silence walks."""
        return (
            Decision(
                id=decision_id(self, self.seat),
                seat=self.seat,
                kind="dash",
                choices=(Choice(WALK), Choice(SPRINT)),
                default=Order("WALK"),
                info={"left": s.options["length"]},
            ),
        )

    def play(self, t: Table[Track], answers: Answers) -> None:
        """Runs, and wins at the end of the track; who resigned runs no more."""
        if t.state.away(self.seat):
            Rounds.end_turn(t)
            return
        rolled = t.roll("sprint") if answers.one().verb == "SPRINT" else 0
        t.emit(Ran(self.seat, 2 if not rolled else rolled if rolled > 1 else 0, rolled))
        if t.state.steps[self.seat] >= int(t.state.options["length"]):
            t.end("home", (self.seat,))
        Rounds.end_turn(t)


class Laps(Rounds, frozen=True, kw_only=True):
    """Seat after seat."""

    def turn(self, s: Track, seat: str) -> Phase:
        """A run."""
        return Run(seat=seat)

    def drop(self, t: Table[Track], seat: str) -> None:
        """Who is left alone has won."""
        if len(t.state.present()) == 1:
            t.end("alone", t.state.present())


class Dash(Game[Track]):
    """Rules, words and data of Dash."""

    id = "dash"
    variants = ("default",)
    least_seats = 2
    most_seats = 4
    state_type = Track
    fact_types = (Ran,)
    phase_types = (Laps, Run)
    forms = (WALK, SPRINT)
    endings = ("home", "alone")
    trades = False

    def options(self, variant: str) -> tuple[Option, ...]:
        """Pace, and how long the track is."""
        return (
            Option(name="pace", default="turns", allowed=("turns", "rounds")),
            Option(name="length", default=12, low=6, high=60),
        )

    def begin(
        self, variant: str, seats: tuple[str, ...], options: Mapping[str, OptionValue]
    ) -> Track:
        """All at the start."""
        return Track(
            variant=variant,
            seats=seats,
            options=dict(options),
            stack=(Laps(n=1),),
            serial=1,
            steps=dict.fromkeys(seats, 0),
        )

    def hide(self, s: Track, seat: str) -> Track:
        """Nothing is hidden."""
        return s

    def open(self, s: Track, seat: str) -> Decision | None:
        """Resigning, as in every game."""
        return open_orders(seat, ())

    def act(self, t: Table[Track], seat: str, order: Order) -> None:
        """Resigning is all there is."""
        resign(t, seat)

    def lexicon(self, s: Track, names: Mapping[str, str]) -> Lexicon:
        """Only the players have names."""
        return Lexicon({"seat": seat_names(s.seats, names)})

    def suggested_plans(self, view: Track, seat: str) -> tuple[Suggestion, ...]:
        """To sprint."""
        return (Suggestion(lines=("SPRINT",)),)

    def report(self, view: Track, seat: str) -> dict[str, Any]:
        """How far each has come."""
        return {"steps": dict(view.steps), "length": view.options["length"]}

    def final(self, s: Track) -> dict[str, Any]:
        """As in a report."""
        return self.report(s, "")

    def rules_text(self) -> str:
        """``RULES.md``."""
        return Path(__file__).with_name("RULES.md").read_text("utf-8")

    def score(self, s: Track) -> dict[str, int]:
        """Steps by seat."""
        return dict(s.steps)

    def cap(self, seats: int) -> int:
        """A sprinter who always stumbles walks no further; chance ends that."""
        return 400


DASH = Dash()
