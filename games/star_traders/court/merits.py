"""What a petition takes, and what its result comes to (ST-WIN, ST-BLK)."""

from __future__ import annotations

from games.star_traders.facts.court import COURT
from games.star_traders.rules import (
    GRANTED,
    RULES,
    fee_of,
    least_prestige,
    network_needed,
    stations_needed,
)
from games.star_traders.state import Stars, network, rings, role
from games.star_traders.tables.galaxy import galaxy

FIRST_SNUB, SNUB = 5, 3
"""Prestige lost by the first denial and by each later one (ST-WIN-7)."""

PRICES = {3: (40, 10), 4: (30, 8), 5: (20, 6), 6: (10, 4), 7: (0, 3)}
"""Black Hole table: $tarBucks and Prestige by result, 7 or more as 7 (ST-BLK-4)."""
LOSSES = {0: (20, 5), 1: (10, 5), 2: (5, 4)}
"""Black Hole table: what a denial costs, 0 or less as 0 (ST-BLK-4)."""
WASTED = 4
"""Prestige lost by a price that is not paid (ST-BLK-5)."""


def fit(s: Stars, seat: str) -> bool:
    """Money, Prestige and stations that every petition takes (ST-WIN-1, ST-BLK-2)."""
    return (
        s.prestige[seat] >= least_prestige(s)
        and s.money[seat] >= fee_of(s, seat)
        and len(rings(s, seat)) >= stations_needed(s)
    )


def still_meant(s: Stars, seat: str, world: int) -> bool:
    """Whether what is petitioned for is still possible: the station an own normal one, or the
    network large enough (ST-BLK-2, ST-BLK-10). Deals may have changed it.
    """
    if world:
        return s.stations.get(world) == seat and world not in s.imperial
    return not RULES[s.variant].table or network(s, seat) >= network_needed(s)


def bonus_of(s: Stars, seat: str) -> tuple[int, int]:
    """What Prestige area and personality add to a petition's die (ST-WIN-4, ST-PER-4)."""
    return galaxy(s).data.bonus(s.prestige[seat]), role(s, seat).petition


def parts_of(s: Stars, seat: str) -> tuple[int, int, int]:
    """The die that was rolled for a petition, and what is added to it."""
    return (s.dice[COURT][0], *bonus_of(s, seat))


def total_of(s: Stars, seat: str) -> int:
    """The result of a petition."""
    return sum(parts_of(s, seat))


def need(s: Stars) -> int:
    """The least result that grants a petition."""
    return min(PRICES) if RULES[s.variant].table else GRANTED


def grants(s: Stars, seat: str, total: int, fee: int = 0) -> bool:
    """Whether this result grants a petition of the seat: in the Black Hole game only where the
    price is one that it can pay (ST-WIN-4, ST-BLK-4). ``fee``: what is to be paid before.
    """
    if total < need(s) or not RULES[s.variant].table:
        return total >= need(s)
    money, prestige = PRICES[min(max(PRICES), total)]
    return payable(s, seat, (money + fee, prestige))


def payable(s: Stars, seat: str, price: tuple[int, int]) -> bool:
    """Whether the seat has the money, and the Prestige above the least there is (ST-AMB 25)."""
    least = galaxy(s).data.meter.least
    return s.money[seat] >= price[0] and s.prestige[seat] - price[1] >= least
