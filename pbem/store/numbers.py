"""The next number of a table whose numbers are never given twice."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import text
from sqlmodel import Session


def next_number(session: Session, table: Literal["letter", "outbox"]) -> int:
    """The number that the table's next row gets, also where its newest rows were deleted.

    The transaction must hold the write lock (`pbem.store.database.session`), so that nobody else
    takes the number before the row is there.
    """
    asked = text("SELECT seq FROM sqlite_sequence WHERE name = :table").bindparams(table=table)
    return int(session.connection().execute(asked).scalar() or 0) + 1
