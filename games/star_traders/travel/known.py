"""The best use of several dice that lie there already (ST-PER-9).

The dice are known, so what they lead to is no matter of chance: of all ways to spend them on
jumps that one is searched which, with the expected actions from where it ends, takes the fewest
(A*: no way is shorter than its jumplines).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from games.star_traders.state import Stars, role
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.travel.dice import Dice, enough, without
from games.star_traders.travel.moves import bonus
from games.star_traders.travel.routes import NEVER, Craft, expected


class Lying(NamedTuple):
    """What a seat has for the rest of its turn or journey."""

    dice: Dice
    """Ascending."""
    actions: int
    pairs: bool
    """Whether two may still be added."""
    bonus: int
    """What cards add to each die."""
    worms: int
    """Jumps along any line that need no roll."""
    free: frozenset[int]
    """Worlds with a beacon that may be used now."""


class Leap(NamedTuple):
    """The first jump of the best way."""

    world: int
    dice: Dice
    """Those that it takes; where it needs no roll the lowest."""
    after: float
    """Expected actions that are left behind it."""

    @property
    def total(self) -> float:
        """Expected actions with its own."""
        return self.after + len(self.dice)


class _Node(NamedTuple):
    """Somewhere on a way. Nodes are compared as they stand, the best first."""

    cost: float
    """Actions spent, and at least those to come."""
    spent: int
    """Sum of the dice used: of equal ways that which leaves the higher ones."""
    added: bool
    serial: int
    world: int
    dice: Dice
    actions: int
    worms: int
    pairs: bool
    first: Leap | None
    over: bool


def lying(s: Stars, seat: str, pool: str, free: frozenset[int]) -> Lying:
    """The dice of this pool; ``free``: beacons open to the seat, but for cards."""
    one = role(s, seat)
    if s.mods and s.has_mod("jam", seat):
        free = frozenset()
    elif s.mods and s.has_mod("codes", seat):
        free = frozenset(s.stations)
    return Lying(
        tuple(sorted(s.dice[pool])),
        s.left[pool],
        one.combine and not s.combined,
        bonus(s, seat),
        s.mod("worm", seat) if s.mods else 0,
        free,
    )


def first_leap(s: Stars, target: int, how: Craft, here: int, hand: Lying) -> Leap | None:
    """The first jump of the way with the fewest actions; ``None``: no jump of these dice helps."""
    return _search(galaxy(s), target, how, here, hand)


@lru_cache(maxsize=4096)
def _search(g: Galaxy, target: int, how: Craft, here: int, hand: Lying) -> Leap | None:
    far = expected(g, target, how)
    serial = count()
    start = _Node(
        0.0, 0, False, 0, here, hand.dice, hand.actions, hand.worms, hand.pairs, None, False
    )
    heap = [start]
    seen: set[tuple[int, Dice, bool, int]] = set()
    while heap:
        node = heappop(heap)
        if node.over:
            leap = node.first
            return leap and leap._replace(after=node.cost - len(leap.dice))
        key = (node.world, node.dice, node.pairs, node.worms)
        if key in seen:
            continue
        seen.add(key)
        for found in _onward(g, target, how, hand, node, far):
            heappush(heap, found._replace(serial=next(serial)))
    return None


def _onward(
    g: Galaxy, target: int, how: Craft, hand: Lying, node: _Node, far: dict[int, float]
) -> Iterator[_Node]:
    """There; or the other actions are given up; or another jump."""
    done = hand.actions - node.actions
    if node.world == target:
        yield node._replace(cost=float(done), over=True)
        return
    # Rounded, so that equal sums of fractions are equal.
    rest = round(hand.actions + far.get(node.world, NEVER), 9)
    yield node._replace(cost=rest, spent=sum(hand.dice), over=True)
    if node.world in how.stuck:
        return
    near = g.data.jumps
    for world, used, worm in _leaps(g, how, hand, node):
        least = 0 if how.core else near[world][target]
        yield node._replace(
            cost=float(done + len(used) + least),
            spent=node.spent + sum(used),
            added=node.added or len(used) > 1,
            world=world,
            dice=without(node.dice, used),
            actions=node.actions - len(used),
            worms=node.worms - worm,
            pairs=node.pairs and len(used) == 1,
            first=node.first or Leap(world, used, 0.0),
        )


def _leaps(g: Galaxy, how: Craft, hand: Lying, node: _Node) -> Iterator[tuple[int, Dice, int]]:
    """World, dice used, jumps of a Wormhole used. The lowest single die that will do is as good
    as any, but two low ones may spare a high one.
    """
    if not node.dice or node.actions < 1:
        return
    lowest = node.dice[:1]
    core = how.core and node.world // 10 == CORE
    if core:
        yield from ((w, lowest, 0) for w in g.core if w != node.world)
    for world, needs in g.lines[how.top][node.world]:
        if world in hand.free or (core and world // 10 == CORE):
            yield world, lowest, 0
        elif node.worms:
            yield world, lowest, 1
        else:
            pairs = node.pairs and node.actions > 1
            ways = list(enough(node.dice, needs - hand.bonus, pairs=pairs))
            yield from ((world, used, 0) for used in ways[:1])
            yield from ((world, used, 0) for used in ways[1:] if len(used) > 1)
