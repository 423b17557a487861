"""What receipts say of a plan ahead, and what reports say of it die by die."""

from __future__ import annotations

from typing import Any

import pytest

from engine.state import change
from tests.conversations.star_traders.stars import OTHER, ZAP, asked, fall, place, told
from tests.conversations.table import Post, Table
from tests.games.star_traders.scene import CONTRACTS

ROUTE = "34 Foster by 31 (purple 4+), 33 (purple 4+), then red 3+: 5.1 actions"


def unmarked(post: Post) -> str:
    """The text on one line, without the marks before orders and remarks."""
    return " ".join(post.flat.replace(";", " ").split())


def narrow(post: Post) -> bool:
    """Whether every line fits into 72 columns."""
    return max(map(len, post.text.splitlines())) <= 72


# -- the way, before it is gone --------------------------------------------------------------------


def test_the_receipt_says_the_route_and_the_expected_actions(stars: Table) -> None:
    """Point 4: each goal from where the one before leads; the same in PLAN?."""
    place(stars)
    stars.say("p2", "PLAN\nGOTO 34\nPICKUP 3\nRUN 1\nELSE BUSINESS")
    stars.tick()
    bob = stars.to("p2")
    assert narrow(bob)
    assert ROUTE in unmarked(bob)
    assert "  2 ; PICKUP 3                ; Defused War Machines for" in bob.text
    assert "it lies at 31 Saberhagen" in unmarked(bob)
    assert "Fireproof Paper from 11 Bradbury by 42 (blue 5+)," in unmarked(bob)
    assert "done in about" in unmarked(bob)
    ahead = bob.text.partition("Your plan")[2].partition("ON FILE")[0]
    stars.say("p2", "PLAN?")
    stars.tick()
    again = stars.to("p2").text.partition("Your plan")[2]
    assert again.split() == ahead.split()


def test_what_is_wrapped_is_a_remark_on_every_line(stars: Table) -> None:
    """Each line of it stands behind a mark of its own, whatever the columns."""
    place(stars)
    for columns in (72, 50, 40):
        stars.say("p2", f"SET COLUMNS {columns}\nPLAN OFF")
        stars.tick()
        stars.say("p2", "PLAN\nRUN 1\nGOTO 24\nELSE BUSINESS")
        stars.tick()
        bob = stars.to("p2")
        lines = bob.text.partition("Your plan")[2].partition("ON FILE")[0].splitlines()[1:]
        assert all(";" in line for line in lines if line.strip())
        assert all(len(line) <= columns for line in lines)


def test_a_suggested_plan_has_its_reason_beside_its_letter_and_the_way_behind_its_goals(
    stars: Table,
) -> None:
    """Not under the first of its lines, which is not about the Contract."""
    place(stars)
    anna = stars.newest["st1", "p1"]
    plans = anna.text.partition("SUGGESTED PLANS")[2]
    lines = plans.splitlines()
    assert lines[1] == " A  Contract 1 first: $15, 4 Prestige"
    assert lines[2] == "    ; WHEN NO STATION AND MONEY >= 8: BUILD"
    assert lines[3] == "    ; RUN 1"
    assert "Fireproof Paper from 11 Bradbury, purple 4+: 1.7, pickup 1" in unmarked(anna)
    assert narrow(anna)
    stars.say("p1", "PLAN A\nCHECK")
    stars.say("p2", "PLAN A")
    stars.tick()
    assert "Your plan" in stars.to("p2")


def test_a_world_where_a_line_before_leads_is_where_one_will_be(stars: Table) -> None:
    place(stars)
    stars.say("p1", "CHECK\nPLAN\nGOTO 11\nRUN 1")
    stars.tick()
    said = unmarked(stars.to("p1"))
    assert "from 11 Bradbury, where you will be then: 0.0, pickup 1 to 44 Brin" in said


def test_prices_and_owners_are_named_as_the_player_pays(stars: Table) -> None:
    """Bob's beacon for $2, once his own PAY allows it."""
    rings = {13: "p1", 14: "p2", 23: "p2", 33: "p3"}
    place(stars, stations=rings, tariffs={"p2": {"p1": 2}}, hands={"p3": (OTHER,)})
    stars.say("p1", "PLAN\nWHEN AT 66: GOTO 14\nCHECK")
    stars.tick()
    assert "14 Brackett, red 3+: 1.5 actions" in unmarked(stars.to("p1"))
    stars.say("p1", "STANDING\nPAY UPTO 3\nPLAN\nWHEN AT 66: GOTO 14")
    stars.tick()
    assert "14 Brackett, Bob's beacon, $2: 1.0 actions" in unmarked(stars.to("p1"))


# -- what PLAN A meant -----------------------------------------------------------------------------


