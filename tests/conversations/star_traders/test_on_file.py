"""What is on file is told as it is: what is in force, what lapsed, what of a plan is left."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from pbem.letters.context import FileLine, Kept, OnFile, Receipt
from pbem.letters.lines import untouched
from pbem.store.models import CampaignRow
from tests.conversations.star_traders.stars import (
    AVOID,
    AVOID_TOO,
    OTHER,
    QUARANTINE,
    SCANDAL,
    TROUBLE,
    all_say,
    asked,
    fall,
    pass_gap,
    place,
    played,
    told,
)
from tests.conversations.table import START, Table
from tests.games.star_traders.scene import luck

IN_FORCE = "Suggested standing orders, which silence leaves in force"


# -- a silent turn ---------------------------------------------------------------------------------


def test_silence_is_for_the_whole_turn_and_the_letters_say_so(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five actions, one deadline, five dollars; question, report and reminder say it alike."""
    fall(monkeypatch, {"die:p1": [1, 1, 1, 1, 1]})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    assert "Silence means local business five times (+$5)." in stars.to("p1")
    money = stars.state().money["p1"]
    stars.until()
    reminders = [post for post in stars.letters if post.kind == "reminder"]
    assert any("Silence means local business five times (+$5)." in post for post in reminders)
    assert "act" not in asked(stars).values() or stars.state().active == "p2"
    assert stars.state().money["p1"] == money + 5


