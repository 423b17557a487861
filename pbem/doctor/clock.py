"""Whether this machine's clock can be believed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Final

from pbem.accounts import DATABASE_FILE
from pbem.clock import CLOCK_SEEN, from_utc_text, read_clock
from pbem.doctor.finding import Finding
from pbem.office import Office

SLACK: Final = timedelta(minutes=2)
"""Clocks differ by so much without harm."""


def check_clock(office: Office, now: datetime, newest: datetime | None) -> Iterator[Finding]:
    """Hold `now` against the mail server's newest stamp, the files' times and the last run's.

    A stamp that is later than now shows a clock that is behind; one that is earlier shows nothing.
    """
    hint = "Set the clock right (timedatectl set-ntp true); then pbem resume, if it was held."
    ahead = []
    if newest is not None and newest.astimezone(UTC) - now > SLACK:
        ahead.append(f"the mail server stamped a letter {newest.astimezone(UTC):%Y-%m-%d %H:%M}")
    changed = _newest_file(office)
    if changed is not None and changed - now > SLACK:
        ahead.append(f"a file of the office was written {changed:%Y-%m-%d %H:%M}")
    if ahead:
        told = f"This clock says {now:%Y-%m-%d %H:%M} UTC, but {' and '.join(ahead)} UTC."
        yield Finding("clock", "wrong", told, hint)
        return
    seen = _seen(office)
    reading = read_clock(now, seen, office.settings.brakes.clock_gap.delta)
    if reading.holds and seen is not None:
        told = (
            f"It jumped {reading.jump} since the last run, {seen:%Y-%m-%d %H:%M} UTC to"
            f" {now:%Y-%m-%d %H:%M} UTC: nothing is settled."
        )
        yield Finding("clock", "wrong", told, "If it is right now, type: pbem resume")
        return
    told = "no stamp of the mail server to hold it against" if newest is None else "as it should be"
    yield Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M} UTC, {told}.")


def _newest_file(office: Office) -> datetime | None:
    times = [path.stat().st_mtime for path in office.folder.iterdir()]
    return datetime.fromtimestamp(max(times), UTC) if times else None


def _seen(office: Office) -> datetime | None:
    """The time that the last run worked with; None where the database cannot tell."""
    path = office.folder / DATABASE_FILE
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(path, timeout=1.0)) as database:
            found = database.execute("SELECT value FROM office WHERE key = ?", (CLOCK_SEEN,))
            row = found.fetchone()
            return from_utc_text(row[0]) if row else None
    except (sqlite3.Error, ValueError):
        # What is wrong with the database has been told already.
        return None
