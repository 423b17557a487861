"""Any-time orders of the toy: offers, showing and throwing away a card, resigning."""

from __future__ import annotations

from engine.decision import Choice, Decision, Order, Pick
from engine.fact import OfferClosed
from engine.leave import RESIGN_FORM, resign
from engine.offer import (
    ANYONE,
    make_offers,
    offer_choice,
    offer_meant,
    refuse,
    reply_choices,
    settle,
)
from engine.state import Offer
from engine.table import Table
from tests.toy import board, forms
from tests.toy.facts import Laid, Paid, Showed, StallTo, Traded
from tests.toy.state import ToyState

COINS = ("$1", "$2")


def open_orders(s: ToyState, seat: str) -> Decision | None:
    """What a seat may order at any time once the places are picked."""
    if seat not in s.hands or seat not in s.dest:
        return None
    hand = tuple(dict.fromkeys(s.hands[seat]))
    staying = tuple(x for x in s.present() if x != seat and x not in s.leaving)
    choices = [Choice(RESIGN_FORM), *reply_choices(s, seat)]
    if hand:
        choices += [Choice(form, (Pick(hand),)) for form in (forms.REVEAL, forms.THROW)]
    if staying:
        choices.append(_offer(s, seat, staying))
    return Decision(
        id=f"0.{seat}", seat=seat, kind="any", choices=tuple(choices), default=Order("PASS")
    )


def _offer(s: ToyState, seat: str, partners: tuple[str, ...]) -> Choice:
    def stalls(owner: str) -> tuple[str, ...]:
        return tuple(p for p in board.PLACES if s.stalls.get(p) == owner)

    def want(partner: str) -> tuple[str, ...]:
        own = () if partner == ANYONE else stalls(partner)
        return (*board.KINDS, *own, *COINS)

    return offer_choice(partners, (*s.hands[seat], *stalls(seat), *COINS), want, 2)


def execute(t: Table[ToyState], seat: str, order: Order) -> None:
    """Carry out one of them."""
    if order.verb == "RESIGN":
        resign(t, seat)
    elif order.verb == "REVEAL":
        t.emit(Showed(seat, str(order.args[0])))
    elif order.verb == "THROW":
        t.emit(Laid(seat, str(order.args[0])))
    elif order.verb == "OFFER":
        make_offers(t, seat, order)
    elif order.verb == "ACCEPT":
        accept(t, offer_meant(t.state, seat, order))
    else:
        refuse(t, seat, order)


def money(items: tuple[str, ...]) -> int:
    """The sum of the amounts among the items."""
    return sum(int(x[1:]) for x in items if x.startswith("$"))


def cards_in(items: tuple[str, ...]) -> tuple[str, ...]:
    """The cards among the items."""
    return tuple(x for x in items if x in board.KINDS)


def has(s: ToyState, seat: str, items: tuple[str, ...]) -> bool:
    """Whether the seat has all of it."""
    cards = cards_in(items)
    return (
        s.money[seat] >= money(items)
        and all(s.hands[seat].count(c) >= cards.count(c) for c in cards)
        and all(s.stalls.get(x) == seat for x in items if x in board.PLACES)
    )


def accept(t: Table[ToyState], o: Offer) -> None:
    """The deal, whole; or its end when one of them lacks what it is about."""
    if not (has(t.state, o.giver, o.give) and has(t.state, o.taker, o.want)):
        t.emit(OfferClosed(o.id, "missing"))
        return
    settle(t, o)
    if cards_in(o.give) or cards_in(o.want):
        t.emit(Traded(o.giver, o.taker, cards_in(o.give), cards_in(o.want)))
    for payer, payee, items in ((o.giver, o.taker, o.give), (o.taker, o.giver, o.want)):
        if money(items):
            t.emit(Paid(payer, payee, money(items)))
        for place in items:
            if place in board.PLACES:
                t.emit(StallTo(place, payee))
