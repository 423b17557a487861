"""Contracts, cargo, races, Prestige."""

from __future__ import annotations

import pytest

from engine.decision import Order
from engine.state import Mod
from games.star_traders.facts.setup import TurnedUp
from games.star_traders.facts.turn import Delivered, Dropped, Shifted
from games.star_traders.game import STAR_TRADERS
from games.star_traders.orders.forms import THROW
from tests.games.star_traders.scene import DATA, Scene, luck, scene

MINIDRAGS = ["N11", "F34", "N31"]
"""The printed Contract in box 2."""


def test_the_printed_contract() -> None:
    """ST-CON-1, ST-CON-2, ST-CON-3, ST-CON-4, ST-MON-1: payoff 23, fee 11, Prestige 4."""
    table = scene(
        {"die:p1": [2, 1]}, boxes=MINIDRAGS, cargo={"p1": [2]}, at={"p1": 14}, stations={15: "p2"}
    ).say("JUMP 15")
    done = table.one(Delivered)
    assert (done.payoff, done.fee, done.prestige, done.owner) == (23, 11, 4, "p2")
    assert table.s.money == {"p1": 33, "p2": 21}
    assert table.s.prestige["p1"] == 5


def test_the_owner_gets_both() -> None:
    """ST-CON-3, ST-CON-4: 34 for who owns the station."""
    table = scene(
        {"die:p1": [1, 1]}, boxes=MINIDRAGS, cargo={"p1": [2]}, at={"p1": 14}, stations={15: "p1"}
    ).say("JUMP 15")
    assert table.s.money["p1"] == 10 + 34


def test_vip() -> None:
    """ST-CON-5: a base of 4 is 6 in box 1; so is what follows there (ST-CON-8)."""
    table = scene(
        {"die:p1": [2, 1]}, boxes=["F34", "N21", "N31"], cargo={"p1": [1]}, at={"p1": 14},
        stations={}, draws=["N46"],
    ).say("JUMP 15")  # fmt: skip
    assert table.one(Delivered).prestige == 6
    assert table.s.boxes[0] == "N46"


def test_the_star_matters_for_missions_only() -> None:
    """ST-CON-6."""
    starred, plain = DATA.card["F34"], DATA.card["N11"]
    assert (starred.star, plain.star) == (True, False)
    table = scene({"die:p1": [1]}, boxes=["N11", "F34", "N31"], at={"p1": 34})
    assert table.legal("PICKUP 2")


def test_replacement() -> None:
    """ST-CON-7: the card is discarded, all markers are off, a new Contract lies there."""
    table = scene(
        {"die:p1": [2, 1]}, boxes=MINIDRAGS, cargo={"p1": [2], "p2": [2]}, at={"p1": 14},
        draws=["N46"],
    ).say("JUMP 15")  # fmt: skip
    assert "F34" in table.s.discard
    assert table.s.cargo == {"p1": (), "p2": ()}
    assert (table.one(TurnedUp).box, table.s.boxes[1]) == (2, "N46")


def test_picking_up() -> None:
    """ST-CAR-1, ST-CAR-4: at the pickup world, one action; others may still do so."""
    table = scene({"die:p1": [1, 1]}, boxes=MINIDRAGS, at={"p1": 34, "p2": 34}).say("PICKUP 2")
    assert [c.box for c in table.s.cargo["p1"]] == [2]
    assert table.s.left["turn"] == 4
    assert not table.legal("PICKUP 2")
    table.turn()
    assert table.legal("PICKUP 2")
    assert "PICKUP" not in scene({"die:p1": [1]}, boxes=MINIDRAGS, at={"p1": 35}).verbs


def test_two_cargos_at_most() -> None:
    """ST-CAR-2."""
    table = scene({"die:p1": [1]}, boxes=MINIDRAGS, cargo={"p1": [1, 3]}, at={"p1": 34})
    assert "PICKUP" not in table.verbs


