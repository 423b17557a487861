"""Jumps of every kind."""

from __future__ import annotations

from engine.game import Remark
from games.star_traders.hindrance.case import Case, idle, kept, short
from games.star_traders.state import (
    Stars,
    role,
    tariff,
)
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.travel.moves import bonus, declared, may_drift, reach


def jump(case: Case) -> Remark | None:
    """A Quarantine, no line, or a roll too low; of a fleet only what holds for every ship."""
    s, seat, _, order = case
    to, behind = order.args
    named = behind if isinstance(behind, int) else None
    if barred := kept(case, named) or idle(case):
        return barred
    fleet = s.ships[seat]
    if not isinstance(to, str) or not to.isdigit() or len(fleet) > 1:
        return None
    g, one, here = galaxy(s), role(s, seat), fleet[0]
    if one.core_jumps and here // 10 == int(to) // 10 == CORE:
        return None
    if not g.joined(here, int(to)):
        return Remark("no-line", {"from": str(here), "world": to})
    needs = g.needs(here, int(to), one.hardest)
    roll = reach(s, one, case.pool) + bonus(s, seat)
    # Where dice are named, or none is thrown yet, the roll says nothing.
    plain = not isinstance(behind, str) and s.dice[case.pool] and not declared(s, one)
    if plain and roll < needs and not _open_to(s, seat, to):
        return Remark("low", {"world": to, "needs": needs, "roll": max(0, roll)})
    return None


def _open_to(s: Stars, seat: str, to: str) -> bool:
    """Whether a jump to this world may do without a roll: a free beacon, a Wormhole."""
    owner = s.stations.get(int(to), "")
    free = bool(owner) and tariff(s, owner, seat) == 0 and not s.has_mod("jam", seat)
    return free or s.has_mod("codes", seat) or s.has_mod("worm", seat)


def beacon(case: Case) -> Remark | None:
    """STATION, ASK and SLIP: whose beacon it is, what it costs, and the purse."""
    s, seat, _, order = case
    to, ship = str(order.args[0]), order.args[-1]
    if barred := kept(case, ship) or idle(case):
        return barred
    owner = s.stations.get(int(to), "") if to.isdigit() else ""
    if not owner:
        return Remark("no-station", {"world": to})
    if s.has_mod("jam", seat):
        return Remark("jammed")
    if order.verb != "STATION" or owner == seat or s.has_mod("codes", seat):
        return None
    price = tariff(s, owner, seat)
    if price <= 0:
        return Remark("closed", {"seat": owner, "world": to}) if price else None
    if price != order.args[1]:
        return Remark("dearer", {"seat": owner, "world": to, "price": price})
    return short(case, price)


def drift(case: Case) -> Remark | None:
    """A Random Jump: a Quarantine, no action, or there was one."""
    if barred := kept(case, case.order.args[0]) or idle(case):
        return barred
    return None if may_drift(case.s, case.seat) else Remark("drifted")
