"""Why an order is not possible now: what keeps it off, as far as its owner knows (his own view).

The same functions that say what is legal are asked, so a reason never goes beyond the rules; of an
order that is legal there is none. ``None`` where no single thing can be named.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.decision import Order
from engine.game import Remark
from games.star_traders.hindrance.altered import altered
from games.star_traders.hindrance.cards import discard, holding, play
from games.star_traders.hindrance.case import Case
from games.star_traders.hindrance.court import petition
from games.star_traders.hindrance.goals import goal
from games.star_traders.hindrance.jumps import beacon, drift, jump
from games.star_traders.hindrance.works import bid, build, own_cargo, pay, pickup
from games.star_traders.state import Stars


def hinders(
    s: Stars, seat: str, kind: str, order: Order, *, changed: bool = False
) -> Remark | None:
    """See ``Game.hinders``."""
    case = Case(s, seat, kind, order)
    if changed:
        return altered(case)
    find = BARS.get(order.verb)
    return find(case) if find is not None else None


BARS: dict[str, Callable[[Case], Remark | None]] = {
    "PLAY": play,
    "ZAP": holding("zap"),
    "AVOID": holding("avoid"),
    "SELL": holding("avoid"),
    "DISCARD": discard,
    "JUMP": jump,
    "GOTO": goal,
    "RUN": goal,
    "DELIVER": goal,
    "STATION": beacon,
    "ASK": beacon,
    "SLIP": beacon,
    "RANDOM": drift,
    "BUILD": build,
    "PICKUP": pickup,
    "ABANDON": own_cargo,
    "SHIFT": own_cargo,
    "PETITION": petition,
    "PAY": pay,
    "BID": bid,
}
