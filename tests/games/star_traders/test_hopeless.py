"""What can never be legal, and nothing else, is refused as it is filed (ST-LUC-3)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.advance import advance
from engine.asked import hopeless
from engine.decision import Decision, Order
from engine.dice import KeyedDice
from engine.language.fault import Fault
from engine.language.line import parse_line
from engine.table import Answer
from games.star_traders.game import STAR_TRADERS
from games.star_traders.luck.ways import ways
from games.star_traders.orders.forms import PLAY
from games.star_traders.tables.galaxy import galaxy
from tests.games.star_traders.scene import NAMES, position

EVERY = frozenset(kind for form in STAR_TRADERS.forms for kind in form.fits)
GAP = frozenset(("between",))


class Sampled:
    """Random answers; what is legal is never hopeless, and less of a PLAY always is."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.played: set[str] = set()

    def answer(self, s: Any, d: Decision) -> Answer:
        view = STAR_TRADERS.hide(s, d.seat)
        for order in {d.sample(self.rng) for _ in range(4)}:
            found = STAR_TRADERS.hopeless(view, d.seat, order, frozenset((d.kind,)))
            assert found is None, (d.kind, order, found)
            if order.verb == "PLAY":
                self.played.add(str(order.args[0]))
                self._less(view, d, order)
        return Answer(d.sample(self.rng))

    def _less(self, view: Any, d: Decision, order: Order) -> None:
        for i, arg in enumerate(order.args):
            if i and arg is not None and PLAY.slots[i].name != "ship":
                args = (*order.args[:i], None, *order.args[i + 1 :])
                less = Order("PLAY", args)
                found = STAR_TRADERS.hopeless(view, d.seat, less, EVERY)
                assert found is not None, order
                assert found.code == "card-way", order

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """Nothing is kept."""


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_nothing_that_is_legal_is_hopeless(variant: str) -> None:
    """Whoever plays which personality; and a card needs the places that its choices have."""
    options = {o.name: o.default for o in STAR_TRADERS.options(variant)}
    if "personalities" in options:
        options["personalities"] = "random"
    played: set[str] = set()
    for seed in range(4):
        s = STAR_TRADERS.begin(variant, ("p1", "p2", "p3"), {**options, "rounds": 40})
        source = Sampled(seed)
        advance(STAR_TRADERS, s, source, KeyedDice(bytes([seed] * 32)))
        played |= source.played
    assert len(played) >= 10 or variant == "super-nova"


def why(text: str, variant: str = "black-hole", block: str = "STANDING", **fields: Any) -> str:
    """The code of what stands against a line; empty: nothing."""
    s = position(3, variant, **fields)
    lexicon = STAR_TRADERS.lexicon(s, NAMES)
    kind: Any = block
    line = parse_line(text, STAR_TRADERS.all_forms, STAR_TRADERS.predicates, lexicon, kind)
    assert not isinstance(line, Fault), (text, line)
    view = STAR_TRADERS.hide(s, "p1")
    only = GAP if block == "BETWEEN" else frozenset[str]()
    fault = hopeless(STAR_TRADERS, view, "p1", line, only)
    assert fault is None or fault.by is not None
    return "" if fault is None or fault.by is None else fault.by.code


CARDS = [
    ("PLAY Zap", "other-verb"),
    ("ZAP Bob", ""),
    ("PLAY Falling Debris ON Bob", "card-way"),
    ("PLAY Falling Debris ON Bob AT 23", ""),
    ("PLAY Imperial Envoy", "card-way"),
    ("PLAY Imperial Envoy TO 34", ""),
    ("PLAY Stargate", "card-way"),
    ("PLAY Stargate ON Bob TO 34", "card-way"),
    ("PLAY Ion Storm ON Bob", "card-way"),
    ("PLAY Ion Storm ON NEXT TO 34", ""),
    ("PLAY Warp in the Space-Time Continuum ON Bob", "card-way"),
    ("PLAY Jettison ON Bob", "card-way"),
    ("PLAY Jettison ON Bob BOX 4", "no-box"),
    ("PLAY Cargo Drone", "card-way"),
    ("PLAY Quarantine TO 34", "card-way"),
    ("PLAY Quarantine AT 34", ""),
    ("PLAY A Glitch in the System", "card-way"),
    ("PLAY A Glitch in the System BOX MISSION", "card-way"),
    ("PLAY A Glitch in the System ON Anna", ""),
    ("PLAY Avoid a Calamity", "card-way"),
    ("PLAY Avoid a Calamity ON Anna", ""),
    ("PLAY Overdrive ON Bob", "card-way"),
    ("PLAY Overdrive", ""),
    ("PLAY Overdrive SHIP 2", "one-ship"),
    ("PLAY Scandal ON Anna", "not-oneself"),
    ("PLAY Scandal 2 ON Bob", ""),
    ("WHEN MONEY >= 8: PLAY Falling Debris ON Bob", "card-way"),
    ("PLAY Overdrive ELSE PLAY Mutiny", "card-way"),
    ("AVOID Stargate", "no-calamity"),
    ("AVOID Ion Storm", ""),
    ("ZAP PETITION Bob", ""),
]


