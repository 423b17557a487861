"""What a report tells of a seat's position: cards, beacons, Quarantines, missions, petitions."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.tables import DATA
from games.star_traders.facts.court import Allowed, Denied, QuarantineRolled
from games.star_traders.facts.setup import Trimmed, Unsold
from games.star_traders.game import STAR_TRADERS
from games.star_traders.report.chart import chart, dice, mark, places
from games.star_traders.report.sheets import TURNS_AHEAD, ahead, report
from games.star_traders.rules import MARKERS, RULES
from games.star_traders.state import ASK, NO, Quarantine
from games.star_traders.tables.data import texts
from games.star_traders.tables.galaxy import PACKAGED, galaxy
from games.star_traders.travel.routes import NEVER
from tests.games.star_traders.scene import Scene, luck, position, scene
from tests.games.star_traders.test_remarks import said

STUCK: dict[str, Any] = {"quarantines": (Quarantine(world=13, first="p2"),)}


def sheet(s: Any, seat: str = "p1") -> dict[str, Any]:
    """The report of this seat."""
    return report(STAR_TRADERS.hide(s, seat), seat)


def plans(s: Any, seat: str = "p1") -> tuple[Any, ...]:
    return STAR_TRADERS.suggested_plans(STAR_TRADERS.hide(s, seat), seat)


# -- turns -----------------------------------------------------------------------------------------


def test_st_trn_11_the_odds_after_the_own_turn_are_those_of_two_whole_turns() -> None:
    """In the gap nothing is left of the turn that ended: the next two count in full."""
    gap = scene(hands={"p1": (luck("Scandal"),), "p2": (luck("Zap"),)}, stops=["between"]).turn()
    assert gap.waiting == {"p1": "between", "p2": "between"}
    own = sheet(gap.s)["you"]
    assert (own["left"], own["next"]) == (None, 5)
    assert ahead(gap.s, "p1") == TURNS_AHEAD * 5
    running = scene()
    assert sheet(running.s)["you"]["left"] == 5
    assert ahead(running.s, "p1") == TURNS_AHEAD * 5


def test_st_trn_11_what_is_left_of_the_turn_counts_while_it_runs() -> None:
    s = scene({"die:p1": [1] * 5}).say("BUSINESS", "BUSINESS").s
    assert sheet(s)["you"]["left"] == 3
    assert ahead(s, "p1") == 3 + 5


# -- cards -----------------------------------------------------------------------------------------


def test_st_luc_1_each_card_of_the_hand_has_its_number() -> None:
    """Two of a kind are told apart; the number of a single one is told as well."""
    held = (luck("Overdrive", 2), luck("Overdrive", 1), luck("Zap"))
    hand = sheet(position(hands={"p1": held}))["hand"]
    assert [c["label"] for c in hand] == ["Overdrive 2", "Overdrive 1", "Zap 2"]


def test_st_luc_16_a_card_that_is_shown_is_named_with_its_number() -> None:
    """Where the cards of a kind differ; else the kind is enough."""
    titles = STAR_TRADERS.lexicon(position(), {}).domains["title"]
    assert titles.shown(luck("Scandal", -3)) == "Scandal 3"
    assert titles.shown(luck("Salvage Rights", 5)) == "Salvage Rights 5"
    assert titles.shown(luck("Zap")) == "Zap"


# -- beacons ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "price", "more", "beacon"),
    [
        ("p1", None, {}, "own"),
        ("p2", None, {}, "closed"),
        ("p2", NO, {}, "closed"),
        ("p2", 0, {}, "free"),
        ("p2", 2, {}, "price"),
        ("p2", ASK, {}, "ask"),
        ("p2", NO, {"roles": {"p1": "Rogue"}}, "slip"),
    ],
)
def test_st_mov_6_a_line_tells_whose_beacon_may_be_used(
    owner: str, price: int | None, more: dict[str, Any], beacon: str
) -> None:
    """Own beacons need no die; those of others as their owners have posted."""
    tariffs: dict[str, dict[str, int]] = {} if price is None else {"p2": {"others": price}}
    s = position(stations={12: owner}, at={"p1": 13}, tariffs=tariffs, **more)
    (ship,) = sheet(s)["you"]["ships"]
    (line,) = [x for x in ship["lines"] if x["world"]["number"] == 12]
    assert (line["owner"], line["beacon"]) == (owner, beacon)
    assert line["price"] == (2 if beacon == "price" else 0)
    assert all(x["beacon"] == "" for x in ship["lines"] if x is not line)


def test_st_per_10_each_ship_has_its_lines_and_its_cargo() -> None:
    s = position(at={"p1": (13, 21)}, roles={"p1": "Tycoon"}, cargo={"p1": (2,)})
    own = sheet(s)["you"]
    assert [(x["ship"], x["at"]["number"]) for x in own["ships"]] == [(1, 13), (2, 21)]
    for ship in own["ships"]:
        lines = [x["world"]["number"] for x in ship["lines"]]
        assert lines == [to for to, _ in PACKAGED.lines[6][ship["at"]["number"]]]
    assert own["cargo"][0]["ship"] == 1


# -- Quarantines -----------------------------------------------------------------------------------


def _played() -> Scene:
    """p1 plays a Quarantine on the world of the last Trader; no die lifts it."""
    hands = {"p1": (luck("Quarantine"),)}
    made = scene({"quarantine:33": [6] * 40}, seats=3, variant="imperial", hands=hands)
    return made.say("PLAY Quarantine AT 33")


@pytest.mark.parametrize("turns", range(10))
def test_st_qua_5_the_timetable_says_who_rolls_what_lifts_it_and_when_it_ends(turns: int) -> None:
    """What is told after so many turns is what happens: next roller, number, latest end."""
    game = _played()
    for _ in range(turns):
        game.turn()
    (told,) = sheet(game.s, "p3")["quarantines"]
    assert told["held"] == ["p3"]
    before, begins = len(game.all(QuarantineRolled)), 0
    while game.s.quarantines:
        game.turn()
        begins += game.s.active == told["first"]
    rolls = game.all(QuarantineRolled)[before:]
    if rolls:
        assert (rolls[0].seat, rolls[0].most) == (told["next"], told["most"])
    assert begins == told["last"]


def test_st_qua_2_where_there_is_no_way_no_number_stands_for_it() -> None:
    """Neither the Contracts nor the suggested plans nor their remarks tell of 999 actions."""
    s = position(at={"p1": 13}, **STUCK)
    told = sheet(s)
    assert [(b["actions"], b["odds"]) for b in told["boxes"]] == [(None, None)] * 3
    for plan in plans(s):
        assert plan.why["actions"] is None
        ways = [r.data for r in said(s, *plan.lines) if r is not None and r.code == "way"]
        assert [w["actions"] for w in ways][:1] == [None]
        assert all(w["turns"] == 0 for w in ways)
        assert str(int(NEVER)) not in repr((told, plan.why, ways))


# -- missions and full ships -----------------------------------------------------------------------


def test_st_mis_8_on_a_mission_only_the_mission_has_odds_and_it_wins() -> None:
    s = position(missions={"p1": "N33"})
    told = sheet(s)
    assert told["you"]["room"] == 0
    assert [(b["actions"], b["odds"]) for b in told["boxes"]] == [(None, None)] * 3
    assert told["you"]["mission"]["actions"] > 0
    assert 0 <= told["you"]["mission"]["odds"] <= 100
    assert plans(s)[0].why["box"] == 0


def test_st_car_1_what_finds_no_room_has_no_odds() -> None:
    """With two cargos aboard the third Contract is none of this Trader's for now."""
    told = sheet(position(cargo={"p1": (1, 3)}))
    assert told["you"]["room"] == 0
    assert [b["odds"] is None for b in told["boxes"]] == [False, True, False]
    assert sheet(position(cargo={"p1": (1,)}))["you"]["room"] == MARKERS - 1


