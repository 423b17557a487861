"""`pbem submit`: the game master enters orders for a seat."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.common import OfficeOption, counted, now, open_office, say
from pbem.cli.group import examples
from pbem.errors import UsageFault

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.intake.outcome import Outcome
    from pbem.letters.voice import Voice
    from pbem.office import Office

EPILOG = examples(
    "pbem submit sf1 Ann orders.txt",
    "echo 'ANSWER PASS' | pbem submit sf1 p2",
)


def submit(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="It is running.")],
    player: Annotated[str, typer.Argument(metavar="SEAT", help="A seat (p2) or a player's name.")],
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="The orders, one a line; else standard input."),
    ] = None,
    office: OfficeOption = None,
) -> None:
    """Enter orders for a seat; the player gets a copy.

    They count as if the player had mailed them, and everything that a letter may hold is allowed.
    Exit code 1: none of it could be used.
    """
    from pbem.cli.near import campaign_named, seat_named
    from pbem.referee.seated import seat_rows
    from pbem.run import entering

    opened = open_office(office)
    with opened.reading() as session:
        campaign = campaign_named(session, campaign).id
        rows = seat_rows(session, campaign)
        seat = seat_named(campaign, rows, player)
        session.expunge_all()
    outcome = entering.submit(opened, campaign, seat, _text(file), now())
    with opened.reading() as session:
        say(told(outcome, _voice(opened, session, campaign, seat)))
    say(f"A copy goes to {rows[seat].name} ({rows[seat].address}) with the next run.")
    if not any(one.worked or one.asked for one in (outcome, outcome.tried) if one is not None):
        raise typer.Exit(1)


def _voice(office: Office, session: Session, campaign: str, seat: str) -> Voice:
    """The words in which the player's copy says why a line was refused."""
    from pbem.letters.context import Needs
    from pbem.letters.voice import Voice
    from pbem.mailroom.picture import campaign_of, reader_of
    from pbem.mailroom.posting import Mailroom
    from pbem.referee.seated import load

    seated = load(session, campaign)
    book = Mailroom(office).library.book(seated.game, campaign)
    return Voice(book, campaign_of(seated, seat), reader_of(seated, seat), Needs())


def told(outcome: Outcome, voice: Voice) -> str:
    """What became of each line, and below a CHECK what would have."""
    tried = outcome.tried
    # What is asked below a CHECK is answered all the same, and counted above it, too.
    lines = _lines(outcome, outcome.asked - (tried.asked if tried else 0), voice)
    if tried is not None:
        lines += [f"{'CHECK':8}  nothing below it is kept", *_lines(tried, tried.asked, voice)]
    return "\n".join(lines) or "There was nothing in it."


def _lines(outcome: Outcome, asked: int, voice: Voice) -> list[str]:
    reason, usages = voice.base["reason"], voice.base["usages_of"]
    lines = [f"{kept.what:8}  ; {line.text}" for kept in outcome.kept for line in kept.lines]
    lines += [f"{'done':8}  ; {done.text}" for done in outcome.done]
    if asked:
        lines.append(f"{'asked':8}  {counted(asked, 'question')}, answered in his copy")
    for refused in outcome.refused:
        near = f" Nearest: {', '.join(refused.candidates)}." if refused.candidates else ""
        usage = f" Possible: {' or '.join(usages(refused))}" if refused.usage else ""
        lines.append(f"REFUSED   line {refused.line} | {refused.typed}")
        lines.append(f"{'':8}  {reason(refused)}{near or usage}")
    lines += [f"not read  | {line}" for line in outcome.unread]
    return lines


def _text(file: Path | None) -> str:
    try:
        raw = file.read_bytes() if file and str(file) != "-" else sys.stdin.buffer.read()
    except OSError as error:
        raise UsageFault(
            "no-file", f"{file} cannot be read: {error.strerror}.", "Name a file with orders."
        ) from error
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageFault("not-utf8", "The orders are not UTF-8 text.", "Save them so.") from None
