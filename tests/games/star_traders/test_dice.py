"""Dice and beacons of the Strategist and the Rogue, and which ship goes."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from engine.decision import Order
from engine.dice import KeyedDice
from engine.fact import Answered
from engine.language.fault import Fault
from engine.language.order import parse_order
from engine.language.text import form_for, order_text
from engine.selfplay import play
from games.star_traders.bots.trader import trader
from games.star_traders.facts.court import COURT, Petitioned
from games.star_traders.facts.travel import FellShort, Jumped, Thrown, Turned
from games.star_traders.facts.turn import Worked
from games.star_traders.game import STAR_TRADERS
from games.star_traders.orders.goals import toward
from games.star_traders.report.sheets import report
from games.star_traders.tables.galaxy import PACKAGED
from games.star_traders.travel.dice import without
from games.star_traders.travel.known import Lying, first_leap
from games.star_traders.travel.outlook import odds, prospect
from games.star_traders.travel.routes import NOWHERE, Craft, craft, expected
from games.star_traders.travel.steps import step
from tests.games.star_traders.scene import Scene, luck, position, scene
from tests.games.star_traders.test_orders import LEXICON, Table

ZAP = luck("Zap")


def strategist(*rolls: int, **fields: object) -> Scene:
    """p1 is the Strategist; ``rolls`` are all his dice."""
    settings: dict[str, object] = {"roles": {"p1": "Strategist"}, "stations": {}}
    return scene({"die:p1": rolls}, **(settings | fields))


def legal(table: Scene, verb: str) -> set[str]:
    """Every legal order of a verb, as text."""
    return {
        order_text(c.form, o, LEXICON)
        for c in table.asked.choices
        if c.form.verb == verb
        for o in c.legal()
    }


# -- dice that an order names ------------------------------------------------------------------


def test_dice_are_named() -> None:
    """ST-PER-9: JUMP 12 WITH 5 takes that die, where JUMP 12 takes the lowest that will do."""
    assert strategist(2, 3, 5, 6, 6).say("JUMP 12").one(Jumped).dice == (2,)
    table = strategist(2, 3, 5, 6, 6, at={"p1": 13}).say("JUMP 12 WITH 5")
    assert table.one(Jumped).dice == (5,)
    assert sorted(table.asked.info["roll"]) == [2, 3, 6, 6]


def test_two_dice_are_named() -> None:
    """ST-RUL-9: 3+5 count as 6, the most there is, for two actions, once a turn."""
    table = strategist(1, 3, 5, 1, 1, at={"p1": 14})
    assert "JUMP 56 WITH 3+5" in legal(table, "JUMP")
    assert "JUMP 56 WITH 1+3" not in legal(table, "JUMP")
    table.say("JUMP 56 WITH 5+3")
    assert table.one(Jumped).dice == (3, 5)
    assert (table.s.left["turn"], table.s.ships["p1"]) == (3, (56,))
    assert not any("+" in text for text in legal(table, "JUMP"))


@pytest.mark.parametrize("text", ["3+5", "5+3", "3 + 5", "5 + 3"])
def test_two_dice_are_read_in_any_order(text: str) -> None:
    """What is written of two dice is printed in one way, without quotation marks."""
    read = parse_order(f"jump 56 with {text}", STAR_TRADERS.all_forms, LEXICON)
    assert not isinstance(read, Fault)
    assert read.order == Order("JUMP", ("56", "3+5"))
    form = form_for(STAR_TRADERS.all_forms, read.order, LEXICON)
    assert form is not None
    assert order_text(form, read.order, LEXICON) == "JUMP 56 WITH 3+5"
    one = parse_order("JUMP 56 WITH 3", STAR_TRADERS.all_forms, LEXICON)
    assert not isinstance(one, Fault)
    assert order_text(one.form, one.order, LEXICON) == "JUMP 56 WITH 3"


def test_the_same_of_two_equal_dice() -> None:
    """Two dice that are not both there cannot be named."""
    table = strategist(3, 3, 1, 1, 1, at={"p1": 14})
    assert "JUMP 56 WITH 3+3" in legal(table, "JUMP")
    assert "JUMP 16 WITH 1+1" not in legal(table, "JUMP")
    single = strategist(3, 1, 1, 1, 1, at={"p1": 14})
    assert "JUMP 16 WITH 3+3" not in legal(single, "JUMP")


def test_dice_where_none_is_needed() -> None:
    """ST-AMB 6: by an own beacon any one die may be named, never two; unnamed it is the lowest.

    A plan line with two of them is a jump with one there.
    """
    own = {"stations": {12: "p1"}}
    table = strategist(1, 3, 5, 6, 6, **own)
    assert "JUMP 12 WITH 6" in legal(table, "JUMP")
    assert not any(t.startswith("JUMP 12") and "+" in t for t in legal(table, "JUMP"))
    assert table.say("JUMP 12 WITH 1+3").one(Jumped).dice == (1,)


def test_only_a_strategist_names_dice() -> None:
    """ST-PER-9: a well formed order that is not possible for others, told with what would be."""
    table = scene({"die:p1": [6]}, stations={})
    assert not table.legal("JUMP 12 WITH 6")
    fault = parse_order("JUMP 12 WITH 6", STAR_TRADERS.all_forms, LEXICON, table.asked)
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.candidates[0]) == ("not-now", "JUMP 12")
    s = position(stations={})
    plan = Table(s, {"die:p1": [6] * 5}).plan("p1", "JUMP 12 WITH 6", "ELSE BUSINESS").run()
    assert len(plan.all(Worked)) == 5


def test_a_wrong_die_is_told_with_those_that_would_do() -> None:
    """ST-PER-9: the second kind of error."""
    table = strategist(2, 2, 3, 3, 6)
    fault = parse_order("JUMP 14 WITH 2", STAR_TRADERS.all_forms, LEXICON, table.asked)
    assert isinstance(fault, Fault)
    assert fault.kind == "not-now"
    assert fault.candidates
    assert set(fault.candidates) <= legal(table, "JUMP")


def test_other_actions_spend_the_lowest_die() -> None:
    """ST-PER-9, ST-RUL-9."""
    table = strategist(4, 2, 6, 5, 3).say("BUSINESS")
    assert table.one(Worked).dice == (2,)


def test_a_petition_takes_the_highest_die_or_the_one_named() -> None:
    """ST-AMB 28."""
    rings = dict.fromkeys((11, 12, 13, 14, 15, 16, 21, 22), "p1")
    court = {"stations": rings, "money": {"p1": 60}, "prestige": {"p1": 15}}
    table = strategist(4, 2, 6, 5, 3, **court)
    assert legal(table, "PETITION") == {
        "PETITION", *(f"PETITION WITH {n}" for n in (2, 3, 4, 5, 6)),
    }  # fmt: skip
    table.say("PETITION")
    assert table.one(Petitioned).dice == (6,)
    named = strategist(4, 2, 6, 5, 3, **court).say("PETITION WITH 4")
    assert named.one(Petitioned).dice == (4,)
    assert [f.dice for f in named.all(Thrown) if f.pool == COURT] == [(4,)]
    other = scene({"die:p1": [4]}, **court)
    assert not other.legal("PETITION WITH 4")


def test_a_petition_for_the_mission_names_its_die() -> None:
    """ST-AMB 28, ST-BLK-9: PETITION MISSION WITH n."""
    rings = (11, 12, 13, 14, 15, 16, 21, 22)
    table = strategist(
        4, 2, 6, 5, 3, variant="black-hole", stations=dict.fromkeys(rings, "p1"), imperial=rings,
        money={"p1": 60}, prestige={"p1": 25},
    )  # fmt: skip
    table.say("PETITION MISSION WITH 5")
    assert (table.one(Petitioned).world, table.one(Petitioned).dice) == (0, (5,))


def test_the_dice_are_told() -> None:
    """ST-PER-9: the question and the report know that the dice are used in any order."""
    table = strategist(6, 3, 1, 5, 1)
    assert (table.asked.info["any"], table.asked.info["pairs"]) == (True, True)
    you = report(table.s, "p1")["you"]
    assert (you["dice"], you["power"]["combine"]) == ([1, 1, 3, 5, 6], True)
    assert report(table.s, "p2")["you"]["dice"] == []
    plain = scene({"die:p1": [4]})
    assert (plain.asked.info["any"], report(plain.s, "p1")["you"]["dice"]) == (False, [])


# -- Zaps on them --------------------------------------------------------------------------------


def zapped(*rolls: int, order: str, **fields: object) -> Scene:
    held = {"hands": {"p2": [ZAP]}, "stops": ("zap",), "at": {"p1": 14}}
    return strategist(*rolls, **(held | fields)).say(order)


def test_the_dice_announced_are_zapped() -> None:
    """ST-LUC-11, ST-W4: of dice that are named only those; no others take their place."""
    table = zapped(5, 6, 6, 1, 1, order="JUMP 22 WITH 5")
    assert table.asked.info["dice"] == (5,)
    table.answers(p2="ZAP DOWN BY 1")
    assert (table.one(Turned).was, table.one(FellShort).dice) == (5, (4,))
    assert table.waiting == {"p1": "act"}
    assert sorted(table.asked.info["roll"]) == [1, 1, 4, 6, 6]


def test_other_dice_that_will_do_are_announced_in_their_turn() -> None:
    """ST-LUC-11: without WITH the next die is announced, and may be Zapped as well."""
    two = [ZAP, luck("Zap", nth=1)]
    table = zapped(5, 6, 1, 1, 1, order="JUMP 22", hands={"p2": two})
    table.answers(p2="ZAP DOWN BY 1")
    assert table.asked.info["dice"] == (4,)
    table.answers()
    assert (table.waiting, table.asked.info["dice"]) == ({"p2": "zap"}, (6,))
    table.answers(p2="ZAP DOWN BY 2")
    assert table.waiting == {"p1": "act"}
    assert [f.dice for f in table.all(FellShort)] == [(4,), (4,)]


def test_of_two_dice_the_higher_goes_down() -> None:
    """ST-LUC-11, ST-RUL-9: their sum is what counts, also above 6."""
    table = zapped(2, 5, 1, 1, 1, order="JUMP 56 WITH 2+5")
    table.answers(p2="ZAP DOWN BY 1")
    assert (table.one(Turned).was, table.one(Turned).now) == (5, 4)
    assert table.s.ships["p1"] == (56,)
    assert (table.one(Jumped).dice, table.s.left["turn"]) == ((2, 4), 3)
    table = zapped(2, 5, 1, 1, 1, order="JUMP 56 WITH 2+5").answers(p2="ZAP DOWN BY 2")
    assert table.one(FellShort).dice == (2, 3)
    assert (table.s.ships["p1"], table.s.combined) == ((14,), False)
    assert sorted(table.s.dice["turn"]) == [1, 1, 1, 2, 3]


def test_of_two_dice_the_lower_goes_up_in_answer() -> None:
    """ST-RUL-8: who announced two dice mends them; the window opens again on what lies there."""
    both = {"p1": [luck("Zap", nth=1)], "p2": [ZAP]}
    table = zapped(2, 4, 1, 1, 1, order="JUMP 56 WITH 2+4", hands=both)
    table.answers(p2="ZAP DOWN BY 2")
    assert table.asked.info["dice"] == (2, 2)
    table.answers(p1="ZAP UP BY 2")
    assert [(f.was, f.now) for f in table.all(Turned)] == [(4, 2), (2, 4)]
    assert table.one(Jumped).dice == (4, 2)


def test_a_die_of_the_same_number_is_not_touched() -> None:
    """ST-LUC-11: a Zap makes the announced die equal to another one; the second hits it, too."""
    two = [ZAP, luck("Zap", nth=1)]
    table = zapped(6, 5, 1, 1, 1, order="JUMP 22 WITH 6", hands={"p2": two})
    table.answers(p2="ZAP DOWN BY 1")
    assert table.asked.info["dice"] == (5,)
    table.answers(p2="ZAP DOWN BY 1")
    assert sorted(table.s.dice["turn"]) == [1, 1, 1, 4, 5]
    assert table.one(FellShort).dice == (4,)


def test_a_standing_zap_reckons_with_the_sum() -> None:
    """ST-W4: ZAP Anna spoils two dice only where that is possible, and no further than it must."""
    table = zapped(2, 5, 1, 1, 1, order="JUMP 56 WITH 2+5")
    assert table.read("ZAP Anna", table.asked).args == ("down", 2)
    high = zapped(5, 5, 1, 1, 1, order="JUMP 56 WITH 5+5")
    view = STAR_TRADERS.hide(high.s, "p2")
    assert STAR_TRADERS.resolve(view, high.asked, Order("ZAP", ("p1",))) is None


def test_an_own_zap_finds_its_die() -> None:
    """ST-LUC-11: up the highest die that can go up so far, down the highest."""
    held = {"hands": {"p1": [ZAP]}}
    for order, was, now in (
        ("ZAP UP BY 1", 5, 6), ("ZAP UP BY 2", 4, 6), ("ZAP DOWN BY 1", 6, 5), ("ZAP UP", 1, 3),
    ):  # fmt: skip
        done = strategist(1, 4, 6, 5, 1, **held).say(order).one(Turned)
        assert (done.was, done.now) == (was, now)


# -- the best use of known dice ------------------------------------------------------------------


def test_low_dice_are_added_to_spare_the_high_one() -> None:
    """ST-PER-9: 1+2 for the red line, 4 for the orange one behind it; JUMP alone would take 4."""
    s = position(roles={"p1": "Strategist"}, at={"p1": 61}, stations={})
    table = Table(s, {"die:p1": [1, 2, 4, 1, 1]}).plan("p1", "GOTO 53", "ELSE BUSINESS").run()
    assert [(f.world, f.dice) for f in table.all(Jumped)] == [(11, (1, 2)), (53, (4,))]


def test_the_step_names_dice_only_where_it_must() -> None:
    """ST-PER-9."""
    table = strategist(1, 2, 4, 1, 1, at={"p1": 61})
    assert step(table.s, "p1", 0, 53) == Order("JUMP", ("11", "1+2"))
    assert step(table.s, "p1", 0, 11) == Order("JUMP", ("11", None))


def _best(target: int, how: Craft, hand: Lying, start: int) -> float:
    """The fewest expected actions, every way tried."""
    far = expected(PACKAGED, target, how)

    @cache
    def value(world: int, dice: tuple[int, ...], pairs: bool) -> float:
        if world == target:
            return 0.0
        best = len(dice) + far[world]
        for to, needs in PACKAGED.lines[6][world]:
            if to in hand.free and dice:
                best = min(best, 1 + value(to, dice[1:], pairs))
            for i, a in enumerate(dice):
                rest = dice[:i] + dice[i + 1 :]
                if a + hand.bonus >= needs:
                    best = min(best, 1 + value(to, rest, pairs))
                for k in range(i, len(rest)) if pairs else ():
                    if min(6, a + rest[k]) + hand.bonus >= needs:
                        left = rest[:k] + rest[k + 1 :]
                        best = min(best, 2 + value(to, left, False))
        return best

    return value(start, hand.dice, hand.pairs)


def test_known_dice_are_used_as_well_as_can_be() -> None:
    """ST-PER-9: against trying every way, for 150 positions with beacons and changed dice."""
    rng = random.Random(7)
    s = position()
    for _ in range(150):
        here, target = rng.sample(PACKAGED.worlds, 2)
        free = frozenset(rng.sample(PACKAGED.worlds, rng.choice((0, 3, 8))))
        how = Craft(6, False, False, free, NOWHERE)
        dice = tuple(sorted(rng.choices(range(1, 7), k=5)))
        hand = Lying(dice, 5, rng.random() < 0.7, rng.choice((0, 0, 1, -2)), 0, free)
        leap = first_leap(s, target, how, here, hand)
        best = _best(target, how, hand, here)
        given_up = 5 + expected(PACKAGED, target, how)[here]
        assert (leap.total if leap else given_up) == pytest.approx(best)


def test_a_beacon_is_paid_for_only_if_that_spares_actions() -> None:
    """ST-MOV-9, ST-PER-9: PAY UPTO 2 with a die that reaches the world anyway."""
    posted = {"stations": {12: "p2"}, "tariffs": {"p2": {"others": 2}}}
    rich = strategist(5, 6, 6, 6, 6, **posted)
    assert step(rich.s, "p1", 0, 12, 2) == Order("JUMP", ("12", None))
    poor = strategist(1, 1, 1, 1, 1, at={"p1": 13}, stations={14: "p2"}, tariffs=posted["tariffs"])
    assert step(poor.s, "p1", 0, 14, 2) == Order("STATION", ("14", 2, None))


def test_an_envoy_of_the_strategist() -> None:
    """ST-LUC-12, ST-PER-9: all dice of the journey lie there; silence uses them well."""
    s = position(
        roles={"p1": "Strategist"}, at={"p1": 61}, stations={},
        hands={"p1": [luck("Imperial Envoy")]},
    )  # fmt: skip
    count = PACKAGED.value[luck("Imperial Envoy")]
    rolls = [6] * 5 + [1, 2, 4, 1, 1, 1][:count]
    table = Table(s, {"die:p1": rolls}).plan("p1", 'PLAY "Imperial Envoy" TO 53', "ELSE BUSINESS")
    table.run(waits=False)
    assert [f.dice for f in table.all(Jumped) if f.pool == "envoy"][:1] == [(1, 2)]


# -- beacons without permission -----------------------------------------------------------------


def rogue(*rolls: int, **fields: object) -> Scene:
    settings: dict[str, object] = {"roles": {"p1": "Rogue"}, "at": {"p1": 14}}
    return scene({"die:p1": rolls}, **(settings | fields))


def test_goto_slips() -> None:
    """ST-PER-8: a green line by a beacon that is closed, with a roll of 1."""
    s = position(roles={"p1": "Rogue"}, at={"p1": 14}, stations={56: "p2"})
    table = Table(s, {"die:p1": [1]}).plan("p1", "GOTO 56", "ELSE BUSINESS").run()
    assert (table.all(Jumped)[0].how, table.all(Jumped)[0].world) == ("slip", 56)
    plain = Table(position(at={"p1": 14}, stations={56: "p2"}), {"die:p1": [1]})
    plain.plan("p1", "GOTO 56", "ELSE BUSINESS").run()
    assert not any(f.how == "slip" for f in plain.all(Jumped))


def test_goto_slips_where_it_spares_most() -> None:
    """ST-PER-8: not by the first beacon on the way, if the next one is behind a harder line."""
    table = rogue(3, at={"p1": 13}, stations={14: "p2", 56: "p2"}, roles={"p1": "Rogue"})
    # 13 > 56 by a blue line: with the slip at once.
    assert step(table.s, "p1", 0, 56) == Order("SLIP", ("56", None))
    easy = rogue(3, at={"p1": 13}, stations={14: "p2", 24: "p2"})
    # A roll of 3 leads to 14, and the slip is kept.
    assert step(easy.s, "p1", 0, 14) == Order("JUMP", ("14", None))


def test_expected_actions_of_a_rogue() -> None:
    """ST-PER-8: two layers. From 14 to 56 one action with the slip, as long as it is there."""
    s = position(roles={"p1": "Rogue"}, at={"p1": 14}, stations={56: "p2"})
    how = craft(s, "p1")
    assert (how.tricks, how.slips) == (1, frozenset({56}))
    with_it, without = (expected(PACKAGED, 56, how.tricked(n)) for n in (1, 0))
    assert with_it[14] == 1.0
    assert without[14] > 3
    assert all(with_it[w] <= without[w] + 1e-9 for w in PACKAGED.worlds)
    # From 15 an orange line to 14 (2+), then the slip.
    assert with_it[15] == pytest.approx(6 / 5 + 1)


def test_the_slip_is_used_up_and_comes_again() -> None:
    """ST-PER-8: once a turn; with the last action it is there again afterwards."""
    table = rogue(1, 1, 1, 1, 1, at={"p1": 11}, stations={12: "p2", 54: "p2"}).say("SLIP 12")
    assert craft(table.s, "p1").tricks == 0
    assert step(table.s, "p1", 0, 54) is None
    assert craft(table.turn().s, "p1").tricks == 1
    last = rogue(1, 1, 1, 1, 1, at={"p1": 11}, stations={12: "p2", 54: "p2"})
    for _ in range(4):
        last.say("BUSINESS")
    # Both lines by closed beacons: one now, the other with the next turn.
    assert step(last.s, "p1", 0, 54) == Order("SLIP", ("12", None))


def test_odds_of_a_rogue() -> None:
    """ST-PER-8: the slip is in the chances, too."""
    fields = {"at": {"p1": 14}, "stations": {56: "p2"}}
    deal = next(c for c in PACKAGED.data.cards if c.destination == 56 and c.set == "N")
    given = {"boxes": [deal.id, "F34", "N31"], "cargo": {"p1": [1]}}
    sly = position(roles={"p1": "Rogue"}, **fields, **given)  # type: ignore[arg-type]
    plain = position(**fields, **given)  # type: ignore[arg-type]
    chances = []
    for s in (sly, plain):
        p = prospect(s, "p1", 1)
        assert p is not None
        chances.append(odds(s, "p1", p, 1))
    assert chances[0] == pytest.approx(1.0)
    assert chances[1] == pytest.approx(1 / 6)


def test_the_bot_slips() -> None:
    """ST-PER-8: bots and suggested plans travel by the same steps."""
    deal = next(c for c in PACKAGED.data.cards if c.destination == 56 and c.set == "N")
    table = rogue(
        1, stations={56: "p2"}, boxes=[deal.id, "F34", "N31"], cargo={"p1": [1]}, money={"p1": 0}
    )
    assert trader(table.s, table.asked, random.Random(1)) == Order("SLIP", ("56", None))


# -- which ship, and other personalities --------------------------------------------------------


def test_of_two_ships_the_one_that_is_nearest_then() -> None:
    """ST-PER-10: of two that can move to 56 the one that is there at once."""
    s = position(roles={"p1": "Tycoon"}, at={"p1": (14, 55)}, stations={})
    table = Scene(s, {"die:p1": [5]})
    assert toward(table.s, table.asked, 56, ()) == Order("JUMP", ("56", 2))


def test_a_ship_moves_on_while_the_nearer_one_cannot() -> None:
    """ST-PER-10: a die that does not help the nearer ship may bring the other one nearer still."""
    s = position(roles={"p1": "Tycoon"}, at={"p1": (14, 52)}, stations={})
    table = Scene(s, {"die:p1": [2]})
    far = expected(PACKAGED, 11, craft(table.s, "p1"))
    assert far[53] < far[14] < far[52]
    assert step(table.s, "p1", 0, 11) is None
    assert toward(table.s, table.asked, 11, ()) == Order("JUMP", ("53", 2))


def test_declared_jumps_within_the_core_need_no_throw() -> None:
    """ST-PER-4, ST-MOV-15: of the Insider's ways those without a roll, a line there or not."""
    s = position(roles={"p1": "Insider"}, at={"p1": 61}, stations={}, options={"declared": True})
    table = Scene(s, {"die:p1": [1]})
    assert step(table.s, "p1", 0, 62) == Order("JUMP", ("62", None))
    assert table.say("JUMP 62").one(Jumped).how == "core"
    # To 21 by 62, which is one jump without a roll away, and not by 11.
    assert step(s, "p1", 0, 21) == Order("JUMP", ("62", None))


