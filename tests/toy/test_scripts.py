"""Each hard spot of the engine by hand: what was typed, how the dice fell, what came of it."""

from __future__ import annotations

from engine.advance import pending
from engine.codec import Codec
from engine.fact import (
    Answered,
    DroppedOut,
    Ended,
    Fact,
    ModGiven,
    Moment,
    OfferClosed,
    Popped,
    Resigned,
    Rolled,
    RoundBegan,
    TurnBegan,
)
from engine.state import change
from tests.toy.facts import (
    Drew,
    Laid,
    Moved,
    Paid,
    Refused,
    Scored,
    Spent,
    StallTo,
    Threw,
    Traded,
    Zapped,
)
from tests.toy.game import LANTERNS
from tests.toy.play import FAR, Play, midgame, of

TURN1 = "turn:p1"


# -- roll, then decide -------------------------------------------------------------------------


def test_the_die_is_thrown_before_the_question() -> None:
    """The question is put with the die on the table, once an action."""
    game = Play(midgame(), {TURN1: [1, 4]})
    game.run()
    assert (game.waiting, game.s.die["turn"]) == ({"p1": "act"}, 1)
    # A 1 leads along no path.
    assert {c.form.verb for c in game.pending[0].choices} == {"PASS", "WORK", "BUILD"}
    first = game.pending[0].id
    game.answers(p1="WORK")
    assert (game.s.die["turn"], game.s.left["turn"], game.s.money["p1"]) == (4, 2, 4)
    assert game.pending[0].id != first


def test_a_list_for_each_roll_and_a_goal_that_picks_its_steps() -> None:
    """GOTO Elm from Ash goes by Birch; a 6 there may cut across; a 1 works instead."""
    game = Play(
        midgame(), {TURN1: [2, 1, 6], "turn:p2": [1], "deck": [1]}, waits={"between": False}
    )
    game.plan("p1", "ROLL 1: WORK", "ROLL 6: JUMP Elm", "GOTO Dogwood", "ELSE PASS")
    game.run()
    assert [(f.seat, f.place) for f in of(Moved, game.facts)] == [("p1", "Birch"), ("p1", "Elm")]
    assert [f.amount for f in of(Paid, game.facts)] == [1]
    causes = [f.cause for f in of(Answered, game.facts) if f.kind == "act"]
    assert causes == ["3", "1", "2"]


# -- a window that opens again -----------------------------------------------------------------


def zap_table() -> Play:
    """Ann has announced a jump to Birch with a 2; all three may zap, Ann and Bob hold one."""
    game = Play(midgame({"p1": ["Zap"], "p2": ["Zap", "Zap"], "p3": ["Feast"]}), {TURN1: [2, 5]})
    game.run()
    game.answers(p1="JUMP Birch")
    assert game.waiting == {"p1": "zap", "p2": "zap", "p3": "zap"}
    return game


def test_the_window_opens_again_after_a_zap_and_closes_when_nobody_zaps() -> None:
    """Zap, counter-zap, quiet: two re-opened rounds, each with ids of its own."""
    game = zap_table()
    rounds = [game.pending[0].window]
    facts = game.answers(p1="PASS", p2="ZAP down", p3="PASS")
    assert [f.by for f in of(Zapped, facts)] == [-1]
    rounds.append(game.pending[0].window)
    assert {d.deadline for d in game.pending} == {"AGAIN"}
    game.answers(p1="ZAP up", p2="PASS", p3="PASS")
    rounds.append(game.pending[0].window)
    # Ann's hand is empty now, as all can see: she is not asked any more.
    assert game.waiting == {"p2": "zap", "p3": "zap"}
    facts = game.answers(p2="PASS", p3="PASS")
    assert of(Moved, facts) == [Moved("p1", "Birch")]
    assert len(set(rounds)) == 3


