"""Dropping out, the auction, deals."""

from __future__ import annotations

from typing import Any

import pytest

from engine.advance import opened
from engine.decision import Order
from engine.fact import Ended, OfferClosed
from games.star_traders.facts.court import Allowed, CargoTo, Exchanged
from games.star_traders.facts.setup import BoxClosed, Drew, HandLeft, Overbid
from games.star_traders.facts.turn import Built, Paid, StationTo, Worked
from games.star_traders.game import STAR_TRADERS
from tests.games.star_traders.scene import DATA, NAMES, Scene, luck, scene

AVOID = "Avoid a Calamity"


def leaving(**fields: object) -> Scene:
    """p2 resigns in the turn of p1, who then ends it."""
    settings: dict[str, object] = {"seats": 3, "stops": ("bid",)} | fields
    table = scene({"die:p1": [1], "die:p3": [1]}, **settings)
    return table.now("p2", "RESIGN").turn()


def test_what_is_left_behind() -> None:
    """ST-DRO-1, ST-DRO-4, ST-AMB 51: money to the bank, ship, hand, cargo and mission gone."""
    table = leaving(
        hands={"p2": [luck("Zap")]}, cargo={"p2": [1]}, missions={"p2": "F34"}, money={"p2": 30}
    )
    s = table.s
    assert "p2" not in s.ships
    assert (s.money["p2"], s.bank, s.cargo["p2"], s.missions) == (0, 30, (), {})
    assert table.one(HandLeft).cards == (luck("Zap"),)
    assert "F34" in s.discard


def test_the_auction() -> None:
    """ST-DRO-2, ST-DRO-5, ST-W10, ST-AMB 21: in world order, to the bank; unsold rings go."""
    table = leaving(stations={13: "p1", 21: "p2", 45: "p2", 11: "p2"}, money={"p1": 10, "p3": 10})
    assert sorted(d.info["world"] for d in table.pending if d.seat == "p1") == [11, 21, 45]
    table.bids(p1=["BID 11 UPTO 6", "BID 21 UPTO 6"], p3=["BID 11 UPTO 6", "BID 21 UPTO 5"])
    # Of equals the first after the leaver; Anna's second bid fits her purse, Cleo's does not.
    assert table.s.stations == {13: "p1", 11: "p3", 21: "p1"}
    assert [f.world for f in table.all(StationTo)] == [11, 21, 45]
    assert (table.s.money["p1"], table.s.money["p3"]) == (4, 4)
    assert [(f.seat, f.world, f.bid, f.why) for f in table.all(Overbid)] == [("p3", 21, 5, "purse")]


def test_a_bid_beyond_the_purse_is_kept_as_it_is_and_told_when_void() -> None:
    """ST-AMB 21, ST-W10: nobody bids another amount than his own."""
    table = leaving(stations={13: "p1", 21: "p2"}, money={"p1": 51, "p3": 10})
    table.bids(p1=["BID 21 UPTO 200"], p3=["BID 21 UPTO 1"])
    assert table.s.stations[21] == "p3"
    (void,) = table.all(Overbid)
    assert (void.bid, void.seen_by(table.s)) == (200, ("p1",))


def test_one_contract_less() -> None:
    """ST-DRO-3: the bottom one is not replaced, but three are kept."""
    five = ["N11", "N21", "N31", "N41", "F34"]
    table = scene(
        {"die:p1": [2, 1], "die:p3": [1]}, seats=5, boxes=five, surplus=1, cargo={"p1": [5]},
        at={"p1": 14}, stations={}, gone=("p5",),
    ).say("JUMP 15")  # fmt: skip
    assert table.one(BoxClosed).box == 5
    assert len(table.s.boxes) == 4
    three = leaving(boxes=["N11", "N21", "N31"], stations={})
    assert three.s.surplus == 0
    assert leaving(seats=5, boxes=five, stations={}).s.surplus == 1


def test_the_last_one_wins() -> None:
    """ST-DRO-6, ST-AMB 51."""
    table = scene({"die:p1": [1]}).now("p2", "RESIGN").turn()
    assert (table.one(Ended).reason, table.s.winners) == ("alone", ("p1",))


# -- who has resigned plays no more --------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        {"money": {"p1": 58}, "prestige": {"p1": 16}},
        {"money": {"p1": 60}, "prestige": {"p1": 14}, "at": {"p1": 12}},
    ],
    ids=["business", "station"],
)
@pytest.mark.parametrize("seats", [2, 3])
def test_who_resigned_does_not_win_nova(seats: int, position: dict[str, Any]) -> None:
    """ST-AMB 51, ST-NOV-11, ST-NOV-12: no $1 for his dice, no station, no win."""
    table = scene({"die:p1": [1] * 9}, seats=seats, variant="nova", **position).now("p1", "RESIGN")
    assert not table.all(Worked)
    assert not table.all(Built)
    assert table.s.winners == (("p2",) if seats == 2 else ())
    assert table.s.gone == ("p1",)


