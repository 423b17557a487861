"""The desk as a source of answers: where an answer comes from, when it lapses, what is told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import filing as desks
from engine.decision import Decision, Order
from engine.desk import DeskSource
from engine.filing import Desk, desk_json, read_desk
from engine.language.block import PlanBlock, StandingLine, StandingOff
from engine.notes import Note
from engine.plan import new_plan
from engine.state import change
from engine.table import Answer
from engine.window import PASS
from tests.unit.engine.desk import fake
from tests.unit.engine.desk.fake import (
    Ferry,
    Row,
    Storm,
    Turn,
    act,
    gap,
    moved,
    plan,
    row,
    standing,
    storm,
)

BUSINESS = Order("BUSINESS")
HOLDING = row(hands={"p1": ("Avoid",), "p2": (), "p3": ()})
AVOID = Order("AVOID", ("any",))


class Plain(DeskSource):
    """Its answers say which line they are from; what that line says is for the tests of lines."""

    def answer(self, s: Any, d: Decision) -> Answer | None:
        found = super().answer(s, d)
        return found and Answer(found.order, found.via, found.cause)


def source(desk: Desk, *, closed: bool = False, waits: bool = True) -> DeskSource:
    return Plain(Ferry(), desk, lambda s, d: closed, lambda kind: waits)


def keep(desk: Desk, d: Decision, order: Order) -> Desk:
    return desks.keep_answer(desk, d, order, order.verb, 14)


def with_plan(*texts: str, desk: Desk | None = None) -> Desk:
    return desks.file_plan(desk or Desk(), "p1", plan(*texts))


def with_standing(*texts: str, desk: Desk | None = None) -> Desk:
    desk = desk or Desk()
    for head, line in standing(*texts).items():
        desk = desks.file_standing(desk, "p1", head, line)
    return desk


def with_suggested(*texts: str, desk: Desk | None = None) -> Desk:
    return desks.suggest(desk or Desk(), "p1", standing(*texts))


def codes(src: DeskSource) -> list[str]:
    return [note.code for note in src.notes]


# -- the order of sources --------------------------------------------------------------------


def test_an_answer_goes_before_the_plan_and_the_plan_before_standing_orders() -> None:
    s = row(hands={"p1": ("Storm",), "p2": (), "p3": ()})
    d = act(s)
    desk = with_standing("PLAY Storm")
    assert source(desk).answer(s, d) == Answer(Order("PLAY", ("Storm",)), "standing", "PLAY Storm")
    desk = with_plan("BUSINESS", desk=desk)
    assert source(desk).answer(s, d) == Answer(BUSINESS, "plan", "1")
    desk = keep(desk, d, PASS)
    assert source(desk).answer(s, d) == Answer(PASS, "letter", "14")


def test_a_plan_that_cannot_go_on_and_has_no_else_asks_its_player() -> None:
    s, desk = row(), with_plan("FETCH 1")
    src = source(desk)
    assert src.answer(s, act(s)) is None
    assert src.answer(s, act(s)) is None
    (note,) = src.notes
    assert note == Note(
        "p1",
        "stuck",
        {
            "decision": "5.p1",
            "kind": "act",
            "line": 1,
            "text": "FETCH 1",
            "instead": 0,
            "gap": False,
        },
    )
    late = source(desk, closed=True)
    assert late.answer(s, act(s)) == Answer(PASS, "default", "spent")


def test_the_else_that_was_used_is_told() -> None:
    s, d = row(), act(row())
    src = source(with_plan("FETCH 1", "ELSE BUSINESS"))
    answer = src.answer(s, d)
    assert answer == Answer(BUSINESS, "plan", "2")
    assert not src.notes
    assert answer is not None
    src.taken(s, d, answer)
    assert [(n.code, n.data["line"], n.data["instead"]) for n in src.notes] == [("stuck", 1, 2)]


def test_suggested_standing_orders_are_what_silence_means_at_the_deadline_only() -> None:
    d = storm(HOLDING, "p1")
    desk = with_suggested("AVOID any")
    assert source(desk).answer(HOLDING, d) is None
    assert source(desk, closed=True).answer(HOLDING, d) == Answer(AVOID, "suggested", "AVOID any")
    # A kind that is not waited for is settled at once.
    assert source(desk, waits=False).answer(HOLDING, d) == Answer(AVOID, "suggested", "AVOID any")


def test_own_standing_orders_are_total_and_close_a_window_early() -> None:
    d = storm(row(), "p1")
    assert source(with_standing("AVOID any")).answer(row(), d) == Answer(PASS, "standing", "rest")
    # Where its guard fails it counts for nothing, but the suggestion is off all the same.
    both = with_suggested("AVOID any", desk=with_standing("AVOID hail IF MONEY > 99"))
    assert source(both).answer(HOLDING, storm(HOLDING, "p1")) is None
    assert source(both, closed=True).answer(HOLDING, storm(HOLDING, "p1")) == Answer(
        PASS, "default", "rest"
    )


def test_lines_of_other_kinds_leave_a_window_open() -> None:
    assert source(with_standing("PLAY Storm")).answer(row(), storm(row(), "p1")) is None


def test_whether_a_window_waits_does_not_hang_on_the_hand() -> None:
    """ei 2.11, for every way to have something on file."""
    files = [
        Desk(),
        with_standing("AVOID any"),
        with_suggested("AVOID any"),
        with_plan("PLAY Storm", "ELSE BUSINESS"),
        desks.file_between(Desk(), "p1", plan("PLAY Storm").lines),
    ]
    rich = row(hands={"p1": ("Avoid", "Storm"), "p2": (), "p3": ()})
    for desk in files:
        for ask in (storm, gap):
            for active in ("p1", "p2"):
                with_cards = source(desk).answer(change(rich, active=active), ask(rich, "p1"))
                without = source(desk).answer(row(active=active), ask(row(), "p1"))
                assert (with_cards is None) == (without is None)


def test_a_plan_is_for_the_own_turn_and_the_windows_in_it() -> None:
    s = row(active="p2")
    desk = with_plan("PASS")
    assert source(desk).answer(s, storm(s, "p1")) is None
    own = row(active="p1")
    assert source(desk).answer(own, storm(own, "p1")) == Answer(PASS, "plan", "1")


def test_guards_read_the_owners_view_only() -> None:
    game = Ferry()
    s = row(hands={"p1": (), "p2": ("Storm",), "p3": ("Avoid",)})
    src = DeskSource(game, with_plan("WHEN HOLDS Storm: BUSINESS"), lambda s, d: False, bool)
    src.answer(s, act(s))
    assert game.views
    assert all(view.hands["p2"] == ("?",) for view in game.views)


def test_wishes_on_file_reach_the_game() -> None:
    game = Ferry()
    desk = with_plan("GOTO Cedar", desk=with_suggested("KEEP Storm"))
    src = DeskSource(game, with_standing("KEEP Avoid", desk=desk), lambda s, d: False, bool)
    src.answer(row(), act(row()))
    assert game.wishes == (Order("KEEP", ("Storm",)), Order("KEEP", ("Avoid",)))


# -- answers that lapse ----------------------------------------------------------------------


def test_in_a_window_an_answer_that_is_illegal_by_now_lapses_to_silence() -> None:
    d = storm(HOLDING, "p1")
    desk = keep(with_standing("AVOID hail"), d, AVOID)
    now = storm(row(), "p1")
    src = source(desk)
    assert src.answer(row(), now) == Answer(PASS, "default", "lapsed")
    assert src.answer(row(), now) == Answer(PASS, "default", "lapsed")
    assert [(n.code, n.data["why"], n.data["text"]) for n in src.notes] == [
        ("lapsed", "illegal", "AVOID")
    ]


def test_that_an_answer_lapsed_is_told_once_and_a_new_answer_counts() -> None:
    """A window may wait for others for days: each settlement looks at the answer again."""
    d = storm(HOLDING, "p1")
    first = source(keep(Desk(), d, AVOID))
    first.answer(row(), storm(row(), "p1"))
    second = source(read_desk(desk_json(first.desk)))
    assert second.answer(row(), storm(row(), "p1")) == Answer(PASS, "default", "lapsed")
    assert second.notes == []
    again = source(keep(second.desk, d, AVOID))
    assert again.answer(HOLDING, d) == Answer(AVOID, "letter", "14")


def test_a_pass_stays_a_pass_whatever_changes() -> None:
    """A kept pass means the same in a window, so its owner need not be told of any change."""
    d = storm(HOLDING, "p1", about=(4, ("p2", None)))
    src = source(keep(Desk(), d, PASS))
    changed = storm(HOLDING, "p1", about=(3, ("p2", None)))
    assert src.answer(HOLDING, changed) == Answer(PASS, "letter", "14")
    assert src.notes == []


def test_an_answer_lapses_when_what_it_hangs_on_changed() -> None:
    """ei 2.12: still legal, but with another meaning, is the dangerous kind."""
    d = storm(HOLDING, "p1", about=(4, ("p2", None)))
    desk = read_desk(desk_json(keep(Desk(), d, AVOID)))
    assert source(desk).answer(HOLDING, d) == Answer(AVOID, "letter", "14")
    changed = storm(HOLDING, "p1", about=(3, ("p2", None)))
    src = source(desk)
    assert src.answer(HOLDING, changed) == Answer(PASS, "default", "lapsed")
    assert src.notes[0].data["why"] == "about"


def test_in_the_own_turn_an_answer_lapses_to_a_new_question() -> None:
    there = moved(row(), "Cedar")
    desk = keep(Desk(), act(there), Order("FETCH", (1,)))
    src = source(desk)
    assert src.answer(row(), act(row())) is None
    assert codes(src) == ["lapsed"]
    # It does not come back when it would be legal again.
    assert not src.desk.direct
    assert src.answer(there, act(there)) is None


def test_the_default_may_be_kept_even_where_no_choice_has_it() -> None:
    d = change(act(row()), default=Order("SKIP"))
    desk = keep(Desk(), d, Order("SKIP"))
    assert source(desk).answer(row(), d) == Answer(Order("SKIP"), "letter", "14")


# -- what taking does ------------------------------------------------------------------------


def test_only_an_answer_that_is_taken_is_spent_and_moves_a_plan() -> None:
    s, d = row(), act(row())
    desk = keep(with_plan("BUSINESS", "JUMP Birch"), d, PASS)
    src = source(desk)
    assert src.answer(s, d) == src.answer(s, d)
    assert src.desk == desk
    answer = src.answer(s, d)
    assert answer is not None
    src.taken(s, d, answer)
    assert not src.desk.direct
    assert src.desk.plans["p1"].done == (False, False)
    answer = src.answer(s, d)
    assert answer == Answer(BUSINESS, "plan", "1")
    assert answer is not None
    src.taken(s, d, answer)
    assert src.desk.plans["p1"].done == (True, False)
    assert not codes(src)


def test_a_default_that_was_taken_is_told() -> None:
    src = source(Desk(), closed=True)
    d = act(row())
    answer = src.answer(row(), d)
    assert answer is not None
    assert not src.notes
    src.taken(row(), d, answer)
    assert codes(src) == ["default"]
    # Nobody was asked: nothing to tell.
    src = source(Desk(), waits=False)
    answer = src.answer(row(), storm(row(), "p1"))
    assert answer == Answer(PASS, "default", "")
    assert answer is not None
    src.taken(row(), storm(row(), "p1"), answer)
    assert not src.notes


# -- the gap after the own turn --------------------------------------------------------------


def play_gap(src: DeskSource, s: Row, d: Decision) -> Answer:
    answer = src.answer(s, d)
    assert answer is not None
    src.taken(s, d, answer)
    return answer


def test_cards_for_the_gap_are_played_one_a_lap_in_order_and_in_that_gap_only() -> None:
    desk = desks.file_between(Desk(), "p1", plan("PLAY Storm", "PLAY Avoid").lines)
    s = row(hands={"p1": ("Avoid", "Storm"), "p2": (), "p3": ()})
    src = source(desk)
    # Not in the gap after another's turn.
    assert src.answer(change(s, active="p2"), gap(s, "p1")) is None
    first = play_gap(src, s, gap(s, "p1", "9.p1"))
    assert first == Answer(Order("PLAY", ("Storm",)), "plan", "BETWEEN 1")
    one = row(hands={"p1": ("Avoid",), "p2": (), "p3": ()})
    second = play_gap(src, one, gap(one, "p1", "10.p1"))
    assert second == Answer(Order("PLAY", ("Avoid",)), "plan", "BETWEEN 2")
    # The list is played: the last lap is passed, the next gap is asked again.
    assert play_gap(src, row(), gap(row(), "p1", "11.p1")) == Answer(PASS, "plan", "BETWEEN done")
    assert src.answer(row(turn=7), gap(row(turn=7), "p1", "20.p1")) is None


def test_the_gap_follows_the_turn_that_its_question_names() -> None:
    desk = desks.file_between(Desk(), "p1", plan("PLAY Storm").lines)
    s = row(active="", hands={"p1": ("Storm",), "p2": (), "p3": ()})
    named = change(gap(s, "p1"), info={"after": "p1"})
    assert source(desk).answer(s, named) == Answer(Order("PLAY", ("Storm",)), "plan", "BETWEEN 1")


# -- filing and storing ----------------------------------------------------------------------


def test_a_letter_is_filed_and_the_desk_survives_storing() -> None:
    desk = Desk()
    for item in fake.letter(
        ["GOTO Cedar", "FETCH 1 IF MONEY > 2 ELSE BUSINESS", "STANDING", "AVOID any", "KEEP Storm"]
    ):
        if isinstance(item, PlanBlock):
            desk = desks.file_plan(desk, "p1", new_plan(item.lines, 5))
        elif isinstance(item, StandingLine):
            desk = desks.file_standing(desk, "p1", item.head, item.line)
    desk = desks.file_between(desk, "p2", plan("PLAY Storm").lines)
    desk = keep(desk, storm(HOLDING, "p1", about=(1, "x", None, (2,))), AVOID)
    desk = with_suggested("AVOID hail", desk=desk)
    assert read_desk(desk_json(desk)) == desk
    assert list(read_desk(desk_json(desk)).standing["p1"]) == ["AVOID any", "KEEP Storm"]


def test_dropping_clearing_pruning() -> None:
    desk = with_suggested("AVOID hail", desk=with_standing("AVOID any", "KEEP Storm"))
    (off,) = fake.letter(["STANDING AVOID any OFF"])
    assert isinstance(off, StandingOff)
    left = desks.drop_standing(desk, "p1", off.head)
    assert list(left.standing["p1"]) == ["KEEP Storm"]
    assert desks.drop_standing(left, "p1", "AVOID hail").suggested == {}
    full = keep(with_plan("BUSINESS", desk=desk), act(row()), PASS)
    cleared = desks.clear(full, "p1")
    assert cleared == Desk(suggested=desk.suggested)
    # The question lives while its phase lies on the stack, be it under others.
    below = row(stack=(Turn(n=5, seat="p1"), Storm(n=8)))
    assert desks.prune(full, below) == full
    assert desks.prune(full, row(stack=(Storm(n=8),))).direct == {}


@pytest.mark.parametrize("raw", ["", "[]", '{"direct": 3}'])
def test_a_broken_desk_is_no_desk(raw: Any) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_desk(raw)
