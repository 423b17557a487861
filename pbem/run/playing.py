"""One campaign in one run: its letters, then what can be settled, then its letters out.

All of it is one transaction, so that what happened and what is told of it are committed together.
Every letter, and the settlement, stands in a savepoint of its own: a letter that breaks our rules
code is shunted and the others count; a settlement that breaks halts the campaign with its letters
kept.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from engine.advance import expire, pending
from engine.desk import prune
from pbem.clock import from_utc_text, utc_text
from pbem.intake.applying import Applying, Outcome, Stamp
from pbem.letters.context import Note
from pbem.letters.gm import Finished, Halted, Limit
from pbem.mailroom.posting import Mailroom
from pbem.reading import Letter
from pbem.referee.record import write_step
from pbem.referee.seated import Seated, load, save_desk
from pbem.referee.settle import settle
from pbem.referee.waiting import overdue, pending_rows
from pbem.run.limits import RECEIPT, first_silence, may_answer
from pbem.run.parcels import Parcels
from pbem.run.setup import answer_in_setup
from pbem.run.sorting import Sorted, place_of, settle_letter, shunt
from pbem.store.models import ExpiryRow, LetterRow

NOTED: tuple[tuple[str, str], ...] = (
    ("truncated", "truncated"),
    ("html-converted", "html-converted"),
    ("charset-guessed", "charset-guessed"),
    ("charset-unknown", "charset-guessed"),
    ("too-many-lines", "too-long"),
    ("forwarded", "forwarded"),
    ("tnef-only", "no-text"),
)
"""What reading a letter found, and how its receipt calls it."""

MOST_LINES = 2000


@dataclass
class Played:
    """What one campaign's work came to."""

    letters: int = 0
    facts: int = 0
    sent: int = 0
    halted: bool = False
    shunted: list[tuple[int, Exception]] = field(default_factory=list)


def play_campaign(
    mailroom: Mailroom,
    campaign: str,
    letters: Sequence[Sorted],
    now: datetime,
    *,
    closing: bool,
) -> Played:
    """Work on one campaign; ``closing``: deadlines that have come may settle decisions."""
    played = Played()
    with mailroom.office.session() as session:
        _Work(session, mailroom, load(session, campaign), now, played).all(letters, closing)
    for number, fault in played.shunted:
        shunt(mailroom, number, fault, now)
    return played


