"""What silence is for, what a standing PASS says, which lines count, what is told of losses."""

from __future__ import annotations

import pytest

from engine import filing as desks
from engine.advance import advance
from engine.asked import Asked
from engine.decision import Decision, Order
from engine.desk import MOST, DeskSource
from engine.dice import ScriptedDice
from engine.fact import Fact
from engine.filing import Desk
from engine.form import Predicate
from engine.game import Remark
from engine.losses import note_losses, with_lost
from engine.notes import Note, cut_off
from engine.plan import goes_on
from engine.standing import overruled
from engine.state import change
from engine.table import Answer
from engine.window import PASS
from tests.unit.engine.desk.fake import (
    Done,
    Ferry,
    Row,
    Storm,
    Turn,
    act,
    plan,
    row,
    standing,
    storm,
)

AVOID = Order("AVOID", ("any",))
HOLDING = row(hands={"p1": ("Avoid",), "p2": (), "p3": ()})
LINES = {"AVOID any": standing("AVOID any")["AVOID any"]}


class Secretive(Ferry):
    """Here a hand is hidden; money lies on the table."""

    predicates = tuple(
        change(predicate, hidden=predicate.word == "HOLDS") for predicate in Ferry.predicates
    )


def source(desk: Desk, *, closed: bool = False, silent: tuple[str, int] = ("", 0)) -> DeskSource:
    return DeskSource(Secretive(), desk, lambda s, d: closed, lambda kind: True, silent)


def filed(*texts: str, suggested: tuple[str, ...] = ()) -> Desk:
    desk = desks.suggest(Desk(), "p1", standing(*suggested)) if suggested else Desk()
    for head, line in standing(*texts).items():
        desk = desks.file_standing(desk, "p1", head, line)
    return desk


def given(src: DeskSource, s: Row, d: Decision) -> tuple[Order, str] | None:
    answer = src.answer(s, d)
    return (answer.order, answer.via) if answer else None


# -- silence ---------------------------------------------------------------------------------


def test_silence_is_for_the_turn() -> None:
    s = row()
    src = source(Desk(), closed=True)
    answer = src.answer(s, act(s))
    assert answer is not None
    src.taken(s, act(s), answer)
    assert src.silent == ("p1", s.turn)


@pytest.mark.parametrize("silent", [("p1", 4), ("p1", 3), ("p2", 4)])
def test_who_was_silent_in_this_turn_is_waited_for_no_more(silent: tuple[str, int]) -> None:
    s = row()
    assert s.turn == 4
    waited = source(Desk(), silent=silent).answer(s, act(s)) is None
    assert waited == (silent != ("p1", 4))


def test_windows_and_plans_are_no_silence() -> None:
    """Only the default of an own question whose deadline came."""
    s = row()
    src = source(desks.file_plan(Desk(), "p1", plan("BUSINESS")), closed=True)
    answer = src.answer(s, act(s))
    assert answer is not None
    src.taken(s, act(s), answer)
    src.taken(s, storm(s, "p1"), Answer(PASS, "default"))
    assert src.silent == ("", 0)
    assert source(Desk(), silent=("p1", 4)).answer(s, storm(s, "p1")) is None


# -- which lines count -----------------------------------------------------------------------


def test_a_pass_waits_for_nobody_and_what_is_suggested_is_tried_first() -> None:
    desk = filed("PASS", suggested=("AVOID any",))
    assert given(source(desk), HOLDING, storm(HOLDING, "p1")) == (AVOID, "suggested")
    assert given(source(desk), row(), storm(row(), "p1")) == (PASS, "standing")


def test_a_pass_beside_a_line_that_does_more_leaves_it_in_its_place() -> None:
    desk = filed("AVOID hail IF MONEY > 99", "PASS", suggested=("AVOID any",))
    assert given(source(desk), HOLDING, storm(HOLDING, "p1")) == (PASS, "standing")


