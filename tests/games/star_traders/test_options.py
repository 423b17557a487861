"""What the options of a campaign do, by their effect (ST-VER-6, ST-W14)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.advance import advance
from engine.decision import Decision
from engine.dice import KeyedDice
from engine.fact import TurnBegan
from engine.table import Answer
from games.star_traders.facts.court import Heard
from games.star_traders.game import STAR_TRADERS
from games.star_traders.rules import network_needed
from games.star_traders.state import could
from games.star_traders.trade import cards_in_play, kinds_in_play
from tests.games.star_traders.scene import SEED, Scene, position, scene


def court(**options: object) -> Scene:
    """p1, with one station, $60 and 14 Prestige."""
    return scene(
        {"die:p1": [1] * 9, "petition:p1": [1]}, options={"stations": 1, **options},
        money={"p1": 60}, prestige={"p1": 14},
    )  # fmt: skip


def test_prestige() -> None:
    """ST-VER-6, ST-WIN-1, ST-NOV-11: what a petition takes, and what wins Nova."""
    assert "PETITION" not in court().verbs
    assert court(prestige=14).legal("PETITION")
    assert "PETITION" not in court(prestige=15).verbs
    nova = {"variant": "nova", "money": {"p1": 59}, "prestige": {"p1": 5}}
    assert scene({"die:p1": [1] * 9}, **nova).say("STAY").s.ended == ""
    easy = scene({"die:p1": [1] * 9}, **nova, options={"prestige": 5}).say("STAY")
    assert easy.s.winners == ("p1",)


@pytest.mark.parametrize("fee", [0, 5, 60])
def test_fee(fee: int) -> None:
    """ST-VER-6, ST-WIN-1, ST-AMB 10: of the first petition; a later one takes $20."""
    table = court(prestige=2, fee=fee).say("PETITION")
    assert (table.one(Heard).fee, table.s.money["p1"]) == (fee, 60 - fee)
    assert "PETITION" not in court(prestige=2, fee=61).verbs
    later = scene(
        {"die:p1": [1] * 9, "petition:p1": [1]}, options={"stations": 1, "prestige": 2, "fee": fee},
        money={"p1": 20}, prestige={"p1": 9}, appeals={"p1": 1},
    ).say("PETITION")  # fmt: skip
    assert later.one(Heard).fee == 20


def test_the_filing_fee() -> None:
    """ST-VER-6, ST-BLK-3: in the Black Hole game, once."""
    table = scene(
        {"die:p1": [1] * 9, "petition:p1": [1]}, variant="black-hole", money={"p1": 60},
        options={"stations": 1, "prestige": 2, "fee": 7}, prestige={"p1": 9},
    ).say("PETITION")  # fmt: skip
    assert table.one(Heard).fee == 7


def test_money() -> None:
    """ST-VER-6, ST-NOV-11: in the Novas."""
    for variant in ("nova", "super-nova"):
        rich = {"variant": variant, "money": {"p1": 29}, "prestige": {"p1": 15}}
        assert scene({"die:p1": [1] * 9}, **rich).say("STAY").s.ended == ""
        table = scene({"die:p1": [1] * 9}, **rich, options={"money": 30}).say("STAY")
        assert (table.s.ended, table.s.winners) == ("nova", ("p1",))


def test_sets() -> None:
    """ST-VER-4, ST-VER-6: which cards are dealt, may be asked for, and could be held."""
    for sets, size in (("N", 36), ("NF", 72), ("NFI", 108)):
        s = position(options={"sets": sets}, hands={"p1": ["N12"], "p2": ["N13"]})
        begun = STAR_TRADERS.begin("family", ("p1", "p2"), s.options)
        assert len(begun.deck) == size
        assert ("Stargate" in kinds_in_play(s)) == (sets != "N")
        assert ("Quarantine" in cards_in_play(s)) == (sets == "NFI")
        assert could(s, "glitch") == (("p1", "p2") if sets == "NFI" else ())


@pytest.mark.parametrize("limit", [1, 2])
def test_rounds(limit: int) -> None:
    """ST-VER-6: the game ends after the last turn of that round, for who is ahead."""
    table = scene({}, options={"rounds": limit}, prestige={"p2": 3})
    for turn in range(2 * limit):
        assert (table.s.ended, table.s.turn) == ("", turn + 1)
        table.turn()
    assert (table.s.ended, table.s.winners) == ("limit", ("p2",))
    assert (table.s.round, table.s.turn) == (limit, 2 * limit)
    assert len(table.all(TurnBegan)) == 2 * limit


def test_the_last_round_at_pace_rounds() -> None:
    """ST-VER-6: nobody is asked to be READY for a round that is not played."""
    table = scene({}, options={"rounds": 1, "pace": "rounds"}, prestige={"p2": 3})
    table.answers().turn().turn()
    assert (table.s.ended, table.s.winners, table.s.round) == ("limit", ("p2",), 1)


def test_who_leaves_in_the_last_turn_is_out_before_the_limit() -> None:
    """ST-VER-6, ST-DRO-6: the drop-out comes first; of two who played one is left alone."""
    table = scene({}, options={"rounds": 1}, prestige={"p2": 3}).turn().now("p2", "RESIGN")
    assert (table.s.ended, table.s.winners) == ("alone", ("p1",))


class Seen:
    """Random answers, and the kinds of question that come up."""

    def __init__(self) -> None:
        self.rng = random.Random(5)
        self.kinds: set[str] = set()

    def answer(self, s: Any, d: Decision) -> Answer:
        self.kinds.add(d.kind)
        return Answer(d.sample(self.rng))

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """Nothing is kept."""


@pytest.mark.parametrize(
    ("variant", "sets", "never"),
    [
        ("family", "NF", {"quarantine", "glitch"}),
        ("family", "N", {"quarantine", "glitch", "travel"}),
        ("imperial", "NFI", set()),
        ("nova", "N", {"quarantine", "glitch", "travel", "petition", "verdict"}),
        ("super-nova", "NFI", {w.kind for w in STAR_TRADERS.windows} - {"shift", "bid"}),
    ],
)
def test_windows_that_never_come_up(variant: str, sets: str, never: set[str]) -> None:
    """ST-W14, ST-SUP-1, ST-NOV-7: which none of the cards in play could open."""
    options = {o.name: o.default for o in STAR_TRADERS.options(variant)} | {"sets": sets}
    assert STAR_TRADERS.never_asked(variant, options) == never
    source = Seen()
    s = STAR_TRADERS.begin(variant, ("p1", "p2", "p3"), {**options, "rounds": 60})
    advance(STAR_TRADERS, s, source, KeyedDice(SEED))
    assert not source.kinds & never
    assert "act" in source.kinds


def test_network() -> None:
    """ST-VER-6, ST-BLK-10."""
    assert network_needed(position(variant="black-hole")) == 4
    fields = {
        "variant": "black-hole",
        "imperial": (12, 13),
        "money": {"p1": 99},
        "prestige": {"p1": 15},
    }
    own = {"stations": dict.fromkeys((12, 13), "p1")}
    few = {"network": 2, "stations": 2}
    assert scene({"die:p1": [1]}, **fields, **own, options=few).legal("PETITION MISSION")
    more = scene({"die:p1": [1]}, **fields, **own, options={**few, "network": 3})
    assert not more.legal("PETITION MISSION")
