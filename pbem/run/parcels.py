"""What one run has to tell each seat of one campaign: one letter a seat at most."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from msgspec.structs import replace as change
from sqlmodel import Session

from engine.fact import Answered, DroppedOut
from engine.notes import Note as DeskNote
from pbem.intake.asking import seat_lines
from pbem.intake.outcome import Outcome, Stamp
from pbem.intake.replied import remember_plans, remember_seen
from pbem.intake.settings import setting
from pbem.letters.context import (
    Final as FinalReport,
)
from pbem.letters.context import (
    Happened,
    Needs,
    Note,
    Notice,
    Part,
    Question,
    Receipt,
    Report,
)
from pbem.letters.onfile import PLAN, WHOLE, besides, shown_by
from pbem.letters.pages import FilePage, GamePage, StatusPage
from pbem.mailroom import ahead, picture
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import Seated
from pbem.referee.waiting import waiting_rows
from pbem.run.parcel import Applied, Parcel
from pbem.run.receipts import Receipts
from pbem.store.models import LetterRow, OutboxKind, PendingRow, SeatRow

ANSWERS: Final = ("receipt", "trial")
"""Kinds of letter that only answer; of others the game is the reason."""

SILENT: Final = "no receipt"
"""`detail` of a letter that its writer was not answered, because he had so many answers."""

LASTING: Final = frozenset({"lapsed", "stuck", "departed"})
"""Notes of the desk that are as true in a later letter."""

URGENT: Final = frozenset({"lapsed", "departed"})
"""Notes of the desk that a seat must be told of at once."""

IN_FACTS: Final = frozenset({"rest", "default"})
"""Notes of the desk that the facts of the answers say, which every later report tells."""


class Parcels:
    """The parcels of a campaign, and how they become letters."""

    def __init__(self, session: Session, mailroom: Mailroom, seated: Seated) -> None:
        """For one transaction."""
        self.session = session
        self.mailroom = mailroom
        self.seated = seated
        self.by_seat: dict[str, Parcel] = defaultdict(Parcel)
        self._turn_before = seated.row.turn

    def add_outcome(
        self, seat: str, stamp: Stamp, outcome: Outcome, notes: Sequence[Note], row: LetterRow
    ) -> None:
        """A letter of this seat was applied."""
        self.by_seat[seat].outcomes.append(Applied(stamp, outcome, tuple(notes), row))

    def add_settlement(self, asked: Sequence[PendingRow], notes: Sequence[DeskNote]) -> None:
        """A settlement asked these, and left these notes."""
        for row in asked:
            self.by_seat[row.seat].asked = True
        told = {
            fact.fact.decision
            for _, _, fact in self.seated.new_facts
            if isinstance(fact.fact, Answered) and fact.fact.missed
        }
        for note in notes:
            if note.code in IN_FACTS:
                continue
            if note.code == "stuck" and note.data["decision"] in told:
                # The fact of the answer says it in its place.
                continue
            data = {k: v for k, v in note.data.items() if k != "decision"}
            # Several settlements of one run may note the same.
            said, before = Note(note.code, data), self.by_seat[note.seat].notes
            if said not in before:
                before.append(said)

    def notice(self, seat: str, note: Note) -> None:
        """A notice to one seat."""
        self.by_seat[seat].notices.append(Notice(note))

    def notice_all(self, note: Note, but: str = "") -> None:
        """A notice to every seat that still plays."""
        for seat in self.seated.seats:
            if seat != but and not self._gone(seat):
                self.notice(seat, note)

    def report_to_all(self) -> None:
        """Every seat gets a report, whatever happened: at the start, after a repair."""
        for seat in self.seated.seats:
            self.by_seat[seat].report = True

    def news(self, seat: str) -> None:
        """A report if this seat may see anything that it was not told; else all is told.

        What it may not see must not make a letter: its coming would tell of it.
        """
        if self._happened(seat, self.by_seat[seat]):
            self.by_seat[seat].report = True
            return
        row = self.seated.seats[seat]
        row.reported_fact, row.told = self.seated.row.next_fact - 1, "[]"
        self.session.add(row)

    def post(self, now: datetime) -> int:
        """One letter for each seat that has something to be told; how many."""
        for seat, notes in self.seated.desk.unsaid.items():
            parcel = self.by_seat[seat]
            before = [Note(code, data) for code, data in notes]
            parcel.notes[:0] = [note for note in before if note not in parcel.notes]
        posted = sum(self._post(seat, self.by_seat[seat], now) for seat in self.seated.seats)
        self.seated.desk = change(
            self.seated.desk,
            unsaid={seat: left for seat in self.seated.seats if (left := self._unsaid(seat))},
        )
        return posted

    def _unsaid(self, seat: str) -> tuple[tuple[str, dict[str, Any]], ...]:
        """The notes that wait for this seat's next letter."""
        parcel = self.by_seat[seat]
        if parcel.told or self._gone(seat):
            return ()
        return tuple((n.code, dict(n.data)) for n in parcel.notes if n.code in LASTING)

    def _post(self, seat: str, parcel: Parcel, now: datetime) -> bool:
        main = self._main(seat, parcel)
        parts = self._parts(seat, parcel, main)
        kind = _kind(main, parcel)
        if parcel.silent and kind in ANSWERS:
            self._silence(parcel)
            parts = []
        if not parts:
            return False
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
        self._told_of(seat, parcel, main, number)
        parcel.told = any(
            isinstance(part, Report | Question | FinalReport)
            or (isinstance(part, Receipt) and bool(part.desk))
            for part in parts
        )
        return True

    def _silence(self, parcel: Parcel) -> None:
        """What these letters led to has still to be told, by the next report."""
        for one in parcel.outcomes:
            one.row.detail = SILENT
            self.session.add(one.row)

    def _told_of(self, seat: str, parcel: Parcel, main: Part | None, number: int) -> None:
        """Note what the letter told: the facts, the plans as it lettered them, the questions."""
        row = self.seated.seats[seat]
        self.session.add(row)
        if main is None:
            row.told = json.dumps(_joined(json.loads(row.told), parcel.own_facts))
            return
        row.reported_fact, row.told = self.seated.row.next_fact - 1, "[]"
        self._remember(row, main, number)
        if isinstance(main, Report | Question):
            for asked in waiting_rows(self.session, self.seated):
                if asked.seat == seat and asked.asked_letter is None:
                    asked.asked_letter = number
                    self.session.add(asked)

    def _remember(self, row: SeatRow, main: Part, number: int) -> None:
        """What a plan that answers this letter will mean by its letters and its goals."""
        if not isinstance(main, Report | Question):
            return
        seated = self.seated
        seen = seated.game.seen(seated.view(row.seat), row.seat)
        if isinstance(main, Report) and main.plans:
            plans = picture.lettered(main.plans)
            remember_plans(row, number, seated.open_turn, plans, seen)
        elif seen:
            remember_seen(row, number, seen)

    # -- parts -------------------------------------------------------------------------------

    def _parts(self, seat: str, parcel: Parcel, main: Part | None) -> list[Part]:
        parts: list[Part] = [*parcel.notices]
        if parcel.trial is not None:
            parts.append(parcel.trial)
        receipts = Receipts(self.session, self.seated, seat, parcel, alone=main is None)
        told = isinstance(main, Report | FinalReport)
        for one in parcel.outcomes:
            last = one is parcel.outcomes[-1]
            # What was noted is told now or never: without a report, by the last receipt.
            desk = tuple(parcel.notes) if last and main is None else ()
            parts += receipts.of(one, desk, with_file=last and not told)
            parts += (self._as_it_is(page, seat, told=told) for page in one.outcome.pages)
        if main is not None:
            if isinstance(main, Report):
                pages = (p for p in parcel.pages if not isinstance(p, Report))
                main = replace(main, file=besides(main.file, shown_by(pages)))
            parts.append(main)
        return parts

    def _as_it_is(self, page: Part, seat: str, *, told: bool) -> Part:
        """A page with the board, what is on file, and who is waited for, at the end of the run, not
        when its letter was read; an older report beside a new one (``told``) leaves that to it.
        """
        if isinstance(page, FilePage):
            remarked = page.what == PLAN
            return replace(page, file=picture.file_of(self.seated, seat, remarked=remarked))
        if isinstance(page, StatusPage):
            seats = seat_lines(self.session, self.seated)
            return replace(page, seats=seats, file=picture.file_of(self.seated, seat))
        if isinstance(page, GamePage):
            return replace(page, data=self._board(seat))
        if isinstance(page, Report) and page.current:
            file = picture.file_of(self.seated, seat)
            if told:
                return replace(page, file=besides(file, WHOLE))
            offers = picture.offers_of(self.session, self.seated, seat)
            return replace(page, data=self._board(seat), offers=offers, file=file)
        return page

    def _board(self, seat: str) -> Mapping[str, Any]:
        return self.seated.game.report(self.seated.view(seat), seat)

    def _main(self, seat: str, parcel: Parcel) -> Part | None:
        """Final report, report or question, where one is due."""
        row, state = self.seated.seats[seat], self.seated.state
        if state is None or self.seated.row.status == "halted":
            return None
        if state.ended:
            if row.reported_fact == self.seated.row.next_fact - 1:
                return None
            return self._final(seat, parcel)
        if self._gone(seat):
            return None
        turned = self._turn_before != self.seated.row.turn
        urgent = any(note.code in URGENT for note in parcel.notes)
        if parcel.asked and not turned and not urgent and self._sealed_only(seat):
            return Question(self._happened(seat, parcel), tuple(parcel.notes))
        if (
            parcel.report
            or parcel.asked
            or urgent
            or (turned and not setting(row, "digest", False))
            or picture.concerns(self.seated, seat, parcel.own_facts)
        ):
            return self._report(seat, parcel)
        return None

    def _gone(self, seat: str) -> bool:
        state = self.seated.state
        return state is not None and seat in state.gone

    def _happened(self, seat: str, parcel: Parcel) -> tuple[Happened, ...]:
        """What happened since the seat's last report, less what receipts told."""
        row = self.seated.seats[seat]
        but = set(parcel.own_facts)
        for first, last in json.loads(row.told):
            but.update(range(first, last + 1))
        return picture.happened(self.session, self.seated, seat, row.reported_fact, but=but)

    def _sealed_only(self, seat: str) -> bool:
        asked = self._needs(seat).asked
        return bool(asked) and all(a.decision.sealed for a in asked)

    def _needs(self, seat: str) -> Needs:
        return picture.needs_of(self.session, self.seated, seat)

    def _report(self, seat: str, parcel: Parcel) -> Report:
        seated, row = self.seated, self.seated.seats[seat]
        view = seated.view(seat)
        return Report(
            data=seated.game.report(view, seat),
            happened=self._happened(seat, parcel),
            notes=tuple(parcel.notes),
            offers=picture.offers_of(self.session, seated, seat),
            plans=ahead.suggested(seated, seat),
            file=picture.file_of(seated, seat),
            first=not row.first_report_id,
            commitment=seated.row.commitment,
        )

    def _final(self, seat: str, parcel: Parcel) -> FinalReport:
        seated, state = self.seated, self.seated.state
        happened = self._happened(seat, parcel)
        ends = _ends(happened, seat)
        return FinalReport(
            data=seated.game.final(state),
            reason=state.ended,
            winners=state.winners,
            scores=seated.game.score(state),
            seed=seated.row.seed.hex(),
            commitment=seated.row.commitment,
            happened=ends or happened,
            notes=tuple(parcel.notes),
            left=bool(ends),
        )


def _ends(happened: Sequence[Happened], seat: str) -> tuple[Happened, ...]:
    """For who left turns before the end: the turn in which he did and the last one, since what
    others did in between is no affair of his; else nothing.
    """
    mine = (h.turn for h in happened if isinstance(h.fact, DroppedOut) and h.fact.seat == seat)
    left = next(mine, 0)
    last = max((h.turn for h in happened), default=0)
    if not left or left == last:
        return ()
    return tuple(h for h in happened if h.turn in (left, last))


def _joined(ranges: list[list[int]], numbers: Iterable[int]) -> list[list[int]]:
    """Ranges of numbers, first and last of each, with these further numbers."""
    found = [list(one) for one in ranges]
    for n in sorted(numbers):
        if found and n == found[-1][1] + 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return found


def _kind(main: Part | None, parcel: Parcel) -> OutboxKind:
    if isinstance(main, FinalReport):
        return "final"
    if isinstance(main, Report):
        return "report"
    if isinstance(main, Question):
        return "question"
    if parcel.trial is not None:
        return "trial"
    return "receipt" if parcel.outcomes else "notice"