def test_outside_windows_a_pass_is_what_silence_means() -> None:
    """To pass may be to refuse or to give up there: what is suggested, else the default."""
    work = Order("BUSINESS")
    rich, poor = (change(act(s), default=work) for s in (HOLDING, row()))
    desk = filed("PASS", suggested=("PLAY Avoid",))
    assert given(source(desk), HOLDING, rich) == (Order("PLAY", ("Avoid",)), "suggested")
    assert given(source(desk), row(), poor) == (work, "standing")
    assert given(source(filed("PLAY Storm", "PASS")), HOLDING, rich) == (work, "standing")


# -- lines without an end --------------------------------------------------------------------


def endless(desk: Desk, s: Row, *, closed: bool = False) -> tuple[Row, DeskSource]:
    src = source(desk, closed=closed)
    return advance(src.game, s, src, ScriptedDice({})).state, src


def test_lines_without_an_end_rest_after_so_many_answers_of_a_turn() -> None:
    """However often the office runs; then the deadline settles the turn as silence."""
    s = change(row(actions=MOST + 9), stack=(Turn(n=5, seat="p1"),), serial=5)
    s, src = endless(desks.file_plan(Desk(), "p1", plan("WHEN MONEY > 0: REPEAT")), s)
    assert s.actions == 9
    assert not src.desk.plans
    (note,) = src.notes
    assert (note.code, note.data["planned"], note.data["given"]) == ("endless", True, MOST)
    s, src = endless(desks.read_desk(desks.desk_json(src.desk)), s)
    assert s.actions == 9
    # A new plan is a new chance.
    again, _ = endless(desks.file_plan(src.desk, "p1", plan("BUSINESS")), s)
    assert again.actions == 8
    s, _ = endless(src.desk, s, closed=True)
    assert s.actions == 0


def test_standing_orders_without_an_end_rest_for_the_turn() -> None:
    s = change(row(actions=MOST + 9), stack=(Turn(n=5, seat="p1"),), serial=5)
    s, src = endless(filed("PASS"), s)
    assert s.actions == 9
    assert [(note.code, note.data["planned"]) for note in src.notes] == [("endless", False)]
    assert src.desk.standing
    later = change(s, turn=s.turn + 1)
    assert endless(src.desk, s)[0] == s
    assert endless(src.desk, later)[0].actions == 0


@pytest.mark.parametrize(
    ("line", "waits"),
    [
        ("PASS IF MONEY > 99", True),
        ("WHEN MONEY > 99: AVOID any", True),
        ("PASS IF NO MONEY > 99", False),
        ("AVOID any IF HOLDS Storm", False),
        ("WHEN HOLDS Storm: AVOID any", False),
        ("AVOID any IF MONEY > 99 ELSE PASS", False),
    ],
)
def test_only_a_line_whose_public_guards_hold_closes_a_window(line: str, waits: bool) -> None:
    s = row()
    assert (source(filed(line)).answer(s, storm(s, "p1")) is None) == waits


def test_which_suggested_lines_are_overruled_hangs_on_kinds_alone() -> None:
    """So that a list of those in force can be printed, and is true."""
    own = standing("AVOID hail IF MONEY > 99")
    assert overruled(Ferry(), own, LINES) == {"AVOID any": frozenset({"storm"})}
    assert overruled(Ferry(), standing("PASS"), LINES) == {}
    assert overruled(Ferry(), standing("PLAY Storm"), LINES) == {}


# -- what is told ----------------------------------------------------------------------------


def kept(s: Row, order: Order) -> Desk:
    return desks.keep_answer(Desk(), storm(s, "p1"), order, order.verb, 14)


