"""One campaign in one run: its letters, then what can be settled, then its letters out.

All of it is one transaction, so that what happened and what is told of it are committed together.
When something breaks, nothing of it is kept and it is tried again without what broke: a letter
that breaks our code is shunted and the others count; a settlement that breaks the rules halts the
campaign with its letters kept.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from pbem.clock import from_utc_text
from pbem.errors import PbemError
from pbem.intake.outcome import Stamp
from pbem.letters.gm import Halted
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import campaign_row, load
from pbem.referee.unfit import Unfit, require_state
from pbem.referee.waiting import give_notice, overdue, waiting_rows
from pbem.run import silence
from pbem.run.findings import changes_policy, notes_on, readable, verdict_on
from pbem.run.setup import answer_in_setup, still_missing
from pbem.run.sorting import Sorted, place_of, settle_letter, shunt
from pbem.run.work import Work
from pbem.store.database import of_the_machine
from pbem.store.models import LetterRow
from pbem.store.plain import objects

_LETTERS: Final = "SELECT * FROM letter WHERE id IN (SELECT value FROM json_each(:ids))"


@dataclass
class Played:
    """What one campaign's work came to."""

    letters: int = 0
    facts: int = 0
    halted: bool = False
    shunted: list[tuple[Sorted, Exception]] = field(default_factory=list)


class _LetterFault(Exception):
    """A letter broke our code."""

    def __init__(self, one: Sorted, fault: Exception) -> None:
        self.one = one
        self.fault = fault


