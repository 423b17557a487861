"""The golden campaign again, by mail: Postfix takes every letter, Dovecot keeps it.

Players post their letters by SMTP, the office reads its mailbox by IMAP and posts by SMTP. What
is written, and what arrives, is the golden campaign less what servers add.
"""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.run.tick import tick
from tests.conversations.table import Post
from tests.golden.campaign import ADDRESS, LETTERS, Mail, file_name, play, seat_table
from tests.servers.daemons import HOST
from tests.servers.postfix import Postfix

pytestmark = pytest.mark.servers

Until = Callable[[Callable[[], bool]], None]

SETTINGS = """\
[imap]
host = "127.0.0.1"
port = {imap}
user = "golden"
password = "secret"
tls = "none"
[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
"""


class RealMail(Mail):
    """Letters travel through Postfix and Dovecot."""

    def __init__(self, folder: Path, postfix: Postfix, until: Until) -> None:
        settings = SETTINGS.format(imap=postfix.dovecot.imap, smtp=postfix.port)
        super().__init__(seat_table(folder, settings))
        self._postfix = postfix
        self._until = until
        self._posted = 0

    def bring(self, raw: bytes) -> None:
        """A player posts a letter; it is in the office's mailbox."""
        lines = raw.split(b"\r\n")
        sender, to = (lines[n].decode().partition(": ")[2] for n in (0, 1))
        with smtplib.SMTP(HOST, self._postfix.port) as client:
            client.sendmail(sender.rpartition("<")[2].rstrip(">"), [to], raw)
        self._posted += 1
        self._until(lambda: len(self.mailbox("golden", seen_by_gm=False)) >= self._posted)

    def run(self) -> list[Post]:
        """A run of the office that reads its mailbox and posts what is due."""
        summary = tick(self.table.office, self.table.now)
        assert summary.errors == []
        return self.table.out()

    def mailbox(self, user: str, *, seen_by_gm: bool = True) -> list[bytes]:
        """The letters of a mailbox; of the office's without those to the game master."""
        with IMAPClient(HOST, port=self._postfix.dovecot.imap, ssl=False, timeout=10) as client:
            client.login(user, self._postfix.dovecot.password)
            client.select_folder("INBOX", readonly=True)
            got = client.fetch(client.search(["ALL"]), ["BODY.PEEK[]"])
            found = [bytes(one[b"BODY[]"]) for _, one in sorted(got.items())]
        return [raw for raw in found if seen_by_gm or b"X-PBEM-Loop" not in raw]


def as_written(raw: bytes) -> bytes:
    """A letter without what servers put on top of it, with plain line ends."""
    plain = raw.replace(b"\r\n", b"\n")
    return plain[plain.index(b"\nFrom: ") + 1 :] if not plain.startswith(b"From: ") else plain


def test_the_golden_campaign_through_postfix_and_dovecot(
    tmp_path: Path, postfix: Postfix, until: Until
) -> None:
    """Each letter is written once, arrives once, and is the golden one."""
    mail = RealMail(tmp_path / "office", postfix, until)
    exchange = list(play(mail))
    # The last letters to the game master are posted by one more run.
    mail.run()
    kept = sorted(path.name for path in LETTERS.iterdir())
    assert [file_name(n, name) for n, (name, _) in enumerate(exchange, 1)] == kept
    for name, (_, raw) in zip(kept, exchange, strict=True):
        assert raw.replace(b"\r\n", b"\n") == (LETTERS / name).read_bytes(), name

    for seat, player in (("p1", "anna"), ("p2", "bob"), ("p3", "cleo")):
        wanted = [
            (LETTERS / name).read_bytes()
            for name in kept
            if f"-{seat}-" in name and not name.endswith("-letter.eml")
        ]
        until(partial(_has, mail, f"golden-{player}", len(wanted)))
        arrived = [as_written(raw) for raw in mail.mailbox(f"golden-{player}")]
        assert sorted(arrived) == sorted(wanted)
    assert ADDRESS == "golden@pbem.test"


def _has(mail: RealMail, user: str, count: int) -> bool:
    return len(mail.mailbox(user)) >= count
