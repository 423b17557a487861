"""What stands behind the lines of a plan: the way to each goal and its expected actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.decision import Order
from engine.game import Remark
from engine.language.fault import Fault
from engine.plan import read_plan
from games.star_traders.game import STAR_TRADERS
from games.star_traders.state import Quarantine, Stars
from games.star_traders.tables.galaxy import PACKAGED
from games.star_traders.travel.outlook import prospects
from games.star_traders.travel.routes import craft, expected
from games.star_traders.travel.way import Hop, way
from tests.games.star_traders.scene import CONTRACTS, DATA, NAMES, position

STARRED = next(c for c in DATA.cards if c.star and c.id not in CONTRACTS)


def said(s: Stars, *lines: str, pay: int = 0, seen: Sequence[str] = ()) -> list[Remark | None]:
    """The remarks on these steps of p1."""
    view = STAR_TRADERS.hide(s, "p1")
    lexicon = STAR_TRADERS.lexicon(view, NAMES)
    plan = read_plan(lines, STAR_TRADERS.all_forms, STAR_TRADERS.predicates, lexicon)
    assert not isinstance(plan, Fault), plan
    wishes = (Order("PAY", (pay,)),) if pay else ()
    steps = [line.order for line in plan.lines]
    return list(STAR_TRADERS.remarks(view, "p1", steps, wishes, tuple(seen)))


def goal(s: Stars, *lines: str, **more: Any) -> dict[str, Any]:
    """The figures of the last of these steps."""
    last = said(s, *lines, **more)[-1]
    assert last is not None
    assert last.code == "way"
    return last.data


def hops(data: dict[str, Any], leg: int = 0) -> list[tuple[Any, ...]]:
    """The jumps of a leg: world, how, colour and least roll, or owner and price."""
    return [
        (h["world"], h["how"], h["colour"], h["needs"])
        if h["how"] == "line"
        else (h["world"], h["how"], h["owner"], h["price"])
        for h in data["legs"][leg]["hops"]
    ]


# -- lines and beacons -----------------------------------------------------------------------------


@pytest.mark.parametrize("colour", [c.name for c in DATA.colours])
def test_a_line_is_named_by_its_colour_and_what_it_needs(colour: str) -> None:
    """ST-MOV-3: orange 2, red 3, purple 4, blue 5, green 6, and as many throws as that takes."""
    needs = next(c.needs for c in DATA.colours if c.name == colour)
    lines = [(x.a, x.b) for x in DATA.lines if x.colour == colour]
    found = []
    for a, b in lines:
        data = goal(position(at={"p1": a}, stations={}), f"GOTO {b}")
        if len(data["legs"][0]["hops"]) == 1:
            assert hops(data) == [(b, "line", colour, needs)]
            found.append(data["actions"])
    assert found, "some line of each colour is the best way between its ends"
    assert max(found) <= 6 / (7 - needs) + 0.05


def test_the_next_goal_begins_where_the_one_before_leads() -> None:
    """Point 4: GOTO 12, and from there on to 54."""
    s = position(stations={13: "p1"})
    first, then = said(s, "GOTO 12", "GOTO 54")
    assert first is not None
    assert then is not None
    assert hops(first.data) == [(12, "line", "orange", 2)]
    assert hops(then.data) == hops(goal(position(at={"p1": 12}, stations={13: "p1"}), "GOTO 54"))
    assert first.data["actions"] == 1.2


def test_an_own_beacon_needs_no_roll() -> None:
    """ST-MOV-8."""
    data = goal(position(stations={13: "p1", 12: "p1", 23: "p2"}), "GOTO 12")
    assert hops(data) == [(12, "beacon", "p1", 0)]
    assert data["actions"] == 1.0


@pytest.mark.parametrize(("pay", "how"), [(0, "line"), (1, "line"), (2, "beacon")])
def test_a_beacon_at_a_price_is_used_as_far_as_pay_allows(pay: int, how: str) -> None:
    """ST-MOV-9: Bob asks $2."""
    s = position(stations={13: "p1", 14: "p2", 23: "p2"}, tariffs={"p2": {"p1": 2}})
    data = goal(s, "GOTO 14", pay=pay)
    if how == "beacon":
        assert hops(data) == [(14, "beacon", "p2", 2)]
        assert data["actions"] == 1.0
    else:
        assert hops(data) == [(14, "line", "red", 3)]
        assert data["actions"] == 1.5


def test_a_beacon_that_is_free_is_named_with_its_owner() -> None:
    """BEACON Anna FREE."""
    s = position(stations={13: "p1", 14: "p2", 23: "p2"}, tariffs={"p2": {"others": 0}})
    assert hops(goal(s, "GOTO 14")) == [(14, "beacon", "p2", 0)]


# -- Contracts -------------------------------------------------------------------------------------


def test_run_tells_the_sum_to_the_pickup_loading_and_to_the_destination() -> None:
    """The figures are those by which the report ranks the Contracts."""
    s = position()
    data = goal(s, "RUN 2")
    card = PACKAGED.card[s.boxes[1]]
    assert data["good"] == card.cargo
    assert [leg["to"]["number"] for leg in data["legs"]] == [card.pickup, card.destination]
    assert data["load"] == 1
    there = next(p for p in prospects(s, "p1") if p.box == 2)
    assert data["actions"] == round(there.actions, 1)
    assert data["turns"] == 2, "7.7 actions, of which a turn has 5"


def test_in_nova_loading_takes_no_action() -> None:
    """ST-NOV-2."""
    assert goal(position(variant="nova"), "RUN 2")["load"] == 0


def test_deliver_and_run_of_what_is_aboard_lead_to_the_destination() -> None:
    """With PICKUP before it also what will be aboard."""
    s = position(cargo={"p1": (1,)})
    to = PACKAGED.card[s.boxes[0]].destination
    for line in ("DELIVER 1", "RUN 1"):
        assert [leg["to"]["number"] for leg in goal(s, line)["legs"]] == [to]
    bare = position(at={"p1": PACKAGED.card[s.boxes[0]].pickup})
    load, there = said(bare, "PICKUP 1", "DELIVER 1")
    assert load is not None
    assert there is not None
    assert (load.code, load.data["there"], load.data["to"]["number"]) == ("load", True, to)
    assert there.code == "way"
    (empty,) = said(bare, "DELIVER 1")
    assert empty == Remark("empty", {"box": 1}, void=True)
    (far,) = said(s, "PICKUP 3")
    assert far is not None
    assert not far.data["there"], "it lies elsewhere than the ship will be"


def test_a_contract_that_was_replaced_since_is_gone() -> None:
    """Issue 3, point 4: the plan is for what lay there."""
    s = position()
    assert said(s, "RUN 1", seen=("F11", *s.boxes[1:])) == [Remark("gone", {"box": 1}, void=True)]
    assert goal(s, "RUN 1", seen=s.boxes)["good"] == PACKAGED.card[s.boxes[0]].cargo


def test_a_mission() -> None:
    """ST-MIS-4: to its pickup and on, or straight on with the cargo aboard; without one nothing."""
    s = position(missions={"p1": STARRED.id})
    ends = [STARRED.pickup, STARRED.destination]
    assert [leg["to"]["number"] for leg in goal(s, "RUN MISSION")["legs"]] == ends
    aboard = position(missions={"p1": STARRED.id}, loaded={"p1": 0})
    assert [leg["to"]["number"] for leg in goal(aboard, "RUN MISSION")["legs"]] == ends[1:]
    assert said(position(), "RUN MISSION") == [Remark("gone", {"box": 0}, void=True)]
    assert said(position(), "DELIVER MISSION") == [Remark("gone", {"box": 0}, void=True)]


# -- what bars the way -----------------------------------------------------------------------------


def test_a_quarantine_bars_the_way() -> None:
    """ST-QUA-2: nobody leaves; where it is the only way, or the ship is there, there is none."""
    s = position(quarantines=(Quarantine(world=13, first="p2"),))
    (barred,) = said(s, "GOTO 34")
    assert barred is not None
    assert (barred.data["none"], barred.data["legs"][0]["bar"]) == (True, 13)
    into, out = said(
        position(quarantines=(Quarantine(world=12, first="p2"),)), "GOTO 12", "GOTO 11"
    )
    assert into is not None
    assert out is not None
    assert not into.data["none"], "one may jump there"
    assert (out.data["none"], out.data["legs"][0]["bar"]) == (True, 12)


def test_a_quarantine_is_gone_round() -> None:
    """The way that there is, and what it avoids."""
    free = goal(position(), "GOTO 54")
    assert [h[0] for h in hops(free)] == [12, 54]
    data = goal(position(quarantines=(Quarantine(world=12, first="p2"),)), "GOTO 54")
    assert 12 not in [h[0] for h in hops(data)]
    assert data["legs"][0]["bar"] == 12
    assert data["actions"] > free["actions"]


# -- personalities and options ---------------------------------------------------------------------


def roled(role: str, **fields: Any) -> Stars:
    """p1 with this personality."""
    return position(variant="imperial", roles={"p1": role} if role else {}, **fields)


def test_a_navigator_needs_no_more_than_4() -> None:
    """ST-PER-6: a blue line."""
    to = next(b for b, needs in PACKAGED.lines[6][13] if needs == 5)
    assert hops(goal(roled("", stations={}), f"GOTO {to}"))[-1][2:] != ("blue", 4)
    data = goal(roled("Navigator", stations={}), f"GOTO {to}")
    assert hops(data) == [(to, "line", "blue", 4)]


def test_an_insider_jumps_within_the_core_without_a_roll() -> None:
    """ST-PER-4."""
    data = goal(roled("Insider", at={"p1": 61}, stations={}), "GOTO 64")
    assert hops(data) == [(64, "core", "", 0)]
    assert data["actions"] == 1.0


def test_a_rogue_uses_a_beacon_without_permission() -> None:
    """ST-PER-8."""
    rings = {13: "p1", 14: "p2", 23: "p2"}
    assert hops(goal(roled("", stations=rings), "GOTO 14"))[0][1] == "line"
    data = goal(roled("Rogue", stations=rings), "GOTO 14")
    assert hops(data) == [(14, "slip", "p2", 0)]
    assert data["actions"] == 1.0


def test_a_tycoon_goes_with_the_ship_that_is_nearer() -> None:
    """ST-PER-10: and a cargo with the ship that has it."""
    s = roled("Tycoon", at={"p1": (23, 35)}, stations={})
    first, then = said(s, "GOTO 34", "RUN 2")
    assert first is not None
    assert then is not None
    assert (first.data["ship"], then.data["ship"]) == (2, 1)
    assert goal(position(), "GOTO 34")["ship"] == 0


def test_an_engineer_has_six_actions_a_turn() -> None:
    """ST-PER-2: 5.1 actions are one turn of his, and two of others."""
    for role, turns in (("", 2), ("Engineer", 1)):
        data = goal(roled(role, at={"p1": 23}, stations={}), "GOTO 34")
        assert (data["actions"], data["turns"]) == (5.1, turns)


@pytest.mark.parametrize("role", [p.name for p in DATA.personalities])
def test_every_personality_has_the_figures_of_his_own_way(role: str) -> None:
    """What is told is what GOTO reckons with, from wherever he is."""
    s = roled(role, at={"p1": (11, 11) if role == "Tycoon" else 11})
    far = expected(PACKAGED, 34, craft(s, "p1"))[11]
    assert goal(s, "GOTO 34")["actions"] == round(far, 1)


def test_declared_jumps_are_said_to_be_so() -> None:
    """ST-MOV-15: one world is named for every throw, so that more are lost; never a Strategist."""
    usual, named = (goal(position(options={"declared": x}), "GOTO 34") for x in (False, True))
    assert (usual["declared"], named["declared"]) == (False, True)
    assert named["actions"] > usual["actions"]
    assert not goal(roled("Strategist", options={"declared": True}), "GOTO 34")["declared"]


# -- as a whole ------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["", "Navigator", "Insider", "Rogue"])
def test_every_way_leads_to_its_end(role: str) -> None:
    """By jumps that there are, each world nearer than the one before; equals lead nowhere twice."""
    s = roled(role, stations={13: "p1", 23: "p2", 62: "p2", 44: "p1"})
    how = craft(s, "p1")
    for start in PACKAGED.worlds:
        for end in PACKAGED.worlds:
            made = way(s, "p1", start, end, how)
            stops = [start, *(hop.world for hop in made.hops)]
            assert stops[-1] == end
            assert len(set(stops)) == len(stops)
            for a, hop in zip(stops, made.hops, strict=False):
                assert hop.how == "core" or PACKAGED.joined(a, hop.world)


def test_where_the_ship_is_nothing_is_to_be_done() -> None:
    """GOTO a world where it is already."""
    (there,) = said(position(), "GOTO 13")
    assert there is not None
    assert there.code == "there"
    assert way(position(), "p1", 13, 13, craft(position(), "p1")).hops == ()
    assert Hop(12, "line").owner == ""


def test_where_the_ship_will_be_it_is_not_now() -> None:
    """One line leads to where the next one begins."""
    s = position()
    pickup = PACKAGED.card[s.boxes[1]].pickup
    assert goal(position(at={"p1": pickup}), "RUN 2")["now"]
    assert not goal(s, f"GOTO {pickup}", "RUN 2")["now"]
    there = [said(s, "GOTO 13")[0], said(s, "GOTO 14", "GOTO 14")[1]]
    assert [r.data["now"] for r in there if r is not None] == [True, False]


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_each_goal_of_a_suggested_plan_is_remarked_on(variant: str) -> None:
    """As a player would read the plan: its lines are orders, and the goals among them lead on."""
    rich: dict[str, Any] = {"prestige": {"p1": 29}, "money": {"p1": 99}, "options": {"stations": 1}}
    plain: dict[str, Any] = {}
    for fields in (plain, rich):
        if variant in ("nova", "super-nova") and fields:
            continue
        view = STAR_TRADERS.hide(position(3, variant, **fields), "p1")
        lexicon = STAR_TRADERS.lexicon(view, NAMES)
        for plan in STAR_TRADERS.suggested_plans(view, "p1"):
            made = read_plan(plan.lines, STAR_TRADERS.all_forms, STAR_TRADERS.predicates, lexicon)
            assert not isinstance(made, Fault)
            steps = [line.order if line.step else None for line in made.lines]
            found = STAR_TRADERS.remarks(view, "p1", steps)
            goals = [line.step and line.verb in ("GOTO", "RUN") for line in made.lines]
            assert [remark is not None for remark in found] == goals
            assert any(goals)


def test_run_best_below_a_named_contract_is_the_best_of_the_rest() -> None:
    """RUN BEST below RUN of the best: what that will have delivered is not described again."""
    s = position()
    best = goal(s, "RUN BEST")["good"]
    box = next(b for b in (1, 2, 3) if goal(s, f"RUN {b}")["good"] == best)
    assert goal(s, f"RUN {box}", "RUN BEST")["good"] != best
    assert goal(s, f"RUN {box % 3 + 1}", "RUN BEST")["good"] == best
    assert said(s, "RUN 1", "RUN 2", "RUN 3", "RUN BEST")[-1] is None
