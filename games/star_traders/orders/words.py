"""The lexicon: what players may write for worlds, cards, boxes and seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.lexicon import Lexicon, Names, seat_names
from engine.offer import ANYONE, NOTHING
from games.star_traders.orders.forms import ANY, BEST, CORE_WORD, MISSION_WORD, NEWEST, NEXT, WORST
from games.star_traders.state import ASK, NO, OTHERS, Stars
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.travel import dice

TARIFFS = {"free": 0, "no": NO, "ask": ASK}
"""Words for prices of beacons."""

BOXES = 6


Spellings = dict[str, tuple[str, ...]]


def _capitals(*words: str) -> Spellings:
    return {word: (word.upper(),) for word in words}


def _plain(names: Iterable[str]) -> Spellings:
    return {name: (name,) for name in names}


@lru_cache(maxsize=8)
def _fixed(g: Galaxy) -> dict[str, Names]:
    """The domains that are the same in every campaign with these tables."""
    places: Spellings = {str(w.number): (str(w.number), w.name) for w in g.data.worlds}
    kinds = _plain(kind.name for kind in g.data.luck)
    cards = kinds | _plain(sorted(set(g.labels.values())))
    items = _plain(f"station {w}" for w in places)
    items |= _plain(f"cargo {b}" for b in range(1, BOXES + 1))
    roles = _plain(p.name for p in g.data.personalities)
    return {
        "world": Names(spellings=places),
        "bound": Names(spellings=_capitals(BEST) | places),
        "pick": Names(spellings=_capitals(BEST, CORE_WORD) | places | roles),
        # What CARD tells of.
        "card": Names(spellings=roles | kinds),
        "luck": Names(spellings=cards),
        "ward": Names(spellings=_capitals(ANY) | cards),
        "trash": Names(spellings=_capitals(NEWEST, WORST) | cards),
        "item": Names(spellings=_capitals(NOTHING) | cards | items),
        "way": Names(spellings=_capitals("up", "down")),
        "tariff": Names(spellings=_capitals(*TARIFFS)),
        "dice": Names(spellings=dice.spellings()),
        "box": Names(spellings=_capitals(MISSION_WORD)),
        "run": Names(spellings=_capitals(BEST, MISSION_WORD)),
        "best": Names(spellings=_capitals(BEST)),
        "role": Names(spellings=roles),
        # Only for print.
        "place": Names(spellings={w: (f"{w} {ways[1]}",) for w, ways in places.items()}),
        "deal": Names(
            spellings={c.id: (f"{c.cargo} {c.pickup} > {c.destination}",) for c in g.data.cards}
        ),
        "title": Names(spellings=_titles(g)),
    }


def _titles(g: Galaxy) -> Spellings:
    """Cards in print: the kind, with the number where not all of the kind have the same."""
    numbers: dict[str, set[int]] = {}
    for card in g.data.cards:
        numbers.setdefault(card.luck, set()).add(card.value)
    return {c.id: (g.labels[c.id] if len(numbers[c.luck]) > 1 else c.luck,) for c in g.data.cards}


def lexicon(s: Stars, names: Mapping[str, str]) -> Lexicon:
    """All domains; ``names`` gives the players' names by seat."""
    return _lexicon(galaxy(s), tuple((seat, names.get(seat, seat)) for seat in s.seats))


@lru_cache(maxsize=32)
def _lexicon(g: Galaxy, players: tuple[tuple[str, str], ...]) -> Lexicon:
    """Of one campaign: it is the same for all its letters and states."""
    names = dict(players)
    seats: Spellings = {seat: (name, seat) for seat, name in players}
    return Lexicon(
        {
            **_fixed(g),
            "seat": seat_names(names, names),
            "target": Names(spellings=_capitals(NEXT) | seats),
            "others": Names(spellings=_capitals(OTHERS) | seats),
            "partner": Names(spellings={ANYONE: ("ANY",), **seats}),
        }
    )
