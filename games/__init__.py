"""The games: one folder each, listed here and nowhere else."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from games.space_freighter import SPACE_FREIGHTER
from games.star_traders.game import STAR_TRADERS

GAMES: tuple[Game[Any], ...] = (SPACE_FREIGHTER, STAR_TRADERS)
"""Every game of this program, in the order in which they are offered."""


def game_named(name: str) -> Game[Any] | None:
    """The game with this id (``space-freighter``), or ``None``."""
    return next((game for game in GAMES if game.id == name), None)
