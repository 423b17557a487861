"""Decisions, and the choices that are the one source of what is legal.

A choice is a form (verb and slots) with the values each slot may take now. Out of it come the
usage line, the parser's verdict, the random player and the type that a phase receives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct, field

if TYPE_CHECKING:
    from engine.form import Form

Arg = str | int | tuple[str, ...] | None
"""A slot's value: a name, a number or free text, a list of names, or left out."""

Args = tuple[Arg, ...]


class Order(Struct, frozen=True):
    """A verb and one argument for each slot of its form (``None``: left out)."""

    verb: str
    args: Args = ()


class Chance(Protocol):
    """What ``sample`` needs of a random source; ``random.Random`` has it."""

    def random(self) -> float:
        """A number ``0 <= x < 1``."""
        ...


def below(rng: Chance, n: int) -> int:
    """A number ``0 <= x < n``."""
    return int(rng.random() * n)


class Pick(Struct, frozen=True):
    """One of these. Empty: the slot has no legal value, so the choice is not legal."""

    values: Sequence[Arg]

    def has(self, value: Arg) -> bool:
        """Membership."""
        return value in self.values

    def legal(self) -> Iterator[Arg]:
        """Each of them."""
        return iter(self.values)

    def sample(self, rng: Chance) -> Arg:
        """One, drawn evenly; IndexError when empty."""
        return self.values[int(rng.random() * len(self.values))]


class Span(Struct, frozen=True):
    """A whole number ``low <= x <= high``."""

    low: int
    high: int

    def has(self, value: Arg) -> bool:
        """Membership; truth values are no numbers."""
        return type(value) is int and self.low <= value <= self.high

    def legal(self) -> Iterator[Arg]:
        """From low to high."""
        return iter(range(self.low, self.high + 1))

    def sample(self, rng: Chance) -> Arg:
        """One, drawn evenly; ValueError when there is none."""
        if self.high < self.low:
            raise ValueError("no number is legal")
        return self.low + below(rng, self.high - self.low + 1)


class Some(Struct, frozen=True):
    """A list of ``least..most`` members of ``of``, each as often as it stands there, kept in the
    order of ``of``.

    ``need``: at least one member must be among these (empty: no such demand); ``once``: at most
    one may be among those, such as amounts of money; ``fits``: what the members must pass together,
    where one thing has several names. Of a list that passes it every part must, too. ``legal`` runs
    through the subsets lazily and is never exhausted by the engine.
    """

    of: Sequence[str]
    least: int
    most: int
    need: Sequence[str] = ()
    once: Sequence[str] = ()
    fits: Callable[[tuple[str, ...]], bool] | None = None

    def has(self, value: Arg) -> bool:
        """Membership, whatever the order in which the members are named."""
        if not isinstance(value, tuple) or not self.least <= len(value) <= self.most:
            return False
        left = list(self.of)
        for member in value:
            if member not in left:
                return False
            left.remove(member)
        if self.once and sum(member in self.once for member in value) > 1:
            return False
        if self.fits is not None and not self.fits(value):
            return False
        return not self.need or any(member in self.need for member in value)

    def legal(self) -> Iterator[Arg]:
        """Smaller lists first."""
        once = frozenset(self.once)
        for size in range(self.least, min(self.most, len(self.of)) + 1):
            for members in combinations(self.of, size):
                if size > 1 and once and sum(m in once for m in members) > 1:
                    continue
                if self.fits is not None and not self.fits(members):
                    continue
                if not self.need or any(m in self.need for m in members):
                    yield members

    def sample(self, rng: Chance) -> Arg:
        """A list with each size equally likely; ValueError when there is none."""
        if self.once:
            return self._with_one(self.once[int(rng.random() * len(self.once))]).sample(rng)
        most = min(self.most, len(self.of))
        least = max(self.least, 1) if self.need else self.least
        if least > most:
            raise ValueError("no list is legal")
        random = rng.random
        size = least + int(random() * (most - least + 1))
        first: tuple[str, ...] = ()
        if self.need:
            first = (self.need[int(random() * len(self.need))],)
        if size == len(first):
            return self._fitting(first)
        pool = list(range(len(self.of)))
        taken = [self.of.index(member) for member in first]
        for i in taken:
            pool.remove(i)
        while len(taken) < size:
            taken.append(pool.pop(int(random() * len(pool))))
        taken.sort()
        return self._fitting(tuple([self.of[i] for i in taken]))

    def _fitting(self, members: tuple[str, ...]) -> tuple[str, ...]:
        """Without those that do not go with the others; ValueError where too few are left."""
        if self.fits is None or self.fits(members):
            return members
        left: tuple[str, ...] = ()
        for member in members:
            if self.fits((*left, member)):
                left = (*left, member)
        if len(left) < self.least or not self.has(left):
            raise ValueError("no list is legal")
        return left

    def _with_one(self, one: str) -> Some:
        """With only this one left of ``once``."""
        others = frozenset(self.once) - {one}
        of = [m for m in self.of if m not in others]
        return Some(of, self.least, self.most, self.need, fits=self.fits)


class Text(Struct, frozen=True):
    """Free text of ``1..limit`` characters."""

    limit: int

    def has(self, value: Arg) -> bool:
        """Membership."""
        return isinstance(value, str) and 0 < len(value) <= self.limit

    def legal(self) -> Iterator[Arg]:
        """A single sample: free text is never enumerated."""
        return iter(("x",))

    def sample(self, rng: Chance) -> Arg:
        """A single sample."""
        return "x"


