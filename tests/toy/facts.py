"""What can happen in the toy."""

from __future__ import annotations

from typing import Any

from engine.fact import Audience, Fact, PublicFact
from engine.state import change
from tests.toy.state import HIDDEN, ToyState, take


class Started(PublicFact, frozen=True):
    seat: str
    place: str

    def apply(self, s: ToyState) -> ToyState:
        return change(s, at={**s.at, self.seat: self.place})


class Assigned(PublicFact, frozen=True):
    """A parcel and where it goes."""

    seat: str
    place: str

    def apply(self, s: ToyState) -> ToyState:
        return change(s, dest={**s.dest, self.seat: self.place})


class Granted(PublicFact, frozen=True):
    """So many actions of this kind of walk."""

    walk: str
    actions: int

    def apply(self, s: ToyState) -> ToyState:
        return change(
            s, left={**s.left, self.walk: self.actions}, die={**s.die, self.walk: 0}, refused=()
        )


class Threw(PublicFact, frozen=True):
    walk: str
    value: int

    def apply(self, s: ToyState) -> ToyState:
        return change(s, die={**s.die, self.walk: self.value})


class Zapped(PublicFact, frozen=True):
    """A die was turned by one."""

    seat: str
    walk: str
    by: int

    def apply(self, s: ToyState) -> ToyState:
        return change(s, die={**s.die, self.walk: s.die[self.walk] + self.by})


class Spent(PublicFact, frozen=True):
    """An action was used up, with its die."""

    walk: str

    def apply(self, s: ToyState) -> ToyState:
        left = {**s.left, self.walk: s.left[self.walk] - 1}
        return change(s, left=left, die={**s.die, self.walk: 0}, refused=())


class Moved(PublicFact, frozen=True):
    seat: str
    place: str

    def apply(self, s: ToyState) -> ToyState:
        return change(s, at={**s.at, self.seat: self.place})


class Scored(PublicFact, frozen=True):
    seat: str
    points: int

    def apply(self, s: ToyState) -> ToyState:
        return change(s, points={**s.points, self.seat: s.points[self.seat] + self.points})


class Paid(PublicFact, frozen=True):
    """Money changed hands; ``""`` is the bank."""

    payer: str
    payee: str
    amount: int

    def apply(self, s: ToyState) -> ToyState:
        money, bank = dict(s.money), s.bank
        for seat, amount in ((self.payer, -self.amount), (self.payee, self.amount)):
            if seat:
                money[seat] += amount
            else:
                bank += amount
        return change(s, money=money, bank=bank)


class StallTo(PublicFact, frozen=True):
    """A stall has an owner now; ``""``: it is taken down."""

    place: str
    seat: str

    def apply(self, s: ToyState) -> ToyState:
        stalls = {p: x for p, x in s.stalls.items() if p != self.place}
        return change(s, stalls={**stalls, self.place: self.seat} if self.seat else stalls)


class Refused(PublicFact, frozen=True):
    place: str

    def apply(self, s: ToyState) -> ToyState:
        return change(s, refused=(*s.refused, self.place))


class Laid(PublicFact, frozen=True):
    """A card was played, or thrown away, openly."""

    seat: str
    card: str

    def apply(self, s: ToyState) -> ToyState:
        hands = {**s.hands, self.seat: take(s.hands[self.seat], self.card)}
        return change(s, hands=hands, discard=(*s.discard, self.card))


class Discarded(Laid, frozen=True):
    """A card went down to the hand limit. Of a seat that leaves nobody chose which."""


class HandLeft(PublicFact, frozen=True):
    """The hand of a seat that drops out is laid open."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, s: ToyState) -> ToyState:
        hands = {**s.hands, self.seat: ()}
        return change(s, hands=hands, discard=(*s.discard, *self.cards))


class Showed(PublicFact, frozen=True):
    """A card was shown to all; knowing it is left to the readers."""

    seat: str
    card: str


class Drew(Fact, frozen=True):
    seat: str
    card: str

    def apply(self, s: ToyState) -> ToyState:
        hand = tuple(sorted((*s.hands.get(self.seat, ()), self.card)))
        return change(s, hands={**s.hands, self.seat: hand}, deck=take(s.deck, self.card))

    def seen_by(self, s: Any) -> Audience:
        return (self.seat,)

    def masked(self) -> Fact:
        return Drew(self.seat, HIDDEN)


class Shuffled(PublicFact, frozen=True):
    """The open cards are the deck again."""

    def apply(self, s: ToyState) -> ToyState:
        return change(s, deck=tuple(sorted((*s.deck, *s.discard))), discard=())


class Traded(Fact, frozen=True):
    """The cards of a deal changed hands; its money and stalls are facts of their own."""

    giver: str
    taker: str
    given: tuple[str, ...]
    got: tuple[str, ...]

    def apply(self, s: ToyState) -> ToyState:
        a, b = s.hands[self.giver], s.hands[self.taker]
        for card in self.given:
            a = take(a, card)
        for card in self.got:
            b = take(b, card)
        a, b = tuple(sorted((*a, *self.got))), tuple(sorted((*b, *self.given)))
        return change(s, hands={**s.hands, self.giver: a, self.taker: b})

    def seen_by(self, s: Any) -> Audience:
        return (self.giver, self.taker)

    def masked(self) -> Fact:
        return Traded(
            self.giver, self.taker, (HIDDEN,) * len(self.given), (HIDDEN,) * len(self.got)
        )


class Vacated(PublicFact, frozen=True):
    """A seat that drops out leaves the map; what it held has gone by other facts."""

    seat: str

    def apply(self, s: ToyState) -> ToyState:
        def less(d: dict[str, Any]) -> dict[str, Any]:
            return {x: v for x, v in d.items() if x != self.seat}

        return change(s, at=less(s.at), dest=less(s.dest), hands=less(s.hands))


FACTS: tuple[type[Fact], ...] = (
    Started,
    Assigned,
    Granted,
    Threw,
    Zapped,
    Spent,
    Moved,
    Scored,
    Paid,
    StallTo,
    Refused,
    Laid,
    Discarded,
    HandLeft,
    Showed,
    Drew,
    Shuffled,
    Traded,
    Vacated,
)


def all_cards(s: ToyState) -> list[str]:
    """The whole set, wherever it lies."""
    return sorted((*s.deck, *s.discard, *(c for hand in s.hands.values() for c in hand)))
