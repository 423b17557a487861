"""Orders written ahead: the samples of the checklist, goals, wishes, conditions, suggestions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.advance import advance
from engine.decision import Decision, Order
from engine.desk import DeskSource
from engine.dice import KeyedDice
from engine.filing import Desk, file_plan, file_standing, suggest
from engine.language.block import SourceLine, read_lines
from engine.language.fault import Fault
from engine.language.line import Line, parse_line
from engine.language.text import order_text
from engine.laws import Stream
from engine.plan import read_plan
from engine.selfplay import BotSource
from engine.standing import read_standing
from games.space_freighter import SPACE_FREIGHTER
from games.space_freighter.goals import lowest
from tests.games.space_freighter.scene import (
    PASS,
    SUFFER,
    Scene,
    deliver,
    discard,
    negate,
    position,
    scene,
)

NAMES = {"p1": "Anna", "p2": "Bob", "p3": "Carl"}
LEXICON = SPACE_FREIGHTER.lexicon(position(3), NAMES)
FORMS, WORDS = SPACE_FREIGHTER.all_forms, SPACE_FREIGHTER.predicates

SAMPLE = """\
STANDING
  NEGATE ROCK, ENERGY
  NEGATE PIRATE IF HAND >= 4
  KEEP "Smuggling"
  USE "Force Field" BEFORE "Ion Thrusters"
OFFER ANY: "Gas Giant" FOR "Core Planet"
ACCEPT Carl 2                          ; his "Dark Matter" for my "Solar Sail"
PLAN
  DELIVER "Hive World" WITH "Designer Clones", "Alien Specimens", "Dark Matter", "Smuggling"
  ELSE DELIVER BEST ATLEAST 15
  WHEN DECK <= 8: DELIVER BEST ATLEAST 1
  DISCARD LOWEST KEEP "Agro Station", "Psionic Snuff"
