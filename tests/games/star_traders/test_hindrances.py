"""Why an order is not possible now: one thing, which its owner can see (engine-interfaces)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.advance import advance
from engine.decision import Decision, Order
from engine.dice import KeyedDice
from engine.state import Mod, change
from engine.table import Answer
from games.star_traders.game import STAR_TRADERS
from games.star_traders.hindrance.reasons import hinders
from games.star_traders.state import Quarantine
from tests.games.star_traders.scene import luck, position, scene

SCANDAL = luck("Scandal", -3)


def why(s: Any, text: Order, kind: str = "act", seat: str = "p1") -> Any:
    found = hinders(STAR_TRADERS.hide(s, seat), seat, kind, text)
    return None if found is None else (found.code, dict(found.data))


def play(name: str, **slots: Any) -> Order:
    order = [name, *(slots.get(x) for x in ("on", "with_", "to", "at", "box", "ship"))]
    return Order("PLAY", tuple(order))


class Sampled:
    """Random answers; every legal one is held against ``hinders``, as are those of before."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.before: dict[tuple[str, str], list[Order]] = {}
        self.bad, self.named = 0, 0

    def answer(self, s: Any, d: Decision) -> Answer:
        view = STAR_TRADERS.hide(s, d.seat)
        order = d.sample(self.rng)
        assert hinders(view, d.seat, d.kind, order) is None, (d.kind, order)
        for old in self.before.setdefault((d.seat, d.kind), [])[-5:]:
            found = hinders(view, d.seat, d.kind, old)
            legal = d.has(old) or old == d.default
            assert not (legal and found is not None), (d.kind, old, found)
            if d.kind == "calamity":
                continue  # BUY and SELL are for one Calamity, and never asked of another
            self.bad += not legal
            self.named += not legal and found is not None
        self.before[d.seat, d.kind].append(order)
        return Answer(order)

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """Nothing is kept."""


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_what_is_legal_has_no_reason_and_most_that_is_not_has_one(variant: str) -> None:
    """One source: the tests of legality. Whatever a seat holds, whoever plays which personality."""
    options = {o.name: o.default for o in STAR_TRADERS.options(variant)}
    if "personalities" in options:
        options["personalities"] = "random"
    seen = [0, 0]
    for seed in range(3):
        s = STAR_TRADERS.begin(variant, ("p1", "p2", "p3"), {**options, "rounds": 40})
        source = Sampled(seed)
        advance(STAR_TRADERS, s, source, KeyedDice(bytes([seed] * 32)))
        seen[0] += source.bad
        seen[1] += source.named
    assert seen[1] > 0.85 * seen[0] > 0


def test_cards() -> None:
    """ST-LUC: not in the hand, not now, no money, kept by a Quarantine, nobody to hit."""
    gate, prefab = luck("Stargate"), luck("Prefab Station")
    table = scene(
        {"die:p1": [1] * 5}, hands={"p1": (gate, prefab, SCANDAL)}, money={"p1": 0},
        at={"p1": 14}, quarantines=(Quarantine(world=14, first="p2"),),
    )  # fmt: skip
    s = table.s
    assert why(s, play("Engine Trouble", on="p2")) == ("unheld", {"card": "Engine Trouble"})
    assert why(s, play("Stargate", to="34"), "between") == ("moment", {"card": "Stargate"})
    assert why(s, play("Stargate", to="34")) == ("kept", {"world": "14"})
    code, data = why(s, play("Prefab Station"))
    assert (code, data["money"]) == ("short", 0)
    assert why(s, play("Scandal", on="p2")) is None
    shielded = change(s, mods=(Mod(kind="shield", seat="p2", value=1, until="begin:p2"),))
    assert why(shielded, play("Scandal", on="p2")) == ("shielded", {"seat": "p2"})
    assert why(change(s, leaving=("p2",)), play("Scandal", on="p2")) == ("away", {"seat": "p2"})


def test_jumps_and_beacons() -> None:
    """ST-MOV-3, ST-MOV-9, ST-QUA-2: the roll, the line, the owner's price, the Quarantine."""
    table = scene({"die:p1": [1] * 5}, at={"p1": 13}, stations={14: "p2"}, money={"p1": 2})
    code, data = why(table.s, Order("JUMP", ("14", None)))
    assert (code, data["roll"]) == ("low", 1)
    assert why(table.s, Order("JUMP", ("45", None)))[0] == "no-line"
    station = Order("STATION", ("14", 3, None))
    assert why(table.s, station) == ("closed", {"seat": "p2", "world": "14"})
    dear = change(table.s, tariffs={"p2": {"others": 5}})
    assert why(dear, station) == ("dearer", {"seat": "p2", "world": "14", "price": 5})
    assert why(change(table.s, tariffs={"p2": {"others": 3}}), station) == (
        "short", {"price": 3, "money": 2},
    )  # fmt: skip
    assert why(change(table.s, stations={}), station) == ("no-station", {"world": "14"})


def test_actions_at_a_world() -> None:
    """ST-STA-3, ST-CAR-1, ST-WIN-1: station, money, markers, what a petition takes."""
    s = scene({"die:p1": [1] * 5}, at={"p1": 14}, money={"p1": 4}, prestige={"p1": 3}).s
    assert why(s, Order("BUILD", (None, None))) == ("short", {"price": 5, "money": 4})
    stands = change(s, stations={14: "p2"})
    assert why(stands, Order("BUILD", (None, None))) == ("built", {"world": "14"})
    assert why(s, Order("PICKUP", (6, None))) == ("no-contract", {"box": 6})
    assert why(s, Order("PICKUP", (1, None))) == ("lies", {"world": "11"})
    assert why(s, Order("ABANDON", (1,))) == ("not-aboard", {"seat": "p1", "box": 1})
    code, data = why(s, Order("PETITION", (None, None)))
    assert (code, data["lacks"]["prestige"], data["lacks"]["money"]) == ("unfit", (15, 3), (50, 4))


def test_what_an_answer_hangs_on() -> None:
    """ST-RUL-7: the Contract in the box, the marker, the ships, the station."""

    def changed(order: Order) -> Any:
        found = hinders(position(), "p1", "between", order, changed=True)
        return None if found is None else (found.code, dict(found.data))

    glitch = play("A Glitch in the System", box=1)
    assert changed(glitch) == ("other-contract", {"box": 1})
    assert changed(play("Quarantine", at="14")) == ("unmarked", {"world": "14"})
    assert changed(play("Lost in Space", on="p2")) == ("moved", {"seats": ["p2"]})
