"""What all rooms of the intake share: one letter, its campaign, and the writing of its receipt."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from sqlmodel import Session, col, select

from engine.fact import Fact
from engine.filing import Desk
from engine.form import Block, Form, Predicate
from engine.game import Remark
from engine.language.fault import Fault
from engine.language.line import Line
from engine.plan import Plan
from pbem.clock import from_utc_text
from pbem.intake import answering
from pbem.intake.outcome import Outcome, Stamp
from pbem.intake.replied import Replied
from pbem.intake.words import POST_FORMS
from pbem.letters.context import Done, FileLine, Kept, Note, Refusal
from pbem.referee.seated import Seated
from pbem.store.models import LetterRow, OrderedRow
from pbem.store.plain import first, plain

_LOG: Final = (
    "INSERT INTO ordered (campaign, n, seat, letter, line_no, text, outcome, reason, facts)"
    " VALUES (:campaign, :n, :seat, :letter, :line_no, :text, :outcome, :reason, :facts)"
)
_LAST: Final = "SELECT max(n) FROM ordered WHERE campaign = :campaign"


class Clerk:
    """One letter on its way onto file.

    ``dry``: its lines are only tried; then ``true_desk`` is what is on file in truth. ``filed``:
    it changed what is on file. ``standing``: its standing orders that the receipt has still to
    name, by head.
    """

    def __init__(self, session: Session, seated: Seated, seat: str, stamp: Stamp) -> None:
        """For one transaction."""
        self.session = session
        self.seated = seated
        self.seat = seat
        self.stamp = stamp
        self.out = Outcome()
        self.dry = False
        self.true_desk: Desk | None = None
        self.filed = False
        self.standing: dict[str, Line] = {}
        self._rows: list[dict[str, Any]] = []
        if not seated.next_ordered:
            seated.next_ordered = _next_ordered(session, seated.id)

    @property
    def forms(self) -> tuple[Form, ...]:
        """Every verb a letter may use."""
        if self.seated.state is None:
            return POST_FORMS
        return POST_FORMS + self.seated.game.all_forms

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """Every condition a letter may use."""
        return () if self.seated.state is None else self.seated.game.predicates

    @cached_property
    def replied(self) -> Replied:
        """The letter of ours that it answers."""
        return Replied.of(self.session, self.seated, self.seat, self.stamp)

    def file(self, change: Callable[[Desk], Desk]) -> None:
        """Change what is on file."""
        self.filed = self.filed or not self.dry
        self.seated.desk = change(self.seated.desk)

    def kept(
        self,
        what: Any,
        lines: Sequence[Line],
        numbers: Sequence[int],
        remarks: Sequence[Remark | None] = (),
        replaces: datetime | None = None,
    ) -> None:
        """The receipt names these lines as on file; ``remarks``: one for each, if any;
        ``replaces``: when the lines came that were there before.
        """
        said = remarks or (None,) * len(lines)
        shown = [FileLine(x.text, remark=r) for x, r in zip(lines, said, strict=True)]
        self.out.kept.append(Kept(what, tuple(shown), replaces=replaces, written=len(set(numbers))))
        for number, line in zip(numbers, lines, strict=True):
            self.record(number, line.text, "kept")
        if any(line.shortened for line in lines):
            self.note_once("shortened")

    def came(self, plan: Plan | None) -> datetime | None:
        """When the letter came that put this plan on file; ``None``: no letter before this one."""
        if plan is None:
            return None
        rows = self.session.exec(
            select(LetterRow.id, LetterRow.received_at, OrderedRow.text)
            .join(OrderedRow, col(OrderedRow.letter) == col(LetterRow.id))
            .where(
                OrderedRow.campaign == self.seated.id,
                OrderedRow.seat == self.seat,
                OrderedRow.outcome == "kept",
                OrderedRow.letter != self.stamp.letter,
                col(OrderedRow.text).in_({line.text for line in plan.lines}),
            )
            .order_by(col(OrderedRow.n).desc())
        )
        texts: dict[int | None, set[str]] = {}
        for letter, came, text in rows:
            found = texts.setdefault(letter, set())
            found.add(text)
            if found >= {line.text for line in plan.lines}:
                return from_utc_text(came)
        return None

    def overtaken(self, code: str, *whats: str) -> None:
        """What this letter put on file before is off file again: the receipt says so of it."""
        self.out.kept = [
            replace(kept, notes=(Note(code),)) if kept.what in whats and not kept.notes else kept
            for kept in self.out.kept
        ]

    def done(
        self,
        text: str,
        number: int,
        facts: tuple[Fact, ...] = (),
        numbers: Sequence[int] = (),
        notes: tuple[Note, ...] = (),
    ) -> None:
        """The receipt says that this was done."""
        self.out.done.append(Done(text, facts, notes))
        self.record(number, text, "done", facts=numbers)

    def refuse(
        self,
        number: int,
        text: str,
        code: str,
        fault: Fault | None = None,
        *,
        usage: tuple[str, ...] = (),
        data: dict[str, Any] | None = None,
        block: Block | None = None,
    ) -> None:
        """The receipt says that this was refused, and why; ``block``: where it stands, for what
        may be written there.
        """
        if fault is not None:
            usage = usage or answering.usages(fault.verb, self.forms, block)
            data = {"slot": fault.slot, "verb": fault.verb, **self._range(fault), **(data or {})}
        self.out.refused.append(
            Refusal(
                number,
                text,
                code,
                fault.word if fault else "",
                usage,
                fault.candidates if fault else (),
                data or {},
            )
        )
        self.record(number, text, "refused", code)

    def _range(self, fault: Fault) -> dict[str, Any]:
        """The numbers that the slot of a fault takes, where one was out of their range."""
        slots = (s for form in self.forms if form.verb == fault.verb for s in form.slots)
        slot = next((s for s in slots if s.name == fault.slot), None)
        return {"low": slot.low, "high": slot.high} if slot and fault.why == "range" else {}

    def note_once(self, code: str) -> None:
        """The receipt says this of the letter as a whole."""
        if all(note.code != code for note in self.out.notes):
            self.out.notes.append(Note(code))

    def record(
        self, line: int, text: str, outcome: Any, reason: str = "", facts: Sequence[int] = ()
    ) -> None:
        """A line of the order log."""
        if self.dry:
            return
        self._rows.append(
            {
                "campaign": self.seated.id,
                "n": self.seated.next_ordered,
                "seat": self.seat,
                "letter": self.stamp.letter,
                "line_no": line,
                "text": text,
                "outcome": outcome,
                "reason": reason,
                "facts": json.dumps(list(facts)),
            }
        )
        self.seated.next_ordered += 1

    def write_rows(self) -> None:
        """The order log so far, by one statement; before anything reads it."""
        if self._rows:
            plain(self.session, _LOG, self._rows)
            self._rows = []


def _next_ordered(session: Session, campaign: str) -> int:
    last = first(session, _LAST, {"campaign": campaign})
    return (last or 0) + 1
