"""What a petition of a seat takes, what is missing, and which rolls grant it."""

from __future__ import annotations

from typing import Any

from games.star_traders.court.merits import bonus_of, grants
from games.star_traders.rules import RULES, fee_of, least_prestige, stations_needed
from games.star_traders.state import Stars, in_turn, rings
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.dice import SIDES


def bonus(view: Stars, seat: str) -> dict[str, Any]:
    """What is added to the seat's petition rolls, part by part, with the Prestige area's name."""
    area, own = bonus_of(view, seat)
    prestige = view.prestige[seat]
    found = (a.name for a in galaxy(view).data.areas if a.low <= prestige <= a.high)
    return {"area": area, "name": next(found, ""), "role": own, "total": area + own}


def petition(view: Stars, seat: str) -> dict[str, Any] | None:
    """``lacks``: what is missing, by name. ``rolls``: those that grant it; in the Black Hole game
    for a price, which the seat can pay. ``made``: there was one this turn, and there is no other.
    ``None`` in Nova, and for who is on a mission.
    """
    rules = RULES[view.variant]
    if rules.nova or seat in view.missions:
        return None
    fee = fee_of(view, seat)
    lacks = {
        "prestige": least_prestige(view) - view.prestige[seat],
        "stations": stations_needed(view) - len(rings(view, seat)),
        "money": fee - view.money[seat],
    }
    most = galaxy(view).data.meter.most
    added = sum(bonus_of(view, seat))
    rolls = [n for n in range(1, SIDES + 1) if grants(view, seat, n + added, fee)]
    return {
        "lacks": {name: count for name, count in lacks.items() if count > 0},
        "rolls": rolls,
        "odds": round(100 * len(rolls) / SIDES),
        "sure": bool(view.options.get("max-prestige")) and view.prestige[seat] == most,
        "made": view.petitioned and in_turn(view, seat),
    }
