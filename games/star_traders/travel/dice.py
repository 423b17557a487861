"""Dice by name, for who may choose among several that lie there (ST-PER-9): ``5``, ``3+5``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

SIDES = 6

Dice = tuple[int, ...]
"""One die, or two that are added."""


def text(dice: Sequence[int]) -> str:
    """As an order names them, the lower first."""
    return "+".join(map(str, sorted(dice)))


def dice_of(name: str) -> Dice:
    """The dice behind a name; ValueError for one that ``text`` does not make."""
    return tuple(int(part) for part in name.split("+"))


def spellings() -> dict[str, tuple[str, ...]]:
    """Every die and every two, with the ways to write them."""
    sides = range(1, SIDES + 1)
    found: dict[str, tuple[str, ...]] = {str(n): (str(n),) for n in sides}
    for a in sides:
        for b in range(a, SIDES + 1):
            found[f"{a}+{b}"] = (f"{a}+{b}", f"{b}+{a}", f"{a} + {b}", f"{b} + {a}")
    return found


def total(dice: Dice) -> int:
    """What they count: two dice their sum, 6 at most (ST-RUL-9)."""
    return dice[0] if len(dice) == 1 else min(SIDES, sum(dice))


def enough(dice: Sequence[int], needs: int, *, pairs: bool) -> Iterator[Dice]:
    """All that reach what is needed: single dice, the lowest first; then, with ``pairs``, two of
    them, the lowest sum first.
    """
    lying = sorted(dice)
    for die in dict.fromkeys(lying):
        if die >= needs:
            yield (die,)
    if pairs:
        twos = dict.fromkeys(combinations(lying, 2))
        yield from sorted((two for two in twos if total(two) >= needs), key=lambda x: (sum(x), x))


def without(dice: Sequence[int], used: Dice) -> Dice:
    """What is left of them; ValueError where one of those used does not lie there."""
    left = list(dice)
    for die in used:
        left.remove(die)
    return tuple(left)
