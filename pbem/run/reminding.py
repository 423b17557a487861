"""Reminders: one for each deadline and kind, to those of whom nothing is on file."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlmodel import Session, col, select

from pbem.clock import utc_text
from pbem.intake.replied import remember_plans
from pbem.letters.context import Reminder
from pbem.mailroom import ahead, picture
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import Seated, load
from pbem.referee.waiting import deadline_of, next_reminder, settings_of
from pbem.run.dues import written_now
from pbem.store.models import CampaignRow, PendingRow
from pbem.store.plain import column

_DUE: Final = (
    "SELECT DISTINCT campaign FROM pending WHERE remind_at <= :now"
    " AND campaign IN (SELECT id FROM campaign WHERE status = 'running') ORDER BY campaign"
)


def reminders_due(session: Session, now: datetime) -> list[str]:
    """Campaigns with a reminder whose time has come, in order."""
    return column(session, _DUE, {"now": utc_text(now)})


def _due(session: Session, now: datetime, campaign: str) -> list[PendingRow]:
    """The questions of a campaign of which somebody is to be reminded."""
    wanted = (
        select(PendingRow)
        .join(CampaignRow, col(CampaignRow.id) == col(PendingRow.campaign))
        .where(
            PendingRow.campaign == campaign,
            col(PendingRow.remind_at) <= utc_text(now),
            CampaignRow.status == "running",
        )
        .order_by(col(PendingRow.window), col(PendingRow.decision))
    )
    return list(session.exec(wanted))


def send_reminders(mailroom: Mailroom, campaign: str, now: datetime) -> int:
    """Enqueue the reminders of one campaign, in one transaction with the mark that they are told;
    how many.

    A seat that this run has asked already needs none; one that it has only answered is reminded
    by the next run.
    """
    reminded: set[tuple[str, int]] = set()
    with mailroom.office.session() as session:
        rows = _due(session, now, campaign)
        seated = load(session, campaign)
        settings, written = settings_of(seated), written_now(session, campaign, now)
        for row in rows:
            asked = written.get(row.seat)
            if asked is False:
                continue
            deadline = deadline_of(row)
            # From here on the question is no news.
            row.remind_at = next_reminder(deadline, settings, now, now) if deadline else None
            session.add(row)
            if asked or deadline is None or deadline.utc <= now or _on_file(seated, row):
                continue
            # Several questions of one window are one deadline.
            if (row.seat, row.window) in reminded:
                continue
            if _remind(session, mailroom, seated, row, now):
                reminded.add((row.seat, row.window))
    return len(reminded)


def _on_file(seated: Seated, row: PendingRow) -> bool:
    """Whether the seat has sent something of its own that serves this question."""
    asked = next((d for d in seated.asked if d.id == row.decision), None)
    if row.decision in seated.desk.direct or (asked and picture.served(seated, asked)):
        return True
    return row.kind == "ready" and row.seat in seated.desk.plans


def _remind(
    session: Session, mailroom: Mailroom, seated: Seated, row: PendingRow, now: datetime
) -> bool:
    needs = picture.needs_of(session, seated, row.seat)
    asked = next((a for a in needs.asked if a.decision.id == row.decision), None)
    if asked is None or asked.deadline is None:
        return False
    left = int((asked.deadline - now).total_seconds() // 60)
    plans = () if row.sealed else ahead.suggested(seated, row.seat)
    reminder = Reminder(asked=asked, left=left, plans=plans)
    number = mailroom.to_seat(session, seated, row.seat, (reminder,), "reminder", now, needs=needs)
    if plans:
        seat = seated.seats[row.seat]
        seen = seated.game.seen(seated.view(row.seat), row.seat)
        remember_plans(seat, number, seated.open_turn, picture.lettered(plans), seen)
        session.add(seat)
    return True
