"""Reports about letters of ours that another server could not deliver."""

from __future__ import annotations

from sqlmodel import Session, col, select

from pbem.outbox.verdicts import FAILED_LATER
from pbem.reading import Bounce
from pbem.store.models import OutboxRow


def note_bounce(session: Session, bounce: Bounce) -> str:
    """Write a failure onto the letter that the report is about; what it concerns, in words.

    A delay is no failure: the other server still tries. The caller commits.
    """
    row = session.exec(
        select(OutboxRow).where(col(OutboxRow.message_id).in_(bounce.message_ids))
    ).first()
    if row is None:
        return f"{bounce.status} {bounce.code}: no letter of ours".strip()
    if bounce.status == "failure":
        row.status = "failed"
        row.last_error = f"{FAILED_LATER} {bounce.code}".strip()
        session.add(row)
    return f"{bounce.status} {bounce.code}: letter {row.id}".strip()
