"""No letter hangs on a hidden hand, window by window (test_report_62, test_report_64).

Each scene is played three times; only what Cleo holds differs, and what is left in the deck. Her
letters in are the same. All letters to the others are the same to the byte: text, recipients, time.
Every window opens for her whatever she holds, since the number of her cards is all that is public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.conversations.star_traders.stars import (
    AVOID,
    GLITCH,
    OTHER,
    PARADE,
    QUARANTINE,
    SCANDAL,
    TROUBLE,
    ZAP,
    all_say,
    asked,
    fall,
    place,
)
from tests.conversations.table import Table
from tests.games.star_traders.scene import luck

OTHER_TOO = luck("Overdrive", nth=1)
HANDS = ((ZAP, AVOID), (SCANDAL, PARADE), (GLITCH, OTHER_TOO))
"""What Cleo may hold: what changes dice and saves, what changes Prestige, what replaces."""
FIRST = ("F11", "F12", "F13", "F14", "F15", "F16")
"""On top of the deck, so that everybody draws the same."""

ALONE = {"die:p1": [1] * 9, "die:p2": [1] * 9, "die:p3": [1] * 9, "deck": [1] * 6}


@dataclass(frozen=True)
class Scene:
    """A window, the position, and how it comes to be; ``office`` is one of the tables laid."""

    kind: str
    office: str
    play: Callable[[Table], None]
    at: Mapping[str, Any] = field(default_factory=dict)
    dice: Mapping[str, list[int]] = field(default_factory=dict)
    anna: tuple[str, ...] = (OTHER,)
    bob: tuple[str, ...] = ()
    asks: str = "p3"
    """Who is asked whatever Cleo holds."""


def _say(seat: str, text: str) -> Callable[[Table], None]:
    def play(table: Table) -> None:
        table.say(seat, text)
        table.tick()

    return play


def _bid(table: Table) -> None:
    """Bob leaves; Cleo's bid is the same in all runs."""
    table.say("p2", "RESIGN st1")
    table.say("p3", "STANDING\nBID 23 UPTO 3\nPASS")
    _say("p1", "ANSWER FINISH")(table)
    all_say(table, "ANSWER PASS", *(x for x, k in asked(table).items() if k == "between"))
    table.tick()


def _judged(table: Table) -> None:
    """To the window behind the roll."""
    _say("p1", "ANSWER PETITION")(table)
    assert asked(table)["p3"] == "petition"
    all_say(table, "ANSWER PASS", *asked(table))
    table.tick()


def _bribed(table: Table) -> None:
    """To the Emperor's price: all pass before the roll and after it."""
    _say("p1", "ANSWER PETITION")(table)
    while "bribe" not in asked(table).values():
        all_say(table, "ANSWER PASS", *asked(table))
        table.tick()


def _laps(table: Table) -> None:
    """Anna plays in two laps of the gap, each time on Bob, who may answer."""
    gap = "BETWEEN\nPLAY Engine Trouble ON Bob\nPLAY Scandal ON Bob"
    _say("p1", f"STANDING\nDISCARD LAST Engine Trouble, Scandal\nPASS\n{gap}\nANSWER FINISH")(table)
    all_say(table, "ANSWER PASS", "p2", "p3")
    table.tick()


PLEA = {"options": {"stations": 1}, "money": {"p1": 60}, "prestige": {"p1": 17}}
SCANDAL_TOO = luck("Scandal", -2)

SCENES = (
    Scene("petition", "zaps", _say("p1", "ANSWER PETITION"), PLEA, {"petition:p1": [2]}),
    Scene("verdict", "zaps", _judged, PLEA, {"petition:p1": [2]}),
    Scene(
        "quarantine",
        "imperial",
        _say("p1", "ANSWER PLAY Quarantine AT 23"),
        anna=(QUARANTINE, OTHER),
        dice={"quarantine:23": [6, 6, 6]},
    ),
    Scene("bid", "family", _bid, {"stations": {13: "p1", 23: "p2", 33: "p3"}}),
    Scene(
        "glitch",
        "glitches",
        _say("p1", "ANSWER JUMP 15"),
        {
            "boxes": ("N11", "F34", "N31"),
            "cargo": {"p1": (2,)},
            "at": {"p1": 14},
            "stations": {},
        },
        {"die:p1": [2] * 9},
    ),
    Scene("bribe", "black-hole", _bribed, PLEA, {"petition:p1": [4]}, asks="p1"),
    Scene("calamity", "family", _laps, anna=(TROUBLE, SCANDAL_TOO), bob=(OTHER,)),
    Scene("zap", "zaps", _say("p1", "ANSWER JUMP 12"), dice={"die:p1": [6] * 9}),
)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.kind)
def test_report_62_no_letter_hangs_on_what_cleo_holds(
    begun: dict[str, Table], scene: Scene, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Through the window, her silence in it, its deadline, and the rest of the turn."""
    runs = []
    for number, hand in enumerate(HANDS):
        table = Table.copy(begun[scene.office], tmp_path / f"run{number}")
        fall(monkeypatch, {**ALONE, **scene.dice})
        deck = (*FIRST, *(card for other in HANDS for card in other if card not in hand))
        hands = {"p1": scene.anna, "p2": scene.bob, "p3": hand}
        place(table, hands=hands, deck=deck, **scene.at)
        before = len(table.letters)
        scene.play(table)
        assert asked(table).get(scene.asks) == scene.kind, "it opens whoever holds what (64)"
        _to_the_end_of_the_turn(table)
        runs.append([(post.seat, post.kind, post.raw) for post in table.letters[before:]])
    for other in runs[1:]:
        assert [x[:2] for x in other] == [x[:2] for x in runs[0]]
        assert [x for x in other if x[0] != "p3"] == [x for x in runs[0] if x[0] != "p3"]
    assert any(x != y for x, y in zip(runs[0], runs[1], strict=True)), "Cleo sees her own hand"


def _to_the_end_of_the_turn(table: Table) -> None:
    """Anna and Bob answer, Cleo is silent to each deadline; until Bob's turn has begun."""
    for _ in range(12):
        waiting = asked(table)
        if waiting.get("p2") == "act" or waiting.get("p3") == "act":
            return
        for seat in set(waiting) - {"p3"}:
            table.say(seat, "ANSWER FINISH" if waiting[seat] == "act" else "ANSWER PASS")
        table.tick()
        if "p3" in asked(table):
            table.until()
    raise AssertionError(f"still waits: {asked(table)}")