def test_declared_jumps_of_a_navigator() -> None:
    """ST-PER-6, ST-MOV-15: a green line needs 4, so two throws are expected."""
    s = position(roles={"p1": "Navigator"}, at={"p1": 14}, stations={}, options={"declared": True})
    table = Scene(s, {"die:p1": [1]})
    assert expected(PACKAGED, 56, craft(table.s, "p1"))[14] == pytest.approx(2.0)
    assert step(table.s, "p1", 0, 56) == Order("JUMP", ("56", None))


@pytest.mark.parametrize("bot", [trader, None], ids=["trader", "random"])
def test_whole_games_with_personalities_end_by_their_own_rule(bot: Any) -> None:
    """ST-PER-8, ST-PER-9: named dice and slips are played, and nothing is illegal on the way."""
    orders = set()
    for number in range(4):
        options = {o.name: o.default for o in STAR_TRADERS.options("family")}
        options |= {"personalities": "random", "rounds": 60 if bot is None else 400}
        seats = {f"p{i}": bot for i in range(1, 7)} if bot else {}
        dice = KeyedDice(number.to_bytes(32, "big"))
        played = play(
            STAR_TRADERS, "family", 6, dice, random.Random(number), options=options, bots=seats
        )
        assert played.state.ended in (("mission",) if bot else ("mission", "limit"))
        for told in played.facts:
            if isinstance(told.fact, Answered):
                dice_named = told.fact.verb == "JUMP" and isinstance(told.fact.args[1], str)
                orders.add("WITH" if dice_named else told.fact.verb)
    assert orders >= ({"SLIP"} if bot else {"WITH", "SLIP"})


