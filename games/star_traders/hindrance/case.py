"""What is looked at, and what many orders have in common."""

from __future__ import annotations

from typing import NamedTuple

from engine.decision import Order
from engine.game import Remark
from games.star_traders.orders.forms import (
    TRAVEL,
)
from games.star_traders.state import (
    ENVOY,
    TURN,
    Stars,
    trapped,
)


class Case(NamedTuple):
    """An order of a seat to a kind of question, on the seat's own view."""

    s: Stars
    seat: str
    kind: str
    order: Order

    @property
    def pool(self) -> str:
        """The dice and actions that it is about."""
        return ENVOY if self.kind == TRAVEL else TURN


def at_world(world: int) -> dict[str, str]:
    """What a remark about a world says."""
    return {"world": str(world)}


def short(case: Case, price: int) -> Remark | None:
    """The purse is short of a price."""
    money = case.s.money[case.seat]
    return Remark("short", {"price": price, "money": money}) if money < price else None


def kept(case: Case, ship: object) -> Remark | None:
    """A Quarantine keeps the ship that is named, or every ship that there is."""
    s, fleet = case.s, case.s.ships[case.seat]
    named = fleet[ship - 1 : ship] if isinstance(ship, int) else fleet
    if named and all(trapped(s, case.seat, w) for w in named):
        return Remark("kept", at_world(named[0]))
    return None


def idle(case: Case) -> Remark | None:
    """No action is left."""
    return Remark("spent") if case.s.left.get(case.pool, 0) <= 0 else None
