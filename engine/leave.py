"""Orders at any time, of which every game has RESIGN.

Who leaves counts as absent at once, and drops out at the next turn boundary.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.decision import Choice, Decision, Order
from engine.fact import OfferClosed, Resigned
from engine.form import Form
from engine.table import Table

RESIGN_FORM = Form(verb="RESIGN", blocks=("NOW",), whole=True)
"""For the any-time decision only. No game lists it: the post office reads the word, with the
campaign's name behind it.
"""
RESIGN = Order(RESIGN_FORM.verb)


def open_orders(seat: str, choices: Iterable[Choice]) -> Decision:
    """What ``Game.open`` gives: these choices, and RESIGN behind them. Nobody is asked it."""
    return Decision(
        id=f"0.{seat}",
        seat=seat,
        kind="any",
        choices=(*choices, Choice(RESIGN_FORM)),
        default=RESIGN,
    )


def resign(t: Table[Any], seat: str) -> None:
    """Carry out RESIGN: the seat is leaving, and its offers that nobody has accepted end.

    An offer already agreed on still takes place, if its moment comes before the drop-out.
    """
    t.emit(Resigned(seat))
    close_offers(t, seat, agreed=False)


def close_offers(t: Table[Any], seat: str, *, agreed: bool = True) -> None:
    """End the offers of and to this seat; those agreed on only if ``agreed``."""
    for offer in t.state.offers:
        if seat in (offer.giver, offer.taker) and (agreed or not offer.accepted):
            t.emit(OfferClosed(offer.id, "left"))