def test_an_answer_about_another_die_lapses_to_a_pass() -> None:
    """Ann zaps first, so Bob's kept ZAP is about a die that is no more; he keeps his card."""
    game = zap_table()
    facts = game.answers(p1="ZAP up", p2="ZAP down", p3="PASS")
    assert [f.seat for f in of(Zapped, facts)] == ["p1"]
    assert game.s.hands["p2"] == ("Zap", "Zap")
    why = {n.seat: n.data["why"] for n in game.notes if n.code == "lapsed"}
    assert why["p2"] == "about"
    assert {d.deadline for d in game.pending} == {"AGAIN"}


def test_a_zapped_die_that_falls_short_stays_for_another_use() -> None:
    """The announced jump is off, no action is spent, the question is put again."""
    game = zap_table()
    game.answers(p1="PASS", p2="ZAP down", p3="PASS")
    facts = game.answers(p1="PASS", p2="PASS", p3="PASS")
    assert not of(Moved, facts)
    assert not of(Spent, facts)
    assert (game.waiting, game.s.die["turn"], game.s.left["turn"]) == ({"p1": "act"}, 1, 3)


def test_answers_of_a_window_stay_sealed_until_all_are_in() -> None:
    """Nothing is settled, and nothing says who has answered."""
    game = zap_table()
    before, asked = game.s, game.pending
    game.answer("p2", "ZAP down")
    assert game.run() == []
    assert game.s == before
    assert game.pending == asked


def test_a_window_that_is_not_waited_for_settles_at_once() -> None:
    """Orders on file only: Bob's standing ZAP fires, then the re-opened round as well."""
    game = Play(
        midgame({"p2": ["Zap", "Zap"], "p3": ["Feast"]}), {TURN1: [3]}, waits={"zap": False}
    )
    game.standing("p2", "ZAP down")
    game.run()
    facts = game.answers(p1="JUMP Birch")
    assert [f.by for f in of(Zapped, facts)] == [-1, -1]
    assert game.s.die["turn"] == 1


def test_a_window_that_nobody_can_answer_asks_nobody() -> None:
    """Skipped by public impossibility: all five Zaps lie open."""
    calm = ("Avoid", "Avoid", "Envoy", "Storm")
    s = midgame({"p1": ["Feast"]}, deck=calm, discard=("Zap",) * 5)
    game = Play(s, {TURN1: [2, 5]})
    game.run()
    facts = game.answers(p1="JUMP Birch")
    assert of(Moved, facts) == [Moved("p1", "Birch")]


# -- a sealed counter-card: own, bought, sold ----------------------------------------------------


def storm_on_bob(**hands: list[str]) -> Play:
    """Ann has played a Storm on Bob."""
    held = {"p1": ["Storm"], "p2": ["Feast"], "p3": ["Feast"]} | hands
    game = Play(midgame(held), {TURN1: [1, 1, 1], "turn:p2": [1, 1, 1], "deck": [1, 1, 1, 1]})
    game.run()
    game.answers(p1="PLAY Storm ON Bob")
    return game


def hit(game: Play) -> bool:
    """Whether the storm took an action of Bob's next turn."""
    return game.s.mod("lost", "p2") == 1


def test_everybody_who_could_hold_the_counter_card_is_asked() -> None:
    """Cleo, who has none, and Bob, who has none, are asked all the same; Ann has no card left."""
    game = storm_on_bob()
    assert game.waiting == {"p2": "storm", "p3": "storm"}
    assert {d.sealed for d in game.pending} == {True}


def test_own_avoid() -> None:
    game = storm_on_bob(p2=["Avoid"])
    facts = game.answers(p2="AVOID", p3="PASS")
    assert of(Laid, facts) == [Laid("p2", "Avoid")]
    assert not hit(game)


def test_an_avoid_is_bought_from_the_cheapest() -> None:
    """Both sell; Ann, whose price is lower, is paid, and Cleo keeps hers."""
    game = storm_on_bob(p1=["Storm", "Avoid"], p3=["Avoid"])
    facts = game.answers(p1="SELL 1", p2="BUY UPTO 3", p3="SELL 2")
    assert of(Laid, facts) == [Laid("p1", "Avoid")]
    assert of(Paid, facts) == [Paid("p2", "p1", 1)]
    assert not hit(game)


