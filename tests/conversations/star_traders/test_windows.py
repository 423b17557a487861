"""Every kind of window of Star Traders by mail (ST-W1 to ST-W11)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.star_traders.game import STAR_TRADERS
from tests.conversations.star_traders.stars import (
    AVOID,
    GLITCH,
    GLITCH_TOO,
    OTHER,
    PARADE,
    QUARANTINE,
    SCANDAL,
    TROUBLE,
    ZAP,
    all_say,
    asked,
    fall,
    kinds,
    pass_gap,
    place,
    played,
    told,
)
from tests.conversations.table import Table, codes


def _last(table: Table, kind: str) -> dict[str, Any]:
    """The fields of the last fact of a kind."""
    found: dict[str, Any] = json.loads([f for f in table.facts() if f.kind == kind][-1].fields)
    return found


def _strike(table: Table, **hands: tuple[str, ...]) -> Table:
    """Anna has played Engine Trouble on Bob."""
    place(table, hands={"p1": (TROUBLE, OTHER), "p2": (OTHER,), "p3": (OTHER,), **hands})
    table.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    table.tick()
    return table


# -- Calamities ------------------------------------------------------------------------------------


def test_report_61_who_is_struck_is_told_until_when_and_what_silence_means(stars: Table) -> None:
    """ST-W2, ST-W3: victim and all who could hold an Avoid are asked, with deadline and default."""
    _strike(stars)
    assert asked(stars) == {"p1": "calamity", "p2": "calamity", "p3": "calamity"}
    assert set(stars.addressed) >= {"p2", "p3"}
    bob = stars.to("p2")
    assert "Anna played Engine Trouble 1 on you" in bob
    assert "your answer by Wed 2 Dec" in bob.subject
    assert "Silence means you suffer it." in bob
    assert "ANSWER BUY UPTO" in bob
    assert "buy an Avoid (you have $10), or suffer it." in bob
    assert "; ANSWER PASS" in stars.to("p3").text


def test_own_avoid(stars: Table) -> None:
    """ST-LUC-5: no effect, both discarded."""
    _strike(stars, p2=(AVOID,))
    stars.say("p2", "ANSWER AVOID")
    all_say(stars, "ANSWER PASS", "p1", "p3")
    stars.tick()
    assert played(stars) == ["p1", "p2"]
    assert not stars.state().mods
    assert stars.state().hands["p2"] == ()


def test_bought_and_sold_avoid(stars: Table) -> None:
    """ST-LUC-6, ST-W3: the cheapest price within the limit is paid; nobody else learns a limit."""
    _strike(stars, p3=(AVOID,))
    stars.say("p2", "ANSWER BUY UPTO 8")
    stars.say("p3", "ANSWER SELL 5")
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert played(stars) == ["p1", "p3"]
    assert not stars.state().mods
    assert (stars.state().money["p2"], stars.state().money["p3"]) == (5, 15)
    assert not any("UPTO 8" in post.text for post in stars.fresh if post.seat != "p2")


def test_an_avoid_that_costs_more_than_the_limit_is_not_bought(stars: Table) -> None:
    """ST-W2: the Calamity is suffered, the card kept."""
    _strike(stars, p3=(AVOID,))
    stars.say("p2", "ANSWER BUY UPTO 4")
    stars.say("p3", "ANSWER SELL 5")
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert played(stars) == ["p1"]
    assert stars.state().mod("less", "p2") == 1
    assert stars.state().hands["p3"] == (AVOID,)


def test_avoid_by_an_offer_while_the_window_is_open(stars: Table) -> None:
    """ST-W9 in ST-W2: an ACCEPT and the AVOID that it makes possible in one letter."""
    _strike(stars, p3=(AVOID,))
    stars.say("p3", "OFFER Bob: Avoid a Calamity FOR 6\nANSWER PASS")
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert "Avoid a Calamity" in stars.to("p2")
    stars.say("p2", "ACCEPT Cleo\nANSWER AVOID")
    stars.tick()
    assert played(stars) == ["p1", "p2"]
    assert not stars.state().mods
    assert stars.state().money["p3"] == 16


def test_report_65_no_line_on_file_is_a_pass_and_the_card_is_kept(stars: Table) -> None:
    """Without the suggested AVOID ANY silence never spends a card."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,), "p3": (OTHER,)})
    stars.say("p2", "STANDING AVOID ANY OFF")
    stars.say("p1", "ANSWER PLAY Engine Trouble ON Bob")
    stars.tick()
    stars.until()
    assert played(stars) == ["p1"]
    assert stars.state().hands["p2"] == (AVOID,)
    assert stars.state().mod("less", "p2") == 1


