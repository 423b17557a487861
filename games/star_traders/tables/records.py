"""Rows of the tables of Star Traders: map, cards, Prestige Meter, personalities.

Plain values; what they do is in the rules. Every row says in ``source`` where it comes from:
``rulebook``, ``public`` or ``own`` (a ``note`` tells what of it comes from elsewhere).
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

SOURCES = ("rulebook", "public", "own")

SETS = ("N", "F", "I")
"""The sets of cards: Nova, Family, Imperial (ST-VER-2)."""

SET_SIZE = 36
"""Cards in each set (ST-VER-2)."""

NUMBERS = tuple(10 * first + second for first in range(1, 7) for second in range(1, 7))
"""The 36 numbers of worlds, 11 to 66 (ST-CMP-1)."""

CORE = 6
"""First digit of the worlds of the Core (ST-CMP-1)."""

MOMENTS = ("turn", "gap", "die", "petition", "calamity", "contract")
"""When a card may be played (ST-LUC-8): in the own turn; between turns; when the use of a die is
announced or a petition rolled; when a petition is declared; when a Calamity strikes; when a
Contract or an Imperial Mission was turned up.
"""

TARGETS = ("self", "other", "any", "two", "world", "die", "calamity", "contract")
"""What a card is played on: its player, another Trader, any Trader, two Traders' ships, a world,
a die, a Calamity or Quarantine, a Contract or Imperial Mission.
"""

EFFECTS: dict[str, tuple[int, int]] = {
    "zap": (1, 5),  # a die goes up or down by 1..value (ST-LUC-11)
    "avoid": (0, 0),  # a Calamity has no effect, or a trapped ship may leave (ST-LUC-5, ST-QUA-9)
    "lost": (0, 0),  # two dice: the ship is at that world
    "actions": (-6, 6),  # more in this turn; on another, fewer in his next
    "prestige": (-29, 29),
    "money": (-99, 99),  # from or to the bank
    "toll": (1, 99),  # the target pays the player
    "perfect": (2, 6),  # an own die on the table shows this
    "envoy": (1, 6),  # so many actions, for jumps only, to a named world (ST-LUC-12)
    "stargate": (1, 36),  # as an action: to any world within so many jumplines
    "codes": (0, 0),  # every beacon is free this turn
    "jam": (0, 0),  # no Station Jumps in the next turn
    "rolls": (-4, 4),  # added to dice thrown for jumps: this turn; on another, in his next
    "payoff": (2, 5),  # the bank pays the next delivery of this turn so many times
    "fanfare": (1, 29),  # more Prestige for the next delivery of this turn
    "shield": (0, 0),  # no Calamity may be played on the player until his next turn begins
    "fetch": (1, 36),  # a cargo is picked up from so many jumplines away, as an action
    "prefab": (0, 99),  # a station is built here for so much money and no action
    "quarantine": (0, 0),  # ST-QUA
    "glitch": (0, 0),  # a Contract or Imperial Mission is replaced (ST-IMP-2)
    "storm": (1, 36),  # the ship is moved along up to so many jumplines (ST-QUA-11)
    "warp": (0, 0),  # two ships change places (ST-QUA-11)
    "takeover": (0, 99),  # as an action: the station here is bought from its owner, willing or not
    "debris": (0, 99),  # a station is destroyed; the bank pays its owner so much
    "recall": (0, 0),  # as an action: to any world with an own station
    "draw": (1, 6),  # cards are drawn
    "wormhole": (1, 6),  # the next so many jumps of this turn need no roll
    "jettison": (0, 0),  # a cargo aboard is lost; none of an Imperial Mission
}
"""What cards can do, with the least and greatest value that a card of it may have."""


class Manner(NamedTuple):
    """How a kind of card with some effect is played: on what, whether as a Calamity, when."""

    target: str
    calamity: bool
    when: tuple[str, ...]


TURN, ANY_TIME = ("turn",), ("turn", "gap")

MANNERS: dict[str, tuple[Manner, ...]] = {
    "zap": (Manner("die", False, ("turn", "die")),),
    "avoid": (Manner("calamity", False, ("calamity", "turn", "gap")),),
    "lost": (Manner("other", True, ANY_TIME),),
    "actions": (Manner("self", False, TURN), Manner("other", True, ANY_TIME)),
    "prestige": (
        Manner("self", False, (*ANY_TIME, "petition")),
        Manner("other", True, (*ANY_TIME, "petition")),
    ),
    "money": (Manner("self", False, ANY_TIME), Manner("other", True, ANY_TIME)),
    "toll": (Manner("other", True, ANY_TIME),),
    "perfect": (Manner("die", False, TURN),),
    "envoy": (Manner("world", False, ANY_TIME),),
    "stargate": (Manner("world", False, TURN),),
    "codes": (Manner("self", False, TURN),),
    "jam": (Manner("other", True, ANY_TIME),),
    "rolls": (Manner("self", False, TURN), Manner("other", True, ANY_TIME)),
    "payoff": (Manner("self", False, TURN),),
    "fanfare": (Manner("self", False, TURN),),
    "shield": (Manner("self", False, ANY_TIME),),
    "fetch": (Manner("world", False, TURN),),
    "prefab": (Manner("self", False, TURN),),
    "quarantine": (Manner("world", True, ANY_TIME),),
    "glitch": (Manner("contract", False, (*ANY_TIME, "contract")),),
    "storm": (Manner("other", True, ANY_TIME),),
    "warp": (Manner("two", False, ANY_TIME),),
    "takeover": (Manner("self", False, TURN),),
    "debris": (Manner("other", True, ANY_TIME),),
    "recall": (Manner("world", False, TURN),),
    "draw": (Manner("self", False, TURN),),
    "wormhole": (Manner("self", False, TURN),),
    "jettison": (Manner("other", True, ANY_TIME),),
}
"""The manners in which the rules can play each effect; of two the one on another Trader takes
values below 0, the one on its player values above.
"""

MOST_TRADERS = 6
"""So many Traders may each want a personality (ST-SET-14)."""

FAR = 9999
"""No number in the tables is further from 0."""


class World(Struct, frozen=True, kw_only=True):
    """A world. ``x``, ``y``: place on paper, x to the right, y up, the capital at 0, 0."""

    number: int
    name: str
    export: str
    source: str
    x: int
    y: int
    star: str = ""
    """``red``: a start world in an arm; ``blue``: one in the Core (ST-SET-8, ST-SET-10)."""
    core: bool = False
    note: str = ""


class Colour(Struct, frozen=True, kw_only=True):
    """A colour of jumplines and the least roll for a Regular Jump along them (ST-MOV-3)."""

    name: str
    needs: int
    source: str
    note: str = ""


class Line(Struct, frozen=True, kw_only=True):
    """A jumpline between two worlds."""

    a: int
    b: int
    colour: str
    source: str
    note: str = ""


class LuckKind(Struct, frozen=True, kw_only=True):
    """A kind of Trader's Luck: what it does (``EFFECTS``), when and on what it is played."""

    name: str
    effect: str
    when: tuple[str, ...]
    target: str
    source: str
    calamity: bool = False
    note: str = ""


