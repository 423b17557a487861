"""One run of `pbem process`: letters in, refereed turns, letters out.

The steps are a table of named functions over one `Tick`. Every step commits what it did, so that
a run that is killed anywhere loses nothing and the next one goes on from there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Final, TypeVar

from sqlmodel import Session, select

from pbem.clock import CLOCK_SEEN, from_utc_text, read_clock, utc_text
from pbem.errors import EXIT_DONE, EXIT_FAILED, EXIT_TRY_AGAIN, PbemError, TryAgain
from pbem.holds import hold_on, note_hold, silent_campaigns
from pbem.letters.gm import Brake, Failure, Failures
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.outbox import flush
from pbem.referee.unfit import Unfit
from pbem.run.digests import digests_due, send_digests
from pbem.run.dues import campaigns_due, next_due
from pbem.run.faulty import End, told_lately, works
from pbem.run.playing import Played, halt, play_campaign
from pbem.run.reminding import reminders_due, send_reminders
from pbem.run.silence import release
from pbem.run.sorting import Sorted, Sorting, sort_inbox
from pbem.sources import collect
from pbem.sources.hints import leave_for_look
from pbem.store.marks import first_time, mark, set_mark
from pbem.store.models import OutboxRow
from pbem.store.plain import first, plain

T = TypeVar("T")

_NEW: Final = "SELECT id FROM letter WHERE status = 'new' LIMIT 1"
_UNPOSTED: Final = "SELECT count(*) FROM outbox WHERE status = 'pending' AND created_at = :now"
_LOG: Final = (
    "INSERT INTO run (started_at, ended_at, pid, summary) VALUES (:at, :at, :pid, :summary)"
)

Progress = Callable[[str, int, int], None]
"""Called with a step's name, how much of it is done, and how much there is."""


@dataclass
class Summary:
    """What a run came to."""

    read: int = 0
    """Letters stored."""
    letters: int = 0
    """Letters applied to campaigns."""
    set_aside: int = 0
    shunted: int = 0
    campaigns: int = 0
    facts: int = 0
    halted: int = 0
    reminders: int = 0
    digests: int = 0
    sent: int = 0
    failed: int = 0
    unposted: int = 0
    """Letters that this run wrote and that wait: the office has no server to post them."""
    held: str = ""
    """Why no deadline was settled: ``clock``, ``inbox``, or empty."""
    errors: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    """Those of them that an earlier run told less than a day ago."""
    away: bool = False
    """A server was away; the next run may find it again."""
    wrong: bool = False
    """Something failed that no later run mends by itself."""

    @property
    def exit_code(self) -> int:
        """0, 1 when something failed and is recorded, 75 when only a server was away."""
        if self.halted or self.shunted or self.wrong:
            return EXIT_FAILED
        return EXIT_TRY_AGAIN if self.away else EXIT_DONE

    @property
    def idle(self) -> bool:
        """Whether there was nothing to do."""
        return self == Summary()


@dataclass
class Tick:
    """A run under way."""

    office: Office
    clock: datetime
    """What the clock said."""
    progress: Progress
    mail: bool
    now: datetime
    """The time to work with; it stands still while the clock cannot be believed."""
    summary: Summary = field(default_factory=Summary)
    sorting: Sorting = field(default_factory=Sorting)
    waiting: list[int] = field(default_factory=list)
    """Letters that wait for halted campaigns."""
    _mailroom: Mailroom | None = None

    @property
    def mailroom(self) -> Mailroom:
        """Made when it is first needed: templates take a while to read."""
        if self._mailroom is None:
            self._mailroom = Mailroom(self.office)
        return self._mailroom

    def guarded(self, campaign: str, work: Callable[[Mailroom, str, datetime], T]) -> T | None:
        """Work on one campaign; what is wrong with it does not stop the others.

        A fault of this office is recorded and nothing of the work kept; where the rules raise,
        the campaign is halted. Raises ``TryAgain``.
        """
        try:
            return work(self.mailroom, campaign, self.now)
        except TryAgain:
            raise
        except Unfit as fault:
            self._halt(campaign, fault)
        except PbemError as error:
            _failed(self, error)
        except Exception as fault:  # noqa: BLE001 - a fault of the rules stays this campaign's
            self._halt(campaign, fault)
        return None

    def _halt(self, campaign: str, fault: Exception) -> None:
        self.summary.halted += 1
        halt(self.mailroom, campaign, fault, self.now)


