"""The loop: ask the top phase, stop where an answer is missing, else play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.decision import Decision, Order
from engine.fact import FixAdopted, OfferClosed, Told
from engine.state import State
from engine.table import Answer, Answers, GameOver, Source, Table

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.game import Game

S = TypeVar("S", bound=State)


class Step(NamedTuple, Generic[S]):
    """What one step led to."""

    state: S
    facts: list[Told]
    pending: tuple[Decision, ...]
    """All decisions of the top phase when one of them is missing; who answered is not told."""


class IllegalAnswer(Exception):
    """A source gave an answer that is not legal: a fault of the source, not of a player."""


def advance(game: Game[S], state: S, source: Source, dice: Dice) -> Step[S]:
    """Play until an answer is missing or the game is over."""
    table: Table[S] = Table(state, dice)
    try:
        while True:
            s = table.state
            if not s.stack:
                return Step(s, table.facts, ())
            phase = s.stack[-1]
            if phase.moot(s):
                table.pop()
                continue
            decisions = phase.ask(s)
            if not decisions:
                phase.play(table, Answers(table, source, (), {}))
                continue
            answers = _collect(game, s, source, decisions)
            if answers is None:
                return Step(s, table.facts, decisions)
            phase.play(table, Answers(table, source, decisions, answers))
    except GameOver:
        return Step(table.state, table.facts, ())


def _collect(
    game: Game[Any], s: Any, source: Source, decisions: tuple[Decision, ...]
) -> dict[str, Answer] | None:
    """An answer for each decision, or ``None`` when one is missing.

    Every decision is looked at, also after a missing one, so that a source sees all of them.
    """
    answers: dict[str, Answer] = {}
    for d in decisions:
        answer: Answer | None
        if s.leaving and d.seat in s.leaving:
            answer = Answer(d.default, "absent")
        elif d.skip and not d.many():
            answer = Answer(next(d.legal()), "forced")
        else:
            answer = source.answer(s, d)
        if answer is None:
            continue
        if answer.order != d.default and not d.has(answer.order):
            raise IllegalAnswer(f"{d.id} {d.kind}: {answer.order}")
        answers[d.id] = answer
    return answers if len(answers) == len(decisions) else None


def act(game: Game[S], state: S, seat: str, order: Order, dice: Dice) -> Step[S]:
    """Execute one any-time order, legal under ``game.open``; the top phase is then asked again.

    IllegalAnswer when it is not legal now.
    """
    decision = game.open(state, seat)
    if decision is None or not decision.has(order):
        raise IllegalAnswer(f"{seat}: {order}")
    table: Table[S] = Table(state, dice)
    try:
        game.act(table, seat, order)
    except GameOver:
        pass
    return Step(table.state, table.facts, pending(table.state))


def expire(state: S, offers: tuple[str, ...], dice: Dice) -> Step[S]:
    """Close those of the named offers that are still open and not yet agreed: their time is up."""
    table: Table[S] = Table(state, dice)
    for offer in state.offers:
        if offer.id in offers and not offer.accepted:
            table.emit(OfferClosed(offer.id, "expired"))
    return Step(table.state, table.facts, pending(table.state))


def adopt(state: S, fix: str, dice: Dice) -> Step[S]:
    """Adopt a named fix of the rules, at a turn boundary; already adopted: no fact."""
    table: Table[S] = Table(state, dice)
    if fix not in state.fixes:
        table.emit(FixAdopted(fix))
    return Step(table.state, table.facts, pending(table.state))


def pending(state: State) -> tuple[Decision, ...]:
    """What the top phase asks now; empty when the game is over or the phase is about to play."""
    return state.stack[-1].ask(state) if state.stack else ()
