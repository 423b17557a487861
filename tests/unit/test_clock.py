"""The stored form of a moment, and the brake against clocks that jump."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from pbem.clock import SetClock, SystemClock, from_utc_text, read_clock, utc_text

SEEN = datetime(2026, 6, 10, 12, tzinfo=UTC)
GAP = timedelta(hours=24)


def test_report_41_clock_a_year_ahead_is_held() -> None:
    """Nothing is resolved: the time to work with stays where it was, until the GM resumes."""
    reading = read_clock(SEEN + timedelta(days=365), SEEN, GAP)
    assert (reading.jump, reading.holds, reading.now) == ("ahead", True, SEEN)
    assert reading.by == timedelta(days=365)
    later = read_clock(SEEN + timedelta(days=365, minutes=5), reading.now, GAP)
    assert later.holds


def test_report_41_clock_that_is_set_right_again_goes_on() -> None:
    """What the wrong clock said was never taken for seen."""
    wrong = read_clock(SEEN + timedelta(days=365), SEEN, GAP)
    right = read_clock(SEEN + timedelta(hours=1), wrong.now, GAP)
    assert (right.holds, right.now) == (False, SEEN + timedelta(hours=1))


def test_report_41_clock_two_hours_back_stands_still() -> None:
    """No earlier deadline and no second reminder: time never runs backwards."""
    back = read_clock(SEEN - timedelta(hours=2), SEEN, GAP)
    assert (back.holds, back.now) == (False, SEEN)
    assert read_clock(SEEN + timedelta(minutes=1), back.now, GAP).now > SEEN


def test_report_41_clock_far_back_is_held() -> None:
    """Then this clock is wrong, or the one before was."""
    reading = read_clock(SEEN - timedelta(days=365), SEEN, GAP)
    assert (reading.jump, reading.holds, reading.now) == ("back", True, SEEN)


def test_report_42_short_outage_goes_on_and_a_long_one_is_held() -> None:
    """13 minutes against 30 hours."""
    assert not read_clock(SEEN + timedelta(minutes=13), SEEN, GAP).holds
    assert read_clock(SEEN + timedelta(hours=30), SEEN, GAP).holds


def test_first_run_believes_the_clock() -> None:
    assert read_clock(SEEN, None, GAP).now == SEEN


def test_stored_form_sorts_by_time_and_comes_back() -> None:
    moment = datetime(2026, 12, 3, 20, 0, 30, 99, tzinfo=timezone(timedelta(hours=1)))
    assert utc_text(moment) == "2026-12-03T19:00:30Z"
    assert from_utc_text("2026-12-03T19:00:30Z") == moment.replace(microsecond=0)
    assert utc_text(SEEN) < utc_text(moment)


@pytest.mark.parametrize("text", ["2026-12-03T19:00:30", "2026-12-03 19:00:30Z", ""])
def test_other_forms_of_a_stored_moment_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a stored time|Invalid isoformat"):
        from_utc_text(text)


def test_time_without_a_zone_is_refused() -> None:
    """It would be taken for the machine's zone."""
    with pytest.raises(ValueError, match="without a zone"):
        utc_text(datetime(2026, 1, 1))  # noqa: DTZ001 - the case


def test_clocks_are_aware_and_in_utc() -> None:
    assert SystemClock().now().utcoffset() == timedelta(0)
    assert SetClock(SEEN).now() == SEEN
