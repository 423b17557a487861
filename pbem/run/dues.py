"""What falls due, and when."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, func, select

from pbem.clock import from_utc_text, utc_text
from pbem.store.models import CampaignRow, ExpiryRow, OutboxRow, PendingRow, SeatRow

DAY: Final = timedelta(days=1)
"""How long SET DIGEST gathers news for one letter."""


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
    running = select(CampaignRow.id).where(CampaignRow.status == "running")
    in_running = col(PendingRow.campaign).in_(running)
    moments = [
        session.exec(select(func.min(PendingRow.deadline_utc)).where(in_running)).one(),
        session.exec(select(func.min(PendingRow.remind_at)).where(in_running)).one(),
        session.exec(
            select(func.min(ExpiryRow.utc)).where(col(ExpiryRow.campaign).in_(running))
        ).one(),
        session.exec(
            select(func.min(OutboxRow.next_at)).where(
                col(OutboxRow.status).in_(["pending", "doubt"])
            )
        ).one(),
        *(at for _, _, at in digests_wanted(session)),
    ]
    return min((moment for moment in moments if moment), default="")


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
