"""The game master enters orders for a seat, as if its letter had come; the player gets a copy."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from sqlmodel import Session

from pbem.clock import utc_text
from pbem.errors import UsageFault
from pbem.intake.outcome import Outcome, Stamp
from pbem.letters.context import Note
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.reading.letter import Line
from pbem.referee.seated import load
from pbem.run.faults import rules_at_work
from pbem.run.findings import verdict_on
from pbem.run.sorting import settle_letter
from pbem.run.work import GM, Work
from pbem.store.models import LetterRow


def submit(office: Office, campaign: str, seat: str, text: str, now: datetime) -> Outcome:
    """Apply ``text`` as orders of this seat, settle, and mail the player a receipt.

    What became of the lines. ``UsageFault`` when the campaign does not run, ``PbemError``
    `rules-fault` when its rules raise: then nothing was changed.
    """
    with office.session() as session:
        seated = load(session, campaign)
        if seated.state is None or seated.row.status != "running":
            raise UsageFault(
                "not-running",
                f"{campaign} is not running ({seated.row.status}); no orders can be entered.",
                f"See: pbem status {campaign}",
            )
        work = Work(session, Mailroom(office), seated, now)
        row = _ledger_row(session, text, now)
        stamp = Stamp(row.id or 0, work.next_receipt(seat), seated.open_turn, now, GM)
        lines = [Line(i, line, line.strip()) for i, line in enumerate(text.splitlines(), 1)]
        with rules_at_work(campaign):
            outcome = work.apply(seat, row, stamp.turn, lines, stamp)
            status, reason = verdict_on(outcome)
            settle_letter(session, row, status, reason or GM, now)
            work.settle(closing=False)
            work.parcels.add_outcome(seat, stamp, outcome, [Note("gm-entered")], row)
            work.post()
        return outcome


def _ledger_row(session: Session, text: str, now: datetime) -> LetterRow:
    raw = text.encode()
    row = LetterRow(
        source="submit",
        sha256=sha256(raw).hexdigest(),
        size=len(raw),
        received_at=utc_text(now),
        arrived_at=utc_text(now),
        raw=raw,
    )
    session.add(row)
    session.flush()
    return row
