"""What must hold between the rows of the tables; each check yields the faults it finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.star_traders.card_checks import (
    cards_faults,
    luck_faults,
    meter_faults,
    personalities_faults,
    sets_faults,
)
from games.star_traders.map_checks import (
    colours_faults,
    connected_faults,
    lines_faults,
    worlds_faults,
)
from games.star_traders.records import SOURCES, Line
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
    yield from worlds_faults(rows["worlds"])
    yield from colours_faults(rows["colours"], rows["lines"])
    yield from lines_faults(rows["lines"], rows["worlds"], rows["colours"])
    yield from connected_faults(rows["worlds"], rows["lines"])
    yield from luck_faults(rows["luck"], rows["cards"])
    yield from cards_faults(rows["cards"], rows["worlds"], rows["luck"])
    yield from sets_faults(rows["cards"])
    yield from meter_faults(rows["meter"], rows["areas"])
    yield from personalities_faults(rows["personalities"])


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
