"""Orders written ahead: every sample of the checklist, goals, guards, standing orders."""

from __future__ import annotations

from typing import Any

import pytest

from engine.advance import advance
from engine.decision import Order
from engine.desk import MOST, DeskSource
from engine.dice import KeyedDice, ScriptedDice
from engine.filing import Desk, file_between, file_plan, file_standing
from engine.game import Remark
from engine.language.block import SourceLine, StandingLine, read_lines
from engine.language.fault import Fault
from engine.language.line import parse_line
from engine.language.text import order_text
from engine.plan import after, new_plan, next_order, read_plan
from engine.standing import read_standing
from engine.state import change
from games.star_traders.facts.court import Petitioned
from games.star_traders.facts.setup import Played, Trimmed
from games.star_traders.facts.travel import Jumped
from games.star_traders.facts.turn import Built, Delivered, Paid, PickedUp, Worked
from games.star_traders.game import STAR_TRADERS
from games.star_traders.orders.forms import BEST
from games.star_traders.orders.plans import standing, suggested
from games.star_traders.rules import RINGS
from games.star_traders.state import ASK, NO, Stars
from games.star_traders.tables.galaxy import PACKAGED
from games.star_traders.travel.odds import arrivals
from games.star_traders.travel.outlook import prospects
from games.star_traders.travel.routes import Craft, expected
from games.star_traders.turn.jumping import Asking
from tests.games.star_traders.galaxy import expected_actions
from tests.games.star_traders.scene import DATA, NAMES, SEED, Scene, luck, position, scene

KINDS = (STAR_TRADERS.all_forms, STAR_TRADERS.predicates)
LEXICON = STAR_TRADERS.lexicon(position(seats=6), NAMES)

SAMPLE = """\
BEACON Bob FREE
BEACON Cleo 3
BEACON OTHERS NO
STANDING
  PAY UPTO 2
  AVOID ANY EXCEPT "Ion Storm"
  ZAP PETITION Bob IF TOTAL >= 5
  ZAP MY PETITION IF IT WINS
  ZAP Bob IF DELIVERING
  WHEN PETITION Bob: PLAY "Scandal" ON Bob
  BID 13 UPTO 9
  SHIFT BEST
  DISCARD LAST "Zap"
BETWEEN
  PLAY "Engine Trouble" ON NEXT
PLAN
  GOTO 34
  PICKUP 2
  GOTO 15
  ROLL 6: JUMP 44 IF ON THE WAY
  ROLL 3+: JUMP BEST
  ELSE BUSINESS
  WHEN AT 15 AND NO STATION AND MONEY >= 8: BUILD
  WHEN PRESTIGE >= 25 AND MONEY >= 50: PETITION
  WHEN CONTRACT 2 GONE: RUN 1
  RANDOM NEVER
"""


def test_the_samples_of_the_checklist_are_read() -> None:
    """ST-AMB 40 apart, every line of the sample orders is one of this game."""
    lines = [SourceLine(i, text) for i, text in enumerate(SAMPLE.splitlines(), 1)]
    items = read_lines(lines, *KINDS, LEXICON)
    assert [type(i).__name__ for i in items] == [
        "Now", "Now", "Now", *["StandingLine"] * 9, "BetweenBlock", "PlanBlock",
    ]  # fmt: skip
    assert sum(isinstance(i, StandingLine) for i in items) == 9


