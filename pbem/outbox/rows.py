"""The outbox's rows and the steps between their states; every step is one statement.

    pending -> sending -> sent
                       -> pending   refused for now, or lost before the final dot
                       -> failed    refused for good
                       -> doubt     lost after the final dot, or this program died meanwhile
    doubt   -> sent       the copy was found
            -> sending    not found in 15 minutes: once more, the same bytes and Message-ID
            -> failed     a second doubt: not sent a third time

`sending` is committed before the server hears of a letter, and what it answered before the
connection takes another. So a letter of which the server may know is never `pending`, and a death
at any moment leaves at most one letter a connection in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func
from sqlmodel import Session, col, delete, select, update

from pbem.clock import from_utc_text, utc_text
from pbem.outbox.verdicts import DOUBT_WAIT, REPEATS, Verdict, wait_after
from pbem.store.models import LetterRow, OutboxKind, OutboxRow
from pbem.store.numbers import next_number
from pbem.store.plain import column, plain

_ENQUEUE: Final = (
    "INSERT INTO outbox (id, campaign, seat, address, kind, message_id, raw, status, attempts,"
    " doubts, next_at, last_error, created_at, reply_to_letter, turn)"
    " VALUES (:id, :campaign, :seat, :address, :kind, :message_id, :raw, 'pending', 0, 0, :now,"
    " '', :now, :reply_to_letter, :turn)"
)
_THREAD: Final = (
    "SELECT message_id FROM outbox WHERE campaign = :campaign AND seat = :seat"
    " ORDER BY id DESC LIMIT :most"
)
_CLAIM: Final = (
    "UPDATE outbox SET status = 'sending', claimed_at = :now, attempts = attempts + 1"
    " WHERE id = :id AND status IN ('pending', 'doubt')"
    " RETURNING address, raw, attempts, doubts"
)
_RECORD: Final = (
    "UPDATE outbox SET status = :status, code = :code, last_error = :said, next_at = :next_at,"
    " doubts = :doubts, sent_at = :sent_at WHERE id = :id"
)
_UNCLAIM: Final = "UPDATE outbox SET status = 'pending', attempts = attempts - 1 WHERE id = :id"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A letter taken for sending: to whom, its bytes, and its history including this attempt."""

    id: int
    address: str
    raw: bytes
    attempts: int
    doubts: int


def next_serial(session: Session) -> int:
    """The number of the next row, for its Message-ID; hold the write lock until it is there."""
    return next_number(session, "outbox")


def newest(session: Session) -> int:
    """The number of the newest letter; 0: there is none."""
    return session.exec(select(func.max(OutboxRow.id))).one() or 0


def withdraw(session: Session, first: int, last: int, campaign: str) -> None:
    """Take notices of a campaign with these numbers out again, those that nobody has begun to
    send: a later one says what holds.
    """
    session.exec(
        delete(OutboxRow).where(
            col(OutboxRow.id).between(first, last),
            col(OutboxRow.campaign) == campaign,
            col(OutboxRow.kind) == "notice",
            col(OutboxRow.status) == "pending",
        )
    )


def enqueue(
    session: Session,
    *,
    address: str,
    kind: OutboxKind,
    message_id: str,
    raw: bytes,
    now: datetime,
    serial: int | None = None,
    campaign: str | None = None,
    seat: str | None = None,
    reply_to_letter: int | None = None,
    turn: int | None = None,
) -> int:
    """Put a finished letter (CRLF line ends) into the outbox; gives its number.

    `serial` is that number where the Message-ID was made with it (`next_serial`); `turn` is the
    turn that was open when it was written. The caller commits, together with what the letter
    tells of.
    """
    number = next_serial(session) if serial is None else serial
    values = {
        "id": number,
        "campaign": campaign,
        "seat": seat,
        "address": address,
        "kind": kind,
        "message_id": message_id,
        "raw": raw,
        "now": utc_text(now),
        "reply_to_letter": reply_to_letter,
        "turn": turn,
    }
    plain(session, _ENQUEUE, values)
    return number


def last_ids(session: Session, campaign: str, seat: str, most: int) -> list[str]:
    """Message-IDs of the last letters of a seat, the newest first."""
    values = {"campaign": campaign, "seat": seat, "most": most}
    return column(session, _THREAD, values)


