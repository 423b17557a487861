"""Decisions that are waited for, and until when."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlmodel import Session

from engine.decision import Decision
from engine.desk import of_turn
from pbem.clock import utc_text
from pbem.deadlines import (
    Deadline,
    Duration,
    Pace,
    after_hold,
    next_deadline,
    parse_duration,
    parse_pace,
)
from pbem.referee.clock import TurnClock, forgive, keep_asked, not_before, read_clock
from pbem.referee.seated import Seated
from pbem.store.models import PendingRow
from pbem.store.plain import objects

_PENDING: Final = 'SELECT * FROM pending WHERE campaign = :campaign ORDER BY "window", decision'

CLASSES: Final = ("TURN", "WINDOW", "AGAIN", "ROUND")
"""Classes of deadline that a decision may name."""


@dataclass(frozen=True)
class DeadlineSettings:
    """A campaign's deadline settings, read from its row.

    ``classes``: how long each class of decision has. ``minimum``: least notice after a hold.
    ``remind``: how long before a deadline each reminder goes out. ``waits``: kinds of window that
    the game master set otherwise than the game does.
    """

    classes: dict[str, Pace]
    minimum: Duration
    remind: tuple[Duration, ...] = ()
    waits: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> DeadlineSettings:
        """From the column ``campaign.deadlines``; ``UsageFault`` for a length nobody can read."""
        data: dict[str, Any] = json.loads(text)
        return cls(
            {name: parse_pace(data[name]) for name in CLASSES},
            parse_duration(data["minimum"]),
            tuple(parse_duration(x) for x in data.get("remind", ())),
            dict(data.get("waits", {})),
        )


def settings_of(seated: Seated) -> DeadlineSettings:
    """The deadline settings of a campaign."""
    return DeadlineSettings.read(seated.row.deadlines)


def waits_of(seated: Seated) -> dict[str, bool]:
    """Which kinds of window wait for mail: at pace rounds those alone that are set to."""
    rounds = seated.row.pace == "rounds"
    usual = {window.kind: window.wait and not rounds for window in seated.game.windows}
    return usual | settings_of(seated).waits


def pending_rows(session: Session, campaign: str) -> list[PendingRow]:
    """What is waited for, by decision id."""
    return objects(session, PendingRow, _PENDING, {"campaign": campaign})


def waiting_rows(session: Session, seated: Seated) -> list[PendingRow]:
    """What this campaign waits for, by decision id; read once a transaction."""
    if seated.waiting is None:
        seated.waiting = pending_rows(session, seated.id)
    return seated.waiting


def overdue(rows: Iterable[PendingRow], now: datetime) -> list[PendingRow]:
    """Those whose deadline has come."""
    moment = utc_text(now)
    return [row for row in rows if row.deadline_utc is not None and row.deadline_utc <= moment]


def renew(
    session: Session, seated: Seated, decisions: Sequence[Decision], now: datetime
) -> list[PendingRow]:
    """Make the rows those of ``decisions``; the rows that are new, with fresh deadlines.

    A decision that was waited for already keeps its deadline. A seat that joins an open window
    gets a full deadline of its own class, and so do the others: it is one deadline a window. Once
    a seat and window: who comes back to one has the deadline that it has (test_report_53), so that
    no card that goes to and fro holds it open. Questions of one turn share the deadline of its
    first, but for the least notice; windows in between do not move it (test_report_54).
    """
    old = {row.decision: row for row in waiting_rows(session, seated)}
    wanted = {d.id for d in decisions}
    for decision, row in old.items():
        if decision in wanted:
            continue
        if row in session.new:
            # Asked and settled within one run, before it was written.
            session.expunge(row)
        else:
            session.delete(row)
    kept = [row for row in old.values() if row.decision in wanted]
    seated.waiting = kept
    fresh = [d for d in decisions if d.id not in old]
    if not fresh:
        return []
    settings, clock = settings_of(seated), read_clock(seated)
    made: list[PendingRow] = []
    for d in fresh:
        deadline = _deadline(seated, d, settings, clock, old.values(), now)
        row = _row(seated, d, deadline, settings, now)
        session.add(row)
        made.append(row)
    keep_asked(seated, list(decisions))
    latest = max(made, key=lambda row: row.deadline_utc or "")
    for row in kept:
        if row.window == latest.window and (row.deadline_utc or "") < (latest.deadline_utc or ""):
            later = Deadline.stored(latest.deadline_local or "", latest.deadline_zone or "UTC")
            _set(row, later, settings, now)
            session.add(row)
    seated.waiting = sorted((*kept, *made), key=lambda row: (row.window, row.decision))
    return made


def _deadline(
    seated: Seated,
    d: Decision,
    settings: DeadlineSettings,
    clock: TurnClock,
    before: Iterable[PendingRow],
    now: datetime,
) -> Deadline:
    """The deadline of a question that is new; ``before``: what was waited for until now."""
    if of_turn(seated.state, d):
        of_first = clock.deadline(seated.state.turn)
        if of_first is not None:
            return after_hold(of_first, now, settings.minimum)
    elif clock.was_asked(d):
        ends = [deadline_of(row) for row in before if row.window == d.window]
        still = [end for end in ends if end is not None and end.utc > now]
        if still:
            return max(still, key=lambda end: end.utc)
    return next_deadline(settings.classes[d.deadline], now, seated.row.zone, settings.minimum)


def _row(
    seated: Seated, d: Decision, deadline: Deadline, settings: DeadlineSettings, now: datetime
) -> PendingRow:
    row = PendingRow(
        campaign=seated.id,
        decision=d.id,
        seat=d.seat,
        kind=d.kind,
        window=d.window,
        deadline_class=d.deadline,
        sealed=d.sealed,
        about=msgspec.json.encode(d.about).decode(),
        asked_at=utc_text(now),
    )
    _set(row, deadline, settings, now)
    return row


def _set(row: PendingRow, deadline: Deadline, settings: DeadlineSettings, now: datetime) -> None:
    row.deadline_local = deadline.text
    row.deadline_zone = deadline.zone
    row.deadline_utc = utc_text(deadline.utc)
    row.remind_at = next_reminder(deadline, settings, now)


SOON: Final = 4
"""No reminder comes in the first quarter of the time: the question itself was just read."""


def next_reminder(
    deadline: Deadline, settings: DeadlineSettings, now: datetime, first: datetime | None = None
) -> str | None:
    """UTC text of the first reminder of this deadline that is still to come: after ``first``, else
    after the first part of the time from ``now``.
    """
    first = first or now + (deadline.utc - now) / SOON
    moments = [deadline.before(length) for length in settings.remind]
    return min((utc_text(moment) for moment in moments if moment > first), default=None)


def deadline_of(row: PendingRow) -> Deadline | None:
    """The deadline of a row."""
    if row.deadline_local is None or row.deadline_zone is None:
        return None
    return Deadline.stored(row.deadline_local, row.deadline_zone)


def moment_of(row: PendingRow) -> datetime | None:
    """The moment of a row's deadline, in UTC."""
    deadline = deadline_of(row)
    return deadline.utc if deadline else None


def move(session: Session, seated: Seated, to: Deadline, now: datetime) -> list[PendingRow]:
    """Move the deadline of everything that is waited for; the rows.

    The reminders of the new deadline are due again.
    """
    rows = waiting_rows(session, seated)
    settings = settings_of(seated)
    for row in rows:
        _set(row, to, settings, now)
        session.add(row)
    if rows:
        not_before(seated, to)
        session.add(seated.row)
    return rows


def give_notice(session: Session, seated: Seated, now: datetime) -> list[PendingRow]:
    """After a hold or a halt: move deadlines that give less than the minimum notice; those rows."""
    settings = settings_of(seated)
    forgive(seated)
    session.add(seated.row)
    moved: list[PendingRow] = []
    for row in waiting_rows(session, seated):
        deadline = deadline_of(row)
        if deadline is None:
            continue
        later = after_hold(deadline, now, settings.minimum)
        if later != deadline:
            _set(row, later, settings, now)
            session.add(row)
            moved.append(row)
    return moved
