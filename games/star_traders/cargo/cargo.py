"""Cargo: picking up and forced delivery (ST-CAR, ST-RAC)."""

from __future__ import annotations

from engine.fact import ModTaken
from engine.table import Table
from games.star_traders.cargo.contracts import holders, replace
from games.star_traders.facts.court import Completed
from games.star_traders.facts.turn import Delivered
from games.star_traders.rules import MARKERS, RULES
from games.star_traders.state import MISSION, Cargo, Stars, role
from games.star_traders.tables.galaxy import galaxy

T = Table[Stars]

VIP_BOX = 1


def pickups(s: Stars, seat: str) -> list[tuple[int, int]]:
    """Boxes (0: the mission) with the ships that may pick up there now (ST-CAR-1, ST-MIS-4)."""
    g = galaxy(s)
    fleet = s.ships[seat]
    mission = s.missions.get(seat)
    if mission:
        if seat in s.loaded:
            return []
        at = g.card[mission].pickup
        return [(MISSION, i) for i, w in enumerate(fleet) if w == at]
    own = s.cargo[seat]
    if len(own) >= MARKERS:
        return []
    found = []
    for i, card in enumerate(s.boxes):
        if not card:
            continue
        at = g.card[card].pickup
        if at in fleet and not any(c.box == i + 1 for c in own):
            found += [(i + 1, k) for k, w in enumerate(fleet) if w == at]
    return found


def due(s: Stars, seat: str) -> Cargo | None:
    """The cargo that must be delivered now: the lowest box first (ST-CAR-9, ST-RUL-4)."""
    own = s.cargo[seat]
    if own:
        g = galaxy(s)
        fleet = s.ships[seat]
        there = [c for c in own if g.card[s.boxes[c.box - 1]].destination == fleet[c.ship]]
        if there:
            return min(there, key=lambda c: c.box)
    elif seat in s.loaded:
        ship = s.loaded[seat]
        if galaxy(s).card[s.missions[seat]].destination == s.ships[seat][ship]:
            return Cargo(MISSION, ship)
    return None


def deliver(t: T, seat: str, cargo: Cargo) -> None:
    """The cargo is delivered, the box refilled; who lost the race may shift. May push."""
    s = t.state
    if cargo.box == MISSION:
        t.emit(Completed(seat, s.missions[seat]))
        t.end("mission", (seat,))
    g = galaxy(s)
    card = s.boxes[cargo.box - 1]
    deal = g.card[card]
    one, rules = role(s, seat), RULES[s.variant]
    losers = holders(s, cargo.box, but=seat)
    owner = s.stations.get(deal.destination, "")
    gain = deal.prestige + one.acclaim + rules.race * len(losers) + s.mod("fanfare", seat)
    if cargo.box == VIP_BOX:
        gain += rules.vip
    payoff = deal.payoff * max(1, s.mod("payoff", seat)) + one.payoff * deal.prestige
    t.emit(
        Delivered(
            seat,
            cargo.box,
            card,
            payoff,
            within(s, seat, gain),
            owner,
            deal.fee + role(s, owner).fee if owner else 0,
            tuple(x for x, _ in losers),
        )
    )
    for mod in s.mods:
        if mod.seat == seat and mod.kind in ("fanfare", "payoff"):
            t.emit(ModTaken(mod))
    replace(t, cargo.box, deal.cargo, losers, fulfilled=True)


def within(s: Stars, seat: str, gain: int) -> int:
    """As much of a gain or loss as the Prestige Meter has room for (ST-PRE-1)."""
    meter = galaxy(s).data.meter
    now = s.prestige[seat]
    return max(meter.least, min(meter.most, now + gain)) - now
