"""Petitions, missions, the ways to win, Black Hole."""

from __future__ import annotations

import pytest

from engine.advance import pending
from engine.fact import Ended
from games.star_traders.court.merits import LOSSES, PRICES
from games.star_traders.facts.court import (
    Allowed,
    Commissioned,
    Denied,
    Heard,
    Petitioned,
    Promoted,
    Unheard,
)
from games.star_traders.orders import judgement
from games.star_traders.rules import NETWORK, STATIONS
from games.star_traders.state import network
from tests.games.star_traders.scene import DATA, Scene, luck, scene

CHAIN = (13, 12, 11, 61, 62, 66, 21, 22)
"""Worlds that hang together by lines."""


def court(roll: int = 1, prestige: int = 15, money: int = 60, **fields: object) -> Scene:
    """p1 may petition; he has as many stations as two Traders need."""
    settings: dict[str, object] = {
        "stations": dict.fromkeys(CHAIN, "p1"),
        "money": {"p1": money},
        "prestige": {"p1": prestige},
    }
    rolls = {"die:p1": [1] * 9, "petition:p1": [roll] * 3}
    return scene(rolls, **(settings | fields))


def test_requirements() -> None:
    """ST-WIN-1, ST-AMB 10, ST-AMB 20, ST-RUL-6: $50 then $20, 15 Prestige, stations by Traders."""
    assert STATIONS == {2: 8, 3: 7, 4: 6, 5: 5, 6: 4}
    assert court().legal("PETITION")
    for lack in ({"money": 49}, {"prestige": 14}, {"stations": dict.fromkeys(CHAIN[1:], "p1")}):
        assert "PETITION" not in court(**lack).verbs
    assert court(money=20, appeals={"p1": 1}).legal("PETITION")
    assert "PETITION" not in court(money=19, appeals={"p1": 1}).verbs
    # After a drop-out the number stays, unless the option says otherwise.
    few = {"stations": dict.fromkeys(CHAIN[:7], "p1"), "seats": 3, "gone": ("p3",)}
    assert court(**few).legal("PETITION")  # type: ignore[arg-type]
    now = court(**few, options={"requirement": "current"})  # type: ignore[arg-type]
    assert "PETITION" not in now.verbs


def test_it_costs_an_action_once_a_turn() -> None:
    """ST-WIN-2, ST-TRN-4, ST-WIN-7: denied, -5 Prestige; the turn goes on, the fee is lost."""
    table = court(4, money=100, prestige=20 - 1, boxes=["N12", "N21", "N31"]).say("PETITION")
    denied = table.one(Denied)
    assert (denied.total, denied.prestige, table.s.prestige["p1"]) == (4, 5, 14)
    assert (table.s.money["p1"], table.s.left["turn"]) == (50, 4)
    assert "PETITION" not in table.verbs


def test_once_a_turn_whatever_is_left_of_it() -> None:
    """ST-TRN-4: all that it takes is still there; in the next turn it is possible again."""
    table = court(1, money=99, prestige=25).say("PETITION")
    assert (table.one(Denied).total, table.s.prestige["p1"], table.s.money["p1"]) == (3, 20, 49)
    assert "PETITION" not in table.verbs
    table.turn().turn()
    assert table.legal("PETITION")


def test_a_later_denial_costs_three() -> None:
    """ST-WIN-7, ST-AMB 10."""
    table = court(1, appeals={"p1": 1}, denials={"p1": 1}, prestige=19, money=20).say("PETITION")
    assert (table.one(Denied).prestige, table.one(Heard).fee) == (3, 20)


@pytest.mark.parametrize(
    ("prestige", "die", "granted"),
    [(15, 4, False), (15, 5, True), (20, 4, True), (24, 3, False), (25, 3, True), (30, 2, False)],
)
def test_the_roll(prestige: int, die: int, granted: bool) -> None:
    """ST-WIN-4, ST-PRE-4: the die and the area's bonus, 5 or better."""
    table = court(die, prestige).say("PETITION")
    assert bool(table.all(Allowed)) is granted


def test_sabotage_before_the_roll() -> None:
    """ST-WIN-3, ST-W5, ST-RUL-5, ST-AMB 9: what it takes is tested again; nothing more is lost."""
    scandal = luck("Scandal", -1)
    table = court(6, hands={"p2": [scandal]}, stops=("petition",)).say("PETITION")
    assert table.waiting == {"p2": "petition"}
    table.answers(p2="PLAY Scandal ON Anna")
    assert table.one(Unheard).seat == "p1"
    assert (table.s.money["p1"], table.s.prestige["p1"], table.s.left["turn"]) == (60, 14, 4)
    assert table.s.petitioned


def test_the_bonus_is_that_after_the_window() -> None:
    """ST-WIN-3, ST-AMB 11: the petitioner's own card counts."""
    parade = luck("Triumphal Parade", 2)
    table = court(4, 18, hands={"p1": [parade]}, stops=("petition",)).say("PETITION")
    table.answers(p1='PLAY "Triumphal Parade"')
    assert table.one(Allowed).total == 5