def trip(start: int, target: int, chance: random.Random) -> int:
    """Actions that the Strategist needs, five dice a turn; a turn that ends on the way is whole."""
    s, how, here, spent = position(), Craft(6, False, False, NOWHERE, NOWHERE), start, 0
    while True:
        dice = tuple(sorted(chance.randint(1, 6) for _ in range(5)))
        used, pairs = 0, True
        while leap := first_leap(s, target, how, here, Lying(dice, 5 - used, pairs, 0, 0, NOWHERE)):
            here, dice, used = leap.world, without(dice, leap.dice), used + len(leap.dice)
            pairs = pairs and len(leap.dice) == 1
            if here == target:
                return spent + used
        spent += 5


def test_st_per_9_the_strategist_needs_a_third_less_than_is_expected() -> None:
    """RULES, "Personalities", and the report's legend: figures reckon with die after die."""
    chance = random.Random(1)
    expectation: dict[int, float] = {}
    needed: dict[int, float] = {}
    how = Craft(6, False, False, NOWHERE, NOWHERE)
    for _ in range(120):
        start, target = chance.sample(sorted(PACKAGED.worlds), 2)
        far = PACKAGED.data.jumps[start][target]
        expectation[far] = expectation.get(far, 0) + 6 * expected(PACKAGED, target, how)[start]
        needed[far] = needed.get(far, 0) + sum(trip(start, target, chance) for _ in range(6))
    assert needed[1] / expectation[1] == pytest.approx(0.6, abs=0.06)
    assert needed[5] / expectation[5] == pytest.approx(0.75, abs=0.06)
    assert sum(needed.values()) / sum(expectation.values()) == pytest.approx(2 / 3, abs=0.04)
