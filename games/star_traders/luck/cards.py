"""Playing Trader's Luck: what may be played on whom now, and what it does (ST-LUC)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.decision import LEFT_OUT, Arg, Args, Choice, Order, Pick, SlotValues
from engine.fact import ModGiven
from engine.state import Mod
from engine.table import Table
from games.star_traders.facts.court import Praised
from games.star_traders.facts.setup import Played
from games.star_traders.facts.turn import (
    Built,
    Exhausted,
    Gained,
    Granted,
    Jumped,
    Moved,
    PickedUp,
    StationTo,
    Turned,
)
from games.star_traders.luck import calamity, quarantine
from games.star_traders.luck.deck import draw
from games.star_traders.luck.hand import card_named, names
from games.star_traders.orders.forms import PLAY
from games.star_traders.rules import MARKERS, QUARANTINES, RINGS, RULES
from games.star_traders.state import (
    ENVOY,
    TURN,
    Stars,
    rings,
    role,
    trapped,
)
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.moves import idle, pay, ship_of, ships_slot
from games.star_traders.turn import contracts
from games.star_traders.turn.cargo import within

T = Table[Stars]


class At(NamedTuple):
    """Who plays when: ``moment`` of the card's ``when``, ``pool`` of dice and actions."""

    s: Stars
    seat: str
    moment: str
    pool: str


Slots = tuple[SlotValues, ...]
"""Values of PLAY behind the card: on, with, to, at, box, ship."""

NONE: Slots = (LEFT_OUT,) * 6

ABOARD = frozenset(("perfect", "stargate", "recall", "codes", "rolls", "wormhole"))
"""Effects that help on an envoy's journey (ST-LUC-12)."""

SPENDING = frozenset(("stargate", "recall", "fetch", "takeover"))
"""Effects that are used as an action."""


def choices(s: Stars, seat: str, moment: str, pool: str = TURN) -> list[Choice]:
    """The cards of this hand that may be played now."""
    hand = s.hands[seat]
    if not hand:
        return []
    g = galaxy(s)
    found: list[Choice] = []
    by_card: dict[str, list[str]] = {}
    for name, card in names(g, hand).items():
        by_card.setdefault(card, []).append(name)
    at = At(s, seat, moment, pool)
    for card, called in by_card.items():
        effect = g.effect[card]
        if moment not in g.kind[card].when or (pool == ENVOY and effect not in ABOARD):
            continue
        if effect in SPENDING and not s.left.get(pool):
            continue
        for slots in TARGETS[effect](at, card):
            found.append(Choice(PLAY, (Pick(tuple(called)), *slots)))
    return found


# -- what it may be played on ----------------------------------------------------------------


def _nothing(at: At, card: str) -> list[Slots]:
    return []


def _self(at: At, card: str) -> list[Slots]:
    return [NONE]


def victims(s: Stars, seat: str) -> tuple[str, ...]:
    """Other Traders on whom a Calamity may be played (ST-LUC-4)."""
    return tuple(
        x
        for x in s.clockwise(seat)
        if x != seat and not (s.mods and s.has_mod("shield", x)) and x not in s.leaving
    )


def _on(seats: Sequence[str], ship: SlotValues = LEFT_OUT, **more: SlotValues) -> Slots:
    return (
        Pick(tuple(seats)),
        more.get("with_", LEFT_OUT),
        more.get("to", LEFT_OUT),
        more.get("at", LEFT_OUT),
        more.get("box", LEFT_OUT),
        ship,
    )


def _ship_of_target(s: Stars) -> SlotValues:
    def ships(args: Args) -> Pick:
        fleet = len(s.ships[str(args[1])])
        return ships_slot(list(range(fleet)), fleet)

    return ships


def _other(at: At, card: str) -> list[Slots]:
    found = victims(at.s, at.seat)
    return [_on(found)] if found else []


def _signed(at: At, card: str) -> list[Slots]:
    """For oneself when it is good, on another when it is not (ST-LUC-10)."""
    good = galaxy(at.s).value[card] > 0
    return _self(at, card) if good else _other(at, card)


def _astray(at: At, card: str) -> list[Slots]:
    found = victims(at.s, at.seat)
    return [_on(found, _ship_of_target(at.s))] if found else []


def _perfect(at: At, card: str) -> list[Slots]:
    return [NONE] if at.s.dice[at.pool] else []


def _free_ships(at: At) -> list[int]:
    s, seat = at.s, at.seat
    return [i for i, w in enumerate(s.ships[seat]) if not (s.quarantines and trapped(s, seat, w))]