def tick(
    office: Office, now: datetime, *, progress: Progress | None = None, mail: bool = True
) -> Summary:
    """Run every step. ``mail=False``: neither reads mailboxes nor posts (for repairs, tests).

    Raises ``Locked`` when another run holds the office, and ``PbemError`` for settings or a
    database that cannot be used.
    """
    with office.lock():
        run = Tick(office, now, progress or _silent, mail, now)
        for _, step in STEPS:
            step(run)
        return run.summary


def _silent(step: str, done: int, of: int) -> None:
    """No progress."""


def look_at_clock(run: Tick) -> None:
    """Hold everything that hangs on time when the clock jumped (test_report_41)."""
    with run.office.session() as session:
        seen = mark(session, CLOCK_SEEN)
        gap = run.office.settings.brakes.clock_gap.delta
        reading = read_clock(run.clock, from_utc_text(seen) if seen else None, gap)
        run.now = reading.now
        set_mark(session, CLOCK_SEEN, utc_text(reading.now))
        before = hold_on(session)
        if reading.holds or (before is not None and before.kind == "clock"):
            note_hold(session, "clock" if reading.holds else "", run.now)
        if reading.holds:
            run.summary.held = "clock"
            if first_time(session, f"clock:{seen}", run.now):
                told = Brake("clock", detail=utc_text(run.clock), since=run.now)
                run.mailroom.to_gm(session, (told,), run.now)


def collect_letters(run: Tick) -> None:
    """Store what is new in the mailboxes."""
    if not run.mail:
        return
    with run.office.session() as session:
        found = collect(run.office, session, run.now)
        if not found.read_ok:
            run.summary.held = run.summary.held or "inbox"
        note_hold(session, run.summary.held, run.now)
    run.summary.read = len(found.new_ids)
    _mail_end(run, "inbox", found.error)
    if not found.read_ok:
        _tell_unread(run, found.error)


def _tell_unread(run: Tick, error: PbemError | None) -> None:
    """Deadlines that wait for the inbox are told once a day."""
    with run.office.session() as session:
        due = campaigns_due(session, run.now)
        if due and first_time(session, f"inbox:{run.now:%Y-%m-%d}", run.now):
            detail = error.message if error else ""
            told = Brake("inbox", detail=detail, since=run.now, campaigns=tuple(due))
            run.mailroom.to_gm(session, (told,), run.now)


def read_letters(run: Tick) -> None:
    """Say of every new letter who wrote it; set aside what holds no orders."""
    if _nothing_new(run.office):
        return
    with run.office.reading() as session:
        silent = silent_campaigns(session)
    for campaign in silent:
        run.guarded(campaign, release)
    run.sorting = sort_inbox(run.mailroom, run.now)
    run.waiting = run.sorting.waiting
    run.summary.set_aside = run.sorting.set_aside
    run.summary.shunted = run.sorting.shunted
    for error in run.sorting.errors:
        _failed(run, error)


def _nothing_new(office: Office) -> bool:
    with office.reading() as session:
        return not plain(session, _NEW)


def referee(run: Tick) -> None:
    """Work on every campaign that has letters, or decisions that are due."""
    with run.office.reading() as session:
        due = campaigns_due(session, run.now)
    ids = sorted({*run.sorting.by_campaign, *due})
    closing = not run.summary.held
    for i, campaign in enumerate(ids):
        letters = run.sorting.by_campaign.get(campaign, [])
        if not letters and not closing:
            continue
        played = run.guarded(campaign, _playing(letters, closing=closing))
        if played is not None:
            run.summary.campaigns += 1
            run.summary.letters += played.letters
            run.summary.facts += played.facts
            run.summary.halted += played.halted
            run.summary.shunted += len(played.shunted)
        run.progress("referee", i + 1, len(ids))
    run.sorting = Sorting()


