"""The way from world to world with the fewest expected actions.

For one target the expected number of actions from every world is settled outwards, as the
shortest way is: of the lines that a roll allows the one whose end is nearest is taken, and a roll
that leads nowhere nearer is an action spent.

A beacon that is used without permission (ST-PER-8) leads from one such map to the one that holds
without that right. That it comes again with the next turn is not reckoned with.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from games.star_traders.state import ENVOY, TURN, Stars, role, tariff, trapped
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.travel.dice import SIDES
from games.star_traders.travel.moves import declared

NEVER = 999.0
"""Expected actions where there is no way."""
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
    slips: frozenset[int] = NOWHERE
    """Worlds with a beacon that may be used without permission only."""
    tricks: int = 0
    """How many of those may be used in a turn."""

    def tricked(self, left: int) -> Craft:
        """With so many beacons left that may be used without permission."""
        return self._replace(slips=self.slips if left else NOWHERE, tricks=left)


def craft(
    s: Stars, seat: str, most: int = 0, tricks: int | None = None, *, jammed: bool = True
) -> Craft:
    """How this seat travels, if it pays up to ``most`` for a beacon, and uses ``tricks`` without
    permission; ``None``: as many as it still may. ``jammed``: whether Jammed Beacons, which last to
    the end of a turn, are reckoned with.
    """
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
    jam = jammed and bool(s.mods) and s.has_mod("jam", seat)
    how = Craft(one.hardest, one.core_jumps, declared(s, one), NOWHERE if jam else free, stuck)
    if jam or not one.beacons:
        return how
    if tricks is None:
        under_way = (s.active == seat and s.left[TURN] > 0) or s.left[ENVOY] > 0
        tricks = max(0, one.beacons - (s.slipped if under_way else 0))
    closed = frozenset([w for w, _ in stations if w not in free])
    return how._replace(slips=closed).tricked(tricks)


@lru_cache(maxsize=8192)
def expected(g: Galaxy, target: int, how: Craft) -> dict[int, float]:
    """Expected actions to the target, by world."""
    done: dict[int, float] = {}
    # For each world: dice that lead on so far, their sum, the least of them.
    dice: dict[int, tuple[int, float, int]] = {}
    best: dict[int, float] = {target: 0.0}
    heap = [(0.0, target, False), *_slipped(g, target, how)]
    heapify(heap)
    lines = g.lines[how.top]
    while heap:
        cost, here, slipped = heappop(heap)
        if slipped:
            into = [(w, 1) for w, _ in lines[here]]
        elif here in done:
            continue
        else:
            done[here] = cost
            into = _into(g, here, lines[here], how)
        for world, needs in into:
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
                heappush(heap, (reached, world, False))
    return done


def _slipped(g: Galaxy, target: int, how: Craft) -> list[tuple[float, int, bool]]:
    """What is still to go behind each beacon that is used without permission."""
    if not how.tricks:
        return []
    below = expected(g, target, how.tricked(how.tricks - 1))
    return [(below[w], w, True) for w in how.slips if w in below]


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


@lru_cache(maxsize=8192)
def leads(g: Galaxy, here: int, target: int, how: Craft) -> dict[tuple[int, bool], int]:
    """Where the rolls lead from a world on the way to another: the world, and whether by a beacon
    without permission, with how many sides of the die do.
    """
    ways = _policy(g, here, expected(g, target, how), how)
    slips = _slips(g, here, target, how, ways) if how.tricks and here not in how.stuck else {}
    found = {(to, False): sides for to, sides in ways.items() if to not in slips}
    for slip in slips.values():
        found[slip, True] = sum(ways[to] for to in slips)
    return found


def _slips(g: Galaxy, here: int, target: int, how: Craft, ways: dict[int, int]) -> dict[int, int]:
    """Those of the ways that are farther than the nearest beacon without permission, with that."""
    far, below = expected(g, target, how), expected(g, target, how.tricked(how.tricks - 1))
    near = [w for w, _ in g.lines[how.top][here] if w in how.slips]
    slip = min(near, key=lambda w: below.get(w, NEVER), default=None)
    if slip is None:
        return {}
    cost = below.get(slip, NEVER)
    if how.named:
        # What is announced is one of the two; expected actions tell which.
        return dict.fromkeys(ways, slip) if cost + 1 <= far.get(here, NEVER) + 1e-9 else {}
    return {to: slip for to in ways if cost < far.get(to, NEVER)}


def _policy(g: Galaxy, here: int, far: dict[int, float], how: Craft) -> dict[int, int]:
    """Where the rolls lead from a world by lines and beacons, with how many sides do."""
    if here in how.stuck:
        return {here: SIDES}
    ways = [(w, 1 if w in how.free else needs) for w, needs in g.lines[how.top][here]]
    if how.core and here // 10 == CORE:
        ways += [(w, 1) for w in g.core if w != here]
    if how.named:
        goal, needs = min(ways, key=lambda x: far.get(x[0], NEVER) + SIDES / (SIDES + 1 - x[1]))
        lost = {here: needs - 1} if needs > 1 else {}
        return {goal: SIDES + 1 - needs, **lost}
    sides: dict[int, int] = {}
    least = SIDES + 1
    for world, needs in sorted([*ways, (here, 1)], key=lambda x: far.get(x[0], NEVER)):
        if needs < least:
            sides[world] = sides.get(world, 0) + least - needs
            least = needs
    return sides
