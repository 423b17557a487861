"""The table of Space Freighter.

The flip of every card is public (SF-DRW-1), so the remaining deck is known to all as a set; only
its order, where somebody looked at it, and the hands are anyone's secret.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import field

from engine.state import State


class Freight(State, frozen=True, kw_only=True):
    """State of a game. Tuples of cards are sorted, except ``pile`` and ``ahead``."""

    deck: tuple[str, ...]
    """Cards not yet drawn."""
    hands: dict[str, tuple[str, ...]]
    money: dict[str, int]
    """MC by seat."""
    pile: tuple[str, ...] = ()
    """The discard pile, face up, oldest first (SF-AMB 12: nothing returns)."""
    ahead: tuple[str, ...] = ()
    """The next cards of the deck in order, as far as somebody has looked (SF-DRW-6)."""
    foresight: dict[str, int] = field(default_factory=dict)
    """How many of the next cards each seat knows; that it looked is public."""
    idle: tuple[str, ...] = ()
    """Seats whose next turn is skipped (SF-DCK-7)."""
    flipped: str = ""
    """The card flipped in this turn; empty in a skipped one."""


def more(hand: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """A hand after these cards came into it."""
    return tuple(sorted((*hand, *cards)))
