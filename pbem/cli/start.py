"""`pbem start`: begin a campaign."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.common import OfficeOption, counted, now, open_office, say
from pbem.cli.group import examples

EPILOG = examples("pbem start sf1", "pbem start sf1 --unconfirmed")


def start(
    campaign: Annotated[
        str, typer.Argument(metavar="CAMPAIGN", help="It is set up, its players are seated.")
    ],
    unconfirmed: Annotated[
        bool,
        typer.Option("--unconfirmed", help="Although somebody has not answered his trial letter."),
    ] = False,
    office: OfficeOption = None,
) -> None:
    """Start a campaign: everybody's first report goes out.

    There must be as many players as the game needs, and all must have answered their trial
    letters; who has not is named. Nobody can join afterwards.
    """
    from pbem.cli.near import campaign_named
    from pbem.run import opening

    opened = open_office(office)
    with opened.reading() as session:
        campaign = campaign_named(session, campaign).id
    letters = opening.start(opened, campaign, now(), unconfirmed=unconfirmed)
    say(f"{campaign} has begun; {counted(letters, 'letter')} will go out with the next run.")
