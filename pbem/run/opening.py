"""Starting a campaign: the first step, and everybody's first report."""

from __future__ import annotations

from datetime import datetime

from engine.filing import suggest
from engine.language.fault import Fault
from engine.standing import read_standing
from pbem.campaigns import add_seat, check_start, name_seats
from pbem.errors import PbemError
from pbem.mailroom.posting import Mailroom
from pbem.office import Office
from pbem.referee.history import beginning
from pbem.referee.seated import Seated, campaign_row, load, seat_rows
from pbem.referee.settle import begin
from pbem.run.setup import send_trial
from pbem.run.work import Work


def join(office: Office, campaign: str, name: str, address: str, now: datetime) -> str:
    """Seat a player and enqueue his trial letter; the seat."""
    with office.session() as session:
        seat = add_seat(session, campaign, name, address)
        session.flush()
        seated = load(session, campaign)
        send_trial(session, Mailroom(office), seated, seat.seat, now)
        return seat.seat


def start(office: Office, campaign: str, now: datetime, *, unconfirmed: bool = False) -> int:
    """Start a campaign: suggested standing orders on file, the game set up, first reports out.

    How many letters were enqueued. ``UsageFault`` when seats are missing or not confirmed.
    """
    with office.session() as session:
        row, seats = campaign_row(session, campaign), seat_rows(session, campaign)
        check_start(seats, row, unconfirmed=unconfirmed)
        name_seats(row, seats)
        seated = load(session, campaign)
        for seat in seated.seats.values():
            seat.status = "ready"
            session.add(seat)
        seated.state = beginning(seated)
        put_suggested_on_file(seated)
        work = Work(session, Mailroom(office), seated, now)
        begin(session, seated, now)
        work.settle(closing=False)
        work.notice_all("started")
        work.parcels.report_to_all()
        return work.post()


def put_suggested_on_file(seated: Seated) -> None:
    """Every seat starts with the game's suggested standing orders."""
    game = seated.game
    lines = read_standing(
        game.suggested_standing(seated.row.variant),
        game.all_forms,
        game.predicates,
        game.lexicon(seated.state, seated.names),
    )
    if isinstance(lines, Fault):
        raise PbemError(
            "suggestion-broken",
            f"A suggested standing order of {game.id} cannot be read: {lines}.",
            "Please report this as a fault of the game.",
        )
    for seat in seated.seats:
        seated.desk = suggest(seated.desk, seat, lines)