class Card(Struct, frozen=True, kw_only=True):
    """A card with its two ends (ST-CMP-4): the Contract (ST-CON-1), and ``luck`` with ``value``.

    ``payoff`` and ``fee`` are $tarBucks.
    """

    id: str
    set: str
    cargo: str
    pickup: int
    destination: int
    payoff: int
    prestige: int
    fee: int
    luck: str
    source: str
    star: bool = False
    value: int = 0
    note: str = ""


class Area(Struct, frozen=True, kw_only=True):
    """An area of the Prestige Meter, ``low`` to ``high``, and what it adds to a petition roll."""

    name: str
    low: int
    high: int
    bonus: int
    source: str
    note: str = ""


class Meter(Struct, frozen=True, kw_only=True):
    """The Prestige Meter: least and most Prestige (ST-PRE-1)."""

    least: int
    most: int
    source: str
    note: str = ""


class Personality(Struct, frozen=True, kw_only=True):
    """A personality as the numbers in which he differs (ST-PER); the defaults are everyone's."""

    name: str
    source: str
    note: str = ""
    actions: int = 5
    build: int = 5
    """$tarBucks for a station."""
    remote: int = 0
    """$tarBucks for each point of a line's least roll, to build at its other end; 0: he cannot."""
    acclaim: int = 0
    """Prestige more for each delivery."""
    petition: int = 0
    """Added to petition rolls."""
    core_stations: int = 0
    """Stations in the Core besides those of the start, the capital first."""
    core_jumps: bool = False
    """Whether he jumps between any two Core worlds without a roll."""
    keep: int = 2
    """Cards held at the end of the own turn."""
    hold: int = 3
    """Cards held at any other time."""
    refill: int = 1
    """Cards drawn at the end of a turn with fewer than two in hand."""
    hardest: int = 6
    """No line needs more than this."""
    payoff: int = 0
    """$tarBucks more for each point of a delivered Contract's Prestige."""
    fee: int = 0
    """$tarBucks more for each Station Fee."""
    beacons: int = 0
    """Others' beacons used in a turn without permission."""
    combine: bool = False
    """Whether all dice are thrown at once, used in any order, and two may be added."""
    ships: int = 1


ORDINARY = Personality(name="", source="rulebook")
"""A Trader without a personality."""


class Way(Struct, frozen=True):
    """A jumpline as seen from one of its ends: the world at the other, and the least roll."""

    world: int
    needs: int


class StarData(Struct, frozen=True, kw_only=True):
    """All tables, and what is looked up in them. Made by ``data.load`` and ``data.read`` only."""

    worlds: tuple[World, ...]
    colours: tuple[Colour, ...]
    lines: tuple[Line, ...]
    luck: tuple[LuckKind, ...]
    cards: tuple[Card, ...]
    meter: Meter
    areas: tuple[Area, ...]
    personalities: tuple[Personality, ...]
    world: dict[int, World]
    """By number."""
    ways: dict[int, tuple[Way, ...]]
    """By number of a world: its lines, by the number of the world at the other end."""
    jumps: dict[int, dict[int, int]]
    """Least jumps from a world to each world."""
    card: dict[str, Card]
    """By id."""
    kind: dict[str, LuckKind]
    """By name of a kind."""
    personality: dict[str, Personality]
    """By name."""

    def bonus(self, prestige: int) -> int:
        """What the Prestige Meter adds to a petition roll (ST-PRE-4)."""
        return next((a.bonus for a in self.areas if a.low <= prestige <= a.high), 0)

    def starred(self, colour: str) -> tuple[int, ...]:
        """The worlds with a star of this colour, ascending."""
        return tuple(w.number for w in self.worlds if w.star == colour)

    def deck(self, sets: str) -> tuple[str, ...]:
        """Ids of the cards of these sets, sorted: the order in which draws count."""
        return tuple(sorted(card.id for card in self.cards if card.set in sets))

    def kind_of(self, card: str) -> LuckKind:
        """The kind of a card's Luck end; KeyError for an unknown id."""
        return self.kind[self.card[card].luck]
