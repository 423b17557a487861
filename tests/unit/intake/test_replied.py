"""What the writer of a letter had before him."""

from __future__ import annotations

from typing import Any

from pbem.intake.replied import KEPT, Replied, remember_plans, remember_seen
from pbem.store.models import SeatRow


def replied(**fields: Any) -> Replied:
    """A letter that answers letter 5 of turn 7, unless said otherwise."""
    made: dict[str, Any] = {"session": None, "seated": None, "turn": 7, "number": 5}
    return Replied(**(made | fields))


def row() -> SeatRow:
    """A seat that got plans in its letters 2, 5 and 9."""
    seat = SeatRow(campaign="sf1", seat="p1")
    for letter, turn in ((2, 4), (5, 7), (9, 7)):
        remember_plans(seat, letter, turn, [[f"PLAN OF {letter}"]])
    return seat


def test_the_plans_of_the_very_letter_that_is_answered() -> None:
    assert replied().plans(row()) == [["PLAN OF 5"]]


def test_a_later_letter_without_plans_leaves_those_before_it() -> None:
    """A receipt is answered with PLAN A."""
    assert replied(number=7).plans(row()) == [["PLAN OF 5"]]


def test_without_in_reply_to_the_last_ones_of_the_turn() -> None:
    assert replied(number=0).plans(row()) == [["PLAN OF 9"]]
    assert replied(number=0, turn=5).plans(row()) == [["PLAN OF 2"]]


def test_a_letter_before_all_plans_that_are_kept() -> None:
    assert replied(number=1).plans(row()) == []
    assert replied(number=0, turn=1).plans(row()) == []


def test_the_game_master_means_the_newest() -> None:
    assert replied(always=True).plans(row()) == [["PLAN OF 9"]]
    assert replied(always=True).plans(SeatRow(campaign="sf1", seat="p1")) == []


def test_so_many_and_no_more_are_kept() -> None:
    seat = row()
    for letter in range(20, 20 + KEPT):
        remember_plans(seat, letter, 9, [])
    assert replied().plans(seat) == []


def seeing() -> SeatRow:
    """What goals meant in reports 2 and 5, and in question 7; report 9 stood at the beginning."""
    seat = SeatRow(campaign="sf1", seat="p1")
    remember_plans(seat, 2, 4, [], ("old", "b"))
    remember_plans(seat, 5, 7, [], ("a", "b"))
    remember_seen(seat, 6, ("a", "b"))
    remember_seen(seat, 7, ("new", "b"))
    return seat


def test_goals_mean_what_they_meant_in_the_letter_that_is_answered() -> None:
    assert replied(number=2).seen(seeing()) == ("old", "b")
    assert replied(number=5).seen(seeing()) == ("a", "b")
    assert replied(number=6).seen(seeing()) == ("a", "b")
    assert replied(number=8).seen(seeing()) == ("new", "b"), "the question told of it"


def test_without_in_reply_to_goals_mean_what_the_turn_saw_last() -> None:
    assert replied(number=0, turn=5).seen(seeing()) == ("old", "b")
    assert replied(number=0, turn=7).seen(seeing()) == ("new", "b")


def test_what_goals_meant_is_not_known_of_everything() -> None:
    """Before all that is kept, to the game master, and where there was nothing to see yet."""
    assert replied(number=1).seen(seeing()) is None
    assert replied(always=True).seen(seeing()) is None
    seat = SeatRow(campaign="sf1", seat="p1")
    remember_seen(seat, 1, ("a",))
    assert replied(number=1).seen(seat) is None
    remember_plans(seat, 1, 1, [])
    assert replied(number=1).seen(seat) is None


def test_reports_of_an_office_that_kept_plans_only_are_still_read() -> None:
    """As the first schema's releases wrote them: what goals meant is not known of these."""
    seat = SeatRow(campaign="sf1", seat="p1")
    seat.plans = '[{"letter": 5, "turn": 7, "plans": [["PLAN OF 5"]]}]'
    assert replied().plans(seat) == [["PLAN OF 5"]]
    assert replied().seen(seat) is None
    remember_seen(seat, 6, ("a", "b"))
    assert replied(number=6).seen(seat) == ("a", "b")
    assert replied().seen(seat) is None
