"""Before the start: trial letters, and what their answers do."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from sqlmodel import Session

from engine.language.block import Item, Now
from pbem.clock import from_utc_text
from pbem.intake.applying import Applying
from pbem.intake.outcome import Stamp
from pbem.letters.context import Trial
from pbem.letters.gm import Ready
from pbem.mailroom.posting import Mailroom
from pbem.referee.seated import Seated
from pbem.run.sorting import Sorted, settle_letter
from pbem.store.models import LetterRow

if TYPE_CHECKING:
    from pbem.run.work import Work

CONFIRMS: Final = "READY"
"""The word that the trial letter asks for; any other letter confirms as well."""


def send_trial(
    session: Session, mailroom: Mailroom, seated: Seated, seat: str, now: datetime
) -> int:
    """The trial letter of one seat; its number in the outbox."""
    trial = Trial(gm=mailroom.settings.name)
    return mailroom.to_seat(session, seated, seat, (trial,), "trial", now)


def answer_in_setup(work: Work, one: Sorted) -> None:
    """Any letter of a seat confirms it; questions are answered, orders cannot be used yet."""
    seat, session = str(one.verdict.seat), work.session
    row = session.get_one(LetterRow, one.id)
    if row.status != "new":
        return
    seat_row = work.seated.seats[seat]
    first = seat_row.status == "waiting"
    if first:
        seat_row.status = "ready"
    row.sender, row.campaign, row.seat = one.sender, work.seated.id, seat
    row.receipt = work.next_receipt(seat)
    stamp = Stamp(one.id, row.receipt, 0, from_utc_text(one.received))
    applying = Applying(session, work.seated, seat, stamp)
    outcome = applying.run([item for item in applying.read(one.letter.lines) if not _plain(item)])
    settle_letter(session, row, "accepted", "trial", work.now)
    parcel = work.parcels.by_seat[seat]
    parcel.confirmed = parcel.confirmed or first
    if first or outcome.nothing:
        parcel.trial = Trial(gm=work.mailroom.settings.name, confirmed=True)
    work.parcels.add_outcome(seat, stamp, outcome, (), row)


def still_missing(work: Work) -> None:
    """Say in every thanks of this run whose answers are missing after it; and to the game master
    when the last one that was came.
    """
    missing = tuple(s for s, r in work.seated.seats.items() if r.status == "waiting")
    for parcel in work.parcels.by_seat.values():
        if parcel.trial is not None:
            parcel.trial = replace(parcel.trial, missing=missing)
    names = work.seated.names
    confirmed = any(parcel.confirmed for parcel in work.parcels.by_seat.values())
    if confirmed and not missing and len(names) >= work.seated.game.least_seats:
        told = Ready(work.seated.id, tuple(names.values()))
        work.mailroom.to_gm(work.session, (told,), work.now)


def _plain(item: Item) -> bool:
    return isinstance(item, Now) and item.order.verb == CONFIRMS