def test_an_avoid_too_dear_is_not_bought() -> None:
    game = storm_on_bob(p3=["Avoid"])
    game.answers(p2="BUY UPTO 1", p3="SELL 2")
    assert hit(game)
    assert game.s.hands["p3"] == ("Avoid",)


def test_an_avoid_sold_by_an_offer_while_the_window_is_open() -> None:
    """Cleo sells Bob her card in the open market; then AVOID is legal for him."""
    game = storm_on_bob(p3=["Avoid", "Feast"])
    window = game.pending[0].window
    game.now("p3", "OFFER Bob Avoid FOR 2")
    facts = game.now("p2", "ACCEPT Cleo 1")
    assert of(Traded, facts) == [Traded("p3", "p2", ("Avoid",), ())]
    assert game.pending[0].window == window
    game.answers(p2="AVOID", p3="PASS")
    assert not hit(game)
    assert game.s.money == {"p1": 3, "p2": 1, "p3": 5}


def test_an_avoid_sold_away_after_the_sealed_sell() -> None:
    """Cleo's SELL is on the desk, then her card goes to Ann: the SELL lapses to a pass."""
    game = storm_on_bob(p3=["Avoid", "Feast"])
    game.answer("p3", "SELL 1")
    game.now("p3", "OFFER Ann Avoid FOR 2")
    game.now("p1", "ACCEPT Cleo")
    game.answer("p2", "BUY UPTO 3")
    game.run()
    # Ann has a card now: she is asked too, and until she answers nothing is settled.
    assert set(game.waiting) == {"p1", "p2", "p3"}
    game.answers(p1="PASS")
    assert hit(game)
    why = {n.seat: n.data["why"] for n in game.notes if n.code == "lapsed"}
    assert why == {"p3": "illegal"}


def test_silence_suffers_though_the_card_is_held() -> None:
    """The default never spends a card; a standing order does."""
    game = storm_on_bob(p2=["Avoid"])
    game.run(deadline=True)
    assert hit(game)
    game = storm_on_bob(p2=["Avoid"])
    game.standing("p2", "AVOID")
    game.run(deadline=True)
    assert not hit(game)


# -- a modifier that ends at a named moment ------------------------------------------------------


def to_the_gap(game: Play, seat: str = "p1", actions: int = 3) -> list[Fact]:
    """The seat works its turn away; play stands in the gap after it."""
    facts: list[Fact] = []
    for _ in range(actions):
        facts += game.answers(**{seat: "WORK"})
    return facts


def pass_gap(game: Play) -> list[Fact]:
    """Everybody who is asked passes."""
    return game.answers(**{d.seat: "PASS" for d in game.pending})


def test_a_lost_action_lasts_until_the_end_of_the_turn_it_hits() -> None:
    """Bob has two actions instead of three; at the moment end:p2 the modifier is gone."""
    game = storm_on_bob()
    game.answers(p2="PASS", p3="PASS")
    to_the_gap(game)
    pass_gap(game)
    assert (game.s.active, game.s.left["turn"], hit(game)) == ("p2", 2, True)
    facts = to_the_gap(game, "p2", 2)
    assert Moment("end:p2") in facts
    assert not hit(game)


def test_three_storms_take_the_turn_whole() -> None:
    """Bob's turn begins and is over; Cleo is next, and nothing of the modifiers is left."""
    storms = ["Storm", "Storm", "Storm"]
    game = Play(midgame({"p1": storms}), {TURN1: [1, 1, 1], "turn:p3": [1], "deck": [1]})
    game.run()
    for _ in range(3):
        game.answers(p1="PLAY Storm ON Bob")
        game.answers(**{d.seat: "PASS" for d in game.pending})
    to_the_gap(game)
    facts = pass_gap(game)
    assert [f.seat for f in of(TurnBegan, facts)] == ["p2", "p3"]
    assert (game.s.active, game.s.mods, game.s.turn) == ("p3", (), 3)