"""


def desk_of(plan: str = "", standing: str = "", seat: str = "p1") -> Desk:
    """What a seat has on file, with the suggestions that all have."""
    desk = Desk()
    lines = read_standing(SPACE_FREIGHTER.suggested_standing("default"), FORMS, WORDS, LEXICON)
    assert not isinstance(lines, Fault), lines
    desk = suggest(desk, seat, lines)
    own = read_standing(standing.splitlines(), FORMS, WORDS, LEXICON)
    assert not isinstance(own, Fault), own
    for head, line in own.items():
        desk = file_standing(desk, seat, head, line)
    if plan:
        found = read_plan(plan.splitlines(), FORMS, WORDS, LEXICON)
        assert not isinstance(found, Fault), found
        desk = file_plan(desk, seat, found)
    return desk


def given(game: Scene, plan: str = "", standing: str = "", closed: bool = False) -> Order | None:
    """What the desk of the seat that is asked gives; ``closed``: the deadline has come."""
    desk = desk_of(plan, standing, game.asked.seat)
    source = DeskSource(SPACE_FREIGHTER, desk, lambda s, d: closed, lambda kind: True)
    answer = source.answer(game.s, game.asked)
    assert answer is None or game.asked.has(answer.order)
    return answer.order if answer else None


def test_every_line_of_the_sample_is_read_and_printed_so_that_it_reads_the_same() -> None:
    items = read_lines(
        [SourceLine(i, t) for i, t in enumerate(SAMPLE.splitlines(), 1)], FORMS, WORDS, LEXICON
    )
    kinds = [type(item).__name__ for item in items]
    assert not {"Refused", "Unread"} & set(kinds), items
    assert kinds.count("Now") == 2
    assert kinds.count("PlanBlock") == 1
    for text in SAMPLE.splitlines():
        line = parse_line(text, FORMS, WORDS, LEXICON)
        if isinstance(line, Line):
            again = parse_line(line.text, FORMS, WORDS, LEXICON)
            assert isinstance(again, Line)
            assert again.text == line.text


HAND = (
    "Hive World",
    "Gas Giant",
    "Designer Clones",
    "Alien Specimens",
    "Dark Matter",
    "Smuggling",
)
PLAN = "\n".join(SAMPLE.splitlines()[8:])


def at_delivery(*hand: str, flip: str = "Contraband", **fields: Any) -> Scene:
    return scene(flip, hands={"p1": hand, "p2": ("Core Planet", "Repulsor Field")}, **fields)


def test_the_plan_of_the_sample_delivers() -> None:
    assert given(at_delivery(*HAND), PLAN) == deliver(
        "Hive World", "Designer Clones", "Alien Specimens", "Dark Matter", "Smuggling"
    )


def test_its_else_takes_the_best_where_the_step_is_not_possible() -> None:
    """The Gas Giant pays 5 + 2, 5 + 1 - 1, 6 + 1 and both bonuses."""
    order = given(at_delivery(*HAND[1:]), PLAN)
    assert order is not None
    assert order.args[0] == "Gas Giant"
    assert set(order.args[1] or ()) == {*HAND[2:], "Contraband"}  # type: ignore[arg-type]


def test_its_else_waits_for_fifteen() -> None:
    assert given(at_delivery("Gas Giant", "Old Earth Art", flip="Solar Sail"), PLAN) is None


def test_its_guard_takes_whatever_there_is_at_the_end() -> None:
    few = at_delivery(
        "Gas Giant", "Old Earth Art", deck=("Solar Sail", "Repairs"), flip="Solar Sail"
    )
    assert given(few, PLAN) == deliver("Gas Giant", "Old Earth Art")


def test_its_last_line_discards() -> None:
    """Goods of the lowest value go first, but not those that it keeps."""
    hand = ("Agro Station", "Psionic Snuff", "Nutrient Bars", "Rare Medicines", "Old Earth Art")
    more = ("Star Base", "Solar Sail")
    game = at_delivery(*hand, *more, flip="Ram Scoop").say(PASS)
    assert given(game, PLAN) == discard("Nutrient Bars")


# -- hazards -------------------------------------------------------------------------------------

STANDING = "\n".join(SAMPLE.splitlines()[1:5])
SHIELDS = ("Force Field", "Ion Thrusters", "Laser Turret", "Hive World")


@pytest.mark.parametrize(
    ("event", "hand", "answer"),
    [
        ("Comet Debris", ("Laser Turret", "Hive World"), negate("rock", "Laser Turret")),
        ("Solar Flare", SHIELDS, negate("energy", "Force Field")),
        ("Solar Flare", SHIELDS[1:], negate("energy", "Ion Thrusters")),
        ("Alien Marauders", SHIELDS[:3], None),
        ("Alien Marauders", SHIELDS, negate("pirate", "Ion Thrusters")),
        ("Alien Marauders", ("Hive World", "Star Base"), None),
    ],
)
def test_the_standing_orders_of_the_sample(
    event: str, hand: tuple[str, ...], answer: Order | None
) -> None:
    game = scene(event, hands={"p1": hand, "p2": ("Core Planet", "Star Base")[:1]})
    found = given(game, standing=STANDING)
    if answer is not None and answer.args[0] == ("pirate",):
        # Ion Thrusters and Laser Turret both fit; the deck decides between them.
        assert found in (answer, negate("pirate", "Laser Turret"))
    else:
        assert found == answer


def test_sf_w1_suggested_negate_with_three_cards_besides_the_aid() -> None:
    """SF-W1: at the deadline, with four cards in hand; with three it is suffered."""
    hand = ("Force Field", "Hive World", "Star Base", "Dark Matter")
    game = scene("Ion Storm", hands={"p1": hand})
    assert given(game) is None
    assert given(game, closed=True) == negate("energy", "Force Field")
    assert given(scene("Ion Storm", hands={"p1": hand[:3]}), closed=True) == SUFFER


def test_sf_w1_the_aid_that_fits_the_fewest_other_hazards() -> None:
    """SF-W1: with no rock hazard left, the aid against rock goes first."""
    hand = ("Force Field", "Ion Thrusters", "Hive World", "Star Base")
    left = ("Ion Storm", "Solar Flare", "Alien Marauders", "Smuggling")
    game = scene("Ion Storm", hands={"p1": hand}, deck=left)
    assert given(game, closed=True) == negate("energy", "Force Field")
    left = ("Ion Storm", "Solar Flare", "Comet Debris", "Smuggling")
    game = scene("Ion Storm", hands={"p1": hand}, deck=left)
    assert given(game, closed=True) == negate("energy", "Ion Thrusters")


@pytest.mark.parametrize(
    ("standing", "aid"),
    [
        ("NEGATE ENERGY\nUSE Ion Thrusters BEFORE Force Field", "Ion Thrusters"),
        ("NEGATE ENERGY\nUSE Force Field BEFORE Ion Thrusters", "Force Field"),
        ("NEGATE ENERGY\nUSE Solar Sail BEFORE Force Field", None),
        ("NEGATE ENERGY\nKEEP Force Field", "Ion Thrusters"),
        ("NEGATE ENERGY WITH Force Field\nKEEP Force Field", "Force Field"),
        ("NEGATE ANY WITH Ion Thrusters", "Ion Thrusters"),
    ],
)
def test_use_and_keep_shape_negate(standing: str, aid: str | None) -> None:
    hand = ("Force Field", "Ion Thrusters", "Hive World", "Star Base")
    game = scene("Ion Storm", hands={"p1": hand})
    found = given(game, standing=standing)
    if aid is None:
        assert found == given(game, standing="NEGATE ENERGY")
    else:
        assert found == negate("energy", aid)


def test_a_negate_for_another_hazard_does_nothing() -> None:
    game = scene("Ion Storm", hands={"p1": ("Force Field", "Hive World", "Star Base")})
    assert given(game, standing="NEGATE ROCK, PIRATE") is None


def test_a_pass_in_a_plan_is_not_spent_on_a_hazard() -> None:
    """It means the delivery; the hazard is left to the standing orders."""
    hand = ("Force Field", "Hive World", "Star Base", "Dark Matter")
    game = scene("Ion Storm", hands={"p1": hand})
    assert given(game, "PASS", "NEGATE ANY") == negate("energy", "Force Field")
    assert given(game, "PASS") is None
    assert given(game, "SUFFER", "NEGATE ANY") == SUFFER


# -- discarding ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "count", "gone"),
    [
        (("Nutrient Bars", "Dark Matter", "Hive World", "Star Base"), 1, ["Nutrient Bars"]),
        (("Nutrient Bars", "Hive World", "Capital World"), 1, ["Capital World"]),
        (("Dark Matter", "Rare Medicines", "Hive World"), 2, ["Rare Medicines", "Dark Matter"]),
        (("Dark Matter", "Hive World", "Solar Sail"), 1, ["Solar Sail"]),
        (("Dark Matter", "Hive World"), 1, ["Dark Matter"]),
        (("Shortage", "Smuggling", "Solar Sail"), 2, ["Solar Sail", "Shortage"]),
    ],
)
def test_sf_w3_lowest(hand: tuple[str, ...], count: int, gone: list[str]) -> None:
    """SF-W3: goods first, then worlds that are one too many, then aid."""
    found = lowest(hand, count)
    if gone == ["Rare Medicines", "Dark Matter"]:
        # One good is kept while the only world would do no better.
        assert found[0] == "Rare Medicines"
    else:
        assert found == gone


def too_many(*hand: str) -> Scene:
    return at_delivery(*hand, flip="Ram Scoop").say(PASS)


FULL = (
    "Hive World",
    "Star Base",
    "Dark Matter",
    "Nutrient Bars",
    "Old Earth Art",
    "Smuggling",
    "Solar Sail",
)


def test_sf_w3_suggested_at_the_deadline() -> None:
    """SF-W3: the lowest good goes."""
    game = too_many(*FULL)
    assert given(game) is None
    assert given(game, closed=True) == discard("Nutrient Bars")


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        ("DISCARD Solar Sail", "Solar Sail"),
        ("DISCARD Anti-Matter, Star Base, Hive World", "Star Base"),
        ("DISCARD LOWEST KEEP Nutrient Bars", "Old Earth Art"),
        ("DISCARD LOWEST", "Nutrient Bars"),
        ("DISCARD LOWEST\nKEEP Nutrient Bars, Old Earth Art", "Dark Matter"),
        ("DISCARD LOWEST\nKEEP Nutrient Bars, Old Earth Art, Dark Matter", "Star Base"),
        ("DISCARD Nutrient Bars\nKEEP Nutrient Bars", "Nutrient Bars"),
        ("DISCARD Star Base, Star Base", "Star Base"),
    ],
)
def test_discard_lines(lines: str, gone: str) -> None:
    assert given(too_many(*FULL), standing=lines) == discard(gone)


def test_a_discard_that_names_too_few_held_cards_does_nothing() -> None:
    assert given(too_many(*FULL), standing="DISCARD Anti-Matter") is None


def test_keep_alone_is_no_answer_but_shapes_the_suggestion() -> None:
    game = too_many(*FULL)
    assert given(game, standing="KEEP Nutrient Bars") is None
    assert given(game, standing="KEEP Nutrient Bars", closed=True) == discard("Old Earth Art")


def test_keep_is_one_line() -> None:
    """A new KEEP replaces the old one; NEGATE has a line for each hazard."""
    lines = read_standing(
        ["KEEP Smuggling", "KEEP Shortage, Solar Sail", "NEGATE ROCK, ENERGY"],
        FORMS,
        WORDS,
        LEXICON,
    )
    assert not isinstance(lines, Fault)
    assert list(lines) == ["KEEP", "NEGATE rock", "NEGATE energy"]


# -- delivering ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ("DELIVER BEST", deliver("Hive World", "Dark Matter", "Shortage")),
        ("DELIVER BEST ATLEAST 16", deliver("Hive World", "Dark Matter", "Shortage")),
        ("DELIVER BEST ATLEAST 17", None),
        ("DELIVER Gas Giant", deliver("Gas Giant", "Dark Matter", "Shortage")),
        ("DELIVER Gas Giant ATLEAST 11", None),
        ("DELIVER BEST WITH Dark Matter", deliver("Hive World", "Dark Matter")),
        ("DELIVER Hive World WITH Dark Matter ATLEAST 13", deliver("Hive World", "Dark Matter")),
        ("DELIVER Hive World WITH Dark Matter ATLEAST 14", None),
        ("DELIVER Hive World WITH Anti-Matter", None),
        ("DELIVER Star Base WITH Dark Matter", None),
        ("DELIVER Hive World WITH Shortage", None),
        ("DELIVER BEST\nKEEP Shortage", deliver("Hive World", "Dark Matter")),
        ("DELIVER BEST\nKEEP Hive World", deliver("Gas Giant", "Dark Matter", "Shortage")),
        ("DELIVER BEST\nKEEP Dark Matter", None),
        (
            "DELIVER Hive World WITH Dark Matter, Shortage\nKEEP Shortage",
            deliver("Hive World", "Dark Matter", "Shortage"),
        ),
        ("PASS IF BEST < 20 ELSE DELIVER BEST", PASS),
    ],
)
def test_deliver_lines(lines: str, order: Order | None) -> None:
    game = at_delivery("Hive World", "Gas Giant", "Dark Matter", flip="Shortage")
    assert given(game, standing=lines) == order


def test_a_delivery_that_waits_stays_while_its_own_else_serves() -> None:
    """A line not yet done is not struck: it waits through the seat's turns until it can be done."""
    game = at_delivery("Hive World", "Gas Giant", "Dark Matter", flip="Shortage")
    desk = desk_of("DELIVER BEST ATLEAST 90 ELSE PASS")
    source = DeskSource(SPACE_FREIGHTER, desk, lambda s, d: False, lambda kind: True)
    answer = source.answer(game.s, game.asked)
    assert answer is not None
    assert (answer.order, answer.via, answer.cause) == (PASS, "plan", "1+")
    source.taken(game.s, game.asked, answer)
    assert source.desk.plans["p1"].done == (False,)


