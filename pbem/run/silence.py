"""A round in which nobody was heard of: once, it is not played but held (test_report_60).

That all players of a campaign are silent at once, and not one letter has come to the office since
they were asked, means a fault of the mail sooner than a table that went away.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlmodel import col, select

from pbem.deadlines import after_hold
from pbem.holds import end_silence, hold_silent
from pbem.letters.context import Note
from pbem.letters.gm import Brake
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import Seated, load
from pbem.referee.waiting import deadline_of, move, settings_of, waiting_rows
from pbem.run.work import Work
from pbem.store.marks import first_time
from pbem.store.models import LetterRow, PendingRow

FEWEST: Final = 3
"""Seats that must be silent together before it is strange."""


def is_strange(work: Work, due: Sequence[PendingRow]) -> bool:
    """Whether this silence is one that a fault of the mail would make; only once for a question."""
    seats = {row.seat for row in due}
    if len(seats) < FEWEST or any(row.deadline_class != "ROUND" for row in due):
        return False
    if any(has_sent(work.seated, row) for row in due):
        return False
    asked = min(row.asked_at for row in due)
    heard = select(LetterRow.id).where(col(LetterRow.received_at) >= asked).limit(1)
    if work.session.exec(heard).first() is not None:
        return False
    return first_time(work.session, f"silent:{work.seated.id}:w{due[0].window}", work.now)


def has_sent(seated: Seated, row: PendingRow) -> bool:
    """Whether anything of the seat's own is on file that serves this question."""
    desk = seated.desk
    return row.decision in desk.direct or bool(
        desk.plans.get(row.seat) or desk.standing.get(row.seat)
    )


def hold(work: Work, due: Sequence[PendingRow]) -> None:
    """Take the deadline away until a letter comes, or the game master says `resume`."""
    had = deadline_of(due[0])
    assert had is not None
    hold_silent(work.session, work.seated.id, had, work.now)
    for row in due:
        row.deadline_local = row.deadline_zone = row.deadline_utc = row.remind_at = None
        work.session.add(row)
    told = Brake("silence", since=had.utc, campaigns=(work.seated.id,))
    work.mailroom.to_gm(work.session, (told,), work.now)


def release(mailroom: Mailroom, campaign: str, now: datetime) -> bool:
    """Let a held campaign go on, with at least the minimum notice; whether its players are told."""
    with mailroom.office.session() as session:
        had = end_silence(session, campaign)
        seated = load(session, campaign)
        held = [row for row in waiting_rows(session, seated) if row.deadline_utc is None]
        if had is None or not held:
            return False
        to = after_hold(had, now, settings_of(seated).minimum)
        move(session, seated, to, now)
        work = Work(session, mailroom, seated, now)
        work.parcels.notice_all(Note("resumed", {"to": to.utc}))
        work.post()
    return True
