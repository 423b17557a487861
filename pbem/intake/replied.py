"""What the writer of a letter had before him: the letter of ours that his answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from sqlmodel import Session, col, select

from engine.decision import Decision
from pbem.intake.outcome import Stamp
from pbem.referee.seated import Seated
from pbem.referee.waiting import waiting_rows
from pbem.store.models import OutboxRow, SeatRow

KEPT: Final = 8
"""Reports of which the lettered plans are kept."""


@dataclass(frozen=True)
class Replied:
    """``number``: of the letter in the outbox, where In-Reply-To names it; else 0."""

    session: Session
    seated: Seated
    turn: int
    number: int
    always: bool = False
    """The game master wrote it, who sees all that is open."""

    @classmethod
    def of(cls, session: Session, seated: Seated, seat: str, stamp: Stamp) -> Replied:
        """What the letter with this stamp answers."""
        number = None
        if stamp.replied:
            number = session.exec(
                select(OutboxRow.id).where(
                    col(OutboxRow.message_id) == stamp.replied,
                    col(OutboxRow.campaign) == seated.id,
                    col(OutboxRow.seat) == seat,
                )
            ).first()
        return cls(session, seated, stamp.turn, number or 0, stamp.via == "gm")

    def knows(self, d: Decision) -> bool:
        """Whether the letter that is answered was written after this question was asked."""
        if self.always:
            return True
        row = next((r for r in waiting_rows(self.session, self.seated) if r.decision == d.id), None)
        if row is None or row.asked_letter is None:
            return False
        if self.number:
            return self.number >= row.asked_letter
        asked = self.session.get(OutboxRow, row.asked_letter)
        return asked is None or asked.turn is None or self.turn >= asked.turn

    def plans(self, row: SeatRow) -> list[list[str]]:
        """The lettered plans that stood there: in that very letter, else in the last one that
        printed plans of the turn it was written in. ``PLAN A`` must mean what its reader saw.
        """
        kept: list[dict[str, Any]] = json.loads(row.plans)
        if self.always:
            return list(kept[-1]["plans"]) if kept else []
        for one in reversed(kept):
            if self.number and one["letter"] <= self.number:
                return list(one["plans"])
            if not self.number and one["turn"] <= self.turn:
                return list(one["plans"])
        return []


def remember_plans(row: SeatRow, letter: int, turn: int, plans: list[list[str]]) -> None:
    """Keep the lettered plans that a letter of ours prints."""
    kept: list[dict[str, Any]] = json.loads(row.plans)
    row.plans = json.dumps([*kept[1 - KEPT :], {"letter": letter, "turn": turn, "plans": plans}])
