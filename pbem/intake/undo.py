"""CANCEL: what a seat had on file before its last letter."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace as change
from sqlmodel import Session, col, select, update

from engine.filing import Desk, clear, desk_json, read_desk
from pbem.referee.seated import Seated
from pbem.store.models import FactRow, LetterRow, OrderedRow, UndoRow
from pbem.store.plain import plain

_KEEP: Final = (
    "INSERT OR REPLACE INTO undo (campaign, seat, letter, fact, body)"
    " VALUES (:campaign, :seat, :letter, :fact, :body)"
)


@dataclass(frozen=True, slots=True)
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
        values = {name: getattr(self, name) for name in self.__slots__} | {"letter": letter}
        plain(session, _KEEP, values)


def _part(desk: Desk, seat: str) -> Desk:
    return Desk(
        direct={k: v for k, v in desk.direct.items() if v.seat == seat},
        plans={k: v for k, v in desk.plans.items() if k == seat},
        between={k: v for k, v in desk.between.items() if k == seat},
        standing={k: v for k, v in desk.standing.items() if k == seat},
        suggested={k: v for k, v in desk.suggested.items() if k == seat},
    )


@dataclass(frozen=True)
class Undoable:
    """The last letter of a seat that put something on file, as long as nothing came of it."""

    row: UndoRow
    receipt: int
    """The letter's number for its seat."""
    acted: bool
    """Orders of it were carried out at once; those stand."""


def find(session: Session, seated: Seated, seat: str) -> Undoable | None:
    """What CANCEL would take back; ``None`` when there is nothing, or an answer of this seat was
    taken since.
    """
    row = session.get(UndoRow, (seated.id, seat), populate_existing=True)
    if row is None or _answered_since(session, row):
        return None
    letter = session.get_one(LetterRow, row.letter)
    done = session.exec(
        select(OrderedRow.facts).where(
            OrderedRow.campaign == row.campaign,
            OrderedRow.letter == row.letter,
            OrderedRow.outcome == "done",
        )
    )
    return Undoable(row, letter.receipt or 0, any(json.loads(text) for text in done))


def cancel(session: Session, seated: Seated, seat: str, undone: Undoable) -> None:
    """Go back to what was on file before that letter. Orders carried out at once stand."""
    row = undone.row
    old = read_desk(row.body)
    bare = change(
        clear(seated.desk, seat),
        suggested={k: v for k, v in seated.desk.suggested.items() if k != seat},
    )
    seated.desk = change(
        bare,
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


def forget(session: Session, campaign: str, seat: str) -> None:
    """Nothing can be taken back any more: another person sits there."""
    row = session.get(UndoRow, (campaign, seat))
    if row is not None:
        session.delete(row)


def _answered_since(session: Session, row: UndoRow) -> bool:
    facts = session.exec(
        select(FactRow.fields).where(
            FactRow.campaign == row.campaign, col(FactRow.n) > row.fact, FactRow.kind == "Answered"
        )
    )
    return any(json.loads(fields)["seat"] == row.seat for fields in facts)
