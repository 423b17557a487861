"""What one run has to tell each seat of one campaign: one letter a seat at most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel import Session

from engine.desk import Note as DeskNote
from pbem.clock import from_utc_text
from pbem.intake.applying import Outcome, Stamp
from pbem.intake.settings import setting
from pbem.letters.context import (
    Final,
    Happened,
    Needs,
    Note,
    Notice,
    Part,
    Question,
    Receipt,
    Report,
)
from pbem.mailroom import picture
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import Seated
from pbem.referee.waiting import pending_rows
from pbem.store.models import LetterRow, OutboxKind, PendingRow


@dataclass
class Parcel:
    """What one seat is to be told."""

    outcomes: list[tuple[Stamp, Outcome, tuple[Note, ...]]] = field(default_factory=list)
    """Letters of the seat with what became of them, and notes about the letter as a whole."""
    notices: list[Notice] = field(default_factory=list)
    asked: bool = False
    """A question is new for it."""
    notes: list[Note] = field(default_factory=list)
    answers: LetterRow | None = None
    """The newest letter that is answered."""
    silent: bool = False
    """Its address has had all the answers that it may have for now."""


class Parcels:
    """The parcels of a campaign, and how they become letters."""

    def __init__(self, session: Session, mailroom: Mailroom, seated: Seated) -> None:
        """For one transaction."""
        self.session = session
        self.mailroom = mailroom
        self.seated = seated
        self.by_seat: dict[str, Parcel] = defaultdict(Parcel)
        self._turn_before = seated.row.turn
        self.reports_to_all = False
        """Whether every seat gets a report, whatever happened: at the start, after a repair."""
        self.report_to: set[str] = set()
        """Seats that get a report, whatever happened."""

    def add_outcome(
        self, seat: str, stamp: Stamp, outcome: Outcome, notes: Sequence[Note], row: LetterRow
    ) -> None:
        """A letter of this seat was applied."""
        parcel = self.by_seat[seat]
        parcel.outcomes.append((stamp, outcome, tuple(notes)))
        parcel.answers = row

    def add_settlement(self, asked: Sequence[PendingRow], notes: Sequence[DeskNote]) -> None:
        """A settlement asked these, and left these notes."""
        for row in asked:
            self.by_seat[row.seat].asked = True
        for note in notes:
            data = {k: v for k, v in note.data.items() if k != "decision"}
            self.by_seat[note.seat].notes.append(Note(note.code, data))

    def notice_all(self, note: Note, but: str = "") -> None:
        """A notice to every seat that still plays."""
        for seat in self.seated.seats:
            if seat != but and not self._gone(seat):
                self.by_seat[seat].notices.append(Notice(note))

    def post(self, now: datetime) -> int:
        """One letter for each seat that has something to be told; how many."""
        sent = 0
        for seat in self.seated.seats:
            parcel = self.by_seat[seat]
            parts, kind = self._parts(seat, parcel)
            if not parts or (parcel.silent and kind == "receipt"):
                continue
            number = self.mailroom.to_seat(
                self.session,
                self.seated,
                seat,
                parts,
                kind,
                now,
                answers=parcel.answers,
                needs=self._needs(seat),
            )
            self._mark_asked(seat, number)
            sent += 1
        return sent

    # -- parts -------------------------------------------------------------------------------

    def _parts(self, seat: str, parcel: Parcel) -> tuple[list[Part], OutboxKind]:
        main = self._main(seat, parcel)
        parts: list[Part] = [*parcel.notices]
        told = isinstance(main, Report | Final)
        for stamp, outcome, notes in parcel.outcomes:
            parts += self._receipt(seat, stamp, outcome, notes, with_file=not told)
            parts += outcome.pages
        if main is not None:
            parts.append(main)
        return parts, _kind(main, parcel)

    def _main(self, seat: str, parcel: Parcel) -> Part | None:
        """Final report, report or question, where one is due."""
        row, state = self.seated.seats[seat], self.seated.state
        if state is None or (self._gone(seat) and not state.ended):
            return None
        own = {n for _, outcome, _ in parcel.outcomes for n in outcome.own_facts}
        if state.ended:
            if row.reported_fact == self._last_fact:
                return None
            return self._final(seat, self._told(seat, own), parcel)
        turned = self._turn_before != self.seated.row.turn
        sealed_only = parcel.asked and self._sealed_only(seat)
        if sealed_only and not turned:
            return Question(self._told(seat, own))
        wanted = self.reports_to_all or seat in self.report_to or parcel.asked
        if wanted or (turned and not setting(row, "digest", False)):
            return self._report(seat, own, parcel)
        if self.seated.new_facts and picture.concerns(
            self.session, self.seated, seat, row.reported_fact, own
        ):
            return self._report(seat, own, parcel)
        return None

    @property
    def _last_fact(self) -> int:
        return self.seated.row.next_fact - 1

    def _gone(self, seat: str) -> bool:
        state = self.seated.state
        return state is not None and seat in state.gone

    def _told(self, seat: str, but: set[int]) -> tuple[Happened, ...]:
        """What happened since the seat's last report; from now on it counts as told."""
        row = self.seated.seats[seat]
        told = picture.happened(self.session, self.seated, seat, row.reported_fact, but=but)
        row.reported_fact = self._last_fact
        self.session.add(row)
        return told

    def _sealed_only(self, seat: str) -> bool:
        asked = self._needs(seat).asked
        return bool(asked) and all(a.decision.sealed for a in asked)

    def _needs(self, seat: str) -> Needs:
        return picture.needs_of(self.session, self.seated, seat)

    def _report(self, seat: str, but: set[int], parcel: Parcel) -> Report:
        seated, row = self.seated, self.seated.seats[seat]
        view = seated.view(seat)
        plans = seated.game.suggested_plans(view, seat)
        row.plans = picture.lettered(plans)
        first = not row.first_report_id
        return Report(
            data=seated.game.report(view, seat),
            happened=self._told(seat, but),
            notes=tuple(parcel.notes),
            offers=picture.offers_of(self.session, seated, seat),
            plans=plans,
            file=picture.file_of(seated, seat),
            first=first,
            commitment=seated.row.commitment,
        )

    def _final(self, seat: str, told: tuple[Happened, ...], parcel: Parcel) -> Final:
        seated, state = self.seated, self.seated.state
        return Final(
            data=seated.game.final(state),
            reason=state.ended,
            winners=state.winners,
            scores=seated.game.score(state),
            seed=seated.row.seed.hex(),
            commitment=seated.row.commitment,
            happened=told,
            notes=tuple(parcel.notes),
        )

    def _receipt(
        self, seat: str, stamp: Stamp, outcome: Outcome, notes: tuple[Note, ...], *, with_file: bool
    ) -> list[Part]:
        receipt = Receipt(
            number=stamp.receipt,
            came=stamp.came,
            kept=tuple(outcome.kept),
            done=tuple(outcome.done),
            refused=tuple(outcome.refused),
            unread=tuple(outcome.unread),
            notes=(*notes, *outcome.notes),
            asked=outcome.asked,
            check=outcome.check,
            until=self._until(seat),
            file=picture.file_of(self.seated, seat) if with_file else None,
        )
        if outcome.pages and not (receipt.orders or receipt.unread or receipt.notes):
            return []
        return [receipt]

    def _until(self, seat: str) -> datetime | None:
        """When what the seat may change now is settled."""
        rows = [r for r in pending_rows(self.session, self.seated.id) if r.seat == seat]
        ends = [r.deadline_utc for r in rows if r.deadline_utc]
        return from_utc_text(min(ends)) if ends else None

    def _mark_asked(self, seat: str, outbox: int) -> None:
        for row in pending_rows(self.session, self.seated.id):
            if row.seat == seat and row.asked_letter is None:
                row.asked_letter = outbox
                self.session.add(row)


def _kind(main: Part | None, parcel: Parcel) -> OutboxKind:
    if isinstance(main, Final):
        return "final"
    if isinstance(main, Report):
        return "report"
    if isinstance(main, Question):
        return "question"
    return "receipt" if parcel.outcomes else "notice"
