"""Each reason why an order is not possible now is one plain sentence (engine-interfaces)."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from games.star_traders.hindrance import altered, cards, case, court, goals, jumps, works
from games.star_traders.luck import targets
from tests.conversations.star_traders.stars import fall, place, told
from tests.conversations.star_traders.test_told import voice
from tests.conversations.table import Table

BOB, HERE = {"seat": "p2"}, {"world": "14"}
SAID: dict[str, tuple[dict[str, Any], str]] = {
    "away": (BOB, "Bob has left"),
    "shielded": (BOB, "no Calamity can be played on Bob now"),
    "unheld": ({"card": "Scandal 2"}, "Scandal 2 is not in your hand"),
    "moment": ({"card": "Stargate"}, "Stargate is not a card for this moment"),
    "spent": ({}, "it takes an action, and none is left"),
    "short": ({"price": 5, "money": 3}, "it takes $5, and you have $3"),
    "kept": (HERE, "your ship is kept by the Quarantine at 14 Brackett"),
    "far": ({}, "nothing that it could reach is near enough"),
    "built": (HERE, "there is a station at 14 Brackett"),
    "no-anothers": ({}, "no station of another Trader that could be taken is where you are"),
    "rings": ({}, "all your Station Rings are on the map"),
    "hold": ({}, "all your Cargo markers are in use"),
    "mission": ({}, "you are on an Imperial Mission"),
    "no-die": ({}, "no die lies there"),
    "journey": ({}, "an Imperial Envoy is on his way"),
    "full": ({}, "your hand is full"),
    "bare": (BOB, "Bob has no station that it could hit"),
    "not-his": (BOB | HERE, "the station at 14 Brackett is not one of Bob's that it could hit"),
    "empty-hold": (BOB, "Bob has no cargo aboard"),
    "free": (BOB, "no Quarantine keeps Bob"),
    "not-aboard": ({"seat": "p1", "box": 2}, "you have no cargo of Contract 2 aboard"),
    "no-contract": ({"box": 2}, "there is no Contract 2 now"),
    "markers": ({}, "all Quarantine markers are on the map"),
    "no-line": ({"from": "13", **HERE}, "no jumpline joins 13 Heinlein and 14 Brackett"),
    "low": (
        {"needs": 4, "roll": 1, **HERE},
        "the jump to 14 Brackett needs 4, and your roll comes to 1",
    ),
    "no-station": (HERE, "there is no station at 14 Brackett now"),
    "jammed": ({}, "you can make no Station Jumps in this turn"),
    "closed": (BOB | HERE, "Bob has posted no price for you at 14 Brackett"),
    "dearer": (BOB | HERE | {"price": 5}, "the beacon at 14 Brackett costs $5 now"),
    "drifted": ({}, "you have made the one Random Jump of this turn"),
    "aboard": ({"box": 2}, "the cargo of Contract 2 is aboard"),
    "lies": (HERE, "its cargo lies at 14 Brackett"),
    "petitioned": ({}, "you have petitioned in this turn"),
    "unfit": (
        {"lacks": {"prestige": (15, 3), "money": (50, 4), "stations": (1, 0), "network": (4, 2)}},
        "a petition takes 15 Prestige (you have 3); $50 (you have $4); 1 station (you have 0); "
        "a network of 4 Imperial Stations (yours has 2)",
    ),
    "no-chamber": ({}, "you are at no station of yours that is not Imperial yet"),
    "low-prestige": ({"prestige": 6}, "it takes 6 Prestige, which would leave you none"),
    "dice-changed": ({}, "the dice lie otherwise than when you answered"),
    "prestige-changed": (BOB | {"prestige": 7}, "Bob has 7 Prestige now"),
    "boxes-changed": ({}, "other Contracts ask for these goods now"),
    "other-contract": ({"box": 2}, "another Contract lies in box 2 now"),
    "other-mission": (BOB, "Bob has another mission now"),
    "marked": (HERE, "there is a Quarantine at 14 Brackett now"),
    "unmarked": (HERE, "there is no Quarantine at 14 Brackett any more"),
    "moved": ({"seats": ["p2", "p3"]}, "Bob's or Cleo's ship has moved since"),
    "sold": (BOB | HERE, "the station at 14 Brackett is Bob's now"),
    "otherwise-kept": (BOB, "the Quarantines that keep Bob are others now"),
}


def test_an_answer_that_is_not_possible_is_refused_with_the_reason(
    stars: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-STA-3, ST-WIN-1, ST-LUC-2: the same reasons as for a kept answer that lapses."""
    fall(monkeypatch, {"die:p1": [1] * 5})
    place(stars, hands={"p1": (), "p2": (), "p3": ()}, at={"p1": 14}, money={"p1": 3})
    for text, why in (
        ("BUILD", "it takes $5, and you have $3."),
        ("PETITION", "a petition takes 15 Prestige (you have 1); $50 (you have $3); 7 stations"),
        ("PLAY Scandal ON Bob", "Scandal is not in your hand."),
        ("PICKUP 1", "its cargo lies at 11 Bradbury."),
    ):
        stars.say("p1", f"ANSWER {text}")
        stars.tick()
        assert f"This is not possible now: {why}" in stars.to("p1"), text


@pytest.mark.parametrize("code", sorted(SAID))
def test_each_reason_in_words(code: str) -> None:
    data, said = SAID[code]
    assert voice("p1").coded("remarks", code, data) == said


def test_no_reason_is_without_words() -> None:
    """All that the modules name, and what a card lacks (``targets``)."""
    lacks = set(re.findall(r'^    "([a-z-]+)",$', inspect.getsource(targets), re.MULTILINE))
    assert len(lacks) == 11
    said = "".join(map(inspect.getsource, (altered, cards, case, court, goals, jumps, works)))
    named = set(re.findall(r'"([a-z-]+)"', said))
    assert named & set(SAID) | lacks == set(SAID)
    remarks = set(re.findall(r'Remark\(\s*"([a-z-]+)"', said))
    assert remarks <= set(SAID)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("BUILD IF MONEY >= 8", "was not possible, as there is a station at 31 Saberhagen:"),
        ("BUILD IF MONEY >= 12", "was not possible, as what stands behind IF does not hold:"),
        (
            "JUMP 33",
            "was not possible, as the jump to 33 Niven needs 4, and your roll comes to 1:",
        ),
        ("GOTO 33", "could not go on, as the jump to 33 Niven needs 4, and your roll comes to 1:"),
        ("RUN 1", "could not go on, as the jump to 63 Wells needs 3, and your roll comes to 1:"),
    ],
)
@pytest.mark.parametrize("other", ["\nELSE BUSINESS", ""])
def test_a_line_of_a_plan_that_was_not_possible_says_what_kept_it_off(
    stars: Table, line: str, words: str, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ST-STA-3, ST-MOV-2: with an ELSE that is used instead, and where the plan then stops."""
    fall(monkeypatch, {"die:p1": [1] * 9})
    place(stars, at={"p1": 31}, money={"p1": 9}, stations={31: "p2", 11: "p1", 24: "p3"})
    stars.say("p1", f"PLAN\n{line}{other}")
    stars.tick()
    if not other:
        words = words.replace("was not possible", "could not go on at line 1")
        words = words.replace("could not go on,", "could not go on at line 1,")
    assert f"{words} ; {line}" in told(stars, "p1")
    assert max(map(len, stars.to("p1").text.splitlines())) <= 72
