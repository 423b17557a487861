"""Receipts say which line counts, what it could mean, and no more than can be read."""

from __future__ import annotations

import re

import pytest

from games import GAMES
from games.star_traders.game import STAR_TRADERS
from pbem.letters import Library
from tests.conversations.star_traders.stars import GLITCH, OTHER, all_say, asked, fall, place
from tests.conversations.star_traders.test_told import voice
from tests.conversations.table import Table
from tests.games.star_traders.scene import luck

HANDS: dict[str, tuple[str, ...]] = {"p1": (OTHER,), "p2": (), "p3": ()}


def test_an_acceptance_that_could_mean_several_offers_is_told_which(stars: Table) -> None:
    """ST-TRD-1."""
    place(stars, hands=HANDS)
    stars.say("p1", "OFFER Bob: $1 FOR $2\nOFFER Bob: $3 FOR NOTHING")
    stars.tick()
    money = stars.state().money
    stars.say("p2", "ACCEPT Anna\nDECLINE Anna")
    stars.say("p1", "WITHDRAW Bob")
    stars.tick()
    which = "Which of them? Name its number. 1: $1 for $2. 2: $3 for nothing."
    assert stars.to("p2").flat.count(which) == 2
    assert which in stars.to("p1")
    assert stars.state().money == money
    stars.say("p2", "ACCEPT Anna 2")
    stars.tick()
    assert stars.state().money["p2"] == money["p2"] + 3


def test_of_two_answers_in_a_letter_the_first_is_said_not_to_count(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fall(monkeypatch, {"die:p1": [6] * 9})
    place(stars, hands=HANDS)
    stars.say("p1", "CHECK\nANSWER JUMP 12\nANSWER BUSINESS")
    stars.tick()
    said = "Not this, but your answer in line 3 of the same letter counts."
    assert stars.to("p1").flat.count(said) == 1
    stars.say("p1", "JUMP 12\nANSWER BUSINESS")
    stars.tick()
    text = stars.to("p1").flat
    assert text.count(said.replace("line 3", "line 2")) == 1
    assert text.index("; JUMP 12") < text.index("Not this") < text.index("; BUSINESS")


def test_pass_in_the_own_turn_is_refused_with_what_is_possible(stars: Table) -> None:
    """It answers nothing there; on file it would do nothing, too."""
    place(stars, hands=HANDS)
    stars.say("p1", "PASS")
    stars.tick()
    text = stars.to("p1").text
    assert "REFUSED  line 1  | PASS" in text
    assert "; BUSINESS" in text
    assert not stars.desk().plans
    assert asked(stars) == {"p1": "act"}
    stars.say("p1", "PLAN\nPASS")
    stars.tick()
    assert stars.desk().plans, "below its heading it is for the windows of the turn"


def test_a_strategist_is_told_which_dice_lie_there(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-PER-9."""
    fall(monkeypatch, {"die:p1": [2, 3, 4, 1, 6]})
    place(stars, hands=HANDS, roles={"p1": "Strategist"})
    stars.say("p1", "ANSWER JUMP 56 WITH 3+5")
    stars.tick()
    lying = ", ".join(map(str, stars.state().dice["turn"]))
    assert f"or not with these dice: {lying} lie there." in stars.to("p1")
    assert "only a Strategist" not in stars.to("p1")


def test_an_answer_with_a_guard_is_told_how_it_is_written(stars: Table) -> None:
    place(stars, hands=HANDS)
    stars.say("p1", "PLAN\nWHEN AT 13: PICK 21")
    stars.tick()
    assert "ANSWER PICK" in stars.to("p1")
    assert "ANSWER WHEN" not in stars.to("p1")


def test_a_long_plan_is_printed_in_part(stars: Table) -> None:
    place(stars, hands={**HANDS, "p2": (luck("Overdrive"),)})
    stars.say("p2", "PLAN\n" + "RUN BEST\n" * 200)
    stars.tick()
    assert "and 140 more" in stars.to("p2")
    assert len(stars.to("p2").text) < 20_000
    assert len(stars.desk().plans["p2"].lines) == 200
    stars.say("p2", "PLAN?")
    stars.tick()
    assert "and 140 more" in stars.to("p2")


def test_a_refused_line_shows_how_the_order_is_written_in_its_block(stars: Table) -> None:
    """``ZAP DOWN`` is an answer; below STANDING a Zap names whose dice it is for."""
    place(stars)
    stars.say("p1", "STANDING\nZAP DOWN")
    stars.tick()
    assert "It is about | DOWN | ZAP <Trader>" in stars.to("p1")
    assert "UP or DOWN" not in stars.to("p1")


def test_a_map_shows_the_board_as_the_letter_is_posted(stars: Table) -> None:
    """The order of the same letter is carried out by then: map and report show one board."""
    place(stars, ships={"p1": (12,)}, money={"p1": 20})
    stars.say("p1", "MAP LIST\nANSWER BUILD")
    stars.tick()
    assert "12 Asimov (Law-Abiding Robots; station of Anna; your ship)" in stars.to("p1")


def test_every_reason_reads_without_its_data() -> None:
    """SHOW knows no more of a refused line than its code."""
    for code in Library(GAMES).book(STAR_TRADERS).words["refused"]:
        said = voice("p1").coded("refused", code, {})
        assert not re.search(r"^ | [\s,.:]|: ?\.", said), (code, said)


def test_a_report_asked_for_shows_the_board_as_the_letter_is_posted(imperial: Table) -> None:
    """Anna's Glitch in the same letter is played by then; what happened is more than is new."""
    place(imperial, hands={"p1": (GLITCH,), "p2": (), "p3": ()})
    imperial.say("p1", "ANSWER FINISH")
    imperial.tick()
    all_say(imperial, "ANSWER PASS", "p2", "p3")
    imperial.say("p1", "ANSWER PLAY A Glitch in the System BOX 1\nREPORT")
    imperial.tick()
    told, _, again = imperial.to("p1").text.partition("This is your report of turn 1 again")
    new = re.search(r"Contract 1 is now (.+?) \d\d > \d\d", told)
    assert new is not None
    assert f" 1 {new[1]} " in again.partition("ON OFFER")[2]
    assert "WHAT HAS HAPPENED" in again
    assert "SINCE YOUR LAST REPORT" not in again
