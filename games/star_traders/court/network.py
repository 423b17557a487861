"""Black Hole: which station is to become the next Imperial one (ST-BLK-2, ST-BLK-10)."""

from __future__ import annotations

from games.star_traders.rules import RULES, least_prestige, network_needed, stations_needed
from games.star_traders.state import Stars, network, rings
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.routes import actions

RISK = 18
"""Prestige from which a petition for a station is worth it: the price of a 3 leaves some."""
CHEST = 40
"""$tarBucks to set out with: the dearest price on the table."""


def fits(s: Stars, seat: str, world: int) -> bool:
    """Whether an Imperial Station here would hang together with those there are."""
    own = [w for w in s.imperial if s.stations[w] == seat]
    g = galaxy(s)
    if not own:
        mine = rings(s, seat)
        return any(g.joined(world, w) for w in mine if w != world) or len(mine) > 8
    return any(g.joined(world, w) for w in own)


def next_site(s: Stars, seat: str) -> int:
    """The world to go to, where a station may yet have to be built; 0: now is not the time."""
    if not RULES[s.variant].table or seat in s.missions or s.petitioned or s.cargo[seat]:
        return 0
    if s.prestige[seat] < max(RISK, least_prestige(s)) or s.money[seat] < CHEST:
        return 0
    mine = rings(s, seat)
    if len(mine) < stations_needed(s) or network(s, seat) >= network_needed(s):
        return 0
    sites = [w for w in mine if w not in s.imperial and fits(s, seat, w)]
    if not sites:
        own = [w for w in s.imperial if s.stations[w] == seat]
        sites = [w for v in own for w, _ in galaxy(s).lines[6][v] if w not in s.stations]
    here = s.ships[seat][0]
    return min(sites, key=lambda w: (actions(s, seat, here, w), w), default=0)