def _to(at: At, worlds: Callable[[int], Sequence[int]]) -> list[Slots]:
    """To a world that one of the own ships can be brought to."""
    s, seat = at.s, at.seat
    fleet = len(s.ships[seat])
    each = {i: [str(w) for w in worlds(s.ships[seat][i])] for i in _free_ships(at)}
    every = tuple(dict.fromkeys(w for there in each.values() for w in there))
    if not every:
        return []

    def ship(args: Args) -> Pick:
        return ships_slot([i for i, there in each.items() if str(args[3]) in there], fleet)

    return [(LEFT_OUT, LEFT_OUT, Pick(every), LEFT_OUT, LEFT_OUT, ship)]


def _stargate(at: At, card: str) -> list[Slots]:
    g = galaxy(at.s)
    most = g.value[card]
    return _to(at, lambda w: [to for to, n in g.data.jumps[w].items() if 0 < n <= most])


def _recall(at: At, card: str) -> list[Slots]:
    own = rings(at.s, at.seat)
    return _to(at, lambda w: [to for to in own if to != w])


def _envoy(at: At, card: str) -> list[Slots]:
    if at.s.left.get(ENVOY):
        return []
    g = galaxy(at.s)
    return _to(at, lambda w: [to for to in g.worlds if to != w])


def _fetch(at: At, card: str) -> list[Slots]:
    s, seat = at.s, at.seat
    own = s.cargo[seat]
    if len(own) >= MARKERS or seat in s.missions:
        return []
    g, fleet, most = galaxy(s), s.ships[seat], galaxy(s).value[card]
    near = {
        i: [k for k, w in enumerate(fleet) if g.data.jumps[w][g.card[c].pickup] <= most]
        for i, c in enumerate(s.boxes, 1)
        if c and not any(x.box == i for x in own)
    }
    boxes = tuple(i for i, ships in near.items() if ships)
    if not boxes:
        return []

    def ship(args: Args) -> Pick:
        return ships_slot(near[int(str(args[5]))], len(fleet))

    return [(LEFT_OUT, LEFT_OUT, LEFT_OUT, LEFT_OUT, Pick(boxes), ship)]


def _prefab(at: At, card: str) -> list[Slots]:
    s, seat = at.s, at.seat
    if s.money[seat] < galaxy(s).value[card] or len(rings(s, seat)) >= RINGS:
        return []
    able = [i for i, w in enumerate(s.ships[seat]) if w not in s.stations]
    return [(*NONE[:5], ships_slot(able, len(s.ships[seat])))] if able else []


def _takeover(at: At, card: str) -> list[Slots]:
    s, seat = at.s, at.seat
    if s.money[seat] < galaxy(s).value[card] or len(rings(s, seat)) >= RINGS:
        return []
    able = [
        i
        for i, w in enumerate(s.ships[seat])
        if s.stations.get(w, seat) != seat and w not in s.imperial
    ]
    return [(*NONE[:5], ships_slot(able, len(s.ships[seat])))] if able else []


def _quarantine(at: At, card: str) -> list[Slots]:
    s = at.s
    worlds: Sequence[int] = galaxy(s).worlds
    if len(s.quarantines) >= QUARANTINES:
        worlds = tuple(q.world for q in s.quarantines)
    return [(*NONE[:3], Pick(tuple(map(str, worlds))), *NONE[4:])]


def _glitch(at: At, card: str) -> list[Slots]:
    s = at.s
    boxes = tuple(i for i, c in enumerate(s.boxes, 1) if c)
    found: list[Slots] = []
    if boxes:
        found.append((*NONE[:4], Pick(boxes), LEFT_OUT))
    if s.missions:
        found.append(_on(tuple(s.missions)))
    return found


def _storm(at: At, card: str) -> list[Slots]:
    s, g = at.s, galaxy(at.s)
    most = g.value[card]
    found = victims(s, at.seat)

    def worlds(args: Args) -> Pick:
        fleet = s.ships[str(args[1])]
        near = {to for w in fleet for to, n in g.data.jumps[w].items() if 0 < n <= most}
        return Pick(tuple(map(str, sorted(near))))

    def ship(args: Args) -> Pick:
        fleet = s.ships[str(args[1])]
        to = int(str(args[3]))
        able = [i for i, w in enumerate(fleet) if 0 < g.data.jumps[w][to] <= most]
        return ships_slot(able, len(fleet))

    return [_on(found, ship, to=worlds)] if found else []


def _warp(at: At, card: str) -> list[Slots]:
    s = at.s
    seats = tuple(s.ships)
    if len(seats) < 2:
        return []

    def ship(args: Args) -> Pick:
        fleet = max(len(s.ships[str(args[1])]), len(s.ships[str(args[2])]))
        return ships_slot(list(range(fleet)), fleet)

    other: SlotValues = lambda args: Pick(tuple(x for x in seats if x != args[1]))  # noqa: E731
    return [_on(seats, ship, with_=other)]