def test_report_66_the_deadline_of_a_window_lets_the_game_go_on_in_the_same_run(
    stars: Table,
) -> None:
    """The suggested AVOID ANY is what silence means (ST-W2)."""
    _strike(stars, p2=(AVOID,))
    stars.until()
    assert played(stars) == ["p1", "p2"]
    assert asked(stars) == {"p1": "act"}


def test_report_69_answers_that_came_are_there_after_a_stop(stars: Table, tmp_path: Any) -> None:
    """Two of three answers in, the process gone: another one goes on with both."""
    _strike(stars, p3=(AVOID,))
    stars.say("p2", "ANSWER BUY UPTO 8")
    stars.say("p3", "ANSWER SELL 5")
    stars.tick()
    again = Table.copy(stars, tmp_path / "again")
    again.say("p1", "ANSWER PASS")
    again.tick()
    assert played(again) == ["p1", "p3"]
    assert again.state().money["p3"] == 15


@pytest.mark.parametrize(("first", "avoided"), [("p1", True), ("p2", False)])
def test_report_70_of_a_change_and_its_trigger_the_one_that_came_first_counts(
    stars: Table, first: str, avoided: bool
) -> None:
    """AVOID ANY taken off file and the Calamity in one run: the order of receipt, told to both."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,), "p3": ()})
    stars.say("p2", "STANDING\nAVOID ANY")
    stars.tick()
    texts = {"p1": STRIKE, "p2": "STANDING AVOID ANY OFF\nSTANDING\nPASS"}
    for seat in (first, "p2" if first == "p1" else "p1"):
        stars.say(seat, texts[seat])
    stars.tick()
    assert played(stars) == (["p1", "p2"] if avoided else ["p1"])
    assert (stars.state().hands["p2"] == ()) == avoided
    file = stars.to("p2").text
    assert "Your standing orders, new or changed\r\n  ; PASS" in file
    assert "; AVOID ANY" not in file.partition("ON FILE")[2]
    assert ("Bob played Avoid a Calamity" in stars.to("p1")) == avoided
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    assert ("Taken from your standing orders (AVOID ANY): ; AVOID" in told(stars, "p2")) == avoided
    assert stars.state().left["turn"] == (5 if avoided else 4)


def test_a_question_asked_and_settled_within_one_run_is_put_to_nobody(stars: Table) -> None:
    """The gap opens by the first letter, and the second says what settles it."""
    place(stars, hands={"p1": (), "p2": (OTHER,), "p3": ()}, deck=(PARADE,))
    stars.say("p1", "STANDING\nPASS\nANSWER FINISH")
    stars.say("p2", "STANDING\nPASS")
    stars.tick()
    assert asked(stars) == {"p2": "act"}
    assert not [post for post in stars.fresh if "your answer by" in post.subject]
    assert "YOUR ANSWER" not in stars.to("p2")


STRIKE = "ANSWER PLAY Engine Trouble ON Bob"


def test_report_71_an_answer_from_what_is_on_file_says_which_line(stars: Table) -> None:
    """The fact of the answer names source and line; the others are not told them."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (AVOID,), "p3": ()})
    stars.say("p2", "STANDING\nAVOID ANY\nPASS")
    stars.say("p1", STRIKE)
    stars.tick()
    answered = [f for f in stars.facts() if f.kind == "Answered" and '"AVOID"' in f.fields]
    assert [f.via for f in answered] == ["standing"]
    assert json.loads(answered[0].fields)["cause"] == "AVOID any"
    assert "AVOID ANY" not in stars.to("p1").text.partition("ON FILE")[0]


def test_report_75_a_line_on_file_that_is_not_legal_now_passes_and_the_run_goes_on(
    stars: Table,
) -> None:
    """AVOID ANY of somebody who holds no Avoid."""
    place(stars, hands={"p1": (TROUBLE,), "p2": (OTHER,), "p3": ()})
    stars.say("p2", "STANDING\nAVOID ANY\nPASS")
    stars.say("p1", STRIKE)
    stars.tick()
    assert stars.state().mod("less", "p2") == 1
    assert asked(stars) == {"p1": "act"}


