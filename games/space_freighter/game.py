"""The game object that the engine and the post office see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.decision import Chance, Decision, Order
from engine.game import Game, Option, Suggestion, WindowKind
from engine.lexicon import Lexicon
from engine.state import OptionValue
from engine.table import Table
from games.space_freighter import bots, conditions, goals, hidden, plans, sheets, trade, words
from games.space_freighter.cards import CARDS, EVENTS, HASH
from games.space_freighter.facts import (
    FACTS,
    Delivered,
    Exchanged,
    Flipped,
    HandLeft,
    Looked,
    Lost,
    Negated,
    Revealed,
    Trimmed,
)
from games.space_freighter.forms import FORMS, PREDICATES
from games.space_freighter.phases import PHASES, Laps
from games.space_freighter.state import Freight

DEFAULT = "default"
"""The only variant."""


class SpaceFreighter(Game[Freight]):
    """Rules, words and data of Space Freighter."""

    id = "space-freighter"
    variants = (DEFAULT,)
    least_seats = 2
    most_seats = 6
    state_type = Freight
    fact_types = FACTS
    phase_types = PHASES
    forms = FORMS
    predicates = PREDICATES
    windows = (
        WindowKind(kind="negate", sealed=False),
        WindowKind(kind="discard", sealed=False),
    )
    reveals = (
        Flipped,
        Looked,
        Lost,
        Trimmed,
        HandLeft,
        Negated,
        Delivered,
        Exchanged,
        Revealed,
    )
    endings = ("deck", "alone")
    data_hash = HASH

    def options(self, variant: str) -> tuple[Option, ...]:
        """Pace, and the two options of SF-AMB 8."""
        return (
            Option(name="pace", default="turns", allowed=("turns", "rounds")),
            Option(name="trade", default="active", allowed=("active", "all")),
            Option(name="money", default=False, allowed=(False, True)),
        )

    def begin(
        self, variant: str, seats: tuple[str, ...], options: Mapping[str, OptionValue]
    ) -> Freight:
        """Empty hands and 0 MC (SF-SET-2), all cards in the deck; the first seat starts."""
        return Freight(
            variant=variant,
            seats=seats,
            options=dict(options),
            stack=(Laps(n=1),),
            serial=1,
            deck=CARDS,
            hands=dict.fromkeys(seats, ()),
            money=dict.fromkeys(seats, 0),
        )

    def hide(self, s: Freight, seat: str) -> Freight:
        """See ``hidden.hide``."""
        return hidden.hide(s, seat)

    def open(self, s: Freight, seat: str) -> Decision | None:
        """See ``trade.any_time``."""
        if s.ended or seat in s.gone or seat in s.leaving:
            return None
        return trade.any_time(s, seat)

    def act(self, t: Table[Freight], seat: str, order: Order) -> None:
        """See ``trade.act``."""
        trade.act(t, seat, order)

    def lacks(self, view: Freight, seat: str, items: tuple[str, ...]) -> tuple[str, ...]:
        """See ``trade.lacks``."""
        return trade.lacks(view, seat, items)

    def skipped(self, view: Freight, seat: str) -> bool:
        """SF-DCK-7."""
        return seat in view.idle

    def lexicon(self, s: Freight, names: Mapping[str, str]) -> Lexicon:
        """See ``words.lexicon``."""
        return words.lexicon(s.seats, names)

    def resolve(
        self, view: Freight, d: Decision, order: Order, wishes: tuple[Order, ...] = ()
    ) -> Order | None:
        """See ``goals.resolve``."""
        return goals.resolve(view, d, order, wishes)

    def finishes(self, order: Order, taken: Order) -> bool:
        """A delivery that waits stays on the plan while its own ELSE serves."""
        return taken.verb == order.verb

    def holds(self, view: Freight, d: Decision, word: str, args: tuple[Any, ...]) -> int | bool:
        """See ``conditions.holds``."""
        return conditions.holds(view, d.seat, word, args)

    def suggested_standing(self, variant: str) -> tuple[str, ...]:
        """SF-W1 (three cards besides the aid) and SF-W3."""
        return ("NEGATE ANY IF HAND >= 4", "DISCARD LOWEST")

    def suggested_plans(self, view: Freight, seat: str) -> tuple[Suggestion, ...]:
        """See ``plans.suggested``."""
        return plans.suggested(view, seat)

    def report(self, view: Freight, seat: str) -> dict[str, Any]:
        """See ``sheets.report``."""
        return sheets.report(view, seat)

    def rules_text(self) -> str:
        """``RULES.md``."""
        return sheets.rules_text()

    def final(self, s: Freight) -> dict[str, Any]:
        """See ``sheets.final``."""
        return sheets.final(s)

    def score(self, s: Freight) -> dict[str, int]:
        """MC by seat (SF-WIN-1, SF-WIN-2)."""
        return dict(s.money)

    def conserved(self, s: Freight) -> Mapping[str, Any]:
        """See ``hidden.conserved``."""
        return hidden.conserved(s)

    def swaps(self, s: Freight, viewer: str) -> Iterable[Freight]:
        """See ``hidden.swaps``."""
        return hidden.swaps(s, viewer)

    def likely(self, s: Freight, seat: str, chance: Chance) -> Order | None:
        """See ``trade.likely``."""
        return trade.likely(s, seat, chance)

    def cap(self, seats: int) -> int:
        """One turn a card, and one skipped turn for each card that strands."""
        return len(CARDS) + sum(e.effect == "stranded" for e in EVENTS.values())

    def bot(self, name: str) -> Callable[[Freight, Decision, Any], Order] | None:
        """``trader``."""
        return bots.BOTS.get(name)

    @property
    def bots(self) -> tuple[str, ...]:
        """Names of the bots besides ``random``."""
        return tuple(bots.BOTS)


SPACE_FREIGHTER = SpaceFreighter()
