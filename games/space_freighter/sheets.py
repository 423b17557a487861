"""What the letters print, as plain data."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from games.space_freighter.cards import (
    AID,
    BONUSES,
    EVENTS,
    GOODS,
    HAND_LIMIT,
    TYPES,
    WORLDS,
    kind_of,
)
from games.space_freighter.goals import hazards_left
from games.space_freighter.state import Freight
from games.space_freighter.values import Delivery, best_at, best_delivery


def report(view: Freight, seat: str) -> dict[str, Any]:
    """Everything a seat may know of its position; ``seat`` empty: a stranger's."""
    hand = view.hands.get(seat, ())
    return {
        "seat": seat,
        "turn": view.turn,
        "round": view.round,
        "active": view.active,
        "flipped": view.flipped,
        "limit": HAND_LIMIT,
        "types": TYPES,
        "money": view.money.get(seat, 0),
        "idle": seat in view.idle,
        "hand": {"count": len(hand), **held(hand)},
        "best": delivery(best_delivery(hand)),
        "ahead": list(view.ahead[: view.foresight.get(seat, 0)]),
        "table": table(view),
        "deck": deck(view),
        "pile": pile(view),
        "worlds": worlds(view, hand),
        "goods": GOODS_BY_TYPE,
        "bonuses": SHIPMENT_AID,
        "cards": CATALOGUE,
    }


def held(hand: tuple[str, ...]) -> dict[str, Any]:
    """A hand by kinds: each world with the best delivery to it."""
    return {
        "worlds": [{**card(c), "best": delivery(best_at(c, hand))} for c in hand if c in WORLDS],
        "goods": sorted(
            (card(c) for c in hand if c in GOODS),
            key=lambda g: (TYPES.index(g["type"]), -g["value"], g["name"]),
        ),
        "aid": [card(c) for c in hand if c in AID],
    }


def delivery(d: Delivery | None) -> dict[str, Any] | None:
    """A delivery with what each card brings, and its order's arguments."""
    if d is None:
        return None
    return {
        "world": d.world,
        "cards": [{"name": c, "mc": mc} for c, mc in zip(d.cards, d.amounts, strict=True)],
        "total": d.total,
        "args": (d.world, d.cards, None),
    }


def card(name: str) -> dict[str, Any]:
    """One card of any kind: ``kind`` and what is printed on it."""
    kind = kind_of(name)
    data: dict[str, Any] = {"name": name, "kind": kind}
    if kind == "world":
        data["prices"] = WORLDS[name].prices
    elif kind == "good":
        data |= {"type": GOODS[name].type, "value": GOODS[name].value}
    elif kind == "aid":
        data |= {"negates": list(AID[name].negates), "bonus": AID[name].bonus}
    else:
        event = EVENTS[name]
        data |= {"effect": event.effect, "amount": event.amount, "hazard": event.hazard}
    return data


CATALOGUE = {name: card(name) for name in (*WORLDS, *GOODS, *AID, *EVENTS)}
"""What is printed on each of the 88 cards."""

GOODS_BY_TYPE = {t: [CATALOGUE[n] for n, g in GOODS.items() if g.type == t] for t in TYPES}
SHIPMENT_AID = [CATALOGUE[name] for name in BONUSES]


def table(view: Freight) -> list[dict[str, Any]]:
    """Every seat, clockwise: MC, number of cards, whether it sits out, is leaving or gone."""
    return [
        {
            "seat": seat,
            "money": view.money[seat],
            "cards": len(view.hands[seat]),
            "idle": seat in view.idle,
            "active": seat == view.active,
            "leaving": seat in view.leaving,
            "gone": seat in view.gone,
            "ahead": view.foresight.get(seat, 0),
        }
        for seat in view.seats
    ]


def _tally(cards: tuple[str, ...]) -> dict[str, int]:
    counts = {"world": 0, "good": 0, "aid": 0, "event": 0}
    for name in cards:
        counts[kind_of(name)] += 1
    return counts


def deck(view: Freight) -> dict[str, Any]:
    """What is left to be flipped: every flip was public, so all may know it."""
    return {"count": len(view.deck), **_tally(view.deck), "hazards": hazards_left(view)}


def pile(view: Freight) -> dict[str, Any]:
    """The open discard pile: how many of each kind, and the last ones."""
    return {"count": len(view.pile), **_tally(view.pile), "last": list(view.pile[-5:])}


def worlds(view: Freight, hand: tuple[str, ...]) -> list[dict[str, Any]]:
    """All worlds with prices and where they are: ``hand``, ``others``, ``pile`` or ``deck``."""
    found = []
    for name, world in WORLDS.items():
        where = "others"
        if name in hand:
            where = "hand"
        elif name in view.pile:
            where = "pile"
        elif name in view.deck:
            where = "deck"
        found.append({"name": name, "prices": world.prices, "where": where})
    return found


@lru_cache(maxsize=1)
def rules_text() -> str:
    """The rulings, as Markdown."""
    return files(__package__).joinpath("RULES.md").read_text(encoding="utf-8")


def final(s: Freight) -> dict[str, Any]:
    """The result with all hands open."""
    ranked = sorted(s.seats, key=lambda x: (x in s.gone, -s.money[x], s.seats.index(x)))
    return {
        "reason": s.ended,
        "winners": list(s.winners),
        "rounds": s.round,
        "turns": s.turn,
        "table": [
            {
                "seat": seat,
                "money": s.money[seat],
                "hand": list(s.hands[seat]),
                "gone": seat in s.gone,
                "won": seat in s.winners,
            }
            for seat in ranked
        ],
        "deck": list(s.deck),
        "pile": list(s.pile),
    }
