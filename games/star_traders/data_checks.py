"""What must hold between the rows of the tables; each check yields the faults it finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.star_traders.records import (
    CORE,
    EFFECTS,
    MOMENTS,
    NUMBERS,
    SET_SIZE,
    SETS,
    SOURCES,
    TARGETS,
    Area,
    Card,
    Colour,
    Line,
    LuckKind,
    Meter,
    Personality,
    World,
)
from games.star_traders.rows import Fault, Row

Rows = Mapping[str, list[Row[Any]]]

FAULTS = (
    "missing-file",
    "unknown-file",
    "not-toml",
    "missing-table",
    "unknown-table",
    "not-rows",
    "missing-field",
    "unknown-field",
    "wrong-type",
    "no-source",
    "unknown-source",
    "no-class",
    "duplicate",
    "out-of-range",
    "missing-world",
    "wrong-core",
    "wrong-star",
    "star-count",
    "no-line",
    "unreachable",
    "dangling-line",
    "line-to-itself",
    "unknown-colour",
    "unused-colour",
    "unknown-set",
    "set-count",
    "unknown-luck",
    "unused-luck",
    "unknown-effect",
    "unknown-moment",
    "unknown-target",
    "unknown-world",
    "contract-to-itself",
    "wrong-cargo",
    "wrong-area",
    "one-meter",
)
"""All reasons; their wording is in the templates."""


def check(rows: Rows) -> Iterator[Fault]:
    """Every fault of rows that could be read."""
    for table, unique in UNIQUE.items():
        for field in unique:
            yield from _duplicates(rows[table], field)
        yield from _sources(rows[table])
    yield from _worlds(rows["worlds"])
    yield from _colours(rows["colours"], rows["lines"])
    yield from _lines(rows["lines"], rows["worlds"], rows["colours"])
    yield from _connected(rows["worlds"], rows["lines"])
    yield from _luck(rows["luck"], rows["cards"])
    yield from _cards(rows["cards"], rows["worlds"], rows["luck"])
    yield from _sets(rows["cards"])
    yield from _meter(rows["meter"], rows["areas"])
    yield from _personalities(rows["personalities"])


UNIQUE: dict[str, tuple[str, ...]] = {
    "worlds": ("number", "name", "export"),
    "colours": ("name",),
    "lines": ("ends",),
    "luck": ("name",),
    "cards": ("id",),
    "meter": (),
    "areas": ("name",),
    "personalities": ("name",),
}
"""By table: what no two rows may have in common; ``ends``: the two worlds of a line."""


def _duplicates(rows: Iterable[Row[Any]], field: str) -> Iterator[Fault]:
    seen = set()
    for row in rows:
        value = _ends(row.value) if field == "ends" else getattr(row.value, field)
        key = value.casefold() if isinstance(value, str) else value
        if key in seen:
            yield row.fault("duplicate", field, value)
        seen.add(key)


def _ends(line: Line) -> str:
    return f"{min(line.a, line.b)}-{max(line.a, line.b)}"


def _sources(rows: Iterable[Row[Any]]) -> Iterator[Fault]:
    for row in rows:
        if row.value.source not in SOURCES:
            yield row.fault("unknown-source", "source", row.value.source)


def _worlds(rows: list[Row[World]]) -> Iterator[Fault]:
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


def _colours(rows: list[Row[Colour]], lines: list[Row[Line]]) -> Iterator[Fault]:
    used = {line.value.colour for line in lines}
    for row in rows:
        if not 2 <= row.value.needs <= 6:
            yield row.fault("out-of-range", "needs", row.value.needs)
        if lines and row.value.name not in used:
            yield row.fault("unused-colour", "name", row.value.name)


def _lines(
    rows: list[Row[Line]], worlds: list[Row[World]], colours: list[Row[Colour]]
) -> Iterator[Fault]:
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


def _connected(worlds: list[Row[World]], lines: list[Row[Line]]) -> Iterator[Fault]:
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


def _luck(rows: list[Row[LuckKind]], cards: list[Row[Card]]) -> Iterator[Fault]:
    used = {card.value.luck for card in cards}
    for row in rows:
        kind = row.value
        if kind.effect not in EFFECTS:
            yield row.fault("unknown-effect", "effect", kind.effect)
        if not kind.when:
            yield row.fault("no-class", "when", "when")
        for moment in kind.when:
            if moment not in MOMENTS:
                yield row.fault("unknown-moment", "when", moment)
        if kind.target not in TARGETS:
            yield row.fault("unknown-target", "target", kind.target)
        if cards and kind.name not in used:
            yield row.fault("unused-luck", "name", kind.name)


def _cards(
    rows: list[Row[Card]], worlds: list[Row[World]], luck: list[Row[LuckKind]]
) -> Iterator[Fault]:
    exports = {world.value.number: world.value.export for world in worlds}
    effects = {kind.value.name: kind.value.effect for kind in luck}
    for row in rows:
        yield from _contract(row, exports)
        card = row.value
        if card.set not in SETS:
            yield row.fault("unknown-set" if card.set else "no-class", "set", card.set or "set")
        if card.luck not in effects:
            yield row.fault(
                "unknown-luck" if card.luck else "no-class", "luck", card.luck or "luck"
            )
            continue
        low, high = EFFECTS.get(effects[card.luck], (card.value, card.value))
        # A value of 0 does nothing where an effect may go both ways.
        if not low <= card.value <= high or (card.value == 0 and low < 0):
            yield row.fault("out-of-range", "value", card.value)


def _contract(row: Row[Card], exports: Mapping[int, str]) -> Iterator[Fault]:
    card = row.value
    for field, end in (("pickup", card.pickup), ("destination", card.destination)):
        if end not in exports:
            yield row.fault("unknown-world", field, end)
    if card.pickup == card.destination:
        yield row.fault("contract-to-itself", "destination", card.destination)
    if card.cargo != exports.get(card.pickup, card.cargo):
        yield row.fault("wrong-cargo", "cargo", card.cargo)
    for field, number, least, most in (
        ("payoff", card.payoff, 1, 99),
        ("prestige", card.prestige, 1, 4),
        ("fee", card.fee, 0, 99),
    ):
        if not least <= number <= most:
            yield row.fault("out-of-range", field, number)


def _sets(rows: list[Row[Card]]) -> Iterator[Fault]:
    """36 cards in each set, named at the first card of the set (ST-VER-2)."""
    first: dict[str, Row[Card]] = {}
    for row in rows:
        first.setdefault(row.value.set, row)
    counts = Counter(row.value.set for row in rows)
    for name in SETS if rows else ():
        if counts[name] != SET_SIZE:
            where = first.get(name, rows[0])
            yield where.fault("set-count", "set", f"{name}: {counts[name]}")


def _meter(rows: list[Row[Meter]], areas: list[Row[Area]]) -> Iterator[Fault]:
    for row in rows[1:]:
        yield row.fault("one-meter", "", "meter")
    if not rows:
        return
    low, most = rows[0].value.least, rows[0].value.most
    if not 1 <= low < most:
        yield rows[0].fault("out-of-range", "most", most)
    for area in areas:
        # Areas rise and do not overlap.
        if not low <= area.value.low <= area.value.high <= most:
            yield area.fault("wrong-area", "low", area.value.name)
        low = max(low, area.value.high + 1)


SPANS: dict[str, tuple[int, int]] = {
    "actions": (1, 6),
    "build": (0, 99),
    "remote": (0, 99),
    "acclaim": (0, 29),
    "petition": (-5, 5),
    "core_stations": (0, 5),
    "keep": (0, 9),
    "hold": (1, 9),
    "refill": (1, 9),
    "hardest": (2, 6),
    "payoff": (0, 99),
    "fee": (0, 99),
    "beacons": (0, 6),
    "ships": (1, 2),
}
"""What a personality's numbers may be."""


def _personalities(rows: list[Row[Personality]]) -> Iterator[Fault]:
    for row in rows:
        for field, (least, most) in SPANS.items():
            number = getattr(row.value, field)
            if not least <= number <= most:
                yield row.fault("out-of-range", field, number)
