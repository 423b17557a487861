"""The tables of Star Traders: the packaged ones, or an owner's of the printed game.

Rules get one ``StarData``. Text comes in by hand or from ``data/``; nothing else is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from engine.tables import TableFault as Fault
from engine.tables import TableFaults as DataFaults
from games.star_traders.tables.data_checks import check
from games.star_traders.tables.records import Line, StarData, Way, World
from games.star_traders.tables.rows import TABLES, fields_of, read_rows, whole


@cache
def load() -> StarData:
    """The packaged tables."""
    return read(texts())


def texts() -> dict[str, str]:
    """The packaged TOML text, by file name."""
    folder = files("games.star_traders") / "data"
    return {name: (folder / name).read_text(encoding="utf-8") for name in TABLES}


def read(given: Mapping[str, str]) -> StarData:
    """Tables from TOML text by file name (``TABLES``).

    Raises DataFaults: all rows that cannot be read, and all that does not fit together, as far as
    it is a matter of tables that could be read; so a row left out brings no faults in its train.
    """
    faults: list[Fault] = []
    rows = read_rows(given, faults.append)
    faults += check(rows, whole(faults))
    if faults:
        raise DataFaults(tuple(sorted(set(faults), key=_place)))
    return _gathered({table: tuple(row.value for row in found) for table, found in rows.items()})


def _place(fault: Fault) -> tuple[int, Fault]:
    order = list(TABLES)
    return (order.index(fault.file) if fault.file in order else len(order), fault)


def _gathered(rows: Mapping[str, tuple[Any, ...]]) -> StarData:
    ways = _ways(rows)
    return StarData(
        worlds=rows["worlds"],
        colours=rows["colours"],
        lines=rows["lines"],
        luck=rows["luck"],
        cards=rows["cards"],
        meter=rows["meter"][0],
        areas=rows["areas"],
        personalities=rows["personalities"],
        world={world.number: world for world in rows["worlds"]},
        ways=ways,
        jumps={number: _jumps(number, ways) for number in ways},
        card={card.id: card for card in rows["cards"]},
        kind={kind.name: kind for kind in rows["luck"]},
        personality={one.name: one for one in rows["personalities"]},
    )


def _ways(rows: Mapping[str, tuple[Any, ...]]) -> dict[int, tuple[Way, ...]]:
    needs = {colour.name: colour.needs for colour in rows["colours"]}
    worlds: tuple[World, ...] = rows["worlds"]
    lines: tuple[Line, ...] = rows["lines"]
    found: dict[int, list[Way]] = {number: [] for number in sorted(w.number for w in worlds)}
    for line in lines:
        found[line.a].append(Way(line.b, needs[line.colour]))
        found[line.b].append(Way(line.a, needs[line.colour]))
    return {a: tuple(sorted(ways, key=lambda way: way.world)) for a, ways in found.items()}


def _jumps(start: int, ways: Mapping[int, tuple[Way, ...]]) -> dict[int, int]:
    """Least jumps from ``start`` to every world."""
    found = {start: 0}
    for here in (queue := [start]):
        for way in ways[here]:
            if way.world not in found:
                found[way.world] = found[here] + 1
                queue.append(way.world)
    return dict(sorted(found.items()))


def export(data: StarData) -> dict[str, str]:
    """TOML text by file name that ``read`` makes the same tables of."""
    rows: dict[str, tuple[Struct, ...]] = {
        "worlds": data.worlds,
        "colours": data.colours,
        "lines": data.lines,
        "luck": data.luck,
        "cards": data.cards,
        "meter": (data.meter,),
        "areas": data.areas,
        "personalities": data.personalities,
    }
    return {
        file: "\n".join(_toml(table, row) for table in tables for row in rows[table])
        for file, tables in TABLES.items()
    }


def _toml(table: str, row: Struct) -> str:
    """A row; fields at their default are left out."""
    lines = [f"[[{table}]]"]
    for field in fields_of(type(row)):
        value = getattr(row, field.name)
        if field.required or value != field.default:
            # JSON's strings, numbers, lists and booleans are TOML's too.
            lines.append(f"{field.name} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def data_hash(data: StarData) -> str:
    """SHA-256 of the tables, hex; comments, order of fields and blanks do not count."""
    return sha256("\n".join(export(data).values()).encode()).hexdigest()
