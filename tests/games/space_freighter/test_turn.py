"""Setup and turn: SF-SET, SF-TRN, SF-DRW, SF-END, SF-WIN, SF-DCK-7."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from engine.decision import Order
from engine.dice import KeyedDice
from engine.fact import DroppedOut, Ended, OfferClosed, Popped, RoundBegan, TurnBegan
from engine.state import change
from engine.table import Table
from games.space_freighter import SPACE_FREIGHTER
from games.space_freighter.cards import AGAINST, AID, CARDS, EVENTS
from games.space_freighter.facts import (
    Delivered,
    Exchanged,
    Fined,
    Flipped,
    HandLeft,
    Looked,
    Lost,
    Negated,
    Stranded,
    Trimmed,
    TurnSkipped,
)
from games.space_freighter.phases import suffer
from tests.games.space_freighter.scene import (
    PASS,
    SUFFER,
    Scene,
    deliver,
    discard,
    negate,
    offer,
    position,
    scene,
)

GOODS8 = (
    "Anti-Matter",
    "Dark Matter",
    "Designer Clones",
    "Nutrient Bars",
    "Old Earth Art",
    "Psionic Snuff",
    "Rare Medicines",
    "Sapient Computers",
)


def order_of_turns(game: Scene) -> list[str]:
    return [f.seat for f in game.all(TurnBegan)]


# -- setup ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_sf_set_1_one_deck_clockwise(seats: int) -> None:
    """SF-SET-1, SF-AMB 17: 2 to 6 seats share the deck and play clockwise from the first."""
    assert (SPACE_FREIGHTER.least_seats, SPACE_FREIGHTER.most_seats) == (2, 6)
    game = scene("Anti-Matter", "Dark Matter", "Hive World", "Star Base", "Gas Giant", seats=seats)
    ids = [f"p{i}" for i in range(1, seats + 1)]
    assert order_of_turns(game)[:seats] == ids
    assert order_of_turns(game)[seats] == "p1"
    assert [f.round for f in game.all(RoundBegan)] == [1, 2]


def test_sf_set_2_empty_hands_and_purses() -> None:
    """SF-SET-2, SF-AMB 1: nothing is dealt."""
    s = position(4)
    assert set(s.hands.values()) == {()}
    assert set(s.money.values()) == {0}
    assert s.deck == CARDS


# -- the draw ------------------------------------------------------------------------------------


def test_sf_trn_1_phases_in_order() -> None:
    """SF-TRN-1: draw, trade, delivery, end."""
    hand = ("Hive World", *GOODS8)
    game = scene("Asteroid Field", "Gas Giant", hands={"p1": (*hand, "Ram Scoop"), "p2": ()})
    assert game.asked.kind == "negate"
    game.say(SUFFER)
    assert game.asked.kind == "deliver"
    game = scene("Gas Giant", hands={"p1": hand, "p2": ("Star Base", "Contraband")})
    game.do("p1", offer("p2", ["Nutrient Bars"], ["Contraband"])).do(
        "p2", Order("ACCEPT", ("p1", None))
    )
    assert game.asked.kind == "deliver"
    game.say(deliver("Hive World", "Designer Clones"))
    assert (game.asked.kind, game.asked.seat) == ("discard", "p1")
    game.say(discard("Gas Giant"))
    kinds = [type(f) for f in game.facts]
    steps = [kinds.index(k) for k in (Flipped, Exchanged, Delivered, Trimmed)]
    assert steps == sorted(steps)
    assert order_of_turns(game) == ["p1", "p2"]


@pytest.mark.parametrize("card", ["Hive World", "Dark Matter", "Solar Sail", "Smuggling"])
def test_sf_drw_1_world_good_or_aid_to_the_hand(card: str) -> None:
    """SF-DRW-1, SF-AMB 13: the flip is shown to all, and the card goes to the hand."""
    game = scene(card, hands={"p1": ("Star Base",)})
    told = game.told[[type(t.fact) for t in game.told].index(Flipped)]
    assert told.audience is None
    assert told.fact == Flipped("p1", card, True)
    assert game.s.hands["p1"] == tuple(sorted((card, "Star Base")))
    assert card not in game.s.deck
    assert game.asked.info == {"flipped": card}


def test_sf_drw_1_an_event_is_resolved_now_and_goes_to_the_pile() -> None:
    """SF-DRW-1: not to the hand."""
    game = scene("Repairs", hands={"p1": ("Star Base", "Dark Matter")}, money={"p1": 9})
    assert game.s.pile[-1] == "Repairs"
    assert game.s.hands["p1"] == ("Dark Matter", "Star Base")
    assert game.s.money["p1"] == 2


@pytest.mark.parametrize("event", [e for e in EVENTS.values() if e.hazard], ids=lambda e: e.name)
@pytest.mark.parametrize("aid", AID)
def test_sf_drw_2_a_matching_aid_negates(event: object, aid: str) -> None:
    """SF-DRW-2, SF-DRW-3: every aid against every hazard; both go to the pile, nothing else."""
    name, kind = getattr(event, "name", ""), getattr(event, "hazard", "")
    game = scene(name, hands={"p1": (aid, "Dark Matter", "Hive World")})
    order = negate(kind, aid)
    assert game.asked.has(order) == (kind in AID[aid].negates)
    assert game.asked.default == SUFFER
    if game.asked.has(order):
        game.say(order)
        assert game.one(Negated) == Negated("p1", name, aid)
        assert game.s.pile[-2:] == (name, aid)
        assert game.s.hands["p1"] == ("Dark Matter", "Hive World")
        assert not game.all(Lost)


def test_sf_drw_2_only_the_own_hand_helps() -> None:
    """SF-DRW-2, SF-AMB 5: another seat's aid is no answer; the question is put all the same."""
    game = scene("Comet Debris", hands={"p1": ("Hive World",), "p2": ("Force Field",)})
    assert [d.seat for d in game.pending] == ["p1"]
    assert list(game.asked.legal()) == [SUFFER]