def test_a_delivery_in_a_plan_is_done_once() -> None:
    """The line is struck when it was taken."""
    game = at_delivery("Hive World", "Gas Giant", "Dark Matter", "Old Earth Art", flip="Shortage")
    desk = desk_of("DELIVER BEST ATLEAST 5\nDISCARD LOWEST")
    source = DeskSource(SPACE_FREIGHTER, desk, lambda s, d: False, lambda kind: True)
    answer = source.answer(game.s, game.asked)
    assert answer is not None
    assert (answer.via, answer.cause) == ("plan", "1")
    source.taken(game.s, game.asked, answer)
    assert source.desk.plans["p1"].done == (True, False)


# -- conditions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("DECK = 81", True),
        ("DECK > 81", False),
        ("HAND = 5", True),
        ("WORLDS = 2", True),
        ("GOODS >= 2", False),
        ("AID = 2", True),
        ("MONEY >= 4", True),
        ("LEAD = -3", True),
        ("LEAD < 0", True),
        ("BEST = 16", True),
        ("ROUND = 1", True),
        ("TURN = 1", True),
        ("HOLDS Dark Matter", True),
        ("NO HOLDS Dark Matter", False),
        ("HOLDS Core Planet", False),
        ("GONE Repairs", False),
        ("NO GONE Core Planet AND MONEY < 5", True),
    ],
)
def test_conditions(condition: str, true: bool) -> None:
    """Every condition, on the own view."""
    game = at_delivery(
        "Hive World",
        "Gas Giant",
        "Dark Matter",
        "Solar Sail",
        flip="Shortage",
        money={"p1": 4, "p2": 7},
    )
    if "LEAD = -" in condition:
        assert SPACE_FREIGHTER.holds(game.s, game.asked, "LEAD", ()) == -3
        return
    order = given(game, standing=f"PASS IF {condition}")
    assert (order == PASS) == true


