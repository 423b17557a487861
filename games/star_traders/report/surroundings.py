"""What lies around a seat's ships: jumplines, beacons and their prices, Quarantines."""

from __future__ import annotations

from typing import Any

from games.star_traders.luck.quarantine import LAST_TURN, WEAK, most_of, rolls_at
from games.star_traders.state import ASK, NO, Quarantine, Stars, in_turn, role, tariff, trapped
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.tables.records import CORE


def place(g: Galaxy, world: int) -> dict[str, Any]:
    """Number and name."""
    return {"number": world, "name": g.data.world[world].name}


def ships(view: Stars, seat: str) -> list[dict[str, Any]]:
    """The seat's ships, each with where it is and what leads on from there."""
    g, one = galaxy(view), role(view, seat)
    return [
        {
            "ship": number,
            "at": place(g, here),
            "held": trapped(view, seat, here),
            "core": one.core_jumps and here // 10 == CORE,
            "lines": [
                {"world": place(g, to), "needs": needs, **_beacon(view, seat, to)}
                for to, needs in g.lines[one.hardest][here]
            ],
        }
        for number, here in enumerate(view.ships[seat], 1)
    ]


def _beacon(view: Stars, seat: str, world: int) -> dict[str, Any]:
    """Whose station is there, and how its ``beacon`` stands to this seat: ``own``, ``free``,
    ``price``, ``ask``, ``slip`` (the Rogue's), ``closed``; ``jam``: none may be used now.
    """
    owner = view.stations.get(world, "")
    price = tariff(view, owner, seat) if owner else NO
    return {"owner": owner, "beacon": _open(view, seat, owner, price), "price": max(0, price)}


def _open(view: Stars, seat: str, owner: str, price: int) -> str:
    if not owner:
        return ""
    if view.has_mod("jam", seat):
        return "jam"
    if owner == seat:
        return "own"
    if price == 0 or view.has_mod("codes", seat):
        return "free"
    if price > 0:
        return "price"
    if price == ASK:
        return "ask"
    return "slip" if role(view, seat).beacons else "closed"


def quarantines(view: Stars) -> list[dict[str, Any]]:
    """The markers, with whom they hold and how their timetables stand."""
    g = galaxy(view)
    return [
        {
            "world": place(g, q.world),
            "held": [x for x, fleet in view.ships.items() if _holds(view, x, fleet, q.world)],
            **_timetable(view, q),
        }
        for q in view.quarantines
    ]


def _holds(view: Stars, seat: str, fleet: tuple[int, ...], world: int) -> bool:
    return world in fleet and trapped(view, seat, world)


def _timetable(view: Stars, q: Quarantine) -> dict[str, Any]:
    """Who is to roll ``next`` and the highest number that lifts it then (``most``); whether a
    later roll of the ``first`` roller makes that more (``more``); and after how many beginnings of
    the first roller's turns from now it is over at the latest (``last``; ST-QUA-5 to ST-QUA-7).
    """
    running = in_turn(view, view.active)
    order = ((view.active,) if running else ()) + view.clockwise(view.active)
    roller = next(x for x in order if rolls_at(q, x))
    rolled = rolls_at(q, roller)
    begins = LAST_TURN - q.begun
    if not q.rolls and not (running and q.first == view.active):
        # The turn that ends with the first roll is still to begin.
        begins += 1
    return {
        "first": q.first,
        "rolls": q.rolls,
        "next": roller,
        "most": most_of(rolled),
        "more": most_of(rolled) < WEAK,
        "last": begins,
    }
