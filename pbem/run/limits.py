"""Brakes on our own answers: to a registered seat so many an hour and a day, no loops."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, func, select

from pbem.clock import utc_text
from pbem.settings import BrakeSettings
from pbem.store.marks import first_time
from pbem.store.models import AnsweredRow

RECEIPT: Final = "receipt"


def may_answer(
    session: Session, address: str, kind: str, now: datetime, brakes: BrakeSettings
) -> bool:
    """Whether an answer may go to this address; if so it is counted.

    Receipts: ``answers_hour`` and ``answers_day``. Any other kind, an error answer: one a day.
    """
    if kind == RECEIPT:
        hour = _count(session, address, now - timedelta(hours=1))
        day = _count(session, address, now - timedelta(days=1))
        allowed = hour < brakes.answers_hour and day < brakes.answers_day
    else:
        allowed = _count(session, address, now - timedelta(days=1), kind) == 0
    if allowed:
        session.add(AnsweredRow(address=address, at=utc_text(now), kind=kind))
    return allowed


def first_silence(session: Session, address: str, now: datetime) -> bool:
    """Whether the game master is still to be told today that this address gets no answers."""
    return first_time(session, f"limit:{address}:{now:%Y-%m-%d}", now)


def _count(session: Session, address: str, since: datetime, kind: str = "") -> int:
    wanted = select(func.count()).where(
        col(AnsweredRow.address) == address, col(AnsweredRow.at) > utc_text(since)
    )
    if kind:
        wanted = wanted.where(col(AnsweredRow.kind) == kind)
    return session.exec(wanted).one()