@pytest.mark.parametrize("stop", ["petition", "verdict"])
def test_a_petition_lapses_with_its_petitioner(stop: str) -> None:
    """ST-AMB 51, ST-WIN-9: in the window before the roll, and in that after it."""
    table = scene(
        {"die:p1": [1] * 9, "petition:p1": [6]}, seats=3, stops=(stop,), money={"p1": 60},
        options={"short-ending": True, "stations": 1}, prestige={"p1": 16},
        hands={"p2": [luck("Scandal"), luck("Zap")]},
    ).say("PETITION")  # fmt: skip
    assert table.waiting == {"p2": stop}
    table.now("p1", "RESIGN")
    assert (table.s.ended, table.s.gone, table.s.active) == ("", ("p1",), "p2")
    assert not table.all(Allowed)


def test_no_mission_is_delivered_for_who_resigned() -> None:
    """ST-AMB 51, ST-MIS-6: neither by a beacon that was asked for nor by an announced jump."""
    asking: dict[str, Any] = {
        "seats": 3, "at": {"p1": 14}, "stations": {15: "p2"}, "missions": {"p1": "F34"},
        "loaded": {"p1": 0}, "tariffs": {"p2": {"others": -2}},
    }  # fmt: skip
    assert DATA.card["F34"].destination == 15
    table = scene({"die:p1": [1] * 9}, **asking).say("ASK 15 UPTO 3")
    assert table.waiting == {"p2": "beacon"}
    table.now("p1", "RESIGN")
    assert (table.s.ended, "p1" in table.s.ships) == ("", False)
    zap = {"hands": {"p2": [luck("Zap")]}, "stops": ("zap",)}
    table = scene({"die:p1": [6] * 9}, **asking, **zap).say("JUMP 15")
    assert table.waiting == {"p2": "zap"}
    table.now("p1", "RESIGN")
    assert (table.s.ended, "p1" in table.s.ships) == ("", False)


def test_an_envoy_does_not_go_on_for_who_resigned() -> None:
    """ST-AMB 51, ST-LUC-12: another Envoy can be sent afterwards."""
    table = scene(
        {"die:p1": [6] * 9}, seats=3, hands={"p1": [luck("Imperial Envoy")]}, at={"p1": 14},
        missions={"p1": "F34"}, loaded={"p1": 0}, stations={},
    ).say("PLAY Imperial Envoy TO 15")  # fmt: skip
    assert table.waiting == {"p1": "travel"}
    table.now("p1", "RESIGN")
    assert (table.s.ended, table.s.gone, table.s.left["envoy"]) == ("", ("p1",), 0)


def test_no_card_is_drawn_for_who_resigned() -> None:
    """ST-AMB 51: his turn is over at once; between turns the others may play cards."""
    table = scene({"die:p1": [1]}, seats=3, hands={"p2": [luck("Fanfare")]}, stops=("between",))
    table.now("p1", "RESIGN")
    assert not table.all(Drew)
    assert (table.waiting, table.s.gone) == ({"p2": "between"}, ())


def test_who_is_left_by_two_at_once_is_asked_for_no_bids() -> None:
    """ST-DRO-6: he has won."""
    table = scene({"die:p1": [1]}, seats=3, stops=("bid",))
    table.now("p2", "RESIGN").now("p3", "RESIGN").turn()
    assert (table.one(Ended).reason, table.s.winners) == ("alone", ("p1",))


def test_of_all_the_last_to_resign_has_won() -> None:
    """ST-DRO-6: he was left alone when the others had resigned."""
    table = scene({"die:p1": [1]}, seats=3, hands={"p1": [luck("Zap")]}, stops=("between",))
    table.now("p3", "RESIGN").now("p2", "RESIGN").now("p1", "RESIGN")
    assert (table.one(Ended).reason, table.s.winners) == ("alone", ("p1",))


def test_a_calamity_on_who_resigned_asks_nobody() -> None:
    """ST-W2, ST-W3, ST-AMB 51: he suffers it unasked."""
    table = scene(
        {"die:p1": [1]}, seats=3, hands={"p1": [luck("Engine Trouble", -1)], "p3": [luck(AVOID)]},
        stops=("calamity",),
    ).say("PLAY Engine Trouble ON Bob")  # fmt: skip
    assert table.waiting == {"p2": "calamity", "p3": "calamity"}
    table.now("p2", "RESIGN")
    assert table.waiting == {"p1": "act"}
    assert table.s.mod("less", "p2") == 1


