"""Goals: the Contract, the ship, or the next jump of the way."""

from __future__ import annotations

from engine.decision import Order
from engine.game import Remark
from games.star_traders.hindrance.case import Case, idle, kept
from games.star_traders.hindrance.jumps import jump
from games.star_traders.hindrance.works import pickup
from games.star_traders.orders.forms import (
    BEST,
)
from games.star_traders.orders.goals import meant
from games.star_traders.state import (
    ENVOY,
    MISSION,
    carries,
    contract,
)
from games.star_traders.travel.outlook import aim
from games.star_traders.travel.routes import craft
from games.star_traders.travel.way import way
from games.star_traders.turn.actions import box_name, box_of


def goal(case: Case) -> Remark | None:
    """GOTO, RUN and DELIVER: what is not there, a Quarantine, or the next jump's roll."""
    s, seat, _, order = case
    box = None if order.verb == "GOTO" or order.args[0] == BEST else box_of(order.args[0])
    if box is not None and not contract(s, seat, box):
        return Remark("no-contract", {"box": box})
    if box not in (None, MISSION) and seat in s.missions:
        return Remark("mission")
    if box is not None and order.verb == "DELIVER" and carries(s, seat, box) is None:
        return Remark("not-aboard", {"seat": seat, "box": box})
    if barred := kept(case, None) or idle(case):
        return barred
    if len(s.ships[seat]) > 1 or case.pool == ENVOY:
        return None
    if order.verb == "GOTO":
        return None if order.args[0] == BEST else _next_jump(case, int(str(order.args[0])))
    p = meant(s, seat, order)
    if p is None:
        return None
    if not p.aboard and aim(s, seat, p) == s.ships[seat][0]:
        return pickup(case._replace(order=Order("PICKUP", (box_name(p.box), None))))
    return _next_jump(case, aim(s, seat, p))


def _next_jump(case: Case, target: int) -> Remark | None:
    """What keeps the ship off the first jump of the way there."""
    s, seat = case.s, case.seat
    hops = way(s, seat, s.ships[seat][0], target, craft(s, seat, 0)).hops
    if not hops or hops[0].how != "line":
        return None
    return jump(case._replace(order=Order("JUMP", (str(hops[0].world), None))))