def test_every_condition_has_a_test() -> None:
    marks: Any = test_conditions
    said = " ".join(p[0] for p in marks.pytestmark[0].args[1])
    assert all(predicate.word in said.split() for predicate in WORDS)


def test_a_condition_of_the_discard_pile() -> None:
    game = at_delivery("Hive World", "Dark Matter", flip="Repairs")
    assert given(game, standing="PASS IF GONE Repairs") == PASS


# -- suggestions ---------------------------------------------------------------------------------


def legal_plan(game: Scene, lines: tuple[str, ...]) -> Order | None:
    return given(game, "\n".join(lines))


def test_the_first_suggested_plan_delivers_what_there_is() -> None:
    game = at_delivery("Hive World", "Gas Giant", "Dark Matter", flip="Shortage")
    now, wait = SPACE_FREIGHTER.suggested_plans(SPACE_FREIGHTER.hide(game.s, "p1"), "p1")
    assert legal_plan(game, now.lines) == deliver("Hive World", "Dark Matter", "Shortage")
    assert now.why == {"total": 16}
    # Two words are enough: a plan that waits answers this turn as well.
    assert legal_plan(game, wait.lines) == PASS
    assert wait.why["least"] > 16


def test_without_a_delivery_there_is_one_plan() -> None:
    game = at_delivery("Hive World", "Gas Giant", flip="Shortage")
    (wait,) = SPACE_FREIGHTER.suggested_plans(SPACE_FREIGHTER.hide(game.s, "p1"), "p1")
    assert legal_plan(game, wait.lines) == PASS


