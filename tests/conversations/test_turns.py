"""Turns at pace `turns`, to the last one."""

from __future__ import annotations

from engine.state import change
from tests.conversations.freight import WARE, deal, shorten
from tests.conversations.table import SEED, Table


def test_an_answer_is_settled_at_once_and_everybody_gets_one_letter(table: Table) -> None:
    """Receipt and report travel together (test_report_98)."""
    deal(table, p1=WARE)
    table.say("p1", "ANSWER DELIVER Frozen World WITH Nanotech Robots, Matter Replicators")
    table.tick()
    assert table.addressed == ["p1", "p2", "p3"]
    own, other = table.to("p1"), table.to("p2")
    assert "Your letter 2 came" in own
    assert "Your answer ; DELIVER Frozen World WITH" in own
    assert "SINCE YOUR LAST REPORT" in own
    assert own.flat.count("You delivered") == 1
    assert "Anna delivered" in other
    assert "your move" in table.to("p2").subject
    assert table.state().active == "p2"


def test_a_plan_on_file_plays_the_turn_when_it_comes(table: Table) -> None:
    table.say("p2", "PLAN\nDELIVER BEST ATLEAST 100\nELSE PASS")
    table.tick()
    assert table.addressed == ["p2"]
    deal(table, p1=WARE, p2=("Star Base", "Dark Matter"))
    table.say("p1", "ANSWER PASS")
    table.tick()
    bob = table.to("p2")
    assert "Line 1 of your plan was not possible: ; DELIVER BEST ATLEAST 100" in bob
    assert "Line 2 was used instead: ; ELSE PASS" in bob
    assert table.state().active == "p3"


def test_what_came_of_a_letter_is_not_told_again(table: Table) -> None:
    """An offer is told in its receipt, to its taker by a report, and in no later report."""
    deal(table, p1=WARE, p2=("Star Base", "Dark Matter"))
    table.say("p1", "OFFER Bob: Nanotech Robots FOR Dark Matter")
    table.tick()
    assert "You offered Bob Nanotech Robots for Dark Matter" in table.to("p1")
    assert "Anna offered you" in table.to("p2")
    assert table.addressed == ["p1", "p2"]
    table.say("p1", "ANSWER PASS")
    table.tick()
    for seat in ("p1", "p2"):
        told = table.to(seat).flat.partition("SINCE YOUR LAST REPORT")[2].partition("YOU 0 MC")[0]
        assert told
        assert "offered" not in told


def test_several_letters_of_one_seat_in_one_run_share_one_answer(table: Table) -> None:
    """In the order of arrival; the last plan counts."""
    table.say("p2", "PLAN\nPASS")
    table.say("p2", "STATUS")
    table.say("p2", "PLAN\nDELIVER BEST")
    table.tick()
    post = table.to("p2")
    assert post.flat.count("Your letter") == 2
    assert "Space Freighter sf1: turn 4" in post
    assert [line.text for line in table.desk().plans["p2"].lines] == ["DELIVER BEST"]
    assert post.message["In-Reply-To"] == "<said.6@example.org>"


def test_the_last_turn_ends_the_campaign_with_a_final_report(table: Table) -> None:
    """All hands and the seed are opened; the GM is told; nobody is waited for."""
    shorten(table, 1)
    deal_one = table.state().deck[0]
    table.say("p1", "ANSWER PASS")
    table.tick()
    while table.state().ended == "":
        table.until()
    assert table.campaign().status == "ended"
    finals = [post for post in table.fresh if post.kind == "final"]
    assert [post.seat for post in finals] == ["p1", "p2", "p3"]
    assert all(SEED.hex() in post for post in finals)
    assert any(deal_one in post for post in finals)
    assert "sf1 is over" in table.to_gm()[0].subject
    assert not table.tick().facts


def test_after_the_end_orders_are_refused_and_questions_answered(table: Table) -> None:
    shorten(table, 0)
    table.until()
    table.tick()
    assert table.campaign().status == "ended"
    table.say("p1", "PLAN\nPASS\nOFFER Bob: NOTHING FOR Dark Matter\nSTATUS\nREPORT\nHISTORY\nMAP")
    table.tick()
    post = table.to("p1")
    assert post.flat.count("The campaign is over.") >= 2
    assert "sf1: over" in post
    assert not table.desk().plans
    assert [row.status for row in table.ledger()][-1] == "accepted"


def test_a_question_alone_changes_nothing(table: Table) -> None:
    before = table.snapshot()
    table.say("p3", "HISTORY\nSHOW 3\nPRICES\nCARD Star Base")
    table.tick()
    assert table.snapshot() == before
    assert table.addressed == ["p3"]


def test_every_report_of_a_turn_carries_its_token(table: Table) -> None:
    """So that an order block names its turn."""
    assert "+sf1.t4.p1." in table.to("p1").message["Reply-To"]
    table.say("p1", "ANSWER PASS")
    table.tick()
    assert f"+sf1.t{table.state().turn}.p2." in table.to("p2").message["Reply-To"]


def test_a_turn_that_is_skipped_is_announced_as_such(table: Table) -> None:
    """SF-DCK-7: a seat that sits out is not promised the turn."""
    table.rig(lambda s: change(s, idle=("p2",)))
    table.say("p2", "STATUS")
    table.say("p3", "STATUS")
    table.tick()
    assert "Your next turn would be turn 5, which is skipped." in table.to("p2")
    assert "Your next turn is turn 6, after Bob." in table.to("p3")


def test_card_without_a_name_lists_all_cards(table: Table) -> None:
    """Also those of this game, by kind."""
    table.say("p3", "CARD")
    table.tick()
    page = table.to("p3").text.partition("THE CARDS")[2]
    assert " Worlds: Prison" in page
    assert " Aid: Laser" in page
    assert max(map(len, page.splitlines())) <= 72
