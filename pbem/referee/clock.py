"""What the deadlines of the open turn and the open window hang on, besides the rows that wait.

It is kept in the campaign's row, so that it commits with what it is about: a turn goes on in a
later run when a window in between has to wait first.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace as change

from engine.decision import Decision
from pbem.deadlines import Deadline
from pbem.referee.seated import Seated
from pbem.store.models import PendingRow


class TurnClock(Struct, frozen=True, omit_defaults=True):
    """The column ``campaign.clock``, as JSON."""

    turn: int = 0
    """The turn that ``local``, ``zone`` and ``silent`` are about."""
    local: str = ""
    """The deadline of the turn's questions, as in the columns of a row; empty: none was asked."""
    zone: str = ""
    silent: str = ""
    """The seat whose turn it is, once the deadline has settled a question of it."""
    window: int = 0
    """The window that is open, or was last."""
    asked: tuple[str, ...] = ()
    """Those who were ever asked in it."""

    def deadline(self, turn: int) -> Deadline | None:
        """The deadline of this turn's questions; ``None``: none was asked yet."""
        if self.turn != turn or not self.local:
            return None
        return Deadline.stored(self.local, self.zone)

    def was_asked(self, d: Decision) -> bool:
        """Whether the seat was asked in this window before."""
        return self.window == d.window and d.seat in self.asked


_decoder = msgspec.json.Decoder(TurnClock)


def read_clock(seated: Seated) -> TurnClock:
    """The campaign's clock."""
    return _decoder.decode(seated.row.clock)


def write_clock(seated: Seated, clock: TurnClock) -> None:
    """Keep it in the campaign's row."""
    seated.row.clock = msgspec.json.encode(clock).decode()


def is_own(state: Any, row: PendingRow) -> bool:
    """Whether a row waits for a question of the open turn (``engine.desk.of_turn``)."""
    own = row.deadline_class == "TURN" and not row.sealed
    return own and bool(state.active) and row.seat == state.active


def keep_turn(seated: Seated, rows: list[PendingRow]) -> TurnClock:
    """Note the deadline of the turn's own question, which is about to be settled perhaps."""
    state, clock = seated.state, read_clock(seated)
    if clock.turn != state.turn:
        clock = change(clock, turn=state.turn, local="", zone="", silent="")
    for row in rows:
        if is_own(state, row) and row.deadline_local and row.deadline_zone:
            clock = change(clock, local=row.deadline_local, zone=row.deadline_zone)
    write_clock(seated, clock)
    return clock


def keep_silence(seated: Seated, silent: tuple[str, int]) -> None:
    """Note the seat that the deadline of its turn has settled, if that turn goes on."""
    clock, state = read_clock(seated), seated.state
    if silent[0] and silent[1] == state.turn == clock.turn:
        write_clock(seated, change(clock, silent=silent[0]))


def keep_asked(seated: Seated, decisions: list[Decision]) -> None:
    """Note who is asked now."""
    if not decisions:
        return
    clock, window = read_clock(seated), decisions[0].window
    before = clock.asked if clock.window == window else ()
    asked = tuple(dict.fromkeys((*before, *(d.seat for d in decisions))))
    if (window, asked) != (clock.window, clock.asked):
        write_clock(seated, change(clock, window=window, asked=asked))


def not_before(seated: Seated, to: Deadline) -> None:
    """The deadline of all that is waited for was moved: that of the turn is no earlier now."""
    clock = read_clock(seated)
    held = clock.deadline(seated.state.turn)
    if held is not None and held.utc < to.utc:
        write_clock(seated, change(clock, local=to.text, zone=to.zone))


def forgive(seated: Seated) -> None:
    """After a hold nothing is settled at once: who was silent in this turn is asked again."""
    clock = read_clock(seated)
    if clock.silent:
        write_clock(seated, change(clock, silent=""))
