"""Statements in plain SQL, for what every run asks and writes.

A statement built of columns is compiled anew in each process, for longer than SQLite then takes to
answer it; `pbem process` is a new process every time. What a run asks whatever it has to do, and
what it writes by the row, is therefore written out; all else is built of columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sqlite3 import Connection, Error
from typing import Any, TypeVar, cast

from sqlalchemy import Boolean, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import make_transient_to_detached
from sqlmodel import Session, SQLModel

T = TypeVar("T", bound=SQLModel)
Values = Mapping[str, Any]
"""Of a statement, by their names in it."""
Row = tuple[Any, ...]


def plain(session: Session, statement: str, values: Values | Sequence[Values] = ()) -> list[Row]:
    """Run a statement with ``:names`` of values, or once for each of several; in the session's
    transaction, past its objects: what these were changed to and what they were read from stays
    theirs. The rows that it gives. Raises SQLAlchemy's ``DBAPIError``, as its own statements do.
    """
    return _run(session, statement, values)[1]


def first(session: Session, statement: str, values: Values | Sequence[Values] = ()) -> Any:
    """The first column of the first row that a statement gives; ``None``: it gives none."""
    rows = plain(session, statement, values)
    return rows[0][0] if rows else None


def column(session: Session, statement: str, values: Values | Sequence[Values] = ()) -> list[Any]:
    """The first column of all rows that a statement gives."""
    return [row[0] for row in plain(session, statement, values)]


def objects(session: Session, model: type[T], statement: str, values: Mapping[str, Any]) -> list[T]:
    """The rows of a table that a statement gives whole, as the session's objects: what is changed
    of them is written back. An object that the session has already is given as it is. What was
    added or deleted before counts, as in statements of the session's own.
    """
    if session.autoflush:
        session.flush()
    flags = [c.name for c in inspect(model).columns if isinstance(c.type, Boolean)]
    found = []
    names, rows = _run(session, statement, values)
    for values_of in rows:
        row = dict(zip(names, values_of, strict=True))
        one = model(**{**row, **{name: bool(row[name]) for name in flags}})
        make_transient_to_detached(one)
        known = session.identity_map.get(inspect(one).key)
        if known is None:
            session.add(one)
        found.append(one if known is None else known)
    return found


def _run(
    session: Session, statement: str, values: Values | Sequence[Values]
) -> tuple[list[str], list[Row]]:
    """Names of columns, and rows."""
    raw = cast(Connection, session.connection().connection.driver_connection)
    try:
        if isinstance(values, Mapping) or values == ():
            cursor = raw.execute(statement, values)
        else:
            cursor = raw.executemany(statement, values)
        return [described[0] for described in cursor.description or ()], cursor.fetchall()
    except Error as fault:
        raise DBAPIError.instance(statement, None, fault, Error) from fault
