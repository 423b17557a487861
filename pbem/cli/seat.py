"""`pbem seat`: who sits where; another address, another person, nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pbem.cli.common import JsonOption, OfficeOption, now, open_office, say, say_json, table, warn
from pbem.cli.group import examples
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pbem.office import Office
    from pbem.store.models import SeatRow

EPILOG = examples(
    "pbem seat sf1",
    "pbem seat sf1 Ann --address ann@new.example.org",
    "pbem seat sf1 p2 --person Eve --address eve@example.org",
    "pbem seat sf1 Bob --drop",
)


def seat(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN")],
    player: Annotated[
        str, typer.Argument(metavar="SEAT", help="A seat (p2) or a player's name.")
    ] = "",
    address: Annotated[str, typer.Option(help="Letters go there from now on.")] = "",
    person: Annotated[
        str, typer.Option(metavar="NAME", help="Somebody else takes the seat; with --address.")
    ] = "",
    drop: Annotated[
        bool, typer.Option("--drop", help="The seat leaves the game; nothing takes that back.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --drop: do not ask first.")] = False,
    json: JsonOption = False,
    office: OfficeOption = None,
) -> None:
    """Show the seats of a campaign, or change one. The players are told of changes.

    A new address or person makes the seat's old reply addresses void.
    """
    from pbem.campaigns import leaving_of
    from pbem.cli.near import campaign_named, seat_named
    from pbem.referee.seated import seat_rows

    opened = open_office(office)
    with opened.reading() as session:
        found = campaign_named(session, campaign)
        campaign, leaving, turn = found.id, leaving_of(found), found.turn
        rows = seat_rows(session, campaign)
        session.expunge_all()
    chosen = seat_named(campaign, rows, player) if player else ""
    if drop:
        _drop(opened, campaign, rows, chosen, alone=not (address or person), asks=not yes)
        return
    if address or person:
        say(_change(opened, campaign, rows, chosen, address, person))
        return
    shown = [seat_data(row, leaving) for key, row in rows.items() if chosen in ("", key)]
    if json:
        say_json(shown)
    else:
        say(
            seat_table(shown, turn)
            or f"{campaign} has no seats yet: pbem join {campaign} NAME ADDRESS"
        )


def seat_data(row: SeatRow, leaving: Collection[str]) -> dict[str, Any]:
    """A seat for scripts; ``leaving``: the seats that leave at the end of the turn."""
    names = ("seat", "name", "address", "status", "zone", "letters", "turn")
    return {**{name: getattr(row, name) for name in names}, "leaving": row.seat in leaving}


def seat_table(seats: Iterable[dict[str, Any]], turn: int) -> str:
    """Seats as lines: id, name, address, zone, and what is to be known of them."""
    return table(
        (s["seat"], s["name"], s["address"], s["zone"], seat_words(s, turn)) for s in seats
    )


_SEATS: Final = {
    "waiting": "trial letter not answered",
    "ready": "confirmed",
    "dropped": "out of the game",
}


def seat_words(seat: dict[str, Any], turn: int) -> str:
    """Whether a seat has answered its trial letter; that it leaves, or has left."""
    if seat["leaving"]:
        return leaves(turn)
    return _SEATS.get(seat["status"]) or str(seat["status"])


def leaves(turn: int) -> str:
    """When who is leaving leaves."""
    return f"leaves at the end of turn {turn}" if turn else "leaves before turn 1"


def _drop(
    office: Office,
    campaign: str,
    rows: dict[str, SeatRow],
    seat: str,
    *,
    alone: bool,
    asks: bool,
) -> None:
    """Nothing is done before the game master said yes, there or on the command line."""
    from pbem.campaigns import leaving_of
    from pbem.referee.seated import campaign_row, load
    from pbem.run import seating

    _require(campaign, seat)
    if not alone:
        raise UsageFault("drop-alone", "--drop goes with no other change.", "")
    who = f"{rows[seat].name} ({seat})"
    with office.reading() as session:
        seated = load(session, campaign, looking=True)
        seating.check_drop(seated, seat)
        when = leaves(seated.row.turn)
    if asks:
        warn(
            f"{who} {when}, as if resigned, and nothing takes that back. To hand the seat on:\n"
            f"pbem seat {campaign} {seat} --person NAME --address ADDRESS"
        )
        typer.confirm(f"Take {who} out of {campaign}?", abort=True)
    seating.drop(office, campaign, seat, now())
    with office.reading() as session:
        row = campaign_row(session, campaign)
        told = leaves(row.turn) if seat in leaving_of(row) else f"is out of {campaign}"
    say(f"{who} {told}; all are told.")


def _require(campaign: str, seat: str) -> None:
    if not seat:
        raise UsageFault("no-seat", "Which seat?", f"pbem seat {campaign} lists them.")


def _change(
    office: Office,
    campaign: str,
    rows: dict[str, SeatRow],
    seat: str,
    address: str,
    person: str,
) -> str:
    from pbem.run import seating

    _require(campaign, seat)
    if person:
        if not address:
            raise UsageFault(
                "no-address", "--person needs --address too.", "Letters must go somewhere."
            )
        seating.another_person(office, campaign, seat, person, address, now())
        return f"{person} has seat {seat} of {campaign} now, in place of {rows[seat].name}."
    seating.new_address(office, campaign, seat, address, now())
    return f"Letters to {rows[seat].name} ({seat}) go to {address} from now on."
