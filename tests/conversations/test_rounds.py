"""Pace `rounds`: READY, NOT READY and the deadline."""

from __future__ import annotations

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
    rounds.until()
    rounds.say("p1", "REPORT")
    rounds.tick()
    assert "Bob drew" in rounds.to("p1")