class Table:
    """A game answered from a desk alone."""

    def __init__(self, s: Stars, dice: dict[str, list[int]]) -> None:
        self.s = s
        self.desk = Desk()
        self.facts: list[Any] = []
        script = {k: [n - 1 for n in rolls] for k, rolls in dice.items()}
        self.dice = ScriptedDice(script, KeyedDice(SEED))

    def plan(self, seat: str, *lines: str) -> Table:
        found = read_plan(lines, *KINDS, LEXICON, seen=STAR_TRADERS.seen(self.s, seat))
        assert not isinstance(found, Fault), found
        self.desk = file_plan(self.desk, seat, found)
        return self

    def standing(self, seat: str, *lines: str) -> Table:
        found = read_standing(lines, *KINDS, LEXICON)
        assert not isinstance(found, Fault), found
        for head, line in found.items():
            self.desk = file_standing(self.desk, seat, head, line)
        return self

    def between(self, seat: str, *texts: str) -> Table:
        lines = [parse_line(text, *KINDS, LEXICON, "BETWEEN") for text in texts]
        assert not any(isinstance(line, Fault) for line in lines), lines
        self.desk = file_between(self.desk, seat, [x for x in lines if not isinstance(x, Fault)])
        return self

    def run(self, *, waits: bool = True) -> Table:
        """``waits``: whether an envoy's journey is waited for."""
        source = DeskSource(
            STAR_TRADERS,
            self.desk,
            lambda s, d: d.sealed or d.kind == "discard",
            lambda kind: waits or kind != "travel",
        )
        step = advance(STAR_TRADERS, self.s, source, self.dice)
        self.desk, self.s = source.desk, step.state
        self.facts += [t.fact for t in step.facts]
        return self

    def all(self, kind: type) -> list[Any]:
        return [f for f in self.facts if isinstance(f, kind)]


BOXES = ["N11", "F34", "N31"]


@pytest.mark.parametrize("where", ["nowhere", "plan", "standing"])
def test_random_never(where: str) -> None:
    """ST-MOV-10, the checklist's sample: no line on file makes a Random Jump while it stands."""
    table = Table(position(stations={}), {"die:p1": [1] * 5})
    wish = ["RANDOM NEVER"] if where == "plan" else []
    table.plan("p1", *wish, "ELSE RANDOM")
    if where == "standing":
        table.standing("p1", "RANDOM NEVER")
    table.run()
    drifted = [f for f in table.all(Jumped) if f.how == "random"]
    assert bool(drifted) is (where == "nowhere")
    assert bool(table.all(Worked)) is False


def test_random_never_is_no_step_of_a_plan() -> None:
    """Its plan is at its end with the last order: no ELSE of it answers in later turns."""
    table = Table(position(stations={}), {"die:p1": [1] * 10, "die:p2": [1] * 5})
    table.plan("p1", "RANDOM NEVER", "BUSINESS", "ELSE BUSINESS")
    table.plan("p2", "FINISH").run()
    assert len([f for f in table.all(Worked) if f.seat == "p1"]) == 5
    assert (table.s.turn, table.s.active) == (3, "p1")


def test_goto_pickup_goto() -> None:
    """GOTO takes the step with the fewest expected actions, whatever falls; delivery is forced."""
    table = Table(position(at={"p1": 33}, boxes=BOXES, stations={}), {"die:p1": [1, 3, 4, 2, 2]})
    table.plan("p1", "GOTO 34", "PICKUP 2", "GOTO 15", "ELSE BUSINESS").run()
    assert [f.world for f in table.all(Jumped)][:1] == [34]
    assert len(table.all(Worked)) >= 1
    assert table.all(PickedUp)[0].box == 2


def test_run_fetches_and_delivers() -> None:
    own = dict.fromkeys(DATA.world, "p1")
    dice = {"die:p1": [1] * 30, "die:p2": [1] * 30}
    table = Table(position(at={"p1": 34}, boxes=BOXES, stations=own), dice)
    table.plan("p1", "RUN 2", "ELSE BUSINESS").plan("p2", *["BUSINESS"] * 5).run()
    table.plan("p2", *["BUSINESS"] * 5).run()
    assert table.all(PickedUp)[0].box == 2
    assert table.all(Delivered)[0].box == 2


def test_run_fetches_what_was_turned_up_since_the_last_turn() -> None:
    """RUN is for the Contract that lay there when the plan was filed, however new it is."""
    own = dict.fromkeys(DATA.world, "p1")
    s = position(at={"p1": 34}, boxes=BOXES, stations=own, turn=5, since=(0, 5, 0), last={"p1": 4})
    table = Table(s, {"die:p1": [1] * 5})
    table.plan("p1", "RUN 2", "ELSE BUSINESS").run()
    assert [f.box for f in table.all(PickedUp)] == [2]


