"""Pace `rounds`: READY, NOT READY and the deadline."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.run.mending import resume
from tests.conversations.table import Table


def test_the_round_is_played_once_all_are_ready(rounds: Table) -> None:
    assert all("Round 1: your plan by" in post.subject for post in rounds.fresh)
    rounds.say("p1", "PLAN\nPASS\nREADY")
    rounds.say("p2", "READY")
    rounds.tick()
    assert rounds.addressed == ["p1", "p2"]
    assert "You are ready for round 1" in rounds.to("p1")
    assert rounds.state().round == 0
    rounds.say("p3", "READY")
    rounds.tick()
    assert rounds.addressed == ["p1", "p2", "p3"]
    assert rounds.state().round == 1
    assert rounds.state().turn == 3
    assert "Round 2: your plan by" in rounds.to("p2").subject


def test_not_ready_takes_it_back(rounds: Table) -> None:
    for seat in ("p1", "p2"):
        rounds.say(seat, "READY")
    rounds.tick()
    rounds.say("p1", "NOT READY")
    rounds.say("p3", "READY")
    rounds.tick()
    assert "no longer ready" in rounds.to("p1")
    assert rounds.state().round == 0
    rounds.say("p1", "NOT READY")
    rounds.tick()
    assert "You had not said READY" in rounds.to("p1")


def test_at_the_deadline_the_round_is_played_with_what_is_on_file(rounds: Table) -> None:
    """One run, one round, however late (test_report_40)."""
    rounds.say("p2", "PLAN\nPASS")
    rounds.tick()
    rounds.until(after=600)
    assert rounds.state().round == 1
    assert rounds.addressed == ["p1", "p2", "p3"]
    rounds.tick()
    assert rounds.state().round == 1


def test_a_late_ready_or_plan_does_not_count_for_the_next_round(rounds: Table) -> None:
    """test_report_22: an order names its turn by the letter that it answers."""
    old = rounds.newest["sf1", "p1"]
    rounds.say("p2", "STATUS")
    rounds.until()
    rounds.say("p1", "PLAN\nPASS\nREADY", to=old)
    rounds.tick()
    post = rounds.to("p1")
    assert "a plan for turn 1, which has been played" in post
    assert "The question it answers is closed" in post
    assert not rounds.desk().plans
    assert not rounds.desk().direct


def test_ready_at_pace_turns_is_refused(table: Table) -> None:
    table.say("p1", "READY\nNOT READY")
    table.tick()
    assert "not played in rounds" in table.to("p1")


def test_the_report_again_tells_the_last_lap(rounds: Table) -> None:
    """Between rounds no turn is open; REPORT tells of the round that was played."""
    rounds.say("p2", "STATUS")
    rounds.until()
    rounds.say("p1", "REPORT")
    rounds.tick()
    assert "Bob drew" in rounds.to("p1")


def test_report_60_a_round_in_which_nobody_was_heard_of_is_held_once(rounds: Table) -> None:
    """Not one letter since all were asked: a fault of the mail, sooner than three who are away."""
    due = rounds.deadline()
    rounds.until()
    assert rounds.state().round == 0
    assert [post.kind for post in rounds.fresh] == ["gm"]
    assert "pbem: a round is not played: nobody was heard of" in rounds.to_gm()[0]
    assert "sf1" in rounds.to_gm()[0]
    rounds.tick(hours=12)
    assert rounds.fresh == []
    assert nothing_is_due(rounds)

    rounds.say("p2", "STATUS")
    rounds.tick()
    assert rounds.state().round == 0
    assert "sf1 goes on. Orders are now due by" in rounds.to("p1")
    assert rounds.deadline() - rounds.now >= timedelta(hours=6)
    assert rounds.deadline().time() == due.time()
    rounds.until()
    assert rounds.state().round == 1, "once a round"


def test_report_60_the_gm_lets_a_silent_round_be_played(rounds: Table) -> None:
    rounds.until()
    assert resume(rounds.office, rounds.now) == ["sf1"]
    rounds.out()
    assert rounds.addressed == ["p1", "p2", "p3"]
    rounds.until()
    assert rounds.state().round == 1


@pytest.mark.parametrize("word", ["PLAN\nPASS", "STANDING\nDISCARD LOWEST", "HELP"])
def test_report_60_a_round_of_which_one_was_heard_is_played(rounds: Table, word: str) -> None:
    rounds.say("p3", word)
    rounds.tick()
    rounds.until()
    assert rounds.state().round == 1


def nothing_is_due(table: Table) -> bool:
    """Whether no question has a deadline."""
    return all(row.deadline_utc is None and row.remind_at is None for row in table.read_pending())


def test_silence_without_a_plan_is_no_round_played_with_one(rounds: Table) -> None:
    """The letter and the reminder say what the deadline does of what is on file."""
    none = "Silence means the round is played at the deadline; no plan of yours is on file"
    assert none in rounds.newest["sf1", "p1"]
    rounds.say("p2", "PLAN\nPASS\nSTATUS")
    rounds.tick()
    assert "played at the deadline with what you have on file" in rounds.to("p2")
    while not any(post.kind == "reminder" for post in rounds.fresh):
        rounds.tick(hours=1)
    assert none in rounds.to("p1")


def test_who_is_ready_is_not_waited_for(rounds: Table) -> None:
    """READY is no secret (conventions: only sealed windows are): STATUS names who is missing."""
    assert "We wait for you, Bob and Cleo" in rounds.newest["sf1", "p1"]
    rounds.say("p1", "READY")
    rounds.tick()
    rounds.say("p1", "STATUS")
    rounds.say("p2", "STATUS")
    rounds.tick()
    anna, bob = rounds.to("p1"), rounds.to("p2")
    assert "YOU ARE READY, Anna - round 1 is played when all are, by" in anna
    assert "To take that back: ; NOT READY" in anna
    assert "We wait for Bob and Cleo, until" in anna
    assert "Anna (you): plays Bob: plays; waited for since" in anna
    assert "Silence means" not in anna
    assert "We wait for you and Cleo, until" in bob
    assert "YOUR PLAN, Bob" in bob
    rounds.say("p1", "NOT READY\nSTATUS")
    rounds.tick()
    assert "We wait for you, Bob and Cleo" in rounds.to("p1")