def test_zaps_on_the_roll() -> None:
    """ST-WIN-5, ST-W6, ST-LUC-11: by anybody, the petitioner too."""
    zap = luck("Zap")
    foe = court(5, hands={"p2": [zap]}, stops=("verdict",)).say("PETITION")
    foe.answers(p2="ZAP PETITION Anna")
    assert foe.one(Denied).total == 4
    own = court(3, hands={"p1": [zap]}, stops=("verdict",)).say("PETITION")
    own.answers(p1="ZAP MY PETITION")
    assert own.one(Allowed).total == 5


def test_the_mission() -> None:
    """ST-WIN-6, ST-MIS-1, ST-MIS-2, ST-MIS-3, ST-MIS-8, ST-AMB 12, ST-AMB 13: to a Star."""
    table = court(6, boxes=["N11", "N21", "N31"], cargo={"p1": [1]}, draws=["N12", "F34"])
    table.say("PETITION")
    turned = [(f.card, f.passed) for f in table.all(Commissioned)]
    assert turned == [("N12", True), ("F34", False)]
    assert table.s.missions == {"p1": "F34"}
    assert table.s.cargo["p1"] == ()
    assert table.waiting == {"p2": "act"}
    table.turn()
    assert table.waiting == {"p1": "act"}
    assert "PETITION" not in table.verbs


def test_a_mission_is_delivered() -> None:
    """ST-MIS-4, ST-MIS-5, ST-MIS-6, ST-AMB 15, ST-AMB 52: picked up by an action, then the win."""
    table = scene({"die:p1": [1, 2]}, at={"p1": 34, "p2": 34}, missions={"p1": "F34"}, stations={})
    assert table.legal("PICKUP MISSION")
    table.say("PICKUP MISSION")
    assert table.s.loaded == {"p1": 0}
    home = scene(
        {"die:p1": [2]}, at={"p1": 14}, missions={"p1": "F34"}, loaded={"p1": 0}, stations={}
    ).say("JUMP 15")
    assert (home.one(Ended).reason, home.one(Ended).winners) == ("mission", ("p1",))
    other = scene({"die:p1": [1]}, at={"p1": 34}, missions={"p2": "F34"})
    assert "PICKUP" not in other.verbs


def test_several_missions() -> None:
    """ST-MIS-7: others may still petition."""
    assert court(missions={"p2": "F34"}, boxes=["N12", "N21", "N31"]).legal("PETITION")


def test_no_star_left() -> None:
    """ST-AMB 14: the discards are shuffled in, then any card will do."""
    plain = [c.id for c in DATA.cards if not c.star and c.set in "NF"][5:8]
    table = court(6, deck=plain, discard=(), options={"sets": "NF"}).say("PETITION")
    assert table.s.missions["p1"] in plain
    assert table.all(Commissioned)[-1].passed is False


def test_max_prestige() -> None:
    """ST-WIN-8, ST-AMB 44: at 30 without a roll; fee and stations all the same."""
    table = court(1, 30, options={"max-prestige": True}).say("PETITION")
    assert table.one(Heard).fee == 50
    assert table.one(Allowed).total == 0


def test_short_ending() -> None:
    """ST-WIN-9: the first success wins."""
    table = court(6, options={"short-ending": True}).say("PETITION")
    assert table.one(Ended).reason == "petition"


# -- Black Hole ----------------------------------------------------------------------------------


def hole(roll: int, prestige: int = 16, money: int = 100, **fields: object) -> Scene:
    return court(roll, prestige, money, variant="black-hole", **fields)


def test_black_hole_petition() -> None:
    """ST-BLK-1, ST-BLK-2, ST-BLK-3, ST-BLK-7, ST-AMB 23, ST-AMB 26: for the station at the ship."""
    table = hole(6).say("PETITION")
    assert (table.one(Petitioned).world, table.one(Heard).fee) == (13, 30)
    table.say("PAY UPTO 10")
    assert table.one(Promoted).world == 13
    assert (table.s.imperial, table.s.left["turn"]) == ((13,), 4)
    assert (table.s.money["p1"], table.s.prestige["p1"]) == (60, 12)
    again = hole(6, appeals={"p1": 1}, money=10).say("PETITION")
    assert again.one(Heard).fee == 0
    assert "PETITION" not in hole(6, at={"p1": 55}).verbs


@pytest.mark.parametrize(("die", "area", "money", "lost"), [(1, 16, 10, 5), (2, 16, 5, 4)])
def test_black_hole_denials(die: int, area: int, money: int, lost: int) -> None:
    """ST-BLK-4: 1 and 2 are denials; 0 or less only by a Zap."""
    table = hole(die, area).say("PETITION")
    denied = table.one(Denied)
    assert (denied.money, denied.prestige) == (money, lost)
    assert LOSSES == {0: (20, 5), 1: (10, 5), 2: (5, 4)}
    assert PRICES == {3: (40, 10), 4: (30, 8), 5: (20, 6), 6: (10, 4), 7: (0, 3)}