class _Work:
    """The transaction of one campaign."""

    def __init__(
        self, session: Session, mailroom: Mailroom, seated: Seated, now: datetime, played: Played
    ) -> None:
        self.session = session
        self.mailroom = mailroom
        self.seated = seated
        self.now = now
        self.played = played
        self.parcels = Parcels(session, mailroom, seated)

    def all(self, letters: Sequence[Sorted], closing: bool) -> None:
        """Letters that came in time, the settlement, letters that came later."""
        if self.seated.state is None:
            answer_in_setup(self.session, self.mailroom, self.seated, letters, self.now)
            self.played.letters = len(letters)
            return
        due = overdue(pending_rows(self.session, self.seated.id), self.now) if closing else []
        last = min((row.deadline_utc or "" for row in due), default="")
        in_time = [s for s in letters if not last or s.received <= last]
        late = [s for s in letters if last and s.received > last]
        self._letters(in_time)
        self._expire()
        if self._settle(closing=bool(due)) and late:
            self._letters(late)
            self._settle(closing=False)
        save_desk(self.session, self.seated)
        self.played.facts = len(self.seated.new_facts)
        self.played.sent += self.parcels.post(self.now)

    # -- letters -----------------------------------------------------------------------------

    def _letters(self, letters: Sequence[Sorted]) -> None:
        for one in letters:
            try:
                with self._undone_if_it_breaks():
                    self._letter(one)
            except Exception as fault:  # noqa: BLE001 - one letter's fault stays its own
                self.played.shunted.append((one.id, fault))
        save_desk(self.session, self.seated)

    def _letter(self, one: Sorted) -> None:
        row = self.session.get_one(LetterRow, one.id)
        seat = str(one.verdict.seat)
        seat_row = self.seated.seats[seat]
        seat_row.letters += 1
        self.session.add(seat_row)
        turn = one.verdict.turn if one.verdict.turn is not None else self.seated.open_turn
        stamp = Stamp(one.id, seat_row.letters, turn, from_utc_text(row.received_at))
        row.campaign, row.seat, row.turn = self.seated.id, seat, turn
        row.receipt = seat_row.letters
        applying = Applying(self.session, self.seated, seat, stamp)
        outcome = applying.run(applying.read(readable(one.letter)))
        outcome.unread += list(one.letter.unread)
        settle_letter(self.session, row, *_outcome(outcome), self.now)
        self.parcels.add_outcome(seat, stamp, outcome, notes_on(one.letter, outcome), row)
        self._brake(seat, seat_row.address)
        self.played.letters += 1

    def _brake(self, seat: str, address: str) -> None:
        """So many answers an hour and a day; above that silence, and the GM is told once."""
        brakes = self.mailroom.office.settings.brakes
        if may_answer(self.session, address, RECEIPT, self.now, brakes):
            return
        self.parcels.by_seat[seat].silent = True
        if first_silence(self.session, address, self.now):
            told = Limit("answers", address=address, detail=self.seated.id)
            self.mailroom.to_gm(self.session, (told,), self.now)

    # -- settling ----------------------------------------------------------------------------

    def _expire(self) -> None:
        """Close the offers whose time is up."""
        rows = self.session.exec(
            select(ExpiryRow).where(
                ExpiryRow.campaign == self.seated.id, col(ExpiryRow.utc) <= utc_text(self.now)
            )
        ).all()
        if not rows:
            return
        ids = tuple(row.offer for row in rows)
        write_step(self.session, self.seated, expire(self.seated.state, ids, self.seated.dice))
        for row in rows:
            self.session.delete(row)

    def _settle(self, *, closing: bool) -> bool:
        """Settle what can be; whether the rules held."""
        if self.seated.row.status != "running":
            return False
        try:
            with self._undone_if_it_breaks():
                settled = settle(self.session, self.seated, self.now, closing=closing)
                self.seated.desk = prune(self.seated.desk, self.seated.state)
        except Exception as fault:  # noqa: BLE001 - a fault of the rules halts this campaign only
            self._halt(fault)
            return False
        self.parcels.add_settlement(settled.asked, settled.notes)
        if self.seated.state.ended:
            self._finish()
        return True

    def _halt(self, fault: Exception) -> None:
        row = self.seated.row
        row.status = "halted"
        row.halted_reason = f"{type(fault).__name__}: {fault}"
        row.halted_trace = "".join(traceback.format_exception(fault))
        self.session.add(row)
        self.played.halted = True
        asked = pending(self.seated.state)
        told = Halted(
            campaign=row.id,
            turn=row.turn,
            error=row.halted_reason,
            where=place_of(fault),
            deciding=f"w{asked[0].window}" if asked else "",
            letters=0,
        )
        self.mailroom.to_gm(self.session, (told,), self.now)
        self.parcels.notice_all(Note("halted"))

    def _finish(self) -> None:
        state = self.seated.state
        names = self.seated.names
        told = Finished(self.seated.id, state.ended, tuple(names[w] for w in state.winners))
        self.mailroom.to_gm(self.session, (told,), self.now)

    @contextmanager
    def _undone_if_it_breaks(self) -> Iterator[None]:
        """A savepoint, of the database and of what is loaded."""
        seated = self.seated
        kept = (seated.state, seated.desk, list(seated.new_facts))
        try:
            with self.session.begin_nested():
                yield
        except Exception:
            seated.state, seated.desk, seated.new_facts = kept
            raise


def readable(letter: Letter) -> tuple[Any, ...]:
    """The lines that may hold orders: none of a letter that is a forward or an open fence."""
    if letter.fence == "open" or "forwarded" in letter.notes:
        return ()
    return letter.lines


def notes_on(letter: Letter, outcome: Outcome) -> list[Note]:
    """What the receipt says of the letter as a whole."""
    codes = dict.fromkeys(code for found, code in NOTED if found in letter.notes)
    notes = [Note(code, {"most": MOST_LINES}) for code in codes]
    if letter.fence == "open":
        notes.append(Note("fence-open"))
    elif not (outcome.worked or outcome.refused or outcome.asked or notes):
        notes.append(Note("no-orders" if letter.lines else "no-text"))
    return notes


def _outcome(outcome: Outcome) -> tuple[Any, str]:
    """Status and reason of a letter: refused only when nothing of it could be used."""
    if outcome.worked or outcome.asked or outcome.check:
        return "accepted", ""
    return "refused", outcome.refused[0].code if outcome.refused else "no-orders"