def _debris(at: At, card: str) -> list[Slots]:
    s = at.s
    normal = {x: [w for w in rings(s, x) if w not in s.imperial] for x in victims(s, at.seat)}
    found = [x for x, worlds in normal.items() if worlds]
    stations: SlotValues = lambda args: Pick(tuple(map(str, normal[str(args[1])])))  # noqa: E731
    return [_on(found, at=stations)] if found else []


def _jettison(at: At, card: str) -> list[Slots]:
    s = at.s
    found = [x for x in victims(s, at.seat) if s.cargo[x]]
    boxes: SlotValues = lambda args: Pick(tuple(c.box for c in s.cargo[str(args[1])]))  # noqa: E731
    return [_on(found, box=boxes)] if found else []


def _avoid(at: At, card: str) -> list[Slots]:
    """ST-QUA-9: for a Trader whom a Quarantine keeps."""
    s = at.s
    if not s.quarantines:
        return []
    found = [x for x, fleet in s.ships.items() if any(trapped(s, x, w) for w in fleet)]
    return [_on(found)] if found else []


def _draw(at: At, card: str) -> list[Slots]:
    return [NONE] if len(at.s.hands[at.seat]) <= role(at.s, at.seat).hold else []


TARGETS: dict[str, Callable[[At, str], list[Slots]]] = {
    "zap": _nothing,
    "avoid": _avoid,
    "lost": _astray,
    "actions": _signed,
    "prestige": _signed,
    "money": _signed,
    "toll": _other,
    "perfect": _perfect,
    "envoy": _envoy,
    "stargate": _stargate,
    "codes": _self,
    "jam": _other,
    "rolls": _signed,
    "payoff": _self,
    "fanfare": _self,
    "shield": _self,
    "fetch": _fetch,
    "prefab": _prefab,
    "quarantine": _quarantine,
    "glitch": _glitch,
    "storm": _storm,
    "warp": _warp,
    "takeover": _takeover,
    "debris": _debris,
    "recall": _recall,
    "draw": _draw,
    "wormhole": _self,
    "jettison": _jettison,
}
"""By effect: the slots with which a card may be played now; none: not now."""


# -- what it does ----------------------------------------------------------------------------


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


def play(t: T, seat: str, order: Order, pool: str = TURN, journey: int = 0) -> Play:
    """The card goes from the hand to the discards and takes effect. May push, as its last act.

    ``journey``: goal of the envoy's journey during which it is played. The journey itself that
    an Imperial Envoy asks for is a phase, which ``turn.play_card`` pushes.
    """
    s, g = t.state, galaxy(t.state)
    name, on, other, to, place, box, ship = order.args
    card = card_named(s, seat, str(name))
    p = Play(
        seat,
        card,
        g.value[card],
        str(on or ""),
        str(other or ""),
        int(str(to or place or 0)),
        box if isinstance(box, int) else -1,
        ship,
        pool,
        f"journey:{journey}" if journey else f"end:{seat}",
    )
    effect = g.effect[card]
    if effect == "envoy":
        p = p._replace(ship=own_ship(s, p, effect) + 1)
    t.emit(Played(*shown(p)))
    if effect == "quarantine":
        quarantine.seal(t, seat, p.world)
    elif g.kind[card].calamity and p.on:
        blow = calamity.Blow(seat, card, p.on, p.world, p.box, _target_ship(s, p))
        calamity.fall(t, blow)
    else:
        EFFECTS[effect](t, p)
    return p


def shown(p: Play) -> tuple[str, tuple[str, ...], tuple[str, ...], tuple[int, ...], int]:
    """The fields of ``Played``."""
    on = tuple(x for x in (p.on, p.other) if x)
    return (p.seat, (p.card,), on, (p.world,) if p.world else (), p.box)


def _target_ship(s: Stars, p: Play) -> int:
    able = list(range(len(s.ships[p.on])))
    if p.world and galaxy(s).effect[p.card] == "storm":
        jumps = galaxy(s).data.jumps
        able = [i for i in able if 0 < jumps[s.ships[p.on][i]][p.world] <= p.value]
    return ship_of(p.ship, able)


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
    die = min(t.state.dice[p.pool])
    t.emit(Turned(p.seat, p.pool, die, p.value))


def own_ship(s: Stars, p: Play, kind: str) -> int:
    """The ship that an own card concerns, as its slot was filled."""
    for slots in TARGETS[kind](At(s, p.seat, "turn", p.pool), p.card):
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