@pytest.mark.parametrize(("purse", "price", "bought"), [(6, 5, True), (6, 7, False), (0, 0, True)])
def test_a_standing_limit_beyond_the_purse(
    stars: Table, purse: int, price: int, bought: bool
) -> None:
    """ST-W2, ST-W3, ST-LUC-6: STANDING BUY UPTO 8 with less in the purse; a gift costs nothing."""
    hands = {"p1": (TROUBLE,), "p2": (OTHER,), "p3": (AVOID,)}
    place(stars, hands=hands, money={"p2": purse})
    stars.say("p2", "STANDING\nBUY UPTO 8")
    stars.say("p3", f"STANDING\nSELL {price}")
    stars.say("p1", STRIKE)
    stars.tick()
    assert {code for _, code, _ in codes(stars.ordered())} == {"kept"}
    assert played(stars) == ["p1", *(["p3"] if bought else [])]
    assert stars.state().money["p2"] == purse - (price if bought else 0)


def test_a_limit_outlives_a_smaller_purse(stars: Table) -> None:
    """ST-W2: BUY UPTO 10 is kept, half the purse goes in a deal, and the price is paid."""
    _strike(stars, p3=(AVOID,))
    stars.say("p2", "ANSWER BUY UPTO 10\nOFFER Cleo: $5 FOR NOTHING")
    stars.tick()
    stars.say("p3", "ACCEPT Bob\nANSWER SELL 3")
    stars.tick()
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert played(stars) == ["p1", "p3"]
    assert stars.state().money["p2"] == 2
    assert "no longer" not in told(stars, "p2")


# -- Zaps ------------------------------------------------------------------------------------------


