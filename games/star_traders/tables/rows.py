"""TOML text to rows, each with the lines it stands on, so that a mistake can be pointed at."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from engine.tables import TableFault as Fault
from games.star_traders.tables.records import (
    FAR,
    Area,
    Card,
    Colour,
    Line,
    LuckKind,
    Meter,
    Personality,
    World,
)

TABLES: dict[str, dict[str, type[Struct]]] = {
    "worlds.toml": {"worlds": World},
    "lines.toml": {"colours": Colour, "lines": Line},
    "luck.toml": {"luck": LuckKind},
    "cards.toml": {"cards": Card},
    "meter.toml": {"meter": Meter, "areas": Area},
    "personalities.toml": {"personalities": Personality},
}
"""The files, and the tables of rows (``[[name]]``) in each."""

CLASSES = ("set", "luck", "when")
"""Fields without which a card or a kind of card has no class."""

MILD = ("no-source", "unknown-field", "unknown-file")
"""Faults in spite of which the row can be read."""

R = TypeVar("R", bound=Struct)

_HEADER = re.compile(r"\s*\[\[\s*([\w-]+)\s*\]\]")
_OTHER_HEADER = re.compile(r"\s*\[(?!\[)")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_AT_LINE = re.compile(r"at line (\d+)")
_TWICE = "Cannot overwrite a value"
_ENDLESS = re.compile(r"[\d_]{4000,}")
_LONG_QUOTES = re.compile(r'"""|\'\'\'')


Report = Callable[[Fault], None]


class Row(Struct, Generic[R], frozen=True):
    """A row and where it stands; ``places``: line by field, "" for its heading."""

    value: R
    file: str
    places: dict[str, int]

    def fault(self, code: str, field: str, detail: object) -> Fault:
        """A mistake in ``field`` of this row."""
        line = self.places.get(field, self.places[""])
        return Fault(self.file, line, code, said(detail))


def said(detail: object) -> str:
    """What a fault is about, as text; of a number without end, which has none, its beginning."""
    if isinstance(detail, int) and abs(detail) > FAR:
        text = hex(detail) if detail.bit_length() > _BITS else str(detail)
        return f"{text[:9]}..."
    return str(detail)


_BITS = 1000
"""More than these make no decimal number that Python would print in time."""


def places(text: str) -> dict[str, list[dict[str, int]]]:
    """For each table of rows in TOML text: for each row the line of its heading ("") and fields."""
    found: dict[str, list[dict[str, int]]] = {}
    row: dict[str, int] = {}
    quoted = False
    for number, line in enumerate(text.split("\n"), start=1):
        if not quoted:
            if header := _HEADER.match(line):
                row = {"": number}
                found.setdefault(header[1], []).append(row)
            elif _OTHER_HEADER.match(line):
                row = {}
            elif key := _KEY.match(line):
                row.setdefault(key[1], number)
        quoted ^= len(_LONG_QUOTES.findall(line)) % 2 == 1
    return found


def whole(faults: Iterable[Fault]) -> set[str]:
    """The tables all rows of which could be read, by the faults of ``read_rows``."""
    broken = {fault.file for fault in faults if fault.code not in MILD}
    return {name for file, tables in TABLES.items() if file not in broken for name in tables}


def read_rows(files: Mapping[str, str], report: Report) -> dict[str, list[Row[Any]]]:
    """All rows by table; what cannot be read is reported and left out."""
    rows: dict[str, list[Row[Any]]] = {name: [] for t in TABLES.values() for name in t}
    for file in sorted(set(files) - set(TABLES)):
        report(Fault(file, 1, "unknown-file", file))
    for file, tables in TABLES.items():
        if file not in files:
            report(Fault(file, 1, "missing-file", file))
        elif (found := _tables(file, files[file], report)) is not None:
            for table in sorted(set(found) - set(tables)):
                line = _heading_line(files[file], table)
                report(Fault(file, line, "unknown-table", table))
            for table, kind in tables.items():
                value = found.get(table, [])
                if value == []:
                    report(Fault(file, 1, "missing-table", table))
                rows[table] += _rows(file, files[file], table, value, kind, report)
    return rows


def _tables(file: str, text: str, report: Report) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers or nesting without end
        at = _AT_LINE.search(str(error))
        # "at end of document" names no line
        line = int(at[1]) if at else _endless(text) or text.count("\n") + 1
        known = isinstance(error, tomllib.TOMLDecodeError)
        why = str(error).partition(" (at ")[0] if known else ""
        # The reader's own word for a key that stands twice is of no help to its writer.
        code = "twice" if why == _TWICE else "not-toml"
        report(Fault(file, line, code, "" if code == "twice" else why))
        return None


def _endless(text: str) -> int:
    """The line with a number that is too long to be read; 0: there is none."""
    found = _ENDLESS.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else 0


def _heading_line(text: str, table: str) -> int:
    heading = re.compile(rf"\s*(\[+\s*)?{re.escape(table)}\b")
    lines = text.split("\n")
    return next((n for n, line in enumerate(lines, start=1) if heading.match(line)), 1)


def _rows(
    file: str, text: str, table: str, value: object, kind: type[R], report: Report
) -> Iterator[Row[R]]:
    found = places(text).get(table, [])
    if not isinstance(value, list) or len(found) != len(value):
        report(Fault(file, _heading_line(text, table), "not-rows", table))
        return
    for where, fields in zip(found, value, strict=True):
        if row := _row(file, where, fields, kind, report):
            yield row


@cache
def fields_of(kind: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of row. Finding them evaluates annotations, which takes long."""
    return msgspec.structs.fields(kind)


def _row(
    file: str, where: dict[str, int], given: dict[str, object], kind: type[R], report: Report
) -> Row[R] | None:
    """The row, or ``None`` once all that is wrong with its fields is reported."""
    known = {field.name: field for field in fields_of(kind)}
    faults = [
        Fault(file, where.get(name, where[""]), "unknown-field", name)
        for name in given
        if name not in known
    ]
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name not in given:
            if field.required:
                faults.append(Fault(file, where[""], _missing(name), name))
            continue
        try:
            values[name] = msgspec.convert(given[name], field.type)
        except msgspec.ValidationError:
            faults.append(Fault(file, where.get(name, where[""]), "wrong-type", name))
    for fault in faults:
        report(fault)
    if any(fault.code not in MILD for fault in faults):
        return None
    return Row(kind(**{"source": "own", **values}), file, where)


def _missing(name: str) -> str:
    if name == "source":
        return "no-source"
    return "no-class" if name in CLASSES else "missing-field"
