"""What must hold on the map: worlds, stars, colours and jumplines."""

from __future__ import annotations

from collections.abc import Iterator

from engine.tables import TableFault as Fault
from games.star_traders.tables.records import CORE, NUMBERS, Colour, Line, World
from games.star_traders.tables.rows import Row


def worlds_faults(rows: list[Row[World]]) -> Iterator[Fault]:
    """All 36 worlds, in arms and Core, with their stars (ST-CMP-1)."""
    if not rows:
        return
    for row in rows:
        world = row.value
        if world.number not in NUMBERS:
            yield row.fault("out-of-range", "number", world.number)
        elif world.core != (world.number // 10 == CORE):
            yield row.fault("wrong-core", "core", world.number)
        if world.star not in ("", "blue" if world.core else "red"):
            yield row.fault("wrong-star", "star", world.star)
    for number in sorted(set(NUMBERS) - {row.value.number for row in rows}):
        yield Fault(rows[0].file, 1, "missing-world", str(number))
    yield from _stars(rows)


def _stars(rows: list[Row[World]]) -> Iterator[Fault]:
    """One red star in each arm, at least one blue one in the Core (ST-SET-8, ST-SET-10)."""
    stars: dict[int, list[Row[World]]] = {first: [] for first in range(1, CORE + 1)}
    for row in rows:
        if row.value.star:
            stars.setdefault(row.value.number // 10, []).append(row)
    for first, found in stars.items():
        if not found:
            yield Fault(rows[0].file, 1, "star-count", f"{first}x")
        elif first != CORE:
            for row in found[1:]:
                yield row.fault("star-count", "star", f"{first}x")


def colours_faults(rows: list[Row[Colour]], lines: list[Row[Line]]) -> Iterator[Fault]:
    """Each colour needs a roll that a die can show, not always, and is on the map.

    The letters name the colour of a line by its roll: no two have the same.
    """
    used = {line.value.colour for line in lines}
    for row in rows:
        if not 2 <= row.value.needs <= 6:
            yield row.fault("out-of-range", "needs", row.value.needs)
        if lines and row.value.name not in used:
            yield row.fault("unused-colour", "name", row.value.name)


def lines_faults(
    rows: list[Row[Line]], worlds: list[Row[World]], colours: list[Row[Colour]]
) -> Iterator[Fault]:
    """Each line joins two worlds in a colour that exists."""
    numbers = {world.value.number for world in worlds}
    names = {colour.value.name for colour in colours}
    for row in rows:
        line = row.value
        for field, end in (("a", line.a), ("b", line.b)):
            if end not in numbers:
                yield row.fault("dangling-line", field, end)
        if line.a == line.b:
            yield row.fault("line-to-itself", "b", line.b)
        if line.colour not in names:
            yield row.fault("unknown-colour", "colour", line.colour)


def connected_faults(worlds: list[Row[World]], lines: list[Row[Line]]) -> Iterator[Fault]:
    """Every world has a line, and can be reached from the first one."""
    ends: dict[int, set[int]] = {row.value.number: set() for row in worlds}
    for row in lines:
        a, b = row.value.a, row.value.b
        if a in ends and b in ends and a != b:
            ends[a].add(b)
            ends[b].add(a)
    reached: set[int] = set()
    grown = next(([number] for number, others in ends.items() if others), [])
    while grown:
        reached.update(grown)
        grown = [b for a in grown for b in ends[a] if b not in reached]
    for world in worlds:
        if not ends[world.value.number]:
            yield world.fault("no-line", "number", world.value.number)
        elif world.value.number not in reached:
            yield world.fault("unreachable", "number", world.value.number)
