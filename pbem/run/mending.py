"""Repairs: a halted campaign tried again, a shunted letter read again, time believed again."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import select

from pbem.clock import CLOCK_SEEN, utc_text
from pbem.errors import UsageFault
from pbem.letters.context import Note
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.referee.seated import load
from pbem.referee.waiting import give_notice, moment_of
from pbem.run.faults import rules_at_work
from pbem.run.work import Work
from pbem.store.marks import set_mark
from pbem.store.models import CampaignRow, LetterRow


def retry_campaign(office: Office, campaign: str, now: datetime) -> int:
    """Let a halted campaign go on; how many letters go out.

    Deadlines give at least the minimum notice, and nothing is settled by silence in this step
    (test_report_55). ``PbemError`` `still-halted` when the rules raise again: nothing changed.
    """
    with (
        office.session() as session,
        rules_at_work(
            campaign, "still-halted", f"It stays halted. The place: pbem show {campaign} --at-halt"
        ),
    ):
        seated = load(session, campaign)
        if seated.row.status != "halted":
            raise UsageFault(
                "not-halted",
                f"{campaign} is not halted ({seated.row.status}).",
                f"See: pbem status {campaign}",
            )
        seated.row.status = "running"
        seated.row.halted_reason = seated.row.halted_trace = ""
        work = Work(session, Mailroom(office), seated, now)
        if seated.state is not None:
            work.settle(closing=False)
            give_notice(session, seated, now)
            work.parcels.report_to_all()
        work.notice_all("resumed", to=None)
        return work.post()


def retry_letter(office: Office, letter: int, now: datetime) -> None:
    """Let a shunted or held letter be read again by the next run; ``UsageFault`` for any other."""
    with office.session() as session:
        row = session.get(LetterRow, letter)
        if row is None or row.status not in ("shunted", "held"):
            state = f"is {row.status}" if row else "is not in the inbox"
            raise UsageFault(
                "not-shunted",
                f"Letter {letter} {state}; only one that was set aside can be tried again.",
                "See: pbem inbox",
            )
        row.status, row.reason, row.detail, row.settled_at = "new", "", "", None
        session.add(row)


def resume(office: Office, now: datetime) -> list[str]:
    """Believe the clock again; campaigns whose deadlines were moved to give fair notice."""
    moved = []
    with office.session() as session:
        set_mark(session, CLOCK_SEEN, utc_text(now))
        mailroom = Mailroom(office)
        running = session.exec(select(CampaignRow.id).where(CampaignRow.status == "running")).all()
        for campaign in running:
            seated = load(session, campaign)
            rows = give_notice(session, seated, now)
            if rows:
                moved.append(campaign)
                work = Work(session, mailroom, seated, now)
                work.parcels.notice_all(Note("resumed", {"to": moment_of(rows[0])}))
                work.post()
    return moved