class _RulesFault(Exception):
    """Settling broke."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault


@dataclass
class _Attempt:
    """What is tried: these letters; ``halt``: why nothing may be settled; ``resume``: it is a
    halted campaign that is to go on.
    """

    letters: list[Sorted]
    halt: Exception | None = None
    resume: bool = False
    silent: bool = False
    """Writing to the players broke too: only the game master is told."""
    waiting: int = 0
    """Letters that wait until the campaign goes on."""


def play_campaign(
    mailroom: Mailroom,
    campaign: str,
    letters: Sequence[Sorted],
    now: datetime,
    *,
    closing: bool,
) -> Played:
    """Work on one campaign; ``closing``: deadlines that have come may settle decisions.

    ``PbemError`` for what is wrong with this office (a template, the disk): then nothing of it
    is kept, and the letters wait.
    """
    return _played(mailroom, campaign, _Attempt(list(letters)), now, closing)


def resume_campaign(
    mailroom: Mailroom, campaign: str, letters: Sequence[Sorted], now: datetime
) -> Played:
    """Let a halted campaign go on, with the letters that waited for it.

    Deadlines give at least the minimum notice, and nothing is settled by silence in this step
    (test_report_55). ``PbemError`` `still-halted` when the rules raise again: nothing changed.
    """
    return _played(mailroom, campaign, _Attempt(list(letters), resume=True), now, closing=False)


def _played(
    mailroom: Mailroom, campaign: str, attempt: _Attempt, now: datetime, closing: bool
) -> Played:
    played = _tried(mailroom, campaign, attempt, now, closing)
    for one, fault in played.shunted:
        shunt(mailroom, one.id, fault, now, campaign, one.verdict.seat or "")
    return played


def halt(mailroom: Mailroom, campaign: str, fault: Exception, now: datetime) -> None:
    """Halt a campaign whose rules raised outside its settlement; its letters wait."""
    _tried(mailroom, campaign, _Attempt([], fault), now, closing=False)


def _tried(
    mailroom: Mailroom, campaign: str, attempt: _Attempt, now: datetime, closing: bool
) -> Played:
    shunted: list[tuple[Sorted, Exception]] = []
    while True:
        try:
            played = _once(mailroom, campaign, attempt, now, closing)
            played.shunted = shunted
            return played
        except PbemError as fault:
            if not isinstance(fault, Unfit) or attempt.resume:
                raise
            _give_up(attempt, fault)
        except _LetterFault as broken:
            attempt.letters.remove(broken.one)
            shunted.append((broken.one, broken.fault))
        except _RulesFault as broken:
            if attempt.resume:
                raise _still_halted(campaign, broken.fault) from broken.fault
            attempt.halt = broken.fault
        except Exception as fault:
            if attempt.resume:
                raise _still_halted(campaign, fault) from fault
            # Reading the campaign, or writing to its players: nothing of this run can be kept.
            _give_up(attempt, fault)


def _give_up(attempt: _Attempt, fault: Exception) -> None:
    """The campaign is to halt; the second time without a word to its players."""
    if attempt.silent:
        raise fault
    attempt.silent = attempt.halt is not None
    attempt.halt = attempt.halt or fault
    attempt.waiting += len(attempt.letters)
    attempt.letters.clear()


def _still_halted(campaign: str, fault: Exception) -> PbemError:
    return PbemError(
        "still-halted",
        f"{campaign}: the rules raised {type(fault).__name__} again at {place_of(fault)}."
        " It stays halted; nothing was changed.",
        f"Install a version that mends it. The place: pbem show {campaign} --at-halt",
    )


def _once(
    mailroom: Mailroom, campaign: str, attempt: _Attempt, now: datetime, closing: bool
) -> Played:
    with mailroom.office.session() as session:
        if attempt.halt is not None and attempt.silent:
            return _mark_halted(session, mailroom, campaign, attempt, now, "")
        work = Work(session, mailroom, load(session, campaign), now)
        return _Playing(work, attempt, closing).played


def _mark_halted(
    session: Session,
    mailroom: Mailroom,
    campaign: str,
    attempt: _Attempt,
    now: datetime,
    deciding: str,
) -> Played:
    row, fault = campaign_row(session, campaign), attempt.halt
    assert fault is not None
    row.status = "halted"
    where = place_of(fault)
    row.halted_reason = f"{type(fault).__name__}: {fault}"
    if isinstance(fault, PbemError):
        # Nothing of ours broke.
        row.halted_reason, where = fault.message, ""
    row.halted_trace = "".join(traceback.format_exception(fault))
    session.add(row)
    letter = Halted(
        campaign=row.id,
        turn=row.turn,
        error=row.halted_reason,
        where=where,
        deciding=deciding,
        letters=attempt.waiting,
    )
    mailroom.to_gm(session, (letter,), now)
    return Played(halted=True)


class _Playing:
    """One attempt, carried out when it is made."""

    def __init__(self, work: Work, attempt: _Attempt, closing: bool) -> None:
        self.work = work
        self.played = Played()
        self._attempt = attempt
        self._closing = closing
        if attempt.resume:
            self._resumed()
        if work.seated.state is None:
            self._setup()
        else:
            self._run()

    def _resumed(self) -> None:
        """The campaign goes on; everybody gets a report once its letters are read."""
        work, row = self.work, self.work.seated.row
        require_state(row)
        row.status = "running" if work.seated.state is not None else "setup"
        row.halted_reason = row.halted_trace = ""
        work.session.add(row)
        work.notice_all("resumed", to=None)
        if work.seated.state is not None:
            give_notice(work.session, work.seated, work.now)
            work.parcels.report_to_all()

    def _setup(self) -> None:
        for one in self._attempt.letters:
            with _blaming(one):
                answer_in_setup(self.work, one)
        still_missing(self.work)
        self.work.post()
        self.played.letters = len(self._attempt.letters)

    def _run(self) -> None:
        """Letters that came in time, the settlement, letters that came later."""
        work, letters = self.work, self._attempt.letters
        rows = waiting_rows(work.session, work.seated)
        due = overdue(rows, work.now) if self._closing else []
        if due and not letters and silence.is_strange(work, due):
            silence.hold(work, due)
            due = []
        last = min((row.deadline_utc or "" for row in due), default="")
        self._letters([one for one in letters if not last or one.received <= last])
        if self._closing:
            work.expire(from_utc_text(last) if last else work.now)
        late = [one for one in letters if last and one.received > last]
        if self._settled(closing=bool(due)) and last:
            self._letters(late)
            work.expire(work.now)
            self._settled(closing=False)
        self.played.facts = len(work.seated.new_facts)
        work.post()

    def _letters(self, letters: Sequence[Sorted]) -> None:
        rows = self._rows(letters)
        others: set[str] = set()
        for one in letters:
            seat = str(one.verdict.seat)
            if others - {seat} and self._attempt.halt is None and changes_policy(one.letter):
                # Of a change and what it is for, the one that came first counts.
                self._settled(closing=False)
                others.clear()
            others.add(seat)
            with _blaming(one):
                if self._closing:
                    # A letter that came in the offer's last second may still take it.
                    self.work.expire(from_utc_text(one.received), before=True)
                self._letter(one, rows[one.id])

    def _rows(self, letters: Sequence[Sorted]) -> dict[int | None, LetterRow]:
        """The ledger's rows of these letters, by one query."""
        ids = json.dumps([one.id for one in letters])
        found = objects(self.work.session, LetterRow, _LETTERS, {"ids": ids}) if letters else []
        return {row.id: row for row in found}

    def _letter(self, one: Sorted, row: LetterRow) -> None:
        work, seat = self.work, str(one.verdict.seat)
        row.sender = one.sender
        turn = one.verdict.turn
        stamp = Stamp(
            letter=one.id,
            receipt=work.next_receipt(seat),
            turn=work.seated.open_turn if turn is None else turn,
            came=from_utc_text(one.received),
            replied=one.letter.in_reply_to,
        )
        outcome = work.apply(seat, row, stamp.turn, readable(one.letter), stamp)
        outcome.unread += list(one.letter.unread)
        settle_letter(work.session, row, *verdict_on(outcome), work.now)
        work.parcels.add_outcome(seat, stamp, outcome, notes_on(one.letter, outcome), row)
        self.played.letters += 1

    def _settled(self, *, closing: bool) -> bool:
        """Settle what can be; whether the campaign goes on."""
        work = self.work
        if work.seated.row.status != "running":
            return False
        if self._attempt.halt is not None:
            self._halted()
            return False
        try:
            work.settle(closing=closing)
        except PbemError:
            raise
        except Exception as fault:
            if of_the_machine(fault):
                raise
            raise _RulesFault(fault) from fault
        return True

    def _halted(self) -> None:
        work, attempt = self.work, self._attempt
        attempt.waiting += len(attempt.letters) - self.played.letters
        rows = waiting_rows(work.session, work.seated)
        deciding = f"w{rows[0].window}" if rows else ""
        _mark_halted(work.session, work.mailroom, work.seated.id, attempt, work.now, deciding)
        self.played.halted = True
        work.notice_all("halted")


class _blaming:
    """Whatever is raised within is the fault of handling this letter."""

    def __init__(self, one: Sorted) -> None:
        self._one = one

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, kind: Any, fault: BaseException | None, trace: Any) -> None:
        if isinstance(fault, PbemError) or of_the_machine(fault):
            return
        if isinstance(fault, Exception):
            raise _LetterFault(self._one, fault) from fault