def test_equal_cargos_need_two_contracts() -> None:
    """ST-CAR-3, ST-AMB 18: one marker on each."""
    table = scene({"die:p1": [1, 1, 1]}, boxes=["N11", "F11", "N31"], at={"p1": 11}, stations={})
    table.say("PICKUP 1", "PICKUP 2")
    assert [c.box for c in table.s.cargo["p1"]] == [1, 2]


def test_a_cargo_without_contract_is_lost() -> None:
    """ST-CAR-5, ST-CAR-13: nobody else asks for it, so nothing is asked."""
    table = scene(
        {"die:p1": [2, 1]}, boxes=MINIDRAGS, cargo={"p1": [2], "p2": [2]}, at={"p1": 14},
        draws=["N46"], stops=("shift",),
    ).say("JUMP 15")  # fmt: skip
    assert table.s.cargo["p2"] == ()
    assert table.waiting == {"p1": "act"}


def test_shift_after_a_lost_race() -> None:
    """ST-CAR-6, ST-CAR-7, ST-W8, ST-AMB 17: to the replacement, or to another such Contract."""
    table = scene(
        {"die:p1": [6, 1]}, boxes=["N11", "N21", "F11"], cargo={"p1": [1], "p2": [1]},
        at={"p1": 43}, stations={}, draws=["N46"], stops=("shift",),
    )  # fmt: skip
    destination = DATA.card["N11"].destination
    assert table.legal(f"JUMP {destination}")
    table.say(f"JUMP {destination}")
    assert table.waiting == {"p2": "shift"}
    assert table.asked.default.verb == "PASS"
    table.say("SHIFT BEST")
    assert [c.box for c in table.s.cargo["p2"]] == [3]
    assert table.one(Shifted).seat == "p2"


def test_shift_to_the_replacement() -> None:
    """ST-CAR-7, ST-W8: the Contract that was just turned up in the same box asks for the same."""
    table = scene(
        {"die:p1": [6, 1]}, boxes=["N11", "N21", "N31"], cargo={"p1": [1], "p2": [1]},
        at={"p1": 43}, stations={}, draws=["F11"], stops=("shift",),
    ).say("JUMP 44")  # fmt: skip
    assert (table.s.boxes[0], table.waiting) == ("F11", {"p2": "shift"})
    table.say("SHIFT 1")
    assert [c.box for c in table.s.cargo["p2"]] == [1]
    assert (table.s.money["p2"], table.waiting) == (10, {"p1": "act"})


def test_shift_in_the_own_turn() -> None:
    """ST-CAR-6: free, to another Contract for the same goods."""
    table = scene({"die:p1": [1]}, boxes=["N11", "N21", "F11"], cargo={"p1": [1]})
    table.say("SHIFT 1 TO 3")
    assert [c.box for c in table.s.cargo["p1"]] == [3]
    assert table.s.left["turn"] == 5


def test_delivery_is_forced_and_free() -> None:
    """ST-TRN-6, ST-CAR-9, ST-MOV-14: at once on arrival, before anything else."""
    table = scene(
        {"die:p1": [2, 6]}, boxes=MINIDRAGS, cargo={"p1": [2]}, at={"p1": 14}, stations={}
    ).say("JUMP 15")
    assert len(table.all(Delivered)) == 1
    assert table.s.left["turn"] == 4


def test_arrival_out_of_turn_waits() -> None:
    """ST-CAR-10, ST-CAR-11, ST-RUL-3, ST-AMB 16: delivered at the very start of the own turn."""
    table = scene({"die:p1": [1]}, boxes=MINIDRAGS, cargo={"p2": [2]}, at={"p2": 15})
    assert table.all(Delivered) == []
    table.turn()
    assert table.one(Delivered).seat == "p2"


