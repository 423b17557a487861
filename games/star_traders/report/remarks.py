"""What stands behind the lines of a plan: the way to each goal, and how many actions it takes.

The steps are followed one after another: each begins where the one before it leads, the first
with the ships as they are. All figures are expectations on what everybody can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from engine.decision import Order
from engine.fact import Fact
from engine.game import Remark
from games.star_traders.facts.court import Glitched
from games.star_traders.facts.turn import Delivered
from games.star_traders.orders.forms import BEST, FORMS
from games.star_traders.orders.goals import gone, limit
from games.star_traders.report.sheets import actions_next, upcoming
from games.star_traders.report.surroundings import place
from games.star_traders.rules import RULES
from games.star_traders.state import MISSION, Stars, carries, contract
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.tables.records import Card
from games.star_traders.travel.dice import SIDES
from games.star_traders.travel.outlook import Prospect, aim, prospects
from games.star_traders.travel.routes import NEVER, craft, expected
from games.star_traders.travel.way import Way, way
from games.star_traders.turn.actions import box_name, box_of

JUMPS = ("JUMP", "STATION", "ASK", "SLIP")
OF_CONTRACTS = ("RUN", "DELIVER", "PICKUP")
SINGLE = ("BUILD", "BUSINESS", "PETITION")
"""Orders that are one action where the ship is."""


def remarks(
    view: Stars,
    seat: str,
    steps: Sequence[Order | None],
    wishes: Iterable[Order],
    seen: tuple[str, ...],
) -> tuple[Remark | None, ...]:
    """One for each step; see ``Game.remarks``."""
    if seat not in view.ships:
        return (None,) * len(steps)
    wishes = tuple(wishes)
    barred = {verb for form in FORMS for verb in form.bars if Order(form.verb) in wishes}
    ahead = _Ahead(view, seat, limit(wishes), seen, frozenset(barred))
    return tuple(None if step is None else ahead.step(step) for step in steps)


def lost(seat: str, order: Order, seen: tuple[str, ...], fact: Fact) -> Remark | None:
    """What took a Contract away that a plan of this seat was for; see ``Game.lost``."""
    if order.verb not in ("RUN", "DELIVER") or order.args[0] == BEST:
        return None
    box = box_of(order.args[0])
    if type(fact) is Glitched and box == MISSION:
        own = not fact.box and fact.seat == seat
        return Remark("glitched", {"box": 0}) if own else None
    if not 0 < box <= len(seen):
        return None
    if type(fact) is Delivered and fact.card == seen[box - 1] and fact.seat != seat:
        return Remark("taken", {"box": box, "seat": fact.seat})
    if type(fact) is Glitched and fact.box and fact.card == seen[box - 1]:
        return Remark("glitched", {"box": box})
    return None


class _Ahead:
    """The ships and what they will have aboard, as one step after another is followed."""

    def __init__(
        self, view: Stars, seat: str, most: int, seen: tuple[str, ...], barred: frozenset[str]
    ) -> None:
        self._view, self._seat, self._most = view, seat, most
        self._barred = barred
        """Verbs that the seat's own wishes forbid."""
        self._filed = self._seen = seen
        """The Contracts that the plan was filed for, and that the present step is for."""
        self._g = galaxy(view)
        self._how = craft(view, seat, most)
        self._at = list(view.ships[seat])
        own = [*view.cargo[seat]]
        mission = carries(view, seat, MISSION)
        self._aboard = {c.box: c.ship for c in (own if mission is None else [*own, mission])}
        self._spent: set[int] = set()
        """Boxes whose Contract a step before delivers."""
        self._sailed: set[int] = set()
        """Ships that are elsewhere by now."""
        self._taken = 0.0
        """Actions expected so far."""
        self._cut = False
        """Whether there is no way now to something before: then nobody knows when."""

    def step(self, order: Order) -> Remark | None:
        """What this step comes to; the ships are where it leads from then on."""
        if order.verb in self._barred:
            return Remark("barred", {"verb": order.verb})
        if order.verb in OF_CONTRACTS and order.args[0] == BEST:
            box = self._best_box(order.verb)
            if box is None:
                return None
            # What is best now is what lies there now.
            self._seen = self._view.boxes
            order = Order(order.verb, (box_name(box), *order.args[1:]))
        else:
            self._seen = self._filed
        made = {"GOTO": self._goto, "DELIVER": self._deliver, "RUN": self._run}.get(order.verb)
        if made is not None:
            return made(order)
        if order.verb == "PICKUP":
            return self._pickup(order)
        if order.verb in JUMPS and order.args[0] != BEST:
            self._jump(int(str(order.args[0])), order.args[-1])
        elif order.verb in SINGLE:
            self._taken += 1
        return None

    # -- goals ---------------------------------------------------------------------------------

    def _goto(self, order: Order) -> Remark | None:
        if order.args[0] == BEST:
            best = self._best()
            return None if best is None else self._go([aim(self._view, self._seat, best)])
        target = int(str(order.args[0]))
        if target in self._at:
            now = self._at.index(target) not in self._sailed
            return Remark("there", {"at": place(self._g, target), "now": now})
        return self._go([target])

    def _deliver(self, order: Order) -> Remark | None:
        box = self._box(order)
        deal = self._deal(box)
        if deal is None and box == MISSION:
            return Remark("gone", {"box": box}, void=True)
        if deal is None or box not in self._aboard:
            return Remark("empty", {"box": box}, void=True)
        ship = self._aboard.pop(box)
        self._spent.add(box)
        return self._go([deal.destination], ship, good=deal.cargo)

    def _run(self, order: Order) -> Remark | None:
        box = self._box(order)
        deal = self._deal(box)
        if deal is None or (box not in self._aboard and self._gone(box)):
            return Remark("gone", {"box": box}, void=True)
        self._spent.add(box)
        if box in self._aboard:
            return self._go([deal.destination], self._aboard.pop(box), good=deal.cargo)
        load = 0 if RULES[self._view.variant].nova else 1
        return self._go([deal.pickup, deal.destination], good=deal.cargo, load=load)

    def _pickup(self, order: Order) -> Remark | None:
        box = self._box(order)
        deal = self._deal(box)
        if deal is None:
            return Remark("gone", {"box": box}, void=True)
        at = place(self._g, deal.pickup)
        there = deal.pickup in self._at
        self._aboard[box] = self._at.index(deal.pickup) if there else 0
        self._taken += 0 if RULES[self._view.variant].nova else 1
        data = {"good": deal.cargo, "to": place(self._g, deal.destination), "at": at}
        return Remark("load", {**data, "there": there})

    # -- what they have in common --------------------------------------------------------------

    def _best(self) -> Prospect | None:
        return next(iter(self._left()), None)

    def _left(self) -> list[Prospect]:
        """The Contracts, best first, that no step before delivers."""
        found = prospects(self._view, self._seat, self._most)
        return [p for p in found if p.box not in self._spent]

    def _best_box(self, verb: str) -> int | None:
        """The Contract that BEST means: DELIVER what is aboard by then, PICKUP what lies there."""
        for p in self._left():
            aboard, here = p.box in self._aboard, self._g.card[p.card].pickup in self._at
            if verb == "RUN" or (aboard if verb == "DELIVER" else here and not aboard):
                return p.box
        return None

    def _box(self, order: Order) -> int:
        return box_of(order.args[0])

    def _deal(self, box: int) -> Card | None:
        card = contract(self._view, self._seat, box)
        return self._g.card[card] if card else None

    def _gone(self, box: int) -> bool:
        return bool(self._seen or box == MISSION) and gone(self._view, self._seat, box, self._seen)

    def _go(
        self, stops: list[int], ship: int | None = None, *, good: str = "", load: int = 0
    ) -> Remark:
        """To the stops in turn, with this ship or the one that is nearest to the first."""
        if ship is None:
            far = expected(self._g, stops[0], self._how)
            ship = min(range(len(self._at)), key=lambda i: far.get(self._at[i], NEVER))
        legs, now = [], ship not in self._sailed
        for stop in stops:
            legs.append(way(self._view, self._seat, self._at[ship], stop, self._how))
            self._put(ship, stop)
        total = sum(leg.actions for leg in legs) + load
        none = any(leg.none for leg in legs)
        self._cut = self._cut or none
        self._taken += total
        fleet = len(self._at)
        return Remark(
            "way",
            {
                "good": good,
                "legs": [self._leg(leg) for leg in legs],
                "now": now,
                "load": load,
                "actions": None if none else round(total, 1),
                "none": none,
                "turns": self._turns(),
                "ship": ship + 1 if fleet > 1 else 0,
                "declared": self._how.named,
            },
        )

    def _put(self, ship: int, world: int) -> None:
        """The ship is there from then on."""
        if self._at[ship] != world:
            self._sailed.add(ship)
        self._at[ship] = world

    def _leg(self, leg: Way) -> dict[str, Any]:
        return {
            "to": place(self._g, leg.target),
            "hops": [hop._asdict() for hop in leg.hops],
            "actions": None if leg.none else round(leg.actions, 1),
            "none": leg.none,
            "bar": leg.bar,
        }

    def _turns(self) -> int:
        """So many own turns all steps up to here take, this one or the next included; 0: nobody
        knows.
        """
        if self._cut:
            return 0
        view, seat = self._view, self._seat
        each = max(1, actions_next(view, seat))
        now = upcoming(view, seat)
        return 1 + max(0, ceil((self._taken - now) / each - 1e-9))

    def _jump(self, world: int, arg: object) -> None:
        """A jump that is named is made as soon as a die allows it."""
        ship = arg - 1 if isinstance(arg, int) and arg <= len(self._at) else 0
        here = self._at[ship]
        if self._g.joined(here, world) and world not in self._how.free:
            needs = self._g.needs(here, world, self._how.top)
            self._taken += SIDES / (SIDES + 1 - needs)
        else:
            self._taken += 1
        self._put(ship, world)
