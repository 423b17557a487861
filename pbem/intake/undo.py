"""CANCEL: what a seat had on file before its last letter."""

from __future__ import annotations

import json
from dataclasses import dataclass

from msgspec.structs import replace as change
from sqlmodel import Session, col, select, update

from engine.desk import Desk, clear, desk_json, read_desk
from pbem.referee.seated import Seated
from pbem.store.models import FactRow, LetterRow, OrderedRow, UndoRow


@dataclass(frozen=True)
class Before:
    """A seat's part of the desk, and the last fact, before a letter was applied."""

    campaign: str
    seat: str
    fact: int
    body: str

    @classmethod
    def of(cls, seated: Seated, seat: str) -> Before:
        """As it is now."""
        part = _part(seated.desk, seat)
        return cls(seated.id, seat, seated.row.next_fact - 1, desk_json(part).decode())

    def keep(self, session: Session, letter: int) -> None:
        """Let CANCEL go back to it; an older letter cannot be taken back any more."""
        session.merge(
            UndoRow(
                campaign=self.campaign,
                seat=self.seat,
                letter=letter,
                fact=self.fact,
                body=self.body,
            )
        )


def _part(desk: Desk, seat: str) -> Desk:
    return Desk(
        direct={k: v for k, v in desk.direct.items() if v.seat == seat},
        plans={k: v for k, v in desk.plans.items() if k == seat},
        between={k: v for k, v in desk.between.items() if k == seat},
        standing={k: v for k, v in desk.standing.items() if k == seat},
        suggested={k: v for k, v in desk.suggested.items() if k == seat},
    )


def cancel(session: Session, seated: Seated, seat: str) -> int | None:
    """Go back to what was on file before the seat's last letter; that letter's number.

    ``None`` when there is nothing to take back, or something has come of it already: an answer
    of this seat was taken since, or the letter's immediate orders were carried out.
    """
    row = session.get(UndoRow, (seated.id, seat))
    if row is None or _came_of_it(session, row):
        return None
    old = read_desk(row.body)
    bare = change(
        clear(seated.desk, seat),
        suggested={k: v for k, v in seated.desk.suggested.items() if k != seat},
    )
    seated.desk = Desk(
        direct=bare.direct | old.direct,
        plans=bare.plans | old.plans,
        between=bare.between | old.between,
        standing=bare.standing | old.standing,
        suggested=bare.suggested | old.suggested,
    )
    session.exec(
        update(OrderedRow)
        .where(
            col(OrderedRow.campaign) == seated.id,
            col(OrderedRow.letter) == row.letter,
            col(OrderedRow.outcome) == "kept",
        )
        .values(outcome="cancelled")
    )
    letter = session.get(LetterRow, row.letter)
    session.delete(row)
    return letter.receipt if letter is not None else None


def _came_of_it(session: Session, row: UndoRow) -> bool:
    facts = session.exec(
        select(FactRow).where(
            FactRow.campaign == row.campaign, col(FactRow.n) > row.fact, FactRow.kind == "Answered"
        )
    )
    if any(json.loads(fact.fields)["seat"] == row.seat for fact in facts):
        return True
    done = session.exec(
        select(OrderedRow.facts).where(
            OrderedRow.campaign == row.campaign,
            OrderedRow.letter == row.letter,
            OrderedRow.outcome == "done",
        )
    )
    return any(json.loads(text) for text in done)
