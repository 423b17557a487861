"""Deadlines by the calendar: slots, changes of the clocks, notice, the words for a length."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.deadlines import (
    Deadline,
    Duration,
    Pace,
    after_hold,
    next_deadline,
    parse_duration,
    parse_pace,
    zone_of,
    zones_like,
)
from pbem.errors import UsageFault

NEW_YORK = "America/New_York"
BERLIN = "Europe/Berlin"


def moment(text: str, zone: str = "UTC") -> datetime:
    """An aware moment in UTC from a wall clock's text."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def clock(text: str, zone: str) -> Deadline:
    """A deadline from a wall clock's text."""
    return Deadline.of(datetime.fromisoformat(text), zone)


def local(deadline: Deadline) -> str:
    return f"{deadline.local:%a %Y-%m-%d %H:%M}"


def test_report_38_clock_time_stays_over_a_change_to_summer_time() -> None:
    """New York, 23:30, +3 days, processed Fri 2026-03-06 23:35 -> Mon 2026-03-09 23:30 EDT."""
    pace = parse_pace("3 days at 23:30")
    deadline = next_deadline(pace, moment("2026-03-06T23:35", NEW_YORK), NEW_YORK)
    assert local(deadline) == "Mon 2026-03-09 23:30"
    assert deadline.utc == moment("2026-03-10T03:30")
    again = next_deadline(pace, deadline.utc + timedelta(minutes=5), NEW_YORK)
    assert local(again) == "Thu 2026-03-12 23:30"


def test_report_38_without_a_slot_the_wall_clock_counts_too() -> None:
    """Days are added to the local date: 72 hours would be 73 by the wall clock."""
    asked = moment("2026-10-24T18:00", BERLIN)
    deadline = next_deadline(parse_pace("3 days"), asked, BERLIN)
    assert local(deadline) == "Tue 2026-10-27 18:00"
    assert deadline.utc - asked == timedelta(hours=73)


@pytest.mark.parametrize("slot", ["20:00", "00:00", "23:58", "00:02"])
def test_report_43_five_minutes_before_or_after_the_slot_give_the_same_deadline(slot: str) -> None:
    """webDiplomacy's next turn was off by 24 h; midnight between the two runs must not matter."""
    pace = parse_pace(f"2 days at {slot}")
    at = clock(f"2026-06-10T{slot}", BERLIN)
    found = {
        next_deadline(pace, at.utc + timedelta(minutes=minutes), BERLIN) for minutes in (-5, 0, 5)
    }
    assert found == {at.later(Duration(2))}


def test_report_40_run_that_comes_hours_late_keeps_the_grid() -> None:
    """Cron absent from 02:00 to 09:00: the next deadline is where it would have been."""
    pace = parse_pace("1 day at 02:00")
    late = next_deadline(pace, moment("2026-06-10T09:00", BERLIN), BERLIN)
    assert late == next_deadline(pace, moment("2026-06-10T02:00", BERLIN), BERLIN)


def test_report_54_window_of_hours_does_not_move_to_the_slot() -> None:
    """Windows have their own short clock."""
    deadline = next_deadline(parse_pace("6 h"), moment("2026-06-10T09:10", BERLIN), BERLIN)
    assert local(deadline) == "Wed 2026-06-10 15:10"


def test_report_55_after_a_hold_there_is_notice() -> None:
    """Resume after 28 h: the same wall clock time on a later day, never at once."""
    deadline = clock("2026-06-10T20:00", BERLIN)
    now = deadline.utc + timedelta(hours=28)
    held = after_hold(deadline, now, Duration(0, 12 * 60))
    assert local(held) == "Fri 2026-06-12 20:00"
    assert after_hold(held, now, Duration(0, 12 * 60)) == held


def test_minimum_notice_moves_a_new_deadline_by_whole_days() -> None:
    """The nearest slot may be near; the campaign's minimum counts."""
    asked = moment("2026-06-10T07:50", BERLIN)
    pace = parse_pace("1 day at 20:00")
    assert local(next_deadline(pace, asked, BERLIN)) == "Wed 2026-06-10 20:00"
    moved = next_deadline(pace, asked, BERLIN, minimum=parse_duration("16 h"))
    assert local(moved) == "Thu 2026-06-11 20:00"


def test_time_that_the_clocks_skip_moves_behind_the_gap() -> None:
    """02:30 on 29 March 2026 is never shown in Berlin; an hour later it is 03:30."""
    deadline = clock("2026-03-29T02:30", BERLIN)
    assert local(deadline) == "Sun 2026-03-29 03:30"
    assert deadline.utc == moment("2026-03-29T01:30")


