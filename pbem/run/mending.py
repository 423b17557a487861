"""Repairs: a halted campaign tried again, a shunted letter read again, time believed again."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select

from pbem.clock import CLOCK_SEEN, utc_text
from pbem.errors import PbemError, UsageFault
from pbem.holds import hold_on, note_hold, silent_campaigns
from pbem.letters.context import Note
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.referee.seated import campaign_row, load
from pbem.referee.unfit import Unfit
from pbem.referee.waiting import give_notice, moment_of
from pbem.run.playing import halt, resume_campaign
from pbem.run.silence import release
from pbem.run.sorting import waiting_letters
from pbem.run.work import Work
from pbem.store.marks import set_mark
from pbem.store.models import CampaignRow, LetterRow


def retry_campaign(office: Office, campaign: str, now: datetime) -> int:
    """Let a halted campaign go on; how many letters that waited for it were read.

    ``UsageFault`` when it is not halted; else as ``resume_campaign``.
    """
    with office.reading() as session:
        row = campaign_row(session, campaign)
        if row.status != "halted":
            raise UsageFault(
                "not-halted",
                f"{campaign} is not halted ({row.status}).",
                f"See: pbem status {campaign}",
            )
    mailroom = Mailroom(office)
    return resume_campaign(mailroom, campaign, waiting_letters(mailroom, campaign), now).letters


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
        held = hold_on(session)
        if held is not None and held.kind == "clock":
            note_hold(session, "", now)
        running = session.exec(
            select(CampaignRow.id)
            .where(CampaignRow.status == "running")
            .order_by(col(CampaignRow.id))
        ).all()
        silent = silent_campaigns(session)
    mailroom = Mailroom(office)
    for campaign in running:
        go_on = release if campaign in silent else _give_notice
        try:
            if go_on(mailroom, campaign, now):
                moved.append(campaign)
        except Unfit as fault:
            halt(mailroom, campaign, fault, now)
        except PbemError:
            raise
        except Exception as fault:  # noqa: BLE001 - a fault of one campaign stays its own
            halt(mailroom, campaign, fault, now)
    return moved


def _give_notice(mailroom: Mailroom, campaign: str, now: datetime) -> bool:
    """Whether a campaign's deadlines were moved; then its players are told."""
    with mailroom.office.session() as session:
        seated = load(session, campaign)
        rows = give_notice(session, seated, now)
        if rows:
            work = Work(session, mailroom, seated, now)
            work.parcels.notice_all(Note("resumed", {"to": moment_of(rows[0])}))
            work.post()
        return bool(rows)
