"""The way from world to world with the fewest expected actions.

For one target the expected number of actions from every world is settled outwards, as the
shortest way is: of the lines that a roll allows the one whose end is nearest is taken, and a roll
that leads nowhere nearer is an action spent.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engine.decision import Order
from games.star_traders.state import TURN, Stars, role, tariff, trapped
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.travel.moves import declared, options

NEVER = 999.0
"""Expected actions where there is no way."""
SIDES = 6
NOWHERE: frozenset[int] = frozenset()


class Craft(NamedTuple):
    """All that a way hangs on besides its ends."""

    top: int
    """What no line needs more than."""
    core: bool
    """Whether the worlds of the Core are one jump apart without a roll."""
    named: bool
    """Whether jumps are declared before the roll."""
    free: frozenset[int]
    """Worlds with a beacon that may be used."""
    stuck: frozenset[int]
    """Worlds that a Quarantine lets nobody leave."""


def craft(s: Stars, seat: str, most: int = 0) -> Craft:
    """How this seat travels, if it pays up to ``most`` for a beacon."""
    one = role(s, seat)
    most = min(most, s.money[seat])
    stations = s.stations.items()
    if s.tariffs:
        free = frozenset([w for w, x in stations if 0 <= tariff(s, x, seat) <= most])
    else:
        free = frozenset([w for w, x in stations if x == seat])
    stuck = NOWHERE
    if s.quarantines:
        stuck = frozenset([q.world for q in s.quarantines if trapped(s, seat, q.world)])
    return Craft(one.hardest, one.core_jumps, declared(s, one), free, stuck)


@lru_cache(maxsize=8192)
def expected(g: Galaxy, target: int, how: Craft) -> dict[int, float]:
    """Expected actions to the target, by world."""
    done: dict[int, float] = {}
    # For each world: dice that lead on so far, their sum, the least of them.
    dice: dict[int, tuple[int, float, int]] = {}
    best: dict[int, float] = {target: 0.0}
    heap = [(0.0, target)]
    lines = g.lines[how.top]
    while heap:
        cost, here = heappop(heap)
        if here in done:
            continue
        done[here] = cost
        for world, needs in _into(g, here, lines[here], how):
            if world in done or world in how.stuck:
                continue
            if how.named:
                reached = cost + SIDES / (SIDES + 1 - needs)
            else:
                count, total, least = dice.get(world, (0, 0.0, SIDES + 1))
                if needs >= least:
                    continue
                count, total = count + least - needs, total + (least - needs) * cost
                dice[world] = (count, total, needs)
                reached = (SIDES + total) / count
            if reached < best.get(world, NEVER):
                best[world] = reached
                heappush(heap, (reached, world))
    return done


def _into(
    g: Galaxy, here: int, lines: tuple[tuple[int, int], ...], how: Craft
) -> list[tuple[int, int]]:
    """Worlds from which one jump leads here, with the least roll; 1: any."""
    found = [(w, 1) for w, _ in lines] if here in how.free else list(lines)
    if how.core and here // 10 == CORE:
        found += [(w, 1) for w in g.core if w != here]
    return found


def actions(s: Stars, seat: str, start: int, target: int, most: int = 0) -> float:
    """Expected actions from one world to another."""
    return expected(galaxy(s), target, craft(s, seat, most)).get(start, NEVER)


def step(
    s: Stars, seat: str, ship: int, target: int, most: int = 0, pool: str = TURN
) -> Order | None:
    """The jump that now brings this ship nearest to the target; ``None``: none brings it nearer."""
    how = craft(s, seat, most)
    far = expected(galaxy(s), target, how)
    here = s.ships[seat][ship]
    if here == target:
        return None
    o = options(s, seat, ship, role(s, seat), pool)
    named = None if len(s.ships[seat]) == 1 else ship + 1
    found: list[tuple[float, int, Order]] = []
    for w in o.jump:
        cost = far.get(int(w), NEVER)
        if how.named and not s.dice[pool]:
            cost += _tries(s, how, here, int(w)) - 1
        found.append((cost, 0, Order("JUMP", (w, named))))
    found += [
        (far.get(int(w), NEVER), price, Order("STATION", (w, price, named)))
        for w, price in o.station.items()
        if price <= most
    ]
    if not found:
        return None
    cost, _, order = min(found, key=lambda x: (x[0], x[1]))
    return order if cost < far.get(here, NEVER) - 1e-9 else None


def _tries(s: Stars, how: Craft, here: int, world: int) -> float:
    """Expected throws until a declared jump succeeds."""
    g = galaxy(s)
    if world in how.free or not g.joined(here, world):
        return 1.0
    return SIDES / (SIDES + 1 - g.needs(here, world, how.top))


@lru_cache(maxsize=1024)
def arrivals(g: Galaxy, target: int, how: Craft, most: int) -> dict[int, tuple[float, ...]]:
    """For each world the chances to be at the target after just 0, 1, ... ``most`` actions."""
    far = expected(g, target, how)
    moves = {w: _policy(g, w, far, how) for w in g.worlds}
    found: dict[int, list[float]] = {w: [1.0 if w == target else 0.0] for w in g.worlds}
    for n in range(1, most + 1):
        for w in g.worlds:
            found[w].append(0.0)
        for w in g.worlds:
            if w != target:
                found[w][n] = sum(found[to][n - 1] for to in moves[w]) / SIDES
    return {w: tuple(chances) for w, chances in found.items()}


def _policy(g: Galaxy, here: int, far: dict[int, float], how: Craft) -> tuple[int, ...]:
    """Where each roll leads from a world."""
    if here in how.stuck:
        return (here,) * SIDES
    ways = [(w, 1 if w in how.free else needs) for w, needs in g.lines[how.top][here]]
    if how.core and here // 10 == CORE:
        ways += [(w, 1) for w in g.core if w != here]
    if how.named:
        goal = min(ways, key=lambda x: far.get(x[0], NEVER) + SIDES / (SIDES + 1 - x[1]))
        return tuple(goal[0] if roll >= goal[1] else here for roll in range(1, SIDES + 1))
    found = []
    for roll in range(1, SIDES + 1):
        open_ways = [w for w, needs in ways if needs <= roll]
        found.append(min((*open_ways, here), key=lambda w: far.get(w, NEVER)))
    return tuple(found)


def chance(
    s: Stars, seat: str, stops: tuple[int, ...], count: int, waits: int = 0, most: int = 0
) -> float:
    """The chance to reach all stops in turn within ``count`` actions, ``waits`` of which are spent
    at the stops.
    """
    g, how = galaxy(s), craft(s, seat, most)
    left = max(0, count - waits)
    sure = [1.0] + [0.0] * left
    for here, there in itertools.pairwise(stops):
        leg = arrivals(g, there, how, left)[here]
        sure = [sum(sure[k] * leg[n - k] for k in range(n + 1)) for n in range(left + 1)]
    return min(1.0, sum(sure)) if count >= waits else 0.0
