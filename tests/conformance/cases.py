"""The games under test, each with what the laws need to know of it besides the game itself."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.game import Game, Option
from engine.laws import ENGINE_GOLDEN, Golden, Lines, Setting, Stream
from engine.state import OptionValue
from games import GAMES
from tests.conformance import lanterns, space_freighter, star_traders
from tests.toy.game import LANTERNS

GAMES_A_LAW = int(os.environ.get("PBEM_LAWS_GAMES", "20"))
"""From the environment for the nightly run. Read here, since no test sees that environment."""


class Case(Struct, frozen=True, kw_only=True):
    """One game."""

    game: Game[Any]
    golden: Golden
    """The rows of the game's own facts."""
    files: tuple[Lines, ...]
    """What the desks of the timing law and of the plan law have on file."""
    recorded: Mapping[str, Setting]
    """A game for each reason for which it can end."""

    @property
    def audiences(self) -> Golden:
        """The rows of all facts."""
        return {**ENGINE_GOLDEN, **self.golden}

    def settings(self) -> list[Setting]:
        """Games of every variant, number of seats and setting, with seeds from 0."""
        return [self._setting(seed) for seed in range(GAMES_A_LAW)]

    def _setting(self, seed: int) -> Setting:
        game, chance = self.game, Stream(seed)
        variant = game.variants[seed % len(game.variants)]
        lap = seed // len(game.variants)
        seats = game.least_seats + lap % (game.most_seats - game.least_seats + 1)
        options = {o.name: _value(o, chance) for o in game.options(variant)}
        return Setting(variant=variant, seats=seats, seed=seed, options=options, most=400)


def _value(option: Option, chance: Stream) -> OptionValue:
    if not option.allowed:
        return option.default
    return option.allowed[chance.below(len(option.allowed))]


def _case(game: Game[Any], data: Any) -> Case:
    return Case(game=game, golden=data.GOLDEN, files=data.FILES, recorded=data.RECORDED)


DATA = {"space-freighter": space_freighter, "star-traders": star_traders}
"""A module for each of ``GAMES``, by id."""

CASES = {
    LANTERNS.id: _case(LANTERNS, lanterns),
    **{game.id: _case(game, DATA[game.id]) for game in GAMES if game.id in DATA},
}