# -- a travel phase nested in a window in another seat's time -----------------------------------


def test_an_envoy_walks_in_the_gap_of_another_seat() -> None:
    """Cleo's Envoy on top of the gap after Ann's turn, a Zap window on top of that.

    She passes through her destination and delivers nothing: it is not her turn. Afterwards the
    gap opens again, since a card was played.
    """
    game = Play(
        midgame(
            {"p2": ["Zap"], "p3": ["Envoy", "Feast"]},
            dest={**FAR, "p3": "Dogwood"},
        ),
        {TURN1: [1, 1, 1], "envoy:p3": [2, 6], "turn:p2": [1], "deck": [1]},
    )
    game.run()
    to_the_gap(game)
    gap = game.pending[0].window
    assert game.stack == ["Turns", "Between"]
    game.answers(p1="PASS", p2="PASS", p3="PLAY Envoy")
    assert game.stack == ["Turns", "Between", "Walk"]
    assert (game.waiting, game.s.active) == ({"p3": "walk"}, "p1")
    game.answers(p3="JUMP Dogwood")
    assert game.stack == ["Turns", "Between", "Walk", "Jumping", "Zapping"]
    facts = pass_gap(game)
    assert of(Moved, facts) == [Moved("p3", "Dogwood")]
    assert not of(Scored, facts)
    game.answers(p3="PASS")
    # One phase was pushed on the window by the card; the window still knows that it was played.
    assert game.stack == ["Turns", "Between"]
    assert {d.deadline for d in game.pending} == {"AGAIN"}
    assert game.pending[0].window > gap
    facts = pass_gap(game)
    assert [f.seat for f in of(TurnBegan, facts)] == ["p2"]


def test_a_card_of_the_gap_that_pushes_a_window_opens_the_gap_again() -> None:
    """Cleo's Storm on Ann: a sealed round above the gap, then the gap once more."""
    game = Play(midgame({"p3": ["Storm", "Zap"]}), {TURN1: [1, 1, 1], "deck": [1]})
    game.run()
    to_the_gap(game)
    game.answers(p1="PASS", p3="PLAY Storm ON Ann")
    assert game.stack == ["Turns", "Between", "Sheltering"]
    pass_gap(game)
    assert (game.stack, game.s.mod("lost", "p1")) == (["Turns", "Between"], 1)
    assert {d.deadline for d in game.pending} == {"AGAIN"}


def test_the_gap_plays_listed_cards_one_a_lap() -> None:
    """BETWEEN with two cards: one in each round of the window."""
    game = Play(
        midgame({"p1": ["Storm", "Storm"], "p2": ["Zap"], "p3": ["Zap"]}),
        {TURN1: [1, 1, 1], "turn:p2": [1], "deck": [1]},
        waits={"between": False, "storm": False},
    )
    game.standing("p1", "DISCARD Avoid")
    game.run()
    game.between("p1", "PLAY Storm ON Bob", "PLAY Storm ON Cleo")
    facts = to_the_gap(game)
    assert [f.mod.seat for f in of(ModGiven, facts)] == ["p2", "p3"]


# -- several decisions of one seat ----------------------------------------------------------------


def auction() -> Play:
    """Bob, with stalls at Ash and Fir, leaves while Ann acts; his stalls are up for bids."""
    game = Play(
        midgame({}, stalls={"Ash": "p2", "Fir": "p2"}, money={"p1": 3, "p2": 5, "p3": 4}),
        {TURN1: [1, 1, 1], "turn:p3": [1], "deck": [1]},
        waits={"between": False},
    )
    game.run()
    game.now("p2", "RESIGN")
    to_the_gap(game)
    return game


