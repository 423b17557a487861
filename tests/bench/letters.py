"""A thousand letters: 250 four-seat campaigns, a PLAN letter of every seat, each settles a turn."""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import TypeVar

from tests.bench.common import PBEM, need_servers, note
from tests.bench.offices import Ports, answers, copy_office, deliver, filled_office, settings
from tests.servers.dovecot import Dovecot, running_dovecot
from tests.servers.postfix import Sink, running_sink

T = TypeVar("T")

CAMPAIGNS = 250
LETTERS = 4 * CAMPAIGNS
BARE = Path(__file__).with_name("bare_letters.py")


@dataclass
class Post:
    """The servers, and an office to take copies of with the letters that wait for it."""

    top: Path
    dovecot: Dovecot
    sink: Sink
    office: Path
    letters: list[bytes]
    text: Path
    runs: int = field(default=0)

    def _mailbox(self) -> str:
        self.runs += 1
        user = f"games{self.runs}"
        deliver(self.dovecot, user, self.letters)
        return user

    def bare(self, by: Callable[[list[str | Path], Path], T]) -> T:
        """One run of the bare program over a fresh mailbox, measured `by` this."""
        ports = (str(self.dovecot.imap), str(self.sink.port))
        more = (*ports, self._mailbox(), str(LETTERS), self.text)
        return by([sys.executable, BARE, *more], self.top)

    def ours(self, by: Callable[[list[str | Path], Path], T]) -> T:
        """One run of `pbem process` over a fresh mailbox and a fresh copy of the office."""
        user = self._mailbox()
        text = settings(user, Ports(self.dovecot.imap, self.sink.port))
        office = copy_office(self.office, self.top / user, text)
        turns = _turns(office)
        measured = by([PBEM, "process"], office)
        _check(office, turns)
        return measured


def _turns(office: Path) -> dict[str, int]:
    with closing(sqlite3.connect(office / "pbem.sqlite3")) as database:
        return dict(database.execute("SELECT id, turn FROM campaign").fetchall())


def _check(office: Path, before: dict[str, int]) -> None:
    """Every letter was used, every campaign settled a turn, every seat got a letter."""
    with closing(sqlite3.connect(office / "pbem.sqlite3")) as database:
        (used,) = database.execute(
            "SELECT count(*) FROM letter WHERE status = 'accepted'"
        ).fetchone()
        (sent,) = database.execute(
            "SELECT count(*) FROM outbox WHERE status = 'sent' AND reply_to_letter IS NOT NULL"
        ).fetchone()
    settled = sum(turn > before[name] for name, turn in _turns(office).items())
    if (used, sent, settled) != (LETTERS, LETTERS, CAMPAIGNS):
        raise RuntimeError(f"{used} letters used, {sent} sent, {settled} campaigns settled a turn")


@contextmanager
def thousand_letters() -> Iterator[Post]:
    """Start the servers and make the office."""
    need_servers()
    with (
        tempfile.TemporaryDirectory(prefix="pbem-bench-") as name,
        running_dovecot() as dovecot,
        running_sink() as sink,
    ):
        top = Path(name)
        note(f"making {CAMPAIGNS} campaigns")
        text = settings("games0", Ports(dovecot.imap, sink.port))
        office = filled_office(top / "office", text, CAMPAIGNS)
        letters = list(answers(office, datetime.now(UTC)))
        yield Post(top, dovecot, sink, office, letters, _typical(top, letters[0]))


def _typical(top: Path, answer: bytes) -> Path:
    """The text of one of our reports, for the bare program to send."""
    letter = message_from_bytes(answer, policy=policy.default)
    assert isinstance(letter, EmailMessage)
    lines = [line[2:] for line in letter.get_content().splitlines() if line.startswith("> ")]
    path = top / "report.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
