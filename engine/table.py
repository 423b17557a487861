"""The table: the only thing that rules code may touch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from msgspec import Struct

from engine.decision import Decision, Order
from engine.fact import (
    EVERYBODY,
    Answered,
    Audience,
    Ended,
    Fact,
    Missed,
    Popped,
    Pushed,
    Rolled,
    Swapped,
    Told,
)
from engine.state import Phase, State, change

if TYPE_CHECKING:
    from engine.dice import Dice

S = TypeVar("S", bound=State)
T = TypeVar("T")

_POPPED = Popped()


class Answer(Struct, frozen=True):
    """An order with where it came from (see ``Answered``)."""

    order: Order
    via: str = "letter"
    cause: str = ""
    line: str = ""
    missed: tuple[Missed, ...] = ()


class Source(Protocol):
    """Where answers come from: the desk of a campaign, a bot, a test's script."""

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """The answer to this decision, or ``None``: still awaited. Pure."""
        ...

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """This answer was taken: only now a plan moves on."""
        ...


class GameOver(Exception):
    """The way out of nested play: raised by ``Table.end``, caught by ``advance``."""


class Table(Generic[S]):
    """A state that only facts change, and the dice."""

    __slots__ = ("_dice", "facts", "state")

    def __init__(self, state: S, dice: Dice) -> None:
        """A table that starts at this state, with no facts yet."""
        self.state: S = state
        self.facts: list[Told] = []
        self._dice = dice

    def emit(self, fact: Fact) -> None:
        """The fact happens: its audience is worked out, then it is applied."""
        s = self.state
        self.facts.append(Told(fact, EVERYBODY if fact.public else fact.seen_by(s)))
        self.state = fact.apply(s)

    def draw_index(self, purpose: str, n: int, to: Audience = EVERYBODY) -> int:
        """A number ``0 <= x < n`` from the dice, as a ``Rolled`` fact for those in ``to``."""
        s = self.state
        use = s.uses.get(purpose, 0)
        result = self._dice.throw(purpose, use, n)
        # As ``emit`` does, without asking the fact for the audience that was just put in.
        fact: Fact = Rolled(purpose, use, n, result, to)
        self.facts.append(Told(fact, to))
        self.state = fact.apply(s)
        return result

    def roll(self, purpose: str, sides: int = 6) -> int:
        """A die that everybody sees, from 1."""
        return self.draw_index(purpose, sides) + 1

    def draw(self, purpose: str, pool: Sequence[T], to: Audience = EVERYBODY) -> T:
        """A member of the pool. The pool must be sorted, so that a third person can verify."""
        return pool[self.draw_index(purpose, len(pool), to)]

    def push(self, *phases: Phase) -> None:
        """Lay phases on the stack; the first argument is played first."""
        for phase in reversed(phases):
            self.emit(Pushed(change(phase, n=self.state.serial + 1)))

    def pop(self) -> None:
        """Take the top phase off."""
        self.emit(_POPPED)

    def swap(self, phase: Phase, *, keep: bool = False) -> None:
        """Replace the top phase; ``keep``: same serial, so that kept answers stay good."""
        serial = self.state.stack[-1].n if keep else self.state.serial + 1
        self.emit(Swapped(change(phase, n=serial)))

    def amend(self, phase: Phase) -> None:
        """Replace the phase that bears this phase's serial, wherever on the stack it lies."""
        self.emit(Swapped(phase))

    def end(self, reason: str, winners: Sequence[str]) -> None:
        """The game is over, at once: nothing after this call is played.

        Who has resigned cannot win, while anybody stays.
        """
        s = self.state
        won = tuple(x for x in winners if not s.away(x)) if s.staying() else tuple(winners)
        self.emit(Ended(reason, won))
        raise GameOver


class Answers(Struct):
    """The answers to what a phase asked. Only an answer that is taken is spent and logged."""

    _table: Table[Any]
    _source: Source
    _decisions: Sequence[Decision]
    _answers: Mapping[str, Answer]
    """By decision id; each of the decisions has one."""

    def __bool__(self) -> bool:
        """Whether anything was asked."""
        return bool(self._decisions)

    def take(self, seat: str, k: int = 0) -> Order:
        """The answer of this seat to its ``k``-th decision; LookupError if it was not asked."""
        found = [d for d in self._decisions if d.seat == seat]
        if k >= len(found):
            raise LookupError(f"{seat} was not asked question {k}")
        return self._take(found[k])

    def one(self) -> Order:
        """The answer to the only decision."""
        (decision,) = self._decisions
        return self._take(decision)

    def _take(self, d: Decision) -> Order:
        answer = self._answers[d.id]
        order = answer.order
        table = self._table
        s = table.state
        source = (answer.via, answer.cause, answer.line, answer.missed)
        table.emit(Answered(d.id, d.seat, d.kind, order.verb, order.args, *source))
        self._source.taken(s, d, answer)
        return order


def decision_id(phase: Phase, seat: str, k: int = 0) -> str:
    """``serial.seat`` or, for further questions of one seat, ``serial.seat.k``."""
    return f"{phase.n}.{seat}.{k}" if k else f"{phase.n}.{seat}"
