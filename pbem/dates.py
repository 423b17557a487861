"""Dates as letters show them, and the words for them.

What a date means (numbers, a zone) is kept apart from its words: `DateWords` is the table of one
language, and `ENGLISH` is the one that is built in. Reading dates is `pbem.dateparse`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pbem.deadlines import Deadline, zone_of


@dataclass(frozen=True)
class DateWords:
    """The words of one language. Months and weekdays (from Monday) may be typed cut short to
    three letters; `short_*` are what letters show; `pattern` and `pattern_utc` take the fields of
    `Shown`, with words for numbers.
    """

    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    short_months: tuple[str, ...]
    short_weekdays: tuple[str, ...]
    today: str
    tomorrow: str
    next: str
    """Before a weekday: the first such day that is not today."""
    fillers: frozenset[str]
    pattern: str
    pattern_utc: str


_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

ENGLISH: Final = DateWords(
    months=_MONTHS,
    weekdays=_WEEKDAYS,
    short_months=tuple(name[:3] for name in _MONTHS),
    short_weekdays=tuple(name[:3] for name in _WEEKDAYS),
    today="today",
    tomorrow="tomorrow",
    next="next",
    fillers=frozenset(("at", "on", "the", "of")),
    pattern="{weekday} {day} {month} {year}, {time} in {place} ({utc_time} UTC)",
    pattern_utc="{weekday} {day} {month} {year}, {time} UTC",
)


@dataclass(frozen=True)
class Shown:
    """A moment as a reader's wall clock shows it: numbers and codes, no words.

    `weekday` counts from 0 for Monday, `month` from 1. `utc_weekday` is None where the date in
    UTC is the same.
    """

    weekday: int
    day: int
    month: int
    year: int
    time: str
    place: str
    utc_time: str
    utc_weekday: int | None


def show(moment: datetime, zone: str) -> Shown:
    """An aware moment on the wall clock of `zone`; `place` is the zone's city."""
    local = moment.astimezone(zone_of(zone))
    utc = moment.astimezone(zone_of("UTC"))
    area, _, city = zone.rpartition("/")
    return Shown(
        weekday=local.weekday(),
        day=local.day,
        month=local.month,
        year=local.year,
        time=f"{local:%H:%M}",
        place=(zone if area == "Etc" else city).replace("_", " "),
        utc_time=f"{utc:%H:%M}",
        utc_weekday=None if utc.date() == local.date() else utc.weekday(),
    )


def format_moment(moment: datetime, zone: str, words: DateWords = ENGLISH) -> str:
    """`Thu 3 Dec 2026, 20:00 in Berlin (19:00 UTC)`; with the day in UTC where it differs."""
    shown = show(moment, zone)
    utc_time = shown.utc_time
    if shown.utc_weekday is not None:
        utc_time = f"{words.short_weekdays[shown.utc_weekday]} {utc_time}"
    pattern = words.pattern_utc if shown.place == "UTC" else words.pattern
    return pattern.format(
        weekday=words.short_weekdays[shown.weekday],
        day=shown.day,
        month=words.short_months[shown.month - 1],
        year=shown.year,
        time=shown.time,
        place=shown.place,
        utc_time=utc_time,
    )


def format_deadline(deadline: Deadline, zone: str | None = None, words: DateWords = ENGLISH) -> str:
    """A deadline for a reader in `zone` (the deadline's own where None)."""
    return format_moment(deadline.utc, zone or deadline.zone, words)
