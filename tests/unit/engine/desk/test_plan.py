"""How a plan decides, sentence by sentence (engine/README.md)."""

from __future__ import annotations

import pytest

from engine.asked import Asked
from engine.decision import Decision, Order
from engine.fact import Missed
from engine.language.fault import Fault
from engine.plan import Plan, after, missed, next_order, read_plan, try_plan, under
from engine.state import change
from tests.unit.engine.desk import fake
from tests.unit.engine.desk.fake import Ferry, Row, act, moved, plan, row


def given(p: Plan, s: Row, **info: object) -> tuple[Order | None, str]:
    return next_order(Ferry(), s, act(s, info=info), p)


def take(p: Plan, s: Row) -> Plan:
    """The plan after its own answer was taken."""
    game, d = Ferry(), act(s)
    order, cause = next_order(game, s, d, p)
    assert order is not None
    return after(game, s, d, p, order, cause)


def jump(place: str) -> Order:
    return Order("JUMP", (place,))


BUSINESS = Order("BUSINESS")


def test_guarded_lines_come_first_from_the_top_and_are_never_struck() -> None:
    p = plan(
        "JUMP Birch", "WHEN AT Cedar: FETCH 1", "WHEN MONEY >= 5: BUSINESS", "WHEN AT Ash: PASS"
    )
    assert given(p, row()) == (BUSINESS, "3")
    assert take(p, row()).done == (False, False, False, False)
    assert given(p, moved(row(), "Cedar")) == (Order("FETCH", (1,)), "2")


def test_a_guarded_line_that_holds_but_is_not_legal_is_passed_over() -> None:
    p = plan("WHEN MONEY = 5: FETCH 1", "WHEN MONEY = 5: BUSINESS")
    assert given(p, row()) == (BUSINESS, "2")


def test_then_the_first_unfinished_step_whose_verb_fits() -> None:
    p = plan("PLAY Storm", "BUSINESS", "JUMP Birch")
    holds = row(hands={"p1": ("Storm",), "p2": (), "p3": ()})
    assert given(p, holds) == (Order("PLAY", ("Storm",)), "1")
    assert take(p, holds).done == (True, False, False)
    # Legality is not what chooses the step: it blocks, and there is no ELSE.
    assert given(p, row()) == (None, "")


def test_a_step_whose_verb_does_not_fit_this_decision_is_passed_over() -> None:
    s = row(hands={"p1": ("Storm",), "p2": (), "p3": ()})
    p = plan("BUSINESS", "PLAY Storm")
    assert next_order(Ferry(), s, fake.gap(s, "p1"), p) == (Order("PLAY", ("Storm",)), "2")


def test_then_its_own_else_then_the_else_lines_from_the_top() -> None:
    own = plan("FETCH 1 ELSE BUSINESS", "ELSE PASS")
    assert given(own, row()) == (BUSINESS, "1+")
    lines = plan("FETCH 1 ELSE FETCH 2", "ELSE JUMP Dogwood", "ELSE JUMP Birch", "ELSE PASS")
    assert given(lines, row()) == (jump("Birch"), "3")


def test_else_lines_serve_when_all_steps_are_done() -> None:
    p = take(plan("BUSINESS", "ELSE PASS"), row())
    assert p.done == (True, False)
    assert given(p, row()) == (Order("PASS"), "2")


def test_else_lines_end_with_the_turn_in_which_the_last_step_was_done() -> None:
    """A new turn is the player's to plan: else a plan would play on unasked for ever."""
    p = take(plan("BUSINESS", "ELSE PASS"), row())
    assert given(p, row(turn=7)) == (None, "")


def test_else_lines_end_too_where_the_last_goal_was_reached_between_the_turns() -> None:
    """The journey's last jump used up the turn: nothing was asked after it."""
    p = take(plan("GOTO Birch", "ELSE BUSINESS"), row())
    assert p.done == (False, False)
    assert given(p, moved(row(), "Birch")) == (BUSINESS, "2")
    assert given(p, moved(row(turn=7), "Birch")) == (None, "")