def test_run_is_not_for_the_contract_that_follows() -> None:
    """Replaced after the plan was filed: done, also where the last action delivered it."""
    own = dict.fromkeys(DATA.world, "p1")
    s = position(at={"p1": 34}, boxes=BOXES, stations=own, since=(0, 0, 0))
    table = Table(s, {"die:p1": [1] * 5}).plan("p1", "RUN 2", "ELSE BUSINESS")
    table.s = change(s, boxes=("N11", "N34", "N31"))
    assert not table.run().all(PickedUp)
    late = Table(s, {"die:p1": [1] * 5}).plan("p1", "RUN 2", "WHEN CONTRACT 2 GONE: BUSINESS")
    late.s = change(s, boxes=("N11", "N34", "N31"), last={"p1": 3})
    assert len(late.run().all(Worked)) == 5


def test_a_mission_ends_what_a_plan_has_for_contracts() -> None:
    """ST-AMB 13, ST-MIS-8: RUN and DELIVER of others are done; in guarded lines they do nothing."""
    assert DATA.card["F34"].pickup == 34
    own = dict.fromkeys(DATA.world, "p1")
    s = position(at={"p1": 34}, boxes=BOXES, stations=own, missions={"p1": "F11"})
    dice = {"die:p1": [1] * 5}
    table = Table(s, dice).plan("p1", "RUN 2", "DELIVER 2", "BUSINESS", "GOTO 33", "ELSE FINISH")
    table.run()
    assert len(table.all(Worked)) == 1
    assert [f.world for f in table.all(Jumped)] == [33]
    guarded = Table(s, dice).plan("p1", "WHEN TURN > 0: RUN 2", "ELSE BUSINESS").run()
    assert (len(guarded.all(Worked)), guarded.all(Jumped)) == (5, [])


def test_a_limit_for_a_beacon_beyond_the_purse() -> None:
    """ST-W1: ASK 14 UPTO 20 with $10 asks up to $10."""
    s = position(stations={13: "p1", 14: "p2"}, tariffs={"p2": {"others": ASK}})
    table = Table(s, {"die:p1": [1]}).plan("p1", "ASK 14 UPTO 20").run()
    asking = table.s.stack[-1]
    assert isinstance(asking, Asking)
    assert asking.most == 10


def test_best_follows_the_plan() -> None:
    """JUMP BEST leads where the plan's next step leads, not to another Contract."""
    s = position(at={"p1": 33}, boxes=BOXES, stations={})
    table = Table(s, {"die:p1": [6] * 5})
    table.plan("p1", "GOTO 31", "ROLL 3+: JUMP BEST", "ELSE FINISH").run()
    far = expected(PACKAGED, 31, Craft(6, False, False, frozenset(), frozenset()))
    ways = [far[33], *(far[f.world] for f in table.all(Jumped))]
    assert ways == sorted(ways, reverse=True)
    assert ways[-1] == 0


def test_best_does_not_leave_what_is_to_be_done_here() -> None:
    """The plan's next step is legal: it comes first."""
    table = Table(position(at={"p1": 34}, boxes=BOXES, stations={}), {"die:p1": [6] * 5})
    table.plan("p1", "PICKUP 2", "GOTO 15", "ROLL 3+: JUMP BEST", "ELSE BUSINESS").run()
    assert table.all(PickedUp)[0].box == 2
    assert table.facts.index(table.all(PickedUp)[0]) < table.facts.index(table.all(Jumped)[0])


@pytest.mark.parametrize(("goal", "jumps"), [(12, True), (31, False)])
def test_on_the_way_is_of_the_jump_it_guards(goal: int, jumps: bool) -> None:
    """ROLL 6: JUMP 12 IF ON THE WAY, from 13."""
    table = Table(position(at={"p1": 13}, boxes=BOXES, stations={}), {"die:p1": [6] * 5})
    table.plan("p1", f"GOTO {goal}", "ROLL 6: JUMP 12 IF ON THE WAY", "ELSE BUSINESS").run()
    assert (12 in [f.world for f in table.all(Jumped)]) == jumps


