"""Statements in plain SQL, for what every run asks and writes.

A statement built of columns is compiled anew in each process, for longer than SQLite then takes to
answer it; `pbem process` is a new process every time. What a run asks whatever it has to do, and
what it writes by the row, is therefore written out; all else is built of columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Boolean, CursorResult, inspect
from sqlalchemy.orm import make_transient_to_detached
from sqlmodel import Session, SQLModel

T = TypeVar("T", bound=SQLModel)


def plain(
    session: Session, statement: str, values: Mapping[str, Any] | Sequence[Mapping[str, Any]] = ()
) -> CursorResult[*tuple[Any, ...]]:
    """Run a statement with ``:names`` of values, or once for each of several; in the session's
    transaction, past its objects: what these were changed to and what they were read from stays
    theirs.
    """
    given: Any = dict(values) if isinstance(values, Mapping) else [dict(one) for one in values]
    return session.connection().exec_driver_sql(statement, given or None)


def objects(session: Session, model: type[T], statement: str, values: Mapping[str, Any]) -> list[T]:
    """The rows of a table that a statement gives whole, as the session's objects: what is changed
    of them is written back. An object that the session has already is given as it is.
    """
    flags = [c.name for c in inspect(model).columns if isinstance(c.type, Boolean)]
    found = []
    for row in plain(session, statement, values).mappings():
        one = model(**{**row, **{name: bool(row[name]) for name in flags}})
        make_transient_to_detached(one)
        known = session.identity_map.get(inspect(one).key)
        if known is None:
            session.add(one)
        found.append(one if known is None else known)
    return found
