"""Leaving the game: at once a seat counts as absent, at the next turn boundary it drops out."""

from __future__ import annotations

from typing import Any

from engine.fact import OfferClosed, Resigned
from engine.form import Form
from engine.table import Table

RESIGN_FORM = Form(verb="RESIGN", blocks=("NOW",), whole=True)
"""For the any-time decision only. No game lists it: the post office reads the word, with the
campaign's name behind it.
"""


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