def test_else_lines_go_on_through_the_turns_while_a_step_is_open() -> None:
    p = plan("FETCH 1", "ELSE BUSINESS")
    for turn in (4, 7, 10):
        assert given(p, row(turn=turn)) == (BUSINESS, "2")
        p = take(p, row(turn=turn))


def test_a_plan_without_a_step_never_ends() -> None:
    p = take(plan("WHEN MONEY >= 9: JUMP Birch", "ELSE BUSINESS"), row())
    assert given(p, row(turn=7)) == (BUSINESS, "2")


def test_a_step_is_struck_by_its_own_else_too() -> None:
    assert take(plan("FETCH 1 ELSE BUSINESS", "JUMP Birch"), row()).done == (True, False)


def test_the_game_may_keep_a_step() -> None:
    assert take(plan("REPEAT"), row()).done == (False,)


def test_a_condition_behind_a_step() -> None:
    p = plan("JUMP Birch IF MONEY > 5 ELSE BUSINESS")
    assert given(p, row()) == (BUSINESS, "1+")
    assert given(p, row(money={"p1": 6, "p2": 0, "p3": 0})) == (jump("Birch"), "1")


def test_a_guard_that_does_not_hold_bars_the_own_else_as_well() -> None:
    p = plan("WHEN AT Cedar: FETCH 1 ELSE BUSINESS")
    assert given(p, row()) == (None, "")
    p = plan("WHEN AT Ash: FETCH 1 ELSE BUSINESS")
    assert given(p, row()) == (BUSINESS, "1+")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("MONEY < 5", False),
        ("MONEY <= 5", True),
        ("MONEY = 5", True),
        ("MONEY >= 5", True),
        ("MONEY > 5", False),
        ("NO MONEY > 5", True),
        ("AT Ash", True),
        ("NO AT Ash", False),
        ("AT Ash AND NO HOLDS Storm", True),
        ("AT Ash AND HOLDS Storm", False),
    ],
)
def test_conditions(condition: str, holds: bool) -> None:
    order, _ = given(plan(f"WHEN {condition}: BUSINESS"), row())
    assert (order is not None) == holds


@pytest.mark.parametrize(
    ("guard", "info", "holds"),
    [
        ("ROLL 5", {"roll": 5}, True),
        ("ROLL 5", {"roll": 6}, False),
        ("ROLL 5+", {"roll": 6}, True),
        ("ROLL 5+", {"die": 4}, False),
        ("ROLL 5+", {"die": (2, 5)}, True),
        ("ROLL 1+", {}, False),
    ],
)
def test_rolls(guard: str, info: dict[str, object], holds: bool) -> None:
    order, _ = given(plan(f"{guard}: BUSINESS"), row(), **info)
    assert (order is not None) == holds


def test_a_goal_stays_until_it_is_reached() -> None:
    p = plan("GOTO Cedar", "FETCH 2", "GOTO Ash")
    s = row()
    for place in ("Birch", "Cedar"):
        assert given(p, s) == (jump(place), "1")
        p, s = take(p, s), moved(s, place)
        assert p.done == (False, False, False)
    # Reached: passed over, and struck once the next answer is taken.
    assert given(p, s) == (Order("FETCH", (2,)), "2")
    p = take(p, s)
    assert p.done == (True, True, False)
    assert [line.text for line in p.left] == ["GOTO Ash"]
    for place in ("Birch", "Ash"):
        assert given(p, s) == (jump(place), "3")
        p, s = take(p, s), moved(s, place)
    assert given(p, s) == (None, "")


def test_a_later_goal_that_happens_to_be_reached_already_is_not_struck() -> None:
    p = take(plan("GOTO Cedar", "GOTO Ash"), row())
    assert p.done == (False, False)


def test_a_reached_goal_is_struck_whoever_gave_the_answer() -> None:
    s = moved(row(), "Cedar")
    p = plan("GOTO Cedar", "FETCH 1")
    assert after(Ferry(), s, act(s), p, BUSINESS, "").done == (True, False)


def test_the_else_of_a_goal_does_not_strike_it() -> None:
    s = moved(row(), "Cedar")
    p = plan("FETCH 9", "ELSE BUSINESS")
    assert take(p, s).done == (False, False)
    game, goal = Ferry(), plan("GOTO Birch ELSE BUSINESS")
    assert after(game, row(), act(row()), goal, BUSINESS, "1+").done == (False,)