def test_auction_asks_each_seat_a_question_a_stall() -> None:
    """Two questions each, in one wait, told apart by their ids."""
    game = auction()
    assert [d.id.partition(".")[2] for d in game.pending] == ["p3", "p3.1", "p1", "p1.1"]
    assert len({d.window for d in game.pending}) == 1


def test_auction_goes_to_the_highest_bid_and_ties_to_the_seat_after_the_leaver() -> None:
    """Cleo sits behind Bob. Ann, at 6 after working, wins the second stall."""
    game = auction()
    game.answer("p1", "BID Ash UPTO 2", 0)
    game.answer("p1", "BID Fir UPTO 3", 1)
    game.answer("p3", "BID Ash UPTO 2", 0)
    game.answer("p3", "PASS", 1)
    facts = game.run()
    assert of(StallTo, facts) == [StallTo("Ash", "p3"), StallTo("Fir", "p1")]


def test_a_bid_above_the_purse_left_is_void() -> None:
    """Cleo bids all she has on both; after the first she cannot pay the second: none has it."""
    game = auction()
    game.answer("p1", "PASS", 0)
    game.answer("p1", "PASS", 1)
    game.answer("p3", "BID Ash UPTO 4", 0)
    game.answer("p3", "BID Fir UPTO 4", 1)
    facts = game.run()
    assert of(StallTo, facts) == [StallTo("Ash", "p3"), StallTo("Fir", "")]
    assert game.s.money["p3"] == 0


def test_who_has_no_money_is_not_asked_for_a_bid() -> None:
    """Purses are public, so skipping tells nothing; the forced pass is logged as such."""
    game = Play(
        midgame({}, stalls={"Ash": "p2"}, money={"p1": 0, "p2": 5, "p3": 0}),
        {TURN1: [1, 1, 1], "turn:p3": [1], "deck": [1]},
        waits={"between": False},
    )
    game.run()
    game.now("p2", "RESIGN")
    game.answers(p1="PASS")
    game.answers(p1="PASS")
    facts = game.answers(p1="PASS")
    assert [f.via for f in of(Answered, facts) if f.kind == "bid"] == ["forced", "forced"]


# -- one after another -------------------------------------------------------------------------


def test_places_are_picked_in_reverse_order_each_seeing_those_before() -> None:
    """Cleo first; what she took is gone for Bob; silence takes the first free place."""
    begin = LANTERNS.begin("plain", ("p1", "p2", "p3"), {"pace": "turns", "length": 3})
    game = Play(begin, {"deck": [1] * 6, "parcel": [1, 1, 1], TURN1: [1]})
    game.run()
    assert game.waiting == {"p3": "start"}
    first = game.pending[0].id
    game.answers(p3="PICK Elm")
    assert game.waiting == {"p2": "start"}
    assert game.pending[0].id != first
    assert "Elm" not in str(game.pending[0].choices[0].slots)
    game.run(deadline=True)
    assert game.s.at == {"p3": "Elm", "p2": "Ash"}
    game.answers(p1="PICK Fir")
    assert (game.waiting, game.s.turn) == ({"p1": "act"}, 1)
    assert set(game.s.dest) == {"p1", "p2", "p3"}


# -- any-time orders ---------------------------------------------------------------------------


def test_offers_are_made_and_accepted_while_a_third_seat_is_asked() -> None:
    """Ann is asked; Bob and Cleo trade. The question stays the same one, her answer good."""
    game = Play(midgame({"p2": ["Storm"], "p3": ["Feast"]}), {TURN1: [4, 1]})
    game.run()
    asked = game.pending
    game.answer("p1", "WORK")
    game.now("p2", "OFFER Cleo Storm FOR Feast, 1")
    game.now("p3", "ACCEPT Bob 1")
    assert game.s.hands == {"p1": (), "p2": ("Feast",), "p3": ("Storm",)}
    assert game.pending == asked
    assert of(Paid, game.run()) == [Paid("", "p1", 1)]
    # Ann saw that two cards changed hands, not which.
    traded = [f for f in game.seen("p1") if isinstance(f, Traded)]
    assert traded == [Traded("p2", "p3", ("?",), ("?",))]
    assert not [f for f in game.seen("p1") if isinstance(f, OfferClosed)]


