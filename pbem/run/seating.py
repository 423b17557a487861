"""What happens to a seat while its campaign runs: new address, another person, dropped."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace as change
from sqlmodel import Session

from engine.advance import act, expire, opened
from engine.fact import Resigned, Told
from engine.filing import clear, hand_on
from engine.leave import RESIGN
from pbem.campaigns import change_address, hand_over
from pbem.errors import UsageFault
from pbem.intake.undo import forget
from pbem.letters.context import Note, Notice
from pbem.mailroom.picture import posted
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.referee.clock import forgive
from pbem.referee.record import write_step
from pbem.referee.renaming import rename_on_file
from pbem.referee.seated import Seated, load
from pbem.run.faults import rules_at_work
from pbem.run.setup import send_trial
from pbem.run.work import Work


def new_address(office: Office, campaign: str, seat: str, address: str, now: datetime) -> None:
    """Letters of this seat go to another address; its old token is void. The player is told."""
    with office.session() as session:
        seated = load(session, campaign)
        change_address(session, seated.seats[seat], address)
        mailroom = Mailroom(office)
        if seated.state is None:
            send_trial(session, mailroom, seated, seat, now)
            return
        work = Work(session, mailroom, seated, now)
        work.parcels.notice(seat, Note("new-address", {"seat": seat}))
        work.parcels.by_seat[seat].report = True
        work.post()


def another_person(
    office: Office, campaign: str, seat: str, name: str, address: str, now: datetime
) -> None:
    """Another person takes the seat: nothing of the old orders stays, all are told."""
    with office.session() as session:
        seated = load(session, campaign)
        before, old_address = seated.seats[seat].name, seated.seats[seat].address
        hand_over(session, seated, seat, name, address)
        mailroom = Mailroom(office)
        if seated.state is None:
            send_trial(session, mailroom, seated, seat, now)
            return
        forget(session, campaign, seat)
        seated.desk = hand_on(seated.desk, seat)
        # A turn that was left to silence is the new player's from here on.
        forgive(seated)
        rename_on_file(seated)
        _close_offers(session, seated, seat)
        work = Work(session, mailroom, seated, now)
        work.parcels.notice(seat, Note("welcome", {"posted": bool(posted(seated, seat))}))
        work.parcels.by_seat[seat].report = True
        work.notice_all("seat-handed", but=seat, seat=seat, before=before)
        work.post()
        gone = Notice(Note("handed-on", {"seat": seat}))
        mailroom.to_former(session, seated, (before, old_address), gone, now)


def _close_offers(session: Session, seated: Seated, seat: str) -> None:
    """The offers that the seat made are its predecessor's orders, too (test_report_57)."""
    made = tuple(o.id for o in seated.state.offers if o.giver == seat)
    if made:
        write_step(session, seated, expire(seated.state, made, seated.dice, "handed"))


def drop(office: Office, campaign: str, seat: str, now: datetime) -> None:
    """The seat leaves the game at the next turn boundary, as by RESIGN; all are told.

    ``UsageFault`` when it has left already or nothing runs, ``PbemError`` when the rules raise.
    """
    with office.session() as session:
        seated = load(session, campaign)
        check_drop(seated, seat)
        work = Work(session, Mailroom(office), seated, now)
        with rules_at_work(campaign):
            step = act(seated.game, seated.state, seat, RESIGN, seated.dice)
            write_step(session, seated, step._replace(facts=[_by_gm(t) for t in step.facts]))
            seated.desk = clear(seated.desk, seat)
            work.settle(closing=False)
            # Between two turns, or where the turn was his, he has left by now.
            data = {"seat": seat, "later": seat not in seated.state.gone}
            work.notice_all("seat-dropped", but=seat, **data)
            work.parcels.notice(seat, Note("you-dropped", data))
            work.post()


def check_drop(seated: Seated, seat: str) -> None:
    """Refuse to drop who has left already, or from a campaign that does not run."""
    decision = None if seated.state is None else opened(seated.game, seated.state, seat)
    if seated.row.status == "running" and decision is not None and decision.has(RESIGN):
        return
    name, campaign = seated.names[seat], seated.id
    if seated.state is not None and seat in seated.state.leaving:
        told = f"{name} leaves {campaign} already."
    else:
        told = f"{name} cannot be dropped from {campaign} ({seated.row.status})."
    raise UsageFault("cannot-drop", told, f"See: pbem status {campaign}")


def _by_gm(told: Told) -> Told:
    """That the seat leaves, as what it is: the game master's doing."""
    fact = told.fact
    return change(told, fact=change(fact, by="gm")) if isinstance(fact, Resigned) else told