def test_after_an_answer_silence_is_what_is_left(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fall(monkeypatch, {"die:p1": [1, 1, 1, 1, 1]})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p1", "ANSWER BUSINESS")
    stars.tick()
    assert "Silence means local business four times (+$4)." in stars.to("p1")


def test_a_plan_on_file_goes_before_silence(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    fall(monkeypatch, {"die:p1": [1, 1, 1, 1, 1]})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p1", "PLAN\nPICKUP 1")
    stars.tick()
    stars.say("p1", "STATUS")
    stars.tick()
    assert "your plan goes on; where it gives nothing, local business five times" in stars.to("p1")


def test_report_54_a_window_in_between_waits_and_then_the_silent_turn_goes_on(
    zaps: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline came at the first die; the plan jumps with the second, which asks for Zaps;
    once that is over, in a later run, the rest of the turn follows at once.
    """
    fall(monkeypatch, {"die:p1": [1, 5, 1, 1, 1]})
    place(zaps, hands={"p1": (), "p2": (OTHER,), "p3": ()}, at={"p1": 13})
    zaps.say("p1", "PLAN\nROLL 5+: JUMP 14")
    zaps.tick()
    assert asked(zaps) == {"p1": "act"}
    zaps.until()
    assert set(asked(zaps).values()) == {"zap"}
    all_say(zaps, "ANSWER PASS", *asked(zaps))
    zaps.tick()
    assert "act" not in asked(zaps).values(), "nobody waits for Anna again in this turn"
    assert zaps.state().left["turn"] == 0


# -- standing orders -------------------------------------------------------------------------------


def test_a_standing_pass_waits_for_nobody_and_keeps_what_is_suggested(stars: Table) -> None:
    """STANDING PASS means: do not wait for me; the Avoid is still played (ST-W2)."""
    place(stars, hands={"p1": (TROUBLE, OTHER), "p2": (AVOID,), "p3": (OTHER,)})
    stars.say("p2", "STANDING\nPASS")
    stars.tick()
    bob = stars.to("p2")
    assert f"{IN_FORCE} ; AVOID ANY ; ZAP MY PETITION IF IT WINS ; SHIFT BEST" in bob
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    stars.tick()
    all_say(stars, "ANSWER PASS", "p1", "p3")
    stars.tick()
    assert asked(stars) == {"p1": "act"}, "nobody waited for Bob"
    assert played(stars) == ["p1", "p2"]
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    assert "Taken from the suggested standing orders (AVOID ANY): ; AVOID" in told(stars, "p2")


def test_an_answer_pass_is_a_real_pass(stars: Table) -> None:
    place(stars, hands={"p1": (TROUBLE, OTHER), "p2": (AVOID,), "p3": (OTHER,)})
    stars.say("p2", "STANDING\nPASS")
    stars.say("p3", "STANDING\nPASS")
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    stars.tick()
    # Without an answer of Anna's the window is open still.
    assert asked(stars)["p2"] == "calamity"
    stars.say("p2", "ANSWER PASS")
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert played(stars) == ["p1"]


def test_a_line_of_ones_own_overrules_and_the_letters_name_what(stars: Table) -> None:
    """The list of what silence leaves in force is true, for each kind of question."""
    place(stars, hands={"p1": (OTHER,), "p2": (AVOID,), "p3": (OTHER,)})
    stars.say("p2", "STANDING\nSELL 5")
    stars.tick()
    bob = stars.to("p2")
    assert "For: Calamity. In place of the suggested ; AVOID ANY" in bob
    assert "; AVOID ANY ; only for: Quarantine" in bob
    stars.say("p2", "STANDING\nAVOID Scandal")
    stars.tick()
    bob = stars.to("p2")
    assert "In place of the suggested ; AVOID ANY" in bob
    stars.say("p2", "STATUS")
    stars.tick()
    assert "AVOID ANY" not in stars.to("p2")
    assert "; ZAP MY PETITION IF IT WINS ; SHIFT BEST" in stars.to("p2")


@pytest.mark.parametrize("line", ["PASS IF TURN > 50", "WHEN PETITION Anna: PLAY Scandal ON Anna"])
def test_a_line_whose_public_guard_fails_closes_no_window(stars: Table, line: str) -> None:
    """It is not about this question, as everybody can see, so its seat is waited for."""
    place(stars, hands={"p1": (OTHER,), "p2": (SCANDAL,), "p3": ()})
    stars.say("p2", f"STANDING\n{line}")
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    assert asked(stars).get("p2") == "between"
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert asked(stars).get("p2") == "between"


def test_a_line_whose_hidden_guard_fails_does_close_it(stars: Table) -> None:
    """Else the waiting would tell the others what Bob does not hold."""
    place(stars, hands={"p1": (OTHER,), "p2": (SCANDAL,), "p3": ()})
    stars.say("p2", "STANDING\nPLAY Scandal ON Anna IF HOLDS Zap")
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert asked(stars) == {"p2": "act"}
    assert played(stars) == []


# -- answers that are not needed any more ----------------------------------------------------------


def test_who_trades_his_only_card_away_is_told_that_his_answer_lapsed(stars: Table) -> None:
    place(stars, hands={"p1": (OTHER,), "p2": (TROUBLE,), "p3": ()})
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    stars.say("p2", "ANSWER PLAY Engine Trouble ON Cleo\nOFFER Cleo: Engine Trouble FOR NOTHING")
    stars.tick()
    stars.say("p3", "ACCEPT Bob")
    stars.tick()
    bob = stars.to("p2")
    assert "lapsed: Engine Trouble is not in your hand. Nothing of yours was spent." in bob
    assert "It was: ; PLAY Engine Trouble ON Cleo" in bob
    assert "Your answer ; PLAY" not in bob
    stars.say("p2", "STATUS")
    stars.tick()
    assert "Engine Trouble" not in stars.to("p2")


def test_st_luc_4_who_shields_himself_is_named_as_why_an_answer_lapsed(stars: Table) -> None:
    """A Force Field lies open, so its effect on an answer is no secret."""
    field = luck("Force Field")
    place(stars, hands={"p1": (), "p2": (field,), "p3": (TROUBLE,)})
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    stars.say("p3", "ANSWER PLAY Engine Trouble ON Bob")
    stars.say("p2", "ANSWER PLAY Force Field")
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    why = (
        "(Between turns) lapsed: no Calamity can be played on Bob now. Nothing of yours was spent."
    )
    assert why in stars.to("p3")
    assert played(stars) == ["p2"]


def test_st_rul_7_what_lies_otherwise_is_named_as_why_an_answer_lapsed(imperial: Table) -> None:
    """The marker that another laid, on the world that the answer names."""
    quarantines = luck("Quarantine"), luck("Quarantine", nth=1)
    place(imperial, hands={"p1": (OTHER,), "p2": quarantines[:1], "p3": quarantines[1:]})
    imperial.say("p1", "ANSWER FINISH")
    imperial.tick()
    if asked(imperial) == {"p1": "discard"}:
        imperial.say("p1", "ANSWER DISCARD NEWEST")
        imperial.tick()
    all_say(imperial, "ANSWER PLAY Quarantine AT 23", "p2", "p3")
    imperial.say("p1", "ANSWER PASS")
    imperial.tick()
    pass_windows(imperial, "quarantine")
    assert played(imperial) == ["p2"]
    assert "(Between turns) lapsed: there is a Quarantine at 23 " in told(imperial, "p3")


def pass_windows(table: Table, kind: str) -> None:
    """Everybody who is asked such a question passes."""
    while kind in asked(table).values():
        all_say(table, "ANSWER PASS", *asked(table))
        table.tick()


def test_a_kept_card_that_was_sold_while_a_calamity_was_settled(imperial: Table) -> None:
    """Gap, in it a Calamity, then the gap again: the answer kept for it is told of."""
    place(imperial, hands={"p1": (TROUBLE, OTHER), "p2": (OTHER,), "p3": (SCANDAL,)})
    imperial.say("p1", "ANSWER FINISH")
    imperial.tick()
    if asked(imperial) == {"p1": "discard"}:
        imperial.say("p1", "ANSWER DISCARD NEWEST")
        imperial.tick()
    imperial.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    imperial.say("p2", "ANSWER PASS")
    imperial.say("p3", "ANSWER PLAY Scandal ON Bob\nOFFER Bob: Scandal FOR NOTHING")
    imperial.tick()
    assert set(asked(imperial).values()) == {"calamity"}
    assert "ON FILE, unchanged Your answer" not in imperial.to("p3"), "it is told above"
    imperial.say("p2", "ACCEPT Cleo")
    imperial.tick()
    all_say(imperial, "ANSWER PASS", *asked(imperial))
    imperial.tick()
    pass_gap(imperial)
    assert "p3" not in played(imperial)
    assert "lapsed" in told(imperial, "p3")
    assert "It was: ; PLAY Scandal ON Bob" in told(imperial, "p3")


def test_the_second_avoid_of_a_quarantine_is_kept_and_its_owner_told(imperial: Table) -> None:
    place(imperial, hands={"p1": (QUARANTINE,), "p2": (AVOID,), "p3": (AVOID_TOO,)})
    imperial.say("p1", "ANSWER PLAY Quarantine AT 23")
    imperial.tick()
    imperial.say("p2", "ANSWER AVOID")
    imperial.say("p3", "ANSWER AVOID")
    imperial.say("p1", "ANSWER PASS")
    imperial.tick()
    assert played(imperial) == ["p1", "p2"]
    cleo = imperial.to("p3")
    assert "lapsed: the question is over, and it was not used" in cleo
    assert "Nothing of yours was spent. It was: ; AVOID" in cleo
    assert imperial.state().hands["p3"] == (AVOID_TOO,)


def test_of_a_lapsed_answer_one_thing_is_said(imperial: Table) -> None:
    """Not also that there were no orders on file."""
    place(imperial, hands={"p1": (TROUBLE, OTHER), "p2": (OTHER,), "p3": (AVOID,)})
    imperial.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    imperial.tick()
    imperial.say("p3", "ANSWER SELL 5\nOFFER Bob: Avoid a Calamity FOR NOTHING")
    imperial.tick()
    imperial.say("p2", "ACCEPT Cleo\nANSWER PASS")
    imperial.say("p1", "ANSWER PASS")
    imperial.tick()
    since = told(imperial, "p3")
    assert "lapsed" in since
    assert "No orders from you were on file" not in since


# -- receipts --------------------------------------------------------------------------------------


def test_an_answer_is_not_said_to_be_open_until_the_deadline_of_another_question(
    imperial: Table,
) -> None:
    """The same run settles the gap as far as Anna's card, which asks everybody anew: an answer to
    the gap can be changed no more.
    """
    place(imperial, hands={"p1": (TROUBLE, OTHER), "p2": (OTHER,), "p3": (OTHER,)})
    imperial.say("p1", "ANSWER FINISH")
    imperial.tick()
    imperial.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    imperial.say("p2", "ANSWER PASS")
    imperial.say("p3", "ANSWER PASS")
    imperial.tick()
    assert asked(imperial)["p3"] == "calamity"
    cleo = imperial.to("p3")
    assert "You can change all this" not in cleo
    assert "YOUR ANSWER, Cleo" in cleo
    assert "We still wait for your answer" not in cleo


def test_a_receipt_keeps_a_standing_line_that_reads_like_the_answer() -> None:
    answer = Kept("answer", (FileLine("PASS"),), "w41")
    file = OnFile(standing=("PASS", "SELL 5"), answers=(("w41", "PASS"), ("w40", "PASS")))
    receipt = Receipt(14, START, kept=(answer,), file=file)
    assert untouched(receipt).standing == ("PASS", "SELL 5")
    assert untouched(receipt).answers == (("w40", "PASS"),)


def test_prices_of_this_letter_are_not_among_what_is_unchanged(stars: Table) -> None:
    place(stars)
    stars.say("p1", "BEACON Bob 3\nSTANDING\nSHIFT BEST")
    stars.tick()
    text = stars.to("p1").text
    assert "; BEACON Bob 3" in text
    assert "BEACON Bob 3" not in text.partition("unchanged")[2]


# -- plans that are at their end -------------------------------------------------------------------


def test_a_plan_of_which_only_the_else_is_left_says_so_in_each_turn(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    fall(monkeypatch, {"die:p1": [1] * 5, "die:p2": [1] * 5, "die:p3": [1] * 5})
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    stars.say("p1", "PLAN\nWHEN PRESTIGE >= 15: PETITION\nELSE BUSINESS")
    stars.tick()
    assert told(stars, "p1").count("Only the ELSE of your plan was left to do") == 1
    assert "A new PLAN is welcome; PLAN OFF lets you be asked. It was: ; ELSE BUSINESS" in told(
        stars, "p1"
    )


def test_a_plan_at_its_end_names_the_goal_that_was_lost(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not done, but gone: another delivered it."""
    fall(monkeypatch, {"die:p1": [1] * 10, "die:p2": [6] * 10, "die:p3": [1] * 10})
    place(
        stars,
        hands={"p1": (), "p2": (), "p3": ()},
        at={"p2": 43},
        boxes=("N11", "F11", "N31"),
        cargo={"p2": (1,)},
        stations={44: "p3"},
    )
    stars.say("p3", "BEACON Bob FREE")
    stars.say("p2", "PLAN\nJUMP 44\nFINISH")
    stars.say("p1", "PLAN\nRUN 1")
    stars.tick()
    for seat in ("p1", "p3"):
        while seat in asked(stars) and stars.state().active == seat and stars.state().turn < 4:
            stars.say(seat, "ANSWER FINISH")
            stars.tick()
            pass_gap(stars)
    delivered = next(fact for fact in stars.facts() if fact.kind == "Delivered")
    assert json.loads(delivered.fields)["seat"] == "p2"
    assert "Your plan is at its end; this turn is yours to plan." in told(stars, "p1")
    assert "Silence means your plan goes on" not in stars.newest["st1", "p1"].flat
    for post in stars.letters:
        assert post.flat.count("Your plan is at its end") < 2
    assert "Line 1 is gone: Contract 1 was delivered by Bob." in told(stars, "p1")
    stars.say("p1", "PLAN?")
    stars.tick()
    assert "1 ; RUN 1 ; gone: Contract 1 was delivered by Bob" in stars.to("p1")
    assert "; done" not in stars.to("p1")


def test_a_bare_pass_answers_the_one_window_and_leaves_the_plan(stars: Table) -> None:
    """engine/README.md, "One bare line answers": the reply to a question of a window."""
    place(stars, hands={"p1": (SCANDAL,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p2", "PLAN\nRUN 1\nELSE BUSINESS")
    stars.say("p1", "PLAN\nELSE BUSINESS")
    stars.tick()
    assert asked(stars)["p2"] == "between"
    stars.say("p2", "PASS")
    stars.tick()
    assert "read as the answer to the question that is open" in stars.to("p2")
    assert [line.text for line in stars.desk().plans["p2"].lines] == ["RUN 1", "ELSE BUSINESS"]
    assert "We still wait for your answer" not in stars.to("p2")


@pytest.mark.parametrize("text", ["PASS", "PLAY Engine Trouble ON Cleo", "PASS\nPASS"])
def test_a_bare_answer_that_comes_too_late_replaces_no_plan(stars: Table, text: str) -> None:
    """engine/README.md, "One bare line answers": its window closed while it was on its way."""
    place(stars, hands={"p1": (SCANDAL,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p2", "PLAN\nWHEN MONEY >= 900: BUILD")
    stars.say("p1", "PLAN\nELSE BUSINESS")
    stars.tick()
    question = stars.newest["st1", "p2"]
    stars.until()
    stars.say("p2", text, to=question)
    stars.tick()
    assert "The question it answers is closed." in stars.to("p2")
    assert [line.text for line in stars.desk().plans["p2"].lines] == ["WHEN MONEY >= 900: BUILD"]
    assert not stars.desk().direct


def test_a_bare_pass_that_nobody_asked_for_replaces_no_plan(stars: Table) -> None:
    place(stars, hands={"p1": (SCANDAL,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p3", "PLAN\nRUN 1")
    stars.tick()
    stars.say("p3", "Pass.")
    stars.tick()
    assert "No question is open that this could answer." in stars.to("p3")
    assert [line.text for line in stars.desk().plans["p3"].lines] == ["RUN 1"]


@pytest.mark.parametrize("text", ["PASS\nRUN 1", "RUN 1\nPASS", "PASS\n\nPLAN\nRUN 1"])
def test_a_bare_pass_beside_a_plan_answers_the_window(stars: Table, text: str) -> None:
    place(stars, hands={"p1": (SCANDAL,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p1", "PLAN\nELSE BUSINESS")
    stars.tick()
    stars.say("p2", text)
    stars.tick()
    assert [line.text for line in stars.desk().plans["p2"].lines] == ["RUN 1"]
    assert [kept.text for kept in stars.desk().direct.values()] == ["PASS"]


@pytest.mark.parametrize(
    ("seat", "text", "kept"),
    [
        ("p2", "AVOID", "AVOID"),
        ("p2", "avoid any", "AVOID"),
        ("p2", "BUY UPTO 3", "BUY UPTO 3"),
        ("p3", "SELL 2", "SELL 2"),
        ("p2", "AVOID\nPASS", "PASS"),
        ("p2", "RUN 1\nAVOID", "AVOID"),
    ],
)
def test_a_bare_order_that_may_stand_too_answers_the_window(
    stars: Table, seat: str, text: str, kept: str
) -> None:
    """ST-W2, ST-W3: such an order needs no ANSWER, as PASS needs none; the last one counts."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,), "p3": (AVOID_TOO,)})
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    stars.tick()
    stars.say(seat, text)
    stars.tick()
    assert [one.text for one in stars.desk().direct.values()] == [kept]
    assert not stars.desk().standing


def test_a_bare_order_that_a_window_asks_for_is_refused_as_an_answer(stars: Table) -> None:
    """Elsewhere, behind a condition and while nothing is asked it lacks its heading."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,), "p3": (AVOID_TOO,)})
    stars.say("p2", "AVOID ANY")
    stars.tick()
    assert "Nearest: ANSWER, STANDING." in stars.to("p2")
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    stars.tick()
    stars.say("p3", "SELL 99\nBUY UPTO 3\nBID 13 UPTO 3")
    stars.say("p2", "AVOID ANY IF MONEY > 3")
    stars.tick()
    cleo = stars.to("p3")
    assert cleo.flat.count("This is not possible now") == 2
    assert "Nearest: ANSWER, STANDING. It is about | BID" in cleo
    assert "Nearest: ANSWER, STANDING." in stars.to("p2")
    assert not stars.desk().direct


@pytest.mark.parametrize(
    "text", ["BID 23 UPTO 5\nPASS", "PASS\nBID 23 UPTO 5", "ANSWER BID 23 UPTO 5\nANSWER PASS"]
)
def test_st_w10_a_bid_and_a_pass_in_one_letter_pass_the_rest(stars: Table, text: str) -> None:
    """Two stations of Bob's are sold; each is a question of its own in one window."""
    place(stars, hands={}, stations={13: "p1", 23: "p2", 34: "p2"}, money={"p3": 9})
    stars.say("p2", "RESIGN st1")
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    assert asked(stars) == {"p1": "bid", "p3": "bid"}
    stars.say("p3", text)
    stars.tick()
    assert [one.text for one in stars.desk().direct.values()] == ["BID 23 UPTO 5", "PASS"]
    assert "counts." not in stars.to("p3").flat


def test_no_reminder_comes_on_the_heels_of_its_question(stars: Table) -> None:
    """A window of a day, and reminders a day before: deadlines are whole minutes."""
    place(stars, hands={"p1": (SCANDAL,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.wait(seconds=27)
    stars.say("p1", "PLAN\nELSE BUSINESS")
    stars.tick()
    assert asked(stars)["p2"] == "between"
    since = stars.letters[-1].number
    for _ in range(3):
        stars.tick()
    assert [post.kind for post in stars.letters if post.number > since] == []


def test_a_list_for_the_gap_that_falls_back_on_its_else_is_not_called_a_plan(stars: Table) -> None:
    place(stars, hands={"p1": (OTHER,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p1", "PLAN\nELSE BUSINESS\nBETWEEN\nPLAY Scandal ON NEXT\nELSE PASS")
    stars.tick()
    stars.until()
    missed = (
        "Line 1 of your list for between the turns was not possible, "
        "as Scandal is not in your hand: ; PLAY Scandal ON NEXT"
    )
    assert missed in told(stars, "p1")
    assert "Line 1 of your plan" not in told(stars, "p1")


def test_a_list_for_the_gap_that_cannot_go_on_is_not_called_a_plan(stars: Table) -> None:
    """A card that is not in the hand; the plan on file has another line 1."""
    place(stars, hands={"p1": (OTHER,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p1", "PLAN\nELSE BUSINESS\nBETWEEN\nPLAY Scandal ON NEXT")
    stars.tick()
    stars.until()
    told_p1 = " ".join(post.flat for post in stars.letters if post.seat == "p1")
    assert "Your list for between the turns could not go on at line 1" in told_p1
    assert "Your plan could not go on at line 1" not in told_p1


def test_who_is_not_waited_for_any_more_is_told_and_reminded_of_nothing(stars: Table) -> None:
    """A standing PASS after the question: test_report_45, README.md "Questions between turns"."""
    with stars.office.session() as session:
        row = session.get_one(CampaignRow, "st1")
        row.deadlines = json.dumps({**json.loads(row.deadlines), "remind": ["1 day", "6 h"]})
    place(stars, hands={"p1": (SCANDAL,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p1", "PLAN\nELSE BUSINESS")
    stars.tick()
    stars.say("p2", "STANDING\nPASS")
    stars.say("p3", "STANDING\nPAY UPTO 1")
    stars.tick()
    assert "We still wait for your answer" not in stars.to("p2")
    assert "We still wait for your answer" in stars.to("p3")
    since = stars.letters[-1].number
    while stars.deadline() - stars.now > timedelta(hours=2):
        stars.tick(hours=1)
    assert [post.seat for post in stars.letters if post.number > since] == ["p1", "p3"]


def test_a_list_for_the_gap_is_on_file_until_that_gap_is_over(stars: Table) -> None:
    """It is for one gap: what is spent is not told as on file, nor said to be replaced."""
    place(stars, hands={"p1": (OTHER,), "p2": (OTHER,), "p3": (OTHER,)})
    stars.say("p1", "PLAN\nELSE BUSINESS\nBETWEEN\nPLAY Scandal ON NEXT")
    stars.tick()
    stars.say("p1", "PLAN?")
    stars.tick()
    assert "Your list for between the turns" in stars.to("p1")
    pass_gap(stars)
    stars.say("p1", "PLAN?")
    stars.tick()
    assert "Your list for between the turns" not in stars.to("p1")
    stars.say("p1", "BETWEEN\nPASS")
    stars.tick()
    assert "Your list for between the turns 1 ; PASS" in stars.to("p1")


def test_a_status_names_who_is_waited_for_when_the_letter_is_posted(stars: Table) -> None:
    """Anna's answer of the same run passes the turn on: head and table of the STATUS agree."""
    place(stars, hands={"p1": (), "p2": (), "p3": ()})
    all_say(stars, "STANDING\nPASS", "p1", "p2", "p3")
    stars.tick()
    stars.say("p3", "STATUS")
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    cleo = stars.to("p3")
    assert "We wait for Bob, until" in cleo
    assert "Anna: plays Bob: plays; waited for since" in cleo


@pytest.mark.parametrize(("card", "fits"), [(SCANDAL, True), (OTHER, False)])
def test_a_list_for_the_gap_that_was_played_whole_is_no_list_that_did_not_fit(
    stars: Table, card: str, fits: bool
) -> None:
    """ST-RUL-7: who played is asked once more, and his list has nothing left to say."""
    place(stars, hands={"p1": (card,), "p2": (TROUBLE,), "p3": (OTHER,)})
    stars.say("p1", "PLAN\nELSE BUSINESS\nBETWEEN\nPLAY Scandal ON NEXT")
    while stars.state().turn < 2:
        stars.until()
    assert (played(stars) == ["p1"]) == fits
    assert ("fitted here (Between turns), so you passed" in told(stars, "p1")) != fits


@pytest.mark.parametrize(
    ("lines", "card"),
    [
        ("BETWEEN\nPLAY Engine Trouble ON NEXT IF PRESTIGE > 9", TROUBLE),
        ("WHEN PRESTIGE > 9: PLAY Overdrive", OTHER),
        ("STANDING\nPLAY Engine Trouble ON Bob IF PRESTIGE > 9", TROUBLE),
        ("", OTHER),
    ],
)
def test_discard_worst_spares_what_the_own_lines_play(stars: Table, lines: str, card: str) -> None:
    """ST-LUC-1: the card drawn last would go, be it one that a line on file plays."""
    others = (luck(name) for name in ("Bonus Clause", "Slipstream", "Fanfare", "Cargo Drone"))
    place(stars, hands={"p1": (*others, luck("Wormhole"), card), "p2": (), "p3": ()})
    stars.say("p1", f"PLAN\nELSE FINISH\n{lines}")
    stars.tick()
    gone = [json.loads(f.fields)["cards"] for f in stars.facts() if f.kind == "Trimmed"]
    assert gone
    assert ([card] in gone) == (not lines)
