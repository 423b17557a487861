"""Many games without mail, played by bots, and what they come to.

The same seed gives the same games on every machine: game number i has a dice seed and a source of
chance made of the seed and i alone.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from statistics import fmean
from typing import Any, Final

from engine.dice import KeyedDice
from engine.game import Game
from engine.selfplay import Bot, Played, play
from engine.state import OptionValue
from pbem.errors import UsageFault

RANDOM: Final = "random"
"""The bot that plays any legal order."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Wanted:
    """What is to be played. `bots` by seat; fewer names are taken in turn, none is `random`."""

    game: Game[Any]
    variant: str
    seats: int
    games: int = 1
    seed: str = "1"
    bots: tuple[str, ...] = (RANDOM,)
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    """Text of own tables, which the option `data` names; for the export."""

    def bot_of(self, seat: int) -> str:
        """The name of the bot in this seat, counted from 0."""
        return self.bots[seat % len(self.bots)] if self.bots else RANDOM


@dataclass
class Statistics:
    """What the games came to. A win that several share counts for each of them."""

    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    shared: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    scores: dict[str, list[int]] = field(default_factory=dict)
    turns: list[int] = field(default_factory=list)
    facts: int = 0
    decisions: int = 0
    """With at least two legal answers."""
    begun: Counter[str] = field(default_factory=Counter)
    """Seats that began at each place, where the game has several."""
    begun_wins: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    """Games in which each thing, such as a kind of card, came to use."""
    seconds: float = 0.0

    def add(self, game: Game[Any], played: Played[Any]) -> None:
        """Count one game that is over."""
        state = played.state
        self.games += 1
        self.wins.update(state.winners)
        self.shared += len(state.winners) > 1
        self.reasons[state.ended or "not ended"] += 1
        for seat, score in game.score(state).items():
            self.scores.setdefault(seat, []).append(score)
        self.turns.append(state.turn)
        self.facts += len(played.facts)
        self.decisions += played.decisions
        tally = game.tally(state, (told.fact for told in played.facts))
        self.begun.update(tally.starts.values())
        self.begun_wins.update(tally.starts[x] for x in state.winners if x in tally.starts)
        self.used.update(dict.fromkeys(tally.usable, 0))
        self.used.update(tally.used)

    def data(self, wanted: Wanted) -> dict[str, Any]:
        """As `--json` prints it."""
        seats = [f"p{i + 1}" for i in range(wanted.seats)]
        per = {
            seat: {
                "bot": wanted.bot_of(i),
                "wins": self.wins[seat],
                "score": round(fmean(self.scores.get(seat) or [0]), 2),
            }
            for i, seat in enumerate(seats)
        }
        turns = {"least": min(self.turns), "mean": fmean(self.turns), "most": max(self.turns)}
        return {
            "game": wanted.game.id,
            "variant": wanted.variant,
            "games": self.games,
            "seed": wanted.seed,
            "seats": per,
            "shared_wins": self.shared,
            "end_reasons": dict(sorted(self.reasons.items())),
            "turns": {**turns, "mean": round(turns["mean"], 2)},
            "starts": self._starts(wanted.seats),
            "used": {name: round(number / self.games, 3) for name, number in self.used.items()},
            "facts": self.facts,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else None,
        }

    def _starts(self, seats: int) -> dict[str, dict[str, float]]:
        """By place: seats that began there, their wins, and wins by the fair share of them."""
        found: dict[str, dict[str, float]] = {}
        for place in sorted(self.begun):
            seats_there, wins = self.begun[place], self.begun_wins[place]
            fair = seats_there / seats
            found[place] = {"seats": seats_there, "wins": wins, "ratio": round(wins / fair, 3)}
        return found


def check(wanted: Wanted) -> None:
    """Raise `UsageFault` for what cannot be played."""
    game = wanted.game
    if not game.least_seats <= wanted.seats <= game.most_seats:
        raise UsageFault(
            "seats",
            f"{game.id} takes {game.least_seats} to {game.most_seats} players, not {wanted.seats}.",
            f"Say --seats {game.least_seats}.",
        )
    if wanted.games < 1:
        raise UsageFault("games", f"{wanted.games} games cannot be played.", "Say --games 100.")
    known = (RANDOM, *game.bots)
    for name in wanted.bots:
        if name not in known:
            raise UsageFault(
                "no-bot",
                f"{game.id} has no bot '{name}'.",
                f"There are: {', '.join(known)}; one for each seat: --bots {known[-1]},{RANDOM}.",
            )


def simulate(
    wanted: Wanted,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.perf_counter,
    each: Callable[[Played[Any], bytes], None] | None = None,
) -> Statistics:
    """Play the games; `each` is given every one of them with its dice seed.

    Raises `UsageFault` as `check` does.
    """
    check(wanted)
    statistics = Statistics()
    for number in range(wanted.games):
        began = clock()
        played, seed = play_one(wanted, number)
        statistics.seconds += clock() - began
        statistics.add(wanted.game, played)
        if each is not None:
            each(played, seed)
        if progress is not None:
            progress("games", number + 1, wanted.games)
    return statistics


def dice_seed(wanted: Wanted, number: int) -> bytes:
    """The 32 bytes behind the dice of one game, counted from 0."""
    return sha256(f"{wanted.seed}/{number}".encode()).digest()


def chosen_bots(wanted: Wanted) -> dict[str, Bot]:
    """The bots by seat; a seat without one plays at random."""
    bots: dict[str, Bot] = {}
    for seat in range(wanted.seats):
        bot = wanted.game.bot(wanted.bot_of(seat))
        if bot is not None:
            bots[f"p{seat + 1}"] = bot
    return bots


def play_one(wanted: Wanted, number: int) -> tuple[Played[Any], bytes]:
    """One game, counted from 0, and the 32 bytes behind its dice."""
    seed = dice_seed(wanted, number)
    played = play(
        wanted.game,
        wanted.variant,
        wanted.seats,
        KeyedDice(seed),
        random.Random(f"{wanted.seed}/{number}/chance"),
        options=wanted.options,
        bots=chosen_bots(wanted),
    )
    return played, seed


def bot_names(text: str) -> tuple[str, ...]:
    """`trader,random` as names."""
    return tuple(name.strip() for name in text.split(",") if name.strip()) or (RANDOM,)


def seat_names(seats: Sequence[str], wanted: Wanted) -> dict[str, str]:
    """Names for the seats of an exported game: the bot's and the seat's number."""
    return {seat: f"{wanted.bot_of(i).capitalize()} {i + 1}" for i, seat in enumerate(seats)}
