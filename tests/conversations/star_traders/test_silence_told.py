"""What a question says that silence means is what silence does, window by window."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.mailroom.picture import needs_of
from pbem.referee.seated import load
from tests.conversations.star_traders.stars import AVOID, OTHER, ZAP, asked, fall, kinds, place
from tests.conversations.star_traders.test_swaps import ALONE, PLEA, SCENES, Scene, _bribed, _say
from tests.conversations.table import Table
from tests.games.star_traders.scene import luck

WORDS = {
    ("bribe", "PAY"): "Silence means you pay, by what you have on file, and it is granted;",
    ("bribe", "PASS"): "Silence means it is denied, and you lose 4 Prestige;",
    ("calamity", "AVOID"): "Silence means your Avoid is played by what you have on file, while you",
    ("calamity", "PASS"): "Silence means you suffer it.",
    ("quarantine", "AVOID"): "Silence means your Avoid is played by what you have on file, and",
    ("quarantine", "PASS"): "Silence means you play no Avoid.",
    ("verdict", "ZAP"): "Silence means your Zap is played by what you have on file,",
    ("verdict", "PASS"): "Silence means no Zap of yours is played,",
    ("zap", "PASS"): "Silence means nobody is Zapped by you.",
    ("petition", "PASS"): "Silence means you play nothing.",
    ("glitch", "PASS"): "Silence means you play nothing.",
    ("bid", "BID"): "; BID 23 UPTO 3 You may still answer otherwise, until",
    ("bid", "PASS"): "Silence means you do not bid.",
    ("shift", "SHIFT"): "Silence means the cargo is shifted to Contract",
    ("shift", "PASS"): "Silence means the cargo is lost.",
    ("between", "PASS"): "Silence means you play nothing.",
}
"""By kind of question and what silence gives."""

STRUCK = _say("p1", "ANSWER PLAY Scandal ON Cleo")
CAUGHT = _say("p1", "ANSWER PLAY Quarantine AT 33")
SCANDAL, SEAL = luck("Scandal", -2), luck("Quarantine")
RACE = {"boxes": ("N11", "F11", "N31"), "cargo": {"p1": (1,), "p3": (1,)}, "at": {"p1": 43}}
LAST = _say("p1", "ANSWER JUMP 44")
OFF = "STANDING\nPAY PETITION OFF"


def _poor(table: Table) -> None:
    """The suggestion is taken off the file before the petition."""
    _say("p1", OFF)(table)
    _bribed(table)


MORE = (
    Scene("calamity", "family", STRUCK, anna=(SCANDAL,), asks="p3"),
    Scene("quarantine", "imperial", CAUGHT, anna=(SEAL,), dice={"quarantine:33": [6, 6]}),
    Scene("shift", "family", LAST, RACE, {"die:p1": [6]}),
    Scene("bribe", "black-hole", _poor, PLEA, {"petition:p1": [4]}, asks="p1"),
    Scene("between", "family", _say("p1", "ANSWER FINISH"), anna=(OTHER,)),
)


@pytest.mark.parametrize("hand", [(ZAP, AVOID), (OTHER, luck("Overdrive", nth=1))], ids=repr)
@pytest.mark.parametrize("scene", [*SCENES, *MORE], ids=lambda scene: scene.kind)
def test_report_67_silence_does_what_its_question_says(
    begun: dict[str, Table],
    scene: Scene,
    hand: tuple[str, ...],
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The letter's words are those for the order that is taken at the deadline."""
    table = Table.copy(begun[scene.office], tmp_path / "office")
    fall(monkeypatch, {**ALONE, **scene.dice})
    place(table, hands={"p1": scene.anna, "p2": scene.bob, "p3": hand}, **scene.at)
    scene.play(table)
    who = scene.asks
    while asked(table).get(who) != scene.kind:
        table.until()
    with table.office.session() as session:
        needs = needs_of(session, load(session, "st1"), who)
    (one,) = [a for a in needs.asked if a.decision.kind == scene.kind]
    assert one.given is not None
    letter = table.newest["st1", who]
    key = (scene.kind, one.given.verb)
    words = WORDS[key]
    if key == ("calamity", "PASS") and one.decision.info["victim"] != who:
        words = "Silence means you offer nothing."
    assert words in letter
    table.until()
    rows = [json.loads(f.fields) for f in table.facts() if f.kind == "Answered"]
    taken = [r for r in rows if r["decision"] == one.decision.id]
    assert [r["verb"] for r in taken] == [one.given.verb]
    if scene.kind == "bribe":
        assert ("Allowed" in kinds(table)) == (one.given.verb == "PAY")


def test_who_has_an_answer_on_file_is_told_that_nothing_is_needed(stars: Table) -> None:
    """A standing PASS answers each gap; the letter that comes with it says so, subject and all."""
    place(stars, hands={"p1": (OTHER,), "p2": (SCANDAL,), "p3": (OTHER,)})
    stars.say("p2", "STANDING\nPASS")
    stars.tick()
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    bob, cleo = stars.to("p2"), stars.to("p3")
    window = stars.read_pending()[0].window
    assert f"NOTHING IS NEEDED, Bob - what you have on file answers w{window}: ; PASS" in bob
    assert "You may still answer otherwise, until" in bob
    assert "YOUR ANSWER" not in bob
    assert "Silence means" not in bob
    assert "nothing is needed from you" in bob.subject
    assert "YOUR ANSWER, Cleo" in cleo
    assert "Between turns: your answer by" in cleo.subject
    stars.say("p3", "ANSWER PASS\nSTATUS")
    stars.tick()
    assert f"NOTHING IS NEEDED, Cleo - what you have on file answers w{window}" in stars.to("p3")


TWO_LINES = "These two lines pass for good, so that nobody waits for you: ; STANDING ; PASS"


def test_the_gap_tells_of_the_standing_pass_until_there_is_one(stars: Table) -> None:
    """ST-W7: where nobody wants to play anything, each gap would cost a day a silent player."""
    assert TWO_LINES in stars.newest["st1", "p2"]
    place(stars, hands={"p1": (OTHER,), "p2": (SCANDAL,), "p3": (OTHER,)})
    stars.say("p2", "STANDING\nPASS")
    stars.tick()
    stars.say("p1", "ANSWER FINISH")
    stars.tick()
    assert TWO_LINES in stars.to("p3")
    assert max(map(len, stars.to("p3").text.splitlines())) <= 72
    assert "for good" not in stars.to("p2")


def test_a_campaign_without_a_gap_that_waits_tells_of_no_standing_pass(empty: Table) -> None:
    """Super Nova has no cards, and at pace rounds nobody is asked."""
    empty.new("sn1", game="star-traders", variant="super-nova", players=2).start()
    empty.new(
        "ro1", game="star-traders", variant="family", players=2, options={"pace": "rounds"}
    ).start()
    for campaign in ("sn1", "ro1"):
        first = empty.newest[campaign, "p1"]
        assert "THE GAME" in first.text
        assert "for good" not in first
