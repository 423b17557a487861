"""The conditions of guards, read on the owner's view. Each says something of every view: also while
the game is set up, of who has left, and once the game is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.decision import Decision, Order
from engine.hand import UNKNOWN
from games.star_traders.orders import judgement
from games.star_traders.orders.forms import BEST, NEXT
from games.star_traders.orders.goals import bound_for, gone
from games.star_traders.state import TURN, Stars, carries, rings
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.routes import actions
from games.star_traders.travel.steps import step
from games.star_traders.turn.actions import box_of

Args = tuple[Any, ...]


def _fleet(view: Stars, d: Decision) -> tuple[int, ...]:
    """The worlds of the seat's ships: none before its start world is named (ST-SET-10)."""
    return view.ships.get(d.seat, ())


def _way(view: Stars, d: Decision, args: Args) -> bool:
    """Whether the line's jump leads nearer to where the plan, or else the best Contract, leads;
    of a line without a named jump: whether some jump that the dice allow does.
    """
    found = bound_for(view, d) if _fleet(view, d) else None
    if found is None:
        return False
    target, ship = found
    seat, fleet, order = d.seat, view.ships[d.seat], d.info.get("order")
    ships = range(len(fleet)) if ship is None else (ship,)
    if isinstance(order, Order) and order.verb == "JUMP" and order.args[0] != BEST:
        there = actions(view, seat, int(str(order.args[0])), target)
        return any(there < actions(view, seat, fleet[i], target) for i in ships)
    pool = str(d.info.get("pool", TURN))
    return any(step(view, seat, i, target, 0, pool) is not None for i in ships)


def _petition(view: Stars, d: Decision, args: Args) -> bool:
    whom = view.clockwise(view.active)[0] if args[0] == NEXT else args[0]
    return whom in (d.info.get("petitioner"), d.info.get("roller") if "total" in d.info else None)


def _holds(view: Stars, d: Decision, args: Args) -> bool:
    g = galaxy(view)
    hand = [c for c in view.hands[d.seat] if c != UNKNOWN]
    return any(args[0] in (g.kind[c].name, g.labels[c]) for c in hand)


_WORDS: dict[str, Callable[[Stars, Decision, Args], int | bool]] = {
    "AT": lambda v, d, a: int(a[0]) in _fleet(v, d),
    "STATION": lambda v, d, a: bool(_fleet(v, d)) and all(w in v.stations for w in _fleet(v, d)),
    "MONEY": lambda v, d, a: v.money[d.seat],
    "PRESTIGE": lambda v, d, a: v.prestige[d.seat],
    "STATIONS": lambda v, d, a: len(rings(v, d.seat)),
    "ACTIONS": lambda v, d, a: v.left[TURN] if v.active == d.seat else 0,
    "TOTAL": lambda v, d, a: int(d.info.get("total", 0)),
    "TURN": lambda v, d, a: v.turn,
    "ROUND": lambda v, d, a: v.round,
    "IT WINS": lambda v, d, a: judgement.wins(v, d),
    "ON THE WAY": _way,
    "DELIVERING": lambda v, d, a: judgement.delivering(v, d),
    "MISSION": lambda v, d, a: d.seat in v.missions,
    "HOLDS": _holds,
    "PETITION": _petition,
    "CARRY": lambda v, d, a: carries(v, d.seat, box_of(a[0])) is not None,
    "CONTRACT": lambda v, d, a: gone(v, d.seat, box_of(a[0]), d.info.get("seen", ())),
}


def holds(view: Stars, d: Decision, word: str, args: Args) -> int | bool:
    """The number to compare, or the truth. LookupError for a word that is no condition."""
    return _WORDS[word](view, d, args)
