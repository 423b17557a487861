"""Settling: let the engine play as far as the answers on file reach."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session

from engine.advance import advance
from engine.decision import Decision
from engine.departed import without_departed
from engine.desk import DeskSource
from engine.filing import prune
from engine.losses import note_losses, with_lost
from engine.notes import Note, cut_off
from pbem.clock import utc_text
from pbem.referee.clock import keep_silence, keep_turn
from pbem.referee.record import write_step
from pbem.referee.seated import Seated, save_desk
from pbem.referee.waiting import overdue, renew, settings_of, waiting_rows
from pbem.store.models import PendingRow


@dataclass
class Settled:
    """What a settlement led to."""

    asked: list[PendingRow] = field(default_factory=list)
    """Questions that are new."""
    notes: list[Note] = field(default_factory=list)
    """What owners must be told: answers that lapsed, defaults, plans that could not go on."""


def settle(session: Session, seated: Seated, now: datetime, *, closing: bool) -> Settled:
    """Play until an answer is missing; write facts, state, desk and what is waited for.

    ``closing``: decisions whose deadline has come are settled by what is on file, else by their
    default. Without it only what players sent can move the game.
    """
    rows = waiting_rows(session, seated)
    closed = {r.decision for r in overdue(rows, now)}
    clock = keep_turn(seated, rows)
    source = desk_source(
        seated,
        closed if closing else set(),
        (clock.silent, clock.turn),
        {r.decision for r in rows},
    )
    left_before = set(seated.state.gone)
    step = advance(seated.game, seated.state, source, seated.dice)
    write_step(session, seated, step)
    keep_silence(seated, source.silent)
    unused = cut_off(seated.game, source.desk, step.state)
    facts = [told.fact for told in step.facts]
    left = prune(source.desk, step.state)
    desk = note_losses(seated.game, seated.desk, left, facts)
    gone = [x for x in step.state.gone if x not in left_before]
    seated.desk, departed = without_departed(desk, gone)
    save_desk(session, seated)
    asked = renew(session, seated, step.pending, now)
    if seated.state.ended:
        seated.row.status = "ended"
        seated.row.ended_at = utc_text(now)
        session.add(seated.row)
    notes = [with_lost(note, seated.desk) for note in (*source.notes, *unused, *departed)]
    return Settled(asked, notes)


def desk_source(
    seated: Seated,
    closed: set[str],
    silent: tuple[str, int] = ("", 0),
    asked: Container[str] | None = None,
) -> DeskSource:
    """The campaign's desk as a source of answers; ``closed``: ids whose deadline has come;
    ``silent``: the seat, and its turn, that the deadline has settled for that turn; ``asked``:
    ids of what was asked by letter (``None``: all).
    """
    waits_set = settings_of(seated).waits
    usual = {window.kind: window.wait for window in seated.game.windows}
    rounds = seated.row.pace == "rounds"

    def waits(kind: str) -> bool:
        return waits_set.get(kind, usual.get(kind, True))

    def is_closed(s: Any, d: Decision) -> bool:
        if d.id in closed:
            return True
        # At pace rounds only the end of the round and the windows set to wait are waited for;
        # and, since there are no plans yet before the first round, who sets up the game.
        return (
            rounds
            and s.round > 0
            and d.deadline != "ROUND"
            and not (d.sealed and waits_set.get(d.kind, False))
        )

    return DeskSource(seated.game, seated.desk, is_closed, waits, silent, asked)


def begin(session: Session, seated: Seated, now: datetime) -> None:
    """The campaign runs from now on; its first settlement sets the game up."""
    seated.row.status = "running"
    seated.row.started_at = utc_text(now)
    session.add(seated.row)
