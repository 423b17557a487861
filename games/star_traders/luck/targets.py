"""On whom and what each card of Trader's Luck may be played now (ST-LUC)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.decision import LEFT_OUT, Args, Pick, SlotValues
from games.star_traders.rules import MARKERS, QUARANTINES, RINGS
from games.star_traders.state import ENVOY, Stars, rings, role, trapped
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.moves import declared, ships_slot


class At(NamedTuple):
    """Who plays when: ``moment`` of the card's ``when``, ``pool`` of dice and actions."""

    s: Stars
    seat: str
    moment: str
    pool: str


Slots = tuple[SlotValues, ...]
"""Values of PLAY behind the card: on, with, to, at, box, ship."""

NONE: Slots = (LEFT_OUT,) * 6

(
    SHORT,
    FULL,
    KEPT,
    FAR,
    STANDS,
    NOT_ANOTHERS,
    NO_RINGS,
    NO_MARKERS,
    ON_MISSION,
    NO_DIE,
    UNDER_WAY,
) = (
    "short",
    "full",
    "kept",
    "far",
    "built",
    "no-anothers",
    "rings",
    "hold",
    "mission",
    "no-die",
    "journey",
)
"""What a card lacks, whatever it were played on: codes of the table ``remarks``."""

Found = list[Slots] | str
"""The ways to play a card now, or what it lacks; an empty list: nothing that has a name."""


def _nothing(at: At, card: str) -> Found:
    return []


def _self(at: At, card: str) -> Found:
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


def _other(at: At, card: str) -> Found:
    found = victims(at.s, at.seat)
    return [_on(found)] if found else []


def _signed(at: At, card: str) -> Found:
    """For oneself when it is good, on another when it is not (ST-LUC-10)."""
    good = galaxy(at.s).value[card] > 0
    return _self(at, card) if good else _other(at, card)


def _astray(at: At, card: str) -> Found:
    found = victims(at.s, at.seat)
    return [_on(found, _ship_of_target(at.s))] if found else []


def _perfect(at: At, card: str) -> Found:
    """On a die that lies there; where jumps are declared (ST-MOV-15) on the next."""
    s, seat, pool = at.s, at.seat, at.pool
    if s.dice[pool]:
        return [NONE]
    unthrown = declared(s, role(s, seat)) and s.left[pool] > 0 and bool(_free_ships(at))
    return [NONE] if unthrown else NO_DIE


def _free_ships(at: At) -> list[int]:
    s, seat = at.s, at.seat
    return [i for i, w in enumerate(s.ships[seat]) if not (s.quarantines and trapped(s, seat, w))]


def _to(at: At, worlds: Callable[[int], Sequence[int]]) -> Found:
    """To a world that one of the own ships can be brought to."""
    s, seat = at.s, at.seat
    fleet = len(s.ships[seat])
    each = {i: [str(w) for w in worlds(s.ships[seat][i])] for i in _free_ships(at)}
    every = tuple(dict.fromkeys(w for there in each.values() for w in there))
    if not every:
        return FAR if each else KEPT

    def ship(args: Args) -> Pick:
        return ships_slot([i for i, there in each.items() if str(args[3]) in there], fleet)

    return [(LEFT_OUT, LEFT_OUT, Pick(every), LEFT_OUT, LEFT_OUT, ship)]


def _stargate(at: At, card: str) -> Found:
    g = galaxy(at.s)
    most = g.value[card]
    return _to(at, lambda w: [to for to, n in g.data.jumps[w].items() if 0 < n <= most])


def _recall(at: At, card: str) -> Found:
    own = rings(at.s, at.seat)
    return _to(at, lambda w: [to for to in own if to != w])


def _envoy(at: At, card: str) -> Found:
    if at.s.left.get(ENVOY):
        return UNDER_WAY
    g = galaxy(at.s)
    return _to(at, lambda w: [to for to in g.worlds if to != w])


