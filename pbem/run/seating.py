"""What happens to a seat while its campaign runs: new address, another person, dropped."""

from __future__ import annotations

from datetime import datetime

from engine.advance import act, opened
from engine.decision import Order
from engine.desk import clear
from pbem.campaigns import change_address, hand_over
from pbem.errors import UsageFault
from pbem.letters.context import Note, Notice
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.referee.record import write_step
from pbem.referee.seated import load, save_desk
from pbem.referee.settle import settle
from pbem.run.parcels import Parcels
from pbem.run.setup import send_trial


def new_address(office: Office, campaign: str, seat: str, address: str, now: datetime) -> None:
    """Letters of this seat go to another address; its old token is void. The player is told."""
    with office.session() as session:
        seated = load(session, campaign)
        change_address(session, seated.seats[seat], address)
        mailroom = Mailroom(office)
        if seated.state is None:
            send_trial(session, mailroom, seated, seat, now)
            return
        parcels = Parcels(session, mailroom, seated)
        parcels.by_seat[seat].notices.append(Notice(Note("new-address", {"seat": seat})))
        parcels.report_to.add(seat)
        parcels.post(now)


def another_person(
    office: Office, campaign: str, seat: str, name: str, address: str, now: datetime
) -> None:
    """Another person takes the seat: nothing of the old orders stays, all are told."""
    with office.session() as session:
        seated = load(session, campaign)
        hand_over(session, seated, seat, name, address)
        mailroom = Mailroom(office)
        if seated.state is None:
            send_trial(session, mailroom, seated, seat, now)
            return
        seated.desk = clear(seated.desk, seat)
        save_desk(session, seated)
        parcels = Parcels(session, mailroom, seated)
        parcels.by_seat[seat].notices.append(Notice(Note("welcome")))
        parcels.notice_all(Note("seat-handed", {"seat": seat}), but=seat)
        parcels.report_to.add(seat)
        parcels.post(now)


def drop(office: Office, campaign: str, seat: str, now: datetime) -> None:
    """The seat leaves the game at the next turn boundary, as by RESIGN; all are told."""
    with office.session() as session:
        seated = load(session, campaign)
        order = Order("RESIGN")
        decision = None if seated.state is None else opened(seated.game, seated.state, seat)
        if seated.row.status != "running" or decision is None or not decision.has(order):
            raise UsageFault(
                "cannot-drop",
                f"{seated.names[seat]} cannot be dropped from {campaign} ({seated.row.status}).",
                f"See: pbem status {campaign}",
            )
        parcels = Parcels(session, Mailroom(office), seated)
        write_step(session, seated, act(seated.game, seated.state, seat, order, seated.dice))
        seated.desk = clear(seated.desk, seat)
        settled = settle(session, seated, now, closing=False)
        seated.seats[seat].status = "dropped"
        session.add(seated.seats[seat])
        parcels.add_settlement(settled.asked, settled.notes)
        parcels.notice_all(Note("seat-dropped", {"seat": seat}))
        parcels.post(now)
