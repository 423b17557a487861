"""Deals as the players of Star Traders write them and are told of them."""

from __future__ import annotations

import pytest

from tests.conversations.star_traders.stars import OTHER, ZAP, fall, place, told
from tests.conversations.table import Table
from tests.games.star_traders.scene import luck

TWO, THREE = luck("Scandal", -2), luck("Scandal", -3)


def test_both_are_told_that_the_contract_of_an_offer_is_gone(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-W9, ST-CON-7: it was delivered; nobody can accept the offer for the next one there."""
    fall(monkeypatch, {"die:p1": [2] * 6})
    place(
        stars, at={"p1": 14, "p2": 31, "p3": 31}, boxes=("N11", "F34", "N31"), stations={},
        cargo={"p1": (2,), "p2": (2,)},
    )  # fmt: skip
    stars.say("p2", "OFFER Cleo: cargo 2 FOR 9")
    stars.tick()
    assert "; ACCEPT Bob 1" in stars.newest["st1", "p3"].text
    stars.say("p1", "PLAN\nJUMP 15\nELSE FINISH")
    stars.tick()
    for seat in ("p2", "p3"):
        assert "that Contract is gone" in told(stars, seat), seat
    assert "that Contract is gone" not in told(stars, "p1")
    assert stars.state().offers == ()


def test_cargo_for_cargo(stars: Table) -> None:
    """ST-CAR-8: in one step, and in one sentence."""
    place(
        stars,
        at={"p1": 55, "p2": 55},
        boxes=("N11", "F34", "N31"),
        cargo={"p1": (2, 3), "p2": (1,)},
    )
    stars.say("p1", "OFFER Bob: cargo 2, cargo 3 FOR cargo 1, 2")
    stars.tick()
    stars.say("p2", "ACCEPT Anna")
    stars.tick()
    cargo = {x: {c.box for c in own} for x, own in stars.state().cargo.items()}
    assert (cargo["p1"], cargo["p2"]) == ({1}, {2, 3})
    assert "Anna gave you the cargos of Contracts 2 and 3 for that of Contract 1." in told(
        stars, "p2"
    )


def test_cards_by_their_numbers(stars: Table) -> None:
    """ST-TRD-1, ST-LUC-2: one is offered by its number, two by the name of their kind."""
    place(stars, hands={"p1": (TWO, THREE), "p2": (luck("Zap"),)})
    stars.say("p1", "OFFER Bob: Scandal 2 FOR 1\nOFFER Cleo: Scandal, Scandal FOR 2")
    stars.tick()
    assert "Anna offers you Scandal 2 for $1" in stars.newest["st1", "p2"]
    assert "Anna offers you Scandal, Scandal for $2" in stars.newest["st1", "p3"]
    stars.say("p2", "ACCEPT Anna")
    stars.tick()
    assert (TWO in stars.state().hands["p2"], THREE in stars.state().hands["p1"]) == (True, True)
    stars.say("p3", "ACCEPT Anna")
    stars.tick()
    assert "what was offered is no longer there" in told(stars, "p3")


def test_a_counter_offer_is_an_offer_the_other_way(stars: Table) -> None:
    """ST-W9: the first offer stays open until its maker cannot keep it; then it ends, told."""
    place(stars, stations={13: "p1"}, money={"p1": 10, "p2": 10, "p3": 10})
    stars.say("p1", "OFFER Bob: station 13 FOR 5")
    stars.tick()
    stars.say("p2", "OFFER Anna: 4 FOR station 13")
    stars.tick()
    assert "Bob offers you $4 for station 13" in stars.newest["st1", "p1"].flat
    stars.say("p1", "ACCEPT Bob")
    stars.tick()
    assert (stars.state().stations[13], stars.state().money["p2"]) == ("p2", 6)
    stars.say("p2", "ACCEPT Anna 1")
    stars.tick()
    assert (stars.state().money["p1"], stars.state().money["p2"]) == (14, 6)
    assert stars.state().offers == ()
    assert "what was offered is no longer there" in told(stars, "p2")


def test_a_card_that_goes_for_money_is_told_as_given_and_nothing_for_it(stars: Table) -> None:
    """The pair reads which card, the third how many (ST-TRD-1); the money has a line of its own."""
    place(stars, hands={"p1": (ZAP,), "p2": (OTHER,), "p3": ()}, money={"p2": 10})
    stars.say("p2", "OFFER Anna: $4 FOR Zap")
    stars.tick()
    stars.say("p1", "ACCEPT Bob")
    stars.tick()
    assert "You gave Bob Zap. Bob paid $4 to you." in told(stars, "p1")
    stars.say("p3", "HISTORY")
    stars.tick()
    assert "Anna gave Bob 1 card. Bob paid $4 to Anna." in told(stars, "p3")
    stars.say("p1", "OFFER Bob: NOTHING FOR Zap")
    stars.say("p2", "OFFER Cleo: Overdrive FOR NOTHING")
    stars.tick()
    stars.say("p2", "ACCEPT Anna")
    stars.say("p3", "ACCEPT Bob")
    stars.tick()
    assert "Bob gave you Zap." in told(stars, "p1")
    assert "Bob gave you Overdrive" in told(stars, "p3")
    everything = " ".join(told(stars, seat) for seat in ("p1", "p2", "p3"))
    assert "no card for" not in everything
    assert "for no card" not in everything


def test_more_money_than_the_other_has_is_not_asked_for(stars: Table) -> None:
    """ST-W9: what may be asked for is said, and that it is what he has now."""
    place(stars, money={"p2": 3})
    stars.say("p1", "OFFER Bob: station 13 FOR 4")
    stars.tick()
    said = "no more money, stations and cargo than the other player has now."
    assert said in stars.newest["st1", "p1"].flat
    assert stars.state().offers == ()