@pytest.mark.parametrize(("text", "code"), CARDS)
def test_cards(text: str, code: str) -> None:
    """ST-LUC-8: each card with just the places that it needs; none on oneself (ST-LUC-4)."""
    assert why(text) == code


OTHERS = [
    ("PLAY Overdrive", "black-hole", "BETWEEN", "no-gap-card"),
    ("PLAY Scandal ON Bob", "black-hole", "BETWEEN", ""),
    ("PLAY Quarantine AT 34", "family", "STANDING", "not-in-play"),
    ("PLAY Avoid a Calamity ON Anna", "family", "STANDING", "other-verb"),
    ("PLAY Overdrive", "super-nova", "PLAN", "no-luck"),
    ("AVOID ANY", "super-nova", "STANDING", "no-luck"),
    ("DISCARD Quarantine", "family", "STANDING", "not-in-play"),
    ("ZAP DOWN BY 5", "family", "PLAN", "zap-most"),
    ("PETITION", "nova", "PLAN", "not-in-nova"),
    ("BUILD", "super-nova", "PLAN", "not-in-nova"),
    ("RUN MISSION", "nova", "PLAN", "not-in-nova"),
    ("PETITION MISSION", "family", "PLAN", "black-hole-only"),
    ("PETITION MISSION", "black-hole", "PLAN", ""),
    ("PAY PETITION UPTO 40", "imperial", "STANDING", "black-hole-only"),
    ("PAY UPTO 3", "imperial", "STANDING", ""),
    ("RUN 6", "family", "PLAN", "no-box"),
    ("RUN 3", "family", "PLAN", ""),
    ("SHIFT 1 TO 5", "family", "PLAN", "no-box"),
    ("SLIP 12", "family", "PLAN", "no-rogue"),
    ("JUMP 34 WITH 5", "family", "PLAN", "no-strategist"),
    ("PETITION WITH 5", "family", "PLAN", "no-strategist"),
    ("JUMP 34 SHIP 2", "family", "PLAN", "one-ship"),
    ("GOTO 34 ELSE SLIP 34", "family", "PLAN", "no-rogue"),
]


@pytest.mark.parametrize(("text", "variant", "block", "code"), OTHERS)
def test_versions_and_personalities(text: str, variant: str, block: str, code: str) -> None:
    """ST-NOV, ST-SUP, ST-BLK, ST-PER, ST-SET-5: what a campaign or a Trader does not know."""
    assert why(text, variant, block) == code


@pytest.mark.parametrize(
    ("text", "role"),
    [("SLIP 12", "Rogue"), ("JUMP 34 WITH 5", "Strategist"), ("JUMP 34 SHIP 2", "Tycoon")],
)
def test_who_can_may(text: str, role: str) -> None:
    """ST-PER-8, ST-PER-9, ST-PER-10."""
    at = {"p1": (13, 34)} if role == "Tycoon" else {"p1": 13}
    assert why(text, "family", "PLAN", roles={"p1": role}, at=at) == ""


@pytest.mark.parametrize("variant", STAR_TRADERS.variants)
def test_what_is_suggested_is_never_hopeless(variant: str) -> None:
    for text in STAR_TRADERS.suggested_standing(variant):
        assert why(text, variant) == ""


def test_every_kind_of_card_is_played_somehow() -> None:
    """Only a Zap has no PLAY, and an Avoid without Quarantines."""
    s = position(3, "black-hole")
    kinds = [(k.effect, ways(k, sealed=True)) for k in galaxy(s).data.luck]
    assert [effect for effect, known in kinds if not known] == ["zap"]