def replaced(table: Table) -> None:
    """Contract 1 is another one by now."""

    def other(s: Any) -> Any:
        fresh = next(c for c in sorted(s.deck) if c not in CONTRACTS)
        boxes = (fresh, *s.boxes[1:])
        return change(s, boxes=boxes, deck=tuple(c for c in s.deck if c != fresh))

    table.rig(other)


@pytest.mark.parametrize("text", ["PLAN A", "PLAN\nRUN 1\nRUN 2\nELSE BUSINESS"])
def test_run_is_for_the_contract_of_the_report_that_is_answered(stars: Table, text: str) -> None:
    """By letter or by hand: what has come into the box since is not silently meant instead."""
    place(stars)
    was = stars.state().boxes
    report = stars.newest["st1", "p2"]
    replaced(stars)
    stars.say("p2", text, to=report)
    stars.tick()
    assert stars.desk().plans["p2"].seen == was
    gone = "Contract 1 was replaced since the letter that you answer, or is not there"
    adopted = text != "PLAN A" or "RUN 1" in report.text.partition(" B ")[0]
    assert (gone in unmarked(stars.to("p2"))) == adopted


def test_without_in_reply_to_the_receipt_names_what_is_meant(stars: Table) -> None:
    """A letter of an older turn that cannot be told apart names the cargo."""
    place(stars)
    stars.say("p2", "PLAN\nRUN 2", In_Reply_To=None)
    stars.tick()
    assert "Fuzzy Blankets from 21 Piper" in unmarked(stars.to("p2"))
    assert stars.desk().plans["p2"].seen == stars.state().boxes


# -- die by die ------------------------------------------------------------------------------------


