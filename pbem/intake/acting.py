"""Orders of the game that nobody asked for: each runs at once, as a step of its own."""

from __future__ import annotations

from typing import Any

from engine.advance import act, opened
from engine.decision import Decision, Order
from engine.language.block import Now
from engine.language.text import order_text
from engine.offer import offer_meant
from engine.state import Offer
from pbem.clock import utc_text
from pbem.dateparse import DateFault, parse_moment
from pbem.intake import answering
from pbem.intake.clerk import Clerk
from pbem.letters.context import Refusal
from pbem.referee.record import write_step
from pbem.store.models import ExpiryRow


def act_now(clerk: Clerk, item: Now) -> None:
    """An any-time order of the game."""
    order = item.order
    decision = opened(clerk.seated.game, clerk.seated.state, clerk.seat)
    lack = _lack(clerk, decision, order)
    if lack:
        clerk.refuse(item.number, item.text, "lacks", data={"missing": lack})
        return
    several = _several(clerk, order)
    if several:
        lexicon = clerk.seated.lexicon(clerk.seat)
        ways = [Order(order.verb, (order.args[0], offer["number"])) for offer in several]
        usage = tuple(order_text(item.form, one, lexicon) for one in ways)
        terms: dict[str, Any] = {"offers": several}
        clerk.refuse(item.number, item.text, "which-offer", usage=usage, data=terms)
        return
    if decision is None or not decision.has(order):
        # What else could be ordered is no help to who meant this verb.
        named = decision is not None and any(
            choice.form.verb == order.verb for choice in decision.choices
        )
        usage = (
            ()
            if decision is None or not named
            else answering.legal_texts(decision, order.verb, clerk.seated.lexicon(clerk.seat))
        )
        data = {"verb": order.verb}
        clerk.refuse(item.number, item.text, "not-now", usage=usage, data=data)
        return
    news = _news(clerk, order)
    if news is not None:
        number = Order(order.verb, (order.args[0], news.number))
        usage = (order_text(item.form, number, clerk.seated.lexicon(clerk.seat)),)
        clerk.refuse(item.number, item.text, "new-offer", usage=usage, data=_terms(clerk, news))
        return
    until = _until(clerk, item)
    if isinstance(until, Refusal):
        clerk.out.refused.append(until)
        clerk.record(item.number, item.text, "refused", until.code)
        return
    if clerk.dry:
        clerk.done(item.text, item.number)
        return
    seated = clerk.seated
    step = act(seated.game, seated.state, clerk.seat, order, seated.dice)
    before = {o.id for o in seated.state.offers}
    numbers = write_step(clerk.session, seated, step)
    clerk.out.own_facts.update(numbers)
    if until is not None:
        _set_expiry(clerk, before, until)
    facts = tuple(f for f in (told.to(clerk.seat) for told in step.facts) if f is not None)
    clerk.done(item.text, item.number, facts, numbers)


def _news(clerk: Clerk, order: Order) -> Offer | None:
    """The offer that an answer without a number would settle though its writer cannot have been
    told of it: else a worse one, made while his letter was on its way, would be taken.
    """
    if order.verb not in ("ACCEPT", "DECLINE") or order.args[1] is not None:
        return None
    offer = offer_meant(clerk.seated.state, clerk.seat, order)
    return None if clerk.replied.knows_offer(offer.id) else offer


def _several(clerk: Clerk, order: Order) -> list[dict[str, Any]]:
    """The offers that an answer without a number could mean, with their terms, where they are more
    than one.
    """
    if order.verb not in ("ACCEPT", "DECLINE", "WITHDRAW") or order.args[1] is not None:
        return []
    partner, mine = str(order.args[0]), order.verb == "WITHDRAW"
    pair = (clerk.seat, partner) if mine else (partner, clerk.seat)
    found = [
        offer
        for offer in clerk.seated.state.offers
        if (offer.giver, offer.taker) == pair and not offer.accepted
    ]
    return [{"number": o.number, **_terms(clerk, o)} for o in found] if len(found) > 1 else []


def _terms(clerk: Clerk, offer: Offer) -> dict[str, Any]:
    """What it gives and wants, as text."""
    shown = clerk.seated.lexicon(clerk.seat).shown
    sides = {"give": offer.give, "want": offer.want}
    return {k: ", ".join(shown("item", item) for item in side) for k, side in sides.items()}


def _lack(clerk: Clerk, decision: Decision | None, order: Order) -> str:
    """Of an ACCEPT: what the offer asks for that its taker does not have, as text."""
    if order.verb != "ACCEPT" or decision is None:
        return ""
    if not decision.has(Order("DECLINE", order.args)):
        return ""
    view, shown = clerk.seated.view(clerk.seat), clerk.seated.lexicon(clerk.seat).shown
    items = clerk.seated.game.lacks(view, clerk.seat, offer_meant(view, clerk.seat, order).want)
    return ", ".join(shown("item", item) for item in items)


def _until(clerk: Clerk, item: Now) -> Any:
    if not item.until:
        return None
    zone = clerk.seated.zone(clerk.seat)
    try:
        return parse_moment(item.until, zone, clerk.stamp.came)
    except DateFault as fault:
        return Refusal(item.number, item.text, "bad-date", data={"why": fault.code})


def _set_expiry(clerk: Clerk, before: set[str], until: Any) -> None:
    for offer in clerk.seated.state.offers:
        if offer.id not in before:
            clerk.session.add(
                ExpiryRow(
                    campaign=clerk.seated.id,
                    offer=offer.id,
                    local=until.text,
                    zone=until.zone,
                    utc=utc_text(until.utc),
                )
            )
