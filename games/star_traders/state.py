"""The table of Star Traders. Hidden are the hands and which cards the deck still holds."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from msgspec import Struct, field

from engine.state import State
from games.star_traders.rules import sets_of
from games.star_traders.tables.galaxy import Galaxy, copies, galaxy
from games.star_traders.tables.records import ORDINARY, Personality

TURN, ENVOY = "turn", "envoy"
"""Pools of actions and dice: of the turn, and of an envoy's journey (ST-LUC-12)."""

MISSION = 0
"""The box of a mission's cargo."""


class Cargo(Struct, frozen=True):
    """A cargo aboard: the box of its Contract (from 1), and the ship (0 or 1) it is on."""

    box: int
    ship: int = 0


class Quarantine(Struct, frozen=True, kw_only=True):
    """A Quarantine marker and how far its timetable is (ST-QUA)."""

    world: int
    first: str
    """Who rolls first to lift it."""
    rolls: int = 0
    """How often the first roller has rolled."""
    begun: int = 0
    """How many turns he has begun since his first roll."""


class Stars(State, frozen=True, kw_only=True):
    """State of a game. Hands stand in the order in which the cards came."""

    later: ClassVar[tuple[str, ...]] = ("drifted",)
    data: str = ""
    """Hash of the tables; empty: the packaged ones."""
    ships: dict[str, tuple[int, ...]] = field(default_factory=dict)
    money: dict[str, int] = field(default_factory=dict)
    bank: int = 0
    """What the bank took in, less what it paid out; it never runs out (ST-MON-1)."""
    prestige: dict[str, int] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    """Personalities by seat."""
    stations: dict[int, str] = field(default_factory=dict)
    """Owner by world."""
    imperial: tuple[int, ...] = ()
    """Worlds with an Imperial Station, ascending."""
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deck: tuple[str, ...] = ()
    """Cards not drawn, sorted; in a view all unknown."""
    discard: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    """Contracts by box; empty: none."""
    since: tuple[int, ...] = ()
    """The turn in which each was turned up."""
    cargo: dict[str, tuple[Cargo, ...]] = field(default_factory=dict)
    missions: dict[str, str] = field(default_factory=dict)
    loaded: dict[str, int] = field(default_factory=dict)
    """The ship that carries the mission's cargo."""
    tariffs: dict[str, dict[str, int]] = field(default_factory=dict)
    """Posted prices for beacons: by owner, by other seat or ``others``; see ``NO`` and ``ASK``."""
    left: dict[str, int] = field(default_factory=dict)
    """Actions left, by pool."""
    dice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Dice thrown and not used, by pool."""
    granted: int = 0
    """Actions that the turn began with."""
    refused: tuple[int, ...] = ()
    """Worlds whose owner refused his beacon, until the action is spent."""
    slipped: int = 0
    """Beacons used in this turn without permission (ST-PER-8)."""
    combined: bool = False
    """Whether two dice were added in this turn (ST-PER-9)."""
    petitioned: bool = False
    """Whether there was a petition in this turn (ST-TRN-4)."""
    drifted: str = ""
    """The pool whose action was the Random Jump of this turn (ST-MOV-12); empty: none yet."""
    appeals: dict[str, int] = field(default_factory=dict)
    """Petitions by seat that were rolled for."""
    denials: dict[str, int] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    """Number of the last turn that each seat has finished."""
    quarantines: tuple[Quarantine, ...] = ()
    claims: dict[str, str] = field(default_factory=dict)
    """Who is still to name a world of the Core: ``start`` or ``extra`` (ST-SET-10, ST-SET-11)."""
    surplus: int = 0
    """Contracts that are not to be replaced (ST-DRO-3)."""


NO, ASK = -1, -2
"""Tariffs: the beacon is closed; the owner wants to be asked."""
OTHERS = "others"


def tariff(s: Stars, owner: str, seat: str) -> int:
    """What this owner asks of this seat for the use of a beacon."""
    if owner == seat:
        return 0
    posted = s.tariffs.get(owner)
    if not posted:
        return NO
    return posted.get(seat, posted.get(OTHERS, NO))


def role(s: Stars, seat: str) -> Personality:
    """The personality of this seat."""
    return galaxy(s).role(s.roles.get(seat, "")) if s.roles else ORDINARY


@lru_cache(maxsize=4096)
def _all_open(g: Galaxy, sets: str, effect: str, up: tuple[str, ...]) -> bool:
    wanted = copies(g, sets, effect)
    return len(up) >= len(wanted) and sum(c in wanted for c in up) == len(wanted)


def could(s: Stars, *effects: str) -> tuple[str, ...]:
    """Who could hold a card with one of these effects, as everybody sees it, clockwise.

    Nobody, when all of them lie open; else all who hold cards.
    """
    g, sets = galaxy(s), sets_of(s)
    up = (*s.discard, *s.boxes, *s.missions.values())
    if all(_all_open(g, sets, effect, up) for effect in effects):
        return ()
    hands = s.hands
    return tuple(x for x in s.present() if hands[x])


def rings(s: Stars, seat: str) -> tuple[int, ...]:
    """Worlds of this seat's stations, ascending."""
    return tuple(sorted(w for w, owner in s.stations.items() if owner == seat))


def in_turn(s: Stars, seat: str) -> bool:
    """Whether it is this seat's own turn, until it is closed: public."""
    return s.active == seat and s.last.get(seat) != s.turn


def trapped(s: Stars, seat: str, world: int) -> bool:
    """Whether a Quarantine keeps this seat's ship on the world (ST-QUA-2, ST-QUA-9)."""
    if not any(q.world == world for q in s.quarantines):
        return False
    return not any(m.kind == "free" and m.seat == seat and m.about == str(world) for m in s.mods)


def contract(s: Stars, seat: str, box: int) -> str:
    """The card of a box, or of the seat's mission; empty: there is none."""
    if box == MISSION:
        return s.missions.get(seat, "")
    return s.boxes[box - 1] if 0 < box <= len(s.boxes) else ""


def carries(s: Stars, seat: str, box: int) -> Cargo | None:
    """The seat's cargo for this box."""
    if box == MISSION:
        return Cargo(MISSION, s.loaded[seat]) if seat in s.loaded else None
    return next((c for c in s.cargo[seat] if c.box == box), None)


def network(s: Stars, seat: str) -> int:
    """The most Imperial Stations of this seat that hang together by jumplines (ST-BLK-13)."""
    g = galaxy(s)
    left = {w for w in s.imperial if s.stations.get(w) == seat}
    most = 0
    while left:
        piece = [left.pop()]
        for here in piece:
            near = {to for to, _ in g.lines[6][here] if to in left}
            left -= near
            piece += sorted(near)
        most = max(most, len(piece))
    return most
