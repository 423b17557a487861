"""Real positions: a seeded game of random players, stopped at a question."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from engine.advance import advance, pending
from engine.decision import Decision
from engine.dice import KeyedDice
from engine.fact import SILENT, TurnBegan
from engine.game import Game
from engine.table import Answer
from pbem.letters import Book, Composed, compose
from pbem.letters.context import (
    Asked,
    Campaign,
    Final,
    Happened,
    Needs,
    OnFile,
    OpenOffer,
    Part,
    Reader,
    Report,
    Waiting,
)
from pbem.letters.pages import GamePage
from tests.unit.letters.positions import COMMITMENT, DUE, MARKER, SEED

NAMES = ("Anna", "Bob", "Cleo", "Dan", "Eve", "Finn")


@dataclass
class RandomUntil:
    """Answers at random until so many answers were taken."""

    chance: random.Random
    left: int

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """A legal order, or nothing any more."""
        return Answer(d.sample(self.chance), "plan", "1") if self.left > 0 else None

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """One less."""
        self.left -= 1


@dataclass(frozen=True)
class Position:
    """A game stopped somewhere, with all that happened by turn."""

    game: Game[Any]
    state: Any
    told: list[tuple[int, Any]]

    def names(self) -> dict[str, str]:
        """A name for each seat."""
        return dict(zip(self.state.seats, NAMES, strict=False))

    def happened(self, seat: str, turns: int) -> tuple[Happened, ...]:
        """What a seat was shown of the last turns."""
        shown = ((turn, told.to(seat)) for turn, told in self.told)
        return tuple(
            Happened(turn, fact)
            for turn, fact in shown
            if fact is not None and turn > self.state.turn - turns and not isinstance(fact, SILENT)
        )


def play(game: Game[Any], seats: int, seed: int, answers: int) -> Position:
    """A random game after so many answers."""
    variant = game.variants[0]
    ids = tuple(f"p{n}" for n in range(1, seats + 1))
    options = {option.name: option.default for option in game.options(variant)}
    beginning = game.begin(variant, ids, options)
    source = RandomUntil(random.Random(seed), answers)
    step = advance(game, beginning, source, KeyedDice(seed.to_bytes(32, "big")))
    turn, told = 0, []
    for one in step.facts:
        if isinstance(one.fact, TurnBegan):
            turn = one.fact.turn
        told.append((turn, one))
    return Position(game, step.state, told)


def parts(at: Position, seat: str) -> tuple[Campaign, tuple[Part, ...], Needs]:
    """What a report to this seat is made of."""
    game, state, names = at.game, at.state, at.names()
    view = game.hide(state, seat)
    campaign = Campaign(
        id="sf7",
        names=names,
        lexicon=game.lexicon(view, names),
        turn=state.turn,
        round=state.round,
        active=state.active,
        gone=state.gone,
    )
    asked = pending(state)
    needs = Needs(
        asked=tuple(Asked(d, DUE) for d in asked if d.seat == seat),
        waiting=tuple(Waiting((d.seat,), DUE) for d in asked if d.seat != seat),
        order=tuple(x for x in state.clockwise(state.active) if x != state.active),
    )
    report = Report(
        data=game.report(view, seat),
        happened=at.happened(seat, len(state.seats)),
        offers=tuple(OpenOffer(o) for o in view.offers if seat in (o.giver, o.taker)),
        plans=game.suggested_plans(view, seat),
        file=OnFile(suggested=game.suggested_standing(state.variant)),
    )
    return campaign, (report,), needs


def report_letter(book: Book, at: Position, seat: str, reader: Reader) -> Composed:
    """The report to this seat."""
    campaign, made, needs = parts(at, seat)
    return compose(book, campaign, reader, made, marker=MARKER, needs=needs)


def page_letter(book: Book, at: Position, reader: Reader, page: Any, about: str = "") -> Composed:
    """MAP, CARD or PRICES."""
    campaign, _, _ = parts(at, reader.seat)
    data = at.game.report(at.game.hide(at.state, reader.seat), reader.seat)
    return compose(book, campaign, reader, (GamePage(page, data, about),), marker=MARKER)


def final_letter(book: Book, at: Position, reader: Reader) -> Composed:
    """The final report."""
    campaign, _, _ = parts(at, reader.seat)
    final = Final(
        data=at.game.final(at.state),
        reason=at.state.ended,
        winners=at.state.winners,
        scores=at.game.score(at.state),
        seed=SEED,
        commitment=COMMITMENT,
        happened=at.happened(reader.seat, 2),
    )
    return compose(book, campaign, reader, (final,), marker=MARKER)
