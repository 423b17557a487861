"""Statements in plain SQL, for what every run asks and writes.

A statement built of columns is compiled anew in each process, for longer than SQLite then takes to
answer it; `pbem process` is a new process every time. What a run asks whatever it has to do, and
what it writes by the row, is therefore written out; all else is built of columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import CursorResult, text
from sqlmodel import Session, SQLModel, select

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
    """The rows of a table that a statement gives whole, as the session's objects."""
    rows = select(model).from_statement(text(statement))
    return list(session.execute(rows, dict(values)).scalars())
