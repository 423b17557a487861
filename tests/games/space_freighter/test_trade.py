"""Trade: SF-TRA, SF-AMB 8, SF-W2, and what others see of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.advance import IllegalAnswer, opened
from engine.decision import Order
from engine.fact import OfferAgreed, OfferClosed, OfferMade
from games.space_freighter import SPACE_FREIGHTER
from games.space_freighter.cards import EVENTS
from games.space_freighter.facts import Exchanged, Revealed
from tests.games.space_freighter.scene import PASS, SUFFER, Scene, deliver, negate, offer, scene

HELD = {
    "p1": ("Gas Giant", "Dark Matter", "Solar Sail"),
    "p2": ("Core Planet", "Old Earth Art", "Shortage"),
    "p3": ("Star Base", "Psionic Snuff", "Smuggling"),
}


def table(*flips: str, **options: Any) -> Scene:
    """Three seats, three cards each; it is the first one's turn."""
    return scene(
        *(flips or ("Hive World", "Ram Scoop", "Contraband", "Alien World")),
        seats=3,
        hands=HELD,
        money={"p1": 4, "p2": 10, "p3": 0},
        options=options,
    )


def accept(giver: str, number: int | None = None) -> Order:
    return Order("ACCEPT", (giver, number))


def test_sf_tra_1_cards_for_cards() -> None:
    """SF-TRA-1: any cards for any cards."""
    game = table().do("p1", offer("p2", ["Gas Giant", "Solar Sail"], ["Core Planet"]))
    assert not game.all(Exchanged)
    game.do("p2", accept("p1"))
    assert game.s.hands["p1"] == ("Core Planet", "Dark Matter", "Hive World")
    assert game.s.hands["p2"] == ("Gas Giant", "Old Earth Art", "Shortage", "Solar Sail")
    assert [f.reason for f in game.all(OfferClosed)] == ["taken"]
    assert game.s.offers == ()


@pytest.mark.parametrize(("give", "want"), [(["Gas Giant"], []), ([], ["Core Planet"])])
def test_sf_tra_1_gifts(give: list[str], want: list[str]) -> None:
    """SF-TRA-1: a side may be empty, but not both."""
    game = table().do("p1", offer("p2", give, want)).do("p2", accept("p1"))
    assert game.one(Exchanged) == Exchanged("p1", "p2", tuple(give), tuple(want))
    with pytest.raises(IllegalAnswer):
        game.do("p1", offer("p2", [], []))


def test_sf_tra_2_at_once_in_the_trade_phase_of_one_of_the_two() -> None:
    """SF-TRA-2: whoever of the two made the offer."""
    game = table().do("p2", offer("p1", ["Core Planet"], ["Gas Giant"])).do("p1", accept("p2", 1))
    assert game.s.turn == 1
    assert "Core Planet" in game.s.hands["p1"]


def test_sf_tra_2_else_when_the_next_such_phase_opens() -> None:
    """SF-TRA-2: agreed in another's turn, carried out when one of the two has his draw."""
    game = table().do("p2", offer("p3", ["Core Planet"], ["Star Base"])).do("p3", accept("p2"))
    assert game.one(OfferAgreed).offer == "p2>p3:1"
    assert not game.all(Exchanged)
    game.say(PASS)
    assert game.s.turn == 2
    assert game.one(Exchanged).giver == "p2"
    assert "Star Base" in game.s.hands["p2"]


def test_sf_tra_2_after_the_hazard() -> None:
    """SF-TRA-2: the Trade phase follows the draw, and so what the hazard did."""
    game = table("Hive World", "Solar Flare").do("p2", offer("p3", ["Core Planet"], ["Star Base"]))
    game.do("p3", accept("p2")).say(PASS)
    assert game.asked.kind == "negate"
    assert not game.all(Exchanged)
    game.do("p1", offer("p2", ["Gas Giant"], ["Shortage"])).do("p2", accept("p1"))
    assert not game.all(Exchanged)
    game.say(SUFFER)
    # Three cards are lost, and among them what the second seat promised in both deals.
    assert [f.reason for f in game.all(OfferClosed)] == ["gone", "gone"]


def test_sf_tra_2_nobody_is_waited_for() -> None:
    """SF-TRA-2: only the active player's decision is pending while offers are open."""
    game = table().do("p1", offer("any", ["Gas Giant"], ["Core Planet"]))
    assert [d.seat for d in game.pending] == ["p1"]
    game.say(PASS)
    assert game.s.active == "p2"
    assert len(game.s.offers) == 2