def test_lines_that_undo_each_other_come_to_rest() -> None:
    """What costs nothing and is never struck would go on for ever."""
    s = position(variant="nova", at={"p1": 21}, boxes=["N11", "N21", "N31"], stations={})
    table = Table(s, {"die:p1": [1] * 5})
    table.plan("p1", "WHEN NO CARRY 2: PICKUP 2", "WHEN CARRY 2: ABANDON 2").run()
    assert len(table.all(PickedUp)) == MOST // 2


def test_business_ends_a_turn_without_actions() -> None:
    """ST-NOV-2: a cargo that the plan does not want stops no turn that has no actions left."""
    s = position(variant="nova", at={"p1": 21}, boxes=["N11", "N21", "N31"], stations={21: "p2"})
    table = Table(s, {"die:p1": [1] * 5}).plan("p1", "ELSE BUSINESS").run()
    assert len(table.all(Worked)) == 4
    assert table.s.active == "p2"


def test_lists_by_roll() -> None:
    """ROLL n+ tests the die that lies there; ELSE is for the others."""
    table = Table(position(stations={}), {"die:p1": [2, 6, 1, 1, 1]})
    table.plan("p1", "ROLL 5+: JUMP 56", "ELSE BUSINESS").run()
    assert [f.world for f in table.all(Jumped)] == [56]
    assert len(table.all(Worked)) == 4


def test_guards_see_the_own_view() -> None:
    """WHEN AT 12 AND NO STATION AND MONEY >= 8: BUILD."""
    table = Table(position(stations={}), {"die:p1": [2, 1, 1, 1, 1]})
    table.plan("p1", "WHEN AT 12 AND NO STATION AND MONEY >= 8: BUILD", "GOTO 12", "ELSE BUSINESS")
    table.run()
    assert table.all(Built)[0].world == 12


def test_petition_by_guard() -> None:
    own = dict.fromkeys((13, 12, 11, 14, 15, 16, 21, 22), "p1")
    s = position(stations=own, money={"p1": 60}, prestige={"p1": 26})
    table = Table(s, {"die:p1": [1] * 5, "petition:p1": [1]})
    table.plan("p1", "WHEN PRESTIGE >= 25 AND MONEY >= 50: PETITION", "ELSE BUSINESS").run()
    assert len(table.all(Petitioned)) == 1


def test_beacons_are_paid_up_to_the_limit() -> None:
    """ST-W1: PAY UPTO in a standing order is what GOTO reckons with."""
    s = position(stations={12: "p2"}, tariffs={"p2": {"others": 2}})
    table = Table(s, {"die:p1": [1, 1, 1, 1, 1]})
    table.standing("p1", "PAY UPTO 2").plan("p1", "GOTO 12", "ELSE BUSINESS").run()
    assert (table.all(Paid)[0].amount, table.all(Jumped)[0].how) == (2, "station")
    mean = Table(s, {"die:p1": [1, 1, 1, 1, 1]})
    mean.standing("p1", "PAY UPTO 1").plan("p1", "GOTO 12", "ELSE BUSINESS").run()
    assert mean.all(Jumped) == []


def test_cards_between_turns() -> None:
    """BETWEEN lists are played one a lap; NEXT is whose turn comes."""
    held = [luck("Engine Trouble"), luck("Force Field")]
    table = Table(position(hands={"p1": held}), {"die:p1": [1]})
    table.plan("p1", "FINISH").standing("p1", 'DISCARD LAST "Engine Trouble", "Force Field"')
    table.between("p1", 'PLAY "Engine Trouble" ON NEXT', 'PLAY "Force Field"').run()
    assert [f.on for f in table.all(Played)] == [("p2",), ()]


