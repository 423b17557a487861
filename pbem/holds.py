"""Holds: while one is on no deadline is settled, and everybody who asks is told so.

A hold of the whole office, by its clock or its inbox, is one row of the table `office`. A campaign
of which nothing at all was heard in a round is held by itself: its question has no deadline then,
and a row of `office` keeps the one that it had.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlmodel import Session

from pbem.clock import from_utc_text, utc_text
from pbem.deadlines import Deadline
from pbem.store.marks import forget_mark, mark, marks_under, set_mark

HELD: Final = "held"
"""Key: ``clock`` or ``inbox`` and the UTC text since when; empty: nothing is held."""

SILENT: Final = "silent:"
"""Key, with the campaign behind it: the UTC text since when, and the deadline that it had."""


@dataclass(frozen=True)
class Hold:
    """Why nothing is settled (``clock``, ``inbox`` or ``silence``), and since when."""

    kind: str
    since: datetime


def note_hold(session: Session, kind: str, now: datetime) -> None:
    """Remember that the office is held; empty: that it is not. The first moment counts."""
    before = mark(session, HELD) or ""
    if before.partition(" ")[0] != kind:
        set_mark(session, HELD, f"{kind} {utc_text(now)}" if kind else "")


def hold_on(session: Session, campaign: str = "") -> Hold | None:
    """What holds the office, or else this campaign."""
    kind, _, since = (mark(session, HELD) or "").partition(" ")
    if kind:
        return Hold(kind, from_utc_text(since))
    silent = mark(session, f"{SILENT}{campaign}")
    return Hold("silence", from_utc_text(silent.split(" ")[0])) if silent else None


def hold_silent(session: Session, campaign: str, had: Deadline, now: datetime) -> None:
    """Remember that a campaign is held since nothing was heard of it, and its deadline."""
    set_mark(session, f"{SILENT}{campaign}", f"{utc_text(now)} {had.text} {had.zone}")


def silent_campaigns(session: Session) -> list[str]:
    """The campaigns that are held since nothing was heard of them, in order."""
    return marks_under(session, SILENT)


def end_silence(session: Session, campaign: str) -> Deadline | None:
    """Forget that a campaign is held; the deadline that it had, or None where it was not."""
    key = f"{SILENT}{campaign}"
    stored = mark(session, key)
    if stored is None:
        return None
    forget_mark(session, key)
    _, text, zone = stored.split(" ")
    return Deadline.stored(text, zone)
