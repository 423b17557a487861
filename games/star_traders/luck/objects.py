"""What a card of Trader's Luck is meant for: the public facts that an order to play it hangs on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engine.decision import Order
from games.star_traders.state import Stars, contract, trapped
from games.star_traders.tables.galaxy import galaxy

CHANGING = frozenset(
    ("glitch", "quarantine", "warp", "storm", "lost", "envoy", "avoid", "debris", "jettison")
)
"""Effects that change what an order of somebody else may hang on."""


class Named(NamedTuple):
    """Who plays, and what the order names."""

    s: Stars
    seat: str
    on: str
    other: str
    world: int
    box: int


def hangs(s: Stars, seat: str, order: Order) -> tuple[Any, ...]:
    """The facts that the object of this order consists of; none, where it has no such object."""
    if order.verb != "PLAY":
        return ()
    name, on, other, to, at, box, _ = order.args
    facts = OBJECTS.get(galaxy(s).called.get(str(name), ""))
    if facts is None:
        return ()
    number = box if isinstance(box, int) else 0
    return facts(Named(s, seat, str(on or ""), str(other or ""), int(str(to or at or 0)), number))


def _ships(n: Named) -> tuple[Any, ...]:
    return tuple([n.s.ships.get(x, ()) for x in (n.on, n.other) if x])


def _own_ships(n: Named) -> tuple[Any, ...]:
    return (n.s.ships.get(n.seat, ()),)


def _deal(n: Named) -> tuple[Any, ...]:
    return (contract(n.s, n.on, n.box),)


def _marker(n: Named) -> tuple[Any, ...]:
    return (any(q.world == n.world for q in n.s.quarantines),)


def _station(n: Named) -> tuple[Any, ...]:
    return (n.s.stations.get(n.world, ""),)


def _kept_at(n: Named) -> tuple[Any, ...]:
    return tuple([w for w in n.s.ships.get(n.on, ()) if trapped(n.s, n.on, w)])


OBJECTS: dict[str, Callable[[Named], tuple[Any, ...]]] = {
    "glitch": _deal,
    "jettison": _deal,
    "quarantine": _marker,
    "warp": _ships,
    "storm": _ships,
    "lost": _ships,
    "envoy": _own_ships,
    "debris": _station,
    "avoid": _kept_at,
}
"""By effect, of the cards for the gap that act upon something on the map or on a Contract."""
