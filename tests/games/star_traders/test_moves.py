"""Turns, stations and the three jumps."""

from __future__ import annotations

from games.star_traders.facts.setup import Drew, Trimmed
from games.star_traders.facts.travel import FellShort, Jumped, Refused, Thrown
from games.star_traders.facts.turn import Built, Paid, Worked
from games.star_traders.orders.forms import BUSINESS
from tests.games.star_traders.scene import DATA, Scene, luck, position, scene


def test_five_actions_and_no_more() -> None:
    """ST-TRN-1, ST-TRN-5, ST-TRN-11: local business is always there; then the turn is over."""
    table = scene({"die:p1": [1, 1, 1, 1, 1]}).say(*["BUSINESS"] * 5)
    assert len(table.all(Worked)) == 5
    assert table.waiting == {"p2": "act"}


def test_kinds_of_action() -> None:
    """ST-TRN-2, ST-TRN-3: jump, pickup, build, business, petition, each for one action."""
    table = scene(
        {"die:p1": [6, 6, 6, 6]}, at={"p1": 11}, stations={13: "p2"}, boxes=["N11", "N21", "N31"],
        money={"p1": 80}, prestige={"p1": 20}, options={"stations": 1}, hands={},
    )  # fmt: skip
    for i, order in enumerate(("PICKUP 1", "BUILD", "PETITION")):
        assert table.s.left["turn"] == 5 - i
        table.say(order)
    assert {"JUMP", "RANDOM", "BUSINESS"} <= {c.form.verb for c in table.asked.choices} or (
        "p1" in table.s.missions
    )


def test_the_die_is_thrown_before_the_choice() -> None:
    """ST-TRN-10: after the roll the action may be used for something without a roll."""
    table = scene({"die:p1": [1, 5]}, money={"p1": 10}, at={"p1": 12})
    assert table.one(Thrown).dice == (1,)
    assert table.asked.info["roll"] == (1,)
    table.say("BUILD")
    assert table.one(Built).world == 12
    assert table.asked.info["roll"] == (5,)


def test_end_of_turn() -> None:
    """ST-TRN-8, ST-TRN-9, ST-TRN-12, ST-AMB 48: draw one, discard to two, then the gap."""
    cards = [luck("Overdrive"), luck("Fanfare")]
    table = scene(
        {"die:p1": [1]}, hands={"p1": cards}, stops=("discard", "between"),
        draws=[luck("Bonus Clause")],
    ).turn()  # fmt: skip
    assert table.one(Drew).card == luck("Bonus Clause")
    assert table.waiting == {"p1": "discard"}
    assert table.verbs == {"DISCARD"}
    assert table.asked.default.args == ("Bonus Clause",)
    table.say("DISCARD Overdrive")
    assert table.one(Trimmed).cards == (cards[0],)
    assert set(table.waiting.values()) == {"between"}


def test_silence_is_local_business() -> None:
    """ST-TRN-5."""
    assert scene({"die:p1": [4]}).asked.default.verb == BUSINESS.verb


# -- stations --------------------------------------------------------------------------------


def test_ships_share_a_world_stations_do_not() -> None:
    """ST-STA-1, ST-STA-2."""
    table = scene({"die:p1": [1]}, at={"p1": 23, "p2": 23}, stations={23: "p2"})
    assert "BUILD" not in table.verbs


def test_building() -> None:
    """ST-STA-3, ST-PRE-2: $5, one action, +1 Prestige."""
    table = scene({"die:p1": [1, 1]}, at={"p1": 12}).say("BUILD")
    s = table.s
    assert (s.stations[12], s.money["p1"], s.prestige["p1"], s.left["turn"]) == ("p1", 5, 2, 4)
    poor = scene({"die:p1": [1]}, at={"p1": 12}, money={"p1": 4})
    assert "BUILD" not in poor.verbs


def test_what_a_station_is_good_for() -> None:
    """ST-STA-4: a beacon, the fee, a share of the petition; it may be thrown away (ST-STA-5)."""
    table = scene({"die:p1": [1]}, at={"p1": 12}, stations={13: "p1"})
    assert table.legal("JUMP 13")
    table.now("p1", "THROW station 13")
    assert table.s.stations == {}
    assert table.s.money["p1"] == 10


