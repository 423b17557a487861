"""The five versions as data: one struct of numbers and flags each (ST-VER, ST-NOV, ST-SUP)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

FIRST_PRESTIGE = 15
"""Prestige that a petition, or a win of Nova, takes (ST-WIN-1, ST-NOV-11)."""

WIN_MONEY = 60
"""$tarBucks that a win of Nova takes (ST-NOV-11)."""

RINGS = 15
"""Station Rings of a Trader (ST-CMP-2)."""

MARKERS = 2
"""Cargo markers of a Trader (ST-CMP-3)."""

QUARANTINES = 3
"""Quarantine markers (ST-QUA-12)."""

STATIONS = {2: 8, 3: 7, 4: 6, 5: 5, 6: 4}
"""Stations that a petition takes, by number of Traders (ST-WIN-1)."""

NETWORK = {2: 4, 3: 4, 4: 4, 5: 3, 6: 3}
"""Connected Imperial Stations for the mission, by number of Traders (ST-BLK-10)."""

EXTRAS = {2: 2, 3: 1}
"""Stations that each Trader places besides his first, by number of Traders (ST-SET-11)."""

LEAST_BOXES = 3
"""Fewest Contracts (ST-SET-5)."""

GRANTED = 5
"""The least result that grants a petition (ST-WIN-4)."""


class Rules(Struct, frozen=True, kw_only=True):
    """What one version does otherwise than another."""

    sets: str
    """Cards that are used (ST-VER-4)."""
    nova: bool = False
    """Only jump rolls are actions; stations build themselves; numbers win (ST-NOV)."""
    luck: bool = True
    """Whether there are hands and Trader's Luck (ST-SUP-1)."""
    actions: int = 5
    vip: int = 2
    """Prestige more for the Contract in box 1 (ST-CON-5, ST-SUP-2)."""
    race: int = 1
    """Prestige for each beaten racer (ST-RAC-2, ST-SUP-3)."""
    price: int = 5
    """$tarBucks for a station; of an automatic one 0 (ST-STA-3, ST-NOV-6)."""
    built: int = 1
    """Prestige for a station that was built."""
    fee: int = 50
    """For the first petition (ST-WIN-1), or the filing fee (ST-BLK-3)."""
    later: int = 20
    """For every further petition; 0: none."""
    table: bool = False
    """Whether petitions are read on the Black Hole table (ST-BLK-4)."""


RULES: dict[str, Rules] = {
    "family": Rules(sets="NF"),
    "imperial": Rules(sets="NFI"),
    "black-hole": Rules(sets="NFI", fee=30, later=0, table=True),
    "nova": Rules(sets="N", nova=True, actions=4, price=0, built=2),
    "super-nova": Rules(
        sets="NFI", nova=True, luck=False, actions=4, price=0, built=2, vip=0, race=0
    ),
}


def sets_of(s: Any) -> str:
    """The sets of cards in play (ST-VER-4, ST-VER-6)."""
    return str(s.options.get("sets") or RULES[s.variant].sets)


def stations_needed(s: Any) -> int:
    """Stations that a petition takes (ST-WIN-1, ST-RUL-6)."""
    named = int(s.options.get("stations", 0))
    if named:
        return named
    current = s.options.get("requirement") == "current"
    return STATIONS[max(2, len(s.present())) if current else len(s.seats)]


def network_needed(s: Any) -> int:
    """Connected Imperial Stations that the mission takes (ST-BLK-10, ST-DRO-7)."""
    return int(s.options.get("network", 0)) or NETWORK[len(s.seats)]


def fee_of(s: Any, seat: str) -> int:
    """What this seat's next petition costs before the roll (ST-WIN-1, ST-BLK-3)."""
    rules = RULES[s.variant]
    if s.appeals.get(seat):
        return rules.later
    return int(s.options.get("fee", rules.fee))


def least_prestige(s: Any) -> int:
    """The Prestige that a petition, or Nova's win, takes (ST-WIN-1, ST-NOV-11)."""
    return int(s.options.get("prestige", FIRST_PRESTIGE))


def win_money(s: Any) -> int:
    """The money that Nova's win takes (ST-NOV-11)."""
    return int(s.options.get("money", WIN_MONEY))
