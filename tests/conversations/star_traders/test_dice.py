"""The Strategist's dice by mail (ST-PER-9), and what a personality may do."""

from __future__ import annotations

import pytest

from tests.conversations.star_traders.stars import OTHER, ZAP, all_say, asked, fall, place, told
from tests.conversations.table import Table


def strategist(table: Table, patch: pytest.MonkeyPatch, *rolls: int, **fields: object) -> Table:
    """Anna is the Strategist; her dice lie there."""
    fall(patch, {"die:p1": rolls})
    hands = {"p1": (OTHER,), "p2": (ZAP,), "p3": (OTHER,)}
    settings: dict[str, object] = {"roles": {"p1": "Strategist"}, "hands": hands, "stations": {}}
    return place(table, **(settings | fields))


def test_the_dice_are_told_and_named(zaps: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-PER-9, ST-RUL-9: question and report say the dice; two of them are named by mail."""
    strategist(zaps, monkeypatch, 6, 1, 3, 5, 1, at={"p1": 14})
    anna = zaps.to("p1")
    assert "your dice are 1, 1, 3, 5, 6: use them in any order (WITH)" in anna
    assert "your dice: 1 1 3 5 6, in any order" in anna
    assert "The Strategist: all dice thrown at once" in anna
    legend = "choosing among them you mostly need a third fewer"
    assert legend in anna
    assert legend not in zaps.to("p2")
    zaps.say("p1", "ANSWER JUMP 56 WITH 5 + 3")
    zaps.tick()
    assert "Anna announced a jump to 56" in zaps.to("p2")
    assert "with 3 + 5; it needs 6" in zaps.to("p2")
    all_say(zaps, "ANSWER PASS", *asked(zaps))
    zaps.tick()
    assert zaps.state().ships["p1"] == (56,)
    assert "needs 6, used 3 + 5" in told(zaps, "p1")
    assert "your dice are 1, 1, 6: use them in any order (WITH)." in zaps.to("p1")


def test_dice_that_are_not_there_and_dice_of_others(
    zaps: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-PER-9: the three kinds of error, with what would do."""
    strategist(zaps, monkeypatch, 6, 1, 3, 5, 1, at={"p1": 14})
    for text, said in (
        ("ANSWER JUMP 56 WITH 3", "not with these dice: 6, 1, 3, 5, 1 lie there."),
        ("ANSWER JUMP 56 WITH 9", "9"),
        ("ANSWER JUMP 56 WITH", "WITH"),
    ):
        zaps.say("p1", text)
        zaps.tick()
        receipt = zaps.to("p1")
        assert said in receipt
        assert "JUMP 56 WITH 6" in receipt.text or "5 or 3+5" in receipt.text
    assert zaps.state().ships["p1"] == (14,)


def test_others_name_no_dice(stars: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-PER-9: refused kindly, with the jumps that are possible."""
    fall(monkeypatch, {"die:p1": [6]})
    place(stars, hands={"p1": (OTHER,)})
    stars.say("p1", "ANSWER JUMP 12 WITH 6")
    stars.tick()
    receipt = stars.to("p1")
    assert "only a Strategist names dice (WITH)." in receipt
    assert "; ANSWER JUMP 12" in receipt.text


def test_help_tells_of_the_dice(stars: Table) -> None:
    """ST-PER-9, ST-LUC-11: HELP JUMP, HELP PETITION, HELP ZAP."""
    for word, said in (
        ("JUMP", "JUMP <world> WITH <5 or 3+5>"),
        ("PETITION", "WITH <die>"),
        ("ZAP", "Without BY your strongest Zap is, as far as it goes."),
    ):
        stars.say("p1", f"HELP {word}")
        stars.tick()
        assert said in stars.to("p1")
