"""RESIGN, dropping a seat, another person, another address, orders entered by the GM."""

from __future__ import annotations

import pytest

from pbem.errors import UsageFault
from pbem.run.entering import submit
from pbem.run.seating import another_person, drop, new_address
from tests.conversations.freight import WARE, deal
from tests.conversations.table import Table, codes


def test_resign_needs_the_campaigns_name(table: Table) -> None:
    table.say("p2", "RESIGN\nRESIGN sf2")
    table.tick()
    assert table.state().leaving == ()
    assert "must be sf1" in table.to("p2")


def test_a_seat_that_resigned_leaves_at_the_turn_boundary(table: Table) -> None:
    """Its questions take their defaults at once; its later orders are refused."""
    table.say("p2", "RESIGN sf1")
    table.tick()
    assert "You leave the campaign at the end of this turn" in table.to("p2")
    assert "ON FILE" not in table.to("p2")
    table.say("p2", "PLAN\nPASS\nSTATUS")
    table.tick()
    assert "You have left the campaign" in table.to("p2")
    assert not table.desk().plans
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert table.state().gone == ("p2",)
    assert table.seat("p2").status == "dropped"
    assert "Bob left the game" in table.to("p1")
    assert table.state().active == "p3"


def test_a_seat_that_left_gets_no_more_reports_or_reminders_but_the_final_one(table: Table) -> None:
    """test_report_56: nobody waits for it, and it reads on only if it asks."""
    table.say("p2", "RESIGN sf1")
    table.say("p1", "ANSWER PASS")
    table.tick()
    table.until()
    assert "p2" not in table.addressed
    table.say("p2", "STATUS")
    table.tick()
    assert "You have left the campaign" in table.to("p2")
    table.say("p3", "RESIGN sf1")
    table.tick()
    table.until()
    assert table.campaign().status == "ended"
    assert "p2" in [post.seat for post in table.letters if post.kind == "final"]


def test_report_56_who_left_long_ago_reads_how_he_did_and_the_end_only(table: Table) -> None:
    """What others did in between is no affair of his; they read all that was not told."""
    table.say("p2", "RESIGN sf1")
    table.say("p1", "ANSWER PASS")
    table.tick()
    left = table.state().turn - 1
    while table.state().turn < left + 4:
        table.until()
    table.say("p3", "RESIGN sf1")
    table.tick()
    while table.campaign().status != "ended":
        table.until()
    assert table.campaign().status == "ended"
    final = {post.seat: post.text for post in table.letters if post.kind == "final"}
    told = final["p2"].partition("HOW YOU LEFT, AND HOW IT ENDED")[2].partition("THE DICE")[0]
    assert "You left the game." in told
    assert "Cleo left the game." in told
    turns = [int(line[:4]) for line in told.splitlines() if line[:4].strip().isdigit()]
    assert turns[0] == left
    assert len(turns) == 2
    assert "SINCE YOUR LAST REPORT" in final["p3"]


def test_when_all_but_one_resigned_he_has_won(table: Table) -> None:
    table.say("p1", "RESIGN sf1")
    table.say("p2", "RESIGN sf1")
    table.tick()
    assert table.state().winners == ("p3",)
    assert [post.kind for post in table.fresh if post.seat] == ["final"] * 3
    assert table.to_gm()


def test_the_gm_drops_a_seat(table: Table) -> None:
    table.say("p2", "PLAN\nPASS")
    table.tick()
    drop(table.office, "sf1", "p2", table.now)
    table.out()
    told = "Your GM has taken Bob out of sf1; Bob leaves at the end of this turn."
    assert told in table.to("p1")
    assert "taken you out of sf1; you leave at the end of this turn" in table.to("p2")
    table.say("p3", "HISTORY\nSTATUS")
    table.say("p2", "HISTORY")
    table.tick()
    took = "Your GM took Bob out of the game; Bob leaves at the end of the turn."
    assert took in table.to("p3")
    assert "Bob: leaves at the end of this turn" in table.to("p3")
    assert "Your GM took you out of the game; you leave at the end of the turn." in table.to("p2")
    assert "resigned" not in table.to("p2").text + table.to("p3").text
    assert not table.desk().plans
    with pytest.raises(UsageFault):
        drop(table.office, "sf1", "p2", table.now)


