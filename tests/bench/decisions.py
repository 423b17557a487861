"""`pbem bench decisions GAME`: decisions a second in whole games of random players.

Counted as the design counts them: from setup to end, decisions with at least two legal answers
only; sampled answers, dice drawn, facts applied and kept; no text, codec or snapshot. Against a
loop that copies a dict of 64 keys each step, and a limit engine. In one process, by its CPU time,
in turn; of each game and of each yardstick the best of many rounds counts, since what else the
machine does only ever slows them down.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b, sha256
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.dice import KeyedDice
from engine.game import Game
from engine.selfplay import play
from games import game_named
from tests.bench.common import Row, json_wanted, show

KEYS = 64
ROUNDS = 25
STEPS = 2000
LEAST = 3000
"""Decisions in all games together, at least."""
SEATS = 4
SEED = 20


def copying_loop() -> int:
    """A random key, and a new dict of 64 keys, each step."""
    choose = random.Random(SEED).randrange
    cells = dict.fromkeys(range(KEYS), 0)
    for _ in range(STEPS):
        key = choose(KEYS)
        cells = {**cells, key: cells[key] + 1}
    return STEPS


class _Board(Struct, frozen=True):
    """The state of the limit engine."""

    cells: dict[int, int]
    score: tuple[int, int] = (0, 0)
    turn: int = 1


class _Hit(Struct, frozen=True, gc=False):
    """The one fact of the limit engine."""

    seat: int
    cell: int
    die: int

    def apply(self, board: _Board) -> _Board:
        one, two = board.score
        return replace(
            board,
            cells={**board.cells, self.cell: board.cells[self.cell] + 1},
            score=(one + self.die, two) if self.seat == 0 else (one, two + self.die),
            turn=board.turn + 1,
        )


def limit_engine() -> int:
    """A game of 64 cells at its plainest: verb looked up, form and legality checked, a keyed die,
    a fact kept and applied to an immutable state."""
    verbs: dict[str, tuple[tuple[type, ...], Callable[[_Board, int], bool]]] = {
        "hit": ((int,), lambda board, cell: cell in board.cells)
    }
    keyed = blake2b(key=b"k" * 32, digest_size=8)
    choose = random.Random(SEED).random
    board = _Board(dict.fromkeys(range(KEYS), 0))
    facts: list[_Hit] = []
    for use in range(STEPS):
        verb, args = "hit", (int(choose() * KEYS),)
        types, legal = verbs[verb]
        if len(args) != len(types) or type(args[0]) is not types[0] or not legal(board, args[0]):
            raise ValueError(args)
        dice = keyed.copy()
        dice.update(f"hit#{use}#0".encode())
        die = int.from_bytes(dice.digest(), "big") % 6 + 1
        fact = _Hit(use & 1, args[0], die)
        facts.append(fact)
        board = fact.apply(board)
    return len(facts)


def one_game(game: Game[Any], number: int) -> int:
    """A whole game, the same in every round."""
    dice = KeyedDice(sha256(b"%d" % number).digest())
    return play(game, game.variants[0], SEATS, dice, random.Random(number)).decisions


def some_games(game: Game[Any]) -> list[Callable[[], int]]:
    """As many games as it takes."""
    found: list[Callable[[], int]] = []
    decisions = 0
    while decisions < LEAST:
        found.append(partial(one_game, game, len(found) + 1))
        decisions += found[-1]()
    return found


def rates(*sides: Sequence[Callable[[], int]]) -> list[float]:
    """The rate a second of each side, which is a number of runs; all in turn."""
    best = [[math.inf] * len(side) for side in sides]
    counts = [0] * len(sides)
    for _ in range(ROUNDS):
        for which, side in enumerate(sides):
            counts[which] = 0
            for number, run in enumerate(side):
                begun = time.process_time()
                counts[which] += run()
                best[which][number] = min(best[which][number], time.process_time() - begun)
    return [count / sum(times) for count, times in zip(counts, best, strict=True)]


def main(argv: Sequence[str]) -> int:
    """Print the rows; the ratios are how many steps of each yardstick a decision costs."""
    name = next((word for word in argv if not word.startswith("-")), "space-freighter")
    game = game_named(name)
    if game is None:
        sys.exit(f"pbem bench: there is no game '{name}'")
    loop, limit, ours = rates([copying_loop], [limit_engine], some_games(game))
    show(
        [
            Row("loop that copies a dict of 64 keys", loop, "steps/s"),
            Row("limit engine", limit, "decisions/s"),
            Row(f"{name} to the limit engine", ours, "decisions/s", limit, limit / ours),
            Row(f"{name} to the loop", ours, "decisions/s", loop, loop / ours),
        ],
        as_json=json_wanted(argv),
    )
    return 0
