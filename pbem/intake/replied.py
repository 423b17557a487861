"""What the writer of a letter had before him: the letter of ours that his answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import Struct
from sqlmodel import Session, col, func, select

from engine.decision import Decision
from engine.fact import OfferMade
from pbem.clock import utc_text
from pbem.intake.outcome import Stamp
from pbem.referee.seated import Seated
from pbem.referee.waiting import waiting_rows
from pbem.store.models import FactRow, LetterRow, OrderedRow, OutboxRow, SeatRow
from pbem.store.plain import first

_REPLIED: Final = (
    "SELECT id FROM outbox WHERE message_id = :replied AND campaign = :campaign AND seat = :seat"
)

KEPT: Final = 8
"""Reports of which the lettered plans are kept."""


class Printed(Struct, frozen=True):
    """The lettered plans of one report; the column ``seat.plans`` keeps some as JSON."""

    letter: int
    turn: int
    plans: list[list[str]]
    seen: list[tuple[int, tuple[str, ...]]] = []
    """What goals meant (``Game.seen``) in this report and in letters behind it, by letter; none
    in reports of before that was kept."""


_decoder = msgspec.json.Decoder(list[Printed])


def _printed(row: SeatRow) -> list[Printed]:
    return _decoder.decode(row.plans)


def _keep(row: SeatRow, kept: Sequence[Printed]) -> None:
    row.plans = msgspec.json.encode(kept).decode()


@dataclass(frozen=True)
class Replied:
    """``number``: of the letter in the outbox, where In-Reply-To names it; else 0. ``came``: when
    the answer came, as UTC text.
    """

    session: Session
    seated: Seated
    turn: int
    number: int
    seat: str = ""
    came: str = ""
    always: bool = False
    """The game master wrote it, who sees all that is open."""

    @classmethod
    def of(cls, session: Session, seated: Seated, seat: str, stamp: Stamp) -> Replied:
        """What the letter with this stamp answers."""
        number = None
        if stamp.replied:
            values = {"replied": stamp.replied, "campaign": seated.id, "seat": seat}
            number = first(session, _REPLIED, values)
        came = utc_text(stamp.came)
        return cls(session, seated, stamp.turn, number or 0, seat, came, stamp.via == "gm")

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

    def was_asked(self) -> bool:
        """Whether the letter that is answered, where In-Reply-To names it, put a question."""
        replied = self.session.get(OutboxRow, self.number) if self.number else None
        return replied is not None and replied.kind in ("question", "reminder")

    def knows_offer(self, offer: str) -> bool:
        """Whether an offer to this seat was made before the letter that is answered was written;
        where In-Reply-To names none, before the last that had gone to it when its letter came.
        """
        made = None if self.always else self._made_at(offer)
        if made is None:
            return True
        found = self.session.exec(
            select(OutboxRow.created_at)
            .where(
                col(OutboxRow.campaign) == self.seated.id,
                col(OutboxRow.seat) == self.seat,
                col(OutboxRow.created_at) <= self.came,
                *((col(OutboxRow.id) == self.number,) if self.number else ()),
            )
            .order_by(col(OutboxRow.id).desc())
        ).first()
        return found is not None and found >= made

    def _made_at(self, offer: str) -> str | None:
        """When the letter that made an offer was worked on; ``None``: no letter made it."""
        n = self.session.exec(
            select(FactRow.n)
            .where(
                FactRow.campaign == self.seated.id,
                FactRow.kind == OfferMade.__name__,
                col(FactRow.fields).contains(json.dumps(offer)),
            )
            .order_by(col(FactRow.n).desc())
        ).first()
        return self.session.exec(
            select(LetterRow.settled_at)
            .join(OrderedRow, col(OrderedRow.letter) == col(LetterRow.id))
            .where(
                OrderedRow.campaign == self.seated.id,
                func.json_extract(OrderedRow.facts, "$[0]") <= n,
                func.json_extract(OrderedRow.facts, "$[#-1]") >= n,
            )
        ).first()

    def plans(self, row: SeatRow) -> list[list[str]]:
        """The lettered plans that stood there: in that very letter, else in the last one that
        printed plans of the turn it was written in. ``PLAN A`` must mean what its reader saw.
        """
        one = self._kept(row)
        return one.plans if one else []

    def seen(self, row: SeatRow) -> tuple[str, ...] | None:
        """What the goals of a plan meant (``Game.seen``) to the reader of that letter; ``None``:
        not known, or he sees what is.
        """
        one = None if self.always else self._kept(row)
        if one is None:
            return None
        seen = [s for letter, s in one.seen if not self.number or letter <= self.number]
        return seen[-1] or None if seen else None

    def _kept(self, row: SeatRow) -> Printed | None:
        return next((one for one in reversed(_printed(row)) if self._had(one)), None)

    def _had(self, one: Printed) -> bool:
        """Whether these plans were printed when the letter that is answered was written."""
        if self.always:
            return True
        if self.number:
            return one.letter <= self.number
        return one.turn <= self.turn


def remember_plans(
    row: SeatRow, letter: int, turn: int, plans: list[list[str]], seen: Sequence[str] = ()
) -> None:
    """Keep the lettered plans that a letter of ours prints, and what their goals mean in it."""
    one = Printed(letter, turn, plans, [(letter, tuple(seen))])
    _keep(row, [*_printed(row)[1 - KEPT :], one])


def remember_seen(row: SeatRow, letter: int, seen: Sequence[str]) -> None:
    """Keep what goals mean in a letter of ours that prints no plans but tells what happened."""
    kept = _printed(row)
    if kept and (not kept[-1].seen or kept[-1].seen[-1][1] != tuple(seen)):
        kept[-1].seen.append((letter, tuple(seen)))
        _keep(row, kept)
