"""Small facts in the tables `office` (a value by its key) and `notice` (told once)."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session

from pbem.clock import utc_text
from pbem.store.models import NoticeRow, OfficeRow


def mark(session: Session, key: str) -> str | None:
    """The value of a key of the office, or None."""
    row = session.get(OfficeRow, key)
    return row.value if row else None


def set_mark(session: Session, key: str, value: str) -> None:
    """Set the value of a key of the office."""
    session.merge(OfficeRow(key=key, value=value))


def first_time(session: Session, key: str, now: datetime) -> bool:
    """Whether this notice was never told; from this transaction on it counts as told.

    The mark commits with the letter that tells it, so that two runs, or a run that is killed,
    never tell it twice (test_report_47).
    """
    if session.get(NoticeRow, key) is not None:
        return False
    session.add(NoticeRow(key=key, at=utc_text(now)))
    session.flush()
    return True
