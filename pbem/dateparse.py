"""Dates as people type them: `3 Dec`, `Friday 20:00`, `2026-12-03`, `tomorrow`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from pbem.dates import ENGLISH, DateWords
from pbem.deadlines import Deadline, zone_of
from pbem.errors import UsageFault

FAR: Final = timedelta(days=120)
"""A date without a year may be at most this far ahead (njudge's rule; test_report_49)."""

END_OF_DAY: Final = time(23, 59)

_DAY: Final = timedelta(days=1)
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:t(\d{1,2}:\d{2}))?", re.ASCII)
_TIME: Final = re.compile(r"(\d{1,2}):(\d{2})(am|pm)?|(\d{1,2})(am|pm)", re.ASCII)
_HALF_DAY: Final = re.compile(r"(\d)\s+([ap]m)\b", re.ASCII)
_NUMBER: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?", re.ASCII)
_YEAR: Final = re.compile(r"\d{4}", re.ASCII)
_FORMS: Final = (
    "Write 3 Dec, 3 Dec 20:00, 2026-12-03 20:00, Friday, tomorrow or 20:00 (add the year"
    " where it is far ahead)."
)


class DateFault(UsageFault):
    """A date that cannot be read or cannot be meant; `code` says which, for templates.

    Codes: `date-unreadable`, `no-such-date`, `weekday-differs`, `date-past`, `date-far`.
    """


def parse_moment(
    text: str,
    zone: str,
    now: datetime,
    *,
    at: time = END_OF_DAY,
    words: DateWords = ENGLISH,
) -> Deadline:
    """The future moment that a person means, on the wall clock of `zone`; `now` is aware.

    `at` is the time of day where none is written. A weekday or a time alone is the next one. A
    date without a year is the next one with that day and month, and must be at most `FAR` ahead
    (test_report_49). Nothing is guessed: `3/12` is refused. Raises `DateFault`.
    """
    typed = _read(text, words)
    local = now.astimezone(zone_of(zone)).replace(tzinfo=None)
    clock = typed.time or at
    day = _day_meant(typed, text, datetime.combine(local.date(), clock) > local, local.date())
    deadline = Deadline.of(datetime.combine(day, clock), zone)
    if deadline.utc <= now:
        raise DateFault("date-past", f"'{text}' has passed.", _FORMS)
    if typed.month and not typed.year and deadline.utc - now > FAR:
        raise DateFault(
            "date-far",
            f"'{text}' would be {day:%Y-%m-%d}, more than {FAR.days} days ahead.",
            f"If that is meant, add the year: {text} {day.year}.",
        )
    return deadline


@dataclass
class _Typed:
    """What was found in the text; each at most once."""

    time: time | None = None
    weekday: int | None = None
    ahead: int | None = None
    later: bool | None = None
    """Whether a weekday is not to be today."""
    day: int | None = None
    month: int | None = None
    year: int | None = None


def _read(text: str, words: DateWords) -> _Typed:
    typed = _Typed()
    folded = _HALF_DAY.sub(r"\1\2", text.casefold())
    pieces = [piece.strip(".") for piece in folded.replace(",", " ").split()]
    for piece in pieces:
        if piece and piece not in words.fillers:
            for name, value in _meaning(piece, words, typed).items():
                if getattr(typed, name) is not None:
                    raise _unreadable(text)
                setattr(typed, name, value)
    halves = (typed.day is None) != (typed.month is None) or (typed.year and typed.day is None)
    twice = typed.ahead is not None and (typed.day is not None or typed.weekday is not None)
    if typed == _Typed() or halves or twice or (typed.later and typed.weekday is None):
        raise _unreadable(text)
    return typed


def _meaning(piece: str, words: DateWords, typed: _Typed) -> dict[str, int | time]:
    """The fields one word gives; raises `DateFault` for a word that gives none."""
    if piece == words.next.casefold():
        return {"later": True}
    if found := _ISO.fullmatch(piece):
        fields: dict[str, int | time] = dict(
            zip(("year", "month", "day"), map(int, found.group(1, 2, 3)), strict=True)
        )
        return fields | (_meaning(found[4], words, typed) if found[4] else {})
    if found := _TIME.fullmatch(piece):
        return {"time": _clock(found, piece)}
    if _YEAR.fullmatch(piece):
        return {"year": int(piece)}
    if found := _NUMBER.fullmatch(piece):
        return {"day": int(found[1])}
    for name, ahead in ((words.today, 0), (words.tomorrow, 1)):
        if piece == name.casefold():
            return {"ahead": ahead}
    for field, names, base in (("month", words.months, 1), ("weekday", words.weekdays, 0)):
        index = _named(piece, names)
        if index is not None:
            return {field: index + base}
    raise _unreadable(piece)


def _named(piece: str, names: Sequence[str]) -> int | None:
    """The one name that is `piece`, or begins with its three or more letters."""
    folded = [name.casefold() for name in names]
    if piece in folded:
        return folded.index(piece)
    fitting = [n for n, name in enumerate(folded) if name.startswith(piece)]
    return fitting[0] if len(fitting) == 1 and len(piece) >= 3 else None


def _clock(found: re.Match[str], piece: str) -> time:
    hour, minute, half = int(found[1] or found[4]), int(found[2] or 0), found[3] or found[5]
    if half:
        if not 1 <= hour <= 12:
            raise _unreadable(piece)
        hour = hour % 12 + (12 if half == "pm" else 0)
    try:
        return time(hour, minute)
    except ValueError:
        raise _unreadable(piece) from None


def _day_meant(typed: _Typed, text: str, still_today: bool, today: date) -> date:
    """The date meant; `still_today` is whether the time of day written is yet to come today."""
    if typed.day is not None and typed.month is not None:
        day = _dated(
            typed.day, typed.month, typed.year, text, today if still_today else today + _DAY
        )
        if typed.weekday is not None and day.weekday() != typed.weekday:
            raise DateFault(
                "weekday-differs",
                f"'{text}': {day:%Y-%m-%d} is another day of the week.",
                "Write the date alone, or the weekday alone.",
            )
        return day
    if typed.ahead is not None:
        return today + typed.ahead * _DAY
    first = today if still_today and not typed.later else today + _DAY
    if typed.weekday is None:
        return first
    return first + (typed.weekday - first.weekday()) % 7 * _DAY


def _dated(day: int, month: int, year: int | None, text: str, first: date) -> date:
    """The date in its year, or the next such date from `first` on."""
    years = (year,) if year is not None else (first.year, first.year + 1)
    found = None
    for candidate in years:
        try:
            found = date(candidate, month, day)
        except ValueError:
            continue
        if found >= first:
            break
    if found is None:
        raise DateFault("no-such-date", f"'{text}': there is no such day.", _FORMS)
    return found


def _unreadable(text: str) -> DateFault:
    return DateFault("date-unreadable", f"'{text}' is not a date that can be read here.", _FORMS)
