"""`pbem outbox`: letters of ours, and how far each got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.common import (
    JsonOption,
    OfficeOption,
    SpoilersOption,
    open_office,
    say,
    say_json,
    table,
    when,
)
from pbem.cli.group import examples
from pbem.cli.listing import CampaignOption, LimitOption, WordsArgument, newest, number_of, statuses
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.cli.sight import Sight
    from pbem.store.models import OutboxRow

EPILOG = examples("pbem outbox", "pbem outbox show 12", "pbem outbox list --status failed,doubt")

STATUSES = ("pending", "sending", "sent", "failed", "doubt")


def outbox(
    words: WordsArgument = None,
    status: Annotated[str, typer.Option(metavar="STATUS,...", help=f"{', '.join(STATUSES)}.")] = "",
    campaign: CampaignOption = "",
    limit: LimitOption = 30,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
    office: OfficeOption = None,
) -> None:
    """List the letters that go out, or show one.

    The newest come first; one is shown as it was written.
    """
    from pbem.cli.near import campaign_named
    from pbem.cli.sight import sight_of
    from pbem.store.models import OutboxRow

    number = number_of(words or [])
    opened = open_office(office)
    zone = opened.settings.deadlines.zone
    with opened.reading() as session:
        sight = sight_of(session, opened, spoilers=spoilers)
        if number:
            data = _one(session, number, sight)
            say_json(data) if json else say(_shown(data, zone))
            return
        only = campaign_named(session, campaign).id if campaign else ""
        found = newest(session, OutboxRow, statuses(status, STATUSES), only, limit)
        rows = [letter_data(row, sight) for row in found]
    if json:
        say_json(rows)
    else:
        say(table(_cells(row, zone) for row in rows) or "There is no such letter.")


def letter_data(row: OutboxRow, sight: Sight) -> dict[str, Any]:
    """A letter of ours for scripts. That it was written to whom is no secret: its text is.

    A receipt, though, tells that its reader has answered, and a reminder that he has not.
    """
    telling = row.kind in ("receipt", "reminder") and not sight.sees(row.campaign, row.seat)
    return {
        "id": row.id,
        "written": row.created_at,
        "status": row.status,
        "kind": row.kind,
        "campaign": row.campaign,
        "seat": None if telling else row.seat,
        "address": "(a player)" if telling else row.address,
        "attempts": row.attempts,
        "sent": row.sent_at,
        "next": row.next_at if row.status in ("pending", "doubt") else None,
        "error": row.last_error,
        "message_id": row.message_id,
    }


def _cells(letter: dict[str, Any], zone: str) -> tuple[object, ...]:
    where = " ".join(filter(None, (letter["campaign"], letter["seat"])))
    written = when(letter["written"], zone)
    return (
        letter["id"],
        written,
        letter["status"],
        letter["kind"],
        where,
        letter["address"],
        letter["error"],
    )


def _one(session: Session, number: int, sight: Sight) -> dict[str, Any]:
    from email import message_from_bytes, policy

    from pbem.store.models import OutboxRow

    row = session.get(OutboxRow, number)
    if row is None:
        raise UsageFault("no-letter", f"There is no letter {number}.", "pbem outbox lists them.")
    if not sight.sees(row.campaign, row.seat):
        raise UsageFault(
            "spoiler",
            f"Letter {number} is to another player of a campaign that you play in.",
            "--spoilers shows it all the same.",
        )
    message = message_from_bytes(row.raw, policy=policy.default)
    part = message.get_body(("plain",))
    return {
        **letter_data(row, sight),
        "subject": str(message["Subject"] or ""),
        "reply_to": str(message["Reply-To"] or ""),
        "text": part.get_content() if part else "",
    }


def _shown(letter: dict[str, Any], zone: str) -> str:
    sent = f", sent {when(letter['sent'], zone)}" if letter["sent"] else ""
    error = [f"Error     {letter['error']}"] if letter["error"] else []
    return "\n".join(
        (
            f"Letter {letter['id']}, {letter['kind']}, {letter['status']}{sent}",
            f"To        {letter['address']}",
            f"Subject   {letter['subject']}",
            f"Written   {when(letter['written'], zone)}; {letter['message_id']}",
            *error,
            "",
            letter["text"].rstrip(),
        )
    )
