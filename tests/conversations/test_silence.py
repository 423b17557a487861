"""Silence is for a whole turn; a turn has one deadline; no window is held open by going round."""

from __future__ import annotations

from datetime import timedelta

from pbem.clock import from_utc_text
from pbem.deadlines import Deadline
from pbem.run.moving import move_deadline
from tests.conversations.lanterns import begin, hold, to_the_gap
from tests.conversations.table import Table

MINIMUM = timedelta(hours=6)


def test_the_turn_of_who_is_silent_ends_at_its_deadline(toy: Table) -> None:
    """Three actions, one deadline: the others do not wait three times for the same player."""
    begin(toy)
    hold(toy, p1=(), p2=(), p3=())
    assert toy.state().active == "p1"
    toy.until()
    assert {row.kind for row in toy.read_pending()} == {"between"}, "the turn is played"
    said = [fact for fact in toy.facts() if fact.kind == "Answered" and fact.via == "default"]
    assert len(said) >= 3


def test_the_turn_of_who_answered_before_is_his_own_again(toy: Table) -> None:
    """The silence of one turn is not for the next one."""
    begin(toy)
    hold(toy, p1=(), p2=(), p3=())
    toy.until()
    while {row.kind for row in toy.read_pending()} == {"between"}:
        toy.until()
    assert [row.seat for row in toy.read_pending()] == ["p2"]
    assert toy.deadline() > toy.now + timedelta(days=2), "Bob has his own full time"


def test_report_54_the_questions_of_a_turn_share_its_deadline(toy: Table) -> None:
    """Who answers early has no later deadline for the next die."""
    begin(toy)
    hold(toy, p1=(), p2=(), p3=())
    due = toy.deadline()
    for _ in range(2):
        toy.say("p1", "ANSWER PASS")
        toy.tick(hours=20)
        assert toy.state().active == "p1"
        assert toy.deadline() == due


def test_a_turn_is_not_stretched_by_answers_just_before_the_deadline(toy: Table) -> None:
    """Each question leaves the least notice, and not a turn's whole time again."""
    begin(toy)
    hold(toy, p1=(), p2=(), p3=())
    due = toy.deadline()
    while due - toy.now > timedelta(hours=13):
        toy.tick(hours=12)
    toy.now = due - timedelta(hours=1)
    toy.say("p1", "ANSWER PASS")
    toy.tick()
    assert toy.state().active == "p1"
    assert toy.now + MINIMUM <= toy.deadline() <= due + timedelta(days=1)


def test_a_deadline_that_the_gm_moves_is_that_of_the_whole_turn(toy: Table) -> None:
    begin(toy)
    hold(toy, p1=(), p2=(), p3=())
    later = Deadline.stored("2026-12-20T18:00", "Europe/Berlin")
    move_deadline(toy.office, "la1", later, toy.now)
    toy.out()
    toy.say("p1", "ANSWER PASS")
    toy.tick()
    assert toy.state().active == "p1"
    assert toy.deadline() == later.utc


def test_report_53_a_card_that_goes_to_and_fro_holds_no_window_open(toy: Table) -> None:
    """A newcomer gets a full deadline once; who comes back has the deadline that there is."""
    to_the_gap(toy, p1=("Envoy",), p2=("Storm",), p3=())
    assert {row.seat for row in toy.read_pending()} >= {"p1", "p2"}
    first = toy.deadline()
    names = {"p2": "Bob", "p3": "Cleo"}
    ends = []
    for n in range(4):
        giver, taker = ("p2", "p3") if n % 2 == 0 else ("p3", "p2")
        toy.wait(hours=4)
        toy.say(giver, f"OFFER {names[taker]}: Storm FOR NOTHING")
        toy.tick()
        toy.say(taker, f"ACCEPT {names[giver]}")
        toy.tick()
        if {row.kind for row in toy.read_pending()} != {"between"}:
            break
        ends.append({from_utc_text(row.deadline_utc or "") for row in toy.read_pending()})
    assert len(ends) >= 3
    assert all(len(one) == 1 for one in ends), "one deadline a window"
    assert min(ends[0]) > first, "Cleo joined"
    assert ends[1] == ends[0]
    assert ends[2] == ends[0]