def test_st_per_3_what_a_contract_brings_this_trader_is_told() -> None:
    """What the bank pays and the Prestige, as the plan beside it reckons (ST-PER-7, ST-RAC-2)."""
    hero, dealer = (position(roles={"p1": role}) for role in ("Hero", "Negotiator"))
    printed = sheet(position())["boxes"]
    assert [b["more"] for b in printed] == [2, 0, 0], "the VIP's"
    assert [b["more"] for b in sheet(hero)["boxes"]] == [4, 2, 2]
    assert [b["more"] for b in sheet(position(cargo={"p2": (2,)}))["boxes"]] == [2, 1, 0]
    for row, plain in zip(sheet(dealer)["boxes"], printed, strict=True):
        assert row["payoff"] == plain["payoff"] + plain["prestige"]
    for s in (position(), hero, dealer):
        for plan in plans(s):
            row = sheet(s)["boxes"][plan.why["box"] - 1]
            assert plan.why["prestige"] == row["prestige"] + row["more"]
            assert plan.why["money"] == row["payoff"] + plan.why["fee"]


# -- petitions -------------------------------------------------------------------------------------


def test_st_win_1_what_a_petition_lacks() -> None:
    s = position(prestige={"p1": 12}, money={"p1": 31}, options={"stations": 3})
    assert sheet(s)["you"]["petition"]["lacks"] == {"prestige": 3, "stations": 2, "money": 19}