@pytest.mark.parametrize("turn", [5, 20, 40, 70])
def test_suggestions_can_be_read_at_any_time(turn: int) -> None:
    """Every plan parses, for every seat, whoever is asked."""

    class Until(BotSource):
        def answer(self, s: Any, d: Decision) -> Any:
            return None if s.turn >= turn else super().answer(s, d)

    source = Until(SPACE_FREIGHTER, Stream(turn), {})
    s = advance(SPACE_FREIGHTER, position(3), source, KeyedDice(bytes(32))).state
    for seat in s.seats:
        for plan in SPACE_FREIGHTER.suggested_plans(SPACE_FREIGHTER.hide(s, seat), seat):
            assert not isinstance(read_plan(plan.lines, FORMS, WORDS, LEXICON), Fault)


def test_an_order_is_printed_so_that_it_is_read_again() -> None:
    order = deliver("War Torn World", "Anti-Matter", "Anti Gravity Pods", "Anti-Aging Drugs")
    form = next(f for f in FORMS if f.verb == "DELIVER")
    line = parse_line(order_text(form, order, LEXICON), FORMS, WORDS, LEXICON)
    assert isinstance(line, Line)
    assert line.order == order


def test_a_discard_that_names_a_card_twice_counts_it_once() -> None:
    game = too_many(*FULL, "Solar Sail")
    assert game.asked.info["excess"] == 2
    wish = "DISCARD Star Base, Star Base, Old Earth Art"
    assert given(game, standing=wish) == discard("Old Earth Art", "Star Base")
    assert given(game, standing="DISCARD Star Base, Star Base") is None


