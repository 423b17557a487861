"""Quarantine: marker, timetable, ways out."""

from __future__ import annotations

from games.star_traders.facts.court import Lifted, Quarantined, QuarantineRolled
from games.star_traders.state import Quarantine, trapped
from tests.games.star_traders.scene import Scene, luck, position, scene

CARD, AVOID = luck("Quarantine"), luck("Avoid a Calamity")


def sealed(dice: dict[str, list[int]], seats: int = 2, **fields: object) -> Scene:
    """p1 plays a Quarantine on 23."""
    hands = {"p1": [CARD]} | fields.pop("also", {})  # type: ignore[operator]
    rolls = {f"die:p{i}": [1] * 60 for i in range(1, seats + 1)} | dice
    table = scene(rolls, seats=seats, variant="imperial", hands=hands, **fields)
    return table.say("PLAY Quarantine AT 23")


def test_imperial_adds_cards_and_markers() -> None:
    """ST-IMP-1, ST-QUA-1."""
    assert len(position(variant="imperial").deck) > 100
    table = sealed({})
    assert table.one(Quarantined).first == "p2"


def test_who_is_there_stays() -> None:
    """ST-QUA-2, ST-QUA-3, ST-QUA-4, ST-AMB 8: no jump of any kind, but everything else."""
    table = sealed({}, at={"p2": 23}, stations={}, money={"p2": 20}).turn()
    assert table.waiting == {"p2": "act"}
    assert table.verbs & {"JUMP", "STATION", "RANDOM"} == set()
    assert {"BUILD", "BUSINESS"} <= table.verbs
    assert table.asked.info["roll"] == ()
    own = sealed({}, at={"p1": 23})
    assert "JUMP" not in own.verbs
    # Entering is free.
    enter = sealed({"die:p1": [6] * 5}, at={"p1": 22}, stations={})
    assert enter.legal("JUMP 23")


def test_the_worked_case() -> None:
    """ST-QUA-5, ST-QUA-6, ST-QUA-7, ST-AMB 38: B1 and all to B2 on a 1, then 1 or 2, gone at B4."""
    table = sealed({"quarantine:23": [2, 2, 3, 3, 3, 3]}, seats=2, at={"p2": 55})
    table.turn()
    seen = []
    for _ in range(6):
        table.turn()
        seen = [(f.seat, f.most) for f in table.all(QuarantineRolled)]
    assert seen[:4] == [("p2", 1), ("p1", 1), ("p2", 2), ("p1", 2)]
    lifted = table.one(Lifted)
    assert lifted.why == "time"
    # B1, B2 and B3 have rolled; at the beginning of B4 it is over.
    assert [f.seat for f in table.all(QuarantineRolled)].count("p2") == 3


def test_a_one_lifts_it() -> None:
    """ST-QUA-5."""
    table = sealed({"quarantine:23": [1]}).turn().turn()
    assert table.one(Lifted).why == "die"
    assert table.s.quarantines == ()


def test_avoid_at_once() -> None:
    """ST-QUA-8, ST-W11: by anybody, at once, it is lifted altogether."""
    table = sealed({}, also={"p2": [AVOID]}, stops=("quarantine",))
    assert table.waiting == {"p2": "quarantine"}
    table.answers(p2="AVOID")
    assert (table.one(Lifted).why, table.s.quarantines) == ("avoid", ())


def test_avoid_later() -> None:
    """ST-QUA-9: only that Trader may leave; the marker stays."""
    table = sealed({}, also={"p2": [AVOID]}, at={"p2": 23}).turn()
    table.say('PLAY "Avoid a Calamity" ON Bob')
    assert not trapped(table.s, "p2", 23)
    assert trapped(table.s, "p1", 23)
    assert "RANDOM" in table.verbs


def test_a_second_one_lifts_both() -> None:
    """ST-QUA-10."""
    table = scene(
        {"die:p1": [1]}, variant="imperial", hands={"p1": [CARD]},
        quarantines=(Quarantine(world=23, first="p2"),),
    ).say("PLAY Quarantine AT 23")  # fmt: skip
    assert (table.one(Lifted).why, table.s.quarantines) == ("second", ())


def test_storms_and_warps_go_through() -> None:
    """ST-QUA-11."""
    table = scene(
        {"die:p1": [1, 1]}, variant="imperial", hands={"p1": [luck("Ion Storm", 1)]},
        quarantines=(Quarantine(world=23, first="p2"),),
    ).say('PLAY "Ion Storm" ON Bob TO 22')  # fmt: skip
    assert table.s.ships["p2"] == (22,)


