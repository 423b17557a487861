"""The chance to be somewhere within so many actions, on the way with the fewest expected ones."""

from __future__ import annotations

import itertools
from functools import lru_cache

from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.travel.dice import SIDES
from games.star_traders.travel.routes import Craft, craft, leads


@lru_cache(maxsize=4096)
def arrivals(g: Galaxy, start: int, target: int, how: Craft, most: int) -> tuple[float, ...]:
    """The chances to come from one world to another after just 0, 1, ... ``most`` actions."""
    if start == target:
        return (1.0, *[0.0] * most)
    found = [0.0]
    # Where the ship may be, with how many beacons left that may be used without permission.
    under_way = {(start, how.tricks): 1.0}
    for _ in range(most):
        there = 0.0
        further: dict[tuple[int, int], float] = {}
        for (here, tricks), chance in under_way.items():
            for (world, slip), sides in leads(g, here, target, how.tricked(tricks)).items():
                share = chance * sides / SIDES
                if world == target:
                    there += share
                else:
                    at = (world, tricks - slip)
                    further[at] = further.get(at, 0.0) + share
        found.append(there)
        under_way = further
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
        leg = arrivals(g, here, there, how, left)
        sure = [sum(sure[k] * leg[n - k] for k in range(n + 1)) for n in range(left + 1)]
    return min(1.0, sum(sure)) if count >= waits else 0.0
