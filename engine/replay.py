"""Folding facts: the state, or one seat's picture of it, from its beginning."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.fact import Fact, Told
from engine.game import Game
from engine.state import State

S = TypeVar("S", bound=State)


def fold(state: S, facts: Iterable[Fact]) -> S:
    """The state after these facts. Runs no rules."""
    for fact in facts:
        state = fact.apply(state)
    return state


def shown(told: Iterable[Told], seat: str) -> list[Fact]:
    """The facts as this seat is shown them."""
    return [fact for fact in (t.to(seat) for t in told) if fact is not None]


def picture(game: Game[S], beginning: S, told: Iterable[Told], seat: str) -> S:
    """What this seat may see, folded from what it was shown (the view law compares it)."""
    return game.hide(fold(game.hide(beginning, seat), shown(told, seat)), seat)
