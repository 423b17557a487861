"""Who knows what: masks, swaps, what is conserved."""

from __future__ import annotations

from engine.hand import less
from engine.state import change
from games.space_freighter import SPACE_FREIGHTER as GAME
from games.space_freighter.cards import CARDS
from games.space_freighter.state import more
from tests.games.space_freighter.scene import offer, position, scene

HELD = {
    "p1": ("Gas Giant", "Dark Matter"),
    "p2": ("Core Planet", "Old Earth Art"),
    "p3": ("Star Base", "Psionic Snuff"),
}


def test_other_hands_are_masked_by_number() -> None:
    """SF-AMB 13: how many cards a seat holds is public, which ones is not printed."""
    s = position(3, hands=HELD)
    view = GAME.hide(s, "p2")
    assert view.hands == {"p1": ("?", "?"), "p2": s.hands["p2"], "p3": ("?", "?")}
    assert GAME.hide(s, "").hands["p2"] == ("?", "?")
    assert (view.deck, view.pile, view.money) == (s.deck, s.pile, s.money)


def test_offers_of_others_are_hidden() -> None:
    game = scene("Hive World", seats=3, hands=HELD).do("p1", offer("p2", ["Gas Giant"], []))
    assert GAME.hide(game.s, "p3").offers == ()
    assert GAME.hide(game.s, "p2").offers == game.s.offers


def test_less_and_more_keep_hands_sorted() -> None:
    hand = ("Dark Matter", "Gas Giant", "Star Base")
    assert less(hand, ("Gas Giant",)) == ("Dark Matter", "Star Base")
    assert more(hand, ("Core Planet",)) == ("Core Planet", *hand)
    assert less(("?", "?", "Star Base"), ("Gas Giant", "Star Base")) == ("?",)
    assert less(("?", "?", "Star Base"), ("?",)) == ("?", "?")
    assert less(("Dark Matter", "Star Base"), ("Gas Giant",)) == ("?",)


def test_swaps_differ_only_in_what_is_hidden() -> None:
    ahead = ("Smuggling", "Contraband", "Shortage", "Ion Storm")
    s = change(position(3, hands=HELD), ahead=ahead, foresight={"p1": 2, "p2": 4})
    for viewer, least in (("p1", 3), ("p2", 1), ("p3", 3), ("", 4)):
        others = list(GAME.swaps(s, viewer))
        assert len(others) >= least
        for other in others:
            assert other != s
            assert GAME.hide(other, viewer) == GAME.hide(s, viewer)
            assert GAME.conserved(other) == GAME.conserved(s)


def test_all_cards_are_somewhere_once() -> None:
    s = position(3, hands=HELD)
    assert GAME.conserved(s) == {"cards": CARDS, "astray": ()}
    lost = change(s, hands={**s.hands, "p1": ()})
    assert GAME.conserved(lost) != GAME.conserved(s)


def test_the_cap_is_a_turn_a_card_and_one_for_each_that_strands() -> None:
    assert {GAME.cap(seats) for seats in range(2, 7)} == {93}


def test_with_two_seats_only_the_order_of_the_deck_is_hidden() -> None:
    """SF-AMB 13: all flips and discards lie open, so what is in no other place is in his hand."""
    s = position(2, hands={x: HELD[x] for x in ("p1", "p2")})
    assert list(GAME.swaps(s, "p1")) == []
    view = GAME.hide(s, "p1")
    rest = set(CARDS) - {*view.deck, *view.pile, *view.hands["p1"]}
    assert rest == set(s.hands["p2"])


def test_a_swap_deals_the_other_hands_anew() -> None:
    """So that every card of theirs may be another's, not only the first and the last."""
    s = position(4, hands={**HELD, "p4": ("Anti-Matter", "Smuggling", "Contraband")})
    *_, dealt = GAME.swaps(s, "p1")
    assert dealt.hands["p1"] == s.hands["p1"]
    assert [len(dealt.hands[x]) for x in s.seats] == [len(s.hands[x]) for x in s.seats]
    assert all(dealt.hands[x] != s.hands[x] for x in ("p2", "p3", "p4"))
    assert GAME.conserved(dealt) == GAME.conserved(s)
