"""What the writer of a letter had before him."""

from __future__ import annotations

from typing import Any

from pbem.intake.replied import KEPT, Replied, remember_plans
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
