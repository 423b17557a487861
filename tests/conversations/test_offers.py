"""Offers: made, accepted, declined, withdrawn, run out, made to anybody."""

from __future__ import annotations

import pytest

from tests.conversations.freight import WARE, deal
from tests.conversations.table import Table, codes


@pytest.fixture
def trading(table: Table) -> Table:
    """Anna, whose turn it is, and Bob have something to trade."""
    deal(table, p1=WARE, p2=("Star Base", "Dark Matter"), p3=("Hive World", "Anti-Matter"))
    return table


def closed(table: Table) -> list[str]:
    """How offers ended."""
    return [f.fields.split('"')[-2] for f in table.facts() if f.kind == "OfferClosed"]


def test_an_offer_is_mailed_to_its_taker_alone(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    trading.tick()
    assert trading.addressed == ["p1", "p2"]
    assert "Bob offers you Dark Matter for Nanotech Robots (offer 1)" in trading.to("p1")
    trading.say("p3", "STATUS\nHISTORY\nREPORT")
    trading.tick()
    assert "Dark Matter for" not in trading.to("p3")


def test_an_accepted_offer_is_carried_out_in_the_trade_phase(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    trading.tick()
    trading.say("p1", "ACCEPT Bob")
    trading.tick()
    assert trading.addressed == ["p1", "p2"]
    assert "Dark Matter" in trading.state().hands["p1"]
    assert closed(trading) == ["taken"]
    assert "YOUR MOVE" not in trading.to("p2")


def test_the_number_is_needed_while_two_offers_are_open(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    trading.say("p2", "OFFER Anna: Dark Matter FOR Matter Replicators")
    trading.tick()
    trading.say("p1", "ACCEPT Bob")
    trading.tick()
    assert codes(trading.ordered())[-1][1:] == ("refused", "which-offer")
    assert "; ACCEPT Bob 1" in trading.to("p1")
    assert "; ACCEPT Bob 2" in trading.to("p1")
    trading.say("p1", "ACCEPT Bob 2")
    trading.tick()
    assert "Matter Replicators" in trading.state().hands["p2"]


def test_declined_and_withdrawn(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    trading.tick()
    trading.say("p1", "DECLINE Bob")
    trading.tick()
    assert "was declined" in trading.to("p2")
    trading.say("p2", "OFFER Anna: Star Base FOR Nanotech Robots\nWITHDRAW Anna 2")
    trading.tick()
    assert closed(trading) == ["declined", "withdrawn"]
    assert not trading.state().offers


def test_an_offer_runs_out(trading: Table) -> None:
    """UNTIL is a wall clock's time in the player's zone; both of the pair are told."""
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots UNTIL 2 Dec 20:00")
    trading.tick()
    assert "until Wed 2 Dec" in trading.to("p1")
    trading.tick(hours=20)
    trading.tick(hours=12)
    assert trading.addressed == ["p1", "p2"]
    assert "ran out" in trading.to("p1")
    assert closed(trading) == ["expired"]
    trading.say("p1", "ACCEPT Bob")
    trading.tick()
    assert codes(trading.ordered())[-1][2] == "not-now"


def test_a_letter_that_came_in_time_takes_an_offer_that_has_run_out_since(trading: Table) -> None:
    """The mailbox is read late; what counts is when the letter came."""
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots UNTIL tomorrow 10:00")
    trading.tick()
    trading.wait(hours=20, minutes=30)
    trading.say("p1", "ACCEPT Bob")
    trading.tick(hours=2)
    assert closed(trading) == ["taken"]


def test_a_letter_that_came_too_late_does_not(trading: Table) -> None:
    """Although nothing ran between the end of the offer and the letter."""
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots UNTIL tomorrow 10:00")
    trading.tick()
    trading.wait(hours=22)
    trading.say("p1", "ACCEPT Bob")
    trading.tick()
    assert closed(trading) == ["expired"]
    assert "Dark Matter" in trading.state().hands["p2"]


def test_a_date_that_cannot_be_meant(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots UNTIL yesteryear")
    trading.tick()
    assert codes(trading.ordered())[-1][1:] == ("refused", "bad-date")
    assert not trading.state().offers


def test_an_offer_to_anybody_goes_to_the_first_who_takes_it(trading: Table) -> None:
    """Receipt order decides, and the other's acceptance fails for both to see."""
    trading.say("p1", "OFFER ANY: Nanotech Robots FOR NOTHING")
    trading.tick()
    assert trading.addressed == ["p1", "p2", "p3"]
    trading.say("p3", "ACCEPT Anna")
    trading.say("p2", "ACCEPT Anna")
    trading.tick()
    assert "Nanotech Robots" in trading.state().hands["p3"]
    assert closed(trading) == ["taken", "elsewhere"]


def test_who_lacks_what_is_asked_is_told_so_and_the_offer_stays(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Dark Matter FOR Anti-Matter")
    trading.tick()
    assert "You do not have Anti-Matter." in trading.to("p1")
    assert "ACCEPT Bob" not in trading.to("p1")
    assert "; DECLINE Bob 1" in trading.to("p1")
    trading.say("p1", "ACCEPT Bob")
    trading.tick()
    assert codes(trading.ordered())[-1][1:] == ("refused", "lacks")
    assert "You do not have Anti-Matter, which it" in trading.to("p1")
    assert trading.addressed == ["p1"]
    assert closed(trading) == []


def test_an_offer_of_what_one_does_not_have(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Anti-Matter FOR Nanotech Robots")
    trading.tick()
    assert codes(trading.ordered())[-1][1:] == ("refused", "not-now")


def test_an_agreed_exchange_waits_for_the_trade_phase_of_the_two(trading: Table) -> None:
    """Bob and Cleo agree in Anna's turn (option trade=active)."""
    trading.say("p2", "OFFER Cleo: Dark Matter FOR Anti-Matter")
    trading.tick()
    trading.say("p3", "ACCEPT Bob")
    trading.tick()
    assert "as soon as the rules let it" in trading.to("p2")
    assert "Dark Matter" in trading.state().hands["p2"]
    trading.say("p1", "ANSWER PASS")
    trading.tick()
    assert "Anti-Matter" in trading.state().hands["p2"] or closed(trading) != []


@pytest.mark.parametrize("verb", ["ACCEPT", "DECLINE"])
def test_an_answer_without_a_number_is_for_offers_its_writer_knew(
    trading: Table, verb: str
) -> None:
    """test_report_22: a worse offer made while the answer was on its way is not taken for it."""
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    trading.tick()
    trading.say(
        "p2", "WITHDRAW Anna\nOFFER Anna: Star Base FOR Nanotech Robots, Matter Replicators"
    )
    trading.say("p1", f"{verb} Bob")
    trading.tick()
    assert codes(trading.ordered())[-1][1:] == ("refused", "new-offer")
    letter = trading.to("p1")
    assert "Star Base for Nanotech Robots, Matter Replicators" in letter
    assert f"; {verb} Bob 2" in letter
    trading.say("p1", f"{verb} Bob")
    trading.tick()
    assert closed(trading) == ["withdrawn", {"ACCEPT": "taken", "DECLINE": "declined"}[verb]]


def test_a_number_names_an_offer_that_its_writer_was_not_told_of(trading: Table) -> None:
    trading.say("p2", "OFFER Anna: Dark Matter FOR Nanotech Robots")
    trading.say("p1", "ACCEPT Bob 1")
    trading.tick()
    assert closed(trading) == ["taken"]