def test_stealing_is_not_building() -> None:
    """ST-STA-6, ST-STA-8, ST-PRE-2: the card takes the station where the ship is, no Prestige."""
    card = luck("Hostile Takeover")
    table = scene(
        {"die:p1": [1, 1]}, variant="imperial", at={"p1": 23}, stations={23: "p2"},
        hands={"p1": [card]},
    ).say('PLAY "Hostile Takeover"')  # fmt: skip
    s = table.s
    assert (s.stations[23], s.prestige["p1"], s.left["turn"]) == ("p1", 1, 4)
    assert s.money["p2"] > 10


# -- regular jumps ---------------------------------------------------------------------------


def test_what_lines_need() -> None:
    """ST-MOV-1, ST-MOV-2, ST-MOV-3, ST-MOV-4: orange 2, red 3, purple 4, blue 5, green 6."""
    wanted = {1: set(), 2: {"12"}, 3: {"12", "14"}, 4: {"11", "12", "14", "21"}}
    wanted |= {5: wanted[4] | {"56"}}
    for roll, worlds in wanted.items():
        table = scene({"die:p1": [roll]}, stations={})
        jumps = [c for c in table.asked.choices if c.form.verb == "JUMP"]
        found = {str(o.args[0]) for c in jumps for o in c.legal()}
        assert found == worlds, roll
    green = scene({"die:p1": [5]}, at={"p1": 14}, stations={})
    assert not green.legal("JUMP 56")
    assert scene({"die:p1": [6]}, at={"p1": 14}, stations={}).legal("JUMP 56")


def test_rulebook_example_a_red_line() -> None:
    """ST-MOV-4, ST-MOV-5: with a 2 only an orange line, or no jump; a new roll is a new action."""
    table = scene({"die:p1": [2, 6]}, stations={})
    assert not table.legal("JUMP 14")
    table.say("JUMP 12")
    jump = table.one(Jumped)
    assert (jump.origin, jump.world, jump.how, jump.dice, jump.needs) == (
        13,
        12,
        "regular",
        (2,),
        2,
    )
    assert table.s.left["turn"] == 4


# -- station jumps -----------------------------------------------------------------------------


def test_own_beacons_need_no_roll() -> None:
    """ST-MOV-6, ST-MOV-7, ST-AMB 6: no die counts, so no Zap window opens."""
    table = scene(
        {"die:p1": [1, 1]}, stations={56: "p1"}, hands={"p2": [luck("Zap")]}, stops=("zap",)
    ).say("JUMP 56")
    assert table.one(Jumped).how == "station"
    assert table.waiting == {"p1": "act"}


def test_a_closed_beacon_leaves_the_regular_jump() -> None:
    """ST-MOV-8: without permission with the roll that the line needs."""
    assert not scene({"die:p1": [1]}, stations={12: "p2"}).legal("JUMP 12")
    table = scene({"die:p1": [2, 1]}, stations={12: "p2"}).say("JUMP 12")
    assert table.one(Jumped).how == "regular"


def test_posted_prices() -> None:
    """ST-MOV-9, ST-W1: the price is free, paid at once; the order names what it accepts."""
    table = scene({"die:p1": [1, 1]}, stations={12: "p2"})
    table.now("p2", "BEACON Anna 3")
    assert "STATION" in table.verbs
    assert not table.legal("JUMP 12")
    # A raise after the order was written is not paid.
    table.now("p2", "BEACON Anna 4")
    assert not table.legal("STATION 12 PAY 3")
    table.say("STATION 12 PAY 4")
    assert table.one(Paid).amount == 4
    assert table.s.money == {"p1": 6, "p2": 14}
    free = scene({"die:p1": [1, 1]}, stations={12: "p2"}).now("p2", "BEACON OTHERS FREE")
    assert free.legal("JUMP 12")


def test_a_price_above_the_purse() -> None:
    """ST-MOV-9: it cannot be paid, whatever the traveller would; nor is he asked in vain."""
    dear = scene({"die:p1": [1, 1]}, stations={12: "p2"}, money={"p1": 3})
    dear.now("p2", "BEACON OTHERS 4")
    assert "STATION" not in dear.verbs
    dear.now("p2", "BEACON OTHERS 3")
    assert dear.legal("STATION 12 PAY 3")
    table = scene({"die:p1": [1, 1]}, stations={12: "p2"}, money={"p1": 3})
    table.now("p2", "BEACON OTHERS ASK").say("ASK 12 UPTO 3")
    # What he had when he asked is spent meanwhile.
    table.now("p1", "OFFER Bob: $2 FOR NOTHING").now("p2", "ACCEPT Anna").say("GRANT 3")
    assert (table.one(Refused).world, table.s.ships["p1"]) == (12, (13,))
    assert table.s.money == {"p1": 1, "p2": 12}
    assert table.waiting == {"p1": "act"}


