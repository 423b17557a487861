"""The way that a ship will most likely take, jump by jump, for people to read."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.star_traders.state import Stars, tariff
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.travel.routes import NEVER, NOWHERE, Craft, expected, leads


class Hop(NamedTuple):
    """One jump of a way: ``how`` is ``beacon``, ``core``, ``slip`` or ``line``."""

    world: int
    how: str
    colour: str = ""
    """Of the line, where a die is needed."""
    needs: int = 0
    """The least roll; 0: none."""
    owner: str = ""
    """Whose beacon it is."""
    price: int = 0


class Way(NamedTuple):
    """The most likely way from one world to another; no hops: the ship is there."""

    start: int
    target: int
    hops: tuple[Hop, ...]
    actions: float
    """Expected actions; ``NEVER``: there is no way now."""
    bar: int = 0
    """The world whose Quarantine bars the only way; where there is another, that which it
    avoids."""

    @property
    def none(self) -> bool:
        """Whether there is no way now."""
        return self.actions >= NEVER


def way(s: Stars, seat: str, start: int, target: int, how: Craft) -> Way:
    """The way of ``routes.step``: at each world where most rolls lead, of equals the nearer one."""
    g = galaxy(s)
    bar = _bar(g, start, target, how) if how.stuck else 0
    hops = _hops(g, start, target, how)
    if not hops and start != target:
        return Way(start, target, (), NEVER, bar)
    named = tuple([_owned(s, seat, hop) if hop.how in ("beacon", "slip") else hop for hop in hops])
    return Way(start, target, named, expected(g, target, how)[start], bar)


@lru_cache(maxsize=4096)
def _hops(g: Galaxy, start: int, target: int, how: Craft) -> tuple[Hop, ...]:
    """The jumps, without the owners of beacons; none where there is no way."""
    here, hops = start, []
    while here != target:
        far = expected(g, target, how).get(here, NEVER)
        ways = leads(g, here, target, how)
        beyond = {one: _beyond(g, one, target, how) for one in ways}
        # Only what is nearer, as a step is: of equals one might lead to the other and back.
        near = [one for one in ways if beyond[one] < far - 1e-9]
        if not near:
            return ()
        rolls = {w: sum(ways[one] for one in near if one[0] == w) for w, _ in near}
        to = min(rolls, key=lambda w: (-rolls[w], min(beyond[x] for x in near if x[0] == w)))
        # A beacon makes sure of what a line would do with some rolls only.
        slip = (to, True) in near
        hops.append(_hop(g, here, to, how, slip=slip))
        here, how = to, how.tricked(how.tricks - 1) if slip else how
    return tuple(hops)


def _beyond(g: Galaxy, one: tuple[int, bool], target: int, how: Craft) -> float:
    """Expected actions behind a jump."""
    world, slip = one
    left = how.tricked(how.tricks - 1) if slip else how
    return expected(g, target, left).get(world, NEVER)


def _hop(g: Galaxy, here: int, world: int, how: Craft, *, slip: bool) -> Hop:
    if slip:
        return Hop(world, "slip")
    joined = g.joined(here, world)
    if joined and world in how.free:
        return Hop(world, "beacon")
    if how.core and here // 10 == CORE == world // 10:
        return Hop(world, "core")
    least = g.needs(here, world)
    colour = next(c.name for c in g.data.colours if c.needs == least)
    return Hop(world, "line", colour, min(least, how.top))


def _owned(s: Stars, seat: str, hop: Hop) -> Hop:
    owner = s.stations[hop.world]
    price = max(0, tariff(s, owner, seat)) if hop.how == "beacon" else 0
    return hop._replace(owner=owner, price=price)


@lru_cache(maxsize=256)
def _bar(g: Galaxy, start: int, target: int, how: Craft) -> int:
    """The first world under Quarantine on the way that the ship would take without it; 0: none."""
    free = _hops(g, start, target, how._replace(stuck=NOWHERE))
    if free == _hops(g, start, target, how):
        return 0
    return next((w for w in (start, *(hop.world for hop in free[:-1])) if w in how.stuck), 0)
