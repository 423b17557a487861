"""Building, cargo and what is paid at a world."""

from __future__ import annotations

from engine.game import Remark
from games.star_traders.court.merits import PRICES, payable
from games.star_traders.hindrance.case import Case, at_world, idle, short
from games.star_traders.orders.forms import (
    ACT,
    BRIBE,
    MISSION_WORD,
)
from games.star_traders.rules import (
    MARKERS,
    RINGS,
    RULES,
)
from games.star_traders.state import (
    MISSION,
    carries,
    contract,
    rings,
    role,
)
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.turn.actions import box_of


def build(case: Case) -> Remark | None:
    """No ring, no action, a station that stands there, or the purse."""
    s, seat, _, order = case
    where, ship = order.args
    if len(rings(s, seat)) >= RINGS:
        return Remark("rings")
    if barred := idle(case):
        return barred
    fleet = s.ships[seat]
    if where is None and (isinstance(ship, int) or len(fleet) == 1):
        at = fleet[ship - 1 if isinstance(ship, int) and ship <= len(fleet) else 0]
        if at in s.stations:
            return Remark("built", at_world(at))
        return short(case, RULES[s.variant].price + role(s, seat).build - 5)
    if isinstance(where, str) and where.isdigit() and int(where) in s.stations:
        return Remark("built", at_world(int(where)))
    return None


def pickup(case: Case) -> Remark | None:
    """No such Contract, no free marker, aboard already, or it lies elsewhere."""
    s, seat, _, order = case
    if not isinstance(order.args[0], int) and order.args[0] != MISSION_WORD:
        return None
    box = box_of(order.args[0])
    card = contract(s, seat, box)
    if not card:
        return Remark("no-contract", {"box": box})
    if carries(s, seat, box) is not None:
        return Remark("aboard", {"box": box})
    if box != MISSION and seat in s.missions:
        return Remark("mission")
    if box != MISSION and len(s.cargo[seat]) >= MARKERS:
        return Remark("hold")
    at = galaxy(s).card[card].pickup
    if at not in s.ships[seat]:
        return Remark("lies", at_world(at))
    return None if RULES[s.variant].nova else idle(case)


def own_cargo(case: Case) -> Remark | None:
    """ABANDON and SHIFT: what is not aboard."""
    if case.kind != ACT:
        return None
    box = case.order.args[0]
    if isinstance(box, int) and carries(case.s, case.seat, box) is None:
        return Remark("not-aboard", {"seat": case.seat, "box": box})
    return None


def pay(case: Case) -> Remark | None:
    """The purse; of what the Emperor asks the Prestige, too."""
    s, seat, kind, order = case
    price = order.args[0]
    if not isinstance(price, int):
        return None
    if barred := short(case, price):
        return barred
    prestige = next((p for money, p in PRICES.values() if money == price), 0)
    if kind == BRIBE and not payable(s, seat, (price, prestige)):
        return Remark("low-prestige", {"prestige": prestige})
    return None


def bid(case: Case) -> Remark | None:
    """The purse."""
    return short(case, 1)