def test_a_zap_that_is_waited_for_and_the_fall_back(
    zaps: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-LUC-11, ST-W4: the die is too low now for the jump announced; a shorter one is made."""
    fall(monkeypatch, {"die:p1": [3, 1]})
    place(zaps, hands={"p1": (OTHER,), "p2": (ZAP,), "p3": (OTHER,)})
    zaps.say("p1", "ANSWER JUMP 14")
    zaps.tick()
    assert asked(zaps) == {"p1": "zap", "p2": "zap", "p3": "zap"}
    assert "Anna announced a jump to 14" in zaps.to("p2")
    zaps.say("p2", "ANSWER ZAP DOWN BY 1")
    all_say(zaps, "ANSWER PASS", "p1", "p3")
    zaps.tick()
    assert "zap" in asked(zaps).values(), "it opens again after a Zap (ST-RUL-8)"
    all_say(zaps, "ANSWER PASS", *asked(zaps))
    zaps.tick()
    assert asked(zaps) == {"p1": "act"}
    anna = zaps.to("p1")
    assert "changed a die: 3 became 2" in told(zaps, "p1")
    assert "Your jump to 14 Brackett was not possible any more" in anna
    assert "; ANSWER JUMP 12" in anna.text
    assert "; JUMP 14" not in anna.text
    zaps.say("p1", "ANSWER JUMP 12")
    zaps.tick()
    all_say(zaps, "ANSWER PASS", *[x for x, kind in asked(zaps).items() if kind == "zap"])
    zaps.tick()
    assert zaps.state().ships["p1"] == (12,)


def test_a_zap_from_what_is_on_file_and_the_planned_fall_back(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Zaps are ``standing`` by default: all in one run, and the report tells it die by die."""
    fall(monkeypatch, {"die:p1": [3, 1, 1, 1, 1]})
    place(stars, hands={"p1": (OTHER,), "p2": (ZAP,), "p3": (OTHER,)})
    stars.say("p2", "STANDING\nZAP Anna")
    stars.say("p1", "PLAN\nWHEN AT 13: JUMP 14 ELSE JUMP 12\nELSE BUSINESS")
    stars.tick()
    assert played(stars) == ["p2"]
    assert "FellShort" in kinds(stars)
    pass_gap(stars)
    assert "Bob changed a die: 3 became 2" in told(stars, "p3"), "no further than it must"
    assert stars.state().ships["p1"] == (12,)
    line = "WHEN AT 13: JUMP 14 ELSE JUMP 12"
    assert f"Taken from your plan, line 1 ({line}): ; JUMP 12" in told(stars, "p1")
    assert "Taken from" not in told(stars, "p3")
    assert "Your jump to 14 Brackett was not possible any more" in told(stars, "p1")
    assert "You stayed and earned $1" in told(stars, "p1")


# -- petitions -------------------------------------------------------------------------------------


def _petitioner(**more: Any) -> dict[str, Any]:
    return {
        "options": {"stations": 1},
        "money": {"p1": 60},
        "prestige": {"p1": 17},
        **more,
    }


def test_cards_before_a_petition_and_a_petition_that_is_not_heard(stars: Table) -> None:
    """ST-W5, ST-RUL-5: Scandal takes it below 15; the fee is kept."""
    place(stars, **_petitioner(hands={"p1": (OTHER,), "p2": (SCANDAL,), "p3": ()}))
    stars.say("p1", "ANSWER PETITION")
    stars.tick()
    assert asked(stars) == {"p1": "petition", "p2": "petition"}
    stars.say("p2", "ANSWER PLAY Scandal ON Anna")
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    while set(asked(stars).values()) & {"calamity", "petition"}:
        all_say(stars, "ANSWER PASS", *asked(stars))
        stars.tick()
    assert "Unheard" in kinds(stars)
    assert stars.state().prestige["p1"] == 14
    assert stars.state().money["p1"] == 60
    assert any("petition was not heard" in post.flat for post in stars.letters if post.seat == "p1")


def test_prestige_for_oneself_before_the_roll(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-WIN-3, ST-AMB 11: the bonus is that of the Prestige after the card."""
    fall(monkeypatch, {"petition:p1": [4]})
    place(stars, **_petitioner(prestige={"p1": 19}, hands={"p1": (PARADE,), "p2": (), "p3": ()}))
    stars.say("p1", "ANSWER PETITION")
    stars.tick()
    stars.say("p1", "ANSWER PLAY Triumphal Parade")
    stars.tick()
    assert "Allowed" in kinds(stars), "4 and the red area's 1"
    assert "needs 5 or more, was granted with 4 +1 (Prestige area) = 5" in stars.to("p1")


def test_the_own_zap_on_file_saves_a_petition(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-WIN-5, ST-W6: ZAP MY PETITION IF IT WINS is on file from the start."""
    fall(monkeypatch, {"petition:p1": [4]})
    place(stars, **_petitioner(hands={"p1": (ZAP,), "p2": (), "p3": ()}))
    stars.say("p1", "ANSWER PETITION")
    stars.tick()
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert kinds(stars).count("Turned") == 1
    assert "Allowed" in kinds(stars)
    assert "p1" in stars.state().missions


def test_anothers_zap_denies_a_petition(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-WIN-5, ST-WIN-7: 5 becomes 3; the first denial costs 5 Prestige, and the fee."""
    fall(monkeypatch, {"petition:p1": [5]})
    place(stars, **_petitioner(hands={"p1": (), "p2": (ZAP,), "p3": ()}))
    stars.say("p2", "STANDING\nZAP PETITION Anna IF TOTAL >= 5\nPASS")
    stars.say("p1", "ANSWER PETITION")
    stars.tick()
    assert _last(stars, "Denied")["prestige"] == 5
    assert (stars.state().money["p1"], stars.state().prestige["p1"]) == (10, 12)


# -- between turns ---------------------------------------------------------------------------------


def test_lists_for_the_gap_are_played_one_a_lap(stars: Table) -> None:
    """ST-RUL-7: Anna's two cards, and Bob's one between them."""
    place(stars, hands={"p1": (TROUBLE, SCANDAL), "p2": (PARADE,), "p3": (OTHER,)}, deck=(OTHER,))
    stars.say(
        "p1",
        "STANDING\nDISCARD LAST Engine Trouble, Scandal\nPASS\nBETWEEN\n"
        "PLAY Engine Trouble ON NEXT\nPLAY Scandal ON Cleo\nANSWER FINISH",
    )
    stars.say("p3", "STANDING\nPASS\nAVOID ANY")
    stars.tick()
    assert set(asked(stars).values()) == {"between"}
    stars.say("p2", "ANSWER PLAY Triumphal Parade\nSTANDING\nPASS")
    stars.tick()
    assert played(stars) == ["p1", "p2", "p1"]


def test_report_64_between_turns_everybody_with_cards_is_asked(stars: Table) -> None:
    """ST-W7: the public number of cards decides, never which they are (test_report_62)."""
    place(stars, hands={"p1": (OTHER,), "p2": (OTHER,), "p3": ()})
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    assert asked(stars) == {"p1": "between", "p2": "between"}
    pass_gap(stars)
    assert asked(stars) == {"p2": "act"}


def test_report_76_silence_in_the_gap_passes_and_does_nothing_else(stars: Table) -> None:
    """Cards are kept, the next turn begins, and the silent are told that they passed."""
    place(stars, hands={"p1": (OTHER,), "p2": (TROUBLE,), "p3": (PARADE,)})
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    hands = stars.state().hands
    stars.until()
    assert asked(stars) == {"p2": "act"}
    assert stars.state().hands == hands
    assert played(stars) == []
    assert "No orders from you were on file, so: ; PASS" in stars.to("p2")


def test_report_72_what_is_settled_by_itself_has_numbers_like_everything_else(
    stars: Table,
) -> None:
    """One sequence without gaps for answers of letters, of what is on file, and of silence."""
    _strike(stars, p2=(AVOID,))
    stars.until()
    facts = stars.facts()
    assert [fact.n for fact in facts] == list(range(1, len(facts) + 1))
    assert {"letter", "suggested"} <= {fact.via for fact in facts if fact.kind == "Answered"}


def test_a_card_for_the_gap_is_for_what_was_there(imperial: Table) -> None:
    """ST-RUL-7: two sealed Glitches on one box. The second is kept, its owner told and asked."""
    place(imperial, hands={"p1": (OTHER,), "p2": (GLITCH,), "p3": (GLITCH_TOO,)})
    imperial.say("p1", "ANSWER FINISH")
    imperial.tick()
    all_say(imperial, "ANSWER PLAY A Glitch in the System BOX 2", "p2", "p3")
    imperial.say("p1", "ANSWER PASS")
    imperial.tick()
    assert played(imperial) == ["p2"]
    assert imperial.state().hands["p3"] == (GLITCH_TOO,)
    cleo = imperial.to("p3")
    assert "An answer of yours (Between turns) lapsed: another Contract lies in box 2 now." in cleo
    assert asked(imperial) == {"p3": "between"}
    assert "BOX 2" not in imperial.to("p1").text, "what Cleo meant to do stays hers"
    imperial.say("p3", "ANSWER PLAY A Glitch in the System BOX 3")
    imperial.tick()
    assert played(imperial) == ["p2", "p3"]


def test_a_line_laid_before_is_for_what_lies_there_then(imperial: Table) -> None:
    """BETWEEN is read when its moment comes: the box is glitched, whatever lies in it."""
    place(imperial, hands={"p1": (GLITCH, GLITCH_TOO), "p2": (), "p3": ()})
    first = imperial.state().boxes[1]
    imperial.say("p1", "BETWEEN\nPLAY A Glitch in the System BOX 2")
    imperial.tick()
    imperial.say("p1", "ANSWER PLAY A Glitch in the System BOX 2")
    imperial.tick()
    second = imperial.state().boxes[1]
    imperial.say("p1", "ANSWER FINISH")
    imperial.tick()
    assert played(imperial) == ["p1", "p1"]
    assert len({first, second, imperial.state().boxes[1]}) == 3


# -- a Contract or a mission replaced --------------------------------------------------------------


def _commissioned(table: Table, patch: pytest.MonkeyPatch) -> Table:
    """Anna's petition was granted; Cleo could replace her mission."""
    fall(patch, {"petition:p1": [6], "die:p1": [1] * 9})
    hands = {"p1": (OTHER,), "p2": (), "p3": (GLITCH,)}
    place(table, **_petitioner(hands=hands))
    table.say("p1", "ANSWER PETITION")
    table.tick()
    while "petition" in asked(table).values():
        all_say(table, "ANSWER PASS", *asked(table))
        table.tick()
    return table


def test_a_glitch_on_a_mission_that_is_waited_for(
    glitches: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-W12, ST-IMP-2: all who could hold the card are asked, and told which mission it is."""
    _commissioned(glitches, monkeypatch)
    first = glitches.state().missions["p1"]
    assert asked(glitches) == {"p1": "glitch", "p3": "glitch"}
    name = STAR_TRADERS.lexicon(glitches.state(), {}).shown("deal", first)
    assert f"Anna's mission is {name}. A Glitch in the System would replace it." in glitches.to(
        "p3"
    )
    assert "; ANSWER PLAY A Glitch in the System" in glitches.to("p3").text
    assert "; ANSWER PLAY" not in glitches.to("p1").text
    glitches.say("p3", "ANSWER PLAY A Glitch in the System ON Anna")
    glitches.say("p1", "ANSWER PASS")
    glitches.tick()
    assert played(glitches) == ["p3"]
    assert glitches.state().missions["p1"] != first
    assert "Glitch" in told(glitches, "p1")


def test_silence_keeps_a_glitch(glitches: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-W12: at the deadline the mission stands, and the card is still held."""
    _commissioned(glitches, monkeypatch)
    first = glitches.state().missions["p1"]
    glitches.until()
    assert glitches.state().missions["p1"] == first
    assert glitches.state().hands["p3"] == (GLITCH,)


def test_a_glitch_from_what_is_on_file(imperial: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-W12: nobody is waited for unless the GM says so; a standing order plays it."""
    fall(monkeypatch, {"petition:p1": [6], "die:p1": [1] * 9})
    hands = {"p1": (OTHER,), "p2": (), "p3": (GLITCH,)}
    place(imperial, **_petitioner(hands=hands))
    imperial.say("p3", "STANDING\nPLAY A Glitch in the System ON Anna\nPASS")
    imperial.say("p1", "STANDING\nPASS\nANSWER PETITION")
    imperial.tick()
    assert played(imperial) == ["p3"]
    assert "p1" in imperial.state().missions
    assert "Taken from your standing order" in told(imperial, "p3")


# -- the Emperor's price ---------------------------------------------------------------------------


def _priced(
    table: Table, patch: pytest.MonkeyPatch, first: str = "STANDING PAY PETITION OFF"
) -> Table:
    """Black Hole: a 4 grants Anna's petition for $30 and 8 Prestige."""
    fall(patch, {"petition:p1": [4], "die:p1": [1] * 9})
    place(
        table,
        options={"stations": 1},
        money={"p1": 100},
        prestige={"p1": 17},
        hands={"p1": (), "p2": (), "p3": ()},
    )
    table.say("p1", f"{first}\nANSWER PETITION")
    table.tick()
    return table


@pytest.mark.parametrize(
    ("answer", "money", "prestige", "imperial"),
    [
        ("ANSWER PAY UPTO 30", 40, 9, (13,)),
        ("ANSWER PASS", 70, 13, ()),
        ("ANSWER PAY UPTO 20", 70, 17, ()),
    ],
    ids=["paid", "declined", "too-little"],
)
def test_the_emperors_price(
    black_hole: Table,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    money: int,
    prestige: int,
    imperial: tuple[int, ...],
) -> None:
    """ST-BLK-4, ST-BLK-5: asked with both prices; a limit below it is refused, and is no denial."""
    _priced(black_hole, monkeypatch)
    assert asked(black_hole) == {"p1": "bribe"}
    anna = black_hole.to("p1")
    assert "$30 and 8 Prestige" in anna
    assert "; ANSWER PAY UPTO 30" in anna.text
    black_hole.say("p1", answer)
    black_hole.tick()
    s = black_hole.state()
    assert (s.money["p1"], s.prestige["p1"], s.imperial) == (money, prestige, imperial)
    assert (asked(black_hole)["p1"] == "bribe") == (answer == "ANSWER PAY UPTO 20")


LEFT = 4
"""What is left of a silent turn earns."""


@pytest.mark.parametrize(
    ("lines", "money", "imperial"),
    [
        ("PAY UPTO 3", 40 + LEFT, (13,)),
        ("PAY UPTO 3\nPAY PETITION UPTO 29", 70 + LEFT, ()),
        ("PAY PETITION UPTO 30", 40, (13,)),
    ],
)
def test_st_blk_5_what_is_paid_for_beacons_leaves_what_is_paid_for_petitions(
    black_hole: Table,
    monkeypatch: pytest.MonkeyPatch,
    lines: str,
    money: int,
    imperial: tuple[int, ...],
) -> None:
    """A limit for beacons does not take the suggested PAY PETITION off the file; one's own does."""
    _priced(black_hole, monkeypatch, f"STANDING\n{lines}")
    if "bribe" in asked(black_hole).values():
        black_hole.until()
    s = black_hole.state()
    assert (s.money["p1"], s.imperial) == (money, imperial)
    assert ("In place of the suggested" in told(black_hole, "p1")) == ("PETITION UPTO" in lines)


def test_silence_declines_the_emperors_price(
    black_hole: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-BLK-5: without a line on file no money is spent, and 4 Prestige are lost."""
    _priced(black_hole, monkeypatch)
    black_hole.until()
    assert (_last(black_hole, "Denied")["money"], _last(black_hole, "Denied")["prestige"]) == (0, 4)
    assert black_hole.state().imperial == ()
    assert "denied" in told(black_hole, "p1")


# -- beacons ---------------------------------------------------------------------------------------

ROAD = {13: "p1", 14: "p2", 33: "p3"}


def test_a_beacon_for_the_posted_price(stars: Table) -> None:
    """ST-MOV-9, ST-W1: the order names what it pays; a raise is another order."""
    place(stars, stations=ROAD)
    stars.say("p2", "BEACON Anna 3")
    stars.tick()
    stars.say("p1", "ANSWER STATION 14 PAY 3")
    stars.tick()
    assert stars.state().ships["p1"] == (14,)
    assert stars.state().money["p2"] == 13


def test_a_raised_price_is_never_paid_unseen(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order that names the old price is not legal any more; told what would be."""
    fall(monkeypatch, {"die:p1": [1]})
    place(stars, stations=ROAD)
    stars.say("p2", "BEACON Anna 3")
    stars.tick()
    stars.say("p2", "BEACON Anna 9")
    stars.say("p1", "ANSWER STATION 14 PAY 3")
    stars.tick()
    assert stars.state().ships["p1"] == (13,)
    assert stars.state().money["p2"] == 10
    assert "STATION 14 PAY 9" in stars.to("p1")


def test_pay_upto_serves_a_goal(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """PAY UPTO on file is what GOTO reckons with."""
    fall(monkeypatch, {"die:p1": [1, 1]})
    place(stars, stations=ROAD)
    stars.say("p2", "BEACON OTHERS 2")
    stars.say("p1", "STANDING\nPAY UPTO 2\nPLAN\nGOTO 14\nELSE FINISH")
    stars.tick()
    assert stars.state().ships["p1"] == (14,)
    assert stars.state().money["p2"] == 12


@pytest.mark.parametrize(("price", "kind"), [(2, ""), (4, "price")])
def test_a_beacon_by_question(stars: Table, price: int, kind: str) -> None:
    """ST-W1: the owner is asked; within UPTO it is paid at once, above it the traveller decides."""
    place(stars, stations=ROAD)
    stars.say("p2", "BEACON OTHERS ASK")
    stars.say("p1", "ANSWER ASK 14 UPTO 2")
    stars.tick()
    assert asked(stars) == {"p2": "beacon"}
    assert "Anna asks to jump to 14" in stars.to("p2")
    stars.say("p2", f"ANSWER GRANT {price}")
    stars.tick()
    if kind:
        assert asked(stars) == {"p1": kind}
        stars.say("p1", f"ANSWER PAY UPTO {price}")
        stars.tick()
    assert stars.state().ships["p1"] == (14,)
    assert stars.state().money["p2"] == 10 + price


def test_a_beacon_that_is_refused_by_silence(stars: Table) -> None:
    """ST-MOV-8: the action is still there."""
    place(stars, stations=ROAD)
    stars.say("p2", "BEACON OTHERS ASK")
    stars.say("p1", "ANSWER ASK 14 UPTO 2")
    stars.tick()
    stars.until()
    assert asked(stars) == {"p1": "act"}
    assert stars.state().left["turn"] == 5
    assert "got no permission" in stars.to("p1")


# -- races -----------------------------------------------------------------------------------------


def _race(table: Table, patch: pytest.MonkeyPatch) -> Table:
    """Anna and Bob have Fireproof Paper for 44 aboard; another Contract asks for the same."""
    fall(patch, {"die:p1": [6, 1]})
    place(
        table,
        boxes=("N11", "F11", "N31"),
        at={"p1": 43, "p2": 23},
        cargo={"p1": (1,), "p2": (1,)},
        stations={44: "p3"},
    )
    table.say("p3", "BEACON Anna FREE")
    table.say("p1", "ANSWER JUMP 44")
    table.tick()
    return table


def test_the_loser_of_a_race_shifts(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-W8, ST-CAR-6: asked at once, before anything else happens."""
    _race(stars, monkeypatch)
    assert asked(stars) == {"p2": "shift"}
    assert "; ANSWER SHIFT 2" in stars.to("p2").text
    stars.say("p2", "ANSWER SHIFT 2")
    stars.tick()
    assert [c.box for c in stars.state().cargo["p2"]] == [2]


def test_silence_shifts_to_what_pays_best(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """SHIFT BEST is on file from the start."""
    _race(stars, monkeypatch)
    stars.until()
    assert [c.box for c in stars.state().cargo["p2"]] == [2]


# -- Quarantine ------------------------------------------------------------------------------------


def test_quarantine_and_an_avoid_later(imperial: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-W11, ST-QUA-8, ST-QUA-9: passed at once, played later: only Bob may leave."""
    fall(monkeypatch, {"quarantine:23": [6, 6, 6], "die:p2": [6, 6]})
    place(imperial, hands={"p1": (QUARANTINE,), "p2": (AVOID,), "p3": ()}, deck=(OTHER, ZAP))
    imperial.say("p1", "ANSWER PLAY Quarantine AT 23")
    imperial.tick()
    assert asked(imperial) == {"p2": "quarantine"}
    imperial.say("p2", "ANSWER PASS")
    imperial.tick()
    imperial.say("p1", "ANSWER FINISH\nSTANDING\nPASS")
    imperial.say("p2", "STANDING\nPASS")
    imperial.tick()
    assert asked(imperial) == {"p2": "act"}
    assert "JUMP" not in imperial.to("p2").text.partition("YOUR CHOICES")[2].partition("SUGG")[0]
    imperial.say("p2", "ANSWER PLAY Avoid a Calamity ON Bob")
    imperial.tick()
    assert [q.world for q in imperial.state().quarantines] == [23]
    imperial.say("p2", "ANSWER JUMP 22")
    imperial.tick()
    assert imperial.state().ships["p2"] == (22,)


def test_an_avoid_at_once_lifts_a_quarantine(imperial: Table) -> None:
    """ST-QUA-8."""
    place(imperial, hands={"p1": (QUARANTINE,), "p2": (AVOID,), "p3": ()})
    imperial.say("p1", "ANSWER PLAY Quarantine AT 23")
    imperial.tick()
    imperial.say("p2", "ANSWER AVOID")
    imperial.tick()
    assert imperial.state().quarantines == ()


# -- dropping out ----------------------------------------------------------------------------------


def test_an_auction_with_a_purse_too_short(stars: Table) -> None:
    """ST-W10, ST-AMB 21: sealed, in the order of the worlds; a bid above what is left is void."""
    place(stars, stations={13: "p1", 23: "p2", 31: "p3", 33: "p3"}, money={"p1": 9, "p2": 10})
    stars.say("p3", "RESIGN st1")
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    pass_gap(stars)
    assert asked(stars) == {"p1": "bid", "p2": "bid"}
    bob = stars.to("p2")
    assert "Each of these stations goes to the highest sealed bid for it" in bob
    assert ": 31 Saberhagen, 33 Niven. All your bids together can take" in bob
    assert bob.text.count("dollars: 1 to 999") == 1, "behind the last BID"
    assert bob.text.count("| ANSWER BID") == 2
    stars.say("p2", "ANSWER BID 31 UPTO 8\nANSWER BID 33 UPTO 8")
    stars.say("p1", "ANSWER BID 31 UPTO 7\nANSWER BID 33 UPTO 1")
    stars.tick()
    said = [post.text for post in stars.fresh if post.seat == "p2"]
    assert any("BID 31 UPTO 8\r\n  ; BID 33" in text for text in said)
    assert not any(text.count("Your answer to w") > 1 for text in said), "once for both"
    s = stars.state()
    assert (s.stations[31], s.stations[33]) == ("p2", "p1")
    assert (s.money["p2"], s.money["p1"]) == (2, 8)
    assert "All your bids together can take at most your $10." in bob
    void = "Your bid of $8 for the station at 33 Niven was void: it was above what you had left."
    assert void in told(stars, "p2")
    assert void not in told(stars, "p1")
    assert not any("UPTO 7" in post.text for post in stars.fresh if post.seat == "p2")


def test_one_pass_for_all_stations_of_an_auction(stars: Table) -> None:
    """ST-W10: the question is one block that lists the stations; its PASS answers them all."""
    place(stars, stations={31: "p3", 33: "p3"}, money={"p1": 8, "p2": 8})
    stars.say("p3", "RESIGN st1")
    stars.tick()
    while "bid" not in asked(stars).values():
        seat = next(iter(asked(stars)))
        stars.say(seat, f"ANSWER {'FINISH' if asked(stars)[seat] == 'act' else 'PASS'}")
        stars.tick()
    (window,) = {row.window for row in stars.read_pending()}
    letter = stars.to("p2").text
    assert letter.count("YOUR ANSWER, Bob") == letter.count("Silence means") == 1
    assert letter.count("highest sealed bid") == 1
    assert letter.count("been asked too") == 1
    assert "Anna has been asked too" in letter
    assert letter.count("; ANSWER PASS") == 1
    stars.say("p2", f"STATUS\nANSWER w{window} PASS")
    stars.tick()
    assert stars.ordered()[-1].outcome == "kept"
    assert {row.seat for row in stars.read_pending()} == {"p1", "p2"}
    assert len(stars.desk().direct) == 2
    stars.say("p1", "HELP")
    stars.tick()
    assert stars.to("p1").flat.count(f"We still wait for your answer to w{window}") <= 1
    stars.say("p1", "ANSWER PASS")
    stars.tick()
    assert "bid" not in asked(stars).values()


def test_the_heading_for_the_gap_is_explained_and_listed(stars: Table) -> None:
    """ST-W14: as are the other headings, which every game has."""
    stars.say("p1", "HELP BETWEEN\nHELP")
    stars.tick()
    assert stars.to("p1").text.count("| BETWEEN") >= 2