def test_a_refusal_holds_for_the_action() -> None:
    """ST-W1: with the next one, and in the next turn, the owner may be asked again."""
    table = scene({"die:p1": [1] * 9}, stations={12: "p2"}).now("p2", "BEACON OTHERS ASK")
    table.say("ASK 12 UPTO 2", "DENY")
    assert not table.legal("ASK 12 UPTO 2")
    table.say("BUSINESS")
    assert table.legal("ASK 12 UPTO 2")
    table.say("ASK 12 UPTO 2", "DENY").turn().turn()
    assert table.legal("ASK 12 UPTO 2")


def test_asking_for_a_beacon() -> None:
    """ST-W1: the owner is asked where he posts ASK; refused, the action is still there."""
    table = scene({"die:p1": [1, 1]}, stations={12: "p2"}).now("p2", "BEACON OTHERS ASK")
    table.say("ASK 12 UPTO 2")
    assert table.waiting == {"p2": "beacon"}
    assert table.asked.default.verb == "DENY"
    table.say("DENY")
    assert table.one(Refused).world == 12
    assert not table.legal("ASK 12 UPTO 2")
    assert table.s.left["turn"] == 5


def test_a_price_above_the_limit_is_asked_again() -> None:
    """ST-W1, ST-AMB 46: paid up to the limit without a word, above it only on demand."""
    table = scene({"die:p1": [1, 1]}, stations={12: "p2"}).now("p2", "BEACON OTHERS ASK")
    table.say("ASK 12 UPTO 2", "GRANT 5")
    assert table.waiting == {"p1": "price"}
    table.say("PAY UPTO 5")
    assert table.s.ships["p1"] == (12,)
    assert table.s.money["p2"] == 15


# -- random jumps ------------------------------------------------------------------------------


def test_rulebook_example_a_random_jump() -> None:
    """ST-MOV-10, ST-MOV-11, ST-AMB 5: a 2 and then a 6 is 26, Wilhelm; the turn is over with it."""
    table = scene({"die:p1": [1], "die:p2": [1], "random:p1": [2, 6]}).say("RANDOM")
    jump = table.one(Jumped)
    assert (jump.world, jump.how, DATA.world[26].name) == (26, "random", "Wilhelm")
    assert jump.apply(scene({"die:p1": [1]}).s).left["turn"] == 0
    assert [f.dice for f in table.all(Thrown) if f.seat == "p1"] == [(1,)]
    assert table.waiting == {"p2": "act"}


def test_a_random_jump_still_delivers() -> None:
    """ST-MOV-11, ST-MOV-13: it may land where it began; on arrival the cargo is delivered."""
    table = scene(
        {"die:p1": [1], "random:p1": [1, 5]}, boxes=["F34", "N21", "N31"], cargo={"p1": [1]},
        at={"p1": 34},
    ).say("RANDOM")  # fmt: skip
    assert table.s.money["p1"] == 33
    same = scene({"die:p1": [1], "random:p1": [1, 3]}).say("RANDOM")
    assert same.s.ships["p1"] == (13,)
    assert same.waiting == {"p2": "act"}


# -- declared jumps ----------------------------------------------------------------------------


def declared(*rolls: int, **fields: object) -> Scene:
    return scene({"die:p1": rolls}, options={"declared": True}, **fields)


def test_declared_jumps() -> None:
    """ST-MOV-15: named before the roll; too low, the action is lost without an easier jump."""
    table = declared(4, stations={})
    assert table.all(Thrown) == []
    assert table.legal("JUMP 56")
    table.say("JUMP 56")
    short = table.one(FellShort)
    assert (short.lost, table.s.left["turn"], table.s.ships["p1"]) == (True, 4, (13,))
    assert declared(5, stations={}).say("JUMP 56").s.ships["p1"] == (56,)


def test_a_station_jump_needs_no_declared_roll() -> None:
    """ST-MOV-16."""
    table = declared(stations={56: "p1"}).say("JUMP 56")
    assert table.all(Thrown) == []
    assert table.s.ships["p1"] == (56,)


def test_position_is_between_turns() -> None:
    assert position().turn == 0