@pytest.mark.parametrize("hand", [("Hive World",), ("Force Field", "Hive World")])
def test_sf_w1_is_asked_whatever_the_hand_holds(hand: tuple[str, ...]) -> None:
    """SF-W1: a pause at a hazard tells nothing of the hand."""
    game = scene("Space Junk", hands={"p1": hand})
    assert (game.asked.kind, game.asked.skip, game.asked.sealed) == ("negate", False, False)


def test_sf_w1_is_not_asked_of_an_empty_hand() -> None:
    """SF-W1: that there is nothing to lose is public."""
    game = scene("Space Junk", "Hive World", hands={"p2": ("Dark Matter",)})
    assert not game.all(Lost)
    assert (game.asked.seat, game.asked.kind) == ("p2", "deliver")


def test_sf_drw_4_three_random_cards() -> None:
    """SF-DRW-4: drawn from the sorted hand, one after another; the cards are shown to all."""
    hand = ("Anti-Matter", "Dark Matter", "Gas Giant", "Hive World", "Star Base")
    game = scene("Solar Flare", hands={"p1": hand}, losses=(4, 0, 1)).say(SUFFER)
    assert game.one(Lost) == Lost("p1", ("Star Base", "Anti-Matter", "Gas Giant"))
    assert game.s.hands["p1"] == ("Dark Matter", "Hive World")
    assert game.s.pile[-3:] == ("Star Base", "Anti-Matter", "Gas Giant")
    rolls = [t for t in game.told if getattr(t.fact, "purpose", "") == "loss"]
    assert [getattr(t.fact, "n", 0) for t in rolls] == [5, 4, 3]
    assert {t.audience for t in rolls} == {("p1",)}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_sf_drw_4_all_if_fewer(count: int) -> None:
    """SF-DRW-4: three cards or fewer all go, without a draw."""
    hand = ("Anti-Matter", "Dark Matter", "Gas Giant")[:count]
    game = scene("Solar Flare", hands={"p1": hand, "p2": ("Hive World", "Star Base")})
    game.say(SUFFER)
    assert game.one(Lost).cards == hand
    assert not [f for f in game.facts if getattr(f, "purpose", "") == "loss"]


