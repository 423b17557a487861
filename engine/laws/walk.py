"""Random legal play that stops wherever the game waits, and asks every law there.

Play is as a post office sees it: answers come one by one and are kept, any-time orders come in
between, seats resign; what is no longer legal, or about something else now, lapses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from engine.advance import act, advance, opened
from engine.decision import Decision, Order
from engine.dice import KeyedDice
from engine.fact import Told
from engine.game import Game
from engine.laws.chance import Stream
from engine.leave import RESIGN_FORM
from engine.state import OptionValue
from engine.table import Answer


class Setting(Struct, frozen=True, kw_only=True):
    """Everything that makes one random game what it is."""

    variant: str
    seats: int
    seed: int
    options: dict[str, OptionValue] = field(default_factory=dict)
    most: int = 2000
    """Points at which play is broken off, so that long games cost no more."""
    orders: float = 0.15
    """How often an any-time order comes instead of an answer."""

    def beginning(self, game: Game[Any]) -> Any:
        """The state before the first fact."""
        seats = tuple(f"p{i}" for i in range(1, self.seats + 1))
        options = {o.name: o.default for o in game.options(self.variant)} | self.options
        return game.begin(self.variant, seats, options)

    def dice(self) -> KeyedDice:
        """The dice of this seed."""
        return KeyedDice(self.seed.to_bytes(32, "big"))


class Point:
    """A moment at which the game waits, or is over."""

    __slots__ = (
        "_known",
        "_opened",
        "_opened_in",
        "beginning",
        "chance",
        "decisions",
        "fresh",
        "game",
        "pending",
        "s",
        "setting",
        "told",
    )

    def __init__(self, game: Game[Any], setting: Setting) -> None:
        """The point before the first fact."""
        self.game = game
        self.setting = setting
        self.chance = Stream(~setting.seed)
        """For the laws; play has its own, so that the same seed is the same game under all."""
        self.beginning = setting.beginning(game)
        self.s: Any = self.beginning
        """The state."""
        self.told: list[Told] = []
        """All facts so far."""
        self.fresh = 0
        """How many of them were known at the point before."""
        self._known = 0
        self._opened_in: Any = None
        self._opened: dict[str, Decision | None] = {}
        self.pending: tuple[Decision, ...] = ()
        """What waits for somebody."""
        self.decisions: tuple[Decision, ...] = ()
        """What the top phase asks."""

    def move(self, s: Any, facts: Sequence[Told], pending: tuple[Decision, ...]) -> None:
        """To the next point."""
        self.s = s
        self.fresh = self._known
        self.told.extend(facts)
        self._known = len(self.told)
        self.pending = pending
        self.decisions = s.stack[-1].ask(s) if s.stack else ()

    def opened(self, seat: str) -> Decision | None:
        """What this seat may order at any time; found once, however many laws ask for it."""
        if self._opened_in is not self.s:
            self._opened_in, self._opened = self.s, {}
        if seat not in self._opened:
            self._opened[seat] = opened(self.game, self.s, seat)
        return self._opened[seat]

    @property
    def viewers(self) -> tuple[str, ...]:
        """Every seat, and a stranger."""
        return (*self.s.seats, "")

    def __str__(self) -> str:
        """Enough to come here again."""
        return f"{self.game.id} {self.setting} after fact {len(self.told)}"


class Law:
    """One law, watching one game. A new one for each game."""

    name: str

    def at(self, point: Point) -> Iterable[str]:
        """What is wrong here, in words for the author of the game; nothing when all is well."""
        return ()

    def over(self, point: Point) -> Iterable[str]:
        """What is wrong with a game that is over."""
        return ()


class Violation(Struct, frozen=True):
    """A law was broken."""

    law: str
    game: str
    setting: Setting
    fact: int
    """So many facts had happened."""
    detail: str

    def __str__(self) -> str:
        """For a test's message."""
        return f"[{self.law}] {self.game} {self.setting} after fact {self.fact}: {self.detail}"


class Keeper:
    """Keeps answers as the desk does: an answer that went stale lapses."""

    def __init__(self) -> None:
        """Nothing is kept."""
        self.kept: dict[str, tuple[Order, tuple[Any, ...]]] = {}

    def keep(self, d: Decision, order: Order) -> None:
        """An answer came."""
        self.kept[d.id] = (order, d.about_of(order))

    def answer(self, s: Any, d: Decision) -> Answer | None:
        """In a sealed window a stale answer means silence; elsewhere the question is open again."""
        kept = self.kept.get(d.id)
        if kept is None:
            return None
        order, about = kept
        if about == d.about_of(order) and d.has(order):
            return Answer(order)
        return Answer(d.default, "default") if d.sealed else None

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        """It is spent."""
        self.kept.pop(d.id, None)


def walk(game: Game[Any], setting: Setting, laws: Sequence[Law]) -> tuple[Point, list[Violation]]:
    """Play one game under these laws, up to the first point at which one of them is broken.

    Whatever the rules raise comes through, with a note of where it was.
    """
    point = Point(game, setting)
    try:
        return point, _walk(point, laws)
    except Exception as fault:
        fault.add_note(f"at {point}, stack {point.s.stack}")
        raise


def _walk(point: Point, laws: Sequence[Law]) -> list[Violation]:
    game, keeper, dice = point.game, Keeper(), point.setting.dice()
    chance = Stream(point.setting.seed)
    for _ in range(point.setting.most):
        step = advance(game, point.s, keeper, dice)
        point.move(step.state, step.facts, step.pending)
        found = [_broken(point, law, text) for law in laws for text in law.at(point)]
        if point.s.ended and not found:
            found = [_broken(point, law, text) for law in laws for text in law.over(point)]
        if found or point.s.ended:
            return found
        if not point.pending:
            return [Violation("stack", game.id, point.setting, len(point.told), "stands still")]
        if chance.random() >= point.setting.orders or not _any_time(point, chance, dice):
            _answer_some(point, chance, keeper)
    return []


def _broken(point: Point, law: Law, text: str) -> Violation:
    return Violation(law.name, point.game.id, point.setting, len(point.told), text)


def _any_time(point: Point, chance: Stream, dice: KeyedDice) -> bool:
    """One any-time order of a seat drawn evenly; resigning is made rare. Whether there was one."""
    seat = point.s.seats[chance.below(len(point.s.seats))]
    decision = point.opened(seat)
    if decision is None:
        return False
    likely = point.game.likely(point.s, seat, chance)
    order = likely if likely and decision.has(likely) else decision.sample(chance)
    if order.verb == RESIGN_FORM.verb and chance.random() < 0.9:
        return False
    step = act(point.game, point.s, seat, order, dice)
    point.s = step.state
    point.told.extend(step.facts)
    return True


def _answer_some(point: Point, chance: Stream, keeper: Keeper) -> None:
    missing = [d for d in point.pending if keeper.answer(point.s, d) is None]
    first = chance.below(len(missing))
    for i, d in enumerate(missing):
        if i == first or chance.random() < 0.5:
            keeper.keep(d, d.sample(chance))