def test_what_is_discarded() -> None:
    """DISCARD LAST keeps what it names; NEWEST is the card drawn last."""
    held = [luck("Overdrive"), luck("Zap")]
    table = Table(position(hands={"p1": held}), {"die:p1": [1]})
    table.plan("p1", "FINISH").standing("p1", "DISCARD Overdrive").run()
    assert table.all(Trimmed)[0].cards == (held[0],)
    s = position(hands={"p1": held})
    newest = Table(s, {"die:p1": [1], "deck": [s.deck.index("N12") + 1]})
    newest.plan("p1", "FINISH").standing("p1", "DISCARD LAST Zap, Overdrive").run()
    assert newest.all(Trimmed)[0].cards == ("N12",)


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_suggestions_are_orders(variant: str) -> None:
    """ST-W2, ST-W6, ST-W8: what is on file from the start can be read; so can suggested plans."""
    found = read_standing(standing(variant), *KINDS, LEXICON)
    assert not isinstance(found, Fault)
    s = position(variant=variant)
    for plan in suggested(STAR_TRADERS.hide(s, "p1"), "p1"):
        assert not isinstance(read_plan(plan.lines, *KINDS, LEXICON), Fault)
    assert new_plan(()).lines == ()


def test_st_cmp_2_no_plan_builds_without_a_ring() -> None:
    """A Prefab Station is in the plan as long as a Ring is left for it."""
    held = {"p1": (luck("Prefab Station"),)}
    worlds = [w for w in PACKAGED.worlds if w != 13][:RINGS]
    for count, there in ((RINGS - 1, True), (RINGS, False)):
        s = position(hands=held, stations=dict.fromkeys(worlds[:count], "p1"))
        lines = suggested(STAR_TRADERS.hide(s, "p1"), "p1")[0].lines
        assert any("Prefab" in line for line in lines) == there


def test_routes_are_the_expected_actions() -> None:
    """Against value iteration over all lines."""
    plain = Craft(6, False, False, frozenset(), frozenset())
    for target in (15, 34, 66):
        slow = expected_actions(DATA.ways, target)
        quick = expected(PACKAGED, target, plain)
        assert all(abs(quick[w] - slow[w]) < 1e-6 for w in DATA.world)


def test_arrivals_add_up() -> None:
    plain = Craft(6, False, False, frozenset(), frozenset())
    chances = arrivals(PACKAGED, 13, 12, plain, 40)
    assert chances[1] == pytest.approx(5 / 6)
    assert sum(chances) == pytest.approx(1.0)
    assert sum(n * p for n, p in enumerate(chances)) == pytest.approx(1.2, abs=1e-6)


def test_a_quarantine_is_gone_round() -> None:
    """ST-QUA-2: a world that nobody may leave is no way."""
    free = expected(PACKAGED, 15, Craft(6, False, False, frozenset(), frozenset()))
    shut = expected(PACKAGED, 15, Craft(6, False, False, frozenset(), frozenset((14,))))
    assert shut[13] > free[13]
    assert 14 not in shut


def test_posted_prices_are_order_lines() -> None:
    """ST-W1: BEACON lines that can be read again."""
    s = position(tariffs={"p1": {"others": -1, "p2": 3}})
    lines = STAR_TRADERS.posted(s, "p1")
    assert lines == ("BEACON OTHERS NO", "BEACON p2 3")
    for text in lines:
        (item,) = read_lines([SourceLine(1, text)], *KINDS, LEXICON)
        assert type(item).__name__ == "Now"


@pytest.mark.parametrize(
    ("posted", "die", "order", "paid"),
    [
        (2, 1, Order("STATION", ("12", 2, None)), 2),
        (1, 1, Order("STATION", ("12", 1, None)), 1),
        (0, 1, Order("JUMP", ("12", None)), 0),
        (3, 6, Order("JUMP", ("12", None)), 0),
        (NO, 6, Order("JUMP", ("12", None)), 0),
        (3, 1, Order("BUSINESS"), 0),
        (ASK, 1, Order("BUSINESS"), 0),
    ],
)
def test_station_never_pays_more_than_it_says(
    posted: int, die: int, order: Order, paid: int
) -> None:
    """ST-MOV-8, ST-MOV-9, ST-W1: what was raised or closed meanwhile leaves the Regular Jump."""
    table = scene(
        {"die:p1": [die]}, stations={12: "p2"}, tariffs={"p2": {"others": posted}}
    )  # fmt: skip
    # Whoever pays more for beacons elsewhere does not for this jump.
    wishes = (Order("PAY", (9,)),)
    plan = read_plan(["STATION 12 PAY 2", "ELSE BUSINESS"], *KINDS, LEXICON)
    assert not isinstance(plan, Fault)
    found, _ = next_order(STAR_TRADERS, table.s, table.asked, plan, wishes)
    assert found == order
    table.say(order_line(order))
    assert sum(f.amount for f in table.all(Paid)) == paid


