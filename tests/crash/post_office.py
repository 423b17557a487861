"""An SMTP server (aiosmtpd) that counts what it accepts, and an office that posts there."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from sqlmodel import col, select

from pbem.clock import utc_text
from pbem.office import Office
from pbem.store.models import FactRow, LetterRow, OrderedRow, OutboxRow
from tests.conversations.table import Table
from tests.servers.daemons import HOST, free_ports

SETTINGS = """\
[maildir]
path = "mail"
[smtp]
host = "127.0.0.1"
port = {port}
tls = "none"
connections = 1
"""


@dataclass
class Accepted:
    """The letters that the server accepted: Message-ID and bytes, in order."""

    letters: list[tuple[str, bytes]] = field(default_factory=list)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """Accept a letter."""
        raw = bytes(envelope.content)
        self.letters.append((str(message_from_bytes(raw)["Message-ID"]), raw))
        return "250 accepted"

    @property
    def times(self) -> Counter[str]:
        """How often each Message-ID was accepted."""
        return Counter(number for number, _ in self.letters)


@contextmanager
def serving() -> Iterator[tuple[Accepted, int]]:
    """The server while the block runs, and its port."""
    accepted = Accepted()
    (port,) = free_ports(1)
    controller = Controller(accepted, hostname=HOST, port=port)
    controller.start()
    try:
        yield accepted, port
    finally:
        controller.stop()


def put_in_mailbox(folder: Path, name: str, raw: bytes) -> None:
    """A letter is delivered as a file, as a mail server does."""
    for part in ("new", "cur", "tmp"):
        (folder / "mail" / part).mkdir(parents=True, exist_ok=True)
    (folder / "mail" / "new" / name).write_bytes(raw)


class Runs:
    """Runs in processes of their own (``tests.crash.child``)."""

    def __init__(self, checkout: Path) -> None:
        command = [sys.executable, "-m", "tests.crash.child"]
        self._process = subprocess.Popen(
            command, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, office: Path, now: datetime, *kill: str) -> int:
        """One run, killed where the words say; its exit code, negative: the signal."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(str(office), utc_text(now), *kill, sep="\t", file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """No more runs."""
        self._process.communicate()


def state_of(office: Office) -> dict[str, Any]:
    """All that must be the same however often a run was killed."""
    with office.reading() as session:
        letters = session.exec(select(LetterRow).order_by(col(LetterRow.id)))
        outbox = session.exec(select(OutboxRow).order_by(col(OutboxRow.id)))
        facts = session.exec(select(FactRow).order_by(col(FactRow.n)))
        ordered = session.exec(select(OrderedRow).order_by(col(OrderedRow.n)))
        table = Table.__new__(Table)
        table.office, table._campaign = office, "sf1"
        return {
            "campaign": table.snapshot(),
            "letters": [(row.message_id, row.status, row.reason, row.receipt) for row in letters],
            "facts": [(row.n, row.kind, row.fields, row.audience) for row in facts],
            "ordered": [(row.seat, row.text, row.outcome) for row in ordered],
            "outbox": [(row.message_id, row.kind, row.raw, row.status) for row in outbox],
        }
