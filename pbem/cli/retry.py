"""`pbem retry`: a halted campaign, or a letter that was set aside, once more."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.common import OfficeOption, counted, now, open_office, say
from pbem.cli.group import examples

EPILOG = examples("pbem retry sf1", "pbem retry 12")


def retry(
    what: Annotated[
        str, typer.Argument(metavar="CAMPAIGN|LETTER", help="A campaign, or a letter's number.")
    ],
    office: OfficeOption = None,
) -> None:
    """Try a halted campaign, or a letter set aside, again.

    After a halt everybody has at least the minimum notice. The numbers of letters are those of
    pbem inbox.
    """
    from pbem.cli.near import campaign_named
    from pbem.run import mending

    opened = open_office(office)
    if what.isdecimal():
        mending.retry_letter(opened, int(what), now())
        say(f"Letter {what} is read again by the next run.")
        return
    with opened.reading() as session:
        campaign = campaign_named(session, what).id
    read = mending.retry_campaign(opened, campaign, now())
    say(f"{campaign} goes on; {counted(read, 'letter')} that waited for it, and all are told.")