def test_dropping_the_last_but_one_ends_the_game_and_tells_the_gm(table: Table) -> None:
    drop(table.office, "sf1", "p1", table.now)
    drop(table.office, "sf1", "p2", table.now)
    table.out()
    assert table.campaign().status == "ended"
    assert table.to_gm()


def test_who_leaves_has_no_turn_to_come(table: Table) -> None:
    """Nor has he a plan on file for one."""
    table.say("p2", "PLAN\nPASS")
    table.tick()
    table.say("p2", "RESIGN sf1")
    table.tick()
    assert "Your plan" not in table.to("p2")
    table.say("p3", "STATUS")
    table.tick()
    assert "Your next turn is turn 5." in table.to("p3")


def test_another_person_takes_the_seat(table: Table) -> None:
    """Nothing of the old orders stays, not even for CANCEL (test_report_57); tokens are new."""
    table.say("p2", "PLAN\nPASS\nSTANDING\nKEEP Star Base\nSET COLUMNS 50")
    table.tick()
    old = table.newest["sf1", "p2"]
    another_person(table.office, "sf1", "p2", "Dora", "dora@example.org", table.now)
    table.out()
    new = table.to("p2")
    assert str(new.message["To"]) == "Dora <dora@example.org>"
    assert "You have taken over a seat" in new
    assert "WRITING BACK" in new.text
    assert new.message["In-Reply-To"] is None
    assert "Dora plays on for Bob (seat 2) in sf1." in table.to("p1")
    (gone,) = (post for post in table.fresh if str(post.message["To"]) == "Bob <bob@example.org>")
    assert "Your seat in sf1 is played by Dora from now on." in gone
    assert old.message["Reply-To"] is not None
    assert gone.message["Reply-To"] is None
    assert "##" not in gone.text
    assert "p2" not in table.desk().plans
    table.say("p2", "CANCEL")
    table.tick()
    assert "p2" not in table.desk().plans
    table.say("p2", "PLAN\nPASS", to=old)
    table.tick()
    assert "p2" not in table.addressed
    assert table.ledger()[-1].reason == "wrong-token"
    assert "p2" not in table.desk().plans


def test_lines_on_file_are_printed_with_the_names_of_now(toy: Table) -> None:
    """What they mean is kept by seat."""
    toy.say("p1", "PLAN\nPLAY Storm ON Bob")
    toy.tick()
    another_person(toy.office, "la1", "p2", "Dora", "dora@example.org", toy.now)
    toy.out()
    toy.say("p1", "PLAN?")
    toy.tick()
    assert "; PLAY Storm ON Dora" in toy.to("p1")
    assert toy.desk().plans["p1"].lines[0].order.args[1] == "p2"


def test_a_new_address_makes_the_old_token_void(table: Table) -> None:
    old = table.newest["sf1", "p2"]
    new_address(table.office, "sf1", "p2", "bob@new.example.org", table.now)
    table.out()
    assert "Your letters of sf1 go to a new address" in table.to("p2")
    table.say("p2", "PLAN\nPASS", to=old, From="bob@new.example.org")
    table.tick()
    assert "answers one that is no longer valid" in table.to("p2")
    assert not table.desk().plans
    table.say("p2", "PLAN\nPASS")
    table.tick()
    assert "p2" in table.desk().plans


def test_the_gm_enters_orders_and_the_player_gets_a_copy(table: Table) -> None:
    deal(table, p1=WARE)
    outcome = submit(table.office, "sf1", "p1", "ANSWER PASS\nKEEP BIULD", table.now)
    table.out()
    assert outcome.kept
    assert "Your GM entered these orders for you" in table.to("p1")
    assert table.state().active == "p2"
    answered = [f.via for f in table.facts() if f.kind == "Answered"]
    assert answered[-1] == "gm"
    assert table.ledger()[-1].source == "submit"
    assert codes(table.ordered())[0][1] == "kept"


def test_the_gm_enters_nothing_into_a_campaign_that_does_not_run(empty: Table) -> None:
    empty.new()
    with pytest.raises(UsageFault) as told:
        submit(empty.office, "sf1", "p1", "READY", empty.now)
    assert told.value.code == "not-running"
