"""The lettered plans of a report, and the standing orders that are on file from the start."""

from __future__ import annotations

from engine.game import Suggestion
from games.star_traders.actions import box_name
from games.star_traders.outlook import Prospect, prospects
from games.star_traders.petition import fit
from games.star_traders.rules import RULES, least_prestige, stations_needed
from games.star_traders.state import Stars, rings

AHEAD = 1
"""Prestige above what a petition takes, from which a plan petitions."""

LUCK = ("AVOID ANY", "ZAP MY PETITION IF IT WINS", "SHIFT BEST", "DISCARD NEWEST")


def standing(variant: str) -> tuple[str, ...]:
    """ST-W2, ST-W6, ST-W8; without hands only the shift."""
    rules = RULES[variant]
    if not rules.luck:
        return ("SHIFT BEST",)
    return tuple(x for x in LUCK if not (rules.nova and x.startswith("ZAP MY")))


def suggested(view: Stars, seat: str) -> tuple[Suggestion, ...]:
    """Up to two plans: the best Contract and the next best behind it, or the other way round."""
    if seat not in view.ships:
        return ()
    found = prospects(view, seat)[:3]
    if not found:
        return (Suggestion(lines=("BUSINESS",)),)
    plans = [plan(view, seat, found)]
    if len(found) > 1:
        plans.append(plan(view, seat, [found[1], found[0]]))
    return tuple(plans)


def plan(view: Stars, seat: str, found: list[Prospect]) -> Suggestion:
    """These Contracts in this order; on the way stations, and the petition when it is time."""
    rules = RULES[view.variant]
    lines = []
    if not rules.nova and seat not in view.missions:
        if len(rings(view, seat)) < stations_needed(view):
            lines.append("WHEN NO STATION AND MONEY >= 8: BUILD")
        if fit(view, seat):
            lines.append(f"WHEN PRESTIGE >= {least_prestige(view) + AHEAD}: PETITION")
    lines += [f"RUN {str(box_name(p.box)).upper()}" for p in found[:2]]
    lines.append("ELSE BUSINESS")
    first = found[0]
    return Suggestion(
        lines=tuple(lines),
        why={
            "box": first.box,
            "actions": round(first.actions, 1),
            "money": first.money,
            "prestige": first.prestige,
        },
    )
