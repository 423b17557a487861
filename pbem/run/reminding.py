"""Reminders: one for each deadline and kind, to those of whom nothing is on file."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from sqlmodel import Session, col, select

from pbem.clock import utc_text
from pbem.intake.replied import remember_plans
from pbem.letters.context import Reminder
from pbem.mailroom import picture
from pbem.referee.seated import Seated, load
from pbem.referee.waiting import deadline_of, next_reminder, settings_of
from pbem.store.models import CampaignRow, PendingRow

if TYPE_CHECKING:
    from pbem.run.tick import Tick


def remind_all(run: Tick, now: datetime) -> int:
    """Send the reminders whose time has come; how many."""
    with run.office.reading() as session:
        due = sorted({row.campaign for row in _due(session, now)})
    return sum(run.guarded(campaign, _remind_campaign) or 0 for campaign in due)


def _due(session: Session, now: datetime, campaign: str = "") -> list[PendingRow]:
    wanted = (
        select(PendingRow)
        .join(CampaignRow, col(CampaignRow.id) == col(PendingRow.campaign))
        .where(col(PendingRow.remind_at) <= utc_text(now), CampaignRow.status == "running")
        .order_by(col(PendingRow.window), col(PendingRow.decision))
    )
    if campaign:
        wanted = wanted.where(PendingRow.campaign == campaign)
    return list(session.exec(wanted))


def _remind_campaign(run: Tick, campaign: str, now: datetime) -> int:
    """The reminders of one campaign, in one transaction with the mark that they are told."""
    reminded: set[tuple[str, int]] = set()
    with run.office.session() as session:
        rows = _due(session, now, campaign)
        seated = load(session, campaign)
        settings = settings_of(seated)
        for row in rows:
            deadline = deadline_of(row)
            row.remind_at = next_reminder(deadline, settings, now) if deadline else None
            session.add(row)
            if deadline is None or deadline.utc <= now or _on_file(seated, row):
                continue
            # Several questions of one window are one deadline.
            if (row.seat, row.window) in reminded:
                continue
            if _remind(session, run, seated, row, now):
                reminded.add((row.seat, row.window))
    return len(reminded)


def _on_file(seated: Seated, row: PendingRow) -> bool:
    """Whether the seat has sent something of its own that serves this question."""
    if row.decision in seated.desk.direct:
        return True
    return row.kind == "ready" and row.seat in seated.desk.plans


def _remind(session: Session, run: Tick, seated: Seated, row: PendingRow, now: datetime) -> bool:
    needs = picture.needs_of(session, seated, row.seat)
    asked = next((a for a in needs.asked if a.decision.id == row.decision), None)
    if asked is None or asked.deadline is None:
        return False
    left = int((asked.deadline - now).total_seconds() // 60)
    view = seated.view(row.seat)
    plans = () if row.sealed else seated.game.suggested_plans(view, row.seat)
    reminder = Reminder(asked=asked, left=left, plans=plans)
    number = run.mailroom.to_seat(
        session, seated, row.seat, (reminder,), "reminder", now, needs=needs
    )
    if plans:
        seat = seated.seats[row.seat]
        remember_plans(seat, number, seated.open_turn, picture.lettered(plans))
        session.add(seat)
    return True