def test_sf_tra_2_it_does_not_change_the_question() -> None:
    """SF-TRA-2: an exchange in the Trade phase leaves the number of the question."""
    game = table()
    asked = game.asked.id
    game.do("p1", offer("p2", ["Gas Giant"], ["Core Planet"])).do("p2", accept("p1"))
    assert game.asked.id == asked


def test_sf_tra_2_an_offer_made_earlier_may_be_answered_later() -> None:
    """SF-TRA-2: offers stay open until they are answered."""
    game = table().do("p3", offer("p2", ["Star Base"], ["Shortage"])).say(PASS).say(PASS)
    assert game.s.active == "p3"
    game.do("p2", accept("p3"))
    assert game.one(Exchanged).giver == "p3"


def test_sf_tra_2_checked_when_accepted() -> None:
    """SF-TRA-2: what the giver no longer holds ends the offer for both; nothing changes hands."""
    game = table().do("p1", offer("p2", ["Gas Giant"], ["Shortage"]))
    game.do("p1", offer("p3", ["Gas Giant"], [])).do("p3", accept("p1"))
    hands = game.s.hands
    game.do("p2", accept("p1"))
    assert game.fresh == [OfferClosed("p1>p2:1", "giver-lacks")]
    assert game.told[-1].audience == ("p1", "p2")
    assert game.s.hands == hands
    assert game.s.offers == ()


def test_sf_tra_2_checked_again_when_carried_out() -> None:
    """SF-TRA-2: agreed, then gone by the time: it fails whole."""
    game = table().do("p2", offer("p3", ["Core Planet", "Shortage"], ["Star Base"]))
    game.do("p3", accept("p2"))
    game.do("p2", offer("p1", ["Shortage"], ["Gas Giant"])).do("p1", accept("p2"))
    assert game.one(Exchanged).taker == "p1"
    game.say(PASS)
    assert game.all(OfferClosed)[-1] == OfferClosed("p2>p3:1", "giver-lacks")
    assert "Core Planet" in game.s.hands["p2"]
    assert "Star Base" in game.s.hands["p3"]


def test_sf_tra_2_of_two_agreed_deals_over_one_card_the_first_offered_goes() -> None:
    """SF-TRA-2: in the order in which the offers were made."""
    game = table().do("p2", offer("p3", ["Shortage"], ["Star Base"]))
    game.do("p2", offer("p3", ["Shortage"], ["Psionic Snuff"]))
    game.do("p3", accept("p2", 2)).do("p3", accept("p2", 1)).say(PASS)
    assert game.one(Exchanged).want == ("Star Base",)
    assert game.all(OfferClosed)[-1] == OfferClosed("p2>p3:2", "giver-lacks")


def test_sf_tra_2_an_agreed_offer_is_not_taken_back() -> None:
    """SF-TRA-2: WITHDRAW and DECLINE are for offers that nobody has accepted."""
    game = table().do("p2", offer("p3", ["Shortage"], ["Star Base"])).do("p3", accept("p2"))
    for seat, verb, other in (("p2", "WITHDRAW", "p3"), ("p3", "DECLINE", "p2")):
        with pytest.raises(IllegalAnswer):
            game.do(seat, Order(verb, (other, 1)))


@pytest.mark.parametrize(
    ("seat", "verb", "reason"), [("p2", "WITHDRAW", "withdrawn"), ("p3", "DECLINE", "declined")]
)
def test_sf_w2_silence_refuses_and_so_does_a_word(seat: str, verb: str, reason: str) -> None:
    """SF-W2: an offer that nobody accepts has no effect."""
    game = table().do("p2", offer("p3", ["Shortage"], ["Star Base"]))
    game.do(seat, Order(verb, ("p3" if seat == "p2" else "p2", None)))
    assert game.one(OfferClosed).reason == reason
    game.say(PASS).say(PASS)
    assert not game.all(Exchanged)


def test_sf_amb_8_active_only() -> None:
    """SF-AMB 8: two others wait for the turn of one of them."""
    game = table(trade="active").do("p2", offer("p3", ["Shortage"], [])).do("p3", accept("p2"))
    assert not game.all(Exchanged)


def test_sf_amb_8_all_with_all() -> None:
    """SF-AMB 8, option trade = all: in anybody's Trade phase, but not during a hazard."""
    game = table(trade="all").do("p2", offer("p3", ["Shortage"], [])).do("p3", accept("p2"))
    assert game.one(Exchanged).taker == "p3"
    game = table("Solar Flare", trade="all").do("p2", offer("p3", ["Shortage"], []))
    game.do("p3", accept("p2"))
    assert not game.all(Exchanged)
    game.say(SUFFER)
    assert game.one(Exchanged).taker == "p3"


