"""What falls due, and when."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final, Literal

from sqlmodel import Session, col, func, select

from pbem.clock import from_utc_text, utc_text
from pbem.store.models import CampaignRow, ExpiryRow, OutboxRow, PendingRow, SeatRow

DAY: Final = timedelta(days=1)
"""How long SET DIGEST gathers news for one letter."""


Work = Literal["deadline", "reminder", "offer", "post", "digest", ""]

_BY_CAMPAIGN: Final[tuple[tuple[Work, Any, Any], ...]] = (
    ("deadline", PendingRow, col(PendingRow.deadline_utc)),
    ("reminder", PendingRow, col(PendingRow.remind_at)),
    ("offer", ExpiryRow, col(ExpiryRow.utc)),
)


def campaigns_due(session: Session, now: datetime) -> list[str]:
    """Running campaigns with a deadline, or the end of an offer, that has come; in order."""
    moment = utc_text(now)
    running = select(CampaignRow.id).where(CampaignRow.status == "running")
    late = session.exec(
        select(PendingRow.campaign).where(
            col(PendingRow.deadline_utc) <= moment, col(PendingRow.campaign).in_(running)
        )
    ).all()
    over = session.exec(
        select(ExpiryRow.campaign).where(
            col(ExpiryRow.utc) <= moment, col(ExpiryRow.campaign).in_(running)
        )
    ).all()
    return sorted({*late, *over})


def next_due(session: Session) -> str:
    """UTC text of the next moment at which a run has something to do; empty: none is known."""
    return next_work(session)[0]


def next_work(session: Session) -> tuple[str, Work, str]:
    """That moment, what is done then, and for which campaign; empty where none is known."""
    found: list[tuple[str, Work, str]] = []
    for kind, table, moment in _BY_CAMPAIGN:
        running = select(CampaignRow.id).where(CampaignRow.status == "running")
        row = session.exec(
            select(moment, table.campaign)
            .where(col(table.campaign).in_(running), moment.is_not(None))
            .order_by(moment)
            .limit(1)
        ).first()
        if row is not None:
            found.append((row[0], kind, row[1]))
    again = session.exec(
        select(func.min(OutboxRow.next_at)).where(col(OutboxRow.status).in_(["pending", "doubt"]))
    ).one()
    if again:
        found.append((again, "post", ""))
    found += [(at, "digest", campaign) for campaign, _, at in digests_wanted(session)]
    return min(found, key=lambda one: one[0], default=("", "", ""))


def digests_wanted(session: Session) -> list[tuple[str, str, str]]:
    """Seats that want one letter a day and were not told all yet: campaign, seat, UTC text of the
    moment from which on they may be told.
    """
    rows = session.exec(
        select(SeatRow.campaign, SeatRow.seat, OutboxRow.created_at)
        .join(CampaignRow, col(CampaignRow.id) == col(SeatRow.campaign))
        .join(OutboxRow, col(OutboxRow.message_id) == col(SeatRow.last_report_id))
        .where(
            CampaignRow.status == "running",
            col(SeatRow.status) == "ready",
            col(SeatRow.settings).contains('"digest": true'),
            col(SeatRow.reported_fact) < col(CampaignRow.next_fact) - 1,
        )
        .order_by(SeatRow.campaign, SeatRow.seat)
    ).all()
    return [(c, seat, utc_text(from_utc_text(at) + DAY)) for c, seat, at in rows]
