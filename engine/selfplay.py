"""Whole games without mail: the same decisions, answered by bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.advance import advance
from engine.decision import Chance, Decision, Order
from engine.fact import Told
from engine.state import OptionValue, State
from engine.table import Answer

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.game import Game

S = TypeVar("S", bound=State)
Bot = Callable[[Any, Decision, Chance], Order]
"""Takes the seat's own view, the decision and a chance source."""


class Played(NamedTuple, Generic[S]):
    """A whole game."""

    beginning: S
    state: S
    facts: list[Told]
    decisions: int
    """Decisions with at least two legal answers."""


class BotSource:
    """Answers every decision: by the seat's bot on the seat's own view, else at random."""

    def __init__(self, game: Game[Any], chance: Chance, bots: Mapping[str, Bot]) -> None:
        """``bots`` by seat; a seat without one plays at random among what is legal."""
        self._game = game
        self._chance = chance
        self._bots = bots
        self.decisions = 0

    def answer(self, s: Any, d: Decision) -> Answer:
        """An answer, always."""
        bot = self._bots.get(d.seat)
        if bot is None:
            return Answer(d.sample(self._chance), "bot")
        return Answer(bot(self._game.hide(s, d.seat), d, self._chance), "bot")

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """Counts it. A window looks at each of its answers again until it takes it."""
        if len(d.choices) > 1 or d.many():
            self.decisions += 1


def play(
    game: Game[S],
    variant: str,
    seats: int,
    dice: Dice,
    chance: Chance,
    *,
    options: Mapping[str, OptionValue] | None = None,
    bots: Mapping[str, Bot] | None = None,
) -> Played[S]:
    """Play one game to its end."""
    ids = tuple(f"p{i}" for i in range(1, seats + 1))
    settings = {o.name: o.default for o in game.options(variant)} | dict(options or {})
    beginning = game.begin(variant, ids, settings)
    source = BotSource(game, chance, bots or {})
    step = advance(game, beginning, source, dice)
    return Played(beginning, step.state, step.facts, source.decisions)