def test_sf_drw_4_the_negating_aid_is_not_among_the_lost() -> None:
    """SF-AMB 11: first the aid, then nothing is drawn."""
    game = scene("Solar Flare", hands={"p1": ("Solar Sail", "Dark Matter", "Gas Giant")})
    game.say(negate("energy", "Solar Sail"))
    assert game.asked.kind == "deliver"
    assert game.s.hands["p1"] == ("Dark Matter", "Gas Giant")
    assert not [f for f in game.facts if getattr(f, "purpose", "") == "loss"]


@pytest.mark.parametrize(
    ("event", "money", "left"),
    [("Repairs", 10, 3), ("Repairs", 7, 0), ("Repairs", 5, 0), ("Docking Fees", 0, 0)],
)
def test_sf_drw_5_not_below_nothing(event: str, money: int, left: int) -> None:
    """SF-DRW-5, SF-AMB 2: the floor is 0 MC."""
    game = scene(event, money={"p1": money}, hands={"p2": ("Hive World", "Dark Matter")})
    assert game.s.money["p1"] == left
    assert game.one(Fined) == Fined("p1", EVENTS[event].amount, money - left)


@pytest.mark.parametrize(
    "event", [e.name for e in EVENTS.values() if not e.hazard], ids=lambda name: str(name)
)
def test_sf_amb_10_nothing_but_hazards_can_be_negated(event: str) -> None:
    """SF-AMB 10: no NEGATE is offered, whatever aid is held."""
    game = scene(event, hands={"p1": (*AGAINST["rock"][:3], "Ram Scoop")})
    assert not game.all(Negated)
    assert all(d.kind != "negate" for d in game.pending)


# -- looking ahead -------------------------------------------------------------------------------


def test_sf_drw_6_only_the_drawer_sees_and_the_order_stays() -> None:
    """SF-DRW-6, SF-AMB 14: five cards, told to the drawer; then they come in that order."""
    held = {"p1": ("Hive World", "Star Base"), "p2": ("Gas Giant", "Core Planet")}
    game = scene("Passive Sensors", hands=held)
    told = next(t for t in game.told if isinstance(t.fact, Looked))
    assert told.audience == ("p1",)
    assert told.to("p2") == Looked("p1", ("?",) * 5)
    seen = game.one(Looked).cards
    assert game.s.ahead == seen
    assert SPACE_FREIGHTER.hide(game.s, "p1").ahead == seen
    assert SPACE_FREIGHTER.hide(game.s, "p2").ahead == ("?",) * 5
    looks = [t for t in game.told if getattr(t.fact, "purpose", "") == "look"]
    assert len(looks) == 5
    assert {t.audience for t in looks} == {("p1",)}
    flipped: list[str] = []
    while len(flipped) < 5 and game.pending:
        order = game.asked.default
        game.say(order)
        flipped = [f.card for f in game.all(Flipped)][1:]
    assert tuple(flipped[:5]) == seen


def test_sf_drw_6_knowledge_goes_as_the_cards_are_drawn() -> None:
    """SF-DRW-6: after two flips the looker knows three cards, the others none."""
    held = {"p1": ("Hive World", "Ram Scoop"), "p2": ("Shortage", "Core Planet")}
    game = scene("Passive Sensors", hands=held, deck=("Passive Sensors", *GOODS8))
    seen = game.one(Looked).cards
    game.say(PASS)
    assert game.s.foresight == {"p1": 4}
    assert SPACE_FREIGHTER.hide(game.s, "p1").ahead == seen[1:]
    game.say(PASS)
    assert game.s.foresight == {"p1": 3}
    assert SPACE_FREIGHTER.hide(game.s, "p1").ahead == seen[2:]
    assert SPACE_FREIGHTER.hide(game.s, "p2").ahead == ("?",) * 3