def test_evaluating_twice_is_evaluating_once() -> None:
    """ei 2.18: a pointer that moved on evaluation skipped PETITION in 12 of 12 games."""
    p, s = plan("BUSINESS", "JUMP Birch"), row()
    first = given(p, s)
    assert given(p, s) == first == (BUSINESS, "1")
    assert p.done == (False, False)


def test_report_79() -> None:
    """A line sent ahead is checked for form at once; legality is found out at its decision."""
    bad = read_plan(["JUMP Nowhere"], fake.FORMS, fake.PREDICATES, fake.LEXICON)
    assert isinstance(bad, Fault)
    assert (bad.kind, bad.why, bad.word) == ("form", "name", "Nowhere")
    good = read_plan(["JUMP Dogwood"], fake.FORMS, fake.PREDICATES, fake.LEXICON, turn=7, name="A")
    assert isinstance(good, Plan)
    assert (good.turn, good.name) == (7, "A")
    assert given(good, row()) == (None, "")
    assert given(good, moved(row(), "Cedar")) == (jump("Dogwood"), "1")


def test_the_game_is_told_what_the_plan_saw_and_what_is_next_in_it() -> None:
    """For orders that follow the plan, and for conditions on the order that they guard."""
    game = Ferry()
    p = change(plan("WHEN AT Cedar: JUMP Birch", "GOTO Cedar"), seen=("Birch",))
    asked, step = under(Asked(game, row(), act(row())), p)
    assert step == 1
    assert asked.seen == ("Birch",)
    assert asked.d.info["seen"] == ("Birch",)
    assert asked.d.info["step"] == Order("GOTO", ("Cedar",))


def passed_over(p: Plan, s: Row, **info: object) -> tuple[tuple[str, int], ...]:
    """Why, and the number, of the lines that were meant for this and did not answer."""
    asked = Asked(Ferry(), s, act(s, info=info))
    found = missed(asked, p, try_plan(asked, p))
    assert all(one.text == p.lines[one.line - 1].text for one in found)
    return tuple((one.why, one.line) for one in found)


def test_what_was_meant_for_a_roll_is_named_where_the_plan_falls_back() -> None:
    """Too low, another number, right but not possible; a goal and a step that cannot be done."""
    p = plan("ROLL 5+: BUSINESS", "ROLL 2: JUMP Birch", "FETCH 1", "ELSE PASS")
    assert passed_over(p, row(), roll=(4,)) == (("low", 1), ("exact", 2), ("stuck", 3))
    assert passed_over(p, row(), roll=(5,)) == (), "line 1 answered"
    assert passed_over(p, moved(row(), "Cedar"), roll=(4,)) == (), "the step was done"
    assert passed_over(plan("ROLL 4: FETCH 1"), row(), roll=(4,)) == (("off", 1),)


class Becalmed(Ferry):
    """Where no goal can go on."""

    def resolve(
        self, view: Row, d: Decision, order: Order, wishes: tuple[Order, ...] = ()
    ) -> Order | None:
        return None


def test_a_goal_that_cannot_go_on_is_named_as_one() -> None:
    p = plan("GOTO Dogwood", "ELSE BUSINESS")
    assert passed_over(p, row()) == ()
    asked = Asked(Becalmed(), row(), act(row()))
    assert missed(asked, p, try_plan(asked, p)) == (Missed("goal", 1, "GOTO Dogwood"),)


def test_lines_that_are_not_for_this_are_not_named() -> None:
    """No die, a condition that does not hold, a verb for something else; and an own ELSE."""
    assert passed_over(plan("ROLL 5+: BUSINESS"), row()) == ()
    assert passed_over(plan("ROLL 5+: BUSINESS IF AT Cedar"), row(), roll=(4,)) == ()
    assert passed_over(plan("FETCH 1 ELSE BUSINESS"), row(), roll=(4,)) == ()
    p = plan("ROLL 5+: BUSINESS", "FETCH 1 ELSE PASS")
    assert passed_over(p, row(), roll=(4,)) == (("low", 1),)
