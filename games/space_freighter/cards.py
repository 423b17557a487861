"""The 88 cards (SF-DCK-1) and the tables that the rules look things up in.

Cards are named by what is printed on them: one of each, so a name is a card.
"""

from __future__ import annotations

import tomllib
from hashlib import sha256
from importlib.resources import files

import msgspec
from msgspec import Struct

from engine.hand import UNKNOWN

TYPES = ("organics", "tech", "luxury", "materials")
"""The four types of goods, in the order of the printed price list (SF-DCK-2)."""

HAZARDS = ("rock", "pirate", "energy")
"""The three kinds of hazard."""

HAND_LIMIT = 7
"""SF-END-1."""


class World(Struct, frozen=True):
    """A world: what it pays in MC for one good of each type."""

    name: str
    prices: dict[str, int]
    source: str


class Good(Struct, frozen=True):
    """A good; ``value`` is added to the world's price for its type."""

    name: str
    type: str
    value: int
    source: str


class Aid(Struct, frozen=True):
    """An aid: it negates hazards of two kinds, or brings ``bonus`` MC with a shipment."""

    name: str
    source: str
    negates: tuple[str, ...] = ()
    bonus: int = 0


class Event(Struct, frozen=True):
    """An event. ``effect``: ``stranded`` (SRT, SF-DCK-7), ``look``, ``fine`` or ``hazard``.

    ``amount``: MC gained, cards looked at, MC lost, cards lost.
    """

    name: str
    effect: str
    source: str
    amount: int = 0
    hazard: str = ""


class Deck(Struct, frozen=True):
    """The four card lists."""

    worlds: tuple[World, ...]
    goods: tuple[Good, ...]
    aid: tuple[Aid, ...]
    events: tuple[Event, ...]


def read_cards() -> Deck:
    """The lists in ``data/cards.toml``; ValidationError when a row is not as it should be."""
    text = files(__package__).joinpath("data/cards.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Deck)


DECK = read_cards()

HASH = sha256(msgspec.json.encode(DECK, order="sorted")).hexdigest()
"""SHA-256 of all rows as canonical JSON."""

WORLDS = {w.name: w for w in DECK.worlds}
GOODS = {g.name: g for g in DECK.goods}
AID = {a.name: a for a in DECK.aid}
EVENTS = {e.name: e for e in DECK.events}

SHIELDS = {a.name: a for a in DECK.aid if a.negates}
"""Aid that negates hazards."""

BONUSES = {a.name: a.bonus for a in DECK.aid if a.bonus}
"""Aid that goes with a shipment, with its MC."""

LOADS = frozenset((*GOODS, *BONUSES))
"""What may be part of a delivery besides its world."""

AGAINST = {h: tuple(sorted(a.name for a in DECK.aid if h in a.negates)) for h in HAZARDS}
"""For each kind of hazard the aid that negates it (SF-DCK-5)."""

CARGO = tuple(sorted((*WORLDS, *GOODS, *AID)))
"""The 64 cards that are held in hand, and may be traded."""

CARDS = tuple(sorted((*CARGO, *EVENTS)))
"""All 88, sorted: the order in which draws count (engine/README.md, "Dice")."""

IN_HAND = frozenset(CARGO)


def kind_of(card: str) -> str:
    """``world``, ``good``, ``aid`` or ``event``; LookupError for any other word."""
    for kind, table in (("world", WORLDS), ("good", GOODS), ("aid", AID), ("event", EVENTS)):
        if card in table:
            return kind
    raise LookupError(card)


def _worth(card: str) -> tuple[int, int, str]:
    """What sorts cards from the one least missed to the one most missed (SF-W3)."""
    if card in GOODS:
        return (0, GOODS[card].value, card)
    if card in WORLDS:
        return (1, sum(WORLDS[card].prices.values()), card)
    if card in BONUSES:
        return (2, BONUSES[card], card)
    return (2, 0, card)


RANK = {card: i for i, card in enumerate(sorted(CARGO, key=_worth))} | {UNKNOWN: -1}
"""Place of each card of ``CARGO`` from the least missed: goods, worlds, aid."""
