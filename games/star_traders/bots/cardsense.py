"""Which card a bot plays, on whom: simple rules of thumb, one for each effect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from engine.decision import Choice, Decision, Order
from games.star_traders.bots.rivals import threat
from games.star_traders.cargo.cargo import pickups
from games.star_traders.hands.hand import card_named, least_missed
from games.star_traders.rules import RULES, least_prestige, stations_needed
from games.star_traders.state import TURN, Stars, contract, rings
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.outlook import Prospect, aim, prospects
from games.star_traders.travel.routes import actions
from games.star_traders.travel.steps import step
from games.star_traders.turn.actions import box_of

LISTED = 80
"""So many of a card's targets are looked at."""


AHEAD = 6
"""How near to winning a Trader is on whom Calamities are played."""


class Sight:
    """One seat's view while it looks at its cards; what it reckons is reckoned once."""

    def __init__(self, view: Stars, seat: str) -> None:
        self.view = view
        self.seat = seat
        self._found: dict[str, list[Prospect]] = {}
        self._threats: dict[str, float] = {}

    def prospects(self, seat: str) -> list[Prospect]:
        """What a seat may deliver, best first."""
        if seat not in self._found:
            self._found[seat] = prospects(self.view, seat)
        return self._found[seat]

    def next(self, seat: str) -> Prospect | None:
        """What a seat is likely to do next."""
        found = self.prospects(seat)
        return found[0] if found else None

    def threat(self, seat: str) -> float:
        """How near a Trader is to winning."""
        if seat not in self._threats:
            self._threats[seat] = threat(self.view, seat)
        return self._threats[seat]


Score = Callable[[Sight, Order], float]
"""How good it is to play this card so, for this seat; 0 or less: not now."""


def best_play(view: Stars, d: Decision) -> Order | None:
    """The best card to play now, or none."""
    best, most = None, 0.0
    sight = Sight(view, d.seat)
    effect = galaxy(view).effect
    for choice in d.choices:
        if choice.form.verb == "PLAY":
            for order in _listed(choice):
                card = card_named(view, d.seat, str(order.args[0]))
                score = SCORES[effect[card]](sight, order)
                if score > most:
                    best, most = order, score
    return best


def _listed(choice: Choice) -> Iterable[Order]:
    return islice(choice.legal(), LISTED)


def _hurt(at: Sight, order: Order) -> float:
    """On whoever is ahead; not before somebody is."""
    return at.threat(str(order.args[1])) - AHEAD


def _own(score: float) -> Score:
    return lambda at, order: score


def _signed(at: Sight, order: Order) -> float:
    return _hurt(at, order) if order.args[1] else 5.0


def _praise(at: Sight, order: Order) -> float:
    """Up: when it helps; down: kept for whoever can petition."""
    if not order.args[1]:
        return 5.0
    victim = str(order.args[1])
    close = at.view.prestige[victim] >= least_prestige(at.view) - 2
    return _hurt(at, order) if close else 0.0


def _hop(at: Sight, order: Order) -> float:
    """What a Stargate and the like spare on the way to the next stop."""
    view, seat = at.view, at.seat
    p = at.next(seat)
    if p is None:
        return 0.0
    target = aim(view, seat, p)
    here, to = view.ships[seat][p.ship], int(str(order.args[3]))
    return actions(view, seat, here, target) - actions(view, seat, to, target) - 2


def _storm(at: Sight, order: Order) -> float:
    view = at.view
    victim = str(order.args[1])
    p = at.next(victim)
    if p is None:
        return 0.0
    target = aim(view, victim, p)
    here, to = view.ships[victim][p.ship], int(str(order.args[3]))
    lost = actions(view, victim, to, target) - actions(view, victim, here, target)
    return lost - 1 + _hurt(at, order) / 20 if lost > 1 else 0.0


def _warp(at: Sight, order: Order) -> float:
    """Oneself to where the other is, if that is nearer to the next stop."""
    view, seat = at.view, at.seat
    one, other = str(order.args[1]), str(order.args[2])
    if seat != one:
        return 0.0
    p = at.next(seat)
    if p is None:
        return 0.0
    target = aim(view, seat, p)
    here, there = view.ships[seat][p.ship], view.ships[other][0]
    return actions(view, seat, here, target) - actions(view, seat, there, target) - 2


