"""Campaigns and seats as a person types them; a fault names those that come near."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pbem.errors import UsageFault
from pbem.near import did_you_mean

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.store.models import CampaignRow, SeatRow


def campaign_named(session: Session, typed: str) -> CampaignRow:
    """The campaign with this id, in any case. Raises `UsageFault` `no-campaign`."""
    from sqlmodel import select

    from pbem.store.models import CampaignRow

    row = session.get(CampaignRow, typed.strip().lower())
    if row is None:
        known = session.exec(select(CampaignRow.id).order_by(CampaignRow.id)).all()
        raise UsageFault(
            "no-campaign",
            f"There is no campaign '{typed}' in this office.",
            did_you_mean(typed, known, "It has none yet; pbem new makes one."),
        )
    return row


def seat_named(campaign: str, seats: Mapping[str, SeatRow], typed: str) -> str:
    """The seat with this id or player's name. Raises `UsageFault` `no-seat`."""
    from engine.lexicon import fold

    wanted = fold(typed)
    for seat, row in seats.items():
        if wanted in (fold(seat), seat.removeprefix("p"), fold(row.name)):
            return seat
    known = [f"{row.name} ({seat})" for seat, row in seats.items()]
    near = get_close_matches(wanted, [fold(row.name) for row in seats.values()], n=1, cutoff=0.5)
    guess = next(
        (f"Did you mean {row.name}? " for row in seats.values() if fold(row.name) in near), ""
    )
    there = f"{guess}There are: {', '.join(known)}." if known else f"See: pbem join {campaign}"
    raise UsageFault("no-seat", f"'{typed}' has no seat in {campaign}.", there)