@pytest.mark.parametrize(
    ("prestige", "who", "parts", "rolls"),
    [
        (15, "", (0, 0), [5, 6]),
        (20, "", (1, 0), [4, 5, 6]),
        (25, "", (2, 0), [3, 4, 5, 6]),
        (26, "Insider", (2, 1), [2, 3, 4, 5, 6]),
    ],
)
def test_st_win_4_the_rolls_that_grant_a_petition(
    prestige: int, who: str, parts: tuple[int, int], rolls: list[int]
) -> None:
    """ST-PER-4: the Insider's 1 is part of it; what is told is what happens."""
    more: dict[str, Any] = {
        "prestige": {"p1": prestige},
        "money": {"p1": 60},
        "options": {"stations": 1},
        "roles": {"p1": who} if who else {},
    }
    own = sheet(position(**more))["you"]
    assert (own["bonus"]["area"], own["bonus"]["role"]) == parts
    assert own["bonus"]["total"] == sum(parts)
    assert own["petition"]["rolls"] == rolls
    assert own["petition"]["odds"] == round(100 * len(rolls) / 6)
    for roll in range(1, 7):
        ruled = scene({"petition:p1": [roll]}, **more).say("PETITION")
        fact = ruled.one(Allowed) if roll in rolls else ruled.one(Denied)
        assert fact.parts == (roll, *parts)
        assert fact.total == sum(fact.parts)


@pytest.mark.parametrize(("money", "rolls"), [(30, [6]), (40, [5, 6]), (70, [2, 3, 4, 5, 6])])
def test_st_blk_4_the_rolls_whose_price_can_be_paid(money: int, rolls: list[int]) -> None:
    """The fee is paid before: what is left of the purse has to do."""
    s = position(
        variant="black-hole",
        prestige={"p1": 20},
        money={"p1": money},
        options={"stations": 1, "fee": 30},
    )
    assert sheet(s)["you"]["petition"]["rolls"] == rolls


@pytest.mark.parametrize(("answer", "money", "why"), [("PASS", 60, "unpaid"), ("", 12, "unable")])
def test_st_blk_5_a_price_that_is_not_paid_is_told_as_such(
    answer: str, money: int, why: str
) -> None:
    """The petition was granted for a price; that it is denied after all has another reason."""
    made = scene(
        {"petition:p1": [4]},
        variant="black-hole",
        prestige={"p1": 20},
        money={"p1": money},
        options={"stations": 1, "fee": 0},
        at={"p1": 13},
    ).say("PETITION")
    if answer:
        made.say(answer)
    denied = made.one(Denied)
    assert (denied.why, denied.price, denied.total, denied.prestige) == (why, (20, 6), 5, 4)


