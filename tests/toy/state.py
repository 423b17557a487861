"""The toy's state. Hidden: hands and the deck; all else is public."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field

from engine.state import State, change, hide_offers
from tests.toy.board import CARDS, KINDS

HIDDEN = "?"


class ToyState(State, frozen=True, kw_only=True):
    """Version 2: version 1 had no ``refused`` and called the stalls ``booths``."""

    version: ClassVar[int] = 2
    at: dict[str, str] = field(default_factory=dict)
    dest: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    money: dict[str, int] = field(default_factory=dict)
    bank: int = 0
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    stalls: dict[str, str] = field(default_factory=dict)
    """Place to its owner."""
    die: dict[str, int] = field(default_factory=dict)
    """The die that lies for each kind of walk; 0: none."""
    left: dict[str, int] = field(default_factory=dict)
    """Actions left of each kind of walk."""
    refused: tuple[str, ...] = ()
    """Places whose owner refused a visit, until the action is spent."""

    def out(self, card: str) -> bool:
        """Whether every copy of a card lies open, so that nobody can hold it."""
        return self.discard.count(card) == CARDS.count(card)

    def could(self, card: str) -> tuple[str, ...]:
        """Who could hold this card, as everybody sees it."""
        if self.out(card):
            return ()
        return tuple(x for x in self.present() if self.hands.get(x))


def take(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """``cards`` without one ``card``; on a masked pile, without one that may be it."""
    for member in (card, HIDDEN):
        if member in cards:
            at = cards.index(member)
            return cards[:at] + cards[at + 1 :]
    # An unknown card left a pile that was known: now the whole pile is unknown.
    return (HIDDEN,) * (len(cards) - 1)


def hide(s: ToyState, seat: str) -> ToyState:
    """What this seat may see."""
    hands = {x: h if x == seat else (HIDDEN,) * len(h) for x, h in s.hands.items()}
    shown: ToyState = hide_offers(s, seat)
    return change(shown, hands=hands, deck=(HIDDEN,) * len(s.deck))


def swaps(s: ToyState, viewer: str) -> list[ToyState]:
    """The same table with the cards that the viewer does not see dealt another way."""
    others = [x for x in s.hands if x != viewer]
    pool = sorted([*s.deck, *(c for x in others for c in s.hands[x])])
    found = []
    for turn in (1, 3, len(pool) // 2):
        rest = pool[turn:] + pool[:turn]
        hands = dict(s.hands)
        for x in others:
            hands[x], rest = tuple(sorted(rest[: len(s.hands[x])])), rest[len(s.hands[x]) :]
        found.append(change(s, hands=hands, deck=tuple(sorted(rest))))
    # Everybody with as many kinds as there are: the first cards of each kind go round.
    spread = sorted(pool, key=lambda c: (pool.index(c) % 3, KINDS.index(c)))
    hands, rest = dict(s.hands), spread
    for x in reversed(others):
        hands[x], rest = tuple(sorted(rest[: len(s.hands[x])])), rest[len(s.hands[x]) :]
    return [*found, change(s, hands=hands, deck=tuple(sorted(rest)))]
