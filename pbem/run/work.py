"""Work on one campaign in one transaction: letters applied, decisions settled, letters out.

What the run, the game master's commands and the start of a campaign have in common. Whatever
raises here leaves nothing behind: the transaction is dropped, and the caller decides what then.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from engine.advance import expire
from pbem.clock import utc_text
from pbem.intake.applying import Applying
from pbem.intake.outcome import Outcome, Stamp
from pbem.letters.context import Note
from pbem.letters.gm import Finished, Limit
from pbem.mailroom.posting import Mailroom
from pbem.reading.letter import Line
from pbem.referee.record import write_step
from pbem.referee.seated import Seated, save_desk
from pbem.referee.settle import Settled, settle
from pbem.run.limits import RECEIPT, first_silence, may_answer
from pbem.run.parcels import Parcels
from pbem.store.models import ExpiryRow, LetterRow

GM = "gm"


class Work:
    """One campaign, loaded, with what each of its seats is to be told."""

    def __init__(self, session: Session, mailroom: Mailroom, seated: Seated, now: datetime) -> None:
        """For one transaction; the caller commits it."""
        self.session = session
        self.mailroom = mailroom
        self.seated = seated
        self.now = now
        self.parcels = Parcels(session, mailroom, seated)

    def apply(
        self, seat: str, row: LetterRow, turn: int | None, lines: Sequence[Line], stamp: Stamp
    ) -> Outcome:
        """Carry out the lines of one letter; it gets its number, and its place in the ledger.

        ``turn``: the turn that was open when it was written, where that is known.
        """
        row.campaign, row.seat, row.turn, row.receipt = self.seated.id, seat, turn, stamp.receipt
        self.session.add(row)
        applying = Applying(self.session, self.seated, seat, stamp)
        return applying.run(applying.read(lines))

    def next_receipt(self, seat: str) -> int:
        """The number of the seat's next letter."""
        row = self.seated.seats[seat]
        row.letters += 1
        self.session.add(row)
        return row.letters

    def expire(self, moment: datetime, *, before: bool = False) -> None:
        """Close the offers whose time is up at this moment; ``before``: was up before it."""
        if self.seated.state is None or not self.seated.state.offers:
            return
        ends, at = col(ExpiryRow.utc), utc_text(moment)
        over = ends < at if before else ends <= at
        rows = self.session.exec(
            select(ExpiryRow).where(ExpiryRow.campaign == self.seated.id, over)
        ).all()
        if not rows:
            return
        ids = tuple(row.offer for row in rows)
        write_step(self.session, self.seated, expire(self.seated.state, ids, self.seated.dice))
        for row in rows:
            self.session.delete(row)

    def settle(self, *, closing: bool) -> Settled:
        """Settle what can be; its notes and questions go to the seats, an end to the GM."""
        settled = settle(self.session, self.seated, self.now, closing=closing)
        self.parcels.add_settlement(settled.asked, settled.notes)
        if self.seated.state.ended:
            self._finish()
        return settled

    def _finish(self) -> None:
        state = self.seated.state
        names = self.seated.names
        told = Finished(self.seated.id, state.ended, tuple(names[w] for w in state.winners))
        self.mailroom.to_gm(self.session, (told,), self.now, self.seated)

    def post(self) -> int:
        """Save the desk and write the letters out; how many."""
        save_desk(self.session, self.seated)
        for seat, parcel in list(self.parcels.by_seat.items()):
            if not parcel.confirmed and any(one.stamp.via != GM for one in parcel.outcomes):
                self._brake(seat)
        posted = self.parcels.post(self.now)
        save_desk(self.session, self.seated)
        return posted

    def _brake(self, seat: str) -> None:
        """So many answers an hour and a day; above that silence, and the GM is told once."""
        address = self.seated.seats[seat].address
        brakes = self.mailroom.office.settings.brakes
        if may_answer(self.session, address, RECEIPT, self.now, brakes):
            return
        self.parcels.by_seat[seat].silent = True
        if first_silence(self.session, address, self.now):
            told = Limit("answers", address=address, detail=self.seated.id)
            self.mailroom.to_gm(self.session, (told,), self.now)

    def notice_all(self, code: str, but: str = "", **data: object) -> None:
        """A notice to every seat that still plays."""
        self.parcels.notice_all(Note(code, data), but)
