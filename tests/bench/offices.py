"""Offices with many campaigns of Space Freighter under way, and players who answer the letters."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

from sqlmodel import col, select, update

from engine.dice import commitment
from pbem.campaigns import Wanted, add_seat, make_campaign
from pbem.clock import utc_text
from pbem.office import Office, make_office
from pbem.run.opening import start
from pbem.store.models import OutboxRow, PendingRow, SeatRow
from tests.servers.daemons import HOST
from tests.servers.dovecot import Dovecot

NAMES = ("Ann", "Bob", "Cleo", "Dan")
USER = "games"

SETTINGS = """\
[office]
address = "{user}@pbem.test"
[imap]
host = "{host}"
port = {imap}
tls = "none"
user = "{user}"
password = "secret"
[smtp]
host = "{host}"
port = {smtp}
tls = "none"
"""

MAIL = SETTINGS.partition("[imap]")[0]


@dataclass(frozen=True)
class Ports:
    """Where the office's mail comes from and goes to."""

    imap: int
    smtp: int


def settings(user: str, ports: Ports) -> str:
    """The settings file of an office with Dovecot and smtp-sink on loopback."""
    return SETTINGS.format(user=user, host=HOST, imap=ports.imap, smtp=ports.smtp)


def filled_office(folder: Path, text: str, campaigns: int) -> Path:
    """An office in which so many four-seat campaigns wait for a player's first orders.

    The reports of the start count as sent.
    """
    now = datetime.now(UTC)
    office = make_office(folder, text)
    for number in range(1, campaigns + 1):
        add_campaign(office, f"sf{number}", now)
    with office.session() as session:
        session.exec(update(OutboxRow).values(status="sent", sent_at=utc_text(now)))
    office.close()
    return folder


def add_campaign(
    office: Office,
    name: str,
    now: datetime,
    game: str = "space-freighter",
    *,
    seed: bytes = b"",
    waits: Mapping[str, bool] | None = None,
) -> None:
    """One campaign of four players, started.

    ``seed``: of its dice, else a secret one; ``waits``: kinds of window as `pbem new` sets them.
    """
    with office.session() as session:
        deadlines = office.settings.deadlines.for_campaign() | {"waits": dict(waits or {})}
        wanted = Wanted(name, game, "", {}, "UTC", deadlines)
        row = make_campaign(session, wanted, now)
        if seed:
            row.seed, row.commitment = seed, commitment(seed)
        session.flush()
        for player in NAMES:
            add_seat(session, name, player, f"{player.lower()}.{name}@players.test")
            session.flush()
    start(office, name, now, unconfirmed=True)


def copy_office(prepared: Path, folder: Path, text: str) -> Path:
    """A copy with settings of its own."""
    shutil.copytree(prepared, folder)
    (folder / "pbem.toml").write_text(text, encoding="utf-8")
    return folder


def answers(folder: Path, now: datetime) -> Iterator[bytes]:
    """A PLAN letter of every seat, as a mail program answers the last letter it got.

    The plan of the player whose turn it is settles that turn; those of the others wait for a
    hand that they do not have yet.
    """
    office = Office.open(folder)
    with office.reading() as session:
        asked = set(session.exec(select(PendingRow.campaign, PendingRow.seat)))
        seats = session.exec(select(SeatRow).order_by(SeatRow.campaign, SeatRow.seat)).all()
        for seat in seats:
            last = session.exec(
                select(OutboxRow.raw)
                .where(OutboxRow.campaign == seat.campaign, OutboxRow.seat == seat.seat)
                .order_by(col(OutboxRow.id).desc())
            ).first()
            assert last is not None
            orders = PLAN_NOW if (seat.campaign, seat.seat) in asked else PLAN_LATER
            yield answer(last, orders, now)
    office.close()


PLAN_NOW = "PLAN\nDELIVER BEST\nELSE PASS\nELSE SUFFER\n"
PLAN_LATER = "PLAN\nWHEN WORLDS >= 6: DELIVER BEST\nWHEN HAND >= 9 AND DECK < 9: DELIVER BEST\n"


def answer(letter: bytes, orders: str, now: datetime) -> bytes:
    """A reply with the letter quoted below the orders, with CRLF line ends."""
    got = message_from_bytes(letter, policy=policy.default)
    assert isinstance(got, EmailMessage)
    made = EmailMessage(policy=policy.SMTP)
    player = str(got["To"])
    made["Received"] = f"from players.test by pbem.test; {format_datetime(now)}"
    made["From"] = player
    made["To"] = str(got["Reply-To"] or got["From"])
    made["Subject"] = f"Re: {got['Subject']}"
    made["Date"] = format_datetime(now)
    made["Message-ID"] = f"<a.{got['Message-ID']}".replace("<a.<", "<a.")
    made["In-Reply-To"] = str(got["Message-ID"])
    made["References"] = str(got["Message-ID"])
    made["User-Agent"] = "Mozilla Thunderbird"
    text = got.get_content()
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    made.set_content(f"{orders}\nOn {format_datetime(now)}, the referee wrote:\n{quoted}")
    return made.as_bytes()


def deliver(server: Dovecot, user: str, letters: list[bytes]) -> None:
    """Put letters into a user's mailbox, under file names as Dovecot's own delivery makes them."""
    for path in (server.maildir(user).parent, server.maildir(user)):
        path.mkdir()
    for name in ("cur", "new", "tmp"):
        (server.maildir(user) / name).mkdir()
    for number, raw in enumerate(letters):
        stored = raw.replace(b"\r\n", b"\n")
        name = f"{1_700_000_000 + number}.M{number}P1.bench,S={len(stored)},W={len(raw)}"
        (server.maildir(user) / "new" / name).write_bytes(stored)
    if os.getuid() == 0:
        for path in (server.maildir(user).parent, *server.maildir(user).parent.rglob("*")):
            shutil.chown(path, "nobody", "nogroup")
