"""Goals of plans: the next order towards them on the owner's view, and whether they are reached."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.decision import Decision, Order
from games.star_traders.orders.forms import BEST
from games.star_traders.state import ENVOY, MISSION, TURN, Stars, carries
from games.star_traders.travel.outlook import Prospect, aim, prospect, prospects
from games.star_traders.travel.steps import fleet_step, step
from games.star_traders.turn.actions import box_name, box_of

Wishes = tuple[Order, ...]


def limit(wishes: Iterable[Order]) -> int:
    """What the seat pays for a beacon without being asked."""
    return max(
        (w.args[0] for w in wishes if w.verb == "PAY" and isinstance(w.args[0], int)), default=0
    )


# -- on the way --------------------------------------------------------------------------------


def pool_of(d: Decision) -> str:
    """The pool of actions and dice that the question is about."""
    return str(d.info.get("pool", TURN))


def toward(
    view: Stars, d: Decision, target: int, wishes: Wishes, ship: int | None = None
) -> Order | None:
    """The next jump towards a world, of one ship or of the one that is nearest then."""
    seat, most, pool = d.seat, limit(wishes), pool_of(d)
    if pool == ENVOY:
        ship = int(d.info["ship"])
    elif len(view.ships[seat]) == 1:
        ship = 0
    if ship is not None:
        return step(view, seat, ship, target, most, pool)
    return None if target in view.ships[seat] else fleet_step(view, seat, target, most, pool)


def goto(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """To the world, or with BEST where ``bound_for`` leads."""
    target = order.args[0]
    if target == BEST:
        found = bound_for(view, d, limit(wishes))
        return toward(view, d, found[0], wishes, found[1]) if found else None
    return toward(view, d, int(str(target)), wishes)


def bound_for(view: Stars, d: Decision, most: int = 0) -> tuple[int, int | None] | None:
    """The world that BEST leads to, and the ship that is meant: that of the plan's next step, else
    the best Contract's next stop. Nowhere while the plan's next step can be done where one is.
    """
    step = d.info.get("step")
    if isinstance(step, Order):
        if step.verb == "GOTO" and step.args[0] != BEST:
            return int(str(step.args[0])), None
        if step.verb in ("RUN", "DELIVER"):
            p = meant(view, d.seat, step, most)
            if p is not None and (p.aboard or step.verb == "RUN"):
                return aim(view, d.seat, p), p.ship
        if step.verb != "JUMP" and d.has(step):
            return None
    found = prospects(view, d.seat, most)
    return (aim(view, d.seat, found[0]), found[0].ship) if found else None


def meant(view: Stars, seat: str, order: Order, most: int = 0) -> Prospect | None:
    """The Contract that a RUN or DELIVER is for. BEST is the best as things stand now, which what
    is aboard mostly is; DELIVER BEST is the best of what is aboard. On a mission there is no other
    (ST-AMB 13).
    """
    if order.args[0] != BEST:
        box = box_of(order.args[0])
        barred = seat in view.missions and box != MISSION
        return None if barred else prospect(view, seat, box, most)
    found = prospects(view, seat, most)
    return next((p for p in found if p.aboard or order.verb == "RUN"), None)


def _deliver(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    p = meant(view, d.seat, order, limit(wishes))
    if p is None or not p.aboard:
        return None
    return toward(view, d, aim(view, d.seat, p), wishes, p.ship)


def _run(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """To the pickup, the cargo aboard, to the destination."""
    p = meant(view, d.seat, order, limit(wishes))
    if p is None:
        return None
    target = aim(view, d.seat, p)
    if not p.aboard and view.ships[d.seat][p.ship] == target:
        return load(d, p.box, (None, p.ship + 1))
    return toward(view, d, target, wishes, p.ship)


def load(d: Decision, box: int, ships: tuple[int | None, ...]) -> Order | None:
    """Its cargo aboard, on the first of these ships that can take it."""
    loads = (Order("PICKUP", (box_name(box), ship)) for ship in ships)
    return next((one for one in loads if d.has(one)), None)


Resolver = Callable[[Stars, Decision, Order, Wishes], Order | None]

GOALS: dict[str, Resolver] = {"GOTO": goto, "DELIVER": _deliver, "RUN": _run}


# -- whether there is still something to do ------------------------------------------------------


def reached(view: Stars, seat: str, order: Order, seen: tuple[str, ...] = ()) -> bool:
    """GOTO: there. DELIVER: not aboard. RUN: not aboard, and the Contract is another one by now, or
    none for this seat, which is on a mission (ST-AMB 13).

    RUN BEST and GOTO BEST are never done: the next best is always there.
    """
    if order.verb == "GOTO":
        # Before the start is picked there is no ship yet.
        return order.args[0] != BEST and int(str(order.args[0])) in view.ships.get(seat, ())
    if order.args[0] == BEST:
        return order.verb == "DELIVER" and not view.cargo[seat] and seat not in view.loaded
    box = box_of(order.args[0])
    if carries(view, seat, box) is not None:
        return False
    if order.verb == "DELIVER" or (box != MISSION and seat in view.missions):
        return True
    return gone(view, seat, box, seen)


def gone(view: Stars, seat: str, box: int, seen: tuple[str, ...] = ()) -> bool:
    """Whether the Contract of a box is no more, or is another one than ``seen`` when the plan was
    filed; without a plan, than in this seat's last turn.
    """
    if box == MISSION:
        return seat not in view.missions
    if box > len(view.boxes) or not view.boxes[box - 1]:
        return True
    if seen:
        return box > len(seen) or view.boxes[box - 1] != seen[box - 1]
    return view.since[box - 1] > view.last.get(seat, 0)
