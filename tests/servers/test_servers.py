"""The real servers themselves do what the other tests rely on."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable

import pytest
from imapclient import IMAPClient

from tests.servers.daemons import HOST
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix, Sink

pytestmark = pytest.mark.servers

LETTER = b"From: bob@example.org\r\nTo: x@pbem.test\r\nSubject: orders\r\n\r\nMOVE 3\r\n"


def read_mailbox(dovecot: Dovecot, user: str) -> list[bytes]:
    """All letters in a user's INBOX."""
    with IMAPClient(HOST, port=dovecot.imap, ssl=False, timeout=10) as client:
        client.login(user, dovecot.password)
        client.select_folder("INBOX", readonly=True)
        got = client.fetch(client.search(["ALL"]), ["BODY.PEEK[]"])
        return [one[b"BODY[]"] for _, one in sorted(got.items())]


def test_a_tagged_letter_lands_in_the_account_with_its_tag(
    postfix: Postfix, mailbox_user: str, until: Callable[[Callable[[], bool]], None]
) -> None:
    """Postfix hands user+tag to Dovecot's user and the tag stays in Delivered-To."""
    tagged = f"{mailbox_user}+st7.t3.p2.k3f7q2m6xa@pbem.test"
    with smtplib.SMTP(HOST, postfix.port) as client:
        client.sendmail("bob@example.org", [tagged], LETTER)
    until(lambda: bool(read_mailbox(postfix.dovecot, mailbox_user)))
    (raw,) = read_mailbox(postfix.dovecot, mailbox_user)
    assert f"Delivered-To: {tagged}".encode() in raw
    assert b"MOVE 3" in raw


def test_postfix_speaks_starttls_and_checks_passwords(postfix: Postfix, mailbox_user: str) -> None:
    """The session's certificate serves STARTTLS, and a wrong password is refused."""
    trust = ssl.create_default_context(cafile=str(postfix.dovecot.certificate.cert))
    with smtplib.SMTP(HOST, postfix.port) as client:
        client.starttls(context=trust)
        assert client.login(mailbox_user, postfix.dovecot.password)[0] == 235
    with smtplib.SMTP(HOST, postfix.port) as client:
        client.starttls(context=trust)
        with pytest.raises(smtplib.SMTPAuthenticationError):
            client.login(mailbox_user, "wrong")


def test_postfix_refuses_the_unknown_recipient(postfix: Postfix) -> None:
    """unknown@pbem.test is the address that tests of 5xx answers write to."""
    with smtplib.SMTP(HOST, postfix.port) as client, pytest.raises(smtplib.SMTPRecipientsRefused):
        client.sendmail("gm@pbem.test", ["unknown@pbem.test"], LETTER)


def test_smtp_sink_keeps_what_it_accepts(smtp_sink: Sink) -> None:
    """The letters accepted can be counted afterwards."""
    with smtplib.SMTP(HOST, smtp_sink.port) as client:
        client.sendmail("gm@pbem.test", ["a@example.org"], LETTER)
    (raw,) = smtp_sink.letters()
    assert b"MOVE 3" in raw
