"""Brakes on our own answers: to a registered seat so many an hour and a day, no loops (RFC 3834).

What can come only once is not counted: the thanks for a trial letter's first answer
(``Parcel.confirmed``), else who sets up a dozen seats of his own would meet the limit.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from pbem.clock import utc_text
from pbem.settings import BrakeSettings
from pbem.store.marks import first_time
from pbem.store.plain import plain

RECEIPT: Final = "receipt"

# A row goes in where there is room for it: one statement for each answer of a run.
_COUNT_RECEIPT: Final = (
    "INSERT INTO answered (address, at, kind) SELECT :address, :now, :kind"
    " WHERE (SELECT count(*) FROM answered WHERE address = :address AND at > :hour) < :an_hour"
    " AND (SELECT count(*) FROM answered WHERE address = :address AND at > :day) < :a_day"
    " RETURNING kind"
)
_COUNT_ERROR: Final = (
    "INSERT INTO answered (address, at, kind) SELECT :address, :now, :kind WHERE NOT EXISTS"
    " (SELECT 1 FROM answered WHERE address = :address AND at > :day AND kind = :kind)"
    " RETURNING kind"
)


def may_answer(
    session: Session, address: str, kind: str, now: datetime, brakes: BrakeSettings
) -> bool:
    """Whether an answer may go to this address; if so it is counted.

    Receipts: ``answers_hour`` and ``answers_day``. Any other kind, an error answer: one a day.
    """
    receipt = kind == RECEIPT
    values = {
        "address": address,
        "now": utc_text(now),
        "kind": kind,
        "hour": utc_text(now - timedelta(hours=1)),
        "day": utc_text(now - timedelta(days=1)),
        "an_hour": brakes.answers_hour,
        "a_day": brakes.answers_day,
    }
    counted = _COUNT_RECEIPT if receipt else _COUNT_ERROR
    return bool(plain(session, counted, values))


def first_silence(session: Session, address: str, now: datetime) -> bool:
    """Whether the game master is still to be told today that this address gets no answers."""
    return first_time(session, f"limit:{address}:{now:%Y-%m-%d}", now)
