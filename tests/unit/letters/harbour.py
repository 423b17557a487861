"""A made-up game, as small as letters need: a move, a sealed window, a masked fact, offers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.decision import Choice, Decision, Order, Pick, Span
from engine.fact import Audience, Fact, PublicFact
from engine.form import Form, Slot
from engine.game import Game
from engine.lexicon import Lexicon, Names, seat_names
from engine.state import State
from engine.window import PASS, PASS_FORM

WORDING = Path(__file__).parent / "wording"
PORTS = ("Foster", "Wilhelm", "Lost in Space")

SAIL = Form(
    verb="SAIL", slots=(Slot(name="port", type="name", domain="port"),), fits=("sail",), goal=True
)
BRIBE = Form(
    verb="BRIBE",
    slots=(Slot(name="limit", type="number", keyword="UPTO"),),
    blocks=("ANSWER", "STANDING"),
    fits=("shelter",),
)


class Sailed(PublicFact, frozen=True):
    """A ship sailed."""

    seat: str
    port: str
    needs: int
    rolled: int


class Stormed(PublicFact, frozen=True):
    """A storm took something."""

    seat: str
    cargo: str


class Peeked(Fact, frozen=True):
    """A seat saw a chart."""

    seat: str
    port: str

    def seen_by(self, s: Any) -> Audience:
        """The seat."""
        return (self.seat,)

    def masked(self) -> Fact:
        """That it looked."""
        return Peeked(self.seat, "?")


class Harbour(Game[State]):
    """Rules there are none: letters ask for forms, words and facts only."""

    id = "harbour"
    variants = ("small",)
    least_seats = 2
    most_seats = 4
    state_type = State
    fact_types = (Sailed, Stormed, Peeked)
    phase_types = ()
    forms = (SAIL, BRIBE, PASS_FORM)

    def lexicon(self, s: Any, names: Mapping[str, str]) -> Lexicon:
        """Ports, items and seats."""
        return Lexicon(
            {
                "port": Names(PORTS),
                "item": Names(("Beacon", "Chart")),
                "seat": seat_names(names, names),
                "partner": seat_names(names, names),
            }
        )


HARBOUR = Harbour()


def move(seat: str = "p2") -> Decision:
    """A move in the own turn."""
    return Decision(
        id=f"31.{seat}",
        seat=seat,
        kind="sail",
        choices=(Choice(SAIL, (Pick(PORTS),)), Choice(PASS_FORM)),
        default=PASS,
        info={"at": "Foster", "moves": 3},
    )


def storm(seat: str = "p2", serial: int = 41) -> Decision:
    """A sealed window."""
    return Decision(
        id=f"{serial}.{seat}",
        seat=seat,
        kind="shelter",
        choices=(Choice(BRIBE, (Span(1, 12),)), Choice(PASS_FORM)),
        default=PASS,
        deadline="WINDOW",
        sealed=True,
        info={"by": "p3", "victim": seat},
    )


def ready(seat: str = "p2") -> Decision:
    """The question between rounds."""
    form = Form(verb="READY", blocks=("ANSWER",), fits=("ready",), whole=True)
    return Decision(
        id=f"7.{seat}",
        seat=seat,
        kind="ready",
        choices=(Choice(form),),
        default=Order("READY"),
        deadline="ROUND",
    )
