"""`pbem seat`: who sits where; another address, another person, nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import JsonOption, OfficeOption, now, open_office, say, say_json, table
from pbem.cli.group import examples
from pbem.errors import UsageFault

if TYPE_CHECKING:
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
    drop: Annotated[bool, typer.Option("--drop", help="The seat leaves the game.")] = False,
    json: JsonOption = False,
    office: OfficeOption = None,
) -> None:
    """Show the seats of a campaign, or change one. The players are told of changes.

    A new address or person makes the seat's old reply addresses void.
    """
    from pbem.cli.near import campaign_named, seat_named
    from pbem.referee.seated import seat_rows

    opened = open_office(office)
    with opened.reading() as session:
        campaign = campaign_named(session, campaign).id
        rows = seat_rows(session, campaign)
        session.expunge_all()
    chosen = seat_named(campaign, rows, player) if player else ""
    if address or person or drop:
        say(_change(opened, campaign, rows, chosen, address, person, drop=drop))
        return
    shown = [row for key, row in rows.items() if chosen in ("", key)]
    if json:
        say_json([seat_data(row) for row in shown])
    else:
        say(seat_table(shown) or f"{campaign} has no seats yet: pbem join {campaign} NAME ADDRESS")


def seat_data(row: SeatRow) -> dict[str, Any]:
    """A seat for scripts."""
    names = ("seat", "name", "address", "status", "zone", "letters", "turn")
    return {name: getattr(row, name) for name in names}


def seat_table(rows: list[SeatRow]) -> str:
    """Seats as lines: id, name, address, and what is still missing."""
    words = {"waiting": "trial letter not answered", "dropped": "out of the game", "ready": ""}
    return table((r.seat, r.name, r.address, r.zone, words.get(r.status, r.status)) for r in rows)


def _change(
    office: Any,
    campaign: str,
    rows: dict[str, SeatRow],
    seat: str,
    address: str,
    person: str,
    *,
    drop: bool,
) -> str:
    from pbem.run import seating

    if not seat:
        raise UsageFault("no-seat", "Which seat?", f"pbem seat {campaign} lists them.")
    if drop and (address or person):
        raise UsageFault("drop-alone", "--drop goes with no other change.", "")
    if drop:
        seating.drop(office, campaign, seat, now())
        return f"{rows[seat].name} ({seat}) leaves {campaign}; all are told."
    if person:
        if not address:
            raise UsageFault(
                "no-address", "--person needs --address too.", "Letters must go somewhere."
            )
        seating.another_person(office, campaign, seat, person, address, now())
        return f"{person} has seat {seat} of {campaign} now, in place of {rows[seat].name}."
    seating.new_address(office, campaign, seat, address, now())
    return f"Letters to {rows[seat].name} ({seat}) go to {address} from now on."