def test_sf_drw_6_a_second_look_goes_on_where_the_first_ended() -> None:
    """SF-DRW-6: what one has seen another sees too; each knows as far as he looked."""
    held = {"p1": ("Hive World", "Ram Scoop"), "p2": ("Shortage", "Core Planet")}
    s = position(2, hands=held)
    s = change(s, ahead=("Passive Sensors", "Gas Giant", "Star Base"), foresight={"p2": 3})
    game = Scene(s, scene(hands=held).dice).go()
    cards = game.one(Looked).cards
    assert cards[:2] == ("Gas Giant", "Star Base")
    assert len(set(cards)) == 5
    assert game.s.foresight == {"p1": 5, "p2": 2}
    assert SPACE_FREIGHTER.hide(game.s, "p2").ahead == ("Gas Giant", "Star Base", "?", "?", "?")


def test_sf_drw_6_a_look_that_is_shorter_than_what_lies_open() -> None:
    """SF-DRW-6: what lies behind stays as it was, and known to whoever knew it."""
    held = {"p1": ("Hive World", "Ram Scoop"), "p2": ("Shortage", "Core Planet")}
    ahead = ("Passive Sensors", *GOODS8[:7])
    s = change(position(2, hands=held), ahead=ahead, foresight={"p2": 8})
    game = Scene(s, scene(hands=held).dice).go()
    assert game.one(Looked).cards == GOODS8[:5]
    assert game.s.ahead == GOODS8[:7]
    assert game.s.foresight == {"p1": 5, "p2": 7}


def test_sf_drw_6_a_shorter_second_look_takes_no_knowledge_away() -> None:
    """SF-DRW-6: who knew six cards and looks at five still knows the sixth."""
    held = {"p1": ("Hive World", "Ram Scoop"), "p2": ("Shortage", "Core Planet")}
    ahead = ("Passive Sensors", *GOODS8[:6])
    s = change(position(2, hands=held), ahead=ahead, foresight={"p1": 7})
    game = Scene(s, scene(hands=held).dice).go()
    assert game.s.foresight == {"p1": 6}
    assert SPACE_FREIGHTER.hide(game.s, "p1").ahead == GOODS8[:6]


@pytest.mark.parametrize("left", [0, 1, 4])
def test_sf_drw_6_fewer_cards_than_the_look(left: int) -> None:
    """SF-DRW-6: those that are left."""
    deck = ("Scanner Sweep", *GOODS8[:left])
    held = {"p1": ("Hive World", "Star Base"), "p2": ("Gas Giant", "Core Planet")}
    game = scene("Scanner Sweep", deck=deck, hands=held)
    assert sorted(game.one(Looked).cards) == sorted(GOODS8[:left])


# -- SRT -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", [e for e in EVENTS.values() if e.effect == "stranded"])
def test_sf_dck_7_rest_of_this_turn_and_the_whole_next(event: object) -> None:
    """SF-DCK-7, SF-DRW-7: no trade, no delivery, no draw in the next turn; then as ever."""
    name, gain = getattr(event, "name", ""), getattr(event, "amount", 0)
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    game = scene(name, "Anti-Matter", "Psionic Snuff", "Star Base", hands=held)
    assert game.one(Stranded) == Stranded("p1", gain)
    assert game.s.money["p1"] == gain
    assert (game.asked.seat, game.s.turn) == ("p2", 2)
    game.say(PASS)
    assert game.one(TurnSkipped) == TurnSkipped("p1")
    assert (game.asked.seat, game.s.turn) == ("p2", 4)
    assert game.s.hands["p1"] == ("Dark Matter", "Hive World")
    game.say(PASS)
    assert (game.asked.seat, game.s.turn) == ("p1", 5)
    assert game.s.idle == ()


def test_sf_drw_7_no_trade_phase_in_a_turn_cut_short() -> None:
    """SF-DRW-7: what was agreed on waits for the next Trade phase of one of the two."""
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    game = scene("Anti-Matter", "Malfunction", "Star Base", hands=held, seats=3)
    game.do("p2", offer("p3", ["Gas Giant"], [])).do("p3", Order("ACCEPT", ("p2", None)))
    assert not game.all(Exchanged)
    game.say(PASS)
    assert game.one(Stranded).seat == "p2"
    assert game.one(Exchanged).taker == "p3"
    turns = [type(f) for f in game.facts]
    assert turns.index(Exchanged) > turns.index(Stranded)
    assert game.s.active == "p3" or game.s.turn > 3


