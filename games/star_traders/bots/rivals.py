"""How near to winning each Trader is, as everybody can see: whom a bot plays its cards on."""

from __future__ import annotations

from games.star_traders.rules import RULES, least_prestige, stations_needed, win_money
from games.star_traders.state import Stars, rings

CONFIDENT = 20
"""Prestige from which a petition is worth its fee: the red area."""

PACE = 4.5
"""By how much a turn brings a Trader on, in the same measure."""

ENOUGH = 60
"""$tarBucks above which more money brings nobody nearer to a petition."""


def threat(s: Stars, seat: str) -> float:
    """What a Trader has, and how soon he moves again: of equals the one who is first to move."""
    return _standing(s, seat) - PACE * _wait(s, seat)


def _standing(s: Stars, seat: str) -> float:
    if seat in s.missions:
        return 60.0 + 20 * (seat in s.loaded)
    if RULES[s.variant].nova:
        money = min(s.money[seat], win_money(s))
        return min(s.prestige[seat], least_prestige(s)) + money / 4
    built = min(len(rings(s, seat)), stations_needed(s))
    purse = min(s.money[seat], ENOUGH)
    return s.prestige[seat] + purse / 5 + 1.5 * (built + len(s.cargo[seat]))


def _wait(s: Stars, seat: str) -> float:
    """Until his next turn, in rounds."""
    order = s.clockwise(s.active)
    return order.index(seat) / len(order) if seat in order else 0.0


def dangerous(s: Stars, seat: str) -> bool:
    """Whether this Trader is near the end."""
    if RULES[s.variant].nova:
        near = s.prestige[seat] >= least_prestige(s) - 3
        return near and s.money[seat] >= win_money(s) * 2 // 3
    return seat in s.missions or s.prestige[seat] >= CONFIDENT
