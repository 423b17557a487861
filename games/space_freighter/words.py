"""The lexicon: what players may write for cards, worlds, kinds and seats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.lexicon import Lexicon, Names, seat_names
from engine.offer import ANYONE, NOTHING
from games.space_freighter.cards import CARDS, CARGO, HAZARDS, LOADS, SHIELDS, WORLDS
from games.space_freighter.forms import ANY, BEST, LOWEST


def _capitals(*words: str) -> dict[str, tuple[str, ...]]:
    return {word: (word.upper(),) for word in words}


def _cards(*cards: str) -> dict[str, tuple[str, ...]]:
    return {card: (card,) for card in cards}


@lru_cache(maxsize=1)
def _fixed() -> dict[str, Names]:
    """The domains that are the same in every campaign."""
    return {
        "card": Names(CARDS),
        "cargo": Names(CARGO),
        "world": Names(spellings=_capitals(BEST) | _cards(*sorted(WORLDS))),
        "load": Names(sorted(LOADS)),
        "shield": Names(sorted(SHIELDS)),
        "trash": Names(spellings=_capitals(LOWEST) | _cards(*CARGO)),
        "hazard": Names(spellings=_capitals(*HAZARDS, ANY)),
        "item": Names(spellings=_capitals(NOTHING) | _cards(*CARGO), unit="MC"),
    }


def lexicon(seats: tuple[str, ...], names: Mapping[str, str]) -> Lexicon:
    """All domains; ``names`` gives the players' names by seat."""
    return _of_table(tuple((seat, names.get(seat, seat)) for seat in seats))


@lru_cache(maxsize=64)
def _of_table(named: tuple[tuple[str, str], ...]) -> Lexicon:
    """A campaign asks for it again and again in a run: its words do not depend on its state."""
    names = dict(named)
    partner = {seat: (name, seat) for seat, name in named}
    return Lexicon(
        {
            **_fixed(),
            "seat": seat_names(names, names),
            "partner": Names(spellings={ANYONE: ("ANY",), **partner}),
        }
    )