def test_an_answer_whose_question_is_over_is_told_unless_it_passed() -> None:
    gone = change(HOLDING, stack=(Turn(n=8, seat="p1"),))
    (note,) = cut_off(Ferry(), kept(HOLDING, AVOID), gone)
    assert (note.seat, note.code, note.data["why"]) == ("p1", "lapsed", "over")
    assert cut_off(Ferry(), kept(HOLDING, PASS), gone) == []
    assert cut_off(Ferry(), kept(HOLDING, AVOID), change(gone, leaving=("p1",))) == []
    assert cut_off(Ferry(), kept(HOLDING, AVOID), change(gone, ended="deck")) == []


def test_an_answer_of_who_is_not_asked_any_more_is_told_and_dropped() -> None:
    open_ = change(HOLDING, stack=(Storm(n=7),))
    desk = kept(HOLDING, AVOID)
    assert desks.prune(desk, open_) == desk
    settled = change(HOLDING, stack=(Storm(n=7, done=("p1",)),))
    assert desks.prune(desk, settled).direct == {}
    assert [note.data["why"] for note in cut_off(Ferry(), desk, settled)] == ["unasked"]
    beneath = change(settled, stack=(*settled.stack, Turn(n=8, seat="p2")))
    assert desks.prune(desk, beneath) == desk, "it may be asked again"


class Losing(Ferry):
    """A goal is lost when somebody else goes there."""

    def lost(self, seat: str, order: Order, seen: tuple[str, ...], fact: Fact) -> Remark | None:
        if type(fact) is Done and fact.seat != seat and fact.place in order.args:
            return Remark("gone", {"by": fact.seat})
        return None


def test_what_was_taken_from_a_plan_is_kept_with_it_and_told_at_its_end() -> None:
    before = desks.file_plan(Desk(), "p1", plan("GOTO Cedar", "FETCH 1"))
    after = note_losses(Losing(), before, before, [Done("p2", "JUMP", "Cedar")])
    assert after.plans["p1"].lost == (Remark("gone", {"by": "p2"}), None)
    assert note_losses(Losing(), before, before, [Done("p1", "JUMP", "Cedar")]) is before
    (told,) = with_lost(Note("p1", "ended", {}), after).data["lost"]
    assert (told["line"], told["code"], told["data"]) == (1, "gone", {"by": "p2"})


def notes(desk: Desk, s: Row) -> list[str]:
    src = DeskSource(Ferry(), desk, lambda s, d: False, lambda kind: True)
    answer = src.answer(s, act(s))
    if answer is not None:
        src.taken(s, act(s), answer)
    return [note.code for note in src.notes]


def test_a_plan_at_its_end_says_so() -> None:
    there = row(at={"p1": "Cedar", "p2": "Ash", "p3": "Ash"})
    assert notes(desks.file_plan(Desk(), "p1", plan("GOTO Cedar")), there) == ["ended"]
    assert notes(Desk(), there) == []


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (("GOTO Cedar",), False),
        (("GOTO Cedar", "ELSE BUSINESS"), False),
        (("GOTO Cedar", "WHEN HOLDS Storm: BUSINESS"), True),
    ],
)
def test_a_plan_at_its_end_goes_on_only_by_its_guarded_lines(
    lines: tuple[str, ...], left: bool
) -> None:
    there = row(at={"p1": "Cedar", "p2": "Ash", "p3": "Ash"})
    assert goes_on(Asked(Ferry(), row(), act(row())), plan(*lines))
    assert goes_on(Asked(Ferry(), there, act(there)), plan(*lines)) is left


def test_a_plan_of_which_only_the_else_was_used_says_so() -> None:
    s = row()

    def told(*texts: str) -> list[str]:
        return notes(desks.file_plan(Desk(), "p1", plan(*texts)), s)

    assert told("WHEN MONEY > 99: REPEAT", "ELSE BUSINESS") == ["else-only"]
    assert told("FETCH 1", "ELSE BUSINESS") == ["stuck"]
    assert told("WHEN MONEY > 1: REPEAT", "ELSE BUSINESS") == []


def test_a_predicate_is_public_unless_it_says_so() -> None:
    assert not Predicate(word="MONEY").hidden
