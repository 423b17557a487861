"""Petitions."""

from __future__ import annotations

from engine.game import Remark
from games.star_traders.hindrance.case import Case, idle
from games.star_traders.rules import (
    RULES,
    fee_of,
    least_prestige,
    network_needed,
    stations_needed,
)
from games.star_traders.state import (
    network,
    rings,
)


def petition(case: Case) -> Remark | None:
    """What a petition takes and what of it is missing (ST-WIN-1, ST-BLK-2, ST-BLK-10)."""
    s, seat, _, order = case
    if seat in s.missions:
        return Remark("mission")
    if s.petitioned:
        return Remark("petitioned")
    lacks = {
        "prestige": (least_prestige(s), s.prestige[seat]),
        "money": (fee_of(s, seat), s.money[seat]),
        "stations": (stations_needed(s), len(rings(s, seat))),
    }
    if RULES[s.variant].table and order.args[0] is not None:
        lacks["network"] = (network_needed(s), network(s, seat))
    short = {word: pair for word, pair in lacks.items() if pair[1] < pair[0]}
    if short:
        return Remark("unfit", {"lacks": short})
    if RULES[s.variant].table and order.args[0] is None:
        ships = s.ships[seat]
        if not any(s.stations.get(w) == seat and w not in s.imperial for w in ships):
            return Remark("no-chamber")
    return idle(case)
