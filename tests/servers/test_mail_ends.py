"""Letters in from Dovecot, letters out by Postfix."""

from __future__ import annotations

import smtplib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient
from sqlmodel import col, select, update

from pbem.clock import CLOCK_SEEN, utc_text
from pbem.look import nothing_to_do
from pbem.office import Office, make_office
from pbem.outbox import enqueue, flush
from pbem.sources import Collected, collect
from pbem.sources.hints import leave_for_look
from pbem.store.models import LetterRow, OfficeRow, OutboxRow
from tests.servers.daemons import HOST
from tests.servers.dovecot import Dovecot
from tests.servers.postfix import Postfix, Sink

pytestmark = pytest.mark.servers

Until = Callable[[Callable[[], bool]], None]
Lines = tuple[str, ...]

# Later than any clock these tests run under: what has been read has come before now.
NOW = datetime(2100, 1, 1, tzinfo=UTC)


def letter(number: int, text: str = "MOVE 3") -> bytes:
    return (
        f"From: bob@example.org\r\nTo: gm@pbem.test\r\nMessage-ID: <m{number}@example.org>\r\n"
        f"Subject: orders\r\n\r\n{text}\r\n"
    ).encode()


def deliver(dovecot: Dovecot, user: str, *letters: bytes) -> None:
    """Hand letters over as the mail server of an own host does."""
    with smtplib.LMTP(HOST, dovecot.lmtp) as client:
        for raw in letters:
            client.sendmail("bob@example.org", [f"{user}+st7@pbem.test"], raw)


def imap_section(dovecot: Dovecot, user: str, tls: str = "none", *more: str) -> Lines:
    port = dovecot.imaps if tls == "tls" else dovecot.imap
    trusted = () if tls == "none" else (f'ca_file = "{dovecot.certificate.cert}"',)
    return (
        *("[imap]", 'host = "127.0.0.1"', f"port = {port}", f'tls = "{tls}"', *trusted),
        *(f'user = "{user}"', f'password = "{dovecot.password}"', *more),
    )


def smtp_section(postfix: Postfix, user: str, *more: str) -> Lines:
    return (
        *("[smtp]", 'host = "127.0.0.1"', f"port = {postfix.port}", 'tls = "starttls"'),
        f'ca_file = "{postfix.dovecot.certificate.cert}"',
        *(f'user = "{user}"', f'password = "{postfix.dovecot.password}"', *more),
    )


@contextmanager
def opened(tmp_path: Path, user: str, *lines: str) -> Iterator[Office]:
    text = "\n".join(["[office]", f'address = "{user}@pbem.test"', *lines, ""])
    office = make_office(tmp_path / "office", text)
    try:
        yield office
    finally:
        office.close()


def run(office: Office) -> Collected:
    with office.session() as session:
        return collect(office, session, NOW)


def ledger(office: Office) -> list[LetterRow]:
    with office.reading() as session:
        found = list(session.exec(select(LetterRow).order_by(col(LetterRow.id))))
        session.expunge_all()
        return found


def outbox(office: Office) -> list[OutboxRow]:
    with office.reading() as session:
        found = list(session.exec(select(OutboxRow).order_by(col(OutboxRow.id))))
        session.expunge_all()
        return found


def put(office: Office, address: str, number: int = 1, now: datetime = NOW) -> bytes:
    raw = (
        f"From: gm@pbem.test\r\nTo: {address}\r\nMessage-ID: <s{number}@pbem.test>\r\n\r\n"
        f"Your move.\r\n.\r\n..\r\n"
    ).encode()
    with office.session() as session:
        enqueue(
            session,
            address=address,
            kind="report",
            message_id=f"<s{number}@pbem.test>",
            raw=raw,
            now=now,
        )
    return raw


@contextmanager
def logged_in(dovecot: Dovecot, user: str) -> Iterator[IMAPClient]:
    with IMAPClient(HOST, port=dovecot.imap, ssl=False, timeout=10) as client:
        client.login(user, dovecot.password)
        yield client


def contents(dovecot: Dovecot, user: str, folder: str = "INBOX") -> dict[int, dict[bytes, object]]:
    with logged_in(dovecot, user) as client:
        client.select_folder(folder, readonly=True)
        found: dict[int, dict[bytes, object]] = client.fetch(
            client.search(["ALL"]), ["FLAGS", "BODY.PEEK[]", "INTERNALDATE"]
        )
        return found


