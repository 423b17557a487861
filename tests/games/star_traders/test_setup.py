"""Versions, components and setting up."""

from __future__ import annotations

import tomllib

import pytest

from engine.decision import Order
from engine.dice import KeyedDice
from engine.selfplay import play
from engine.state import change
from games.star_traders.facts.setup import Claimed, Drew, Founded, TookRole, TurnedUp
from games.star_traders.game import STAR_TRADERS
from games.star_traders.orders.forms import BEST
from games.star_traders.rules import MARKERS, QUARANTINES, RINGS, RULES
from games.star_traders.tables.records import NUMBERS
from games.star_traders.travel.outlook import prospects
from pbem.resources import packaged
from tests.games.star_traders.scene import DATA, NAMES, SEED, Scene, position, scene


def begin(seats: int, variant: str = "family", **options: object) -> Scene:
    """From the very beginning."""
    ids = tuple(f"p{i}" for i in range(1, seats + 1))
    settings = {o.name: o.default for o in STAR_TRADERS.options(variant)} | options
    return Scene(STAR_TRADERS.begin(variant, ids, settings))  # type: ignore[arg-type]


def test_five_versions() -> None:
    """ST-VER-1, ST-VER-5: Family, Imperial and Black Hole have 5 actions, the Novas 4."""
    assert set(RULES) == {"family", "imperial", "black-hole", "nova", "super-nova"}
    assert {v: r.actions for v, r in RULES.items()} == {
        "family": 5, "imperial": 5, "black-hole": 5, "nova": 4, "super-nova": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "size"),
    [("super-nova", 108), ("nova", 36), ("family", 72), ("imperial", 108), ("black-hole", 108)],
)
def test_decks_by_version(variant: str, size: int) -> None:
    """ST-VER-2, ST-VER-4: N are Nova's cards, F Family's, I the Imperial ones."""
    s = STAR_TRADERS.begin(variant, ("p1", "p2"), {})
    assert len(s.deck) == size


def test_the_card_sets_are_told_by_colour() -> None:
    """ST-VER-3: an owner of the printed cards knows each set by its colour."""
    words = tomllib.loads((packaged("templates") / "en/star_traders/words.toml").read_text())
    assert "N Nova (green), F Family (blue), I Imperial (red)" in words["options"]["sets"]


def test_mixing_is_an_option() -> None:
    """ST-VER-6, ST-W14: Black Hole with N and F only, other victory numbers."""
    s = STAR_TRADERS.begin("black-hole", ("p1", "p2"), {"sets": "NF"})
    assert len(s.deck) == 72
    names = {o.name for o in STAR_TRADERS.options("black-hole")}
    assert {"sets", "prestige", "stations", "network", "fee", "declared"} <= names


def test_worlds_rings_markers() -> None:
    """ST-CMP-1, ST-CMP-2, ST-CMP-3."""
    assert len(NUMBERS) == 36
    assert (RINGS, MARKERS, QUARANTINES) == (15, 2, 3)
    # All 15 rings on the map: no more can be built.
    own = dict.fromkeys([w for w in NUMBERS if w != 13][:15], "p1")
    full = scene({"die:p1": [1]}, stations=own, money={"p1": 50})
    assert "BUILD" not in full.verbs


def test_a_card_has_two_ends() -> None:
    """ST-CMP-4: the same card is a Contract on the board and Luck in a hand."""
    deal = DATA.card["F34"]
    assert (deal.destination, deal.luck) == (15, "Stargate")


def test_money_prestige_cards() -> None:
    """ST-SET-1, ST-SET-2, ST-SET-3, ST-CMP-5: $10, 1 Prestige, two cards; 2 to 6 Traders."""
    table = begin(4)
    assert set(table.s.money.values()) == {10}
    assert set(table.s.prestige.values()) == {1}
    assert all(len(hand) == 2 for hand in table.s.hands.values())
    assert len(table.all(Drew)) == 8
    assert (STAR_TRADERS.least_seats, STAR_TRADERS.most_seats) == (2, 6)


