"""An office with an outbox, and letters in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.office import Office, make_office
from pbem.outbox import enqueue
from pbem.store.models import OutboxRow

NOW = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
ADDRESS = "gm@pbem.test"

MakeOffice = Callable[..., Office]
Post = Callable[..., list[int]]
Rows = Callable[[Office], list[OutboxRow]]


@pytest.fixture
def office_with(tmp_path: Path) -> Iterator[MakeOffice]:
    """Make an office whose [smtp] is a server on loopback, with further lines."""
    made: list[Office] = []

    def make(port: int, *lines: str) -> Office:
        smtp = ("[smtp]", 'host = "127.0.0.1"', f"port = {port}", "timeout = 5", *lines)
        if not any(line.startswith("tls") for line in lines):
            smtp = (*smtp, 'tls = "none"')
        text = "\n".join(["[office]", f'address = "{ADDRESS}"', *smtp, ""])
        made.append(make_office(tmp_path / f"office{len(made)}", text))
        return made[-1]

    yield make
    for office in made:
        office.close()


def letter(number: int) -> bytes:
    """A letter as the outbox freezes it."""
    head = f"From: {ADDRESS}\r\nTo: p{number}@example.org\r\nMessage-ID: <s{number}@pbem.test>\r\n"
    return f"{head}\r\nYour move, player {number}.\r\n.dot\r\n".encode()


@pytest.fixture
def post() -> Post:
    """Put letters to p1, p2 ... into an office's outbox."""

    def put(office: Office, count: int = 1, now: datetime = NOW) -> list[int]:
        with office.session() as session:
            return [
                enqueue(
                    session,
                    address=f"p{number}@example.org",
                    kind="report",
                    message_id=f"<s{number}@pbem.test>",
                    raw=letter(number),
                    now=now,
                )
                for number in range(1, count + 1)
            ]

    return put


@pytest.fixture
def rows() -> Rows:
    """All rows of an office's outbox, in order."""

    def read(office: Office) -> list[OutboxRow]:
        with office.reading() as session:
            found = list(session.exec(select(OutboxRow).order_by(col(OutboxRow.id))))
            session.expunge_all()
            return found

    return read
