"""How an answer is written now: filled in with the values behind it, it is legal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.star_traders.game import STAR_TRADERS
from pbem.letters.places import places, usage_now
from pbem.letters.questions import AnswerLine, answer_lines
from tests.games.star_traders.scene import NAMES, Scene, luck, scene
from tests.unit.letters.positions import library

WORDS = library().book(STAR_TRADERS).words
USAGES = {
    "Quarantine": "PLAY Quarantine AT <world>",
    "Ion Storm": "PLAY Ion Storm ON <Trader> TO <world>",
    "Falling Debris": "PLAY Falling Debris ON <Trader> AT <world>",
    "Warp in the Space-Time Continuum": (
        "PLAY Warp in the Space-Time Continuum ON <Trader> WITH <second Trader>"
    ),
    "Jettison": "PLAY Jettison ON <Trader> BOX <contract>",
    "Engine Trouble": "PLAY Engine Trouble ON <Trader>",
    "Imperial Envoy": "PLAY Imperial Envoy TO <world>",
    "Overdrive": "PLAY Overdrive",
}
"""ST-LUC-3: what each of these cards takes, and nothing else."""


def table(*kinds: str, **more: Any) -> Scene:
    """Four Traders, and p1 holds these cards in his turn."""
    cargo = {"p2": (1, 2), "p3": (2, 3), "p4": (1, 4)}
    laid = {"variant": "imperial", "seats": 4, "cargo": cargo, **more}
    return scene({"die:p1": [3] * 9}, hands={"p1": [luck(kind) for kind in kinds]}, **laid)


@pytest.mark.parametrize("kind", USAGES)
def test_st_luc_3_a_card_is_written_with_what_it_takes(kind: str) -> None:
    at = table(kind)
    lexicon = STAR_TRADERS.lexicon(at.s, NAMES)
    (choice,) = (choice for choice in at.asked.choices if choice.form.verb == "PLAY")
    assert usage_now(choice, places(choice), WORDS["PLAY"]["slots"], lexicon) == USAGES[kind]


def filled(line: AnswerLine) -> Iterator[str]:
    """The orders that a usage makes with the values behind it, the first few of each slot."""
    texts = [line.text.removeprefix("ANSWER ")]
    if not line.values:
        yield texts[0]
    for value in line.values:
        slot, _, listed = value.partition(": ")
        for group in listed.split("; "):
            names, _, behind = group.rstrip(")").partition(" (")
            hung, _, others = behind.partition(": ")
            made = [
                fill(text, slot, name, hung, other)
                for text in texts
                for name in names.split(", ")[:9]
                for other in (others.split(", ")[:9] if hung else [""])
                if f"<{slot}>" in text and not name.startswith("and ")
            ]
            made = [re.sub(r" \[[^]]*\]", "", text) for text in made]
            yield from (text for text in made if "<" not in text)


def fill(text: str, slot: str, name: str, hung: str, other: str) -> str:
    """The slot with this value, and the one that hangs on it."""
    text = re.sub(r"\[([A-Z]*) ?<" + re.escape(slot) + r">\]", rf"\1 <{slot}>", text)
    text = text.replace(f"<{slot}>", name, 1)
    return text.replace(f"<{hung}>", other, 1) if hung else text


@pytest.mark.parametrize("role", ["", "Tycoon", "Strategist", "Builder"])
@pytest.mark.parametrize("kind", USAGES)
def test_a_usage_filled_in_is_legal(kind: str, role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """ST-LUC-3, ST-PER-10: what a line offers may be sent back, whoever has two ships."""
    monkeypatch.setattr("pbem.letters.questions.FEW", 0)
    at = table(kind, roles={"p2": role} if role else {})
    if role == "Tycoon":
        at = table(kind, roles={"p2": role}, at={"p2": (23, 31)})
    lexicon = STAR_TRADERS.lexicon(at.s, NAMES)
    lines = [x for x in answer_lines(at.asked, lexicon, WORDS, {}) if "PLAY" in x.text]
    orders = [text for line in lines for text in filled(line)]
    assert orders
    for text in orders:
        # Which of his ships a Tycoon must say only where both will do.
        assert at.legal(text) or (role == "Tycoon" and at.legal(f"{text} SHIP 2")), text
    if role == "Tycoon" and kind.startswith(("Ion", "Warp")):
        assert all("[SHIP <ship>]" in x.text and "ship: 1, 2" in x.values for x in lines)