def _jump_card(at: Sight, order: Order) -> float:
    """Worth it when the dice lead nowhere nearer."""
    view, seat = at.view, at.seat
    p = at.next(seat)
    if p is None or view.left[TURN] < 1 or pickups(view, seat):
        return 0.0
    here = view.ships[seat][p.ship]
    target = aim(view, seat, p)
    if step(view, seat, p.ship, target) is not None:
        return 0.0
    return 1.0 if actions(view, seat, here, target) < 90 else 0.0


def _homeward(at: Sight, order: Order) -> float:
    """Before a delivery that this turn should bring."""
    view, seat = at.view, at.seat
    found = [p for p in at.prospects(seat) if p.aboard]
    return 4.0 if found and found[0].actions <= view.left[TURN] else 0.0


def _fetch(at: Sight, order: Order) -> float:
    seat = at.seat
    p = at.next(seat)
    return 3.0 if p is not None and not p.aboard and p.box == order.args[5] else 0.0


def _prefab(at: Sight, order: Order) -> float:
    view, seat = at.view, at.seat
    return 6.0 if len(rings(view, seat)) < stations_needed(view) + 2 else 0.0


def _takeover(at: Sight, order: Order) -> float:
    view, seat = at.view, at.seat
    return 3.0 if len(rings(view, seat)) < stations_needed(view) else 0.5


def _quarantine(at: Sight, order: Order) -> float:
    view, seat = at.view, at.seat
    world = int(str(order.args[4]))
    if world in view.ships[seat] or any(q.world == world for q in view.quarantines):
        return 0.0
    caught = [x for x, fleet in view.ships.items() if world in fleet]
    return max((at.threat(x) - 12 for x in caught), default=0.0)


def _glitch(at: Sight, order: Order) -> float:
    view, seat = at.view, at.seat
    victim = order.args[1]
    if victim:
        return at.threat(str(victim)) if victim != seat else 0.0
    box = box_of(order.args[5])
    own = any(c.box == box for c in view.cargo[seat])
    rivals = sum(any(c.box == box for c in cargo) for cargo in view.cargo.values())
    return 2.0 * rivals - 1 if not own and contract(view, seat, box) else 0.0


def _envoy(at: Sight, order: Order) -> float:
    view, seat = at.view, at.seat
    p = at.next(seat)
    if p is None or int(str(order.args[3])) != aim(view, seat, p):
        return 0.0
    return 3.0


def _rescue(at: Sight, order: Order) -> float:
    seat = at.seat
    return 8.0 if order.args[1] == seat else 0.0


def _draw(at: Sight, order: Order) -> float:
    return 2.0


def _shield(at: Sight, order: Order) -> float:
    view, seat = at.view, at.seat
    return 2.0 if view.prestige[seat] >= 10 or RULES[view.variant].nova else 0.0


SCORES: dict[str, Score] = {
    "avoid": _rescue,
    "lost": _hurt,
    "actions": _signed,
    "prestige": _praise,
    "money": _signed,
    "toll": _hurt,
    "perfect": _jump_card,
    "envoy": _envoy,
    "stargate": _hop,
    "codes": _jump_card,
    "jam": _hurt,
    "rolls": lambda at, o: _hurt(at, o) if o.args[1] else _jump_card(at, o),
    "payoff": _homeward,
    "fanfare": _homeward,
    "shield": _shield,
    "fetch": _fetch,
    "prefab": _prefab,
    "quarantine": _quarantine,
    "glitch": _glitch,
    "storm": _storm,
    "warp": _warp,
    "takeover": _takeover,
    "debris": _hurt,
    "recall": _hop,
    "draw": _draw,
    "wormhole": _jump_card,
    "jettison": _hurt,
}


def worst_card(view: Stars, d: Decision) -> Order | None:
    """The card that is missed least."""
    worst = least_missed(view, d.seat)
    for choice in d.choices:
        for order in choice.legal():
            if card_named(view, d.seat, str(order.args[0])) == worst:
                return order
    return None
