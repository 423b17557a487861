"""The demonstration's own SMTP and IMAP servers."""

from __future__ import annotations

import gc
import smtplib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.demo.mailboxes import mailbox_of
from pbem.demo.servers import HOST, PASSWORD, Servers, start

NOW = datetime(2026, 3, 6, 22, 35, tzinfo=UTC)
LETTER = (
    b"From: anna@demo.invalid\r\nTo: gm+st7@demo.invalid\r\nSubject: orders\r\n\r\nMOVE 3\r\n.\r\n"
)


def send(servers: Servers, to: str, raw: bytes = LETTER) -> None:
    with smtplib.SMTP(servers.host, servers.smtp_port, timeout=10) as client:
        client.sendmail("anna@demo.invalid", [to], raw)


def login(servers: Servers, user: str) -> IMAPClient:
    client = IMAPClient(servers.host, port=servers.imap_port, ssl=False, timeout=10)
    client.login(user, PASSWORD)
    return client


def test_a_tagged_letter_is_read_over_imap_as_it_was_sent(tmp_path: Path) -> None:
    with start(tmp_path, clock=lambda: NOW) as servers, login(servers, "gm") as client:
        before = client.folder_status("INBOX", ["UIDNEXT", "UIDVALIDITY"])
        send(servers, "gm+st7.t1.p2.abc@demo.invalid")
        assert client.folder_status("INBOX")[b"UIDNEXT"] == before[b"UIDNEXT"] + 1
        client.normalise_times = False
        client.select_folder("INBOX", readonly=True)
        (uid,) = client.search(["UID", f"{before[b'UIDNEXT']}:*"])
        got = client.fetch([uid], ["BODY.PEEK[]", "INTERNALDATE", "RFC822.SIZE"])[uid]
    raw = got[b"BODY[]"]
    assert b"Delivered-To: gm+st7.t1.p2.abc@demo.invalid" in raw
    assert raw.replace(b"\r\n", b"\n").endswith(b"\n\nMOVE 3\n.\n")
    assert got[b"INTERNALDATE"].timestamp() == NOW.timestamp()
    assert got[b"RFC822.SIZE"] == len(raw)


def test_whoever_is_written_to_has_a_mailbox_and_it_stays_on_disk(tmp_path: Path) -> None:
    with start(tmp_path) as servers:
        send(servers, "anna@demo.invalid")
        with login(servers, "anna") as client:
            client.select_folder("INBOX")
            assert len(client.search(["ALL"])) == 1
    boxes = [*(tmp_path / "anna" / "new").iterdir(), *(tmp_path / "anna" / "cur").iterdir()]
    assert len(boxes) == 1
    with start(tmp_path) as again, login(again, "anna") as client:
        client.select_folder("INBOX")
        assert len(client.search(["ALL"])) == 1


def test_stopping_does_not_wait_for_connected_clients(tmp_path: Path) -> None:
    servers = start(tmp_path)
    client = login(servers, "gm")
    servers.stop()
    with pytest.raises((OSError, client.AbortError)):
        client.noop()
    client.shutdown()
    with pytest.raises(ConnectionRefusedError):
        smtplib.SMTP(HOST, servers.smtp_port)


def test_a_connection_outlives_the_garbage_collector(tmp_path: Path) -> None:
    """The task that serves it must be held by something."""
    with start(tmp_path) as servers, login(servers, "gm") as client:
        for _ in range(3):
            gc.collect()
            client.noop()


def test_a_wrong_password_is_refused(tmp_path: Path) -> None:
    with start(tmp_path) as servers:
        client = IMAPClient(servers.host, port=servers.imap_port, ssl=False, timeout=10)
        with pytest.raises(client.Error):
            client.login("gm", "wrong")
        client.shutdown()


@pytest.mark.parametrize("address", ["@demo.invalid", "../etc@demo.invalid", "a/b@x", "demo"])
def test_an_address_that_names_no_mailbox_is_refused(tmp_path: Path, address: str) -> None:
    assert mailbox_of(address) is None
    with start(tmp_path) as servers:
        before = sorted(path.name for path in tmp_path.iterdir())
        with smtplib.SMTP(servers.host, servers.smtp_port, timeout=10) as client:
            client.ehlo()
            client.mail("anna@demo.invalid")
            client.rcpt(address)
            if client.docmd("DATA")[0] == 354:
                client.send(LETTER.replace(b"\r\n.\r\n", b"\r\n..\r\n") + b".\r\n")
                assert client.getreply()[0] == 550
        assert sorted(path.name for path in tmp_path.iterdir()) == before
