"""Deadlines: a local date and time in a named zone, computed by the calendar.

A deadline is what people read off a wall clock in a named zone; its moment in UTC follows from
that. The next one is found by adding days to the local date, never hours to a moment, so that
23:30 stays 23:30 when the clocks change (njudge added 71 hours and slipped a day; test_report_38).

Where a wall clock shows a time twice or never, the later reading counts: nobody misses a deadline
because the clocks were changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from pbem.errors import UsageFault

UNITS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), 1),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), 60),
    **dict.fromkeys(("d", "day", "days"), 24 * 60),
    **dict.fromkeys(("w", "week", "weeks"), 7 * 24 * 60),
}
"""English units of a duration, in minutes. Another language passes its own table."""

_DAY: Final = timedelta(days=1)
_STORED: Final = "%Y-%m-%dT%H:%M"
_PART: Final = re.compile(r"(\d{1,4})\s*([^\W\d]+)[\s,]*")
_SLOT: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True)
class Duration:
    """A length of time on the calendar: whole days, and minutes beyond them (below a day)."""

    days: int
    minutes: int = 0

    @property
    def delta(self) -> timedelta:
        """As added to a wall clock."""
        return timedelta(days=self.days, minutes=self.minutes)

    def __str__(self) -> str:
        """In English, as settings and people write it: `3 days`, `1 day 12 h`."""
        hours, minutes = divmod(self.minutes, 60)
        days = f"{self.days} day{'' if self.days == 1 else 's'}" if self.days else ""
        parts = [days, f"{hours} h" if hours else "", f"{minutes} min" if minutes else ""]
        return " ".join(part for part in parts if part) or "0 min"


@dataclass(frozen=True)
class Pace:
    """How long one class of decisions has: `3 days at 20:00`, `24 h`."""

    duration: Duration
    slot: time | None = None

    def __str__(self) -> str:
        """In English, as settings and people write it."""
        return f"{self.duration} at {self.slot:%H:%M}" if self.slot else str(self.duration)


@dataclass(frozen=True)
class Deadline:
    """A wall clock's date and time (naive, whole minutes) in an IANA zone."""

    local: datetime
    zone: str

    @classmethod
    def of(cls, local: datetime, zone: str) -> Deadline:
        """The deadline at `local` in `zone`; a time that the clocks skip moves behind the gap."""
        moment = cls(local.replace(second=0, microsecond=0), zone).utc
        return cls.at(moment, zone)

    @classmethod
    def at(cls, moment: datetime, zone: str) -> Deadline:
        """The deadline at an aware moment, rounded up to the whole minute."""
        local = moment.astimezone(zone_of(zone)).replace(tzinfo=None)
        whole = local.replace(second=0, microsecond=0)
        return cls(whole if whole == local else whole + timedelta(minutes=1), zone)

    @classmethod
    def stored(cls, local: str, zone: str) -> Deadline:
        """From the columns of a row; `local` is `YYYY-MM-DDTHH:MM`."""
        return cls(datetime.strptime(local, _STORED), zone)  # noqa: DTZ007 - a wall clock's time

    @property
    def utc(self) -> datetime:
        """The moment, aware, in UTC: of a time shown twice or never the later reading."""
        zone = zone_of(self.zone)
        return max(self.local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))

    @property
    def text(self) -> str:
        """The column `local`: `YYYY-MM-DDTHH:MM`."""
        return self.local.strftime(_STORED)

    def later(self, duration: Duration) -> Deadline:
        """This deadline moved on by the calendar."""
        return Deadline.of(self.local + duration.delta, self.zone)

    def before(self, duration: Duration) -> datetime:
        """The moment this long before it by the wall clock, in UTC; when a reminder is due."""
        return Deadline.of(self.local - duration.delta, self.zone).utc


def next_deadline(
    pace: Pace, since: datetime, zone: str, minimum: Duration = Duration(0)
) -> Deadline:
    """The deadline of a decision asked at `since` (aware) in the campaign's `zone`.

    Without a slot it is the same wall clock time so many days on. With one it is the slot nearest
    to that, so that a run five minutes before the slot and a run five minutes after it, or one
    that came hours late, give the same next deadline (test_report_40, test_report_43). It is moved
    on by whole days while it gives less than `minimum` notice.
    """
    target = Deadline.at(since, zone).local + pace.duration.delta
    if pace.slot is not None:
        slots = (datetime.combine(target.date() + n * _DAY, pace.slot) for n in (1, 0, -1))
        target = min(slots, key=lambda slot: abs(slot - target))
    return after_hold(Deadline(target, zone), since, minimum)


