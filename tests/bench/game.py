"""`pbem bench game`: a whole Family game of Star Traders, four seats, played by trader bots.

From setup to end, engine only: no text, no codec, no mail. By the CPU time of this process; of
each of the games, and of the loop that copies a dict of 64 keys, the best of several rounds counts,
since what else the machine does only ever slows them down.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256

from engine.dice import KeyedDice
from engine.selfplay import play
from games.star_traders.game import STAR_TRADERS
from tests.bench.common import Row, json_wanted, show
from tests.bench.decisions import STEPS, copying_loop

VARIANT, SEATS, BOT = "family", 4, "trader"
GAMES = 40
ROUNDS = 7
LOOP = 100_000
"""Steps of the loop that a game is held against."""


def one_game(number: int) -> None:
    """A whole game, the same in every round. Raises RuntimeError where nobody won it."""
    trader = STAR_TRADERS.bot(BOT)
    assert trader is not None
    bots = {f"p{seat}": trader for seat in range(1, SEATS + 1)}
    dice = KeyedDice(sha256(b"%d" % number).digest())
    played = play(STAR_TRADERS, VARIANT, SEATS, dice, random.Random(number), bots=bots)
    if not played.state.winners:
        raise RuntimeError(f"game {number} ended without a winner: {played.state.ended}")


def _loop() -> None:
    copying_loop()


def best_of_rounds(runs: Sequence[Callable[[], None]]) -> list[float]:
    """Seconds of CPU of each run at its best; all in turn, round by round."""
    best: list[list[float]] = [[] for _ in runs]
    for _ in range(ROUNDS):
        for times, run in zip(best, runs, strict=True):
            begun = time.process_time()
            run()
            times.append(time.process_time() - begun)
    return [min(times) for times in best]


def main(argv: Sequence[str]) -> int:
    """Print the rows."""
    runs: list[Callable[[], None]] = [_loop]
    runs += (partial(one_game, number) for number in range(1, GAMES + 1))
    for run in runs[:3]:
        run()
    first, *games = best_of_rounds(runs)
    loop = first * LOOP / STEPS * 1000
    shortest, longest = min(games) * 1000, max(games) * 1000
    show(
        [
            Row(f"loop, {LOOP:,} steps", loop, "ms"),
            Row("family game, the shortest", shortest, "ms"),
            Row(f"family game, the longest of {GAMES}", longest, "ms"),
            Row.compared("family game, median", statistics.median(games) * 1000, "ms", loop),
        ],
        as_json=json_wanted(argv),
    )
    return 0
