"""SET DIGEST: one letter a day, unless an answer is due."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.clock import utc_text
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import load
from pbem.run.dues import digests_wanted, written_now
from pbem.run.work import Work


def digests_due(session: Session, now: datetime) -> list[str]:
    """Campaigns in which somebody's last report is a day old and there is news, in order."""
    return sorted({campaign for campaign, _ in _due(session, now)})


def send_digests(mailroom: Mailroom, campaign: str, now: datetime) -> int:
    """Enqueue the digests of one campaign, in one transaction; how many. A seat that this run has
    written to gets its digest from the next one.
    """
    with mailroom.office.session() as session:
        written = written_now(session, campaign, now)
        due = [seat for where, seat in _due(session, now) if where == campaign]
        seats = [seat for seat in due if seat not in written]
        work = Work(session, mailroom, load(session, campaign), now)
        for seat in seats:
            work.parcels.news(seat)
        return work.post()


def _due(session: Session, now: datetime) -> list[tuple[str, str]]:
    """Campaigns and seats to which a digest is due."""
    return [(c, seat) for c, seat, at in digests_wanted(session) if at <= utc_text(now)]
