"""The loop: ask the top phase, stop where an answer is missing, else play it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from engine.decision import Decision, Order
from engine.fact import FixAdopted, OfferClosed, Told
from engine.state import State
from engine.table import Answer, Answers, GameOver, Source, Table

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.game import Game

S = TypeVar("S", bound=State)
_NONE: dict[str, Answer] = {}
"""No answers: nothing was asked."""


class Step(NamedTuple, Generic[S]):
    """What one step led to."""

    state: S
    facts: list[Told]
    pending: tuple[Decision, ...]
    """What the top phase waits for when an answer is missing (see ``awaited``)."""


class IllegalAnswer(Exception):
    """A source gave an answer that is not legal: a fault of the source, not of a player."""


class StuckPhase(Exception):
    """A phase played and changed nothing: the loop would ask it for ever."""


def advance(game: Game[S], state: S, source: Source, dice: Dice) -> Step[S]:
    """Play until an answer is missing or the game is over.

    StuckPhase, IllegalAnswer and whatever the rules raise: then nothing has happened.
    """
    table: Table[S] = Table(state, dice)
    decisions = run(table, source)
    return Step(table.state, table.facts, decisions)


def run(table: Table[S], source: Source) -> tuple[Decision, ...]:
    """``advance`` on a table, which keeps the facts that came before an exception."""
    try:
        while True:
            s = table.state
            if not s.stack:
                return ()
            phase = s.stack[-1]
            if phase.moot(s):
                table.pop()
                continue
            decisions = phase.ask(s)
            answers = _collect(s, source, decisions) if decisions else _NONE
            if answers is None:
                return awaited(s, decisions)
            phase.play(table, Answers(table, source, decisions, answers))
            if table.state is s:
                raise StuckPhase(type(phase).__name__)
    except GameOver:
        return ()


def _collect(s: Any, source: Source, decisions: tuple[Decision, ...]) -> dict[str, Answer] | None:
    """An answer for each decision, or ``None`` when one is missing.

    Every decision is looked at, also after a missing one, so that a source sees all of them.
    """
    answers: dict[str, Answer] = {}
    for d in decisions:
        answer = _settled(s, d) if d.skip or s.leaving or s.gone else None
        if answer is None:
            answer = source.answer(s, d)
            if answer is None:
                continue
        order = answer.order
        if order != d.default and not d.has(order):
            raise IllegalAnswer(f"{d.id} {d.kind}: {answer.order}")
        answers[d.id] = answer
    return answers if len(answers) == len(decisions) else None


def _settled(s: Any, d: Decision) -> Answer | None:
    """The answer of a decision that waits for nobody: its seat leaves, or nothing else can be."""
    if (s.leaving and d.seat in s.leaving) or (s.gone and d.seat in s.gone):
        return Answer(d.default, "absent")
    forced = d.forced() if d.skip else None
    return Answer(forced, "forced") if forced is not None else None


def awaited(s: Any, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Those of the decisions that wait for somebody; who has answered already is not told.

    That a seat leaves is public, and so is the number of choices where ``skip`` is set.
    """
    return tuple(d for d in decisions if _settled(s, d) is None)


def opened(game: Game[S], state: S, seat: str) -> Decision | None:
    """The any-time orders of this seat; ``None`` once it leaves or the game is over."""
    if state.ended or seat in state.leaving or seat in state.gone:
        return None
    return game.open(state, seat)


def act(game: Game[S], state: S, seat: str, order: Order, dice: Dice) -> Step[S]:
    """Execute one any-time order, legal under ``game.open``; the top phase is then asked again.

    IllegalAnswer when it is not legal now.
    """
    decision = opened(game, state, seat)
    if decision is None or not decision.has(order):
        raise IllegalAnswer(f"{seat}: {order}")
    table: Table[S] = Table(state, dice)
    with suppress(GameOver):
        game.act(table, seat, order)
    return Step(table.state, table.facts, pending(table.state))


def expire(state: S, offers: tuple[str, ...], dice: Dice, reason: str = "expired") -> Step[S]:
    """Close those of the named offers that are still open and not yet agreed: their time is up, or
    for another ``reason`` of ``OfferClosed``.
    """
    table: Table[S] = Table(state, dice)
    for offer in state.offers:
        if offer.id in offers and not offer.accepted:
            table.emit(OfferClosed(offer.id, reason))
    return Step(table.state, table.facts, pending(table.state))


def adopt(state: S, fix: str, dice: Dice) -> Step[S]:
    """Adopt a named fix of the rules, at a turn boundary; already adopted: no fact."""
    table: Table[S] = Table(state, dice)
    if fix not in state.fixes:
        table.emit(FixAdopted(fix))
    return Step(table.state, table.facts, pending(table.state))


def pending(state: State) -> tuple[Decision, ...]:
    """What the top phase waits for; empty when the game is over or the phase is about to play."""
    if not state.stack or state.stack[-1].moot(state):
        return ()
    return awaited(state, state.stack[-1].ask(state))
