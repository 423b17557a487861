"""The time: where it comes from, how it is stored, and the brake against clocks that jump.

Every function of `pbem` that needs the time takes it (aware, UTC); only a command asks a `Clock`.
Only the standard library is used here, and of it nothing slow (dataclasses costs a tenth of an idle
run): the idle look imports this module.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple, Protocol

CLOCK_SEEN: Final = "clock_seen"
"""Key in the table `office`: UTC text of the newest time that a run worked with."""


class Clock(Protocol):
    """Whatever tells the time."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)


class SetClock:
    """A clock that stands where it was set: self-play, the demo's fast days, tests."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """The moment it was set to."""
        return self.moment


def utc_text(moment: datetime) -> str:
    """A moment as it is stored: `2026-12-03T19:00:00Z`; such texts sort by time.

    `moment` must be aware (ValueError otherwise): a naive time would be taken for the machine's.
    """
    if moment.tzinfo is None:
        raise ValueError(f"a time without a zone: {moment}")
    return f"{moment.astimezone(UTC).isoformat()[:19]}Z"


def from_utc_text(text: str) -> datetime:
    """The moment of a stored text, aware, in UTC. Raises ValueError for any other form."""
    # Many times as fast as strptime, which alone would double the imports of an idle run.
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or utc_text(moment) != text:
        raise ValueError(f"not a stored time: {text}")
    return moment


class ClockReading(NamedTuple):
    """What the clock said, held against the time last seen.

    `now` is the time to work with, and what is to be stored as the time last seen: it never runs
    backwards, and it stands still while the clock cannot be believed. `by` is how far the clock
    is from the time last seen.
    """

    now: datetime
    jump: Literal["none", "ahead", "back"]
    by: timedelta

    @property
    def holds(self) -> bool:
        """Whether nothing may be settled or reminded until the GM says `resume`."""
        return self.jump != "none"


def read_clock(now: datetime, seen: datetime | None, gap: timedelta) -> ClockReading:
    """Decide whether the clock can be believed (njudge's time warp, test_report_41).

    `now` is what the clock says, `seen` the time last seen (None at the first run), `gap` the
    longest absence that is taken for a machine that was off.

    * Further ahead than `gap`: held. Time stands still at `seen`, so nothing falls due; if the
      clock is set right again, work goes on by itself.
    * Back by up to `gap`: time stands still until the clock has caught up.
    * Further back: held; then either this clock or the one before was wrong.

    To resume is to store the clock's `now` as the time last seen, after the open deadlines got
    their minimum notice (`pbem.deadlines.after_hold`).
    """
    if seen is None:
        return ClockReading(now, "none", timedelta(0))
    by = now - seen
    if by > gap:
        return ClockReading(seen, "ahead", by)
    if by < -gap:
        return ClockReading(seen, "back", by)
    return ClockReading(max(now, seen), "none", by)
