"""Small facts in the tables `office` (a value by its key) and `notice` (told once)."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlmodel import Session

from pbem.clock import utc_text
from pbem.store.models import NoticeRow
from pbem.store.plain import column, first, plain

_MARK: Final = "SELECT value FROM office WHERE key = :key"
_MARKED: Final = "SELECT key FROM office WHERE key >= :first AND key < :after ORDER BY key"
_SET: Final = "INSERT OR REPLACE INTO office (key, value) VALUES (:key, :value)"
_FORGET: Final = "DELETE FROM office WHERE key = :key"


def mark(session: Session, key: str) -> str | None:
    """The value of a key of the office, or None."""
    found: str | None = first(session, _MARK, {"key": key})
    return found


def set_mark(session: Session, key: str, value: str) -> None:
    """Set the value of a key of the office."""
    plain(session, _SET, {"key": key, "value": value})


def forget_mark(session: Session, key: str) -> None:
    """The office has no value of this key any more."""
    plain(session, _FORGET, {"key": key})


def marks_under(session: Session, start: str) -> list[str]:
    """The keys of the office that begin so, without their beginning, in order."""
    values = {"first": start, "after": start[:-1] + chr(ord(start[-1]) + 1)}
    return [key.removeprefix(start) for key in column(session, _MARKED, values)]


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
