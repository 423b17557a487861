"""The next number of a table whose numbers are never given twice."""

from __future__ import annotations

from typing import Final, Literal

from sqlmodel import Session

from pbem.store.plain import first

_LAST: Final = "SELECT seq FROM sqlite_sequence WHERE name = :table"


def next_number(session: Session, table: Literal["letter", "outbox"]) -> int:
    """The number that the table's next row gets, also where its newest rows were deleted.

    The transaction must hold the write lock (`pbem.store.database.session`), so that nobody else
    takes the number before the row is there.
    """
    last = first(session, _LAST, {"table": table})
    return int(last or 0) + 1