def test_sf_drw_7_the_hand_limit_holds_in_a_turn_cut_short() -> None:
    """SF-DRW-7, SF-AMB 6: eight cards are trimmed at once, none in the skipped turn."""
    held = {"p1": GOODS8, "p2": ("Gas Giant", "Core Planet")}
    game = scene("Malfunction", "Star Base", "Hive World", hands=held)
    assert (game.asked.seat, game.asked.kind, game.asked.info) == ("p1", "discard", {"excess": 1})
    game.say(discard("Nutrient Bars"))
    assert len(game.s.hands["p1"]) == 7
    game.say(PASS)
    assert game.all(TurnSkipped)


def test_sf_amb_7_no_second_skip_while_one_is_owed() -> None:
    """SF-AMB 7: the skipped turn draws nothing, so a seat is owed at most one."""
    held = {"p2": ("Gas Giant", "Core Planet")}
    game = scene("Malfunction", "Hive World", "Lost in Space", hands=held)
    game.say(PASS)
    assert game.all(TurnSkipped)
    assert game.s.idle == ("p2",) or game.s.idle == ()
    assert all(game.s.idle.count(x) <= 1 for x in game.s.seats)


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", [1, 2])
def test_sf_end_1_the_excess_of_own_choice(over: int) -> None:
    """SF-END-1: down to seven, any cards."""
    hand = (*GOODS8, "Hive World")[: 6 + over]
    game = scene("Star Base", hands={"p1": hand, "p2": ("Gas Giant", "Core Planet")}).say(PASS)
    assert game.asked.kind == "discard"
    orders = list(game.asked.legal())
    assert len(orders) == {1: 8, 2: 36}[over]
    game.say(orders[-1])
    gone = game.one(Trimmed).cards
    assert orders[-1].args[0] == gone
    assert sorted((*game.s.hands["p1"], *gone)) == sorted((*hand, "Star Base"))


def test_sf_end_1_seven_may_stay() -> None:
    """SF-END-1: nothing is asked at seven."""
    game = scene("Star Base", hands={"p1": GOODS8[:6], "p2": ("Gas Giant", "Core Planet")})
    game.say(PASS)
    assert game.asked.seat == "p2"


def test_sf_amb_9_too_many_by_a_trade_are_trimmed_in_the_own_turn() -> None:
    """SF-AMB 9: a seat that was given cards keeps them until its own End phase."""
    held = {"p1": ("Hive World", "Star Base", "Ram Scoop"), "p2": GOODS8[:7]}
    game = scene("Gas Giant", "Core Planet", hands=held)
    game.do("p1", offer("p2", ["Star Base", "Gas Giant"], []))
    game.do("p2", Order("ACCEPT", ("p1", 1)))
    assert len(game.s.hands["p2"]) == 9
    assert (game.asked.seat, game.asked.kind) == ("p1", "deliver")
    game.say(PASS)
    assert (game.asked.seat, game.asked.kind) == ("p2", "deliver")
    game.say(PASS)
    assert (game.asked.seat, game.asked.info) == ("p2", {"excess": 3})


def last_turn(card: str, **fields: Any) -> Scene:
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    return scene(card, deck=(card,), **({"hands": held} | fields))


def test_sf_end_2_the_turn_of_the_last_card_is_played_out() -> None:
    """SF-END-2: its delivery counts, then the game is over."""
    game = last_turn("Smuggling", money={"p2": 5})
    assert game.pending
    game.say(deliver("Hive World", "Dark Matter", "Smuggling"))
    assert game.s.ended == "deck"
    assert game.s.money == {"p1": 20, "p2": 5}
    assert game.s.winners == ("p1",)
    assert game.pending == ()


