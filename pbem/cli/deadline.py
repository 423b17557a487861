"""`pbem deadline`: move the deadline of a campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.common import OfficeOption, counted, now, open_office, say
from pbem.cli.group import examples
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.deadlines import Deadline

EPILOG = examples("pbem deadline sf1 'Friday 20:00'", "pbem deadline sf1 --later '2 days'")


def deadline(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="It waits for somebody.")],
    moment: Annotated[
        str,
        typer.Argument(metavar="WHEN", help="'Friday 20:00', '3 Dec', in the campaign's zone."),
    ] = "",
    later: Annotated[
        str, typer.Option(metavar="LENGTH", help="Move it on by so much: '2 days'.")
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Although it leaves less than the least notice.")
    ] = False,
    office: OfficeOption = None,
) -> None:
    """Move a campaign's deadline; the players are told.

    It is the deadline of all that the campaign waits for. Without WHEN or --later it is shown. One
    that takes time from somebody leaves the campaign's least notice (pbem show), unless --force.
    """
    from pbem.cli.near import campaign_named
    from pbem.dateparse import parse_moment
    from pbem.dates import format_deadline
    from pbem.deadlines import parse_duration
    from pbem.run.moving import move_deadline

    if moment and later:
        raise UsageFault("two-moments", "WHEN and --later were both given.", "Give one of them.")
    opened = open_office(office)
    with opened.reading() as session:
        row = campaign_named(session, campaign)
        at = _first(session, row.id)
        session.expunge_all()
    if not moment and not later:
        say(f"{row.id}: {format_deadline(at)}" if at else f"{row.id} waits for nobody.")
        return
    if later:
        if at is None:
            raise UsageFault(
                "no-deadline", f"{row.id} waits for nobody.", f"See: pbem status {row.id}"
            )
        to = at.later(parse_duration(later))
    else:
        to = parse_moment(moment, row.zone, now())
    letters = move_deadline(opened, row.id, to, now(), force=force)
    say(f"{row.id}: {format_deadline(to)}; {counted(letters, 'letter')} will tell the players.")


def _first(session: Session, campaign: str) -> Deadline | None:
    """The earliest deadline of what the campaign waits for."""
    from pbem.referee.waiting import deadline_of, pending_rows

    found = [d for d in map(deadline_of, pending_rows(session, campaign)) if d is not None]
    return min(found, key=lambda d: d.utc, default=None)
