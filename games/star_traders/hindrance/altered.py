"""What an answer hangs on and that lies otherwise than when it was given."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Remark
from games.star_traders.hindrance.case import Case
from games.star_traders.orders.forms import (
    ACT,
    APPEAL,
    GAP,
    SHIFTS,
    TRAVEL,
    VERDICT,
    ZAPS,
)
from games.star_traders.state import (
    contract,
)
from games.star_traders.tables.galaxy import galaxy


def altered(case: Case) -> Remark | None:
    """What lies otherwise than when the order was given; see ``luck.objects`` and the windows."""
    s, _, kind, order = case
    if kind in (ACT, TRAVEL, ZAPS, VERDICT):
        return Remark("dice-changed")
    if kind == APPEAL:
        return Remark("prestige-changed", {"seat": s.active, "prestige": s.prestige[s.active]})
    if kind == SHIFTS:
        return Remark("boxes-changed")
    if kind != GAP or order.verb != "PLAY":
        return None
    find = ALTERED.get(galaxy(s).called.get(str(order.args[0]), ""))
    return find(case) if find is not None else None


def _other_contract(case: Case) -> Remark:
    _, on, _, _, _, box, _ = case.order.args
    if isinstance(box, int):
        return Remark(
            "other-contract" if contract(case.s, "", box) else "no-contract", {"box": box}
        )
    return Remark("other-mission", {"seat": on})


def _marker(case: Case) -> Remark:
    world = str(case.order.args[4] or case.order.args[3])
    lies = any(str(q.world) == world for q in case.s.quarantines)
    return Remark("marked" if lies else "unmarked", {"world": world})


def _moved(case: Case) -> Remark:
    seats = [x for x in case.order.args[1:3] if isinstance(x, str)]
    return Remark("moved", {"seats": seats or [case.seat]})


def _owner(case: Case) -> Remark:
    world = str(case.order.args[4] or case.order.args[3])
    owner = case.s.stations.get(int(world), "") if world.isdigit() else ""
    return Remark("sold" if owner else "no-station", {"seat": owner, "world": world})


def _not_kept(case: Case) -> Remark:
    return Remark("otherwise-kept", {"seat": case.order.args[1]})


ALTERED: dict[str, Callable[[Case], Remark]] = {
    "glitch": _other_contract,
    "jettison": _other_contract,
    "quarantine": _marker,
    "warp": _moved,
    "storm": _moved,
    "lost": _moved,
    "envoy": _moved,
    "debris": _owner,
    "avoid": _not_kept,
}
"""By effect, as ``luck.objects.OBJECTS``."""