def test_sf_amb_8_cards_only_unless_the_option_says_so() -> None:
    """SF-AMB 8: the default is cards."""
    with pytest.raises(IllegalAnswer):
        table().do("p1", offer("p2", ["$3"], ["Shortage"]))
    with pytest.raises(IllegalAnswer):
        table().do("p1", offer("p2", ["Gas Giant"], ["$3"]))


def test_sf_amb_8_money_in_deals() -> None:
    """SF-AMB 8, option money: amounts that both have, on either side."""
    game = table(money=True).do("p1", offer("p2", ["Gas Giant", "$1"], ["$8", "Shortage"]))
    game.do("p2", accept("p1"))
    assert game.one(Exchanged) == Exchanged("p1", "p2", ("Gas Giant",), ("Shortage",), 1, 8)
    assert game.s.money == {"p1": 11, "p2": 3, "p3": 0}
    with pytest.raises(IllegalAnswer):
        game.do("p1", offer("p2", ["$12"], ["Core Planet"]))
    with pytest.raises(IllegalAnswer):
        game.do("p1", offer("p3", ["Solar Sail"], ["$1"]))


def test_sf_amb_8_money_that_is_spent_by_the_time() -> None:
    """SF-AMB 8: the purse is looked at when the deal is made."""
    game = table(money=True).do("p2", offer("p1", ["$6"], ["Gas Giant"]))
    game.do("p2", offer("p1", ["$6"], ["Dark Matter"]))
    game.do("p1", accept("p2", 1)).do("p1", accept("p2", 2))
    assert game.all(OfferClosed)[-1] == OfferClosed("p2>p1:2", "giver-lacks")
    assert game.s.money["p2"] == 4


# -- who sees what -------------------------------------------------------------------------------


def test_offers_are_the_affair_of_two() -> None:
    """Offer, acceptance and end are told to the pair; the exchange masked to the others."""
    game = table().do("p1", offer("p2", ["Gas Giant"], ["Core Planet", "Shortage"]))
    game.do("p2", accept("p1"))
    pair = [t for t in game.told if isinstance(t.fact, OfferMade | OfferClosed | Exchanged)]
    assert {t.audience for t in pair} == {("p1", "p2")}
    seen = [t.to("p3") for t in pair]
    assert seen == [None, None, Exchanged("p1", "p2", ("?",), ("?", "?"))]
    assert SPACE_FREIGHTER.hide(game.s, "p3").offer_counts == {}


def test_what_was_known_of_two_hands_is_forgotten_when_unseen_cards_change_them() -> None:
    """A third seat cannot tell which cards went, and so keeps nothing it knew of the two."""
    game = table()
    deal = Exchanged("p1", "p2", ("?",), ("?", "?"))
    after = deal.apply(game.s)
    assert after.hands["p1"] == ("?",) * 5
    assert after.hands["p2"] == ("?",) * 2
    assert after.hands["p3"] == game.s.hands["p3"]


def test_an_offer_asks_for_what_may_exist() -> None:
    """What is wanted comes from the cards not discarded, never from the other's hand."""
    game = table()
    d = opened(SPACE_FREIGHTER, game.s, "p1")
    assert d is not None
    assert d.has(offer("p2", ["Gas Giant"], ["Star Base"]))
    assert d.has(offer("any", ["Gas Giant"], ["Anti-Matter"]))
    assert not d.has(offer("p2", ["Gas Giant"], ["Dark Matter"]))
    assert not d.has(offer("p2", ["Core Planet"], ["Star Base"]))
    assert not d.has(offer("p1", ["Gas Giant"], ["Star Base"]))
    assert not d.has(offer("p2", ["Gas Giant"], ["Comet Debris"]))
    view = opened(SPACE_FREIGHTER, SPACE_FREIGHTER.hide(game.s, "p1"), "p1")
    assert view is not None
    assert view.has(offer("p2", ["Gas Giant"], ["Star Base"]))


def test_reveal_shows_a_card_to_all_and_keeps_it() -> None:
    game = table().do("p3", Order("REVEAL", ("Star Base",)))
    assert game.one(Revealed) == Revealed("p3", "Star Base")
    assert game.told[-1].audience is None
    assert "Star Base" in game.s.hands["p3"]
    with pytest.raises(IllegalAnswer):
        game.do("p3", Order("REVEAL", ("Gas Giant",)))
    masked = SPACE_FREIGHTER.hide(game.s, "p1")
    assert game.one(Revealed).apply(masked).hands["p3"] == ("?", "?", "Star Base")