def test_each_die_says_which_line_used_it_and_what_was_too_low(
    zaps: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Point 4: a ROLL that did not hold, a goal that could not go on, the ELSE; after a Zap too."""
    fall(monkeypatch, {"die:p1": [4, 5, 3, 2, 6]})
    place(zaps, hands={"p2": (ZAP,)})
    zaps.say("p1", "PLAN\nROLL 5+: JUMP 21\nGOTO 34\nELSE BUSINESS")
    zaps.tick()
    assert asked(zaps) == {"p2": "zap"}
    zaps.say("p2", "ANSWER ZAP DOWN")
    zaps.tick()
    anna = zaps.to("p1")
    assert narrow(anna)
    story = (
        "Taken from your plan, line 2 (GOTO 34): ; JUMP 21",
        "Bob changed a die: 4 became 2.",
        "Your jump to 21 Piper was not possible any more with 2; the die may be used otherwise.",
        "Too low for line 1 of your plan: ; ROLL 5+: JUMP 21",
        "Line 2 of your plan could not go on, as the jump to 21 Piper needs 4, and your roll "
        "comes to 2: ; GOTO 34",
        "Line 3 was used instead: ; ELSE BUSINESS",
        "You stayed and earned $1.",
        "You rolled 5.",
        "Taken from your plan, line 1: ; ROLL 5+: JUMP 21",
        "You jumped 13 Heinlein > 21 Piper: needs 4, used 5.",
        "You rolled 3.",
    )
    at = 0
    for words in story:
        at = anna.flat.index(words, at) + 1
    assert "Line 2 of your plan was not possible" not in anna, "told with the die, and once"
    for other in ("p2", "p3"):
        assert "plan" not in told(zaps, other).partition("SINCE YOUR")[2].partition("YOUR FIRST")[0]
        assert "Too low" not in told(zaps, other)


def test_a_letter_and_silence_are_named_as_what_used_a_die(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer by letter with its number; at the deadline what the plan could not do, then $1."""
    fall(monkeypatch, {"die:p1": [6, 2, 1, 1, 1, 1]})
    place(stars, hands={"p1": (OTHER,), "p2": (OTHER,), "p3": (OTHER,)})
    stars.say("p1", "ANSWER JUMP 12\nPLAN\nROLL 3: JUMP 11")
    stars.tick()
    assert "Taken from your letter 2: ; JUMP 12" in stars.to("p1")
    stars.until()
    last = stars.newest["st1", "p1"]
    assert "Not what line 1 of your plan is for: ; ROLL 3: JUMP 11" in told(stars, "p1"), last.text
    assert "Nothing else was on file, so: ; BUSINESS" in told(stars, "p1")


def test_standing_orders_are_told_with_their_line(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The condition that held stands behind it."""
    fall(monkeypatch, {"die:p1": [3, 1, 1, 1, 1]})
    place(stars, hands={"p1": (OTHER,), "p2": (ZAP,), "p3": (OTHER,)})
    stars.say("p2", "STANDING\nZAP Anna IF TURN <= 9")
    stars.say("p1", "PLAN\nJUMP 14\nELSE BUSINESS")
    stars.tick()
    stars.until()
    line = "Taken from your standing orders (ZAP Anna IF TURN <= 9): ; ZAP DOWN"
    assert line in told(stars, "p2")


def test_a_random_jump_that_random_never_forbids_is_told(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The receipt says so behind the line; an answer still jumps."""
    fall(monkeypatch, {"die:p1": [1] * 5})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p1", "STANDING\nRANDOM NEVER\nPLAN\nRANDOM")
    stars.tick()
    assert "; RANDOM ; is passed over: RANDOM NEVER is on file" in stars.to("p1")
    assert asked(stars) == {"p1": "act"}
    stars.say("p1", "ANSWER RANDOM")
    stars.tick()
    assert stars.state().drifted == "turn" or stars.state().turn > 1


def test_what_is_on_file_is_printed_once_a_letter(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the receipt has something to say, such as that the plan could not go on."""
    fall(monkeypatch, {"die:p1": [1] * 5})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p1", "PLAN\nPICKUP 1\nSTANDING\nSELL 5")
    stars.tick()
    for text, plans, lines in (
        ("PLAN?", 1, 0),
        ("STANDING?", 0, 1),
        ("PLAN?\nSTANDING?", 1, 1),
        ("STATUS", 1, 1),
        ("BEACON Bob 3\nPLAN?", 1, 1),
        ("BEACON Bob 3\nSTATUS", 1, 1),
    ):
        stars.say("p1", text)
        stars.tick()
        anna = stars.to("p1").text
        found = anna.count("\n Your plan"), anna.count("\n Your standing orders")
        assert found == (plans, lines), (text, anna)
        assert "ON FILE  nothing" not in anna


def test_in_a_letter_with_a_report_too(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """PLAN? and a line that ends the turn: the report leaves out what the page shows."""
    fall(monkeypatch, {"die:p1": [1] * 5})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p1", "PLAN\nPICKUP 1\nSTANDING\nPASS")
    stars.tick()
    stars.say("p1", "ANSWER FINISH\nPLAN?")
    stars.tick()
    anna = stars.to("p1").text
    assert "SINCE YOUR LAST REPORT" in anna
    assert anna.count("\n  ; FINISH") == 1, "the page tells what is on file now"
    assert (anna.count("\n Your plan"), anna.count("\n Your standing orders")) == (1, 1)


def test_an_older_report_beside_a_new_one_leaves_it_what_is_on_file(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """REPORT and a line that ends the turn."""
    fall(monkeypatch, {"die:p1": [1] * 5})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p1", "PLAN\nPICKUP 1\nSTANDING\nPASS")
    stars.tick()
    stars.say("p1", "ANSWER FINISH\nREPORT")
    stars.tick()
    anna = stars.to("p1").text
    before, _, after = anna.partition("YOU ASKED  | REPORT")
    assert before.count("\n Your plan") == 1
    assert "Your plan" not in after
    stars.say("p1", "REPORT")
    stars.tick()
    assert stars.to("p1").text.count("\n Your plan") == 1


def test_st_mis_4_a_line_for_a_mission_is_not_said_to_lack_one(stars: Table) -> None:
    """WHEN MISSION waits for one; without a condition the line has nothing to do."""
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p2", "PLAN\nWHEN MISSION: RUN MISSION\nWHEN CARRY 2: DELIVER 2\nRUN 1")
    stars.tick()
    bob = stars.to("p2")
    assert "; WHEN MISSION: RUN MISSION" in bob
    assert "no mission" not in bob
    assert "nothing of Contract 2" not in bob
    stars.say("p2", "PLAN\nRUN MISSION\nDELIVER 2")
    stars.tick()
    bob = stars.to("p2")
    assert "you have no mission: there is nothing for this line to do" in " ".join(
        part.strip(" ;") for part in bob.text.splitlines()
    )
    assert "nothing of Contract 2 will be aboard" in " ".join(
        part.strip(" ;") for part in bob.text.splitlines()
    )


def test_silence_behind_a_plan_that_is_done_is_not_called_no_orders(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its steps were done in the turn before, so its ELSE lines answer no more; it is on file."""
    fall(monkeypatch, {"die:p1": [1] * 10})
    place(stars, hands={"p1": (), "p2": (), "p3": ()}, at={"p1": 11})
    stars.say("p1", "PLAN\nPICKUP 1\nELSE BUSINESS")
    stars.tick()
    seen = len(stars.letters)
    while stars.state().last.get("p1") != 4:
        stars.until()
    said = " ".join(post.flat for post in stars.letters[seen:] if post.seat == "p1")
    assert said.count("Your plan gave nothing more, five times: ; BUSINESS") == 1
    assert "No orders from you were on file, so five times" not in said
    assert "No orders from you were on file, so: ; BUSINESS" not in said