@pytest.mark.parametrize(("seats", "boxes"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_first_contracts(seats: int, boxes: int) -> None:
    """ST-SET-5, ST-SET-6, ST-AMB 41: as many as Traders, but 3 for two; the same in Nova."""
    for variant in ("family", "nova"):
        ids = {f"p{i}": STAR_TRADERS.bot("trader") for i in range(1, seats + 1)}
        options = {"rounds": 1}
        played = play(
            STAR_TRADERS, variant, seats, KeyedDice(SEED), _Chance(), options=options,
            bots=ids,  # type: ignore[arg-type]
        )  # fmt: skip
        up = [t.fact for t in played.facts if isinstance(t.fact, TurnedUp)][:boxes]
        assert [f.box for f in up] == list(range(1, boxes + 1))
        assert len(played.state.boxes) == boxes


class _Chance:
    def random(self) -> float:
        return 0.3


def test_start_worlds_in_reverse_order() -> None:
    """ST-SET-4, ST-SET-7, ST-SET-8, ST-SET-9, ST-SET-12, ST-SET-13, ST-AMB 1, ST-AMB 4, ST-W13."""
    table = begin(4)
    assert table.waiting == {"p4": "start"}
    assert table.asked.default.args == ("13",)
    assert set(table.asked.choices[0].slots[0].values) == {"13", "23", "33", "43", "53"}  # type: ignore[union-attr]
    table.say("PICK 23")
    assert not table.legal("PICK 23")
    table.say("PICK 33", "PICK 43", "PICK 13")
    assert table.s.ships == {"p4": (23,), "p3": (33,), "p2": (43,), "p1": (13,)}
    assert table.s.stations == {23: "p4", 33: "p3", 43: "p2", 13: "p1"}
    assert set(table.s.prestige.values()) == {1}
    # Four Traders place no further stations; the first one moves.
    assert table.waiting == {"p1": "act"}
    assert table.s.active == "p1"


def test_six_traders_and_the_core() -> None:
    """ST-SET-10, ST-AMB 2: one of them, who names the world after the Contracts."""
    table = begin(6).say("PICK 13", "PICK CORE")
    assert table.one(Claimed).seat == "p5"
    assert not table.legal("PICK CORE")
    # The first to move is left one world, and is not asked.
    table.say("PICK 23", "PICK 33", "PICK 43")
    assert table.waiting == {"p5": "core"}
    assert len(table.s.boxes) == 6
    table.say("PICK 64")
    assert table.s.ships["p5"] == (64,)


def test_pick_best() -> None:
    """ST-W13: what silence picks; of the Core the world nearest to the best Contract."""
    table = begin(6).say("PICK BEST", "PICK CORE", "PICK BEST", "PICK 33", "PICK 43")
    assert (table.s.ships["p6"], table.s.ships["p4"]) == ((13,), (23,))
    free = table.asked.info["free"]
    table.say("PICK BEST")
    (here,) = table.s.ships["p5"]
    best = max(
        prospects(change(table.s, ships={**table.s.ships, "p5": (int(w),)}), "p5")[0].rate
        for w in free
    )
    assert prospects(table.s, "p5")[0].rate == best
    assert str(here) in free


def test_pick_best_is_no_answer_to_another_question() -> None:
    """ST-W13: once all is picked it answers nothing, least of all with local business."""
    order, turn = Order("PICK", (BEST,)), scene({"die:p1": [1]})
    assert STAR_TRADERS.resolve(turn.s, turn.asked, order) is None


def test_the_last_of_six_is_left_the_core() -> None:
    """ST-AMB 2."""
    table = begin(6).say("PICK 13", "PICK 23", "PICK 33", "PICK 43", "PICK 53")
    assert table.waiting == {"p1": "core"}


@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 2)])
def test_further_stations(seats: int, each: int) -> None:
    """ST-SET-11, ST-AMB 3: six stations in all, one of them in the Core."""
    table = begin(seats)
    while "act" not in table.waiting.values():
        d = table.asked
        table._given[d.id] = d.default
        table.go()
    assert sorted(table.s.stations.values()) == sorted([f"p{i + 1}" for i in range(seats)] * each)
    assert sum(w // 10 == 6 for w in table.s.stations) == 1
    order = [f.seat for f in table.all(Founded)[seats:]]
    assert order[0] == f"p{seats}"


@pytest.mark.parametrize("seats", [2, 3])
def test_the_core_is_picked_once(seats: int) -> None:
    """ST-SET-11, ST-AMB 3: after the first nobody may pick it, also when he has picked again."""
    table = begin(seats)
    while table.waiting != {f"p{seats}": "extra"}:
        table.say(f"PICK {table.asked.default.args[0]}")
    table.say("PICK CORE")
    asked = 0
    while "extra" in table.waiting.values():
        asked += 1
        assert not table.legal("PICK CORE")
        table.say(f"PICK {table.asked.default.args[0]}")
    assert asked
    assert len(table.all(Claimed)) == 1
    assert table.waiting == {f"p{seats}": "core"}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("claims", [True, False])
def test_the_insider_among_two_or_three(seats: int, claims: bool) -> None:
    """ST-PER-4, ST-AMB 27: his two come besides the further stations, the Core's included."""
    last = f"p{seats}"
    table = begin(seats, personalities="chosen", novices=last).say("PICK Insider")
    while "act" not in table.waiting.values():
        d = table.asked
        core = d.kind == "extra" and (d.seat == last) == claims and table.legal("PICK CORE")
        table.say("PICK CORE" if core else f"PICK {d.default.args[0]}")
    assert (table.one(Claimed).seat == last) == claims
    placed = [f.world for f in table.all(Founded) if f.seat == last]
    assert len(placed) == 1 + {2: 2, 3: 1}[seats] + 2
    assert sum(w // 10 == 6 for w in placed) == 2 + claims
    assert 66 in placed


def test_personalities_are_chosen_in_reverse_order() -> None:
    """ST-SET-14: after a look at all; each held by one Trader at most."""
    table = begin(3, personalities="chosen")
    assert table.waiting == {"p3": "role"}
    assert len(list(table.asked.legal())) == 10
    table.say("PICK Tycoon")
    assert not table.legal("PICK Tycoon")
    named = begin(3, personalities="chosen", novices="p2")
    assert named.waiting == {"p2": "role"}


def test_deals_from_the_deal_on() -> None:
    """ST-TRD-1, ST-LUC-2, ST-SET-16: money, cards and stations change hands in the set-up, too."""
    table = begin(3)
    card = DATA.card[table.s.hands["p1"][0]].luck
    kinds = {c.form.verb for c in STAR_TRADERS.open(table.s, "p1").choices}  # type: ignore[union-attr]
    assert kinds == {"OFFER", "BEACON", "REVEAL", "THROW", "RESIGN"}
    table.now("p1", f'OFFER Bob: "{card}" FOR $4').now("p2", "ACCEPT Anna")
    assert table.s.money == {"p1": 14, "p2": 6, "p3": 10}
    assert [len(table.s.hands[x]) for x in ("p1", "p2")] == [1, 3]
    table.now("p2", f'REVEAL "{card}"').now("p2", f'THROW "{card}"').now("p3", "BEACON OTHERS 3")
    assert (len(table.s.discard), table.s.tariffs) == (1, {"p3": {"others": 3}})
    assert table.waiting == {"p3": "start"}


def test_who_threw_his_first_station_is_still_there() -> None:
    """ST-SET-8, ST-TRD-1: no two start on the same world."""
    table = begin(4).say("PICK 23").now("p4", "THROW station 23")
    assert table.s.stations == {}
    assert not table.legal("PICK 23")
    assert table.legal("PICK 13")


@pytest.mark.parametrize(
    ("deal", "count"), [("station 23 FOR $1", 4), ("$1 FOR station 13", 2)], ids=["got", "given"]
)
def test_a_deal_before_the_insider_places(deal: str, count: int) -> None:
    """ST-PER-4, ST-AMB 27: two stations, whatever he has got or given by then."""
    table = begin(4, personalities="chosen", novices="p4")
    table.say("PICK Insider", "PICK 13", "PICK 23")
    table.now("p3", f"OFFER Dan: {deal}").now("p4", "ACCEPT Cleo")
    table.say("PICK 33", "PICK 43", "PICK 61")
    assert [f.world for f in table.all(Founded) if f.seat == "p4"] == [13, 66, 61]
    assert sum(x == "p4" for x in table.s.stations.values()) == count


def test_leaving_in_the_set_up() -> None:
    """ST-AMB 51, ST-DRO-4: what is his to pick is picked for him; he drops out before turn 1."""
    table = begin(3).now("p3", "RESIGN")
    assert table.waiting == {"p2": "start"}
    table.say("PICK 23").now("p2", "BEACON OTHERS FREE")
    while "act" not in table.waiting.values():
        table.say(f"PICK {table.asked.default.args[0]}")
    assert (table.s.gone, table.s.round, "p3" in table.s.ships) == (("p3",), 1, False)


def test_personalities_are_dealt() -> None:
    """ST-SET-15: at random, of ten."""
    table = begin(5, personalities="random")
    assert len({f.role for f in table.all(TookRole)}) == 5


def test_what_is_open() -> None:
    """ST-SET-16: money lies open, hands do not; REVEAL shows a card."""
    table = scene(hands={"p2": ["N12"]})
    view = STAR_TRADERS.hide(table.s, "p1")
    assert (view.money, view.hands["p2"]) == (table.s.money, ("?",))
    table.now("p2", 'REVEAL "Triumphal Parade"')
    assert [type(f).__name__ for f in table.fresh][:1] == ["Revealed"]


def test_the_bank_never_runs_out() -> None:
    """ST-MON-1: it pays whatever it has to; what it took in is counted."""
    table = scene({"die:p1": [1] * 5}).say(*["BUSINESS"] * 5)
    assert table.s.money["p1"] == 15
    assert table.s.bank == -5


def test_names_are_the_players() -> None:
    lexicon = STAR_TRADERS.lexicon(position(), NAMES)
    assert lexicon.shown("target", "p2") == "Bob"
