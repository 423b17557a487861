"""The map as text: world numbers where they lie, with marks for stations, ships and Contracts."""

from __future__ import annotations

from functools import lru_cache

from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import Galaxy, galaxy

COLUMNS, ROWS = 70, 27
CELL = 5
"""Columns of a world: number, station, ship, Quarantine."""

LETTERS = "abcdef"
"""A letter for each seat, in clockwise order."""

HERE, OTHERS, CLOSED = "@", "+", "!"
"""The reader's ship, other ships, a Quarantine."""

PICKUP, TARGET = "s", "t"
"""The dice of a Contract, by its number: where its cargo is, where it is to go."""


@lru_cache(maxsize=8)
def places(g: Galaxy) -> dict[int, tuple[int, int]]:
    """Row and column of each world; worlds that would overlap move down or up a row."""
    worlds = g.data.worlds
    left, right = min(w.x for w in worlds), max(w.x for w in worlds)
    low, high = min(w.y for w in worlds), max(w.y for w in worlds)
    taken: dict[int, list[int]] = {}
    found: dict[int, tuple[int, int]] = {}
    for w in sorted(worlds, key=lambda w: (-w.y, w.x)):
        column = round((w.x - left) * (COLUMNS - CELL) / max(1, right - left))
        row = round((high - w.y) * (ROWS - 1) / max(1, high - low))
        for step in (0, 1, -1, 2, -2, 3, -3):
            at = row + step
            if at >= 0 and all(abs(c - column) > CELL for c in taken.get(at, ())):
                break
        taken.setdefault(at, []).append(column)
        found[w.number] = (at, column)
    return found


def letter(s: Stars, seat: str) -> str:
    """The letter of a seat."""
    return LETTERS[s.seats.index(seat)]


def mark(s: Stars, seat: str, world: int) -> str:
    """A world's cell."""
    owner = s.stations.get(world)
    station = letter(s, owner) if owner else ""
    if world in s.imperial:
        station = station.upper()
    ships = ""
    if world in s.ships.get(seat, ()):
        ships = HERE
    elif any(world in fleet for fleet in s.ships.values()):
        ships = OTHERS
    closed = CLOSED if any(q.world == world for q in s.quarantines) else ""
    return f"{world}{station}{ships}{closed}"


def dice(s: Stars) -> dict[int, str]:
    """The dice of the Contracts by world, as on the board (ST-SET-6): ``s14t2``."""
    g = galaxy(s)
    boxes = [(str(i), g.card[card]) for i, card in enumerate(s.boxes, 1) if card]
    found: dict[int, str] = {}
    for world in g.worlds:
        picked = "".join(i for i, c in boxes if c.pickup == world)
        wanted = "".join(i for i, c in boxes if c.destination == world)
        signs = (PICKUP + picked if picked else "") + (TARGET + wanted if wanted else "")
        if signs:
            found[world] = signs
    return found


def chart(s: Stars, seat: str) -> list[str]:
    """The map's lines, as this seat sees it."""
    found = places(galaxy(s))
    rows = max(row for row, _ in found.values()) + 1
    lines = [[" "] * (COLUMNS + 1) for _ in range(rows)]
    for world, (row, column) in found.items():
        _write(lines[row], column, mark(s, seat, world))
    for world, signs in dice(s).items():
        row, column = found[world]
        behind = column + len(mark(s, seat, world))
        # Behind the world where there is room, else in the line below or above.
        for at, where in ((row, behind), (row + 1, column), (row - 1, column)):
            if 0 <= at < rows and _room(lines[at], where, len(signs)):
                _write(lines[at], where, signs)
                break
    return ["".join(line).rstrip() for line in lines]


def _write(line: list[str], column: int, signs: str) -> None:
    line[column : column + len(signs)] = signs


def _room(line: list[str], column: int, width: int) -> bool:
    """Whether so many columns are free, and the one behind them."""
    free = line[column : column + width + 1]
    return len(free) >= width and not "".join(free).strip()