def test_a_seat_that_leaves_is_no_partner() -> None:
    """Its offers are closed, and none may be made to it."""
    game = table().do("p3", offer("p1", ["Star Base"], [])).do("p3", Order("RESIGN"))
    assert game.one(OfferClosed).reason == "left"
    with pytest.raises(IllegalAnswer):
        game.do("p1", offer("p3", ["Gas Giant"], []))
    game.do("p1", offer("any", ["Gas Giant"], []))
    assert [o.taker for o in game.s.offers] == ["p2"]
    assert opened(SPACE_FREIGHTER, game.s, "p3") is None


def test_sf_tra_2_the_first_to_accept_an_offer_to_any_has_it() -> None:
    """SF-TRA-2: agreed in another's turn, it is not sold to the active player meanwhile."""
    game = table().do("p2", offer("any", ["Shortage"], [])).do("p3", accept("p2"))
    assert game.one(OfferAgreed).offer == "p2>p3:1"
    assert game.fresh[-1] == OfferClosed("p2>p1:1", "elsewhere")
    with pytest.raises(IllegalAnswer):
        game.do("p1", accept("p2"))
    game.say(PASS)
    assert game.one(Exchanged).taker == "p3"


def test_sf_tra_2_who_lacks_what_is_asked_does_not_take_it_from_the_others() -> None:
    """SF-TRA-2: he cannot accept, and the offer stands for all."""
    game = table().do("p1", offer("any", ["Gas Giant"], ["Star Base"]))
    with pytest.raises(IllegalAnswer):
        game.do("p2", accept("p1"))
    assert SPACE_FREIGHTER.lacks(game.s, "p2", game.s.offers[0].want) == ("Star Base",)
    assert [o.taker for o in game.s.offers] == ["p2", "p3"]
    game.do("p3", accept("p1"))
    assert game.one(Exchanged).taker == "p3"


def test_sf_tra_2_the_number_is_needed_where_only_one_of_two_can_be_accepted() -> None:
    """Else ACCEPT without one would mean another offer than its giver may think."""
    game = table().do("p1", offer("p2", ["Gas Giant"], ["Star Base"]))
    game.do("p1", offer("p2", ["Gas Giant"], ["Shortage"]))
    with pytest.raises(IllegalAnswer):
        game.do("p2", accept("p1"))
    game.do("p2", accept("p1", 2))
    assert game.one(Exchanged).want == ("Shortage",)


def test_sf_tra_2_an_offer_of_a_card_on_the_pile_ends() -> None:
    """SF-TRA-2: what is given and what is asked; others stay, and only the pair is told."""
    game = table().do("p1", offer("p2", ["Dark Matter"], ["Shortage"]))
    game.do("p3", offer("p2", ["Star Base"], ["Hive World", "Shortage"]))
    game.do("p2", offer("p3", ["Shortage"], ["Star Base"]))
    game.say(deliver("Hive World", "Dark Matter"))
    closed = [t for t in game.told if isinstance(t.fact, OfferClosed)]
    assert [(t.fact, t.audience) for t in closed] == [
        (OfferClosed("p1>p2:1", "gone"), ("p1", "p2")),
        (OfferClosed("p3>p2:1", "gone"), ("p3", "p2")),
    ]
    assert [o.id for o in game.s.offers] == ["p2>p3:1"]


def test_sf_tra_2_what_the_giver_no_longer_holds_is_his_secret() -> None:
    """SF-TRA-2: the cards lie in another hand, not on the pile: the offer stays open."""
    game = table().do("p1", offer("p2", ["Gas Giant"], ["Shortage"]))
    game.do("p1", offer("p3", ["Gas Giant"], [])).do("p3", accept("p1")).say(PASS)
    assert [o.id for o in game.s.offers] == ["p1>p2:1"]


def test_sf_tra_2_an_offer_ends_with_discards_and_aid() -> None:
    """SF-TRA-2: whatever brings the card to the pile."""
    game = table("Solar Flare").do("p1", offer("p2", ["Solar Sail"], ["Shortage"]))
    assert game.asked.kind == "negate"
    game.say(negate(EVENTS["Solar Flare"].hazard, "Solar Sail"))
    assert game.one(OfferClosed).reason == "gone"


def test_sf_amb_8_one_amount_of_mc_a_side() -> None:
    """SF-AMB 8: the amounts of a side together would be more than the purse."""
    with pytest.raises(IllegalAnswer):
        table(money=True).do("p1", offer("p2", ["$3", "$4"], ["Shortage"]))
    game = table(money=True).do("p1", offer("any", ["$4"], []))
    game.do("p2", accept("p1"))
    assert game.s.money == {"p1": 0, "p2": 14, "p3": 0}
    assert game.s.offers == ()