def test_three_markers() -> None:
    """ST-QUA-12: a fourth cannot be played, but for a world that has one."""
    three = tuple(Quarantine(world=w, first="p2") for w in (11, 12, 14))
    table = scene({"die:p1": [1]}, variant="imperial", hands={"p1": [CARD]}, quarantines=three)
    assert not table.legal("PLAY Quarantine AT 23")
    assert table.legal("PLAY Quarantine AT 11")


def test_the_first_roller_leaves() -> None:
    """ST-AMB 37: the next Trader takes his place; several markers are rolled for apart."""
    table = sealed({"quarantine:23": [2]}, seats=3)
    table.now("p2", "RESIGN").turn()
    assert table.s.quarantines[0].first == "p3"


def rolls(table: Scene) -> list[tuple[str, int]]:
    """Who rolled for the marker, and the highest number that would have lifted it."""
    return [(f.seat, f.most) for f in table.all(QuarantineRolled)]


def test_the_first_roller_leaves_after_his_roll() -> None:
    """ST-AMB 37, ST-AMB 38: who moves next rolls as first roller; the timetable keeps its length.

    C1 takes the place of B1: all roll for a 1 up to C2, then for 1 or 2, and it is gone at C4.
    """
    table = sealed({"quarantine:23": [3] * 20}, seats=3).turn()
    table.now("p2", "RESIGN")
    for _ in range(8):
        table.turn()
    assert rolls(table) == [
        ("p2", 1),
        ("p3", 1), ("p1", 1),
        ("p3", 2), ("p1", 2),
        ("p3", 2), ("p1", 2),
    ]  # fmt: skip
    assert table.one(Lifted).why == "time"


def test_the_first_roller_leaves_after_his_second_roll() -> None:
    """ST-AMB 37, ST-QUA-7: C2 takes the place of B2; it is gone at C4."""
    table = sealed({"quarantine:23": [3] * 20}, seats=3)
    for _ in range(4):
        table.turn()
    table.now("p2", "RESIGN")
    for _ in range(6):
        table.turn()
    assert rolls(table)[:3] == [("p2", 1), ("p3", 1), ("p1", 1)]
    assert rolls(table)[3:] == [("p2", 2), ("p3", 2), ("p1", 2), ("p3", 2), ("p1", 2)]
    assert table.one(Lifted).why == "time"


def test_the_first_roller_leaves_before_his_next_turn() -> None:
    """ST-AMB 37: who has moved since takes the leaver's next turn: C2 is B2."""
    table = sealed({"quarantine:23": [3] * 20}, seats=3)
    for _ in range(3):
        table.turn()
    table.now("p2", "RESIGN")
    for _ in range(5):
        table.turn()
    assert rolls(table) == [
        ("p2", 1), ("p3", 1), ("p1", 1),
        ("p3", 2), ("p1", 2),
        ("p3", 2), ("p1", 2),
    ]  # fmt: skip
    assert table.one(Lifted).why == "time"


def test_two_first_rollers_leave_one_after_the_other() -> None:
    """ST-AMB 37: B after his first roll, C after his; D takes their place, and it is gone at D4."""
    table = sealed({"quarantine:23": [3] * 20}, seats=4).turn()
    table.now("p2", "RESIGN").now("p3", "RESIGN")
    for _ in range(6):
        table.turn()
    assert rolls(table) == [
        ("p2", 1), ("p3", 1),
        ("p4", 1), ("p1", 1),
        ("p4", 2), ("p1", 2),
        ("p4", 2), ("p1", 2),
    ]  # fmt: skip


def test_its_dice_cannot_be_zapped() -> None:
    """ST-AMB 49, ST-AMB 7: no window for it, nor for a Random Jump."""
    table = sealed(
        {"quarantine:23": [1]}, also={"p2": [luck("Zap")]}, stops=("zap",)
    ).turn().turn()  # fmt: skip
    assert table.one(Lifted).why == "die"


def test_who_comes_back_is_kept_again() -> None:
    """ST-QUA-2, ST-QUA-9: an Avoid lets a Trader move away once."""
    table = scene(
        {"die:p1": [6] * 5}, variant="imperial", hands={"p1": [luck("Avoid a Calamity")]},
        quarantines=(Quarantine(world=13, first="p2"),),
    )  # fmt: skip
    assert not table.legal("JUMP 12")
    table.say('PLAY "Avoid a Calamity" ON Anna', "JUMP 12", "JUMP 13")
    assert "JUMP" not in table.verbs
