"""The chance to be somewhere within so many actions, on the way with the fewest expected ones."""

from __future__ import annotations

import itertools
from functools import lru_cache

from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.travel.dice import SIDES
from games.star_traders.travel.routes import Craft, craft, leads

_At = tuple[int, int]
"""A world, and how many beacons are left that may be used without permission."""


@lru_cache(maxsize=4096)
def arrivals(g: Galaxy, start: int, target: int, how: Craft, most: int) -> tuple[float, ...]:
    """The chances to come from one world to another after just 0, 1, ... ``most`` actions."""
    if start == target:
        return (1.0, *[0.0] * most)
    further: dict[_At, list[tuple[_At, float]]] = {}
    found = [0.0]
    under_way: dict[_At, float] = {(start, how.tricks): 1.0}
    for _ in range(most):
        there: dict[_At, float] = {}
        for at, chance in under_way.items():
            if at not in further:
                further[at] = _further(g, at, target, how)
            for to, share in further[at]:
                there[to] = there.get(to, 0.0) + chance * share
        found.append(sum(there.pop(at) for at in list(there) if at[0] == target))
        under_way = there
    return tuple(found)


def _further(g: Galaxy, at: _At, target: int, how: Craft) -> list[tuple[_At, float]]:
    """Where one action leads from there, each with its chance."""
    here, tricks = at
    ways = leads(g, here, target, how.tricked(tricks)).items()
    return [((world, tricks - slip), sides / SIDES) for (world, slip), sides in ways]


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
        leg = arrivals(g, here, there, how, left)
        sure = [sum(sure[k] * leg[n - k] for k in range(n + 1)) for n in range(left + 1)]
    return min(1.0, sum(sure)) if count >= waits else 0.0
