"""The game master moves a deadline; the players are told."""

from __future__ import annotations

from datetime import datetime

from pbem.deadlines import Deadline
from pbem.errors import UsageFault
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.referee.seated import load
from pbem.referee.waiting import move
from pbem.run.work import Work


def move_deadline(office: Office, campaign: str, to: Deadline, now: datetime) -> int:
    """Move the deadline of all that the campaign waits for; how many letters go out.

    ``UsageFault`` when it waits for nobody, or the moment is past.
    """
    if to.utc <= now:
        raise UsageFault("deadline-past", "That moment is past. Nothing was changed.", "")
    with office.session() as session:
        seated = load(session, campaign)
        if not move(session, seated, to, now):
            raise UsageFault(
                "no-deadline",
                f"{campaign} waits for nobody; it has no deadline to move.",
                f"See: pbem status {campaign}",
            )
        work = Work(session, Mailroom(office), seated, now)
        work.notice_all("deadline-moved", to=to.utc, by="")
        return work.post()
