"""The Trade phase by mail (SF-TRA-1, SF-TRA-2, SF-AMB 8)."""

from __future__ import annotations

from engine.decision import Chance, Choice, Decision, Order, Pick, below
from engine.fact import OfferClosed
from engine.leave import open_orders, resign
from engine.offer import (
    ANYONE,
    agree,
    make_offers,
    offer_choice,
    offer_meant,
    refuse,
    reply_choices,
    settle,
)
from engine.state import Offer
from engine.table import Table
from games.space_freighter.cards import CARGO
from games.space_freighter.facts import Exchanged, Revealed
from games.space_freighter.forms import REVEAL
from games.space_freighter.state import Freight

MOST = 7
"""Most items on one side of an offer."""

_MONEY = tuple(f"${n}" for n in range(1, 501))
"""Items that are amounts of MC. All goods and bonuses together bring less than 500."""


def money_in(items: tuple[str, ...]) -> int:
    """The MC among these items."""
    return sum(int(x[1:]) for x in items if x.startswith("$"))


def cards_in(items: tuple[str, ...]) -> tuple[str, ...]:
    """The cards among these items."""
    return tuple(x for x in items if not x.startswith("$"))


def partners(s: Freight, seat: str) -> list[str]:
    """Seats that this one may make offers to."""
    return [x for x in s.clockwise(seat) if x != seat and x not in s.leaving]


def trading(s: Freight, one: str, other: str) -> bool:
    """Whether a Trade phase is open in which these two may exchange (SF-AMB 8)."""
    if not s.stack or not getattr(s.stack[-1], "trade", False):
        return False
    return may_trade(s, one, other)


def may_trade(s: Freight, one: str, other: str) -> bool:
    """Whether the Trade phase of the active seat, once open, serves these two."""
    return s.options["trade"] == "all" or s.active in (one, other)


def any_time(s: Freight, seat: str) -> Decision:
    """What this seat may order at any time: offers and their answers, REVEAL, RESIGN."""
    hand = s.hands[seat]
    choices: list[Choice] = []
    others = partners(s, seat)
    if others:
        choices.append(_offering(s, seat, others))
    choices += reply_choices(s, seat, lacks)
    if hand:
        choices.append(Choice(REVEAL, (Pick(hand),)))
    return open_orders(seat, choices)


def _offering(s: Freight, seat: str, others: list[str]) -> Choice:
    """Give: what the seat has. Want: any card that may still be in, or come to, another hand."""
    hand = s.hands[seat]
    closed = {*s.pile, *hand}
    catalogue = tuple(c for c in CARGO if c not in closed)
    money = bool(s.options["money"])

    def wanted(partner: str) -> tuple[str, ...]:
        if not money:
            return catalogue
        asked = others if partner == ANYONE else [partner]
        return catalogue + _MONEY[: max(s.money[x] for x in asked)]

    return offer_choice(others, hand + _MONEY[: s.money[seat] if money else 0], wanted, MOST)


def act(t: Table[Freight], seat: str, order: Order) -> None:
    """Carry out one legal any-time order."""
    verb = order.verb
    if verb == "OFFER":
        make_offers(t, seat, order)
    elif verb == "ACCEPT":
        _accept(t, offer_meant(t.state, seat, order))
    elif verb in ("DECLINE", "WITHDRAW"):
        refuse(t, seat, order)
    elif verb == "REVEAL":
        t.emit(Revealed(seat, str(order.args[0])))
    else:
        resign(t, seat)


def _accept(t: Table[Freight], offer: Offer) -> None:
    """Carried out at once, or agreed for the next Trade phase of the two.

    The taker holds what is asked, or could not have accepted; whether the giver still does is his
    secret until now.
    """
    lack = lacking(t.state, offer)
    if lack:
        t.emit(OfferClosed(offer.id, lack))
    elif trading(t.state, offer.giver, offer.taker):
        _exchange(t, offer)
    else:
        agree(t, offer)


def lacking(s: Freight, offer: Offer) -> str:
    """Why the offer cannot be carried out: ``giver-lacks``, ``taker-lacks``, or empty."""
    if lacks(s, offer.giver, offer.give):
        return "giver-lacks"
    return "taker-lacks" if lacks(s, offer.taker, offer.want) else ""


def lacks(s: Freight, seat: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the items that the seat does not have."""
    hand, money = s.hands[seat], s.money[seat]
    return tuple(x for x in items if (money_in((x,)) > money if x[0] == "$" else x not in hand))


def close_gone(t: Table[Freight]) -> None:
    """End the offers that name a card on the pile: all can see that they have become void."""
    s = t.state
    if s.offers:
        pile = frozenset(s.pile)
        for offer in s.offers:
            if not pile.isdisjoint((*offer.give, *offer.want)):
                t.emit(OfferClosed(offer.id, "gone"))


def _exchange(t: Table[Freight], offer: Offer) -> None:
    give, want = offer.give, offer.want
    settle(t, offer)
    t.emit(
        Exchanged(
            offer.giver,
            offer.taker,
            cards_in(give),
            cards_in(want),
            money_in(give),
            money_in(want),
        )
    )


def open_trade(t: Table[Freight]) -> None:
    """The Trade phase opens: exchanges that were agreed on before take place now.

    In the order in which the offers were made; one whose cards are gone closes for both.
    """
    for offer in t.state.offers:
        if offer.accepted and may_trade(t.state, offer.giver, offer.taker):
            lack = lacking(t.state, offer)
            if lack:
                t.emit(OfferClosed(offer.id, lack))
            else:
                _exchange(t, offer)


def likely(s: Freight, seat: str, chance: Chance) -> Order | None:
    """Half the time: to accept what can be carried out, else to offer one held card for another."""
    if chance.random() < 0.5:
        return None
    for offer in s.offers:
        if offer.taker == seat and not offer.accepted and not lacking(s, offer):
            return Order("ACCEPT", (offer.giver, offer.number))
    hand, holders = s.hands[seat], [x for x in partners(s, seat) if s.hands[x]]
    if not hand or not holders:
        return None
    partner = holders[below(chance, len(holders))]
    theirs = s.hands[partner]
    give, want = hand[below(chance, len(hand))], theirs[below(chance, len(theirs))]
    to = ANYONE if chance.random() < 0.5 else partner
    return Order("OFFER", (to, (give,), (want,)))
