"""Every kind of question: what silence means, what is forced, and that players are told it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec import Struct

from engine.game import Game
from engine.laws import Law, walk
from engine.laws.walk import Point
from games import GAMES
from pbem.letters import Library
from tests.conformance.cases import CASES
from tests.games.star_traders.scene import scene


class Silence(Struct, frozen=True):
    """What a kind of question does without an answer."""

    verbs: tuple[str, ...]
    """Verbs that silence may stand for."""
    sealed: bool = False
    skip: bool = False
    """With one way only it is not put at all, which everybody can see."""


PASSED = Silence(("PASS",), sealed=True)
PICKED = Silence(("PICK",), skip=True)

DEFAULTS: Mapping[str, Mapping[str, Silence]] = {
    "space-freighter": {
        "deliver": Silence(("PASS",)),
        "negate": Silence(("SUFFER",)),
        "discard": Silence(("DISCARD",)),
        "ready": Silence(("READY",)),
    },
    "star-traders": {
        "act": Silence(("BUSINESS", "FINISH")),
        "travel": Silence(("JUMP", "STATION", "PASS")),
        "discard": Silence(("DISCARD",)),
        "beacon": Silence(("DENY",)),
        "price": Silence(("PASS",), skip=True),
        "bribe": Silence(("PASS",), skip=True),
        "bid": Silence(("PASS",), sealed=True, skip=True),
        **dict.fromkeys(
            ("zap", "verdict", "petition", "between", "calamity", "quarantine", "glitch", "shift"),
            PASSED,
        ),
        **dict.fromkeys(("role", "start", "extra", "core", "insider"), PICKED),
        "ready": Silence(("READY",)),
    },
}
"""By game and kind of question. A new kind is entered here by hand, with what silence means."""

SELDOM = {"shift"}
"""Kinds that no random game comes to; met in a position of its own below."""

GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def kinds(game: Game[Any]) -> set[str]:
    """All kinds of question: what the game's verbs are for, its windows, the end of a round."""
    fitting = {kind for form in game.all_forms for kind in form.fits}
    return fitting | {window.kind for window in game.windows} | {"ready"}


class Declared(Law):
    """Each question does as its kind declares."""

    name = "declared"

    def __init__(self, declared: Mapping[str, Silence], seen: set[str]) -> None:
        self._declared = declared
        self._seen = seen

    def at(self, point: Point) -> Iterable[str]:
        """Every question, also those that nobody is waited for."""
        for d in point.decisions:
            self._seen.add(d.kind)
            wanted = self._declared[d.kind]
            if d.default.verb not in wanted.verbs:
                yield f"{d.id} {d.kind}: silence is {d.default}"
            if (d.sealed, d.skip) != (wanted.sealed, wanted.skip):
                yield f"{d.id} {d.kind}: sealed {d.sealed}, skip {d.skip}"
            forced = d.forced()
            if forced is not None and forced != d.default:
                yield f"{d.id} {d.kind}: {forced} is forced, silence is {d.default}"
            if forced is not None and d.skip and d.seat in {p.seat for p in point.pending}:
                yield f"{d.id} {d.kind} is asked, though {forced} is all there is"


@GAME
def test_report_67_every_kind_declares_its_default_and_what_is_forced(game: Game[Any]) -> None:
    """The kinds are those that the game's forms are for; each was met in play."""
    declared, seen = DEFAULTS[game.id], set[str]()
    assert set(declared) == kinds(game)
    case = CASES[game.id]
    for setting in (*case.recorded.values(), *case.settings()):
        _, found = walk(game, setting, [Declared(declared, seen)])
        assert not found, "\n".join(map(str, found))
    assert set(declared) - seen <= SELDOM


@GAME
def test_report_67_every_default_is_told_with_its_question(game: Game[Any]) -> None:
    """Each kind has words of its own for the question and for what silence means."""
    questions = Library(GAMES).book(game).questions
    for kind in kinds(game):
        assert questions[kind]["ask"].strip(), kind
        assert questions[kind]["silence"].strip(), kind


def test_report_67_a_lost_race() -> None:
    """The one kind that random play does not come to: two Traders with the same cargo."""
    cargo = {"p1": (1,), "p2": (1,)}
    at = {"p1": 43, "p2": 23}
    raced = scene({"die:p1": [6]}, boxes=("N11", "F11", "N31"), at=at, cargo=cargo, stops=["shift"])
    (asked,) = raced.say("JUMP 44").pending
    wanted = DEFAULTS["star-traders"]["shift"]
    assert (asked.kind, asked.sealed, asked.skip) == ("shift", wanted.sealed, wanted.skip)
    assert asked.default.verb in wanted.verbs
