"""Faults of the mail account that a run has told already: not again before a day has passed.

A wrong password fails every run, and cron mails whatever a run prints.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlmodel import Session

from pbem.clock import from_utc_text, utc_text
from pbem.errors import PbemError
from pbem.store.marks import mark, set_mark

AGAIN: Final = timedelta(days=1)
"""After so long a fault that is still there is told again."""

End = Literal["inbox", "post"]

_KEY: Final = "fault:{}"
"""Key in the table `office`: when a fault of this end was last told, and its code, as JSON; empty:
it works."""


def told_lately(session: Session, end: End, error: PbemError, now: datetime) -> bool:
    """Whether this fault was told within a day; if not, it counts as told now."""
    before = mark(session, _KEY.format(end))
    if before:
        at, code = json.loads(before)
        if code == error.code and timedelta(0) <= now - from_utc_text(at) < AGAIN:
            return True
    set_mark(session, _KEY.format(end), json.dumps([utc_text(now), error.code]))
    return False


def works(session: Session, end: End) -> None:
    """This end works: the next fault is told at once."""
    if mark(session, _KEY.format(end)):
        set_mark(session, _KEY.format(end), "")