def test_an_offer_that_one_cannot_keep_fails_for_both() -> None:
    """Checked at acceptance: the card was thrown away meanwhile."""
    game = Play(midgame({"p2": ["Storm"]}), {TURN1: [4]})
    game.run()
    game.now("p2", "OFFER Cleo Storm FOR 1")
    game.now("p2", "THROW Storm")
    assert game.now("p3", "ACCEPT Bob") == [OfferClosed("p2>p3:1", "missing")]


def test_offers_are_numbered_for_each_pair() -> None:
    """A campaign-wide number would tell that others trade."""
    game = Play(midgame({"p2": ["Storm"], "p3": ["Feast"]}), {TURN1: [4]})
    game.run()
    game.now("p2", "OFFER Cleo 1 FOR 2")
    game.now("p2", "OFFER Cleo 2 FOR 1")
    game.now("p3", "OFFER Ann Feast FOR 1")
    assert [o.id for o in game.s.offers] == ["p2>p3:1", "p2>p3:2", "p3>p1:1"]


def test_a_kept_zap_lapses_when_the_card_is_thrown_away() -> None:
    """The window takes the silence in its place; the owner is told why."""
    game = zap_table()
    game.answer("p2", "ZAP down")
    game.now("p2", "THROW Zap")
    game.now("p2", "THROW Zap")
    game.run()
    # An empty hand is public: Bob is not asked any more, and the two others still are.
    assert game.waiting == {"p1": "zap", "p3": "zap"}
    facts = game.answers(p1="PASS", p3="PASS")
    assert not of(Zapped, facts)
    assert of(Moved, facts) == [Moved("p1", "Birch")]


# -- a question that became moot -----------------------------------------------------------------


def test_a_question_about_a_stall_is_moot_when_it_is_sold() -> None:
    """Bob is asked for a toll and sells the stall to Cleo: nobody waits for him any more."""
    game = Play(midgame({}, stalls={"Birch": "p2"}), {TURN1: [1]})
    game.run()
    game.answers(p1="VISIT Birch")
    assert game.waiting == {"p2": "toll"}
    game.answer("p2", "ALLOW 2")
    game.now("p2", "OFFER Cleo Birch FOR 1")
    game.now("p3", "ACCEPT Bob")
    assert pending_of(game) == {}
    facts = game.run()
    assert of(Popped, facts)
    assert not of(Answered, facts)
    # The question goes back to Ann, with the die where it was, and can be put to Cleo.
    assert (game.waiting, game.s.die["turn"]) == ({"p1": "act"}, 1)
    game.answers(p1="VISIT Birch")
    assert game.waiting == {"p3": "toll"}


def pending_of(game: Play) -> dict[str, str]:
    """Who is asked what as things are."""
    return {d.seat: d.kind for d in pending(game.s)}


def test_a_price_is_paid_only_as_named() -> None:
    """PAY 2 is another order than PAY 3; a refusal is remembered until the action is spent."""
    game = Play(midgame({}, stalls={"Birch": "p2"}), {TURN1: [1, 1]})
    game.run()
    game.answers(p1="VISIT Birch")
    game.answers(p2="ALLOW 3")
    assert game.waiting == {"p1": "price"}
    assert [str(o.args) for o in game.pending[0].legal()] == ["()", "(3,)"]
    facts = game.answers(p1="PASS")
    assert of(Refused, facts) == [Refused("Birch")]
    assert "VISIT" not in {c.form.verb for c in game.pending[0].choices}
    game.answers(p1="WORK")
    assert "VISIT" in {c.form.verb for c in game.pending[0].choices}


