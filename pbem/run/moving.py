"""The game master moves a deadline; the players are told."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.deadlines import Deadline
from pbem.errors import UsageFault
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.outbox.rows import newest, withdraw
from pbem.referee.seated import Seated, load
from pbem.referee.waiting import deadline_of, move, settings_of, waiting_rows
from pbem.run.work import Work
from pbem.store.marks import mark, set_mark


def move_deadline(
    office: Office, campaign: str, to: Deadline, now: datetime, *, force: bool = False
) -> int:
    """Move the deadline of all that the campaign waits for; how many letters go out.

    ``UsageFault`` when it waits for nobody, or the moment is past; without ``force`` also when it
    takes time from somebody and leaves him less than the campaign's least notice.
    """
    if to.utc <= now:
        raise UsageFault("deadline-past", "That moment is past. Nothing was changed.", "")
    with office.session() as session:
        seated = load(session, campaign)
        if not force:
            _require_notice(session, seated, to, now)
        if not move(session, seated, to, now):
            raise UsageFault(
                "no-deadline",
                f"{campaign} waits for nobody; it has no deadline to move.",
                f"See: pbem status {campaign}",
            )
        # Moved twice before a letter went out, only the last is told.
        key = f"moved:{campaign}"
        before = mark(session, key)
        if before:
            first, last = map(int, before.split())
            withdraw(session, first, last, campaign)
        work = Work(session, Mailroom(office), seated, now)
        work.notice_all("deadline-moved", to=to.utc, by="")
        start = newest(session)
        letters = work.post()
        session.flush()
        set_mark(session, key, f"{start + 1} {newest(session)}")
        return letters


def _require_notice(session: Session, seated: Seated, to: Deadline, now: datetime) -> None:
    minimum = settings_of(seated).minimum
    had = [deadline_of(row) for row in waiting_rows(session, seated)]
    shorter = any(one is None or to.utc < one.utc for one in had)
    if shorter and to.utc < now + minimum.delta:
        raise UsageFault(
            "short-notice",
            f"That leaves less than {minimum}, the least notice of {seated.id}. Nothing changed.",
            "Name a later moment; or say --force, if the players know of it.",
        )
