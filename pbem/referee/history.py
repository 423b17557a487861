"""Earlier states of a campaign, folded from the snapshot before them."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session, col, func, select

from engine.replay import fold
from pbem.referee.record import read_fact
from pbem.referee.seated import Seated
from pbem.store.models import FactRow, SnapshotRow


def last_fact_of(session: Session, seated: Seated, turn: int) -> int:
    """Number of the last fact of this turn or an earlier one; 0 when there is none."""
    last = session.exec(
        select(func.max(FactRow.n)).where(
            col(FactRow.campaign) == seated.id, col(FactRow.turn) <= turn
        )
    ).one()
    return last or 0


def beginning(seated: Seated) -> Any:
    """The state before the first fact, from the campaign's row alone."""
    row = seated.row
    return seated.game.begin(row.variant, tuple(seated.seats), seated.options)


def state_at(session: Session, seated: Seated, turn: int) -> Any:
    """The state after the last fact of this turn."""
    return state_after(session, seated, last_fact_of(session, seated, turn))


def state_after(session: Session, seated: Seated, fact: int) -> Any:
    """The state after the fact of this number; 0: the beginning."""
    snapshot = session.exec(
        select(SnapshotRow)
        .where(col(SnapshotRow.campaign) == seated.id, col(SnapshotRow.n) <= fact)
        .order_by(col(SnapshotRow.n).desc())
        .limit(1)
    ).first()
    if snapshot is None:
        state, after = beginning(seated), 0
    else:
        state, after = seated.codec.read_state(snapshot.state), snapshot.n
    rows = session.exec(
        select(FactRow)
        .where(col(FactRow.campaign) == seated.id, col(FactRow.n) > after, col(FactRow.n) <= fact)
        .order_by(col(FactRow.n))
    )
    return fold(state, (read_fact(seated, row) for row in rows))
