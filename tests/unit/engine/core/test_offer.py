"""Offers: numbered per pair, told to the pair, ended by whoever leaves."""

from __future__ import annotations

import pytest

from engine.decision import Choice, Order
from engine.dice import ScriptedDice
from engine.fact import OfferAgreed, OfferClosed, OfferMade, Resigned
from engine.laws import Stream
from engine.leave import resign
from engine.offer import (
    ANYONE,
    NOTHING,
    agree,
    make_offers,
    offer_choice,
    offer_meant,
    refuse,
    reply_choices,
    settle,
)
from engine.state import Offer, change, hide_offers
from engine.table import Table
from tests.unit.engine.core.simple import Chat, Turn, chat


def table(**fields: object) -> Table[Chat]:
    return Table(change(chat(Turn(seat="p1")), **fields), ScriptedDice({}))


def made(t: Table[Chat]) -> list[str]:
    return [told.fact.offer.id for told in t.facts if isinstance(told.fact, OfferMade)]


def test_an_offer_is_numbered_within_its_pair() -> None:
    t = table()
    for taker in ("p2", "p3", "p2"):
        make_offers(t, "p1", Order("OFFER", (taker, ("a", "$2"), (NOTHING,))))
    make_offers(t, "p2", Order("OFFER", ("p1", ("b",), ("c",))))
    assert made(t) == ["p1>p2:1", "p1>p3:1", "p1>p2:2", "p2>p1:1"]
    assert t.state.offers[0] == Offer(id="p1>p2:1", giver="p1", taker="p2", give=("a", "$2"))


def test_numbers_are_not_used_again_after_an_offer_ended() -> None:
    t = table()
    order = Order("OFFER", ("p2", ("a",), ("b",)))
    make_offers(t, "p1", order)
    refuse(t, "p2", Order("DECLINE", ("p1", None)))
    make_offers(t, "p1", order)
    assert made(t) == ["p1>p2:1", "p1>p2:2"]


def test_an_offer_to_anyone_is_one_to_each_who_stays() -> None:
    """Clockwise; not to who is gone or leaving."""
    t = table(seats=("p1", "p2", "p3", "p4", "p5"), gone=("p3",), leaving=("p5",))
    make_offers(t, "p4", Order("OFFER", (ANYONE, ("a",), ("b",))))
    assert made(t) == ["p4>p1:1", "p4>p2:1"]


def test_replies_are_for_the_open_offers_of_the_pair() -> None:
    offers = (
        Offer(id="p1>p2:1", giver="p1", taker="p2"),
        Offer(id="p1>p2:2", giver="p1", taker="p2"),
        Offer(id="p3>p2:1", giver="p3", taker="p2", accepted=True),
        Offer(id="p3>p2:2", giver="p3", taker="p2"),
    )
    s = table(offers=offers).state
    legal = {str(o) for c in reply_choices(s, "p2") for o in c.legal()}
    accepts = {(p, n) for p, n in (("p1", 1), ("p1", 2), ("p3", None), ("p3", 2))}
    wanted = {str(Order(v, a)) for v in ("ACCEPT", "DECLINE") for a in accepts}
    # Two offers of Ann are open: her number may not be left out.
    assert legal == wanted
    withdraw = {o.args for c in reply_choices(s, "p1") for o in c.legal()}
    assert withdraw == {("p2", 1), ("p2", 2)}


def test_which_offer_is_meant() -> None:
    offers = (
        Offer(id="p1>p2:1", giver="p1", taker="p2", accepted=True),
        Offer(id="p1>p2:2", giver="p1", taker="p2"),
    )
    s = table(offers=offers).state
    assert offer_meant(s, "p2", Order("ACCEPT", ("p1", None))).number == 2
    assert offer_meant(s, "p1", Order("WITHDRAW", ("p2", 2))).number == 2
    with pytest.raises(LookupError):
        offer_meant(s, "p2", Order("ACCEPT", ("p1", 1)))


def test_an_offer_cannot_be_empty_on_both_sides() -> None:
    choice: Choice = offer_choice(("p2",), ("a",), lambda partner: ("b",), 2)
    both = Order("OFFER", ("p2", (NOTHING,), (NOTHING,)))
    assert not choice.has(both)
    rng = Stream(5)
    for _ in range(200):
        order = choice.sample(rng)
        assert choice.has(order)
        assert order != both


def test_offers_are_hidden_from_everybody_else() -> None:
    """Their counts as well, which would tell that somebody trades."""
    t = table()
    make_offers(t, "p1", Order("OFFER", ("p2", ("a",), ("b",))))
    for seat, sees in (("p1", True), ("p2", True), ("p3", False), ("", False)):
        hidden = hide_offers(t.state, seat)
        assert (bool(hidden.offers), bool(hidden.offer_counts)) == (sees, sees)


def test_resigning_ends_the_offers_but_not_a_deal_agreed_on() -> None:
    t = table()
    for taker in ("p2", "p3"):
        make_offers(t, "p1", Order("OFFER", (taker, ("a",), ("b",))))
    make_offers(t, "p2", Order("OFFER", ("p3", ("a",), ("b",))))
    t.emit(OfferAgreed("p1>p3:1"))
    at = len(t.facts)
    resign(t, "p1")
    assert [told.fact for told in t.facts[at:]] == [
        Resigned("p1"),
        OfferClosed("p1>p2:1", "left"),
    ]
    assert [o.id for o in t.state.offers] == ["p1>p3:1", "p2>p3:1"]
    assert t.state.leaving == ("p1",)


@pytest.mark.parametrize("later", [False, True])
def test_the_first_to_accept_an_offer_to_anyone_has_it(later: bool) -> None:
    """At once or later; other offers of the same giver stay."""
    t = table(seats=("p1", "p2", "p3", "p4"))
    to_all = Order("OFFER", (ANYONE, ("$5",), (NOTHING,)))
    make_offers(t, "p1", to_all)
    make_offers(t, "p1", to_all)
    make_offers(t, "p1", Order("OFFER", ("p4", ("$5",), (NOTHING,))))
    assert [o.group for o in t.state.offers] == [1, 1, 1, 2, 2, 2, 0]
    at = len(t.facts)
    (agree if later else settle)(t, t.state.offers[1])
    ended = {
        f.offer: f.reason for f in (x.fact for x in t.facts[at:]) if isinstance(f, OfferClosed)
    }
    taken = {} if later else {"p1>p3:1": "taken"}
    assert ended == taken | {"p1>p2:1": "elsewhere", "p1>p4:1": "elsewhere"}
    assert [o.group for o in t.state.offers if not o.accepted] == [2, 2, 2, 0]
    agree(t, t.state.offers[-1])
    assert len([o for o in t.state.offers if not o.accepted]) == 3


def test_only_the_giver_sees_how_many_offers_to_anyone_he_made() -> None:
    t = table()
    make_offers(t, "p1", Order("OFFER", (ANYONE, ("a",), ("b",))))
    assert hide_offers(t.state, "p1").offer_counts["p1>any"] == 1
    assert hide_offers(t.state, "p2").offer_counts == {"p1>p2": 1}


def test_one_amount_of_money_a_side() -> None:
    """Several would be more than the purse holds."""
    choice = offer_choice(("p2",), ("a", "$1", "$2"), lambda partner: ("b", "$1", "$2"), 3)
    assert choice.has(Order("OFFER", ("p2", ("a", "$2"), ("$1",))))
    assert not choice.has(Order("OFFER", ("p2", ("$1", "$2"), ("b",))))
    assert not choice.has(Order("OFFER", ("p2", ("a",), ("$1", "b", "$2"))))
