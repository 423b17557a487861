"""An office that collects letters, and a small IMAP mailbox for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlmodel import col, select

from pbem.office import Office, make_office
from pbem.sources import Collected, collect
from pbem.store.models import LetterRow
from tests.servers.fakes import FakeImap

NOW = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)

MakeOffice = Callable[..., Office]
Rows = Callable[[Office], list[LetterRow]]


@pytest.fixture
def office_with(tmp_path: Path) -> Iterator[MakeOffice]:
    """Make an office with the given lines after [office]."""
    made: list[Office] = []

    def make(*lines: str) -> Office:
        text = "\n".join(["[office]", 'address = "gm@pbem.test"', *lines, ""])
        made.append(make_office(tmp_path / f"office{len(made)}", text))
        return made[-1]

    yield make
    for office in made:
        office.close()


def imap(port: int, *lines: str, user: str = "gm") -> tuple[str, ...]:
    """The lines of an [imap] section for a server on loopback."""
    given = ("[imap]", 'host = "127.0.0.1"', f"port = {port}", f'user = "{user}"')
    tls = () if any(line.startswith("tls") for line in lines) else ('tls = "none"',)
    return (*given, 'password = "secret"', "timeout = 5", *tls, *lines)


def run(office: Office, now: datetime = NOW) -> Collected:
    """One look into the mailboxes."""
    with office.session() as session:
        return collect(office, session, now)


@pytest.fixture
def rows() -> Rows:
    """All rows of an office's ledger, in order of arrival."""

    def read(office: Office) -> list[LetterRow]:
        with office.reading() as session:
            found = list(session.exec(select(LetterRow).order_by(col(LetterRow.id))))
            session.expunge_all()
            return found

    return read


def letter(number: int, text: str = "MOVE 3", message_id: str | None = None) -> bytes:
    """A player's letter."""
    own = f"<m{number}@example.org>" if message_id is None else message_id
    head = f"Message-ID: {own}\r\n" if own else ""
    return (
        f"From: bob@example.org\r\nTo: gm@pbem.test\r\nDate: Thu, 3 Dec 2026 18:0{number % 10}:00"
        f" +0000\r\n{head}Subject: orders\r\n\r\n{text}\r\n"
    ).encode()


@dataclass
class Mailbox:
    """A scripted mailbox: letters by UID, those it keeps to itself, and lines nobody asked for."""

    letters: dict[int, bytes] = field(default_factory=dict)
    validity: int = 7
    withheld: set[int] = field(default_factory=set)
    unasked: str = ""
    sizes: dict[int, int] = field(default_factory=dict)
    server: FakeImap | None = None

    def __call__(self, command: str) -> bytes | None:
        """The script of a `FakeImap`."""
        verb = " ".join(command.split()[:2]).upper()
        if verb.startswith(("EXAMINE", "SELECT")):
            following = max(self.letters, default=0) + 1
            return (
                f"* {len(self.letters)} EXISTS\r\n* OK [UIDVALIDITY {self.validity}]\r\n"
                f"* OK [UIDNEXT {following}]\r\n"
            ).encode()
        if verb == "UID SEARCH":
            found = " ".join(map(str, sorted(self._asked(command.split()[-1]))))
            return f"* SEARCH {found}\r\n".encode()
        if verb == "UID FETCH":
            return self._fetch(command)
        return None

    def _asked(self, numbers: str) -> set[int]:
        """The UIDs of a set; `n:*` names the last one whatever n is (RFC 3501, 6.4.8)."""
        last = max(self.letters, default=0)
        found: set[int] = set()
        for part in numbers.split(","):
            low, _, high = part.partition(":")
            first, final = int(low), last if high == "*" else int(high or low)
            if high == "*" and first > last:
                first = last
            found |= {uid for uid in self.letters if first <= uid <= final}
        return found

    def _fetch(self, command: str) -> bytes:
        _, _, numbers, items = command.split(" ", 3)
        part = re.search(r"BODY\.PEEK\[\]<0\.(\d+)>", items)
        answer = self.unasked.encode()
        for uid in sorted(self._asked(numbers)):
            raw = self.letters[uid]
            said = [b"UID %d" % uid]
            if "RFC822.SIZE" in items:
                said.append(b"RFC822.SIZE %d" % self.sizes.get(uid, len(raw)))
            if "INTERNALDATE" in items:
                said.append(b'INTERNALDATE "03-Dec-2026 19:30:00 +0100"')
            if "BODY.PEEK[]" in items and uid not in self.withheld:
                body = raw[: int(part.group(1))] if part else raw
                name = b"BODY[]<0>" if part else b"BODY[]"
                said.append(b"%s {%d}\r\n%s" % (name, len(body), body))
            answer += b"* %d FETCH (%s)\r\n" % (uid, b" ".join(said))
        return answer
