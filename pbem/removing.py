"""A campaign that has not begun is taken out of the office again: `pbem new --remove`."""

from __future__ import annotations

from typing import Any, Final

from sqlmodel import Session, col, delete, func, select, update

from pbem.errors import UsageFault
from pbem.referee.seated import campaign_row, seat_rows
from pbem.store.marks import mark, set_mark
from pbem.store.models import (
    AddressRow,
    CampaignRow,
    DeskRow,
    ExpiryRow,
    LetterRow,
    OrderedRow,
    OutboxRow,
    PendingRow,
    SeatRow,
    TableRow,
    UndoRow,
)

_EPOCH: Final = "epoch:{}"
"""Key in the table `office`: the highest epoch of the seats of a removed campaign of this name."""

_OWN: Final[tuple[Any, ...]] = (
    OrderedRow,
    UndoRow,
    ExpiryRow,
    PendingRow,
    DeskRow,
    AddressRow,
    SeatRow,
    TableRow,
)
"""What is the campaign's alone, in an order in which it can go."""


def require_setup(session: Session, campaign: str) -> dict[str, str]:
    """Names by seat of a campaign that may be removed; `UsageFault` once it has started."""
    if campaign_row(session, campaign).status != "setup":
        raise UsageFault(
            "started",
            f"{campaign} has started: what was mailed and played is kept. Nothing was changed.",
            f"A player leaves it by: pbem seat {campaign} SEAT --drop",
        )
    return {seat: row.name for seat, row in seat_rows(session, campaign).items()}


def remove_campaign(session: Session, campaign: str) -> None:
    """Remove a campaign in setup with its seats and the letters that have not gone out.

    Letters that came in, or went out, stay in the ledger, as of no campaign. A campaign that is
    made anew under the name has reply addresses of its own.
    """
    require_setup(session, campaign)
    highest = session.exec(select(func.max(SeatRow.epoch)).where(SeatRow.campaign == campaign))
    epoch = highest.one() or last_epoch(session, campaign)
    set_mark(session, _EPOCH.format(campaign), str(epoch))
    session.exec(
        delete(OutboxRow).where(
            col(OutboxRow.campaign) == campaign, col(OutboxRow.status) == "pending"
        )
    )
    for table in (OutboxRow, LetterRow):
        session.exec(
            update(table).where(col(table.campaign) == campaign).values(campaign=None, seat=None)
        )
    for own in _OWN:
        session.exec(delete(own).where(own.campaign == campaign))
    session.exec(delete(CampaignRow).where(col(CampaignRow.id) == campaign))


def last_epoch(session: Session, campaign: str) -> int:
    """The epoch that seats of a removed campaign of this name had; 0: there was none."""
    return int(mark(session, _EPOCH.format(campaign)) or 0)
