"""Players of the referee's own, for simulations. They see what their seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.decision import Decision, Order
from engine.window import PASS
from games.space_freighter.cards import HAND_LIMIT
from games.space_freighter.forms import SUFFER
from games.space_freighter.goals import choose_aid, lowest
from games.space_freighter.plans import waiting_floor
from games.space_freighter.state import Freight
from games.space_freighter.values import best_delivery

FULL_PAY = 12
"""MC for which a full hand is worth spending; from self-play."""

Bot = Callable[[Freight, Decision, Any], Order]


def trader(view: Freight, d: Decision, chance: Any) -> Order:
    """Delivers what is worth it, keeps what may be, guards a full hand. Draws no chance."""
    hand = view.hands[d.seat]
    if d.kind == "deliver":
        best = best_delivery(hand)
        floor = waiting_floor(view)
        if len(hand) >= HAND_LIMIT:
            # More cards would only push others out.
            floor = min(floor, FULL_PAY)
        if best is None or best.total < floor:
            return PASS
        return Order("DELIVER", (best.world, tuple(sorted(best.cards)), None))
    if d.kind == "negate" and len(hand) >= 3:
        fitting = [str(o.args[1]) for o in d.legal() if o.verb == "NEGATE"]
        aid = choose_aid(view, fitting)
        return SUFFER if aid is None else Order("NEGATE", ((d.info["hazard"],), aid))
    if d.kind == "discard":
        return Order("DISCARD", (tuple(sorted(lowest(hand, d.info["excess"]))), None))
    return d.default


BOTS: dict[str, Bot] = {"trader": trader}
