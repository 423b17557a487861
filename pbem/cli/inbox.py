"""`pbem inbox`: letters that came in, and what became of them."""

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
    from collections.abc import Mapping

    from sqlmodel import Session

    from pbem.cli.sight import Sight
    from pbem.store.models import LetterRow

EPILOG = examples("pbem inbox", "pbem inbox show 12", "pbem inbox list --status held,shunted")

STATUSES = ("new", "accepted", "refused", "ignored", "held", "shunted")
HIDDEN = "(a player)"


def inbox(
    words: WordsArgument = None,
    status: Annotated[
        str,
        typer.Option(metavar="STATUS,...", help=f"{', '.join(STATUSES)}."),
    ] = "",
    campaign: CampaignOption = "",
    limit: LimitOption = 30,
    json: JsonOption = False,
    spoilers: SpoilersOption = False,
    office: OfficeOption = None,
) -> None:
    """List the letters that came in, or show one.

    The newest come first; one is shown with its outcome. pbem retry N has a letter that was set
    aside read again.
    """
    from pbem.cli.near import campaign_named
    from pbem.cli.sight import sight_of
    from pbem.store.models import LetterRow

    number = number_of(words or [])
    opened = open_office(office)
    zone = opened.settings.deadlines.zone
    with opened.reading() as session:
        sight = sight_of(session, opened, spoilers=spoilers)
        seats = _registered(session, sight)
        if number:
            data = _one(session, number, sight, seats)
            say_json(data) if json else say(_shown(data, zone))
            return
        only = campaign_named(session, campaign).id if campaign else ""
        rows = newest(session, LetterRow, statuses(status, STATUSES), only, limit)
        listed = [letter_data(row, sight, seats) for row in rows]
    if json:
        say_json(listed)
    else:
        say(table(_cells(letter, zone) for letter in listed) or "There is no such letter.")


def letter_data(
    row: LetterRow, sight: Sight, seats: Mapping[str, set[tuple[str, str]]]
) -> dict[str, Any]:
    """A letter for scripts; of another player of the game master's own table less."""
    seen = _is_seen(row, sight, seats)
    return {
        "id": row.id,
        "received": row.received_at,
        "source": row.source,
        "status": row.status,
        "reason": row.reason if seen else "",
        "campaign": row.campaign,
        "seat": row.seat if seen else None,
        "sender": row.sender if seen else HIDDEN,
        "receipt": row.receipt if seen else None,
        "size": row.size,
    }


def _registered(session: Session, sight: Sight) -> dict[str, set[tuple[str, str]]]:
    """Seats by address, in campaigns in which the game master plays."""
    from sqlmodel import col, select

    from pbem.store.models import AddressRow

    found: dict[str, set[tuple[str, str]]] = {}
    for row in session.exec(select(AddressRow).where(col(AddressRow.campaign).in_(sight.own))):
        found.setdefault(row.address, set()).add((row.campaign, row.seat))
    return found


def _is_seen(row: LetterRow, sight: Sight, seats: Mapping[str, set[tuple[str, str]]]) -> bool:
    """Whether the letter may be shown: also one that nobody has read yet may hold orders."""
    if row.campaign is not None:
        return sight.sees(row.campaign, row.seat)
    return all(sight.sees(*one) for one in seats.get(_sender(row), ()))


def _sender(row: LetterRow) -> str:
    if row.sender:
        return row.sender
    from pbem.reading import read_letter

    read = read_letter(row.raw, truncated=row.truncated)
    return read.sender.address if read.sender else ""


def _cells(letter: dict[str, Any], zone: str) -> tuple[object, ...]:
    what = f"{letter['status']}{' ' + letter['reason'] if letter['reason'] else ''}"
    where = " ".join(filter(None, (letter["campaign"], letter["seat"])))
    return (letter["id"], when(letter["received"], zone), what, where, letter["sender"])


def _one(
    session: Session, number: int, sight: Sight, seats: Mapping[str, set[tuple[str, str]]]
) -> dict[str, Any]:
    from sqlmodel import col, select

    from pbem.store.models import LetterRow, OrderedRow

    row = session.get(LetterRow, number)
    if row is None:
        raise UsageFault("no-letter", f"There is no letter {number}.", "pbem inbox lists them.")
    if not _is_seen(row, sight, seats):
        raise UsageFault(
            "spoiler",
            f"Letter {number} is of another player of a campaign that you play in.",
            "--spoilers shows it all the same.",
        )
    orders = session.exec(
        select(OrderedRow).where(OrderedRow.letter == number).order_by(col(OrderedRow.n))
    )
    return {
        **letter_data(row, sight, seats),
        **_read(row),
        "detail": row.detail,
        "orders": [
            {"line": o.line_no, "text": o.text, "outcome": o.outcome, "reason": o.reason}
            for o in orders
        ],
    }


def _read(row: LetterRow) -> dict[str, Any]:
    """Subject and text as they were read; of what cannot be read the bytes as text."""
    from pbem.letters.layout import clean
    from pbem.reading import read_letter

    if row.source == "submit":
        lines = row.raw.decode("utf-8", "replace").splitlines()
        return {"subject": "", "text": [clean(line, 1000) for line in lines], "not_read": []}
    letter = read_letter(row.raw, truncated=row.truncated)
    return {
        "subject": clean(letter.subject),
        "text": [clean(line.raw, 1000) for line in letter.lines],
        "not_read": [clean(line, 1000) for line in letter.unread],
    }


def _shown(letter: dict[str, Any], zone: str) -> str:
    place = f"{letter['campaign'] or 'no campaign'} {letter['seat'] or ''}".rstrip()
    parts = [
        f"Letter {letter['id']}, {when(letter['received'], zone)}, by {letter['source']}",
        f"From     {letter['sender'] or '(nobody can be read)'}",
        f"Subject  {letter['subject']}",
        " ".join(filter(None, ("Outcome ", letter["status"], letter["reason"], f"({place})"))),
        "",
        *(f"| {line}" for line in letter["text"]),
    ]
    if letter["not_read"]:
        parts += ["", "Not read:", *(f"| {line}" for line in letter["not_read"])]
    if letter["orders"]:
        rows = ((o["outcome"], o["reason"], f"; {o['text']}") for o in letter["orders"])
        parts += ["", table(rows)]
    if letter["detail"]:
        parts += ["", letter["detail"].rstrip()]
    return "\n".join(parts)