def test_a_glitch_does_not_fulfil_the_bottom_contract() -> None:
    """ST-DRO-3, ST-IMP-2: it is replaced; only one that is fulfilled is not."""
    table = scene(
        {"die:p1": [1]}, seats=5, variant="imperial", gone=("p5",), surplus=1,
        boxes=["N11", "N21", "N31", "N41", "F34"],
        hands={"p1": [luck("A Glitch in the System")]},
    ).say("PLAY A Glitch in the System BOX 5")  # fmt: skip
    assert not table.all(BoxClosed)
    assert (len(table.s.boxes), table.s.surplus, table.s.boxes[4] != "F34") == (5, 1, True)


def test_black_hole_numbers_stay() -> None:
    """ST-DRO-7: five began, so three connected stations are still enough."""
    table = scene(
        {"die:p1": [1]}, seats=5, variant="black-hole", gone=("p5",), imperial=(11, 12, 13),
        stations=dict.fromkeys((11, 12, 13, 14, 15), "p1"), prestige={"p1": 15}, money={"p1": 99},
    )  # fmt: skip
    assert table.legal("PETITION MISSION")


# -- deals ---------------------------------------------------------------------------------------


def test_a_deal() -> None:
    """ST-MON-2, ST-TRD-1, ST-STA-5, ST-STA-7, ST-AMB 46, ST-W9: money, stations, cards; whole."""
    table = scene({"die:p1": [1]}, hands={"p1": [luck("Zap")], "p2": [luck("Fanfare")]})
    table.now("p2", "OFFER Anna: station 23, Fanfare FOR $4, Zap").now("p1", "ACCEPT Bob")
    s = table.s
    assert (s.stations[23], s.money, s.prestige["p1"]) == ("p1", {"p1": 6, "p2": 14}, 1)
    assert (s.hands["p1"], s.hands["p2"]) == ((luck("Fanfare"),), (luck("Zap"),))
    assert table.one(Paid).why == "deal"
    told = table.one(Exchanged)
    assert told.masked() == Exchanged("p2", "p1", ("?",), ("?",))


def test_a_deal_that_cannot_be() -> None:
    """ST-AMB 46, ST-TRD-4: checked at acceptance; it ends for both, and nothing moves."""
    table = scene({"die:p1": [1]}, hands={"p2": [luck("Zap")]})
    table.now("p2", "OFFER Anna: Zap FOR $5").now("p2", "THROW Zap").now("p1", "ACCEPT Bob")
    assert table.one(OfferClosed).reason == "giver-lacks"
    assert table.s.money == {"p1": 10, "p2": 10}


@pytest.mark.parametrize("want", ["Fanfare", "$5, Fanfare"])
def test_who_lacks_what_is_asked_cannot_accept(want: str) -> None:
    """ST-AMB 46: his own knowledge; the offer stays open."""
    table = scene({"die:p1": [1]}, hands={"p1": [luck("Zap")]})
    table.now("p2", f"OFFER Anna: $4 FOR {want}")
    d = opened(STAR_TRADERS, table.s, "p1")
    assert d is not None
    assert not d.has(Order("ACCEPT", ("p2", None)))
    assert d.has(Order("DECLINE", ("p2", None)))


def test_prestige_is_no_ware() -> None:
    """ST-PRE-3, ST-TRD-2."""
    names = STAR_TRADERS.lexicon(scene({"die:p1": [1]}).s, NAMES).domains["item"]
    assert names.exact("Prestige") is None


def test_cargo_changes_ships_at_one_world() -> None:
    """ST-CAR-8, ST-TRD-3: free; with room, and nowhere else."""
    boxes = ["N11", "F34", "N31"]
    table = scene({"die:p1": [1]}, at={"p1": 55, "p2": 55}, boxes=boxes, cargo={"p2": [2]})
    table.now("p2", "OFFER Anna: cargo 2 FOR $3").now("p1", "ACCEPT Bob")
    assert table.one(CargoTo).taker == "p1"
    assert table.s.left["turn"] == 5
    apart = scene({"die:p1": [1]}, boxes=boxes, cargo={"p2": [2]})
    apart.now("p2", "OFFER Anna: cargo 2 FOR $3").now("p1", "ACCEPT Bob")
    assert apart.one(OfferClosed).reason == "taker-apart"
    full = scene(
        {"die:p1": [1]}, at={"p1": 55, "p2": 55}, boxes=boxes, cargo={"p2": [2], "p1": [1, 3]}
    )
    full.now("p2", "OFFER Anna: cargo 2 FOR $3").now("p1", "ACCEPT Bob")
    assert full.one(OfferClosed).reason == "taker-no-room"


def test_throwing_away() -> None:
    """ST-TRD-1, ST-AMB 45: cards and stations, in anybody's turn, for nothing."""
    table = scene({"die:p1": [1]}, hands={"p2": [luck("Zap")]})
    table.now("p2", "THROW Zap").now("p2", "THROW station 23")
    assert (table.s.hands["p2"], 23 in table.s.stations) == ((), False)
    assert table.s.money["p2"] == 10