@pytest.mark.parametrize("aboard", [(1, 2), (2, 1)], ids=["in order", "the higher picked up first"])
def test_two_deliveries_at_once(aboard: tuple[int, ...]) -> None:
    """ST-RUL-4, ST-AMB 19: the lower box first, its replacement drawn before the next."""
    same = [c for c in DATA.cards if c.destination == 15 and c.set in "NF" and c.id != "F34"]
    table = scene(
        {"die:p1": [2, 1]}, boxes=[same[0].id, "F34", "N31"], cargo={"p1": aboard}, at={"p1": 14},
        stations={},
    ).say("JUMP 15")  # fmt: skip
    assert [f.box for f in table.all(Delivered)] == [1, 2]
    kinds = [type(f) for f in table.facts if isinstance(f, Delivered | TurnedUp)]
    assert kinds == [Delivered, TurnedUp, Delivered, TurnedUp]


def test_abandoning() -> None:
    """ST-CAR-12, ST-CAR-14, ST-CAR-15: in the own turn, anywhere, free; never in another's."""
    table = scene({"die:p1": [1]}, boxes=MINIDRAGS, cargo={"p1": [2], "p2": [2]})
    table.say("ABANDON 2")
    assert table.one(Dropped).seat == "p1"
    assert table.s.left["turn"] == 5
    opened = STAR_TRADERS.open(table.s, "p2")
    assert opened is not None
    assert "ABANDON" not in {c.form.verb for c in opened.choices}
    assert not any("cargo" in str(o) for c in opened.choices if c.form is THROW for o in c.legal())


IDLE = (Mod(kind="less", seat="p2", value=5, until="begin:p2"),)
"""p2 begins his next turn without actions."""


def test_cargo_aboard_in_a_turn_without_actions() -> None:
    """ST-CAR-6, ST-CAR-12, ST-RUL-2: it is shifted and abandoned free, even without a card."""
    table = scene(boxes=["N11", "N21", "F11"], cargo={"p2": [1]}, mods=IDLE).turn()
    assert (table.waiting, table.s.granted) == ({"p2": "act"}, 0)
    assert table.verbs == {"SHIFT", "ABANDON", "FINISH"}
    assert (table.asked.default, table.s.hands["p2"]) == (Order("FINISH"), ())
    table.say("SHIFT 1 TO 3", "ABANDON 3")
    assert table.one(Dropped).seat == "p2"
    assert table.waiting == {"p1": "act"}


def test_nothing_to_be_done_without_actions() -> None:
    """ST-RUL-2: with nothing aboard and no card there is nothing to ask."""
    assert scene(mods=IDLE).turn().waiting == {"p1": "act"}
    # With the last action the turn is over (ST-TRN-11).
    table = scene({"die:p1": [1] * 5}, boxes=MINIDRAGS, cargo={"p1": [2]})
    assert table.say(*("BUSINESS",) * 5).waiting == {"p2": "act"}


def test_races() -> None:
    """ST-RAC-1, ST-RAC-2: +1 for each other marker on the Contract."""
    table = scene(
        {"die:p1": [2, 1]}, seats=3, boxes=MINIDRAGS, cargo={x: [2] for x in ("p1", "p2", "p3")},
        at={"p1": 14}, stations={},
    ).say("JUMP 15")  # fmt: skip
    done = table.one(Delivered)
    assert (done.prestige, done.beaten) == (6, ("p2", "p3"))


def test_the_meter_ends_at_thirty_and_at_one() -> None:
    """ST-PRE-1: what is too much is lost."""
    table = scene(
        {"die:p1": [2, 1]}, boxes=MINIDRAGS, cargo={"p1": [2]}, at={"p1": 14}, stations={},
        prestige={"p1": 28},
    ).say("JUMP 15")  # fmt: skip
    assert (table.one(Delivered).prestige, table.s.prestige["p1"]) == (2, 30)
    low = scene({"die:p1": [1]}, hands={"p1": [luck("Scandal", -2)]}).say("PLAY Scandal ON Bob")
    assert low.s.prestige["p2"] == 1


def test_areas() -> None:
    """ST-PRE-4: red +1, gold +2."""
    assert [DATA.bonus(n) for n in (15, 19, 20, 24, 25, 30)] == [0, 0, 1, 1, 2, 2]


