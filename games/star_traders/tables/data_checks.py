"""What must hold between the rows of the tables; each check yields the faults it finds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from engine.lexicon import fold
from engine.tables import TableFault as Fault
from games.star_traders.tables.card_checks import (
    cards_faults,
    luck_faults,
    meter_faults,
    personalities_faults,
    sets_faults,
)
from games.star_traders.tables.map_checks import (
    colours_faults,
    connected_faults,
    lines_faults,
    worlds_faults,
)
from games.star_traders.tables.name_checks import names_faults
from games.star_traders.tables.records import FAR, SOURCES, Line
from games.star_traders.tables.rows import Row, said

Rows = Mapping[str, list[Row[Any]]]

FAULTS = (
    "missing-file",
    "unknown-file",
    "not-toml",
    "twice",
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
    "second-contract",
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
    "bad-name",
    "reserved-name",
    "wrong-target",
    "wrong-calamity",
    "wrong-moment",
    "few-personalities",
)
"""All reasons; their wording is in the templates."""


CHECKS: tuple[tuple[tuple[str, ...], Callable[..., Iterator[Fault]]], ...] = (
    (("worlds",), worlds_faults),
    (("colours", "lines"), colours_faults),
    (("lines", "worlds", "colours"), lines_faults),
    (("worlds", "lines"), connected_faults),
    (("luck", "cards"), luck_faults),
    (("cards", "worlds", "luck"), cards_faults),
    (("cards",), sets_faults),
    (("meter", "areas"), meter_faults),
    (("personalities",), personalities_faults),
)
"""The checks and the tables that each compares."""


def check(rows: Rows, whole: Collection[str]) -> Iterator[Fault]:
    """Every fault of rows that could be read; ``whole``: the tables of which all could."""
    for table, unique in UNIQUE.items():
        for field in unique:
            yield from _duplicates(rows[table], field)
        yield from _sources(rows[table])
        yield from _numbers(rows[table])
        yield from names_faults(rows[table], NAMES.get(table, ()))
    for tables, faults in CHECKS:
        if all(table in whole for table in tables):
            yield from faults(*(rows[table] for table in tables))


UNIQUE: dict[str, tuple[str, ...]] = {
    "worlds": ("number", "name", "export"),
    "colours": ("name", "needs"),
    "lines": ("ends",),
    "luck": ("name",),
    "cards": ("id",),
    "meter": (),
    "areas": ("name",),
    "personalities": ("name",),
}
"""By table: what no two rows may have in common; ``ends``: the two worlds of a line."""


NAMES: dict[str, tuple[str, ...]] = {
    "worlds": ("name", "export"),
    "colours": ("name",),
    "luck": ("name",),
    "cards": ("id",),
    "areas": ("name",),
    "personalities": ("name",),
}
"""By table: what letters print and orders name."""


def _duplicates(rows: Iterable[Row[Any]], field: str) -> Iterator[Fault]:
    seen = set()
    for row in rows:
        value = _ends(row.value) if field == "ends" else getattr(row.value, field)
        # Orders are read blind to case and accents.
        key = fold(value) if isinstance(value, str) and field != "ends" else value
        if key in seen:
            yield row.fault("duplicate", field, value)
        seen.add(key)


def _ends(line: Line) -> str:
    return f"{min(line.a, line.b)}-{max(line.a, line.b)}"


def _numbers(rows: Iterable[Row[Any]]) -> Iterator[Fault]:
    for row in rows:
        for field in row.value.__struct_fields__:
            number = getattr(row.value, field)
            if isinstance(number, int) and not -FAR <= number <= FAR:
                yield row.fault("out-of-range", field, f"{field} {said(number)}")


def _sources(rows: Iterable[Row[Any]]) -> Iterator[Fault]:
    for row in rows:
        if row.value.source not in SOURCES:
            yield row.fault("unknown-source", "source", row.value.source)
