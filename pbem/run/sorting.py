"""Sorting the inbox: read each letter that is new, say who wrote it, and set aside the rest.

Letters that may hold orders are left ``new``: they get their outcome in the transaction in which
their campaign is worked on. All others get theirs here, each in a transaction of its own, and a
letter that breaks the reader is shunted whole.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session, col, select

from engine.language.block import opens_order
from games import GAMES
from pbem.clock import from_utc_text, utc_text
from pbem.errors import PbemError
from pbem.intake.identify import Verdict, identify
from pbem.intake.words import POST_FORMS
from pbem.letters.context import Note, Notice
from pbem.letters.gm import Held, Shunted
from pbem.letters.render import every_form
from pbem.mailroom.posting import Mailroom
from pbem.outbox.bounces import note_bounce
from pbem.reading import Letter, read_letter
from pbem.referee.seated import Seated, load
from pbem.run.limits import may_answer
from pbem.store.models import CampaignRow, LetterRow, LetterStatus

ANSWERED_REFUSALS = ("wrong-token", "old-token", "no-token", "sender-denied")
"""Refusals of which the registered address is told."""


@dataclass(frozen=True)
class Sorted:
    """A letter that may hold orders: its row's number, what it says, and whose it is."""

    id: int
    letter: Letter
    verdict: Verdict
    received: str


@dataclass
class Sorting:
    """The inbox by campaign, in the order of arrival."""

    by_campaign: dict[str, list[Sorted]] = field(default_factory=dict)
    set_aside: int = 0
    shunted: int = 0


def sort_inbox(mailroom: Mailroom, now: datetime) -> Sorting:
    """Sort every letter that has no outcome yet, but those that wait for a halted campaign."""
    found = Sorting()
    with mailroom.office.reading() as session:
        ids = list(
            session.exec(
                select(LetterRow.id)
                .where(LetterRow.status == "new")
                .order_by(col(LetterRow.received_at), col(LetterRow.id))
            )
        )
        halted = set(session.exec(select(CampaignRow.id).where(CampaignRow.status == "halted")))
    looks = order_judge()
    for number in ids:
        assert number is not None
        _sort_one(mailroom, number, now, looks, halted, found)
    return found


def order_judge() -> Callable[[str], bool]:
    """Whether a line of a letter may be an order, of whatever game."""
    forms = tuple(dict.fromkeys((*every_form(GAMES), *POST_FORMS)))
    return lambda text: opens_order(text, forms)


def _sort_one(
    mailroom: Mailroom,
    number: int,
    now: datetime,
    looks: Callable[[str], bool],
    halted: set[str],
    found: Sorting,
) -> None:
    try:
        with mailroom.office.session() as session:
            row = session.get(LetterRow, number)
            if row is None:
                return
            letter = read(mailroom, row, looks)
            plus = mailroom.settings.plus
            verdict = identify(session, letter, mailroom.office.token_key, plus=plus)
            row.sender = letter.sender.address if letter.sender else ""
            if verdict.status == "accepted":
                if verdict.campaign not in halted:
                    sorted_ = Sorted(number, letter, verdict, row.received_at)
                    found.by_campaign.setdefault(str(verdict.campaign), []).append(sorted_)
                return
            found.set_aside += 1
            _set_aside(session, mailroom, row, letter, verdict, now)
    except PbemError:
        raise
    except Exception as fault:  # noqa: BLE001 - whatever breaks one letter must not stop the others
        found.shunted += 1
        shunt(mailroom, number, fault, now)


def read(mailroom: Mailroom, row: LetterRow, looks: Callable[[str], bool]) -> Letter:
    """Read a stored letter as this office reads letters."""
    settings = mailroom.settings
    return read_letter(
        row.raw,
        truncated=row.truncated,
        authserv_id=settings.authserv[0] if settings.authserv else None,
        own_addresses=(settings.address,),
        looks_like_order=looks,
    )


def _set_aside(
    session: Session,
    mailroom: Mailroom,
    row: LetterRow,
    letter: Letter,
    verdict: Verdict,
    now: datetime,
) -> None:
    """Give the outcome, and tell those who should know of it."""
    settle_letter(session, row, verdict.status, verdict.reason, now)
    row.campaign, row.seat = verdict.campaign, verdict.seat
    if letter.bounce is not None:
        row.detail = note_bounce(session, letter.bounce)
    if verdict.status == "held":
        told = Held(
            letter=row.id or 0,
            sender=row.sender,
            came=from_utc_text(row.received_at),
            reason=verdict.reason,
            campaign=verdict.campaign or "",
            seat=verdict.seat or "",
        )
        mailroom.to_gm(session, (told,), now)
    if verdict.campaign is None or verdict.seat is None:
        return
    if verdict.reason == "other-address" or verdict.reason in ANSWERED_REFUSALS:
        seated = load(session, verdict.campaign)
        _tell_owner(session, mailroom, seated, verdict, row, now)


def _tell_owner(
    session: Session,
    mailroom: Mailroom,
    seated: Seated,
    verdict: Verdict,
    row: LetterRow,
    now: datetime,
) -> None:
    """The registered address hears of a letter in its name that was not used."""
    seat = str(verdict.seat)
    address = seated.seats[seat].address
    if not may_answer(session, address, verdict.reason, now, mailroom.office.settings.brakes):
        return
    data = {"sender": row.sender, "came": from_utc_text(row.received_at)}
    notice = Notice(Note(f"letter-{verdict.reason}", data))
    mailroom.to_seat(session, seated, seat, (notice,), "notice", now, answers=row)


def settle_letter(
    session: Session, row: LetterRow, status: LetterStatus, reason: str, now: datetime
) -> None:
    """Write a letter's one outcome."""
    row.status = status
    row.reason = reason
    row.settled_at = utc_text(now)
    session.add(row)


def shunt(mailroom: Mailroom, number: int, fault: Exception, now: datetime) -> None:
    """Set a letter aside whole because of a fault of ours; the game master gets the place."""
    with mailroom.office.session() as session:
        row = session.get_one(LetterRow, number)
        settle_letter(session, row, "shunted", type(fault).__name__, now)
        row.detail = "".join(traceback.format_exception(fault))
        told = Shunted(
            letter=number,
            sender=row.sender,
            came=from_utc_text(row.received_at),
            error=f"{type(fault).__name__}: {fault}",
            where=place_of(fault),
            campaign=row.campaign or "",
        )
        mailroom.to_gm(session, (told,), now)


def place_of(fault: BaseException) -> str:
    """Module and line that raised: ``games.star_traders.turn, line 41``."""
    frames = traceback.extract_tb(fault.__traceback__)
    if not frames:
        return ""
    last = frames[-1]
    parts = last.filename.removesuffix(".py").replace("\\", "/").split("/")
    tops = [i for i, part in enumerate(parts) if part in ("pbem", "engine", "games")]
    return f"{'.'.join(parts[tops[-1] :] if tops else parts[-1:])}, line {last.lineno}"
