"""Who knows what: masks, the states a viewer cannot tell apart, what no fact may change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.hand import UNKNOWN
from engine.state import change, hide_offers
from games.star_traders.rules import sets_of
from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import galaxy

_UNKNOWN = tuple((UNKNOWN,) * n for n in range(128))


def hide(s: Stars, seat: str) -> Stars:
    """Other hands and the deck become ``?``."""
    hands = {x: h if x == seat else _UNKNOWN[len(h)] for x, h in s.hands.items()}
    if s.offers or s.offer_counts:
        s = hide_offers(s, seat)
    masked: Stars = change(s, hands=hands, deck=_UNKNOWN[len(s.deck)])
    return masked


def swaps(s: Stars, viewer: str) -> Iterator[Stars]:
    """The cards that the viewer does not see, dealt another way."""
    others = [x for x in s.hands if x != viewer and s.hands[x]]
    pool = sorted([*s.deck, *(c for x in others for c in s.hands[x])])
    if not others or len(pool) < 2:
        return
    for turn in (1, len(pool) // 2):
        yield _dealt(s, others, pool[turn:] + pool[:turn])
    # Once with the cards that are played in windows in hand, where there are enough.
    effect = galaxy(s).effect
    first = ("zap", "avoid", "glitch", "prestige")
    yield _dealt(s, others, sorted(pool, key=lambda c: (effect[c] not in first, effect[c], c)))
    if any(viewer not in (o.giver, o.taker) for o in s.offers):
        yield change(s, offers=tuple(o for o in s.offers if viewer in (o.giver, o.taker)))


def _dealt(s: Stars, others: list[str], pool: list[str]) -> Stars:
    hands = dict(s.hands)
    for x in others:
        count = len(s.hands[x])
        hands[x], pool = tuple(pool[:count]), pool[count:]
    return change(s, hands=hands, deck=tuple(sorted(pool)))


def conserved(s: Stars) -> dict[str, Any]:
    """Cards, money, markers; Prestige keeps within the meter (ST-PRE-1)."""
    meter = galaxy(s).data.meter
    cards = [
        *s.deck,
        *s.discard,
        *(c for hand in s.hands.values() for c in hand),
        *(c for c in s.boxes if c),
        *s.missions.values(),
    ]
    return {
        "cards": tuple(sorted(cards)) == galaxy(s).data.deck(sets_of(s)),
        "money": sum(s.money.values()) + s.bank,
        "debts": [x for x, money in s.money.items() if money < 0],
        "off the meter": [x for x, p in s.prestige.items() if not meter.least <= p <= meter.most],
        "markers on nothing": [
            (x, c.box)
            for x, own in s.cargo.items()
            for c in own
            if not 0 < c.box <= len(s.boxes) or not s.boxes[c.box - 1]
        ],
        "too many markers": [x for x, own in s.cargo.items() if len(own) > 2],
        "two markers on one": [
            x for x, own in s.cargo.items() if len({c.box for c in own}) < len(own)
        ],
        "too many rings": [x for x in s.seats if sum(o == x for o in s.stations.values()) > 15],
        "Imperial but nobody's": [w for w in s.imperial if w not in s.stations],
    }