@pytest.mark.parametrize("tls", ["none", "starttls", "tls"])
def test_letters_come_in_and_the_mailbox_is_left_as_it_was(
    dovecot: Dovecot, mailbox_user: str, tmp_path: Path, tls: str
) -> None:
    deliver(dovecot, mailbox_user, letter(1), letter(2))
    before = datetime.now(UTC)
    with opened(tmp_path, mailbox_user, *imap_section(dovecot, mailbox_user, tls)) as office:
        found = run(office)
        assert (found.new_ids, found.read_ok, found.error) == ((1, 2), True, None)
        assert run(office).new_ids == ()
        first = ledger(office)[0]
    assert b"Delivered-To: " + f"{mailbox_user}+st7@pbem.test".encode() in first.raw
    assert first.raw.endswith(letter(1))
    assert abs(datetime.fromisoformat(first.received_at) - before) < timedelta(minutes=5)
    stored = contents(dovecot, mailbox_user)
    assert all(b"\\Seen" not in str(one[b"FLAGS"]).encode() for one in stored.values())
    assert stored[1][b"BODY[]"] == first.raw


def test_mailfact_23_a_letter_read_in_a_mail_program_first_counts_once(
    dovecot: Dovecot, mailbox_user: str, tmp_path: Path
) -> None:
    deliver(dovecot, mailbox_user, letter(1))
    with logged_in(dovecot, mailbox_user) as client:
        client.select_folder("INBOX")
        client.fetch([1], ["BODY[]"])
        assert client.search(["UNSEEN"]) == []
    with opened(tmp_path, mailbox_user, *imap_section(dovecot, mailbox_user)) as office:
        assert run(office).new_ids == (1,)
        with logged_in(dovecot, mailbox_user) as client:
            client.select_folder("INBOX")
            client.remove_flags([1], ["\\Seen"])
        assert run(office).new_ids == ()


def test_a_mailbox_made_anew_brings_only_what_is_new(
    dovecot: Dovecot, mailbox_user: str, tmp_path: Path
) -> None:
    """Deleting and making a folder gives it another UIDVALIDITY; its numbers start again."""
    section = imap_section(dovecot, mailbox_user, "none", 'folder = "Games"')
    with (
        opened(tmp_path, mailbox_user, *section) as office,
        logged_in(dovecot, mailbox_user) as client,
    ):
        client.create_folder("Games")
        for number in range(1, 41):
            client.append("Games", letter(number))
        assert len(run(office).new_ids) == 40
        client.delete_folder("Games")
        client.create_folder("Games")
        for number in range(1, 42):
            client.append("Games", letter(number))
        assert run(office).new_ids == (81,)
        assert Counter(row.status for row in ledger(office)) == {"new": 41, "ignored": 40}


def test_of_five_megabytes_64_kib_come_in(
    dovecot: Dovecot, mailbox_user: str, tmp_path: Path
) -> None:
    deliver(dovecot, mailbox_user, letter(1, "MOVE 3\r\n" * 650_000), letter(2))
    with opened(tmp_path, mailbox_user, *imap_section(dovecot, mailbox_user)) as office:
        assert run(office).new_ids == (1, 2)
        first, second = ledger(office)
    assert (len(first.raw), first.truncated) == (65_536, True)
    assert first.size > 5_000_000
    assert not second.truncated


def test_stored_letters_are_moved_where_the_setting_says(
    dovecot: Dovecot, mailbox_user: str, tmp_path: Path
) -> None:
    section = imap_section(dovecot, mailbox_user, "none", 'processed = "Archive/Games"')
    deliver(dovecot, mailbox_user, letter(1), letter(2))
    with opened(tmp_path, mailbox_user, *section) as office:
        assert len(run(office).new_ids) == 2
        assert contents(dovecot, mailbox_user) == {}
        assert len(contents(dovecot, mailbox_user, "Archive/Games")) == 2
        deliver(dovecot, mailbox_user, letter(3))
        assert len(run(office).new_ids) == 1
        assert len(contents(dovecot, mailbox_user, "Archive/Games")) == 3


def test_a_wrong_password_names_host_and_user(
    postfix: Postfix, mailbox_user: str, tmp_path: Path
) -> None:
    sections = [
        *imap_section(postfix.dovecot, mailbox_user),
        *smtp_section(postfix, mailbox_user),
    ]
    wrong = [line.replace('"secret"', '"wrong"') for line in sections]
    with opened(tmp_path, mailbox_user, *wrong) as office:
        put(office, "p1@pbem.test")
        for error in (run(office).error, flush(office, NOW).stopped_reason):
            assert error is not None
            assert error.code in ("imap-login", "smtp-login")
            assert "127.0.0.1" in error.message
            assert mailbox_user in error.message