def test_zero_or_less() -> None:
    """ST-BLK-4, ST-RUL-8, ST-BLK-6: unclamped; more than the purse holds takes all of it."""
    table = hole(1, money=45, hands={"p2": [luck("Zap")]}, stops=("verdict",)).say("PETITION")
    table.answers(p2="ZAP DOWN BY 2")
    denied = table.one(Denied)
    assert (denied.total, denied.money, denied.prestige) == (-1, 15, 5)
    assert table.s.money["p1"] == 0


def test_a_price_declined_or_out_of_reach() -> None:
    """ST-BLK-5, ST-AMB 25: denied, -4 Prestige, no money."""
    table = hole(4).say("PETITION")
    assert table.waiting == {"p1": "bribe"}
    table.say("PASS")
    assert (table.one(Denied).money, table.one(Denied).prestige) == (0, 4)
    poor = hole(3, money=50).say("PETITION")
    assert (poor.one(Denied).money, poor.s.prestige["p1"]) == (0, 12)


@pytest.mark.parametrize(("money", "worth"), [(60, True), (55, False)])
def test_a_zap_is_kept_where_the_price_cannot_be_paid(money: int, worth: bool) -> None:
    """ST-LUC-11, ST-W6, ST-BLK-4, ST-BLK-5: 4 would be granted for $30, which he must have."""
    table = hole(2, money=money, hands={"p1": [luck("Zap")]}, stops=("verdict",)).say("PETITION")
    (d,) = (d for d in pending(table.s) if d.seat == "p1")
    assert judgement.wins(table.s, d) is worth
    assert (judgement.zap(table.s, d, "p1") is not None) is worth


def test_nobody_zaps_a_petition_that_cannot_be_paid_anyway() -> None:
    """ST-LUC-11, ST-BLK-5: it is denied without."""
    table = hole(4, money=50, hands={"p2": [luck("Zap")]}, stops=("verdict",)).say("PETITION")
    (d,) = (d for d in pending(table.s) if d.seat == "p2")
    assert judgement.zap(table.s, d, "p1") is None


def test_seven_costs_prestige_only() -> None:
    """ST-BLK-4: 7 or more, 3 Prestige and no money."""
    table = hole(6, 20).say("PETITION")
    assert (table.one(Allowed).total, table.s.prestige["p1"]) == (7, 17)


def test_imperial_stations_are_safe() -> None:
    """ST-BLK-8: no card takes or destroys one."""
    table = scene(
        {"die:p1": [1]}, variant="black-hole", at={"p1": 23}, stations={23: "p2"}, imperial=(23,),
        hands={"p1": [luck("Hostile Takeover"), luck("Falling Debris")]},
    )  # fmt: skip
    assert "PLAY" not in table.verbs


def test_a_sold_imperial_station_is_a_normal_one() -> None:
    """ST-BLK-9, ST-AMB 22."""
    table = hole(1, imperial=(13,))
    table.now("p1", "OFFER Bob: station 13 FOR $3").now("p2", "ACCEPT Anna")
    assert (table.s.stations[13], table.s.imperial) == ("p2", ())


def test_networks() -> None:
    """ST-BLK-10, ST-BLK-13: one piece by jumplines; what hangs apart does not count."""
    assert NETWORK == {2: 4, 3: 4, 4: 4, 5: 3, 6: 3}
    table = hole(1, imperial=(11, 12, 13, 66))
    assert network(table.s, "p1") == 3
    assert network(hole(1, imperial=(11, 12, 13, 61)).s, "p1") == 4


def test_the_mission_petition() -> None:
    """ST-BLK-11, ST-BLK-12, ST-AMB 24: with the network, on any world, on the same table."""
    table = hole(6, 20, imperial=(11, 12, 13, 61), at={"p1": 55})
    assert not table.legal("PETITION")
    table.say("PETITION MISSION")
    assert {f.seat for f in table.all(Commissioned)} == {"p1"}
    assert table.waiting == {"p2": "act"}
    smaller = hole(6, 20, imperial=(11, 12), options={"network": 2})
    assert smaller.legal("PETITION MISSION")


@pytest.mark.parametrize("gone", ["THROW station 13", "OFFER Bob: station 13 FOR $3"])
def test_no_promotion_of_what_was_given_away(gone: str) -> None:
    """ST-BLK-2, ST-BLK-5: with the station gone before the price is paid it is denied."""
    table = hole(6).say("PETITION").now("p1", gone)
    if gone.startswith("OFFER"):
        table.now("p2", "ACCEPT Anna")
    table.say("PAY UPTO 10")
    assert (table.one(Denied).money, table.one(Denied).prestige) == (0, 4)
    assert (table.s.imperial, table.all(Promoted)) == ((), [])


def test_a_network_given_away_before_the_roll() -> None:
    """ST-RUL-5, ST-BLK-11: what the petition takes is tested after the window."""
    table = hole(
        6, 20, imperial=(11, 12, 13, 61), hands={"p2": [luck("Scandal")]}, stops=("petition",)
    )
    table.say("PETITION MISSION").now("p1", "THROW station 12").answers()
    assert table.one(Unheard).seat == "p1"
    assert table.all(Commissioned) == []