class Path(Struct, frozen=True):
    """A walk of ``1..most`` steps; ``onward`` gives the next steps after those taken."""

    onward: Callable[[tuple[str, ...]], Sequence[str]]
    most: int

    def has(self, value: Arg) -> bool:
        """Membership, step by step."""
        if not isinstance(value, tuple) or not 0 < len(value) <= self.most:
            return False
        return all(value[i] in self.onward(value[:i]) for i in range(len(value)))

    def legal(self) -> Iterator[Arg]:
        """Depth first; never exhausted by the engine."""
        todo: list[tuple[str, ...]] = [()]
        while todo:
            walked = todo.pop()
            if walked:
                yield walked
            if len(walked) < self.most:
                todo.extend((*walked, step) for step in reversed(self.onward(walked)))

    def sample(self, rng: Chance) -> Arg:
        """A walk of random length; ValueError when there is no first step."""
        walked: tuple[str, ...] = ()
        for _ in range(1 + below(rng, self.most)):
            steps = self.onward(walked)
            if not steps:
                break
            walked = (*walked, steps[below(rng, len(steps))])
        if not walked:
            raise ValueError("no path is legal")
        return walked


Values = Pick | Span | Some | Text | Path
LEFT_OUT = Pick((None,))
"""The values of a slot that must be left out."""

SlotValues = Values | Callable[[Args], Values]
"""Values, or a function of the arguments before this slot."""


class Choice(Struct, frozen=True):
    """A form with the values that its slots may take now.

    By contract at least one order is legal: a choice without one must not be offered.
    """

    form: Form
    slots: tuple[SlotValues, ...] = ()
    alike: tuple[int, ...] = ()
    """Places of slots whose values mean the same in any order: letters print one of them."""

    def has(self, order: Order) -> bool:
        """Whether the order is legal under this choice."""
        if order.verb != self.form.verb or len(order.args) != len(self.slots):
            return False
        args = order.args
        for i, values in enumerate(self.slots):
            if callable(values):
                values = values(args[:i])
            if not values.has(args[i]):
                return False
        return True

    def values(self, i: int, args: Args) -> Values:
        """The values of slot ``i`` when the slots before it have these arguments."""
        values = self.slots[i]
        return values(args[:i]) if callable(values) else values

    def legal(self, args: Args = ()) -> Iterator[Order]:
        """Every legal order, lazily."""
        verb, left = self.form.verb, len(self.slots) - len(args)
        if not left:
            yield Order(verb, args)
            return
        for value in self.values(len(args), args).legal():
            if left == 1:
                yield Order(verb, (*args, value))
            else:
                yield from self.legal((*args, value))

    def distinct(self) -> Iterator[Order]:
        """Every legal order, lazily, of those that mean the same the first."""
        seen: set[tuple[Any, ...]] = set()
        for order in self.legal():
            key: tuple[Any, ...] = tuple(sorted(str(order.args[i]) for i in self.alike))
            key += tuple(x for i, x in enumerate(order.args) if i not in self.alike)
            if not self.alike or key not in seen:
                seen.add(key)
                yield order

    def sample(self, rng: Chance) -> Order:
        """One legal order at random; runs of dead ends fall back on the first legal one."""
        if not self.slots:
            return Order(self.form.verb)
        for _ in range(8):
            try:
                args: list[Arg] = []
                for values in self.slots:
                    if callable(values):
                        values = values(tuple(args))
                    args.append(values.sample(rng))
                return Order(self.form.verb, tuple(args))
            except (IndexError, ValueError):
                continue
        return next(self.legal())


class Decision(Struct, frozen=True, kw_only=True):
    """One question to one seat."""

    id: str
    """``serial.seat[.ordinal]``: unique in the campaign, stable while its phase instance lives."""
    seat: str
    kind: str
    """What is decided; plan lines and standing orders fit decisions by this word."""
    choices: tuple[Choice, ...]
    default: Order
    """What silence means: always pass or suffer, never spends a card."""
    deadline: str = "TURN"
    """Class of its deadline (``TURN``, ``WINDOW``, ``AGAIN``, ``ROUND``); never a time."""
    sealed: bool = False
    skip: bool = False
    """May be skipped when only one order is legal: only where the number of choices is public."""
    about: tuple[Any, ...] = ()
    """The public facts that an answer hangs on; when they change, a kept answer lapses."""
    info: dict[str, Any] = field(default_factory=dict)
    """Public facts of the question, for guards and letters."""
    hangs: Callable[[Order], tuple[Any, ...]] | None = None
    """The public facts that one order hangs on besides ``about``, such as what lies in the box that
    it names. Pure; for any order of the decision's forms, legal now or not.
    """

    @property
    def window(self) -> int:
        """The serial of the asking phase: players see it as ``w41``."""
        return int(self.id.partition(".")[0])

    def about_of(self, order: Order) -> tuple[Any, ...]:
        """All public facts that this order hangs on."""
        return self.about if self.hangs is None else (*self.about, *self.hangs(order))

    def has(self, order: Order) -> bool:
        """Whether the order is legal now."""
        for choice in self.choices:  # noqa: SIM110 - twice as fast as any()
            if choice.has(order):
                return True
        return False

    def legal(self) -> Iterator[Order]:
        """Every legal order, lazily."""
        for choice in self.choices:
            yield from choice.legal()

    def many(self) -> bool:
        """Whether at least two orders are legal."""
        if len(self.choices) > 1:
            return True
        if not self.choices or not self.choices[0].slots:
            return False
        return len(tuple(islice(self.legal(), 2))) > 1

    def forced(self) -> Order | None:
        """The one order there is, when nothing else is possible; silence counts as an order."""
        first = tuple(islice(self.legal(), 2))
        return self.default if first in ((), (self.default,)) else None

    def sample(self, rng: Chance) -> Order:
        """One legal order: a choice drawn evenly, then its slots."""
        choices = self.choices
        choice = choices[int(rng.random() * len(choices))]
        return choice.sample(rng) if choice.slots else Order(choice.form.verb)