def test_sf_amb_15_the_last_card_is_an_event() -> None:
    """SF-AMB 15: a fine leaves the delivery; a turn cut short is trimmed and ends the game."""
    game = last_turn("Docking Fees")
    assert game.asked.kind == "deliver"
    game = last_turn("Rescue Mission")
    assert (game.s.ended, game.s.winners, game.s.money["p1"]) == ("deck", ("p1",), 6)
    game = last_turn("Rescue Mission", hands={"p1": GOODS8, "p2": ()})
    assert game.asked.kind == "discard"
    game.say(game.asked.default)
    assert game.s.ended == "deck"
    assert len(game.s.hands["p1"]) == 7
    game = last_turn("Ion Storm")
    assert game.asked.kind == "negate"
    assert game.say(SUFFER).s.ended == "deck"


def test_sf_end_2_with_too_many_cards_at_the_end() -> None:
    """SF-END-2: the End phase of the last turn is played too."""
    game = last_turn("Star Base", hands={"p1": GOODS8, "p2": ()}).say(PASS)
    assert game.asked.info == {"excess": 2}
    assert game.say(game.asked.default).s.ended == "deck"


def test_sf_win_1_equal_ones_share() -> None:
    """SF-WIN-1: most MC; a tie is shared."""
    game = last_turn("Star Base", money={"p1": 3, "p2": 3}).say(PASS)
    assert game.s.winners == ("p1", "p2")
    assert SPACE_FREIGHTER.score(game.s) == {"p1": 3, "p2": 3}


def test_sf_win_2_cards_in_hand_count_nothing() -> None:
    """SF-WIN-2: one MC beats a hand of seven."""
    game = last_turn("Star Base", money={"p2": 1}, hands={"p1": GOODS8[:6], "p2": ()}).say(PASS)
    assert game.s.winners == ("p2",)


def test_sf_amb_12_discards_never_return() -> None:
    """SF-AMB 12: the pile only grows, and the deck only shrinks."""
    game = scene(hands={"p1": ("Hive World", "Dark Matter")})
    piles, decks = [game.s.pile], [game.s.deck]
    while game.pending:
        game.say(next(iter(game.asked.legal())))
        piles.append(game.s.pile)
        decks.append(game.s.deck)
    assert all(b[: len(a)] == a for a, b in pairwise(piles))
    assert all(set(b) <= set(a) for a, b in pairwise(decks))
    assert game.s.ended == "deck"


# -- pace and leaving ----------------------------------------------------------------------------


def test_pace_rounds_stops_once_a_round() -> None:
    """At pace rounds everybody is asked READY, and nothing is flipped before."""
    game = scene("Hive World", "Star Base", options={"pace": "rounds"})
    assert [d.kind for d in game.pending] == ["ready", "ready"]
    assert not game.all(Flipped)


def test_a_seat_that_leaves_drops_out_at_the_end_of_the_turn() -> None:
    """His hand goes to the pile, his offers end, and the others play on."""
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    game = scene("Anti-Matter", "Star Base", "Shortage", hands=held, seats=3)
    game.do("p2", offer("p3", ["Gas Giant"], []))
    game.do("p2", Order("RESIGN"))
    assert [f.reason for f in game.all(OfferClosed)] == ["left"]
    assert not game.all(DroppedOut)
    game.say(PASS)
    assert game.all(DroppedOut) == [DroppedOut("p2")]
    assert game.one(HandLeft) == HandLeft("p2", ("Core Planet", "Gas Giant"))
    assert order_of_turns(game)[:2] == ["p1", "p3"]
    assert not game.s.ended


def test_who_is_left_alone_has_won() -> None:
    """However little he has."""
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ()}
    game = scene("Anti-Matter", hands=held, money={"p1": 50}).do("p1", Order("RESIGN"))
    assert (game.s.ended, game.s.winners) == ("alone", ("p2",))
    assert game.all(Ended)


def test_who_left_cannot_win() -> None:
    """SF-WIN-1: the richest of those who stayed."""
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    game = scene(
        "Anti-Matter",
        "Star Base",
        deck=("Anti-Matter", "Star Base"),
        hands=held,
        money={"p1": 50, "p3": 1},
        seats=3,
    )
    game.do("p1", Order("RESIGN"))
    while game.pending:
        game.say(game.asked.default)
    assert (game.s.ended, game.s.winners) == ("deck", ("p3",))


