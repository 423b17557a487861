"""Before the start: trial letters, and what their answers do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from pbem.letters.context import Trial
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import Seated
from pbem.run.limits import RECEIPT, may_answer
from pbem.run.sorting import Sorted, settle_letter
from pbem.store.models import LetterRow


def send_trial(
    session: Session, mailroom: Mailroom, seated: Seated, seat: str, now: datetime
) -> int:
    """The trial letter of one seat; its number in the outbox."""
    trial = Trial(gm=mailroom.settings.name)
    return mailroom.to_seat(session, seated, seat, (trial,), "trial", now)


def answer_in_setup(
    session: Session,
    mailroom: Mailroom,
    seated: Seated,
    letters: Sequence[Sorted],
    now: datetime,
) -> None:
    """Any letter of a seat confirms it; orders cannot be used yet."""
    for one in letters:
        row = session.get_one(LetterRow, one.id)
        seat = str(one.verdict.seat)
        seat_row = seated.seats[seat]
        if seat_row.status == "waiting":
            seat_row.status = "ready"
        seat_row.letters += 1
        session.add(seat_row)
        row.campaign, row.seat, row.receipt = seated.id, seat, seat_row.letters
        settle_letter(session, row, "accepted", "trial", now)
        if may_answer(session, seat_row.address, RECEIPT, now, mailroom.office.settings.brakes):
            _thank(session, mailroom, seated, seat, row, now)


def _thank(
    session: Session,
    mailroom: Mailroom,
    seated: Seated,
    seat: str,
    row: LetterRow,
    now: datetime,
) -> None:
    missing = tuple(s for s, other in seated.seats.items() if other.status == "waiting")
    thanks = Trial(gm=mailroom.settings.name, confirmed=True, missing=missing)
    mailroom.to_seat(session, seated, seat, (thanks,), "trial", now, answers=row)
