"""Offers between two seats: any-time orders that every trading game shares.

A game supplies what may be given and wanted, and how an exchange is carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine.decision import Arg, Args, Choice, Order, Pick, Some
from engine.fact import OfferAgreed, OfferClosed, OfferMade
from engine.form import Form, Slot
from engine.state import ANYONE, Offer, change
from engine.table import Table

__all__ = [
    "ACCEPT",
    "ANYONE",
    "DECLINE",
    "NOTHING",
    "OFFER",
    "OFFER_FORMS",
    "WITHDRAW",
    "agree",
    "make_offers",
    "offer_choice",
    "offer_meant",
    "refuse",
    "reply_choices",
    "settle",
]

OFFER = Form(
    verb="OFFER",
    slots=(
        Slot(name="to", type="name", domain="partner"),
        Slot(name="give", type="items", domain="item", money=True),
        Slot(name="want", type="items", domain="item", keyword="FOR", money=True),
    ),
    blocks=("NOW",),
    until=True,
)
ACCEPT = Form(
    verb="ACCEPT",
    slots=(
        Slot(name="of", type="name", domain="seat"),
        Slot(name="number", type="number", optional=True, low=1),
    ),
    blocks=("NOW",),
)
DECLINE = Form(verb="DECLINE", slots=ACCEPT.slots, blocks=("NOW",))
WITHDRAW = Form(verb="WITHDRAW", slots=ACCEPT.slots, blocks=("NOW",))
OFFER_FORMS = (OFFER, ACCEPT, DECLINE, WITHDRAW)

NOTHING = "nothing"
"""The item of an empty side."""


def offer_choice(
    partners: Sequence[str],
    give: Sequence[str],
    want: Callable[[str], Sequence[str]],
    most: int,
    held: Callable[[tuple[str, ...]], bool] | None = None,
) -> Choice:
    """The choice to make an offer of at most ``most`` items a side.

    ``give``: items the seat may offer now, each as often as it has it; ``held``: whether it has
    these together, where a thing has several names. ``want``: items it may ask of this partner,
    taken from the catalogue and never from the other's hand. Of the amounts on a side (``$5``)
    one may be named. An offer with two empty sides cannot be made, since ``NOTHING`` stands on
    one side only.
    """

    @cache
    def side(partner: str, empty: bool) -> Some:
        pool = want(partner)
        return _side((*pool, NOTHING) if empty else pool, most)

    def wanted(args: Args) -> Some:
        return side(str(args[0]), args[1] != (NOTHING,))

    given = _side((*give, NOTHING), most)
    if held is not None:
        has = held
        given = change(given, fits=lambda items: has(tuple(x for x in items if x != NOTHING)))
    return Choice(OFFER, (Pick((*partners, ANYONE)), given, wanted))


def _side(items: Sequence[str], most: int) -> Some:
    return Some(items, 1, most, once=tuple(x for x in items if x.startswith("$")))


def reply_choices(
    s: Any,
    seat: str,
    lacks: Callable[[Any, str, tuple[str, ...]], Sequence[str]] = lambda *_: (),
) -> tuple[Choice, ...]:
    """ACCEPT, DECLINE and WITHDRAW for the open offers of this seat.

    ``lacks`` (see ``Game.lacks``): who lacks what is asked of him cannot accept, and the offer
    stays open.
    """
    got = [o for o in s.offers if o.taker == seat and not o.accepted]
    made = [o for o in s.offers if o.giver == seat and not o.accepted]
    choices: list[Choice] = []
    able = [o for o in got if not lacks(s, seat, o.want)]
    if able:
        choices.append(_reply(ACCEPT, able, got))
    if got:
        choices.append(_reply(DECLINE, got, got))
    if made:
        choices.append(_reply(WITHDRAW, made, made))
    return tuple(choices)


def _reply(form: Form, offers: list[Offer], among: list[Offer]) -> Choice:
    """``offers``: those that may be meant, ``among`` all that are open on that side."""

    def partner(o: Offer) -> str:
        return o.taker if form is WITHDRAW else o.giver

    by_partner: dict[str, list[Arg]] = {}
    for o in offers:
        by_partner.setdefault(partner(o), []).append(o.number)

    def numbers(args: Args) -> Pick:
        found = tuple(by_partner.get(str(args[0]), ()))
        # The number may be left out while one offer of the pair is open.
        single = sum(partner(o) == args[0] for o in among) == 1
        return Pick((None, *found)) if single else Pick(found)

    return Choice(form, (Pick(tuple(by_partner)), numbers))


def make_offers(t: Table[Any], seat: str, order: Order) -> None:
    """Carry out OFFER; to ``ANYONE`` it is one offer for each other seat."""
    to, give, want = order.args
    s = t.state
    others = [x for x in s.clockwise(seat) if x != seat and x not in s.leaving]
    takers = others if to == ANYONE else [str(to)]
    group = s.offer_counts.get(f"{seat}>{ANYONE}", 0) + 1 if to == ANYONE else 0
    for taker in takers:
        number = t.state.offer_counts.get(f"{seat}>{taker}", 0) + 1
        offer = Offer(
            id=f"{seat}>{taker}:{number}",
            giver=seat,
            taker=taker,
            give=_items(give),
            want=_items(want),
            group=group,
        )
        t.emit(OfferMade(offer))


def _items(arg: Arg) -> tuple[str, ...]:
    assert isinstance(arg, tuple)
    return tuple(x for x in arg if x != NOTHING)


def offer_meant(s: Any, seat: str, order: Order) -> Offer:
    """The open offer that a legal ACCEPT, DECLINE or WITHDRAW of this seat means."""
    partner, number = str(order.args[0]), order.args[1]
    giver, taker = (seat, partner) if order.verb == "WITHDRAW" else (partner, seat)
    for o in s.offers:
        pair = (o.giver, o.taker) == (giver, taker)
        if pair and not o.accepted and number in (None, o.number):
            found: Offer = o
            return found
    raise LookupError(f"{seat}: no open offer for {order}")


def agree(t: Table[Any], offer: Offer) -> None:
    """The offer is accepted, and takes place later; what it was to others ends."""
    t.emit(OfferAgreed(offer.id))
    _end_others(t, offer)


def settle(t: Table[Any], offer: Offer) -> None:
    """The offer takes place now: it ends, and so does what it was to others."""
    t.emit(OfferClosed(offer.id, "taken"))
    _end_others(t, offer)


def _end_others(t: Table[Any], offer: Offer) -> None:
    """The first to accept an offer to all has it."""
    for o in t.state.offers:
        if offer.group and o.id != offer.id and (o.giver, o.group) == (offer.giver, offer.group):
            t.emit(OfferClosed(o.id, "elsewhere"))


def refuse(t: Table[Any], seat: str, order: Order) -> None:
    """Carry out DECLINE or WITHDRAW."""
    reason = "declined" if order.verb == "DECLINE" else "withdrawn"
    t.emit(OfferClosed(offer_meant(t.state, seat, order).id, reason))