# -- cargo that is due while something waits -------------------------------------------------------

BOUGHT = {"at": {"p1": 15, "p2": 15}, "boxes": MINIDRAGS, "cargo": {"p2": [2]}}


def bought(table: Scene) -> Scene:
    """p1 takes the cargo of Contract 2 aboard, at its destination."""
    return table.now("p2", "OFFER Anna: cargo 2 FOR $1").now("p1", "ACCEPT Bob")


def test_no_announced_jump_carries_on_what_is_due() -> None:
    """ST-CAR-9, ST-MOV-14: in the window on its die; the die and the action are still there."""
    table = scene(
        {"die:p1": [2] * 9}, stations={}, hands={"p2": [luck("Zap")]}, stops=("zap",), **BOUGHT
    ).say("JUMP 14")
    assert table.waiting == {"p2": "zap"}
    bought(table)
    assert (table.s.ships["p1"], len(table.all(Delivered))) == ((15,), 1)
    assert (table.waiting, table.s.left["turn"], table.s.dice["turn"]) == ({"p1": "act"}, 5, (2,))
    assert table.legal("JUMP 14")


@pytest.mark.parametrize("answers", [(), ("GRANT 5",)], ids=["asking", "paying"])
def test_no_beacon_carries_on_what_is_due(answers: tuple[str, ...]) -> None:
    """ST-CAR-9, ST-MOV-14, ST-W1: while its owner is asked, and while his price is."""
    table = scene({"die:p1": [1] * 9}, stations={14: "p2"}, **BOUGHT)
    table.now("p2", "BEACON OTHERS ASK").say("ASK 14 UPTO 2", *answers)
    bought(table)
    assert (table.s.ships["p1"], len(table.all(Delivered))) == ((15,), 1)
    assert (table.waiting, table.s.left["turn"]) == ({"p1": "act"}, 5)


@pytest.mark.parametrize("stop", ["petition", "verdict"])
def test_no_mission_throws_away_what_is_due(stop: str) -> None:
    """ST-CAR-9, ST-MIS-1: before the petition goes on."""
    table = scene(
        {"die:p1": [1] * 9, "petition:p1": [6]}, stations={13: "p1"}, money={"p1": 90},
        prestige={"p1": 20}, options={"stations": 1}, stops=(stop,),
        hands={"p2": [luck("Scandal"), luck("Zap")]}, **BOUGHT,
    ).say("PETITION")  # fmt: skip
    assert table.waiting == {"p2": stop}
    bought(table).answers()
    assert len(table.all(Delivered)) == 1
    assert "p1" in table.s.missions


def test_a_journey_between_turns_carries_it_on() -> None:
    """ST-CAR-10, ST-CAR-11: there is no delivery then, and no forced one."""
    held = {"p1": [luck("Zap")], "p2": [luck("Imperial Envoy")]}
    table = scene(
        {"die:p1": [1] * 9, "die:p2": [6] * 9}, hands=held, stops=("between", "zap"), stations={},
        at={"p2": 15}, boxes=MINIDRAGS, cargo={"p2": [2]},
    ).turn()  # fmt: skip
    table.answers(p2='PLAY "Imperial Envoy" TO 36').say("JUMP 14")
    assert "zap" in table.waiting.values()
    table.answers()
    assert (table.s.ships["p2"], table.all(Delivered)) == ((14,), [])


def test_a_declared_jump_that_was_broken_off_leaves_a_known_die() -> None:
    """ST-CAR-9, ST-MOV-15: what it does not reach cannot be declared with it."""
    table = scene(
        {"die:p1": [1] * 9}, stations={}, hands={"p2": [luck("Zap")]}, stops=("zap",),
        options={"declared": True}, **BOUGHT,
    )  # fmt: skip
    assert table.legal("JUMP 14")
    bought(table.say("JUMP 14"))
    assert (table.waiting, table.s.dice["turn"]) == ({"p1": "act"}, (1,))
    assert not table.legal("JUMP 14")
