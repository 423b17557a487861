"""Receipts: what became of the orders in each letter of one seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from engine.fact import Answered
from pbem.clock import from_utc_text
from pbem.intake.outcome import Outcome
from pbem.letters.context import Kept, Note, OnFile, Receipt
from pbem.letters.onfile import WHOLE, besides
from pbem.mailroom import picture
from pbem.referee.seated import Seated
from pbem.referee.waiting import waiting_rows
from pbem.run.parcel import Applied, Parcel
from pbem.store.models import PendingRow


class Receipts:
    """Those of the letters in one seat's parcel."""

    def __init__(
        self, session: Session, seated: Seated, seat: str, parcel: Parcel, *, alone: bool
    ) -> None:
        """For one transaction; ``alone``: the letter has neither report nor question."""
        self.session = session
        self.seated = seated
        self.seat = seat
        self.parcel = parcel
        self.alone = alone

    def of(self, one: Applied, desk: tuple[Note, ...], *, with_file: bool) -> Iterable[Receipt]:
        """What became of the letter's orders, and of those that it only tries.

        ``desk``: what became of what was on file before; ``with_file``: what is on file now.
        """
        outcome, notes = one.outcome, (*one.notes, *one.outcome.notes)
        tried = outcome.tried
        if tried is not None and not (outcome.worked or outcome.refused or outcome.asked):
            # All of it was a CHECK: one block, which says what was not read above it, too.
            whole = replace(tried, unread=[*outcome.unread, *tried.unread])
            notes = (*notes, *(note for note in tried.notes if note not in notes))
            told = self._receipt(one, whole, notes, with_file=with_file, check=True)
            yield replace(told, desk=desk)
            return
        answered = bool(outcome.pages) or self.parcel.trial is not None or tried is not None
        said = outcome.worked or outcome.refused or notes or desk
        if said or not answered or self._greets(one):
            told = self._receipt(one, outcome, notes, with_file=with_file)
            yield replace(told, desk=desk)
        if tried is not None:
            yield self._receipt(one, tried, tuple(tried.notes), with_file=with_file, check=True)

    def _greets(self, one: Applied) -> bool:
        """Whether lines that were not read are worth a receipt: not those of a trial's answer."""
        return bool(one.outcome.unread) and self.parcel.trial is None

    def _receipt(
        self,
        one: Applied,
        outcome: Outcome,
        notes: tuple[Note, ...],
        *,
        with_file: bool,
        check: bool = False,
    ) -> Receipt:
        return Receipt(
            number=one.stamp.receipt,
            came=one.stamp.came,
            kept=tuple(map(self._told, outcome.kept)),
            done=tuple(outcome.done),
            refused=tuple(outcome.refused),
            unread=tuple(outcome.unread),
            notes=notes,
            asked=outcome.asked,
            check=check,
            until=self._until(one) if outcome is one.outcome else None,
            file=self._file(outcome) if with_file and self._plays else None,
            still=with_file and self._plays and self.alone,
        )

    def _file(self, outcome: Outcome) -> OnFile:
        """All that is on file, but for what a page that was asked for shows; where nothing was
        ordered such a page is all that is wanted.
        """
        shown = self.parcel.shown
        if shown and not (outcome.worked or outcome.refused):
            shown = WHOLE
        return besides(picture.file_of(self.seated, self.seat), shown)

    def _told(self, kept: Kept) -> Kept:
        """With the turn that this plan has been used in already; when all is over without what its
        lines would have come to.
        """
        if kept.what == "plan" and not kept.notes:
            kept = replace(kept, turn=max(self._planned, default=0))
        if self.seated.state is None or not self.seated.state.ended:
            return kept
        return replace(kept, lines=tuple(replace(line, remark=None) for line in kept.lines))

    @property
    def _planned(self) -> Iterable[int]:
        """The turns in which the seat's plan gave an answer in this run."""
        for _, turn, told in self.seated.new_facts:
            fact = told.fact
            if isinstance(fact, Answered) and fact.seat == self.seat and fact.via == "plan":
                yield turn

    @property
    def _plays(self) -> bool:
        """Whether anything on file is for something yet: not once the seat has resigned."""
        state = self.seated.state
        return state is None or not state.away(self.seat)

    def _until(self, one: Applied) -> datetime | None:
        """When what this letter put on file is settled; not where that has happened already."""
        letters = self.parcel.outcomes
        later = letters[letters.index(one) + 1 :]
        if not one.outcome.filed or any(x.outcome.filed for x in later):
            return None
        if any(
            isinstance(told.fact, Answered) and told.fact.seat == self.seat
            for _, _, told in self.seated.new_facts
        ):
            return None
        rows = [r for r in waiting_rows(self.session, self.seated) if r.seat == self.seat]
        answered = {kept.about for kept in one.outcome.kept if kept.what == "answer"}
        if answered:
            if not answered <= {_about(r) for r in rows}:
                # What it answered is over, or lies beneath another question.
                return None
            rows = [r for r in rows if _about(r) in answered]
        ends = [r.deadline_utc for r in rows if r.deadline_utc]
        return from_utc_text(min(ends)) if ends else None


def _about(row: PendingRow) -> str:
    """How a kept answer names the question that waits here: a window by its number."""
    return f"w{row.window}" if row.sealed else ""
