"""The bots, and whole games."""

from __future__ import annotations

import pytest

from engine.dice import KeyedDice
from engine.laws import Stream
from engine.selfplay import play
from games.space_freighter import SPACE_FREIGHTER as GAME


def wins(seats: int, games: int) -> float:
    """Wins of one trader, a shared one in parts, as it moves round the table."""
    trader = GAME.bot("trader")
    assert trader is not None
    won = 0.0
    for seed in range(games):
        me = f"p{seed % seats + 1}"
        dice = KeyedDice(seed.to_bytes(32, "big"))
        winners = play(GAME, "default", seats, dice, Stream(seed), bots={me: trader}).state.winners
        won += (me in winners) / len(winners)
    return won


@pytest.mark.parametrize("seats", [2, 4])
def test_the_trader_beats_chance(seats: int) -> None:
    """Its share of 200 games would be 200 / seats, give or take 15; it wins half as many more."""
    assert wins(seats, 200) > 1.4 * 200 / seats


def test_bots_are_known_by_name() -> None:
    assert GAME.bots == ("trader",)
    assert GAME.bot("nobody") is None


@pytest.mark.parametrize("seats", range(2, 7))
def test_traders_play_to_the_end(seats: int) -> None:
    trader = GAME.bot("trader")
    assert trader is not None
    bots = {f"p{i}": trader for i in range(1, seats + 1)}
    played = play(GAME, "default", seats, KeyedDice(bytes(32)), Stream(seats), bots=bots)
    assert played.state.ended == "deck"
    assert 88 <= played.state.turn <= GAME.cap(seats)
    # Thirteen worlds or more are delivered to.
    assert sum(type(t.fact).__name__ == "Delivered" for t in played.facts) >= 8