def after_hold(deadline: Deadline, now: datetime, minimum: Duration) -> Deadline:
    """The same wall clock time on the first day that leaves at least `minimum` from `now`.

    After a halt or a hold nothing settles at once (test_report_55); a deadline that is far enough
    away stays as it is.
    """
    local = deadline.local
    missing = now + minimum.delta - deadline.utc
    if missing > timedelta(0):
        local += missing.days * _DAY
    while Deadline(local, deadline.zone).utc < now + minimum.delta:
        local += _DAY
    return Deadline.of(local, deadline.zone)


def parse_duration(text: str, units: Mapping[str, int] = UNITS) -> Duration:
    """A duration as people type it: `3 days`, `24 h`, `1 day 12 h`, `2 weeks`, `90 min`.

    Hours that make whole days are days. Raises `UsageFault` `duration-unreadable`.
    """
    minutes, at = 0, 0
    folded = text.strip().casefold()
    while found := _PART.match(folded, at):
        unit = units.get(found[2])
        if unit is None:
            break
        minutes += int(found[1]) * unit
        at = found.end()
    if not folded or at != len(folded):
        raise UsageFault(
            "duration-unreadable",
            f"'{text}' is not a length of time.",
            "Write a number and a unit: 3 days, 24 h, 1 day 12 h, 2 weeks, 90 min.",
        )
    days, rest = divmod(minutes, 24 * 60)
    return Duration(days, rest)


def parse_pace(text: str) -> Pace:
    """A pace as settings write it: a duration, for whole days also the slot: `3 days at 20:00`.

    Raises `UsageFault` `duration-unreadable` or `slot-unreadable`.
    """
    length, at, clock = text.partition(" at ")
    duration = parse_duration(length)
    if duration == Duration(0):
        raise UsageFault("duration-unreadable", f"'{text}' leaves no time to answer.", _PACES)
    if not at:
        return Pace(duration)
    found = _SLOT.fullmatch(clock.strip())
    if not found:
        raise UsageFault("slot-unreadable", f"'{clock.strip()}' is not a time of day.", _PACES)
    if duration.minutes:
        raise UsageFault("slot-unreadable", f"'{text}': only whole days can end at a slot.", _PACES)
    return Pace(duration, time(int(found[1]), int(found[2])))


_PACES: Final = "Write '24 h', or whole days and a time of day: '3 days at 20:00'."


@cache
def zone_of(name: str) -> ZoneInfo:
    """The zone called `name`; from the system's tables, else from the package tzdata.

    Raises `UsageFault` `unknown-zone` with the names that come near.
    """
    try:
        if name.partition("/")[0] not in ("posix", "right", "localtime", "posixrules"):
            return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        # Not there, a path out of the tables, or a folder such as `Europe`.
        pass
    near = zones_like(name)
    raise UsageFault(
        "unknown-zone",
        f"'{name}' is not a time zone.",
        f"Did you mean {' or '.join(near)}?" if near else "Write one such as Europe/Berlin or UTC.",
    )


def zones_like(text: str) -> tuple[str, ...]:
    """Up to three zones whose name or city is, or comes near to, `text`; the best first."""
    # Only a mistyped zone needs these: the list of all zones is read from some 600 files.
    from difflib import get_close_matches
    from zoneinfo import available_timezones

    wanted = text.strip().replace(" ", "_").casefold()
    zones = sorted(available_timezones())
    by_name = {zone.casefold(): zone for zone in zones}
    by_city = {zone.casefold().rpartition("/")[2]: zone for zone in zones if "/" in zone}
    for table in (by_name, by_city):
        if wanted in table:
            return (table[wanted],)
    near = get_close_matches(wanted, [*by_name, *by_city], n=3, cutoff=0.75)
    return tuple(dict.fromkeys(by_name.get(key) or by_city[key] for key in near))
