"""The ten personalities."""

from __future__ import annotations

from engine.state import change
from games.star_traders.facts.setup import Drew
from games.star_traders.facts.travel import Jumped
from games.star_traders.facts.turn import Built, Delivered
from games.star_traders.game import STAR_TRADERS
from games.star_traders.rules import RULES
from tests.games.star_traders.scene import Scene, luck, position, scene
from tests.games.star_traders.test_orders import Table

MINIDRAGS = {"boxes": ["N11", "F34", "N31"], "cargo": {"p1": [2]}, "at": {"p1": 14}}


def playing(role: str, *rolls: int, **fields: object) -> Scene:
    return scene({"die:p1": [*rolls, 1, 1, 1, 1, 1, 1]}, roles={"p1": role}, **fields)


def test_builder() -> None:
    """ST-PER-1, ST-AMB 33: $3 here; one line away $3 for each point that it needs, one action."""
    table = playing("Builder", money={"p1": 30}, at={"p1": 12}, stations={}).say("BUILD")
    assert table.one(Built).price == 3
    table.say("BUILD 54")
    assert (table.all(Built)[1].price, table.s.left["turn"]) == (15, 3)


def test_engineer() -> None:
    """ST-PER-2."""
    assert playing("Engineer").s.left["turn"] == 6


def test_hero() -> None:
    """ST-PER-3: +2 Prestige for each delivery."""
    assert playing("Hero", 2, stations={}, **MINIDRAGS).say("JUMP 15").one(Delivered).prestige == 6


def test_a_heros_vip() -> None:
    """ST-PER-3, ST-CON-5: both bonuses."""
    table = playing(
        "Hero", 2, stations={}, boxes=["F34", "N21", "N31"], cargo={"p1": [1]}, at={"p1": 14}
    )
    assert table.say("JUMP 15").one(Delivered).prestige == 4 + 2 + 2


def test_insider() -> None:
    """ST-PER-4, ST-AMB 27: Laumer and one more; Core jumps without a roll; +1 on petitions."""
    settings = {o.name: o.default for o in STAR_TRADERS.options("family")}
    table = Scene(
        STAR_TRADERS.begin(
            "family", ("p1", "p2", "p3", "p4"), settings | {"personalities": "chosen"}
        )
    )
    table.say("PICK Hero", "PICK Rogue", "PICK Tycoon", "PICK Insider")
    table.say("PICK 13", "PICK 23", "PICK 33", "PICK 43")
    assert table.waiting == {"p1": "insider"}
    table.say("PICK 63")
    assert sorted(w for w, x in table.s.stations.items() if x == "p1") == [43, 63, 66]
    assert table.s.prestige["p1"] == 1
    jump = playing("Insider", 1, at={"p1": 61}, stations={}).say("JUMP 64").one(Jumped)
    assert jump.how == "core"
    court = {"stations": dict.fromkeys((11, 12, 13, 14, 15, 16, 21, 22), "p1")}
    plea = scene(
        {"die:p1": [1], "petition:p1": [4]}, roles={"p1": "Insider"}, money={"p1": 60},
        prestige={"p1": 15}, options={"short-ending": True}, **court,
    ).say("PETITION")  # fmt: skip
    assert plea.s.ended == "petition"


def test_maverick() -> None:
    """ST-PER-5: three cards kept, four held, two drawn with fewer than two."""
    table = playing("Maverick").turn()
    assert len(table.all(Drew)) == 2
    held = [luck("Overdrive"), luck("Fanfare"), luck("Zap")]
    assert len(playing("Maverick", hands={"p1": held[:1]}).turn().all(Drew)) == 2
    kept = playing("Maverick", hands={"p1": held[:2]}).turn()
    assert len(kept.all(Drew)) == 1
    assert len(kept.s.hands["p1"]) == 3
    full = playing("Maverick", hands={"p1": held, "p2": [luck("Wormhole", 1)]}, variant="imperial")
    full.now("p2", "OFFER Anna: Wormhole FOR NOTHING").now("p1", "ACCEPT Bob")
    assert len(full.s.hands["p1"]) == 4


def test_navigator() -> None:
    """ST-PER-6, ST-AMB 32: blue and green need 4; purple stays 4."""
    table = playing("Navigator", 4, at={"p1": 14}, stations={})
    assert table.legal("JUMP 56")
    assert not playing("Navigator", 3, stations={}).legal("JUMP 11")


def test_negotiator() -> None:
    """ST-PER-7, ST-AMB 30: + the Contract's Prestige in money; +$1 on fees."""
    done = playing("Negotiator", stations={15: "p1"}, **MINIDRAGS).say("JUMP 15").one(Delivered)
    assert (done.payoff, done.fee) == (27, 12)
    # The printed Prestige, whatever he gets; and the fee of others is theirs.
    vip = playing(
        "Negotiator", 2, stations={15: "p2"}, boxes=["F34", "N21", "N31"], cargo={"p1": [1]},
        at={"p1": 14},
    ).say("JUMP 15").one(Delivered)  # fmt: skip
    assert (vip.payoff, vip.prestige, vip.fee) == (27, 6, 11)


def test_the_negotiators_fee_for_what_others_deliver() -> None:
    """ST-PER-7: $1 more for him, no more for the Trader who delivers."""
    table = scene(
        {"die:p1": [2] * 9}, roles={"p2": "Negotiator"}, stations={15: "p2"}, **MINIDRAGS
    ).say("JUMP 15")
    done = table.one(Delivered)
    assert (done.payoff, done.fee, table.s.money) == (23, 12, {"p1": 33, "p2": 22})


