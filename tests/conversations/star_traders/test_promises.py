"""What standing orders and plans are promised, played at Star Traders by mail.

Numbers are those of the public reports of faults in programs of this kind.
"""

from __future__ import annotations

import pytest

from tests.conversations.star_traders.stars import (
    AVOID,
    OTHER,
    TROUBLE,
    ZAP,
    asked,
    fall,
    kinds,
    pass_gap,
    place,
    played,
    told,
)
from tests.conversations.table import Table, codes
from tests.games.star_traders.scene import luck

OTHER_TOO, OTHER_THREE = luck("Overdrive", nth=1), luck("Slipstream")
DECK = (OTHER_TOO, OTHER_THREE, ZAP, AVOID)

# -- 74: what is dropped is told, and what is harmless drops nothing -------------------------------


def test_report_74_a_contract_that_another_delivered_ends_the_line_and_the_reason_is_told(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RUN 1 is for the Contract that lay there: Anna is told that Bob took it, and asked."""
    fall(monkeypatch, {"die:p1": [1] * 6, "die:p2": [6, 6, 6]})
    place(stars, boxes=("N11", "F11", "N31"), at={"p1": 11, "p2": 43}, cargo={"p2": (1,)})
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    stars.say("p1", "PLAN\nRUN 1\nSTANDING\nPASS")
    stars.say("p2", "STANDING\nPASS\nPLAN\nJUMP 44\nELSE FINISH")
    stars.tick()
    stars.say("p3", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    assert "Delivered" in kinds(stars)
    assert asked(stars) == {"p1": "act"}
    assert "Line 1 is gone: Contract 1 was delivered by Bob." in stars.newest["st1", "p1"]


def test_report_74_a_standing_order_about_who_left_comes_off_the_file_and_is_told(
    stars: Table,
) -> None:
    """ZAP Bob, and a condition on Bob: both are named to Anna once Bob is gone; others stay."""
    place(stars, hands={"p1": (ZAP,), "p2": (), "p3": ()})
    stars.say("p1", "STANDING\nZAP Bob\nPASS IF PETITION Bob\nZAP Cleo\nAVOID ANY")
    stars.tick()
    stars.say("p2", "RESIGN st1")
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    while "p2" not in stars.state().gone:
        stars.until()
    anna = told(stars, "p1")
    assert "Bob has left, so this came off your standing orders: ; ZAP Bob" in anna
    assert "came off your standing orders: ; PASS IF PETITION Bob" in anna
    assert sorted(stars.desk().standing["p1"]) == ["AVOID any", "ZAP p3"]


def _all_harmless(table: Table) -> None:
    """What others do, and what comes by the way, between filing and use."""
    table.say("p2", "OFFER Anna: 2 FOR NOTHING\nBEACON OTHERS 3\nREVEAL Overdrive")
    table.say("p3", "OFFER Anna: 1 FOR 2\nWITHDRAW Anna\nSTATUS")
    table.tick()
    table.say("p1", "DECLINE Bob\nMAP\nSTANDING?\nPLAN?\nBEACON Cleo 4\nSTANDING\nPAY UPTO 2")
    table.tick()


def test_report_74_what_is_harmless_drops_nothing(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Offers made, declined and withdrawn; prices; cards shown; questions; other orders; a
    Calamity on oneself; a window in which another line was used; the turns of the others.
    """
    fall(monkeypatch, {"die:p3": [1] * 9, "die:p1": [1, 6, 6, 6, 6]})
    place(stars, hands={"p1": (OTHER,), "p2": (OTHER_TOO, TROUBLE), "p3": (OTHER_THREE,)})
    stars.say("p1", "ANSWER FINISH")
    stars.say("p1", "PLAN\nJUMP 12\nELSE FINISH\nSTANDING\nZAP Cleo IF DELIVERING\nPASS\nAVOID ANY")
    stars.tick()
    before = stars.desk()
    _all_harmless(stars)
    pass_gap(stars)
    stars.say("p2", "ANSWER PLAY Engine Trouble ON Anna\nSTANDING\nPASS")
    stars.tick()
    while "act" not in asked(stars).values() or asked(stars) == {"p2": "act"}:
        for seat, kind in asked(stars).items():
            stars.say(seat, "ANSWER FINISH" if kind == "act" else "ANSWER PASS")
        stars.tick()
    assert asked(stars) == {"p3": "act"}
    assert stars.desk().plans["p1"].lines == before.plans["p1"].lines
    assert not any(stars.desk().plans["p1"].done)
    held = {**before.standing["p1"]}
    assert {h: stars.desk().standing["p1"][h] for h in held} == held
    stars.say("p3", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    assert stars.state().ships["p1"] == (12,)


# -- 75: what is not legal -----------------------------------------------------------------------


def test_report_75_a_line_that_is_not_legal_passes_and_its_owner_is_told(stars: Table) -> None:
    """ZAP without a Zap, PLAY of a card that is gone: the window's default, and no halt."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (OTHER,), "p3": (OTHER_TOO,)})
    stars.say("p2", "STANDING\nAVOID ANY\nPLAY Scandal ON Cleo")
    stars.tick()
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    stars.say("p3", "STANDING\nPASS")
    stars.tick()
    assert played(stars) == ["p1"], "the Calamity is suffered, no card is spent"
    assert stars.state().mod("less", "p2") == 1
    assert stars.campaign().status == "running"
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    assert "Nothing that you have on file fitted here (Calamity), so you passed." in told(
        stars, "p2"
    )
    assert "Nothing that you have" not in told(stars, "p3")


def test_report_75_an_own_turn_order_on_file_that_is_not_legal_lets_the_run_go_on(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit on file that no purse can pay: the beacon stays closed, the player is asked."""
    fall(monkeypatch, {"die:p1": [1]})
    place(stars, stations={13: "p1", 14: "p2", 33: "p3"}, money={"p1": 1})
    stars.say("p2", "BEACON OTHERS 5")
    stars.say("p1", "STANDING\nPAY UPTO 50\nPLAN\nSTATION 14 PAY 50")
    stars.tick()
    assert stars.state().money["p1"] == 1
    assert asked(stars) == {"p1": "act"}
    why = "as the beacon at 14 Brackett costs $5 now"
    assert f"Your plan could not go on at line 1, {why}: ; STATION 14 PAY 50" in stars.to("p1")


# -- 78: how long a standing order lives -----------------------------------------------------------


def _gap_of(table: Table) -> dict[str, str]:
    """Who is asked after the turn of whoever has it."""
    (seat,) = asked(table)
    table.say(seat, "ANSWER FINISH")
    table.tick()
    return asked(table)


def test_report_78_a_line_for_some_turns_only(stars: Table) -> None:
    """IF TURN <= 2: in the gap of turn 2 it answers, in that of turn 3 Anna is asked again."""
    place(
        stars, hands={"p1": (OTHER,), "p2": (), "p3": ()}, deck=(OTHER_TOO, OTHER_THREE, ZAP, AVOID)
    )
    stars.say("p1", "STANDING\nPASS IF TURN <= 2\nDISCARD NEWEST")
    all_others_pass(stars)
    for turn in (1, 2):
        assert stars.state().turn == turn
        assert _gap_of(stars).get("p1") != "between"
    assert stars.state().turn == 3
    assert _gap_of(stars)["p1"] == "between"


def test_report_78_a_line_for_some_rounds_only(stars: Table) -> None:
    """IF ROUND <= 1."""
    place(
        stars, hands={"p1": (OTHER,), "p2": (), "p3": ()}, deck=(OTHER_TOO, OTHER_THREE, ZAP, AVOID)
    )
    stars.say("p1", "STANDING\nPASS IF ROUND <= 1\nDISCARD NEWEST")
    all_others_pass(stars)
    for _ in range(3):
        assert stars.state().round == 1
        assert _gap_of(stars).get("p1") != "between"
    assert stars.state().round == 2
    assert _gap_of(stars)["p1"] == "between"


def test_report_78_without_a_limit_a_line_lives_to_the_end_of_the_game(stars: Table) -> None:
    """Twelve turns later it is still on file and answers."""
    place(stars, hands={"p1": (OTHER,), "p2": (), "p3": ()})
    stars.say("p1", "STANDING\nPASS\nDISCARD NEWEST\nPLAN\nELSE FINISH")
    all_others_pass(stars)
    for _ in range(12):
        asked_now = _gap_of(stars) if set(asked(stars).values()) == {"act"} else asked(stars)
        assert "between" not in asked_now.values()
    assert "PASS" in stars.desk().standing["p1"]


def all_others_pass(table: Table) -> None:
    """Bob and Cleo are asked in no window."""
    for seat in ("p2", "p3"):
        table.say(seat, "STANDING\nPASS\nDISCARD NEWEST")
    table.tick()


def test_report_78_help_says_how_long_a_line_lives(stars: Table) -> None:
    """HELP STANDING names the two ways to say UNTIL TURN n, and each is an order that is kept."""
    place(stars)
    stars.say("p1", "HELP STANDING\nSTANDING\nAVOID ANY IF TURN <= 12\nPASS IF ROUND <= 6")
    stars.tick()
    anna = stars.to("p1")
    assert "to the end of the game" in anna
    assert "IF TURN <= 12" in anna.flat.partition("YOU ASKED")[2]
    assert "IF ROUND <= 6" in anna.flat.partition("YOU ASKED")[2]
    assert [outcome for _, outcome, _ in codes(stars.ordered())] == ["kept", "kept"]
