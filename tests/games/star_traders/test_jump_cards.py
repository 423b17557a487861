"""Cards about jumps, where they meet other rules."""

from __future__ import annotations

from typing import Any

import pytest

from engine.state import Mod
from games.star_traders.facts.travel import FellShort, Jumped, Thrown, Turned
from games.star_traders.state import Quarantine
from games.star_traders.travel.steps import fleet_step, step
from tests.games.star_traders.scene import Scene, luck, position, scene
from tests.games.star_traders.test_orders import Table

JAM = Mod(kind="jam", seat="p1", value=1, until="end:p1")


def test_goto_reckons_with_jammed_beacons() -> None:
    """ST-LUC-3: the own beacon does not work in this turn; a roll is used for another way."""
    s = position(at={"p1": 11}, stations={13: "p1"}, mods=(JAM,))
    jammed = Table(s, {"die:p1": [2] * 5}).plan("p1", "GOTO 25", "ELSE BUSINESS").run()
    assert [f.world for f in jammed.all(Jumped)][:1] == [12]
    free = position(at={"p1": 11}, stations={13: "p1"})
    table = Table(free, {"die:p1": [2] * 5}).plan("p1", "GOTO 25", "ELSE BUSINESS").run()
    assert table.all(Jumped)[0].world == 13


@pytest.mark.parametrize("role", ["", "Tycoon"])
def test_behind_the_last_action_beacons_work_again(role: str) -> None:
    """ST-LUC-3: with it the ship stays where the own beacon is one jump away in the next turn."""
    fields: dict[str, Any] = {
        "stations": {13: "p1"},
        "mods": (JAM,),
        "roles": {"p1": role} if role else {},
    }
    for left, way in ((2, "12"), (1, None)):
        at: dict[str, Any] = {"p1": (11, 55) if role else 11}
        scene = Scene(position(at=at, **fields), {"die:p1": [2] * 5})
        scene.s.left["turn"] = left
        found = fleet_step(scene.s, "p1", 25) if role else step(scene.s, "p1", 0, 25)
        assert (found and found.args[0]) == way


def perfect(**fields: object) -> Scene:
    """p1 with Perfect Course, where jumps are declared."""
    held = {"p1": [luck("Perfect Course")]} | fields.pop("also", {})  # type: ignore[operator]
    return scene(
        {"die:p1": [1] * 9}, options={"declared": True}, at={"p1": 14}, stations={}, hands=held,
        **fields,
    )  # fmt: skip


def test_perfect_course_where_jumps_are_declared() -> None:
    """ST-LUC-3, ST-MOV-15: it lays the next die; the one after that is thrown again."""
    table = perfect()
    assert table.legal("JUMP 56")
    table.say('PLAY "Perfect Course"')
    assert (table.one(Turned).was, table.asked.info["roll"]) == (0, (6,))
    table.say("JUMP 56")
    assert (table.s.ships["p1"], table.s.left["turn"], table.all(Thrown)) == ((56,), 4, [])
    table.say("JUMP 14")
    assert (table.one(Thrown).dice, table.one(FellShort).lost) == ((1,), True)


def test_a_die_that_was_laid_is_spent_as_any_other() -> None:
    """ST-TRN-10: by what needs no roll, too."""
    table = perfect().say('PLAY "Perfect Course"', "BUSINESS")
    assert table.asked.info["roll"] == ()


def test_a_die_that_was_laid_may_be_zapped() -> None:
    """ST-LUC-11, ST-MOV-15: then the declared jump has failed, and there is no shorter one."""
    table = perfect(also={"p2": [luck("Zap")]}, stops=("zap",)).say(
        'PLAY "Perfect Course"', "JUMP 56"
    )
    table.answers(p2="ZAP DOWN BY 1")
    assert (table.one(FellShort).lost, table.s.left["turn"]) == (True, 4)
    assert table.asked.info["roll"] == ()


def test_perfect_course_needs_a_die_to_come() -> None:
    """ST-LUC-3: none is thrown where a Quarantine keeps the ship."""
    assert "PLAY" in perfect().verbs
    assert "PLAY" not in perfect(quarantines=(Quarantine(world=14, first="p2"),)).verbs
