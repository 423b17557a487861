"""Positions of Space Freighter, set up by hand and played step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from engine.advance import act, advance
from engine.decision import Decision, Order
from engine.dice import KeyedDice, ScriptedDice
from engine.fact import Fact, Told
from engine.state import change
from engine.table import Answer
from engine.window import PASS
from games.space_freighter import SPACE_FREIGHTER
from games.space_freighter.cards import CARDS
from games.space_freighter.forms import SUFFER
from games.space_freighter.state import Freight

F = TypeVar("F", bound=Fact)

SEED = bytes(range(32))

__all__ = [
    "PASS",
    "SEED",
    "SUFFER",
    "Scene",
    "deliver",
    "discard",
    "negate",
    "offer",
    "position",
    "scene",
]


def deliver(world: str, *cards: str) -> Order:
    return Order("DELIVER", (world, cards, None))


def negate(hazard: str, aid: str) -> Order:
    return Order("NEGATE", ((hazard,), aid))


def discard(*cards: str) -> Order:
    return Order("DISCARD", (cards, None))


def offer(to: str, give: Iterable[str], want: Iterable[str]) -> Order:
    return Order("OFFER", (to, tuple(give) or ("nothing",), tuple(want) or ("nothing",)))


def position(
    seats: int = 2,
    hands: Mapping[str, Iterable[str]] | None = None,
    money: Mapping[str, int] | None = None,
    deck: Iterable[str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Freight:
    """Before the first turn, with these hands; ``deck``: all that is left of it."""
    ids = tuple(f"p{i}" for i in range(1, seats + 1))
    settings = {o.name: o.default for o in SPACE_FREIGHTER.options("default")} | dict(options or {})
    s = SPACE_FREIGHTER.begin("default", ids, settings)
    held = s.hands | {seat: tuple(sorted(cards)) for seat, cards in (hands or {}).items()}
    out = {c for hand in held.values() for c in hand}
    left = tuple(c for c in CARDS if c not in out) if deck is None else tuple(sorted(deck))
    pile = tuple(c for c in CARDS if c not in out and c not in left)
    return change(s, hands=held, money=s.money | dict(money or {}), deck=left, pile=pile)


class Scene:
    """A game that answers nothing by itself. ``facts``: all that happened, ``fresh``: last."""

    def __init__(self, s: Freight, dice: ScriptedDice) -> None:
        self.s = s
        self.dice = dice
        self.told: list[Told] = []
        self.facts: list[Fact] = []
        self.fresh: list[Fact] = []
        self.pending: tuple[Decision, ...] = ()
        self._answers: dict[str, Order] = {}

    # -- a source of answers --------------------------------------------------------------------

    def answer(self, s: Any, d: Decision) -> Answer | None:
        order = self._answers.get(d.id)
        return Answer(order) if order is not None else None

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        self._answers.pop(d.id, None)

    # -- what tests do --------------------------------------------------------------------------

    def go(self) -> Scene:
        step = advance(SPACE_FREIGHTER, self.s, self, self.dice)
        self._note(step.facts)
        self.s, self.pending = step.state, step.pending
        return self

    def say(self, order: Order) -> Scene:
        """Answer the one open question; it must be legal."""
        assert self.asked.has(order), (self.asked, order)
        self._answers[self.asked.id] = order
        return self.go()

    def do(self, seat: str, order: Order) -> Scene:
        """An any-time order, then on."""
        step = act(SPACE_FREIGHTER, self.s, seat, order, self.dice)
        self._note(step.facts)
        done = self.fresh
        self.s = step.state
        self.go()
        self.fresh = [*done, *self.fresh]
        return self

    def _note(self, told: list[Told]) -> None:
        self.told += told
        self.fresh = [t.fact for t in told]
        self.facts += self.fresh

    @property
    def asked(self) -> Decision:
        (decision,) = self.pending
        return decision

    def all(self, kind: type[F]) -> list[F]:
        return [f for f in self.facts if isinstance(f, kind)]

    def one(self, kind: type[F]) -> F:
        (fact,) = self.all(kind)
        return fact


def scene(
    *flips: str,
    seats: int = 2,
    losses: Iterable[int] = (),
    draws: Iterable[int] | None = None,
    **fields: Any,
) -> Scene:
    """The first turns with these cards on top of the deck; played up to the first question.

    ``draws`` scripts the draws from the deck themselves, where a look settles some of them.
    """
    s = position(seats, **fields)
    left = list(s.deck)
    indices = []
    for card in flips:
        indices.append(left.index(card))
        left.remove(card)
    script = {"deck": indices if draws is None else list(draws), "loss": list(losses)}
    return Scene(s, ScriptedDice(script, KeyedDice(SEED))).go()
