"""The jump that brings a ship nearest to a world: what GOTO means with the dice that lie there."""

from __future__ import annotations

from typing import NamedTuple

from engine.decision import Order
from games.star_traders.state import ENVOY, TURN, Stars, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.travel.dice import SIDES, text
from games.star_traders.travel.known import first_leap, lying
from games.star_traders.travel.moves import bonus, options, use
from games.star_traders.travel.routes import NEVER, Craft, craft, expected

EQUAL = 1e-9
"""Expected actions that differ by less are the same."""


class Step(NamedTuple):
    """A jump, with the expected actions that are left behind it."""

    cost: float
    order: Order


def step(
    s: Stars, seat: str, ship: int, target: int, most: int = 0, pool: str = TURN
) -> Order | None:
    """The jump that now brings this ship nearest to the target; ``None``: none brings it nearer."""
    found = _step(s, seat, ship, target, most, pool)
    return found and found.order


def fleet_step(s: Stars, seat: str, target: int, most: int = 0, pool: str = TURN) -> Order | None:
    """The same of whichever ship is nearest to the target then (ST-PER-10)."""
    fleet = s.ships[seat]
    far = expected(galaxy(s), target, _behind(s, seat, most, pool)[0])
    now = min(far.get(here, NEVER) for here in fleet)
    steps = [_step(s, seat, ship, target, most, pool) for ship in range(len(fleet))]
    found = min((x for x in steps if x), key=lambda x: x.cost, default=None)
    return found.order if found and found.cost < now - EQUAL else None


def _step(s: Stars, seat: str, ship: int, target: int, most: int, pool: str) -> Step | None:
    if s.ships[seat][ship] == target:
        return None
    if role(s, seat).combine and s.dice[pool]:
        return _of_dice(s, seat, ship, target, most, pool)
    return _of_die(s, seat, ship, target, most, pool)


def _named(s: Stars, seat: str, ship: int, pool: str) -> int | None:
    """The number by which orders name a ship; on a journey it is named once, at its start."""
    return None if pool == ENVOY or len(s.ships[seat]) == 1 else ship + 1


# -- one die -----------------------------------------------------------------------------------


def _of_die(s: Stars, seat: str, ship: int, target: int, most: int, pool: str) -> Step | None:
    """Of all that is possible now what leaves the fewest expected actions."""
    g, here, number = galaxy(s), s.ships[seat][ship], _named(s, seat, ship, pool)
    kept, spent = _behind(s, seat, most, pool)
    far = expected(g, target, kept)
    o = options(s, seat, ship, role(s, seat), pool)
    found: list[tuple[float, int, Order]] = []
    for w in o.jump:
        cost = far.get(int(w), NEVER)
        if kept.named and not s.dice[pool]:
            cost += _tries(s, seat, kept, here, int(w)) - 1
        found.append((cost, 0, Order("JUMP", (w, number))))
    found += [
        (far.get(int(w), NEVER), price, Order("STATION", (w, price, number)))
        for w, price in o.station.items()
        if price <= most
    ]
    if o.slip:
        away = expected(g, target, spent)
        found += [(away.get(int(w), NEVER), 1, Order("SLIP", (w, number))) for w in o.slip]
    if not found:
        return None
    cost, _, order = min(found, key=lambda x: (x[0], x[1]))
    return Step(cost, order) if cost < far.get(here, NEVER) - EQUAL else None


def _behind(s: Stars, seat: str, most: int, pool: str) -> tuple[Craft, Craft]:
    """How the seat travels behind this action, and behind one that uses a beacon without
    permission (ST-PER-8): after the last action it may use one again, and its beacons are no
    longer jammed.
    """
    beacons = role(s, seat).beacons
    if pool == TURN and s.left[TURN] <= 1:
        full = craft(s, seat, most, beacons, jammed=False)
        return full, full
    how = craft(s, seat, most)
    if not beacons:
        return how, how
    return how, how.tricked(max(0, how.tricks - 1))


def _tries(s: Stars, seat: str, how: Craft, here: int, world: int) -> float:
    """Expected throws until a declared jump succeeds (ST-MOV-15)."""
    g = galaxy(s)
    core = how.core and here // 10 == CORE == world // 10
    worm = bool(s.mods) and s.has_mod("worm", seat)
    if core or worm or world in how.free or not g.joined(here, world):
        return 1.0
    needs = max(1, g.needs(here, world, how.top) - bonus(s, seat))
    return SIDES / (SIDES + 1 - needs) if needs <= SIDES else NEVER


# -- several dice ------------------------------------------------------------------------------


def _of_dice(s: Stars, seat: str, ship: int, target: int, most: int, pool: str) -> Step | None:
    """The first jump of the best use of the dice; they are named where JUMP alone would take
    others (ST-PER-9). A beacon is paid for only if that spares actions.
    """
    here = s.ships[seat][ship]
    how, free = craft(s, seat, most, jammed=False), craft(s, seat, jammed=False).free
    leap = first_leap(s, target, how, here, lying(s, seat, pool, free))
    if free != how.free:
        paid = first_leap(s, target, how, here, lying(s, seat, pool, how.free))
        if paid and (leap is None or paid.total < leap.total - EQUAL):
            leap = paid
            price = options(s, seat, ship, role(s, seat), pool).station.get(str(leap.world))
            if price is not None and price <= most:
                order = Order("STATION", (str(leap.world), price, _named(s, seat, ship, pool)))
                return Step(leap.after, order)
    if leap is None:
        return None
    made = use(s, seat, ship, leap.world, pool)
    if made is not None and made.dice == leap.dice:
        order = Order("JUMP", (str(leap.world), _named(s, seat, ship, pool)))
    else:
        order = Order("JUMP", (str(leap.world), text(leap.dice)))
    return Step(leap.after, order)
