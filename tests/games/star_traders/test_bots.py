"""The bots: every version played to its end through the same decisions, on the seat's own view."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.advance import advance
from engine.decision import Decision, Order
from engine.dice import KeyedDice
from engine.fact import Answered
from engine.selfplay import BotSource, Played, play
from engine.state import OptionValue
from games.star_traders.bots.trader import trader
from games.star_traders.game import STAR_TRADERS
from games.star_traders.rules import RULES

WINS = {version: ("nova" if rules.nova else "mission") for version, rules in RULES.items()}
"""By version, its own winning rule."""


def game(version: str, number: int, bot: Any = trader) -> Played[Any]:
    seats = {f"p{i}": bot for i in range(1, 5)}
    dice = KeyedDice(number.to_bytes(32, "big"))
    return play(STAR_TRADERS, version, 4, dice, random.Random(number), bots=seats)


@pytest.mark.parametrize("version", RULES)
@pytest.mark.parametrize("number", range(3))
def test_traders_end_every_version_by_its_own_rule(version: str, number: int) -> None:
    """Issue, point 7; ST-MIS-6, ST-NOV-11, ST-SUP-4."""
    played = game(version, number)
    assert played.state.ended == WINS[version]
    assert len(played.state.winners) == 1
    assert played.state.round < 400


def test_the_trader_does_all_that_its_name_says() -> None:
    """Issue, point 7: plans Contracts, builds, uses cards, petitions, finishes missions."""
    verbs = {
        told.fact.verb
        for number in range(3)
        for told in game("imperial", number).facts
        if isinstance(told.fact, Answered)
    }
    assert verbs >= {"JUMP", "PICKUP", "BUILD", "PLAY", "AVOID", "ZAP", "PETITION", "BUSINESS"}


def test_a_trader_beats_random_players() -> None:
    """Two strengths: whoever plays any legal order loses to whoever plans."""
    for number in range(3):
        dice = KeyedDice(number.to_bytes(32, "big"))
        played = play(STAR_TRADERS, "family", 3, dice, random.Random(1), bots={"p3": trader})
        assert played.state.winners == ("p3",)


def test_what_a_trader_cannot_see_changes_nothing() -> None:
    """On the seat's own view only: other hands and the deck, dealt otherwise, change no answer."""
    compared = 0

    class Compared(BotSource):
        def answer(self, s: Any, d: Decision) -> Any:
            nonlocal compared
            answer = super().answer(s, d)
            if d.id.endswith("2") and s.round:
                view = STAR_TRADERS.hide(s, d.seat)
                for other in STAR_TRADERS.swaps(s, d.seat):
                    assert STAR_TRADERS.hide(other, d.seat) == view
                    compared += 1
                assert trader(view, d, random.Random(0)) == answer.order
            return answer

    seats = ("p1", "p2", "p3")
    settings = {o.name: o.default for o in STAR_TRADERS.options("imperial")}
    source = Compared(STAR_TRADERS, random.Random(5), dict.fromkeys(seats, trader))
    begun = STAR_TRADERS.begin("imperial", seats, settings)
    assert advance(STAR_TRADERS, begun, source, KeyedDice(bytes(32))).state.ended
    assert compared > 100


def test_every_answer_of_a_trader_is_legal_with_all_options() -> None:
    """Personalities, declared jumps, another network: the engine refuses an illegal answer."""
    cases: tuple[tuple[str, dict[str, OptionValue]], ...] = (
        ("family", {"personalities": "random", "declared": True}),
        ("imperial", {"personalities": "chosen", "short-ending": True}),
        ("black-hole", {"personalities": "random", "network": 2}),
        ("nova", {"sets": "NFI"}),
    )
    for version, options in cases:
        seats = {f"p{i}": trader for i in range(1, 7)}
        played = play(
            STAR_TRADERS,
            version,
            6,
            KeyedDice(bytes(32)),
            random.Random(2),
            options=options,
            bots=seats,
        )
        assert played.state.ended in ("mission", "petition", "nova")


def test_a_trader_that_is_not_asked_what_it_knows_takes_the_default() -> None:
    d = Decision(id="1.p1", seat="p1", kind="unheard of", choices=(), default=Order("PASS"))
    assert trader(game("family", 0).beginning, d, random.Random(0)) == Order("PASS")
