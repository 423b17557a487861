"""What can happen in Space Freighter."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Any

from engine.fact import Audience, Fact, PublicFact
from engine.hand import UNKNOWN, less
from engine.state import change
from games.space_freighter.state import Freight, more


class Flipped(PublicFact, frozen=True):
    """The top card of the deck was flipped for all to see (SF-DRW-1)."""

    seat: str
    card: str
    kept: bool
    """Whether it went to the hand; an event goes to the pile."""

    def apply(self, s: Freight) -> Freight:
        """The card leaves the deck; whoever looked ahead knows one card less."""
        card = self.card
        if s.ahead:
            known = {x: n - 1 for x, n in s.foresight.items() if n > 1}
            s = change(s, ahead=s.ahead[1:], foresight=known)
        # Deck and hand are sorted. Every turn comes through here.
        left = [*s.deck]
        del left[bisect_left(left, card)]
        deck = tuple(left)
        if not self.kept:
            return change(s, deck=deck, pile=(*s.pile, card), flipped=card)
        hands = s.hands.copy()
        hand = [*hands[self.seat]]
        insort(hand, card)
        hands[self.seat] = tuple(hand)
        return change(s, deck=deck, hands=hands, flipped=card)


class Looked(Fact, frozen=True):
    """A seat looked at the next cards of the deck, in order (SF-DRW-6)."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, s: Freight) -> Freight:
        """The order of these cards is settled; what a viewer knew of it stays known."""
        before, known = s.ahead, s.foresight.get(self.seat, 0)
        ahead = tuple(
            before[i] if card == UNKNOWN and i < len(before) else card
            for i, card in enumerate(self.cards)
        )
        return change(
            s,
            ahead=ahead + before[len(ahead) :],
            foresight={**s.foresight, self.seat: max(known, len(ahead))},
        )

    def seen_by(self, s: Any) -> Audience:
        """The seat that looked."""
        return (self.seat,)

    def masked(self) -> Fact:
        """How many cards were looked at."""
        return Looked(self.seat, (UNKNOWN,) * len(self.cards))


class Fined(PublicFact, frozen=True):
    """A seat lost MC by an event: ``paid`` of the ``due``, for nobody goes below 0 (SF-DRW-5)."""

    seat: str
    due: int
    paid: int

    def apply(self, s: Freight) -> Freight:
        """The seat has less."""
        return change(s, money={**s.money, self.seat: s.money[self.seat] - self.paid})


class Stranded(PublicFact, frozen=True):
    """The rest of this turn and the whole next one are skipped; ``gain`` MC come at once."""

    seat: str
    gain: int

    def apply(self, s: Freight) -> Freight:
        """The seat's next turn will be skipped."""
        money = {**s.money, self.seat: s.money[self.seat] + self.gain}
        return change(s, money=money, idle=(*s.idle, self.seat))


class TurnSkipped(PublicFact, frozen=True):
    """A seat sat out its turn (SF-DCK-7)."""

    seat: str

    def apply(self, s: Freight) -> Freight:
        """The seat plays again next time; nothing was flipped."""
        return change(s, idle=tuple(x for x in s.idle if x != self.seat), flipped="")


class _Shed(PublicFact, frozen=True):
    """Cards went from a hand to the pile."""

    seat: str
    cards: tuple[str, ...]

    def apply(self, s: Freight) -> Freight:
        """The cards lie face up on the pile."""
        hands = s.hands.copy()
        hands[self.seat] = less(hands[self.seat], self.cards)
        return change(s, hands=hands, pile=s.pile + self.cards)


class Lost(_Shed, frozen=True):
    """A hazard cost these cards, drawn at random (SF-DRW-4)."""


class Trimmed(_Shed, frozen=True):
    """Cards over the hand limit were discarded (SF-END-1)."""


class HandLeft(_Shed, frozen=True):
    """The hand of a seat that dropped out was discarded."""


class Negated(PublicFact, frozen=True):
    """An aid was discarded and the hazard had no effect (SF-DRW-2, SF-DRW-3)."""

    seat: str
    event: str
    aid: str

    def apply(self, s: Freight) -> Freight:
        """The aid lies on the pile."""
        hands = s.hands.copy()
        hands[self.seat] = less(hands[self.seat], (self.aid,))
        return change(s, hands=hands, pile=(*s.pile, self.aid))


class Delivered(PublicFact, frozen=True):
    """A delivery was made (SF-DEL-2): ``amounts`` in MC belong to ``cards``, in the order sold."""

    seat: str
    world: str
    cards: tuple[str, ...]
    amounts: tuple[int, ...]
    total: int

    def apply(self, s: Freight) -> Freight:
        """World and cards lie on the pile, the MC are the seat's."""
        seat = self.seat
        hands = s.hands.copy()
        hands[seat] = less(hands[seat], (self.world, *self.cards))
        money = s.money.copy()
        money[seat] += self.total
        return change(s, hands=hands, money=money, pile=(*s.pile, self.world, *self.cards))


class Exchanged(Fact, frozen=True):
    """Two seats exchanged cards, and MC where the campaign allows it (SF-TRA-1).

    MC are counted on the table, so everybody sees those; the cards are the pair's affair.
    """

    giver: str
    taker: str
    give: tuple[str, ...]
    want: tuple[str, ...]
    paid: int = 0
    """MC from giver to taker."""
    returned: int = 0
    """MC from taker to giver."""

    def apply(self, s: Freight) -> Freight:
        """The cards change hands."""
        giver, taker, net = self.giver, self.taker, self.paid - self.returned
        hands = {
            **s.hands,
            giver: more(less(s.hands[giver], self.give), self.want),
            taker: more(less(s.hands[taker], self.want), self.give),
        }
        money = {**s.money, giver: s.money[giver] - net, taker: s.money[taker] + net}
        return change(s, hands=hands, money=money)

    def seen_by(self, s: Any) -> Audience:
        """The pair."""
        return (self.giver, self.taker)

    def masked(self) -> Fact:
        """How many cards went each way."""
        give, want = (UNKNOWN,) * len(self.give), (UNKNOWN,) * len(self.want)
        return change(self, give=give, want=want)


class Revealed(PublicFact, frozen=True):
    """A seat showed a card of its hand to all."""

    seat: str
    card: str

    def apply(self, s: Freight) -> Freight:
        """An unknown card of that hand has become a known one."""
        hand = s.hands[self.seat]
        if self.card in hand:
            return s
        return change(s, hands={**s.hands, self.seat: more(less(hand, (self.card,)), (self.card,))})


FACTS: tuple[type[Fact], ...] = (
    Flipped,
    Looked,
    Fined,
    Stranded,
    TurnSkipped,
    Lost,
    Trimmed,
    HandLeft,
    Negated,
    Delivered,
    Exchanged,
    Revealed,
)
