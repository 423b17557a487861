"""What falls due, and when."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, func, select

from pbem.clock import utc_text
from pbem.store.models import CampaignRow, ExpiryRow, OutboxRow, PendingRow


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
    moments = [
        session.exec(
            select(func.min(PendingRow.deadline_utc)).where(col(PendingRow.campaign).in_(running))
        ).one(),
        session.exec(
            select(func.min(ExpiryRow.utc)).where(col(ExpiryRow.campaign).in_(running))
        ).one(),
        session.exec(
            select(func.min(OutboxRow.next_at)).where(
                col(OutboxRow.status).in_(["pending", "doubt"])
            )
        ).one(),
        _next_reminder(session),
    ]
    return min((moment for moment in moments if moment), default="")


def _next_reminder(session: Session) -> str:
    """The next reminder, as the rows keep it."""
    return session.exec(select(func.min(PendingRow.remind_at))).one() or ""