def order_line(order: Order) -> str:
    """The order as it stands in a letter."""
    form = next(f for f in STAR_TRADERS.all_forms if f.verb == order.verb)
    return order_text(form, order, LEXICON)


# -- left to the referee: BEST --------------------------------------------------------------------

BEST_BOXES = ["N11", "F34", "N31"]
"""The printed Contract, 34 to 15 for $23 and 4 Prestige, in box 2."""


def test_run_best_fetches_and_delivers_one_contract_after_another() -> None:
    """RUN BEST: the best Contract's cargo is fetched and delivered, then that of the next best."""
    s = position(boxes=BEST_BOXES, at={"p1": 34})
    table = Table(s, {"die:p1": [6] * 200}).plan("p1", "RUN BEST", "ELSE BUSINESS")
    table.run()
    (load,) = [f for f in table.facts if isinstance(f, PickedUp)]
    assert load.box == 2
    for _ in range(3):
        table.plan("p2", "FINISH").run()
    done = [f for f in table.facts if isinstance(f, Delivered)]
    assert done[0].card == "F34"
    # The plan is never done: another Contract's cargo was fetched, too.
    assert len([f for f in table.facts if isinstance(f, PickedUp)]) > 1
    assert not any(table.desk.plans["p1"].done)


def test_best_is_looked_at_anew_for_each_action() -> None:
    """RUN BEST takes along what is better and lies here; DELIVER BEST is for what is aboard."""
    table = scene({"die:p1": [6]}, boxes=BEST_BOXES, at={"p1": 34}, cargo={"p1": [3]}, stations={})
    assert [p.box for p in prospects(table.s, "p1")][:2] == [2, 3]
    assert plan_order(table, "RUN BEST") == Order("PICKUP", (2, None))
    on = plan_order(table, "DELIVER BEST")
    assert on is not None
    assert on == plan_order(table, "DELIVER 3") == plan_order(table, "RUN 3")


def test_deliver_best_is_done_when_nothing_is_aboard() -> None:
    """DELIVER BEST: all that is aboard, then the plan's next line."""
    s = position(boxes=BEST_BOXES, at={"p1": 14}, cargo={"p1": [2]}, stations={})
    table = Table(s, {"die:p1": [6] * 9}).plan("p1", "DELIVER BEST", "BUSINESS").run()
    assert [f.card for f in table.facts if isinstance(f, Delivered)] == ["F34"]
    assert len([f for f in table.facts if isinstance(f, Worked)]) == 1


def test_pickup_best_takes_the_better_cargo() -> None:
    """PICKUP BEST: of those that lie here, whatever box; nothing where none lies."""
    two = [c.id for c in DATA.cards if c.pickup == 34 and c.set in "NF"][:2]
    for boxes in ([*two, "N11"], [*two[::-1], "N11"]):
        table = scene({"die:p1": [1]}, boxes=boxes, at={"p1": 34})
        best = next(p.box for p in prospects(table.s, "p1") if p.box in (1, 2))
        assert plan_order(table, "PICKUP BEST") == Order("PICKUP", (best, None))
    away = scene({"die:p1": [1]}, boxes=[*two, "N11"], at={"p1": 12})
    assert plan_order(away, "PICKUP BEST") is None


def plan_order(table: Scene, text: str) -> Order | None:
    """What a plan of this one line gives for the question that is open."""
    plan = read_plan([text], *KINDS, LEXICON, seen=STAR_TRADERS.seen(table.s, "p1"))
    assert not isinstance(plan, Fault), plan
    return next_order(STAR_TRADERS, table.s, table.asked, plan)[0]


