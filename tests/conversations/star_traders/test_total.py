"""Whatever players have on file, a campaign goes on."""

from __future__ import annotations

import pytest

from engine.desk import MOST
from tests.conversations.star_traders.stars import OTHER, all_say, asked, fall, kinds, place
from tests.conversations.table import Table
from tests.games.star_traders.scene import DATA, luck


@pytest.mark.parametrize("condition", ["AT 13", "NO STATION", "ON THE WAY", "CARRY 1", "IT WINS"])
def test_a_line_with_a_condition_is_on_file_before_there_is_a_ship(
    stars: Table, condition: str
) -> None:
    """ST-SET-16: it asks nothing yet, and never keeps the game from going on."""
    assert asked(stars) == {"p3": "start"}
    stars.say("p3", f"STANDING\nWHEN {condition}: PAY UPTO 5\nANSWER PICK 33")
    stars.tick()
    assert stars.campaign().status == "running"
    assert asked(stars) == {"p2": "start"}


def test_a_plan_with_a_goal_is_on_file_before_there_is_a_ship(stars: Table) -> None:
    """ST-SET-16: the letters that say how far it is are written, too."""
    stars.say("p3", "PLAN\nGOTO 34\nRUN BEST\nDELIVER 1")
    stars.tick()
    assert stars.campaign().status == "running"
    assert asked(stars) == {"p3": "start"}
    assert len(stars.desk().plans["p3"].lines) == 3


@pytest.mark.parametrize("later", ["", "STANDING\nPAY PETITION UPTO 40"])
def test_a_standing_pass_pays_the_bribe_that_is_on_file(
    black_hole: Table, monkeypatch: pytest.MonkeyPatch, later: str
) -> None:
    """ST-BLK-11: to pass there is to be denied; the lines in force are printed, so they count:
    what is suggested, and an own line below the PASS.
    """
    fall(monkeypatch, {"petition:p1": [4]})
    hands = {"p1": (OTHER,), "p2": (), "p3": ()}
    plea = {"options": {"stations": 1}, "money": {"p1": 60}, "prestige": {"p1": 17}}
    place(black_hole, hands=hands, **plea)
    all_say(black_hole, "STANDING\nPASS", "p1", "p2", "p3")
    if later:
        black_hole.say("p1", later)
    black_hole.say("p1", "ANSWER PETITION")
    black_hole.tick()
    assert {"Allowed", "Denied"} & set(kinds(black_hole)) == {"Allowed"}


def test_a_standing_pass_goes_on_with_a_journey(
    imperial: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-LUC-12: an envoy's four actions towards the goal that its player named."""
    fall(monkeypatch, {"die:p2": [6] * 9})
    hands = {"p1": (OTHER,), "p2": (luck("Imperial Envoy"),), "p3": ()}
    place(imperial, hands=hands, at={"p2": 41})
    imperial.say("p2", "STANDING\nPASS")
    imperial.say("p1", "ANSWER FINISH")
    imperial.tick()
    imperial.say("p2", 'ANSWER PLAY "Imperial Envoy" TO 44')
    all_say(imperial, "ANSWER PASS", "p1", "p3")
    imperial.tick()
    assert imperial.state().ships["p2"] == (44,)


def test_a_plan_that_never_ends_comes_off_the_file(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-CAR-6: cargo between two Contracts for the same goods is shifted without an action."""
    fall(monkeypatch, {"die:p1": [6] * 9})
    boxes, hands = (*_same_goods(),), {"p1": (OTHER,), "p2": (), "p3": ()}
    place(stars, hands=hands, boxes=(boxes[0], "N21", boxes[1]), cargo={"p1": (1,)}, at={"p1": 36})
    loop = "WHEN CARRY 1: SHIFT 1 TO 3\nWHEN CARRY 3: SHIFT 3 TO 1"
    stars.say("p1", f"PLAN\n{loop}")
    stars.tick()
    assert kinds(stars).count("Shifted") == MOST
    assert asked(stars) == {"p1": "act"}
    assert "Your plan was taken off your file" in stars.to("p1").flat
    assert len(stars.to("p1").text) < 20_000
    turn = stars.state().turn
    stars.until()
    assert kinds(stars).count("Shifted") == MOST
    assert stars.state().active != "p1" or stars.state().turn > turn or "act" not in asked(stars)


def _same_goods() -> list[str]:
    """Two Contracts of the Family game for the same goods."""
    by_goods: dict[str, list[str]] = {}
    for card in DATA.cards:
        if getattr(card, "cargo", "") and card.set in "NF":
            by_goods.setdefault(card.cargo, []).append(card.id)
    return next(found[:2] for found in by_goods.values() if len(found) > 1)