def _fetch(at: At, card: str) -> Found:
    s, seat = at.s, at.seat
    own = s.cargo[seat]
    if seat in s.missions:
        return ON_MISSION
    if len(own) >= MARKERS:
        return NO_MARKERS
    g, fleet, most = galaxy(s), s.ships[seat], galaxy(s).value[card]
    near = {
        i: [k for k, w in enumerate(fleet) if g.data.jumps[w][g.card[c].pickup] <= most]
        for i, c in enumerate(s.boxes, 1)
        if c and not any(x.box == i for x in own)
    }
    boxes = tuple(i for i, ships in near.items() if ships)
    if not boxes:
        return FAR

    def ship(args: Args) -> Pick:
        return ships_slot(near[int(str(args[5]))], len(fleet))

    return [(LEFT_OUT, LEFT_OUT, LEFT_OUT, LEFT_OUT, Pick(boxes), ship)]


def _prefab(at: At, card: str) -> Found:
    s, seat = at.s, at.seat
    if s.money[seat] < galaxy(s).value[card]:
        return SHORT
    if len(rings(s, seat)) >= RINGS:
        return NO_RINGS
    able = [i for i, w in enumerate(s.ships[seat]) if w not in s.stations]
    return [(*NONE[:5], ships_slot(able, len(s.ships[seat])))] if able else STANDS


def _takeover(at: At, card: str) -> Found:
    s, seat = at.s, at.seat
    if s.money[seat] < galaxy(s).value[card]:
        return SHORT
    if len(rings(s, seat)) >= RINGS:
        return NO_RINGS
    able = [
        i
        for i, w in enumerate(s.ships[seat])
        if s.stations.get(w, seat) != seat and w not in s.imperial
    ]
    return [(*NONE[:5], ships_slot(able, len(s.ships[seat])))] if able else NOT_ANOTHERS


def _quarantine(at: At, card: str) -> Found:
    s = at.s
    worlds: Sequence[int] = galaxy(s).worlds
    if len(s.quarantines) >= QUARANTINES:
        worlds = tuple(q.world for q in s.quarantines)
    return [(*NONE[:3], Pick(tuple(map(str, worlds))), *NONE[4:])]


def _glitch(at: At, card: str) -> Found:
    s = at.s
    boxes = tuple(i for i, c in enumerate(s.boxes, 1) if c)
    found: list[Slots] = []
    if boxes:
        found.append((*NONE[:4], Pick(boxes), LEFT_OUT))
    if s.missions:
        found.append(_on(tuple(s.missions)))
    return found


def _storm(at: At, card: str) -> Found:
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


def _warp(at: At, card: str) -> Found:
    # One SHIP is enough for two Traders: only one of them can be the Tycoon.
    s = at.s
    seats = tuple(s.ships)
    if len(seats) < 2:
        return []

    def ship(args: Args) -> Pick:
        fleet = max(len(s.ships[str(args[1])]), len(s.ships[str(args[2])]))
        return ships_slot(list(range(fleet)), fleet)

    other: SlotValues = lambda args: Pick(tuple(x for x in seats if x != args[1]))  # noqa: E731
    return [_on(seats, ship, with_=other)]


def _debris(at: At, card: str) -> Found:
    s = at.s
    normal = {x: [w for w in rings(s, x) if w not in s.imperial] for x in victims(s, at.seat)}
    found = [x for x, worlds in normal.items() if worlds]
    stations: SlotValues = lambda args: Pick(tuple(map(str, normal[str(args[1])])))  # noqa: E731
    return [_on(found, at=stations)] if found else []


def _jettison(at: At, card: str) -> Found:
    s = at.s
    found = [x for x in victims(s, at.seat) if s.cargo[x]]
    boxes: SlotValues = lambda args: Pick(tuple(c.box for c in s.cargo[str(args[1])]))  # noqa: E731
    return [_on(found, box=boxes)] if found else []


def _avoid(at: At, card: str) -> Found:
    """ST-QUA-9: for a Trader whom a Quarantine keeps."""
    s = at.s
    if not s.quarantines:
        return []
    found = [x for x, fleet in s.ships.items() if any(trapped(s, x, w) for w in fleet)]
    return [_on(found)] if found else []


def _draw(at: At, card: str) -> Found:
    return [NONE] if len(at.s.hands[at.seat]) <= role(at.s, at.seat).hold else FULL


TARGETS: dict[str, Callable[[At, str], Found]] = {
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
"""By effect: the slots with which a card may be played now, or why not."""
