"""What each Contract is worth to a seat, as far as everybody can see."""

from __future__ import annotations

from msgspec import Struct

from games.star_traders.rules import MARKERS, RULES
from games.star_traders.state import MISSION, Stars, carries, contract, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.tables.records import Card
from games.star_traders.travel.odds import chance
from games.star_traders.travel.routes import NEVER, Craft, craft, expected

LEAD = 12
"""Half so many expected actions nearer than a rival, and the race is as good as won."""


class Prospect(Struct, frozen=True, kw_only=True):
    """A Contract (box 0: the mission) as a seat may see it."""

    box: int
    card: str
    ship: int
    aboard: bool
    """Whether its cargo is aboard."""
    actions: float
    """Expected actions until it is delivered."""
    money: int
    """Payoff, with the fee where the station is its own."""
    fee: int
    """That fee; 0: none."""
    prestige: int
    hope: float = 1.0
    """Chance to be there before those who carry the same cargo: a rule of thumb."""

    @property
    def rate(self) -> float:
        """Worth for an action: a point of Prestige counts as much as three $tarBucks."""
        return self.hope * (self.money + 3 * self.prestige) / max(self.actions, 0.5)


def prospect(s: Stars, seat: str, box: int, most: int = 0) -> Prospect | None:
    """One of them; ``None``: there is no Contract in the box."""
    return _prospect(s, seat, box, craft(s, seat, most))


def _prospect(s: Stars, seat: str, box: int, how: Craft) -> Prospect | None:
    card = contract(s, seat, box)
    if not card:
        return None
    g = galaxy(s)
    deal = g.card[card]
    cargo = carries(s, seat, box)
    fleet = s.ships[seat]
    last = expected(g, deal.destination, how)
    if cargo is not None:
        ship, cost = cargo.ship, last.get(fleet[cargo.ship], NEVER)
    else:
        first = expected(g, deal.pickup, how)
        cost, ship = min((first.get(here, NEVER), i) for i, here in enumerate(fleet))
        cost += last.get(deal.pickup, NEVER) + (0 if RULES[s.variant].nova else 1)
    return Prospect(
        box=box,
        card=card,
        ship=ship,
        aboard=cargo is not None,
        actions=min(cost, NEVER),
        money=payoff(s, seat, deal) + _fee(s, seat, deal),
        fee=_fee(s, seat, deal),
        prestige=gain(s, seat, box, deal),
        hope=_hope(s, seat, box, cost, last) if box else 1.0,
    )


def _hope(s: Stars, seat: str, box: int, cost: float, last: dict[int, float]) -> float:
    """Even where a rival is as near; ``last``: expected actions to the destination, by world."""
    hope = 1.0
    for x, own in s.cargo.items():
        for c in own:
            if c.box == box and x != seat:
                lead = last.get(s.ships[x][c.ship], NEVER) - cost
                hope *= min(1.0, max(0.1, 0.5 + lead / LEAD))
    return hope


def payoff(s: Stars, seat: str, deal: Card) -> int:
    """What the bank pays this seat for it, the Negotiator's bonus included (ST-AMB 30)."""
    return deal.payoff + role(s, seat).payoff * deal.prestige


def _fee(s: Stars, seat: str, deal: Card) -> int:
    """The Station Fee that the seat gets from its own delivery."""
    own = s.stations.get(deal.destination) == seat
    return deal.fee + role(s, seat).fee if own else 0


def gain(s: Stars, seat: str, box: int, deal: Card) -> int:
    """The Prestige that it brings this seat: VIP, race and personality included."""
    rules = RULES[s.variant]
    racers = sum(1 for x in s.cargo if x != seat and box and carries(s, x, box) is not None)
    return (
        deal.prestige + role(s, seat).acclaim + (rules.vip if box == 1 else 0) + rules.race * racers
    )


def prospects(s: Stars, seat: str, most: int = 0) -> list[Prospect]:
    """All that this seat can deliver, best first; with a mission only that."""
    if seat in s.missions:
        boxes: tuple[int, ...] = (MISSION,)
    elif len(s.cargo[seat]) >= MARKERS:
        boxes = tuple(c.box for c in s.cargo[seat])
    else:
        boxes = tuple(range(1, len(s.boxes) + 1))
    how = craft(s, seat, most)
    found = [p for p in (_prospect(s, seat, b, how) for b in boxes) if p is not None]
    return sorted(found, key=lambda p: (-p.rate, p.box))


def aim(s: Stars, seat: str, p: Prospect) -> int:
    """The world to go to for it now."""
    deal = galaxy(s).card[p.card]
    return deal.destination if p.aboard else deal.pickup


def odds(s: Stars, seat: str, p: Prospect, count: int) -> float:
    """The chance to deliver it within so many actions, if nobody interferes."""
    deal = galaxy(s).card[p.card]
    here = s.ships[seat][p.ship]
    if p.aboard:
        return chance(s, seat, (here, deal.destination), count)
    waits = 0 if RULES[s.variant].nova else 1
    return chance(s, seat, (here, deal.pickup, deal.destination), count, waits)
