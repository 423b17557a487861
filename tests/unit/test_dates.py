"""Dates as people type them, and as letters show them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time

import pytest

from pbem.dateparse import DateFault, parse_moment
from pbem.dates import ENGLISH, format_deadline, format_moment, show
from pbem.deadlines import Deadline

BERLIN = "Europe/Berlin"
NOW = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
"""A Monday, 10:00 in Berlin."""


def clock(text: str, zone: str) -> Deadline:
    """A deadline from a wall clock's text."""
    return Deadline.of(datetime.fromisoformat(text), zone)


def parsed(text: str, now: datetime = NOW) -> str:
    return f"{parse_moment(text, BERLIN, now, at=time(20)).local:%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("3 Dec", "2026-12-03 20:00"),
        ("3 Dec 21:30", "2026-12-03 21:30"),
        ("Dec 3rd at 9:05", "2026-12-03 09:05"),
        ("3. december, 8 pm", "2026-12-03 20:00"),
        ("2026-12-03", "2026-12-03 20:00"),
        ("2026-12-03 7:00", "2026-12-03 07:00"),
        ("2026-12-03T07:00", "2026-12-03 07:00"),
        ("Thu 3 Dec 2026, 20:00", "2026-12-03 20:00"),
        ("3 Dec 2027", "2027-12-03 20:00"),
        ("Friday", "2026-12-04 20:00"),
        ("next Friday", "2026-12-04 20:00"),
        ("next Monday", "2026-12-07 20:00"),
        ("fri 12am", "2026-12-04 00:00"),
        ("Monday", "2026-11-30 20:00"),
        ("Monday 9:00", "2026-12-07 09:00"),
        ("today", "2026-11-30 20:00"),
        ("tomorrow 6:00", "2026-12-01 06:00"),
        ("20:00", "2026-11-30 20:00"),
        ("9:00", "2026-12-01 09:00"),
        ("30 Nov", "2026-11-30 20:00"),
        ("2 Jan", "2027-01-02 20:00"),
    ],
)
def test_dates_as_people_type_them(text: str, meant: str) -> None:
    assert parsed(text) == meant


def test_report_49_date_beyond_new_year_is_next_year() -> None:
    """DPjudge 432de69: on 30 Dec, `3 Jan` is four days ahead."""
    assert parsed("3 Jan", datetime(2026, 12, 30, 9, tzinfo=UTC)) == "2027-01-03 20:00"


@pytest.mark.parametrize("text", ["1 May", "29 Nov", "30 Nov 9:00"])
def test_report_49_date_far_ahead_needs_its_year(text: str) -> None:
    """njudge's rule: more than 120 days ahead without a year is refused."""
    with pytest.raises(DateFault) as refused:
        parsed(text)
    assert refused.value.code == "date-far"
    assert "2027" in refused.value.hint
    assert parsed(f"{text} 2027").startswith("2027-")


def test_report_49_the_limit_is_120_days() -> None:
    """30 Nov + 120 days is 30 Mar, at 10:00."""
    assert parsed("30 Mar 10:00") == "2027-03-30 10:00"
    with pytest.raises(DateFault):
        parsed("30 Mar 11:01")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("29 Nov 2026", "date-past"),
        ("today 9:00", "date-past"),
        ("29 Feb 2027", "no-such-date"),
        ("31 Nov", "no-such-date"),
        ("Fri 3 Dec", "weekday-differs"),
        ("", "date-unreadable"),
        ("soon", "date-unreadable"),
        ("3/12", "date-unreadable"),
        ("3", "date-unreadable"),
        ("Dec", "date-unreadable"),
        ("2026", "date-unreadable"),
        ("3 De", "date-unreadable"),
        ("25:00", "date-unreadable"),
        ("13pm", "date-unreadable"),
        ("3 Dec 4 Jan", "date-unreadable"),
        ("tomorrow Friday", "date-unreadable"),
        ("٣ Dec", "date-unreadable"),
    ],
)
def test_dates_that_are_refused(text: str, code: str) -> None:
    """Nothing is guessed: `3/12` is two different days to two readers."""
    with pytest.raises(DateFault) as refused:
        parsed(text)
    assert refused.value.code == code
    assert refused.value.hint


def test_leap_day_is_found_where_the_next_year_has_one() -> None:
    assert parsed("29 Feb", datetime(2027, 12, 1, tzinfo=UTC)) == "2028-02-29 20:00"


def test_date_in_the_reader_s_zone() -> None:
    """`Friday` ends when Friday ends where the player lives."""
    assert parse_moment("Friday", "Pacific/Auckland", NOW).utc == datetime(
        2026, 12, 4, 10, 59, tzinfo=UTC
    )


def test_deadline_as_letters_show_it() -> None:
    deadline = clock("2026-12-03T20:00", BERLIN)
    assert format_deadline(deadline) == "Thu 3 Dec 2026, 20:00 in Berlin (19:00 UTC)"
    assert format_deadline(deadline, "UTC") == "Thu 3 Dec 2026, 19:00 UTC"
    assert (
        format_deadline(deadline, "Pacific/Auckland")
        == "Fri 4 Dec 2026, 08:00 in Auckland (Thu 19:00 UTC)"
    )
    assert (
        format_moment(deadline.utc, "America/Argentina/Buenos_Aires")
        == "Thu 3 Dec 2026, 16:00 in Buenos Aires (19:00 UTC)"
    )


def test_numbers_of_a_moment_stand_apart_from_words() -> None:
    shown = show(datetime(2026, 12, 3, 19, tzinfo=UTC), BERLIN)
    assert (shown.weekday, shown.day, shown.month, shown.year) == (3, 3, 12, 2026)
    assert (shown.time, shown.place, shown.utc_time, shown.utc_weekday) == (
        "20:00",
        "Berlin",
        "19:00",
        None,
    )


def test_words_of_another_language() -> None:
    """A language is a table; a word that fits two months is refused."""
    german = replace(
        ENGLISH,
        months=("Januar", "Februar", "März", *ENGLISH.months[3:11], "Dezember"),
        short_months=(*ENGLISH.short_months[:11], "Dez."),
        short_weekdays=("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
        tomorrow="morgen",
        pattern="{weekday} {day}. {month} {year}, {time} in {place} ({utc_time} UTC)",
    )
    deadline = parse_moment("3. Dez 20:00", BERLIN, NOW, words=german)
    assert format_deadline(deadline, words=german) == "Do 3. Dez. 2026, 20:00 in Berlin (19:00 UTC)"
    assert parse_moment("morgen", BERLIN, NOW, words=german).local.day == 1