def due(session: Session, now: datetime, *, doubts: bool) -> list[int]:
    """Numbers of the letters whose time has come, oldest first; doubtful ones if wanted."""
    states = ["pending", "doubt"] if doubts else ["pending"]
    statement = select(OutboxRow.id).where(
        col(OutboxRow.status).in_(states), col(OutboxRow.next_at) <= utc_text(now)
    )
    return [number for number in session.exec(statement.order_by(col(OutboxRow.id))) if number]


def claim(session: Session, number: int, now: datetime) -> Claimed | None:
    """Take a letter for sending; None when it is no longer to be had. The caller commits."""
    values = {"id": number, "now": utc_text(now)}
    found = plain(session, _CLAIM, values)
    return Claimed(number, *found[0]) if found else None


def unclaim(session: Session, number: int) -> None:
    """Give back a letter of which the server heard nothing. The caller commits."""
    plain(session, _UNCLAIM, {"id": number})


def record(session: Session, letter: Claimed, verdict: Verdict, now: datetime) -> Verdict:
    """Write down what became of a claimed letter; a doubt too many is a failure. The caller
    commits. Gives the verdict as it was recorded."""
    doubts = letter.doubts
    wait = timedelta(0)
    if verdict.status == "doubt":
        doubts += 1
        wait = DOUBT_WAIT
        verdict = _limited(verdict, doubts)
    elif verdict.status == "pending":
        wait = wait_after(letter.attempts)
    values = {
        "id": letter.id,
        "status": verdict.status,
        "code": verdict.code,
        "said": "" if verdict.status == "sent" else verdict.text,
        "next_at": utc_text(now + wait),
        "doubts": doubts,
        "sent_at": utc_text(now) if verdict.status == "sent" else None,
    }
    plain(session, _RECORD, values)
    return verdict


def doubt_interrupted(session: Session, now: datetime) -> int:
    """Letters that a dead run left in `sending` are in doubt; how many. The caller commits, and
    holds the office's lock: whoever else was sending is no more."""
    statement = select(OutboxRow).where(col(OutboxRow.status) == "sending")
    rows = session.exec(statement).all()
    for row in rows:
        row.doubts += 1
        verdict = _limited(Verdict("doubt", None, "interrupted while sending"), row.doubts)
        claimed = from_utc_text(row.claimed_at) if row.claimed_at else now
        row.status = verdict.status
        row.last_error = verdict.text
        row.next_at = utc_text(claimed + DOUBT_WAIT)
        session.add(row)
    return len(rows)


def settle_by_ledger(session: Session, now: datetime) -> int:
    """Doubtful letters whose copy came in were sent; how many. The caller commits."""
    came_in = select(LetterRow.message_id).where(
        col(LetterRow.message_id) == col(OutboxRow.message_id)
    )
    done = session.exec(
        update(OutboxRow)
        .where(col(OutboxRow.status) == "doubt", came_in.exists())
        .values(status="sent", sent_at=utc_text(now), last_error="")
        .execution_options(synchronize_session=False)
    )
    return int(done.rowcount)


def doubtful_ids(session: Session) -> list[str]:
    """Message-IDs of all letters in doubt."""
    statement = select(OutboxRow.message_id).where(col(OutboxRow.status) == "doubt")
    return list(session.exec(statement))


def settle_as_sent(session: Session, message_ids: Sequence[str], now: datetime) -> int:
    """Doubtful letters found in the account's folder of sent mail; how many. The caller commits."""
    done = session.exec(
        update(OutboxRow)
        .where(col(OutboxRow.status) == "doubt", col(OutboxRow.message_id).in_(message_ids))
        .values(status="sent", sent_at=utc_text(now), last_error="")
        .execution_options(synchronize_session=False)
    )
    return int(done.rowcount)


def sent_since(session: Session, moment: datetime) -> int:
    """How many letters a server took since then."""
    statement = select(func.count()).where(col(OutboxRow.sent_at) > utc_text(moment))
    return session.exec(statement).one()


def _limited(verdict: Verdict, doubts: int) -> Verdict:
    if doubts <= REPEATS:
        return verdict
    told = f"sent {doubts} times without an answer; not repeated again ({verdict.text})"
    return Verdict("failed", verdict.code, told)
