"""The tables as the rules look things up in them: lines by roll, cards by name, personalities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from games.star_traders.tables.data import data_hash, load, read
from games.star_traders.tables.records import CORE, ORDINARY, Card, LuckKind, Personality, StarData

Lines = tuple[tuple[int, int], ...]
"""World at the other end and least roll, by number of the world."""


class Galaxy:
    """One set of tables. Compared by identity; made once."""

    def __init__(self, data: StarData) -> None:
        self.data = data
        self.hash = data_hash(data)
        self.worlds = tuple(w.number for w in data.worlds)
        self.texts = {w: str(w) for w in self.worlds}
        self.core = tuple(w for w in self.worlds if w // 10 == CORE)
        tops = {ORDINARY.hardest, *(one.hardest for one in data.personalities)}
        self.lines: dict[int, dict[int, Lines]] = {
            top: {
                w: tuple((way.world, min(way.needs, top)) for way in ways)
                for w, ways in data.ways.items()
            }
            for top in sorted(tops, reverse=True)
        }
        self.reach = {
            top: {
                w: tuple(
                    tuple(str(to) for to, needs in ways if needs <= roll) for roll in range(16)
                )
                for w, ways in lines.items()
            }
            for top, lines in self.lines.items()
        }
        self.card: dict[str, Card] = data.card
        self.kind: dict[str, LuckKind] = {c.id: data.kind[c.luck] for c in data.cards}
        self.effect = {card: kind.effect for card, kind in self.kind.items()}
        self.value = {c.id: c.value for c in data.cards}
        self.labels = _labels(data)
        self.called = {k.name: k.effect for k in data.luck}
        """Effects by the names that players write: kinds, and kinds with their number."""
        self.called |= {label: self.effect[card] for card, label in self.labels.items()}
        self.stated = {c.cargo for c in data.cards}
        """Goods."""

    def role(self, name: str) -> Personality:
        """A personality; ``""`` is nobody's."""
        return self.data.personality[name] if name else ORDINARY

    def needs(self, a: int, b: int, top: int = 6) -> int:
        """The least roll of the line between two worlds; LookupError when there is none."""
        for to, needs in self.lines[top][a]:
            if to == b:
                return needs
        raise LookupError(f"no line from {a} to {b}")

    def joined(self, a: int, b: int) -> bool:
        """Whether a line joins the two worlds."""
        return any(to == b for to, _ in self.lines[6][a])


def _labels(data: StarData) -> dict[str, str]:
    """By card: its kind with its number, to tell cards of one kind apart."""
    return {c.id: f"{c.luck} {abs(c.value)}" if c.value else c.luck for c in data.cards}


PACKAGED = Galaxy(load())
_known: dict[str, Galaxy] = {"": PACKAGED, PACKAGED.hash: PACKAGED}


def register(files: Mapping[str, str]) -> Galaxy:
    """Tables from TOML text by file name, known from now on by their hash; raises DataFaults."""
    return _registered(tuple(sorted(files.items())))


@lru_cache(maxsize=32)
def _registered(files: tuple[tuple[str, str], ...]) -> Galaxy:
    made = Galaxy(read(dict(files)))
    return _known.setdefault(made.hash, made)


def galaxy(s: Any) -> Galaxy:
    """The tables of this game; LookupError when they were not registered."""
    return _known[s.data]


@lru_cache(maxsize=64)
def copies(g: Galaxy, sets: str, effect: str) -> frozenset[str]:
    """The cards of these sets whose Luck end has this effect."""
    return frozenset(c for c in g.data.deck(sets) if g.effect[c] == effect)


@lru_cache(maxsize=256)
def like(kind: LuckKind) -> LuckKind:
    """The packaged kind that is played as this one, if there is one that of the same name."""
    same = [k for k in PACKAGED.data.luck if (k.effect, k.target) == (kind.effect, kind.target)]
    return next((k for k in same if k.name == kind.name), same[0])