# -- suggested plans and orders --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "more", "played"),
    [
        ("Bonus Clause", {}, True),
        ("Fanfare", {}, True),
        ("Fanfare", {"prestige": {"p1": 30}}, False),
        ("Bonus Clause", {"cargo": {}}, False),
        ("Bonus Clause", {"at": {"p1": 11}, "stations": {}}, False),
    ],
)
def test_st_luc_10_a_card_for_a_delivery_is_suggested_where_it_is_certain(
    kind: str, more: dict[str, Any], played: bool
) -> None:
    """The cargo is aboard and a beacon of one's own leads where it belongs."""
    card = PACKAGED.card["N11"]
    laid = {"cargo": {"p1": [1]}, "stations": {card.destination: "p1"}, "at": {"p1": 45}, **more}
    lines = plans(position(hands={"p1": (luck(kind),)}, **laid))[0].lines
    line = f"PLAY {kind} IF HOLDS {kind} AND CARRY 1"
    assert (line in lines) is played
    if played:
        assert lines.index(line) < lines.index("RUN 1")


def test_st_luc_10_a_suggested_plan_plays_what_is_good_in_any_case() -> None:
    """Actions, money, Prestige, a station; each line waits for a card of its kind."""
    held = (luck("Overdrive"), luck("Salvage Rights"), luck("Zap"), luck("Scandal"))
    lines = plans(position(hands={"p1": held}))[0].lines
    assert lines[:2] == (
        "WHEN HOLDS Overdrive: PLAY Overdrive",
        "WHEN HOLDS Salvage Rights: PLAY Salvage Rights",
    )
    assert not any("Zap" in line or "Scandal" in line for line in lines)


def test_st_trn_4_a_plan_that_petitions_leaves_the_cards_before_the_roll_to_its_owner() -> None:
    """A line that plays a card would settle that window, and tell that one is held."""
    rich: dict[str, Any] = {"prestige": {"p1": 20}, "money": {"p1": 80}, "options": {"stations": 1}}
    s = position(hands={"p1": (luck("Overdrive"),)}, **rich)
    lines = plans(s)[0].lines
    assert any("PETITION" in line for line in lines)
    assert not any("PLAY" in line for line in lines)


@pytest.mark.parametrize(
    ("held", "goes"),
    [
        (("Zap", "Avoid a Calamity", "Imperial Envoy"), "Imperial Envoy"),
        (("Imperial Envoy", "Avoid a Calamity", "Zap"), "Imperial Envoy"),
        (("Zap", "Imperial Envoy", "Zap"), "Zap"),
        (("Zap", "Stargate", "Avoid a Calamity"), "Stargate"),
    ],
)
def test_st_luc_1_discard_worst_keeps_the_better_cards(held: tuple[str, ...], goes: str) -> None:
    """Whatever came last; of two alike one goes."""
    cards = tuple(luck(kind, nth=held[:i].count(kind)) for i, kind in enumerate(held))
    trim = scene(hands={"p1": cards}, stops=["discard"], draws=[luck("Overdrive")])
    trim.turn()
    while trim.waiting.get("p1") == "discard":
        trim.say("DISCARD WORST")
    kinds = [PACKAGED.kind[c].name for f in trim.all(Trimmed) for c in f.cards]
    assert goes in kinds
    assert len(trim.s.hands["p1"]) == 2


def test_st_luc_1_worst_is_suggested_wherever_there_are_hands() -> None:
    for variant in STAR_TRADERS.variants:
        told = "DISCARD WORST" in STAR_TRADERS.suggested_standing(variant)
        assert told == bool(RULES[variant].luck)


