"""What each card of Trader's Luck does (ST-LUC); Calamities are in ``calamity``."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.decision import Arg, Args, Pick
from engine.fact import ModGiven
from engine.state import Mod
from engine.table import Table
from games.star_traders.cargo import contracts
from games.star_traders.cargo.cargo import within
from games.star_traders.facts.court import Praised
from games.star_traders.facts.travel import Jumped, Moved, Turned
from games.star_traders.facts.turn import Built, Exhausted, Gained, Granted, PickedUp, StationTo
from games.star_traders.hands.deck import draw
from games.star_traders.luck import quarantine
from games.star_traders.luck.targets import TARGETS, At
from games.star_traders.rules import RULES
from games.star_traders.state import ENVOY, TURN, Stars, role
from games.star_traders.travel.moves import idle, pay, ship_of

T = Table[Stars]


class Play(NamedTuple):
    """A card that was played, with its arguments."""

    seat: str
    card: str
    value: int
    on: str
    other: str
    world: int
    box: int
    ship: Arg
    pool: str
    lasts: str
    """The moment until which an effect on the player's own turn or journey lasts."""


def _laid(kind: str) -> Callable[[T, Play], None]:
    def lay(t: T, p: Play) -> None:
        t.emit(ModGiven(Mod(kind=kind, seat=p.seat, value=p.value or 1, until=p.lasts)))

    return lay


def _shield(t: T, p: Play) -> None:
    t.emit(ModGiven(Mod(kind="shield", seat=p.seat, value=1, until=f"begin:{p.seat}")))


def _actions(t: T, p: Play) -> None:
    t.emit(Gained(p.seat, p.value))


def _prestige(t: T, p: Play) -> None:
    t.emit(Praised(p.seat, within(t.state, p.seat, p.value)))


def _money(t: T, p: Play) -> None:
    pay(t, "", p.seat, p.value, "card")


def _perfected(t: T, p: Play) -> None:
    die = min(t.state.dice[p.pool], default=0)
    t.emit(Turned(p.seat, p.pool, die, p.value))


def own_ship(s: Stars, p: Play, kind: str) -> int:
    """The ship that an own card concerns, as its slot was filled."""
    found = TARGETS[kind](At(s, p.seat, "turn", p.pool), p.card)
    for slots in () if isinstance(found, str) else found:
        pick = slots[5]
        args: Args = ("", None, None, str(p.world), None, p.box)
        values = pick(args) if callable(pick) else pick
        assert isinstance(values, Pick)
        able = [v - 1 for v in values.values if isinstance(v, int)]
        return ship_of(p.ship, able or [0])
    return 0


def _travel(how: str, kind: str) -> Callable[[T, Play], None]:
    def go(t: T, p: Play) -> None:
        ship = own_ship(t.state, p, kind)
        s = t.state
        here = s.ships[p.seat][ship]
        t.emit(Jumped(p.seat, ship, here, p.world, how, idle(s, p.pool), p.pool))

    return go


def _sent(t: T, p: Play) -> None:
    t.emit(Granted(p.seat, p.value, ENVOY))


def _fetched(t: T, p: Play) -> None:
    ship = own_ship(t.state, p, "fetch")
    t.emit(PickedUp(p.seat, p.box, ship, idle(t.state, TURN)))


def _assembled(t: T, p: Play) -> None:
    s = t.state
    world = s.ships[p.seat][own_ship(t.state, p, "prefab")]
    gain = within(s, p.seat, RULES[s.variant].built)
    t.emit(Built(p.seat, world, p.value, gain, (), True))


def _taken_over(t: T, p: Play) -> None:
    s = t.state
    world = s.ships[p.seat][own_ship(t.state, p, "takeover")]
    owner = s.stations[world]
    t.emit(Exhausted(p.seat, idle(s, TURN)))
    pay(t, p.seat, owner, p.value, "takeover")
    t.emit(StationTo(world, p.seat, "takeover"))


def _warped(t: T, p: Play) -> None:
    fleets = t.state.ships
    a, b = ((x, _warp_ship(fleets[x], p.ship)) for x in (p.on, p.other))
    here, there = fleets[a[0]][a[1]], fleets[b[0]][b[1]]
    t.emit(Moved(a[0], a[1], here, there, "warp"))
    t.emit(Moved(b[0], b[1], there, here, "warp"))


def _warp_ship(fleet: tuple[int, ...], ship: Arg) -> int:
    return ship - 1 if isinstance(ship, int) and ship <= len(fleet) else 0


def _glitched(t: T, p: Play) -> None:
    contracts.strike(t, max(p.box, 0), p.on)


def _drawn(t: T, p: Play) -> None:
    room = role(t.state, p.seat).hold - len(t.state.hands[p.seat])
    for _ in range(min(p.value, room)):
        draw(t, p.seat)


def _freed(t: T, p: Play) -> None:
    quarantine.free(t, p.on)


EFFECTS: dict[str, Callable[[T, Play], None]] = {
    "avoid": _freed,
    "actions": _actions,
    "prestige": _prestige,
    "money": _money,
    "perfect": _perfected,
    "envoy": _sent,
    "stargate": _travel("stargate", "stargate"),
    "recall": _travel("recall", "recall"),
    "codes": _laid("codes"),
    "rolls": _laid("rolls"),
    "payoff": _laid("payoff"),
    "fanfare": _laid("fanfare"),
    "wormhole": _laid("worm"),
    "shield": _shield,
    "fetch": _fetched,
    "prefab": _assembled,
    "glitch": _glitched,
    "warp": _warped,
    "takeover": _taken_over,
    "draw": _drawn,
}
"""By effect, of cards that are no Calamities; those are in ``calamity``."""