def test_best_delivers_nothing_for_nothing() -> None:
    """A world and a good are not thrown away; who names them may."""
    game = at_delivery("Capital World", "Nutrient Bars", flip="Force Field")
    assert given(game, standing="DELIVER BEST") is None
    named = "DELIVER Capital World WITH Nutrient Bars"
    assert given(game, standing=named) == deliver("Capital World", "Nutrient Bars")
    (only,) = SPACE_FREIGHTER.suggested_plans(SPACE_FREIGHTER.hide(game.s, "p1"), "p1")
    assert only.lines[0].startswith("DELIVER BEST ATLEAST")


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        (("Hive World", "Dark Matter", "Force Field"), "NEGATE ROCK"),
        (("Hive World", "Dark Matter", "Solar Sail"), "SUFFER"),
    ],
)
def test_a_suggested_plan_answers_the_hazard_that_is_asked_about(
    hand: tuple[str, ...], first: str
) -> None:
    """So that PLAN A alone is an answer to the letter."""
    game = scene("Space Junk", hands={"p1": hand})
    plans = SPACE_FREIGHTER.suggested_plans(SPACE_FREIGHTER.hide(game.s, "p1"), "p1")
    for plan in plans:
        assert plan.lines[0] == first
        answer = given(game, plan="\n".join(plan.lines))
        assert answer is not None
        assert answer.verb == first.split()[0]
    (other,) = SPACE_FREIGHTER.suggested_plans(SPACE_FREIGHTER.hide(game.s, "p2"), "p2")
    assert other.lines[0].startswith("DELIVER")


def test_a_guard_on_a_lead_below_nothing() -> None:
    game = at_delivery("Hive World", "Dark Matter", money={"p2": 30})
    assert given(game, plan="WHEN LEAD < -20: DELIVER BEST") is not None
    assert given(game, plan="WHEN LEAD < -30: DELIVER BEST") is None


def test_a_guard_that_always_holds_answers_once_a_question() -> None:
    """It is never struck, and the game goes on to its end."""
    game = scene("Contraband", hands={"p1": ("Hive World", "Dark Matter")})
    desk = desk_of("WHEN HAND >= 0: PASS")
    source = DeskSource(SPACE_FREIGHTER, desk, lambda s, d: True, lambda kind: True)
    assert advance(SPACE_FREIGHTER, game.s, source, game.dice).state.ended == "deck"
    assert source.desk.plans == desk.plans