# -- leaving -----------------------------------------------------------------------------------


def test_resigning_in_an_open_window() -> None:
    """At once nobody waits for him and his default is taken; he drops out at the boundary."""
    game = zap_table()
    game.now("p2", "OFFER Ann Zap FOR 1")
    game.answer("p2", "ZAP down")
    facts = game.now("p2", "RESIGN")
    assert facts == [Resigned("p2"), OfferClosed("p2>p1:1", "left")]
    assert set(game.waiting) == {"p1", "p3"}
    facts = game.answers(p1="PASS", p3="PASS")
    via = {f.seat: f.via for f in of(Answered, facts) if f.kind == "zap"}
    assert via == {"p1": "letter", "p2": "absent", "p3": "letter"}
    # His kept ZAP does not count any more, and he is still in the game until the turn is over.
    assert not of(Zapped, facts)
    assert game.s.gone == ()


def test_the_active_seat_resigns_in_its_own_turn() -> None:
    """Its actions pass by at once, the gap opens, then it drops out and Bob is next."""
    game = Play(
        midgame({"p1": ["Zap"]}, money={"p1": 3, "p2": 3, "p3": 3}),
        {TURN1: [4, 4, 4], "turn:p2": [1], "deck": [1]},
        waits={"between": False},
    )
    game.run()
    game.now("p1", "RESIGN")
    facts = game.run()
    assert of(DroppedOut, facts) == [DroppedOut("p1")]
    assert [f.seat for f in of(TurnBegan, facts)] == ["p2"]
    assert (game.s.hands, game.s.bank) == ({"p2": (), "p3": ()}, 103)
    assert game.waiting == {"p2": "act"}


def test_the_first_seat_is_gone_and_rounds_go_on_without_it() -> None:
    """Bob opens the second round as he did the first."""
    s = midgame({"p1": []}, gone=("p1",))
    s = change(s, hands={"p2": (), "p3": ()})
    dice = {"turn:p2": [1] * 6, "turn:p3": [1] * 3, "deck": [1, 1]}
    game = Play(s, dice, waits={"between": False})
    game.run()
    for seat in ("p2", "p3"):
        assert game.waiting == {seat: "act"}
        to_the_gap(game, seat)
    assert game.waiting == {"p2": "act"}
    assert (game.s.round, game.s.turn) == (2, 3)


def test_the_last_one_wins_when_all_others_have_left() -> None:
    """In the order in which they resigned; the game ends in the drop-out."""
    game = Play(midgame(), {TURN1: [4, 1, 1], "deck": [1]}, waits={"between": False})
    game.run()
    game.now("p3", "RESIGN")
    game.now("p2", "RESIGN")
    facts = to_the_gap(game)
    assert facts[-1] == Ended("last", ("p1",))
    assert (game.s.stack, game.pending, game.s.winners) == ((), (), ("p1",))


# -- the end inside nested play ------------------------------------------------------------------


def test_the_game_ends_inside_nested_play() -> None:
    """A Feast in the gap: nothing after it is played, Cleo's card and Bob's turn included."""
    game = Play(
        midgame({"p2": ["Feast"], "p3": ["Storm"]}, points={"p1": 0, "p2": 2, "p3": 0}),
        {TURN1: [1, 1, 1], "deck": [1]},
    )
    game.run()
    to_the_gap(game)
    facts = game.answers(p1="PASS", p2="PLAY Feast", p3="PLAY Storm ON Ann")
    assert facts[-1] == Ended("feast", ("p2",))
    assert not of(TurnBegan, facts)
    assert game.s.hands["p3"] == ("Storm",)
    assert (game.s.stack, game.pending, game.s.offers) == ((), (), ())


def test_the_game_ends_above_an_open_turn() -> None:
    """In the own turn, two phases above the bottom."""
    game = Play(midgame({"p1": ["Feast"]}, points={"p1": 2, "p2": 0, "p3": 0}), {TURN1: [1]})
    game.run()
    facts = game.answers(p1="PLAY Feast")
    assert facts[-1] == Ended("feast", ("p1",))


