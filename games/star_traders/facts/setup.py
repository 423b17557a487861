"""Setting up, and the cards that come and go without being played."""

from __future__ import annotations

from typing import Any

from engine.fact import Audience, Fact, PublicFact
from engine.hand import UNKNOWN, less
from engine.state import change
from games.star_traders.state import Stars


class Drew(Fact, frozen=True):
    """A seat drew a card (ST-SET-3, ST-TRN-8)."""

    seat: str
    card: str

    def apply(self, s: Stars) -> Stars:
        """From the deck to the hand."""
        hands = s.hands.copy()
        hands[self.seat] = (*hands[self.seat], self.card)
        return change(s, deck=less(s.deck, (self.card,)), hands=hands)

    def seen_by(self, s: Any) -> Audience:
        """Who drew."""
        return (self.seat,)

    def masked(self) -> Fact:
        """That a card was drawn."""
        return Drew(self.seat, UNKNOWN)


class Reshuffled(PublicFact, frozen=True):
    """The discards became the deck (ST-RUL-1)."""

    def apply(self, s: Stars) -> Stars:
        """All that lay open is in the deck."""
        return change(s, deck=tuple(sorted((*s.deck, *s.discard))), discard=())


class TurnedUp(PublicFact, frozen=True):
    """A Contract was turned up in a box (ST-SET-5, ST-CON-7)."""

    box: int
    card: str

    def apply(self, s: Stars) -> Stars:
        """From the deck to the box; a new box comes behind the others."""
        at = self.box - 1
        boxes = (*s.boxes[:at], self.card, *s.boxes[at + 1 :])
        since = (*s.since[:at], s.turn, *s.since[at + 1 :])
        return change(s, deck=less(s.deck, (self.card,)), boxes=boxes, since=since)


class BoxClosed(PublicFact, frozen=True):
    """The bottom Contract is not replaced (ST-DRO-3)."""

    box: int

    def apply(self, s: Stars) -> Stars:
        """The box is gone."""
        at = self.box - 1
        return change(s, boxes=s.boxes[:at], since=s.since[:at], surplus=s.surplus - 1)


class Surplus(PublicFact, frozen=True):
    """There is a Contract more than there are to be (ST-DRO-3)."""

    count: int

    def apply(self, s: Stars) -> Stars:
        """So many are not to be replaced."""
        return change(s, surplus=self.count)


class TookRole(PublicFact, frozen=True):
    """A seat has a personality (ST-SET-14)."""

    seat: str
    role: str

    def apply(self, s: Stars) -> Stars:
        """Nobody else can have it."""
        return change(s, roles={**s.roles, self.seat: self.role})


class Claimed(PublicFact, frozen=True):
    """A seat takes a world of the Core and names it later (ST-SET-10, ST-SET-11)."""

    seat: str
    what: str

    def apply(self, s: Stars) -> Stars:
        """``start`` or ``extra`` is to be named."""
        return change(s, claims={**s.claims, self.seat: self.what})


class Founded(PublicFact, frozen=True):
    """A station was placed at the start; with ``ships`` the seat starts there (ST-SET-9)."""

    seat: str
    world: int
    ships: int = 0
    keeps: bool = False
    """Whether the seat's claim on the Core stands, which this is not (ST-SET-10)."""

    def apply(self, s: Stars) -> Stars:
        """The ring lies, the ships stand; a claim is settled."""
        s = change(s, stations={**s.stations, self.world: self.seat})
        if not self.keeps:
            s = change(s, claims={x: what for x, what in s.claims.items() if x != self.seat})
        if not self.ships:
            return s
        return change(s, ships={**s.ships, self.seat: (self.world,) * self.ships})


class _Shed(PublicFact, frozen=True):
    """Cards went from a hand to the discards."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, s: Stars) -> Stars:
        """They lie open."""
        hands = s.hands.copy()
        hands[self.seat] = less(hands[self.seat], self.cards)
        return change(s, hands=hands, discard=s.discard + self.cards)


class Trimmed(_Shed, frozen=True):
    """A card over the limit was discarded (ST-TRN-8)."""


class Discarded(_Shed, frozen=True):
    """A card was thrown away (ST-TRD-1)."""


class HandLeft(_Shed, frozen=True):
    """The hand of a seat that dropped out was discarded (ST-DRO-4)."""


class Played(_Shed, frozen=True):
    """A card was played on ``on`` (seats), at ``worlds``, concerning ``box`` (ST-LUC-3)."""

    on: tuple[str, ...] = ()
    worlds: tuple[int, ...] = ()
    box: int = -1


class Unsold(Fact, frozen=True):
    """Nobody sold an Avoid to the victim of a Calamity, who would have paid ``most`` (ST-W2)."""

    seat: str
    most: int

    def seen_by(self, s: Any) -> Audience:
        """The victim: what he would have paid is his affair."""
        return (self.seat,)


class Overbid(Fact, frozen=True):
    """A bid was void as it was settled (ST-AMB 21): above the purse, or without a Ring left.

    ``why``: ``purse``, ``rings``.
    """

    seat: str
    world: int
    bid: int
    why: str

    def seen_by(self, s: Any) -> Audience:
        """The bidder: what others would have paid is sealed."""
        return (self.seat,)


class Revealed(PublicFact, frozen=True):
    """A seat showed a card of its hand to all (ST-SET-16)."""

    seat: str
    card: str

    def apply(self, s: Stars) -> Stars:
        """An unknown card of that hand is a known one."""
        hand = s.hands[self.seat]
        if self.card in hand:
            return s
        at = len(hand) - 1 - hand[::-1].index(UNKNOWN)
        return change(s, hands={**s.hands, self.seat: (*hand[:at], self.card, *hand[at + 1 :])})


FACTS: tuple[type[Fact], ...] = (
    Drew,
    Reshuffled,
    TurnedUp,
    BoxClosed,
    Surplus,
    TookRole,
    Claimed,
    Founded,
    Trimmed,
    Discarded,
    HandLeft,
    Played,
    Revealed,
    Unsold,
    Overbid,
)
