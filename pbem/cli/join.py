"""`pbem join`: seat a player."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.common import OfficeOption, now, open_office, say
from pbem.cli.group import examples

EPILOG = examples("pbem join sf1 Ann ann@example.org", "pbem join sf1 'Mary Ann' mary@example.org")


def join(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Not started yet.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The player's name at the table.")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Where he reads his mail.")],
    office: OfficeOption = None,
) -> None:
    """Seat a player in the next free place, clockwise.

    The next run of process mails a trial letter, which the player answers once with any word.
    """
    from pbem.cli.near import campaign_named
    from pbem.run import opening

    opened = open_office(office)
    with opened.reading() as session:
        campaign = campaign_named(session, campaign).id
    seat = opening.join(opened, campaign, name, address, now())
    say(f"{name} has seat {seat} of {campaign}. A trial letter to {address} goes out next.")