def test_rogue() -> None:
    """ST-PER-8, ST-AMB 31: one closed beacon a turn, for nothing."""
    table = playing("Rogue", stations={12: "p2", 11: "p2"}).say("SLIP 12")
    assert table.one(Jumped).how == "slip"
    assert table.s.money == {"p1": 10, "p2": 10}
    assert "SLIP" not in table.verbs
    # In his next turn again.
    table.turn().turn()
    assert table.legal("SLIP 11")


def test_strategist() -> None:
    """ST-PER-9, ST-RUL-9, ST-AMB 28: all dice at once, two added once a turn, for two actions."""
    table = scene(
        {"die:p1": [1, 2, 2, 1, 3]}, roles={"p1": "Strategist"}, at={"p1": 14}, stations={}
    )
    assert table.asked.info["roll"] == (1, 2, 2, 1, 3)
    assert table.legal("JUMP 22")  # a blue line, by 2 + 3
    assert not table.legal("JUMP 56")
    table.say("JUMP 22")
    assert table.one(Jumped).dice == (2, 3)
    assert (table.s.left["turn"], sorted(table.asked.info["roll"])) == (3, [1, 1, 2])
    assert not table.legal("JUMP 14")
    table.say("JUMP 21")
    assert sorted(table.asked.info["roll"]) == [1, 1]


def test_dice_are_added_once_a_turn() -> None:
    """ST-RUL-9: not again in this turn, but in the next."""
    rolls = [2, 2, 2, 2, 2]
    table = scene({"die:p1": [*rolls, *rolls]}, roles={"p1": "Strategist"}, stations={})
    assert table.legal("JUMP 14")
    table.say("JUMP 14")
    assert table.one(Jumped).dice == (2, 2)
    assert table.s.dice["turn"] == (2, 2, 2)
    assert not table.legal("JUMP 13")
    table.turn().turn()
    assert table.legal("JUMP 13")


def test_tycoon_starts_with_two_ships() -> None:
    """ST-PER-10, ST-RUL-10: at his start world, which is in the Core as well."""
    settings = {o.name: o.default for o in STAR_TRADERS.options("family")}
    ids = tuple(f"p{i}" for i in range(1, 7))
    chosen = {"personalities": "chosen", "novices": "p6 p5"}
    table = Scene(STAR_TRADERS.begin("family", ids, settings | chosen))
    table.say("PICK Tycoon", "PICK Hero", "PICK 33", "PICK CORE")
    assert (table.s.ships["p6"], table.s.ships.get("p5")) == ((33, 33), None)
    core = Scene(STAR_TRADERS.begin("family", ids, settings | chosen))
    core.say("PICK Tycoon", "PICK Hero", "PICK CORE", "PICK 13", "PICK 23", "PICK 33", "PICK 43")
    assert core.waiting == {"p6": "core"}
    assert core.say("PICK 64").s.ships["p6"] == (64, 64)


def test_tycoon() -> None:
    """ST-PER-10, ST-RUL-10, ST-AMB 29: two ships, five actions, two cargos in all."""
    table = scene(
        {"die:p1": [6] * 5}, roles={"p1": "Tycoon"}, at={"p1": (13, 34)}, stations={},
        boxes=["N12", "F34", "N31"],
    )  # fmt: skip
    assert RULES["family"].actions == table.s.left["turn"] == 5
    table.say("PICKUP 2", "JUMP 12 SHIP 1")
    assert table.s.ships["p1"] == (12, 34)
    table.say("PICKUP 1")
    assert [(c.box, c.ship) for c in table.s.cargo["p1"]] == [(2, 1), (1, 0)]
    table.say("JUMP 35 SHIP 2")
    assert table.s.ships["p1"] == (12, 35)
    assert table.s.left["turn"] == 1


def test_tycoon_builds_with_either_ship() -> None:
    """ST-PER-10: NO STATION is where one of the ships could build, and BUILD means that one."""
    s = position(roles={"p1": "Tycoon"}, at={"p1": (13, 34)}, stations={13: "p1"})
    table = Table(s, {"die:p1": [1] * 5})
    table.plan("p1", "WHEN NO STATION AND MONEY >= 8: BUILD", "ELSE BUSINESS").run()
    assert [f.world for f in table.all(Built)] == [34]
    both = Table(change(s, stations={}, money={"p1": 15, "p2": 10}), {"die:p1": [1] * 5})
    both.plan("p1", "WHEN NO STATION AND MONEY >= 8: BUILD", "ELSE BUSINESS").run()
    assert [f.world for f in both.all(Built)] == [13, 34]


def test_tycoon_sends_an_envoy_with_the_second_ship() -> None:
    """ST-LUC-12, ST-PER-10: one ship travels; GOTO and silence take that one on."""
    for line in ("GOTO 36", "ELSE BUSINESS"):
        s = position(
            roles={"p1": "Tycoon"}, at={"p1": (13, 34)}, stations={},
            hands={"p1": [luck("Imperial Envoy")]},
        )  # fmt: skip
        table = Table(s, {"die:p1": [6] * 9})
        table.plan("p1", 'PLAY "Imperial Envoy" TO 36 SHIP 2', line)
        table.run(waits=False)
        assert table.s.ships["p1"][1] == 36


def test_tycoon_says_nothing_of_what_cannot_be_done() -> None:
    """An order without SHIP that both could carry out is left to the player."""
    table = playing("Tycoon", 6, at={"p1": (13, 13)}, stations={})
    assert not table.legal("JUMP 12")
    assert table.legal("JUMP 12 SHIP 2")