def test_st_cal_2_who_finds_no_seller_is_told() -> None:
    """Nobody sold, or for more than the limit or the purse: the victim alone hears of it."""
    hands = {"p1": (luck("Scandal"),), "p2": (luck("Zap"),), "p3": (luck("Avoid a Calamity"),)}
    for price, sold in (("PASS", False), ("SELL 5", False), ("SELL 4", True)):
        made = scene(seats=3, hands=hands, stops=["calamity"]).say("PLAY Scandal ON Bob")
        made.answers(p2="BUY UPTO 4", p3=price)
        assert len(made.all(Unsold)) == (not sold)
        assert all(f.seen_by(made.s) == ("p2",) and f.masked() is None for f in made.all(Unsold))


def test_st_mon_1_the_own_fee_of_a_suggestion_is_named() -> None:
    """What the Contract pays, and what the own station adds to it."""
    alone = plans(position(boxes=("N11",)))[0].why
    deal = PACKAGED.card["N11"]
    own = plans(position(boxes=("N11",), stations={deal.destination: "p1"}))[0].why
    assert (alone["money"], alone["fee"]) == (deal.payoff, 0)
    assert (own["money"], own["fee"]) == (deal.payoff + deal.fee, deal.fee)


def test_st_set_6_the_map_shows_the_dice_of_the_contracts() -> None:
    """An s die at the pickup, a t die at the destination; in 72 columns, no sign over another."""
    s = position(boxes=["N11", "F34", "N31", "I36", "I22"])
    lines, unplaced = chart(s, "p1")
    assert not unplaced
    signs = " ".join(lines)
    for world, marks in dice(s).items():
        assert f"{marks} " in f"{signs} ", world
    assert (dice(s)[34], dice(s)[15], dice(s)[36]) == ("s2", "t2", "s4t5")
    assert max(map(len, lines)) <= 71
    for world in galaxy(s).worlds:
        assert mark(s, "p1", world) in signs


def test_st_mis_3_the_map_shows_the_markers_of_missions() -> None:
    """The pickup and the destination of each, for everybody to see, by the Trader's letter."""
    s = position(boxes=["N11", "F34", "N31"], missions={"p1": "I36", "p2": "F22"})
    for letter, card in (("a", "I36"), ("b", "F22")):
        deal = galaxy(s).card[card]
        assert re.search(rf"s\d*\*{letter}", dice(s)[deal.pickup])
        assert re.search(rf"t\d*\*{letter}", dice(s)[deal.destination])
    for seat in s.seats:
        lines, unplaced = chart(STAR_TRADERS.hide(s, seat), seat)
        assert not unplaced
        assert all(any(marks in line for line in lines) for marks in dice(s).values())
        assert max(map(len, lines)) <= 71


@pytest.mark.parametrize("x", [0, 1, 3])
def test_st_set_6_a_crowded_map_of_an_owners_own_loses_neither_world_nor_dice(x: int) -> None:
    """Worlds that lie on one place, or nearly, each get one; dice without room are named below."""

    def crowd(line: re.Match[str]) -> str:
        at = 0 if line[1] == "y" or not x else int(line[2]) % x
        return f"{line[1]} = {at}"

    own = texts()["worlds.toml"]
    given = dict(texts()) | {"worlds.toml": re.sub(r"(?m)^([xy]) = (-?\d+)$", crowd, own)}
    options = {DATA: STAR_TRADERS.read_tables(given)}
    s = position(6, options=options, boxes=["N11", "F34", "N31", "I36", "I22", "N12"])
    lines, unplaced = chart(s, "p1")
    assert max(map(len, lines)) <= 71
    assert len(set(places(galaxy(s)).values())) == 36
    signs = " ".join(lines).split()
    for world in galaxy(s).worlds:
        cell = mark(s, "p1", world)
        assert any(sign.startswith(cell) for sign in signs), world
        if world in dice(s):
            # Behind its world, on its own above or below it, or in the list.
            shown = (f"{cell}{dice(s)[world]}", dice(s)[world])
            assert any(one in (*signs, *unplaced) for one in shown), world
