"""The lettered plans of a report, and the standing orders that are on file from the start."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Suggestion
from games.star_traders.cargo.cargo import within
from games.star_traders.court.merits import fit
from games.star_traders.court.network import RISK, next_site
from games.star_traders.hands.hand import way_out
from games.star_traders.report.sheets import upcoming
from games.star_traders.rules import RINGS, RULES, least_prestige, network_needed, stations_needed
from games.star_traders.state import Stars, network, rings
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.outlook import Prospect, odds, prospects
from games.star_traders.travel.routes import NEVER
from games.star_traders.turn.actions import box_name

AHEAD = 1
"""Prestige above what a petition takes, from which a plan petitions."""

SPARE = 3
"""Black Hole: stations above what a petition takes, so that some of them hang together."""

LUCK = ("AVOID ANY", "ZAP MY PETITION IF IT WINS", "SHIFT BEST", "DISCARD WORST")

GRANTED = "WHEN MISSION: RUN MISSION ELSE BUSINESS"
"""Behind a petition for the mission, so that the same plan goes for it from the next turn on."""

PRICE = "PAY PETITION UPTO 40"
"""Black Hole: whoever petitions pays what the Emperor asks (ST-BLK-4), but not so for beacons."""


SURE: Mapping[str, str] = {
    "draw": "",
    "actions": "",
    "money": "",
    "prestige": "",
    "prefab": " AND NO STATION",
}
"""Effects of cards that are played on their player himself and are good whenever they are, with
what a line asks besides that such a card is held.
"""

CERTAIN = 0.95
"""Odds of a delivery in the coming turn, from which cards for it are played."""

USEFUL = frozenset(("draw", "actions", "money"))
"""Those that are of use on a mission."""


def standing(variant: str) -> tuple[str, ...]:
    """ST-W2, ST-W6, ST-W8; without hands only the shift."""
    rules = RULES[variant]
    if not rules.luck:
        return ("SHIFT BEST",)
    if rules.table:
        return (*LUCK, PRICE)
    return tuple(x for x in LUCK if not (rules.nova and x.startswith("ZAP MY")))


def suggested(view: Stars, seat: str) -> tuple[Suggestion, ...]:
    """Up to two plans: the best Contract and the next best behind it, or the other way round."""
    if seat not in view.ships or not any(view.boxes):
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
    lines = [] if rules.nova or seat in view.missions else _rise(view, seat)
    if not any("PETITION" in line for line in lines):
        # Who petitions is asked about his cards before the roll: lines here would answer it.
        lines = [*_release(view, seat), *_good_cards(view, seat, found[0]), *lines]
        lines += _on_arrival(view, seat, found[0])
    lines += [f"RUN {str(box_name(p.box)).upper()}" for p in found[:2]]
    lines.append("ELSE BUSINESS")
    first = found[0]
    return Suggestion(
        lines=tuple(lines),
        why={
            "box": first.box,
            "actions": round(first.actions, 1) if first.actions < NEVER else None,
            "money": first.money,
            "fee": first.fee,
            "prestige": within(view, seat, first.prestige),
        },
    )


def _release(view: Stars, seat: str) -> list[str]:
    """ST-QUA-9: an Avoid of the hand for who is kept by a Quarantine; legal only while he is."""
    card = way_out(view, seat)
    return [f"WHEN HOLDS {card}: PLAY {card} ON {seat}"] if card else []


def _good_cards(view: Stars, seat: str, first: Prospect) -> list[str]:
    """Cards of the hand that are good whenever they are played; a line whose card is gone waits
    for the next of its kind. More actions are none where a Quarantine lets nobody go, and no
    station is built without a Ring (ST-CMP-2).
    """
    g, found = galaxy(view), dict[str, None]()
    for card in view.hands[seat]:
        effect = g.effect.get(card, "")
        kept = seat in view.missions and effect not in USEFUL
        idle = effect == "actions" and first.actions >= NEVER
        idle = idle or (effect == "prefab" and len(rings(view, seat)) >= RINGS)
        if effect not in SURE or g.kind[card].target != "self" or kept or idle:
            continue
        name = g.kind[card].name
        found[f"WHEN HOLDS {name}{SURE[effect]}: PLAY {name}"] = None
    return list(found)


def _on_arrival(view: Stars, seat: str, first: Prospect) -> list[str]:
    """Cards for the next delivery of this turn, where there will be one as good as surely."""
    count = upcoming(view, seat)
    if not first.box or not first.aboard or odds(view, seat, first, count) < CERTAIN:
        return []
    g, found = galaxy(view), dict[str, None]()
    for card in view.hands[seat]:
        effect = g.effect.get(card, "")
        if effect == "payoff" or (effect == "fanfare" and _has_room(view, seat, first)):
            name = g.kind[card].name
            found[f"PLAY {name} IF HOLDS {name} AND CARRY {first.box}"] = None
    return list(found)


def _has_room(view: Stars, seat: str, first: Prospect) -> bool:
    """Whether Prestige beyond that of the delivery would still count (ST-PRE-1)."""
    return within(view, seat, first.prestige + 1) > first.prestige


def _rise(view: Stars, seat: str) -> list[str]:
    """Stations and petitions, when it is time."""
    lines = []
    if len(rings(view, seat)) < stations_needed(view) + SPARE * RULES[view.variant].table:
        lines.append("WHEN NO STATION AND MONEY >= 8: BUILD")
    if not fit(view, seat):
        return lines
    if not RULES[view.variant].table:
        petition = f"WHEN PRESTIGE >= {least_prestige(view) + AHEAD}: PETITION"
        return [*lines, petition, GRANTED]
    if network(view, seat) >= network_needed(view):
        return [*lines, "PETITION MISSION", GRANTED]
    site = next_site(view, seat)
    if site:
        lines += [
            f"WHEN AT {site} AND NO STATION: BUILD",
            f"WHEN AT {site} AND PRESTIGE >= {RISK}: PETITION",
            f"GOTO {site}",
        ]
    return lines
