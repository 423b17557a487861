"""Deals: whole, in one step, of exactly what they name."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from engine.advance import opened
from engine.codec import Codec
from engine.fact import OfferClosed
from games.star_traders.facts.court import CargoTo, Exchanged
from games.star_traders.facts.setup import BoxClosed, Discarded, Revealed
from games.star_traders.facts.turn import Delivered
from games.star_traders.game import STAR_TRADERS
from games.star_traders.hidden import conserved
from games.star_traders.rules import RINGS
from games.star_traders.state import Cargo, Stars
from tests.games.star_traders.scene import DATA, NAMES, Scene, luck, position, scene

BOXES = ["N11", "F34", "N31"]
TWO, THREE = luck("Scandal", -2), luck("Scandal", -3)


def meeting(**fields: object) -> Scene:
    """Both ships at one world."""
    return scene({"die:p1": [1] * 9}, **({"at": {"p1": 55, "p2": 55}, "boxes": BOXES} | fields))


def deal(table: Scene, terms: str) -> Scene:
    """p1 offers it to p2, who accepts."""
    return table.now("p1", f"OFFER Bob: {terms}").now("p2", "ACCEPT Anna")


# -- cargo ---------------------------------------------------------------------------------------


def markers(s: Stars) -> list[int]:
    """The box of each marker that lies on a Contract."""
    return sorted(c.box for own in s.cargo.values() for c in own)


def parts(boxes: tuple[int, ...]) -> list[str]:
    """Any cargos of these, as one side of an offer."""
    found = chain.from_iterable(combinations(boxes, n) for n in range(len(boxes) + 1))
    return [", ".join(f"cargo {b}" for b in some) for some in found]


@pytest.mark.parametrize("own", [(), (2,), (2, 3)])
@pytest.mark.parametrize("others", [(2,), (1,), (1, 2), (2, 3)])
def test_a_deal_loses_no_cargo(own: tuple[int, ...], others: tuple[int, ...]) -> None:
    """ST-CAR-8, ST-AMB 46, ST-CMP-3: the same markers before and after, two each at most, one on a
    Contract each; also at every fact on the way.
    """
    for give in parts(own):
        for want in parts(others):
            terms = f"{give or '$1'} FOR {want or '$2'}"
            table = meeting(cargo={"p1": own, "p2": others})
            before, s = markers(table.s), table.s
            deal(table, terms)
            assert markers(table.s) == before, terms
            for fact in table.fresh:
                s = fact.apply(s)
                assert conserved(s)["too many markers"] == [], terms
                assert conserved(s)["two markers on one"] == [], terms
            moved = [f.reason for f in table.all(OfferClosed)] == ["taken"]
            assert moved == bool(table.all(CargoTo)) or not give + want


def test_the_same_cargo_on_both_sides() -> None:
    """ST-CAR-8: who gives it gets it."""
    table = deal(
        meeting(cargo={"p1": [2, 3], "p2": [1, 2]}), "cargo 2, cargo 3 FOR cargo 1, cargo 2"
    )
    assert {x: {c.box for c in own} for x, own in table.s.cargo.items()} == {
        "p1": {1, 2}, "p2": {2, 3},
    }  # fmt: skip
    table = deal(meeting(cargo={"p1": [2], "p2": [2]}), "cargo 2 FOR cargo 2, $1")
    assert {x: [c.box for c in own] for x, own in table.s.cargo.items()} == {"p1": [2], "p2": [2]}
    assert table.s.money == {"p1": 11, "p2": 9}


def test_the_tycoons_ship_that_is_there_takes_the_cargo() -> None:
    """ST-CAR-8, ST-PER-10, ST-RUL-10: it is at a world with one of his ships only."""
    table = meeting(at={"p1": 55, "p2": (13, 55)}, cargo={"p1": [2]}, roles={"p2": "Tycoon"})
    deal(table, "cargo 2 FOR $1")
    assert [(c.box, c.ship) for c in table.s.cargo["p2"]] == [(2, 1)]
    # And it is that ship's world that counts when he gives it on.
    table.now("p2", "OFFER Anna: cargo 2 FOR NOTHING").now("p1", "ACCEPT Bob")
    assert [(c.box, c.ship) for c in table.s.cargo["p1"]] == [(2, 0)]


def test_a_cargo_deal_stored_by_an_older_version_is_read() -> None:
    """ST-CAR-8: it was one cargo then, from the giver's ship to the taker's."""
    stored = {"giver": "p1", "taker": "p2", "box": 2, "ship": 1}
    fact = Codec(STAR_TRADERS).read_fact("CargoTo", 1, stored)
    assert fact == CargoTo("p1", "p2", (Cargo(2, 1),))
    assert Codec(STAR_TRADERS).fact(fact)["v"] == 2


def test_who_is_on_a_mission_takes_no_cargo() -> None:
    """ST-MIS-8, ST-AMB 13, ST-CAR-8: both his markers are used."""
    table = deal(meeting(cargo={"p1": [2]}, missions={"p2": "F63"}), "cargo 2 FOR NOTHING")
    assert table.one(OfferClosed).reason == "taker-no-room"
    assert [c.box for c in table.s.cargo["p1"]] == [2]


def test_no_two_markers_of_one_trader_on_a_contract() -> None:
    """ST-CAR-3: neither by a deal nor by a shift."""
    table = deal(meeting(cargo={"p1": [2], "p2": [2]}), "cargo 2 FOR NOTHING")
    assert table.one(OfferClosed).reason == "taker-no-room"
    same = scene({"die:p1": [1]}, boxes=["N11", "N21", "F11"], cargo={"p1": [1, 3]})
    assert "SHIFT" not in same.verbs
    lost = scene(
        {"die:p1": [6, 1]}, boxes=["N11", "N21", "F11"], cargo={"p1": [1], "p2": [1, 3]},
        at={"p1": 43}, stations={}, draws=["N46"], stops=("shift",),
    ).say(f"JUMP {DATA.card['N11'].destination}")  # fmt: skip
    assert lost.one(Delivered).box == 1
    assert lost.waiting == {"p1": "act"}
    assert [c.box for c in lost.s.cargo["p2"]] == [3]


# -- an offer means the Contract that lay there ----------------------------------------------------


def test_an_offer_ends_with_the_contract_that_is_delivered() -> None:
    """ST-W9, ST-CON-7: given or wanted; the next Contract in the box is another. Both are told."""
    table = scene(
        {"die:p1": [2] * 9}, seats=3, at={"p1": 14, "p2": 31, "p3": 31}, boxes=BOXES,
        cargo={"p1": [2], "p2": [2, 3], "p3": [1]}, stations={},
    )  # fmt: skip
    table.now("p2", "OFFER Cleo: cargo 2 FOR $5").now("p2", "OFFER Cleo: cargo 3 FOR $5")
    table.now("p3", "OFFER Bob: $9 FOR cargo 2").now("p3", "OFFER Bob: cargo 1 FOR $2, cargo 3")
    table.say("JUMP 15")
    assert table.one(Delivered).box == 2
    assert [(f.offer, f.reason) for f in table.all(OfferClosed)] == [
        ("p2>p3:1", "gone"), ("p3>p2:1", "gone"),
    ]  # fmt: skip
    assert table.all(OfferClosed)[0].seen_by(table.s) == ("p2", "p3")
    assert [o.id for o in table.s.offers] == ["p2>p3:2", "p3>p2:2"]


def test_an_offer_ends_with_the_contract_that_is_glitched() -> None:
    """ST-W9, ST-IMP-2."""
    table = meeting(
        variant="imperial", cargo={"p2": [2]}, hands={"p1": [luck("A Glitch in the System")]}
    )
    table.now("p2", "OFFER Anna: cargo 2 FOR $5").say("PLAY A Glitch in the System BOX 2")
    assert table.one(OfferClosed).reason == "gone"


def test_an_offer_ends_with_the_contract_that_is_not_replaced() -> None:
    """ST-W9, ST-DRO-3."""
    table = scene(
        {"die:p1": [2] * 9}, seats=4, gone=("p4",), surplus=1, at={"p1": 14}, stations={},
        boxes=["N11", "N21", "N31", "F34"], cargo={"p1": [4], "p2": [4]},
    )  # fmt: skip
    table.now("p2", "OFFER Cleo: cargo 4 FOR $5").say("JUMP 15")
    assert table.one(BoxClosed).box == 4
    assert table.one(OfferClosed).reason == "gone"


def test_an_offer_of_a_station_holds_while_it_stands() -> None:
    """ST-W9, ST-TRD-4: it is one station of one owner; gone, the deal fails."""
    table = scene({"die:p1": [1]}).now("p2", "OFFER Anna: station 23 FOR $1")
    table.now("p2", "THROW station 23").now("p1", "ACCEPT Bob")
    assert table.one(OfferClosed).reason == "giver-lacks"


# -- cards by name ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "cards"),
    [
        ("Scandal", [THREE]),
        ("Scandal 3", [THREE]),
        ("Scandal 2", [TWO]),
        ("Scandal, Scandal", [THREE, TWO]),
        ("2 Scandal", [THREE, TWO]),
        ("Scandal, Scandal 3", [TWO, THREE]),
    ],
)
def test_which_cards_an_offer_names(named: str, cards: list[str]) -> None:
    """ST-TRD-1, ST-LUC-2: a kind alone is the strongest, with its number that one; several go."""
    table = deal(scene({"die:p1": [1]}, hands={"p1": [TWO, THREE]}), f"{named} FOR $1")
    assert sorted(table.one(Exchanged).give) == sorted(cards)
    assert sorted(table.s.hands["p2"]) == sorted(cards)


@pytest.mark.parametrize(
    "named",
    ["Scandal, Scandal, Scandal", "Scandal, Scandal, Scandal 2", "Scandal 1", "2 Scandal 2"],
)
def test_what_is_not_held_so_often_is_not_offered(named: str) -> None:
    """ST-TRD-1: each card once, under whichever name."""
    table = scene({"die:p1": [1]}, hands={"p1": [TWO, THREE]})
    d = opened(STAR_TRADERS, table.s, "p1")
    assert d is not None
    with pytest.raises(AssertionError):
        table.read(f"OFFER Bob: {named} FOR $1", d)


def test_what_was_offered_twice_is_there_twice() -> None:
    """ST-AMB 46: at acceptance the copies are counted, on both sides."""
    table = scene({"die:p1": [1]}, hands={"p1": [TWO, THREE], "p2": [luck("Zap")]})
    table.now("p1", "OFFER Bob: Scandal, Scandal FOR Zap").now("p1", "OFFER Bob: $1 FOR Zap, Zap")
    d = opened(STAR_TRADERS, table.s, "p2")
    assert d is not None
    assert [o.args for c in d.choices if c.form.verb == "ACCEPT" for o in c.legal()] == [("p1", 1)]
    table.now("p1", "THROW Scandal 2").now("p2", "ACCEPT Anna 1")
    assert table.one(OfferClosed).reason == "giver-lacks"


def test_cards_are_thrown_and_shown_by_their_number() -> None:
    """ST-TRD-1, ST-SET-16: as they are played."""
    table = scene({"die:p1": [1]}, hands={"p1": [TWO, THREE]})
    table.now("p1", "REVEAL Scandal 3").now("p1", "REVEAL Scandal 2").now("p1", "THROW Scandal 2")
    assert [f.card for f in table.all(Revealed)] == [THREE, TWO]
    assert table.one(Discarded).cards == (TWO,)


def test_what_is_wanted_is_of_the_catalogue() -> None:
    """ST-SET-16: the same may be asked for whatever the other holds."""

    def wanted(hand: list[str]) -> set[str]:
        d = opened(STAR_TRADERS, position(hands={"p2": hand}), "p1")
        assert d is not None
        (offer,) = (c for c in d.choices if c.form.verb == "OFFER")
        return set(offer.values(2, ("p2", ("$1",))).of)  # type: ignore[union-attr]

    assert wanted([]) == wanted([TWO, luck("Zap")])
    assert {"Scandal", "Scandal 1", "Scandal 3"} <= wanted([])
    names = STAR_TRADERS.lexicon(position(), NAMES).domains["item"]
    assert all(names.exact(x) for x in wanted([]) if x[0] != "$")


# -- rings -----------------------------------------------------------------------------------------

ALL = [w.number for w in DATA.worlds if w.number != 41][:RINGS]


def test_no_more_than_fifteen_stations_by_a_deal() -> None:
    """ST-CMP-2, ST-TRD-1: one more fails; one for one is possible."""
    own = dict.fromkeys(ALL, "p1") | {41: "p2"}
    table = scene({"die:p1": [1]}, stations=own)
    table.now("p2", "OFFER Anna: station 41 FOR $1").now("p1", "ACCEPT Bob")
    assert (table.one(OfferClosed).reason, table.s.stations[41]) == ("taker-no-rings", "p2")
    table.now("p2", f"OFFER Anna: station 41 FOR station {ALL[0]}").now("p1", "ACCEPT Bob")
    assert (table.s.stations[41], table.s.stations[ALL[0]]) == ("p1", "p2")


def test_no_more_than_fifteen_stations_by_novas_own_building() -> None:
    """ST-CMP-2, ST-NOV-6."""
    for count, built in ((RINGS, False), (RINGS - 1, True)):
        table = scene(
            {"die:p1": [1]}, variant="nova", at={"p1": 41}, boxes=["N11", "N21", "N31"],
            stations=dict.fromkeys(ALL[:count], "p1"),
        ).turn()  # fmt: skip
        assert (41 in table.s.stations) == built
