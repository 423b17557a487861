"""Who knows what: masks, the states a viewer cannot tell apart, what no fact may change."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from engine.hand import UNKNOWN, less
from engine.state import change, hide_offers
from games.space_freighter.state import Freight, more


def hide(s: Freight, seat: str) -> Freight:
    """Other hands and what the seat has not seen of the deck's order become ``?``."""
    known = s.foresight.get(seat, 0)
    masked: Freight = change(
        hide_offers(s, seat),
        hands={x: h if x == seat else (UNKNOWN,) * len(h) for x, h in s.hands.items()},
        ahead=s.ahead[:known] + (UNKNOWN,) * (len(s.ahead) - known),
    )
    return masked


def swaps(s: Freight, viewer: str) -> Iterator[Freight]:
    """Other hands with one card exchanged, or dealt anew, and other orders of the cards ahead.

    With two seats there is no other hand: all flips and discards lie open, so each can tell what
    the other holds, and only what lies ahead in the deck is anyone's secret.
    """
    others = [x for x in s.seats if x != viewer and s.hands[x]]
    for one, other in pairwise(others):
        mine, yours = s.hands[one][0], s.hands[other][-1]
        hands = {
            **s.hands,
            one: more(less(s.hands[one], (mine,)), (yours,)),
            other: more(less(s.hands[other], (yours,)), (mine,)),
        }
        yield change(s, hands=hands)
    if len(others) > 1:
        yield change(s, hands=_dealt_anew(s, others))
    known = s.foresight.get(viewer, 0)
    unseen = s.ahead[known:]
    if len(unseen) > 1:
        yield change(s, ahead=s.ahead[:known] + unseen[::-1])
    deeper = [c for c in s.deck if c not in s.ahead]
    if unseen and deeper:
        yield change(s, ahead=(*s.ahead[:-1], deeper[0]))
    if any(viewer not in (o.giver, o.taker) for o in s.offers):
        yield change(s, offers=tuple(o for o in s.offers if viewer in (o.giver, o.taker)))


def _dealt_anew(s: Freight, seats: list[str]) -> dict[str, tuple[str, ...]]:
    """The hands of these seats with as many cards each, from the last card of all to the first."""
    cards = sorted((c for x in seats for c in s.hands[x]), reverse=True)
    hands = dict(s.hands)
    for x in seats:
        count = len(hands[x])
        hands[x], cards = tuple(sorted(cards[:count])), cards[count:]
    return hands


def conserved(s: Freight) -> dict[str, Any]:
    """All 88 cards are somewhere, once; the cards ahead are in the deck."""
    cards = [*s.deck, *s.pile, *(c for hand in s.hands.values() for c in hand)]
    return {
        "cards": tuple(sorted(cards)),
        "astray": tuple(c for c in s.ahead if c not in s.deck),
    }
