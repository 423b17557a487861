"""Stored shapes of old versions are lifted; those of newer ones are refused.

The files in ``golden`` are what version 1 of the toy wrote: stalls were called booths, no
refusal was remembered, and its Zap window (version 0) knew one kind of walk.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.codec import Codec, UnknownShape
from engine.fact import Pushed
from tests.toy.game import LANTERNS
from tests.toy.play import Play, midgame
from tests.toy.state import ToyState
from tests.toy.walking import Zapping

GOLDEN = Path(__file__).parent / "golden"
CODEC = Codec(LANTERNS)


def golden(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GOLDEN / name).read_text())
    return found


def test_a_state_of_version_1_is_lifted_with_the_phases_on_its_stack() -> None:
    s = CODEC.read_state((GOLDEN / "state_v1.json").read_bytes())
    assert (s.stalls, s.refused) == ({"Elm": "p2"}, ())
    assert isinstance(s.stack[-1], Zapping)
    assert s.stack[-1].walk == "turn"


def test_report_85_a_lifted_campaign_plays_on() -> None:
    """The window that version 1 left open is settled by version 2."""
    live = Play(midgame({"p1": ["Zap"], "p2": ["Zap", "Zap"]}, stalls={"Elm": "p2"}))
    live.s = CODEC.read_state((GOLDEN / "state_v1.json").read_bytes())
    live.answer("p1", "PASS")
    live.answer("p2", "ZAP down")
    live.run()
    assert live.s.die["turn"] == 1


def test_a_fact_of_version_1_that_holds_an_old_phase_is_lifted() -> None:
    data = golden("pushed_v1.json")
    fact = CODEC.read_fact(data["kind"], data["v"], data["fields"])
    assert isinstance(fact, Pushed)
    assert fact.phase == Zapping(n=5, seat="p1", walk="turn", to="Birch")


def test_what_is_lifted_is_written_in_the_new_version() -> None:
    s = CODEC.read_state((GOLDEN / "state_v1.json").read_bytes())
    raw = CODEC.state(s)
    assert json.loads(raw)["v"] == ToyState.version == 2
    assert CODEC.read_state(raw) == s


def test_lifting_leaves_the_stored_data_alone() -> None:
    data = golden("pushed_v1.json")
    before = json.dumps(data)
    CODEC.read_fact(data["kind"], data["v"], data["fields"])
    assert json.dumps(data) == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"v": 3}, "newer"),
        ({"v": 0}, "no way from version 0"),
        ({"v": "2"}, "v"),
        ({"fields": []}, "fields"),
    ],
)
def test_a_state_of_another_version_is_refused(change: dict[str, Any], why: str) -> None:
    data = golden("state_v1.json") | change
    with pytest.raises(UnknownShape, match=why):
        CODEC.read_state(json.dumps(data))


def test_a_phase_of_a_newer_version_is_refused() -> None:
    data = golden("pushed_v1.json")["fields"]["phase"] | {"v": 2}
    with pytest.raises(UnknownShape, match="Zapping version 2 is newer than 1"):
        CODEC.read_phase(data)


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{",
        b"[]",
        b'{"v": 2}',
        b'{"v": 2, "fields": {}}',
        b'{"v": 2, "fields": {"variant": 7, "seats": [], "options": {}}}',
    ],
)
def test_a_broken_state_is_refused_and_no_other_exception(broken: bytes) -> None:
    with pytest.raises(UnknownShape):
        CODEC.read_state(broken)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("Unheard", {}),
        ("Threw", {"walk": "turn"}),
        ("Threw", {"walk": "turn", "value": "four"}),
        ("Threw", {"walk": "turn", "value": 4, "loudly": True}),
        ("Pushed", {}),
        ("Pushed", {"phase": {"kind": "Unheard", "v": 1, "fields": {}}}),
    ],
)
def test_a_broken_fact_is_refused(kind: str, fields: dict[str, Any]) -> None:
    """A field too many as well: dropping it in silence would change the past."""
    with pytest.raises(UnknownShape):
        CODEC.read_fact(kind, 1, fields)