# -- a parcel, a hand, both paces ------------------------------------------------------------------


def test_a_delivery_is_read_off_the_state_before_anything_is_asked() -> None:
    """Ann stands where her parcel goes as her turn begins."""
    game = Play(midgame({}, dest={**FAR, "p1": "Ash"}), {"parcel": [1], TURN1: [1]})
    facts = game.run()
    assert of(Scored, facts) == [Scored("p1", 1)]
    assert facts.index(Scored("p1", 1)) < facts.index(Threw("turn", 1))


def test_a_card_is_drawn_for_one_reader_and_the_hand_limit_asks() -> None:
    """Ann sees her card, the others that she drew; three cards are one too many."""
    game = Play(midgame({"p1": ["Feast", "Zap"]}), {TURN1: [1, 1, 1], "deck": [1]})
    game.run()
    facts = to_the_gap(game)
    assert of(Drew, facts) == [Drew("p1", "Avoid")]
    assert [f for f in game.seen("p2") if isinstance(f, Drew)] == [Drew("p1", "?")]
    rolls = [f for f in game.seen("p2") if isinstance(f, Rolled) and f.purpose == "deck"]
    assert [r.result for r in rolls] == [-1]
    assert game.waiting == {"p1": "discard"}
    game.answers(p1="DISCARD Feast")
    assert game.s.hands["p1"] == ("Avoid", "Zap")


def test_pace_rounds_stops_once_a_round_and_collects_plans() -> None:
    """READY of everybody, then the whole round by plans in one run, then READY with new ids."""
    game = Play(
        midgame({}, pace="rounds"),
        {f"turn:{x}": [1, 1, 1] for x in ("p1", "p2", "p3")} | {"deck": [1, 1, 1]},
        waits={"between": False},
    )
    for seat in ("p1", "p2", "p3"):
        game.plan(seat, "ELSE WORK")
    game.run()
    assert game.waiting == {"p1": "ready", "p2": "ready", "p3": "ready"}
    first = {d.id for d in game.pending}
    game.answers(p1="READY", p2="READY")
    assert {d.id for d in game.pending} == first
    facts = game.answers(p3="READY")
    assert [f.seat for f in of(TurnBegan, facts)] == ["p1", "p2", "p3"]
    assert of(RoundBegan, facts) == [RoundBegan(1)]
    assert game.waiting == {"p1": "ready", "p2": "ready", "p3": "ready"}
    assert not first & {d.id for d in game.pending}


def test_resigning_at_the_gate_of_a_round() -> None:
    """The drop-out is due at once; the others' READY stays good."""
    game = Play(midgame({}, pace="rounds"), {TURN1: [1]})
    game.run()
    game.answers(p1="READY", p3="READY")
    assert set(game.waiting) == {"p1", "p2", "p3"}
    game.now("p2", "RESIGN")
    facts = game.run()
    assert of(DroppedOut, facts) == [DroppedOut("p2")]
    assert game.waiting == {"p1": "act"}


# -- saving in the middle of everything -----------------------------------------------------------


def test_the_deepest_stack_survives_storage() -> None:
    """Five phases, a kept answer on the desk: read back, play goes on the same."""
    game = Play(
        midgame({"p1": ["Zap"], "p3": ["Envoy", "Feast"]}),
        {TURN1: [1, 1, 1], "envoy:p3": [6, 6], "deck": [1]},
    )
    game.run()
    to_the_gap(game)
    game.answers(p1="PASS", p3="PLAY Envoy")
    game.answers(p3="JUMP Fir")
    codec = Codec(LANTERNS)
    back = codec.read_state(codec.state(game.s))
    assert back == game.s
    assert len(back.stack) == 5
    game.s = back
    facts = pass_gap(game)
    assert of(Moved, facts) == [Moved("p3", "Fir")]
