"""The map as text: world numbers where they lie, with marks for stations, ships and Contracts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import Galaxy, galaxy

COLUMNS, ROWS = 70, 27
CELL = 5
"""Columns of a world: number, station, ship, Quarantine."""
RIGHT = COLUMNS - CELL
"""The last column in which a world may begin."""
NUDGE = 3
"""So many rows a world is moved up or down before it is moved aside."""
ASPECT = 2
"""A row is as high as so many columns are wide."""

LETTERS = "abcdef"
"""A letter for each seat, in clockwise order."""

HERE, OTHERS, CLOSED = "@", "+", "!"
"""The reader's ship, other ships, a Quarantine."""

PICKUP, TARGET = "s", "t"
"""The dice of a Contract, by its number: where its cargo is, where it is to go."""

STARRED = "*"
"""Before a seat's letter: the markers of its mission, star side up."""


@lru_cache(maxsize=8)
def places(g: Galaxy) -> dict[int, tuple[int, int]]:
    """Row and column of each world; worlds that would overlap move to the nearest free place."""
    worlds = g.data.worlds
    left, right = min(w.x for w in worlds), max(w.x for w in worlds)
    low, high = min(w.y for w in worlds), max(w.y for w in worlds)
    found: dict[int, tuple[int, int]] = {}
    for w in sorted(worlds, key=lambda w: (-w.y, w.x)):
        column = round((w.x - left) * RIGHT / max(1, right - left))
        row = round((high - w.y) * (ROWS - 1) / max(1, high - low))
        found[w.number] = next(
            place
            for place in _near(row, column)
            if all(at != place[0] or abs(c - place[1]) > CELL for at, c in found.values())
        )
    return found


def _near(row: int, column: int) -> Iterator[tuple[int, int]]:
    """All places of the map, the nearest first: this column up to three rows away, then others."""

    def far(place: tuple[int, int]) -> tuple[float, bool]:
        down, aside = place[0] - row, abs(place[1] - column)
        return abs(down) + (aside / ASPECT + NUDGE if aside else 0), down < 0

    yield row, column
    yield from sorted(((r, c) for r in range(ROWS + NUDGE) for c in range(RIGHT + 1)), key=far)


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
    """The dice of the Contracts by world, as on the board (ST-SET-6): ``s14t2``; behind them the
    markers of missions (ST-MIS-3): ``s14*bt2``.
    """
    g = galaxy(s)
    boxes = [(str(i), g.card[card]) for i, card in enumerate(s.boxes, 1) if card]
    boxes += [(STARRED + letter(s, x), g.card[s.missions[x]]) for x in s.seats if x in s.missions]
    found: dict[int, str] = {}
    for world in g.worlds:
        picked = "".join(i for i, c in boxes if c.pickup == world)
        wanted = "".join(i for i, c in boxes if c.destination == world)
        signs = (PICKUP + picked if picked else "") + (TARGET + wanted if wanted else "")
        if signs:
            found[world] = signs
    return found


def chart(s: Stars, seat: str) -> tuple[list[str], list[str]]:
    """The map's lines, as this seat sees it, and the dice for which they have no room, each behind
    its world: on maps of an owner's own many worlds may lie close together.
    """
    found = places(galaxy(s))
    rows = max(row for row, _ in found.values()) + 1
    lines = [[" "] * (COLUMNS + 1) for _ in range(rows)]
    for world, (row, column) in found.items():
        _write(lines[row], column, mark(s, seat, world))
    left = []
    for world, signs in dice(s).items():
        row, column = found[world]
        cell = mark(s, seat, world)
        # Behind the world where there is room, else in the line below or above.
        if _room(lines[row], column + len(cell), len(signs)):
            _write(lines[row], column + len(cell), signs)
            continue
        for at in (row + 1, row - 1):
            if _alone(found, world, at) and at < rows and _room(lines[at], column, len(signs)):
                _write(lines[at], column, signs)
                break
        else:
            left.append(f"{cell}{signs}")
    return ["".join(line).rstrip() for line in lines], left


def _write(line: list[str], column: int, signs: str) -> None:
    line[column : column + len(signs)] = signs


def _room(line: list[str], column: int, width: int) -> bool:
    """Whether so many columns are free, and the one behind them."""
    free = line[column : column + width + 1]
    return len(free) >= width and not "".join(free).strip()


def _alone(found: dict[int, tuple[int, int]], world: int, at: int) -> bool:
    """Whether signs in the line ``at``, where this world's column begins, are nobody else's: no
    other world ends before them, or begins above or below them.
    """
    column = found[world][1]
    near = [w for w, (row, c) in found.items() if abs(row - at) <= 1 and abs(c - column) <= CELL]
    return at >= 0 and near == [world]