def test_the_remark_on_best_says_what_it_would_be_now() -> None:
    """Point 4: RUN BEST by the way of the best Contract, whatever lay in its box at the filing."""
    s = position(boxes=BEST_BOXES, at={"p1": 34}, cargo={"p1": [3]})
    old = ("N31", "N41", "N51")
    steps = [Order("RUN", (BEST,)), Order("PICKUP", (BEST, None)), Order("DELIVER", (BEST,))]
    named = [Order("RUN", (2,)), Order("PICKUP", (2, None)), Order("DELIVER", (3,))]
    for best, one in zip(steps, named, strict=True):
        (found,) = STAR_TRADERS.remarks(s, "p1", [best], (), old)
        assert found is not None
        assert (found,) == STAR_TRADERS.remarks(s, "p1", [one], (), s.boxes)
    away = change(s, cargo={**s.cargo, "p1": ()}, ships={**s.ships, "p1": (62,)})
    assert STAR_TRADERS.remarks(away, "p1", steps[1:], (), old) == (None, None)
    # A numbered line beside it is for what lay there when the plan was filed.
    _, gone = STAR_TRADERS.remarks(s, "p1", [steps[0], Order("RUN", (1,))], (), old)
    assert gone is not None
    assert gone.code == "gone"


@pytest.mark.parametrize(
    "line",
    [
        "WHEN AT BEST: FINISH",
        "BUILD BEST",
        "STATION BEST PAY 1",
        "ASK BEST UPTO 3",
        "SLIP BEST",
        "PLAY Stargate TO BEST",
        "PLAY ANY",
        "DISCARD LAST ANY",
        "WHEN HOLDS ANY: FINISH",
    ],
)
def test_words_for_the_referee_are_no_names(line: str) -> None:
    """ST-MOV-5: BEST and ANY belong to the orders that leave a choice to the referee."""
    fault = parse_line(line, *KINDS, LEXICON, "PLAN")
    assert isinstance(fault, Fault)
    assert fault.why in ("name", "list")


def test_a_price_beyond_any_purse_costs_no_time() -> None:
    """ST-MOV-9: only prices that can be paid are looked for."""
    tried: list[Order] = []

    class Counted:
        def __init__(self, d: Any) -> None:
            self.d = d

        def __getattr__(self, name: str) -> Any:
            return getattr(self.d, name)

        def has(self, order: Order) -> bool:
            tried.append(order)
            return bool(self.d.has(order))

    table = scene(at={"p1": 34}, money={"p1": 5})
    d = table.asked
    for order in (Order("STATION", ("32", 1_000_000, None)), Order("JUMP", ("32", None))):
        wish = (Order("PAY", (1_000_000,)),)
        STAR_TRADERS.resolve(STAR_TRADERS.hide(table.s, "p1"), Counted(d), order, wish)  # type: ignore[arg-type]
    assert len(tried) < 20


def test_a_goal_that_was_taken_away_leaves_its_own_else() -> None:
    """Point 3: for one decision what stands behind its ELSE; then it is struck."""
    table = scene({"die:p1": [1]}, boxes=BOXES, at={"p1": 33})
    texts = ["RUN 1 ELSE FINISH", "BUSINESS"]
    plan = read_plan(texts, *KINDS, LEXICON, seen=("F11", *BOXES[1:]))
    assert not isinstance(plan, Fault)
    taken = Remark("taken", {"box": 1, "seat": "p2"})
    gone = change(plan, lost=(taken, None))
    ways = next_order(STAR_TRADERS, table.s, table.asked, gone)
    assert ways == (Order("FINISH"), "1+")
    moved = after(STAR_TRADERS, table.s, table.asked, gone, *ways)
    assert moved.done == (True, False)
    assert next_order(STAR_TRADERS, table.s, table.asked, moved) == (Order("BUSINESS"), "2")
    # Where nobody took it away it is done, and has no need of another way.
    assert next_order(STAR_TRADERS, table.s, table.asked, plan) == (Order("BUSINESS"), "2")
