"""Hands and decks as a viewer may see them: what he does not know stands there as ``UNKNOWN``."""

from __future__ import annotations

from collections.abc import Iterable

UNKNOWN = "?"
"""A card that the viewer does not know."""


def less(hand: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """A hand or deck, perhaps seen through a mask, after these cards left it.

    A card that was not known to be there takes an unknown one's place. When an unknown card
    leaves, any of the known ones may have gone: all that was known is forgotten.
    """
    left = list(hand)
    for card in cards:
        if card != UNKNOWN and card in left:
            left.remove(card)
        elif card != UNKNOWN and UNKNOWN in left:
            left.remove(UNKNOWN)
        else:
            left = [UNKNOWN] * (len(left) - 1)
    return tuple(left)