def test_letters_go_out_and_a_refused_one_is_recorded(
    postfix: Postfix, mailbox_user: str, tmp_path: Path, until: Until
) -> None:
    player = f"p{mailbox_user}"
    with opened(tmp_path, mailbox_user, *smtp_section(postfix, mailbox_user)) as office:
        put(office, "unknown@pbem.test", 1)
        raw = put(office, f"{player}@pbem.test", 2)
        flushed = flush(office, NOW)
        assert (flushed.sent, flushed.failed, flushed.stopped_reason) == (1, 1, None)
        refused, taken = outbox(office)
    assert (refused.status, refused.code) == ("failed", 550)
    assert "no such user" in refused.last_error
    assert taken.status == "sent"
    until(lambda: len(contents(postfix.dovecot, player)) == 1)
    (one,) = contents(postfix.dovecot, player).values()
    body = one[b"BODY[]"]
    assert isinstance(body, bytes)
    assert body.endswith(raw.partition(b"\r\n\r\n")[2]), "dots doubled on the way and back"


def doubt(office: Office, when: datetime = NOW) -> None:
    """As if the answer to every letter had been lost."""
    with office.session() as session:
        session.exec(
            update(OutboxRow).values(status="doubt", doubts=1, next_at=utc_text(when), sent_at=None)
        )


def test_mailfact_39_the_copy_that_came_back_settles_a_doubt(
    postfix: Postfix, mailbox_user: str, tmp_path: Path, until: Until
) -> None:
    player = f"p{mailbox_user}"
    sections = [
        *imap_section(postfix.dovecot, mailbox_user),
        *smtp_section(postfix, mailbox_user, 'copy_to = "address"'),
    ]
    with opened(tmp_path, mailbox_user, *sections) as office:
        put(office, f"{player}@pbem.test")
        assert flush(office, NOW).sent == 1
        doubt(office)
        until(lambda: len(contents(postfix.dovecot, mailbox_user)) == 1)
        assert run(office).new_ids == (), "our own letter is no player's"
        assert flush(office, NOW).sent == 0
        assert outbox(office)[0].status == "sent"
    assert len(contents(postfix.dovecot, player)) == 1


def test_mailfact_39_the_folder_of_sent_mail_settles_a_doubt(
    postfix: Postfix, mailbox_user: str, tmp_path: Path
) -> None:
    sections = [
        *imap_section(postfix.dovecot, mailbox_user),
        *smtp_section(postfix, mailbox_user, 'copy_to = "folder"'),
    ]
    with opened(tmp_path, mailbox_user, *sections) as office:
        found, lost = put(office, "p1@pbem.test", 1), put(office, f"p{mailbox_user}@pbem.test", 2)
        doubt(office)
        with logged_in(postfix.dovecot, mailbox_user) as client:
            client.append("Sent", found)
        assert flush(office, NOW).sent == 1, "the one that is not there is sent once more"
        assert {row.status for row in outbox(office)} == {"sent"}
    assert lost


def test_each_of_two_hundred_letters_reaches_the_sink_once(smtp_sink: Sink, tmp_path: Path) -> None:
    lines = ("[smtp]", 'host = "127.0.0.1"', f"port = {smtp_sink.port}", 'tls = "none"')
    with opened(tmp_path, "gm", *lines) as office:
        for number in range(200):
            put(office, f"p{number}@pbem.test", number)
        assert flush(office, NOW).sent == 200
    ids = Counter(
        line for raw in smtp_sink.letters() for line in raw.splitlines() if line[:8] == b"Message-"
    )
    assert ids == {b"Message-ID: <s%d@pbem.test>" % number: 1 for number in range(200)}


@pytest.mark.parametrize("tls", ["none", "starttls", "tls"])
def test_the_idle_look_sees_a_new_letter(
    dovecot: Dovecot, mailbox_user: str, tmp_path: Path, tls: str
) -> None:
    deliver(dovecot, mailbox_user, letter(1))
    with opened(tmp_path, mailbox_user, *imap_section(dovecot, mailbox_user, tls)) as office:

        def full_run() -> None:
            run(office)
            with office.session() as session:
                session.exec(update(LetterRow).values(status="accepted"))
                session.merge(OfficeRow(key=CLOCK_SEEN, value=utc_text(NOW)))
                leave_for_look(session, office.folder, "")

        full_run()
        assert nothing_to_do(office.folder, NOW, {})
        deliver(dovecot, mailbox_user, letter(2))
        assert not nothing_to_do(office.folder, NOW, {})
        full_run()
        assert nothing_to_do(office.folder, NOW, {})