def test_slot_in_a_gap_comes_back_the_next_day() -> None:
    """The grid is the slot's, not that of the one day on which it moved."""
    pace = parse_pace("1 day at 02:30")
    on_the_day = next_deadline(pace, moment("2026-03-28T02:30", BERLIN), BERLIN)
    assert local(on_the_day) == "Sun 2026-03-29 03:30"
    assert local(next_deadline(pace, on_the_day.utc, BERLIN)) == "Mon 2026-03-30 02:30"


def test_time_shown_twice_means_the_later_one() -> None:
    """02:30 on 25 October 2026 comes at 00:30 and at 01:30 UTC; nobody is an hour too late."""
    assert clock("2026-10-25T02:30", BERLIN).utc == moment("2026-10-25T01:30")


def test_seconds_round_up() -> None:
    """A deadline has whole minutes and is not earlier than what was asked for."""
    assert local(Deadline.at(moment("2026-06-10T09:10:01"), "UTC")) == "Wed 2026-06-10 09:11"


def test_stored_columns_come_back() -> None:
    """Local date, time and zone are what is stored."""
    deadline = clock("2026-12-03T20:00", BERLIN)
    assert deadline.text == "2026-12-03T20:00"
    assert Deadline.stored(deadline.text, deadline.zone) == deadline


def test_reminder_is_due_by_the_wall_clock() -> None:
    """One day before Sunday 20:00 is Saturday 20:00, also when the clocks change between."""
    deadline = clock("2026-03-29T20:00", BERLIN)
    assert deadline.before(Duration(1)) == moment("2026-03-28T20:00", BERLIN)


@given(
    since=st.datetimes(datetime.fromisoformat("2020-01-01"), datetime.fromisoformat("2040-01-01")),
    days=st.integers(1, 14),
    slot=st.one_of(st.none(), st.times()),
    zone=st.sampled_from([BERLIN, NEW_YORK, "Australia/Lord_Howe", "Africa/Casablanca", "UTC"]),
)
def test_every_deadline_is_ahead_and_within_half_a_day_of_what_was_asked(
    since: datetime, days: int, slot: time | None, zone: str
) -> None:
    """Whatever the zone does with its clocks (by at most an hour), and the rounding by a minute."""
    whole = slot.replace(second=0, microsecond=0) if slot else None
    asked = since.replace(tzinfo=UTC)
    deadline = next_deadline(Pace(Duration(days), whole), asked, zone)
    off = abs(deadline.utc - asked - timedelta(days=days))
    limit = timedelta(hours=14) if whole else timedelta(hours=2)
    assert off <= limit
    assert deadline.utc > asked
    assert deadline.utc.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == deadline.local


@pytest.mark.parametrize(
    ("text", "duration"),
    [
        ("3 days", Duration(3)),
        ("1 day", Duration(1)),
        ("24 h", Duration(1)),
        ("36 hours", Duration(1, 720)),
        ("1 day 12 h", Duration(1, 720)),
        ("1 day, 12 h", Duration(1, 720)),
        ("2 Weeks", Duration(14)),
        ("90min", Duration(0, 90)),
    ],
)
def test_durations_as_people_type_them(text: str, duration: Duration) -> None:
    assert parse_duration(text) == duration
    assert parse_duration(str(duration)) == duration


@pytest.mark.parametrize("text", ["", "3", "days", "3 dayz", "three days", "-1 day", "3 days x"])
def test_durations_that_are_none(text: str) -> None:
    with pytest.raises(UsageFault, match="not a length of time") as refused:
        parse_duration(text)
    assert "3 days" in refused.value.hint


@pytest.mark.parametrize("text", ["3 days at 20:00", "1 day", "6 h", "14 days at 00:05"])
def test_paces_print_as_they_are_written(text: str) -> None:
    assert str(parse_pace(text)) == text


@pytest.mark.parametrize(
    "text", ["0 days", "12 h at 20:00", "3 days at 24:00", "3 days at 8", "at 20:00", "3 days at"]
)
def test_paces_that_are_none(text: str) -> None:
    with pytest.raises(UsageFault) as refused:
        parse_pace(text)
    assert refused.value.hint


def test_duration_words_of_another_language() -> None:
    """The units are a table."""
    assert parse_duration("3 Tage", {"tage": 1440}) == Duration(3)


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("Europe/Berln", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("new york", NEW_YORK),
        ("Berlin", BERLIN),
    ],
)
def test_unknown_zone_is_refused_with_what_comes_near(typed: str, near: str) -> None:
    with pytest.raises(UsageFault, match="not a time zone") as refused:
        zone_of(typed)
    assert near in refused.value.hint
    assert near in zones_like(typed)


@pytest.mark.parametrize("name", ["", "Europe", "../../etc/passwd", "/etc/localtime", "right/UTC"])
def test_names_that_are_files_but_no_zones(name: str) -> None:
    with pytest.raises(UsageFault, match="not a time zone"):
        zone_of(name)
