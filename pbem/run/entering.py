"""The game master enters orders for a seat, as if its letter had come; the player gets a copy."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from sqlmodel import Session

from pbem.clock import utc_text
from pbem.errors import UsageFault
from pbem.intake.applying import Applying, Outcome, Stamp
from pbem.letters.context import Note
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.reading.letter import Line
from pbem.referee.seated import Seated, load, save_desk
from pbem.referee.settle import settle
from pbem.run.parcels import Parcels
from pbem.run.sorting import settle_letter
from pbem.store.models import LetterRow

VIA = "gm"


def submit(office: Office, campaign: str, seat: str, text: str, now: datetime) -> Outcome:
    """Apply ``text`` as orders of this seat, settle, and mail the player a receipt.

    What became of the lines. ``UsageFault`` when the campaign does not run.
    """
    with office.session() as session:
        seated = load(session, campaign)
        if seated.state is None or seated.row.status != "running":
            raise UsageFault(
                "not-running",
                f"{campaign} is not running ({seated.row.status}); no orders can be entered.",
                f"See: pbem status {campaign}",
            )
        parcels = Parcels(session, Mailroom(office), seated)
        row = _ledger_row(session, seated, seat, text, now)
        stamp = Stamp(row.id or 0, row.receipt or 0, seated.open_turn, now, VIA)
        applying = Applying(session, seated, seat, stamp)
        lines = [Line(i, line, line.strip()) for i, line in enumerate(text.splitlines(), 1)]
        outcome = applying.run(applying.read(lines))
        settle_letter(session, row, "accepted" if outcome.worked else "refused", VIA, now)
        settled = settle(session, seated, now, closing=False)
        save_desk(session, seated)
        parcels.add_outcome(seat, stamp, outcome, [Note("gm-entered")], row)
        parcels.add_settlement(settled.asked, settled.notes)
        parcels.post(now)
        return outcome


def _ledger_row(session: Session, seated: Seated, seat: str, text: str, now: datetime) -> LetterRow:
    raw = text.encode()
    seat_row = seated.seats[seat]
    seat_row.letters += 1
    session.add(seat_row)
    row = LetterRow(
        source="submit",
        sha256=sha256(raw).hexdigest(),
        size=len(raw),
        received_at=utc_text(now),
        arrived_at=utc_text(now),
        raw=raw,
        campaign=seated.id,
        seat=seat,
        receipt=seat_row.letters,
        turn=seated.open_turn,
    )
    session.add(row)
    session.flush()
    return row