def _playing(
    letters: list[Sorted], *, closing: bool
) -> Callable[[Mailroom, str, datetime], Played]:
    def play(mailroom: Mailroom, campaign: str, now: datetime) -> Played:
        return play_campaign(mailroom, campaign, letters, now, closing=closing)

    return play


def remind(run: Tick) -> None:
    """Remind those of whom nothing is on file; not while the clock or the inbox is in doubt."""
    if run.summary.held:
        return
    with run.office.reading() as session:
        due = reminders_due(session, run.now)
    run.summary.reminders = sum(run.guarded(one, send_reminders) or 0 for one in due)


def digest(run: Tick) -> None:
    """Send those who want one letter a day theirs."""
    with run.office.reading() as session:
        due = digests_due(session, run.now)
    run.summary.digests = sum(run.guarded(one, send_digests) or 0 for one in due)


def post(run: Tick) -> None:
    """Post what is due."""
    if not run.mail:
        return
    if run.office.settings.smtp is None:
        with run.office.reading() as session:
            run.summary.unposted = first(session, _UNPOSTED, {"now": utc_text(run.now)}) or 0
        return
    flushed = flush(
        run.office,
        run.now,
        lambda done, of: run.progress("post", done, of),
        inbox_read=run.summary.held != "inbox",
    )
    run.summary.sent = flushed.sent
    run.summary.failed = flushed.failed
    _mail_end(run, "post", flushed.stopped_reason)
    if flushed.failed:
        _tell_failures(run)


def _tell_failures(run: Tick) -> None:
    """The game master hears of every letter that was refused for good, once; not by a new loop."""
    with run.office.session() as session:
        rows = session.exec(
            select(OutboxRow).where(OutboxRow.status == "failed", OutboxRow.kind != "gm")
        ).all()
        new = [row for row in rows if first_time(session, f"failed:{row.id}", run.now)]
        if not new:
            return
        failures = tuple(
            Failure(r.id or 0, r.address, r.code, r.last_error, r.campaign or "", r.seat or "")
            for r in new
        )
        run.mailroom.to_gm(session, (Failures(failures),), run.now)


def close(run: Tick) -> None:
    """Leave what the idle look needs, and one row about a run that did something."""
    with run.office.session() as session:
        leave_for_look(session, run.office.folder, next_due(session), run.waiting)
        if not run.summary.idle:
            _log(session, run)


def _log(session: Session, run: Tick) -> None:
    values = {"at": utc_text(run.clock), "pid": os.getpid()}
    plain(session, _LOG, values | {"summary": json.dumps(asdict(run.summary))})


def _failed(run: Tick, error: PbemError) -> None:
    run.summary.errors.append(str(error))
    if isinstance(error, TryAgain):
        run.summary.away = True
    else:
        run.summary.wrong = True


def _mail_end(run: Tick, end: End, error: PbemError | None) -> None:
    """A fault of the mail account is a failure when it is told; in between it is tried again."""
    if isinstance(error, TryAgain):
        _failed(run, error)
        return
    with run.office.session() as session:
        if error is None:
            works(session, end)
        elif told_lately(session, end, error, run.clock):
            run.summary.errors.append(str(error))
            run.summary.known.append(str(error))
            run.summary.away = True
        else:
            _failed(run, error)


STEPS: list[tuple[str, Callable[[Tick], None]]] = [
    ("clock", look_at_clock),
    ("collect", collect_letters),
    ("read", read_letters),
    ("referee", referee),
    ("remind", remind),
    ("digest", digest),
    ("post", post),
    ("close", close),
]
"""The steps of a run, in order. The crash tests' child process wraps one of them."""