def test_a_turn_ends_without_popping_where_the_next_one_follows() -> None:
    """The next seat's question takes the place of the last one; every question has its number."""
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    game = scene("Anti-Matter", "Star Base", "Shortage", hands=held)
    first = game.asked.id
    game.say(PASS)
    assert not game.all(Popped)
    assert game.asked.id != first


def in_the_last_turn(money: dict[str, int], seats: int = 3) -> Scene:
    held = {"p1": ("Hive World", "Dark Matter"), "p2": ("Gas Giant", "Core Planet")}
    return scene("Anti-Matter", deck=("Anti-Matter",), hands=held, money=money, seats=seats)


@pytest.mark.parametrize("seat", ["p1", "p2"])
def test_who_resigns_in_the_last_turn_cannot_win(seat: str) -> None:
    """SF-WIN-1, SF-END-2: he has left with that turn, whosever turn it is."""
    game = in_the_last_turn({seat: 50, "p3": 1}).do(seat, Order("RESIGN"))
    if game.pending:
        game.say(PASS)
    assert (game.s.ended, game.s.winners) == ("deck", ("p3",))


def test_of_those_who_all_resign_in_the_last_turn_the_last_is_left() -> None:
    """As at any other turn: each is alone once the others have left."""
    game = in_the_last_turn({"p2": 50})
    for seat in ("p2", "p3", "p1"):
        game.do(seat, Order("RESIGN"))
    assert (game.s.ended, game.s.winners) == ("deck", ("p1",))


def test_who_resigns_at_a_hazard_suffers_it_and_leaves() -> None:
    held = {"p1": ("Hive World", "Dark Matter", "Force Field", "Shortage"), "p2": ("Gas Giant",)}
    game = scene("Solar Flare", "Star Base", hands=held, seats=3)
    assert game.asked.kind == "negate"
    game.do("p1", Order("RESIGN"))
    assert len(game.one(Lost).cards) == 3
    assert not game.all(Negated)
    assert game.one(DroppedOut) == DroppedOut("p1")
    assert game.asked.seat == "p2"


@pytest.mark.parametrize("pace", ["turns", "rounds"])
def test_everybody_may_resign_at_once(pace: str) -> None:
    """The last one is left alone, and the game ends whatever it waited for."""
    held = {"p1": ("Hive World", "Gas Giant"), "p2": ("Dark Matter",)}
    game = scene("Anti-Matter", seats=6, hands=held, options={"pace": pace})
    for seat in ("p4", "p6", "p2", "p1", "p3", "p5"):
        if not game.s.ended:
            game.do(seat, Order("RESIGN"))
    assert game.s.ended == "alone"
    assert not game.pending


def test_sf_drw_4_every_card_of_the_hand_is_lost_as_often() -> None:
    """SF-DRW-4: three of five, each with a chance of 3/5; 4 degrees of freedom, p < 0.001."""
    hand = ("Dark Matter", "Gas Giant", "Old Earth Art", "Shortage", "Solar Sail")
    games, lost = 3000, Counter[str]()
    s = scene("Space Junk", hands={"p1": hand}).s
    for seed in range(games):
        table = Table(s, KeyedDice(seed.to_bytes(32, "big")))
        suffer(table, "p1", 3)
        (cards,) = [t.fact.cards for t in table.facts if isinstance(t.fact, Lost)]
        lost.update(cards)
    expected = games * 3 / 5
    # Without replacement the variance of the sum is that of 5 - 1 of 5 independent counts.
    spread = expected * 2 / 5 * 5 / 4
    assert sum((lost[c] - expected) ** 2 for c in hand) / spread < 18.5


@pytest.mark.parametrize("count", [1, 2])
def test_sf_drw_4_the_question_says_how_many_would_be_lost(count: int) -> None:
    """SF-DRW-4: all, if fewer; how many a seat holds is public."""
    game = scene("Space Junk", hands={"p1": ("Dark Matter", "Gas Giant")[:count]})
    assert game.asked.info["lose"] == count
