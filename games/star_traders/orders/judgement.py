"""When a Zap is worth playing: on a jump, or on a petition's roll."""

from __future__ import annotations

from engine.decision import Decision, Order
from games.star_traders.court.merits import PRICES, grants, need
from games.star_traders.luck.zaps import strongest
from games.star_traders.orders.forms import VERDICT
from games.star_traders.rules import RULES
from games.star_traders.state import Stars, carries, contract
from games.star_traders.tables.galaxy import galaxy

BEST_RESULT = max(PRICES)
"""On the Black Hole table."""


def zap(view: Stars, d: Decision, whom: str) -> Order | None:
    """The Zap that helps oneself or hinders another; ``None``: it would change nothing."""
    if d.info.get("roller") != whom:
        return None
    most = strongest(view, d.seat)
    if not most:
        return None
    by = _on_petition(view, d, whom, most) if d.kind == VERDICT else _on_jump(d, whom, most)
    if not by:
        return None
    return Order("ZAP", ("up" if by > 0 else "down", abs(by)))


def _on_jump(d: Decision, whom: str, most: int) -> int:
    """Of two dice the higher goes down, the lower up; their sum is what counts, also above 6."""
    dice = d.info["dice"]
    lack = int(d.info["needs"]) - sum(dice)
    if whom == d.seat:
        return lack if 0 < lack <= most else 0
    by = lack - 1
    return by if -most <= by < 0 and max(dice) + by >= 1 else 0


def _on_petition(view: Stars, d: Decision, whom: str, most: int) -> int:
    total, least = int(d.info["total"]), need(view)
    if RULES[view.variant].table:
        if whom == d.seat:
            by = min(most, max(0, BEST_RESULT - total))
            return by if grants(view, whom, total + by) else 0
        return -most if grants(view, whom, total) else 0
    if whom == d.seat:
        return least - total if 0 < least - total <= most else 0
    return least - 1 - total if 0 < total - least + 1 <= most else 0


def wins(view: Stars, d: Decision) -> bool:
    """Whether a Zap of this seat would turn a denial into a success."""
    total = d.info.get("total")
    if not isinstance(total, int) or d.info.get("roller") != d.seat:
        return False
    most = strongest(view, d.seat)
    return not grants(view, d.seat, total) and grants(view, d.seat, total + most)


def delivering(view: Stars, d: Decision) -> bool:
    """Whether the announced jump brings a cargo to its destination."""
    roller, world = str(d.info.get("roller", "")), d.info.get("world")
    if roller not in view.cargo:
        return False
    boxes = [c.box for c in view.cargo[roller]] + [0]
    g = galaxy(view)
    return any(
        carries(view, roller, b) is not None
        and g.card[contract(view, roller, b)].destination == world
        for b in boxes
    )
