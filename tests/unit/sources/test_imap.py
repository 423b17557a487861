"""Reading an IMAP mailbox whose server may do anything."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.sources.imap import GRACE
from pbem.sources.raw import KEPT
from pbem.store.models import OfficeRow
from tests.servers.fakes import DROP, SILENCE, fake_imap
from tests.unit.sources.conftest import NOW, Mailbox, MakeOffice, Rows, imap, letter, run


def test_new_letters_are_stored_as_they_are(office_with: MakeOffice, rows: Rows) -> None:
    box = Mailbox({3: letter(1), 5: letter(2)})
    with fake_imap(box) as server:
        office = office_with(*imap(server.port))
        found = run(office)
        assert (found.new_ids, found.read_ok, found.error) == ((1, 2), True, None)
        assert not any(line.startswith("SELECT") for line in server.heard), "opened to write"
        assert not any("BODY[" in line for line in server.heard), "would set \\Seen"
    first, second = rows(office)
    assert (first.uid, first.uidvalidity, first.folder) == (3, 7, "INBOX")
    assert (first.raw, first.status, first.source) == (letter(1), "new", "imap")
    assert first.message_id == "<m1@example.org>"
    assert first.received_at == "2026-12-03T18:30:00Z", "INTERNALDATE, in UTC"
    assert first.arrived_at == "2026-12-03T19:00:00Z"
    assert second.raw == letter(2)


def test_mailfact_25_the_newest_letter_is_not_read_again(
    office_with: MakeOffice, rows: Rows
) -> None:
    """`UID n:*` with nothing new answers with the last letter."""
    box = Mailbox({3: letter(1)})
    with fake_imap(box) as server:
        office = office_with(*imap(server.port))
        run(office)
        server.heard.clear()
        assert run(office).new_ids == ()
        assert "UID SEARCH UID 4:*" in server.heard
        assert not any("FETCH" in line for line in server.heard)
        box.letters[4] = letter(2)
        assert run(office).new_ids == (2,)
    assert len(rows(office)) == 2


def test_mailfact_26_what_nobody_asked_for_is_ignored(office_with: MakeOffice, rows: Rows) -> None:
    """A FETCH of other letters' flags, without UID or text, between the answers."""
    box = Mailbox({3: letter(1)}, unasked="* 7 FETCH (FLAGS (\\Seen))\r\n* 9 EXISTS\r\n")
    with fake_imap(box) as server:
        office = office_with(*imap(server.port))
        assert run(office).new_ids == (1,)
    (row,) = rows(office)
    assert row.raw == letter(1)


def test_mailfact_28_a_letter_without_text_is_not_entered_and_asked_for_again(
    office_with: MakeOffice, rows: Rows
) -> None:
    """The server says OK and gives no literal: the letter must not count as read."""
    box = Mailbox({3: letter(1), 4: letter(2), 5: letter(3)}, withheld={4})
    with fake_imap(box) as server:
        office = office_with(*imap(server.port))
        found = run(office)
        assert found.new_ids == (1, 2), "the others are read"
        assert not found.read_ok, "no deadline may pass over it"
        assert found.error is not None
        assert "UID 4" in found.error.message
        box.withheld.clear()
        found = run(office)
        assert (found.new_ids, found.read_ok, found.error) == ((3,), True, None)
        assert run(office).new_ids == ()
    assert [row.uid for row in rows(office)] == [3, 5, 4]


def test_mailfact_28_a_letter_that_never_comes_stops_deadlines_for_an_hour_only(
    office_with: MakeOffice,
) -> None:
    box = Mailbox({3: letter(1)}, withheld={3})
    with fake_imap(box) as server:
        office = office_with(*imap(server.port))
        run(office)
        assert not run(office, NOW + GRACE - timedelta(seconds=1)).read_ok
        found = run(office, NOW + GRACE)
        assert found.read_ok
        assert found.error is not None
        del box.letters[3]
        box.letters[4] = letter(2)
        found = run(office, NOW + GRACE)
        assert (found.new_ids, found.error) == ((1,), None), "gone from the server, forgotten here"


def test_mailfact_29_a_server_that_stops_answering_ends_the_run(
    office_with: MakeOffice, rows: Rows
) -> None:
    box = Mailbox({3: letter(1)})

    def script(command: str) -> bytes | str | None:
        return SILENCE if "BODY.PEEK" in command else box(command)

    with fake_imap(script) as server:
        office = office_with(*imap(server.port))
        assert office.settings.imap is not None
        object.__setattr__(office.settings.imap, "timeout", 0.1)
        found = run(office)
        assert (found.new_ids, found.read_ok) == ((), False)
        assert found.error is not None
        assert (found.error.code, found.error.exit_code) == ("imap-timeout", 75)
        with office.lock():
            pass
    assert rows(office) == []


def test_mailfact_30_a_run_that_died_before_the_move_enters_nothing_twice(
    office_with: MakeOffice, rows: Rows
) -> None:
    """The connection breaks between the commit and the move to the folder of processed letters."""
    box = Mailbox({3: letter(1)})
    broken = True

    def script(command: str) -> bytes | str | None:
        if broken and command.startswith("SELECT"):
            return DROP
        return box(command)

    with fake_imap(script) as server:
        office = office_with(*imap(server.port, 'processed = "Processed"'))
        found = run(office)
        assert (found.new_ids, found.read_ok, found.error) == ((1,), True, None)
        broken = False
        server.heard.clear()
        assert run(office).new_ids == ()
        assert 'UID COPY 3 "Processed"' in server.heard or "UID COPY 3 Processed" in server.heard
        assert "UID EXPUNGE 3" in server.heard, "and no other letter"
    assert len(rows(office)) == 1


def test_report_20_forty_letters_delivered_again_change_nothing(
    office_with: MakeOffice, rows: Rows
) -> None:
    """The mailbox was made anew: other UIDVALIDITY, other UIDs, trace lines on top."""
    old = {uid: letter(uid, f"MOVE {uid}") for uid in range(1, 41)}
    box = Mailbox(dict(old))
    with fake_imap(box) as server:
        office = office_with(*imap(server.port))
        assert len(run(office).new_ids) == 40
        box.validity = 8
        box.letters = {
            100 + uid: (b"Received: from elsewhere\r\n" if uid % 2 else b"") + raw
            for uid, raw in old.items()
        }
        assert run(office).new_ids == ()
    again = rows(office)[40:]
    assert len(again) == 40
    assert {(row.status, row.reason) for row in again} == {("ignored", "duplicate")}
    assert again[0].detail == "the same as letter 1"
    assert {row.uidvalidity for row in again} == {8}


def test_a_changed_uidvalidity_with_the_same_numbers_reads_what_is_new(
    office_with: MakeOffice, rows: Rows
) -> None:
    box = Mailbox({1: letter(1), 2: letter(2)})
    with fake_imap(box) as server:
        office = office_with(*imap(server.port))
        run(office)
        box.validity, box.letters = 9, {1: letter(3)}
        assert run(office).new_ids == (3,)
        box.validity, box.letters = 7, {1: letter(1), 2: letter(2), 3: letter(4)}
        assert run(office).new_ids == (4,)
    assert len(rows(office)) == 4


def test_of_a_long_letter_64_kib_are_fetched_and_its_size_is_kept(
    office_with: MakeOffice, rows: Rows
) -> None:
    long = letter(1, "MOVE 3\r\n" * 700_000)
    with fake_imap(Mailbox({1: long, 2: letter(2)})) as server:
        office = office_with(*imap(server.port))
        assert len(run(office).new_ids) == 2
        assert any(f"BODY.PEEK[]<0.{KEPT}>" in line for line in server.heard)
    first, second = rows(office)
    assert (first.raw, first.size, first.truncated) == (long[:KEPT], len(long), True)
    assert (second.size, second.truncated) == (len(letter(2)), False)


def test_a_letter_longer_than_its_server_says_is_cut(office_with: MakeOffice, rows: Rows) -> None:
    long = letter(1, "x\r\n" * KEPT)
    with fake_imap(Mailbox({1: long}, sizes={1: 500})) as server:
        run(office := office_with(*imap(server.port)))
    (row,) = rows(office)
    assert (len(row.raw), row.size, row.truncated) == (KEPT, len(long), True)


def test_report_27_an_empty_letter_is_entered_and_the_next_one_read(
    office_with: MakeOffice, rows: Rows
) -> None:
    with fake_imap(Mailbox({1: b"", 2: letter(2)})) as server:
        office = office_with(*imap(server.port))
        assert run(office).new_ids == (1, 2)
    assert [row.size for row in rows(office)] == [0, len(letter(2))]


def test_a_lost_connection_keeps_what_was_committed(office_with: MakeOffice, rows: Rows) -> None:
    box = Mailbox({uid: letter(uid) for uid in range(1, 301)})
    fetches = 0

    def script(command: str) -> bytes | str | None:
        nonlocal fetches
        if "BODY.PEEK" in command:
            fetches += 1
            if fetches == 2:
                return DROP
        return box(command)

    with fake_imap(script) as server:
        office = office_with(*imap(server.port))
        found = run(office)
        assert len(found.new_ids) == 250
        assert not found.read_ok
        assert found.error is not None
        assert found.error.code == "imap-lost"
        assert len(run(office).new_ids) == 50
    assert [row.uid for row in rows(office)] == list(range(1, 301))


def test_a_wrong_password_names_host_and_user_and_what_to_check(office_with: MakeOffice) -> None:
    def script(command: str) -> str | None:
        return "TAG NO [AUTHENTICATIONFAILED] no" if command.startswith("LOGIN") else None

    with fake_imap(script) as server:
        found = run(office_with(*imap(server.port)))
    assert not found.read_ok
    assert found.error is not None
    assert found.error.code == "imap-login"
    assert "b'" not in found.error.message, "what the server said, not how Python prints it"
    text = str(found.error)
    assert all(word in text for word in ("127.0.0.1", "gm", "password", "app password"))
    assert "secret" not in text


def test_a_missing_folder_is_named(office_with: MakeOffice) -> None:
    def script(command: str) -> str | None:
        return "TAG NO no such mailbox" if command.startswith("EXAMINE") else None

    with fake_imap(script) as server:
        found = run(office_with(*imap(server.port, 'folder = "Games"')))
    assert found.error is not None
    assert found.error.code == "imap-refused"
    assert "Games" in found.error.hint


def test_nobody_listens(office_with: MakeOffice) -> None:
    with fake_imap(Mailbox()) as server:
        port = server.port
    found = run(office_with(*imap(port)))
    assert found.error is not None
    assert (found.error.code, found.error.exit_code) == ("imap-refused", 75)


def test_tls_on_a_port_without_it_says_what_goes_with_what(office_with: MakeOffice) -> None:
    with fake_imap(Mailbox()) as server:
        found = run(office_with(*imap(server.port, 'tls = "tls"')))
    assert found.error is not None
    assert found.error.code == "imap-tls"
    assert "993" in found.error.hint


def test_a_server_without_starttls_gets_no_password(office_with: MakeOffice) -> None:
    with fake_imap(Mailbox()) as server:
        found = run(office_with(*imap(server.port, 'tls = "starttls"')))
        assert not any(line.startswith("LOGIN") for line in server.heard)
    assert found.error is not None
    assert found.error.code == "imap-tls"
    assert "STARTTLS" in found.error.message


def test_a_token_that_is_refused_is_a_refused_login(office_with: MakeOffice) -> None:
    def script(command: str) -> str | None:
        return "TAG NO expired" if command.startswith("AUTHENTICATE XOAUTH2") else None

    with fake_imap(script) as server:
        lines = [line for line in imap(server.port) if not line.startswith("password")]
        token = ('auth = "xoauth2"', 'password_command = "echo t0ken"')
        found = run(office_with(*lines, *token))
    assert found.error is not None
    assert found.error.code == "imap-login"
    assert "t0ken" not in str(found.error)


def test_no_password_goes_over_a_network_in_the_clear(office_with: MakeOffice) -> None:
    lines = imap(143, 'tls = "none"')
    elsewhere = [line.replace("127.0.0.1", "imap.example.org") for line in lines]
    found = run(office_with(*elsewhere))
    assert found.error is not None
    assert (found.error.code, found.error.exit_code) == ("imap-plain", 2)


def test_without_a_password_the_run_goes_on_and_says_so(office_with: MakeOffice) -> None:
    with fake_imap(Mailbox()) as server:
        lines = [line for line in imap(server.port) if not line.startswith("password")]
        found = run(office_with(*lines))
    assert not found.read_ok
    assert found.error is not None
    assert found.error.code == "no-password"


@pytest.mark.parametrize("answer", ["* SEARCH x y\r\n", "* SEARCH 3\r\n* 3 FETCH (UID\r\n"])
def test_an_answer_that_makes_no_sense_ends_the_look_not_the_run(
    office_with: MakeOffice, answer: str
) -> None:
    box = Mailbox({3: letter(1)})

    def script(command: str) -> bytes | str | None:
        return answer if command.startswith("UID SEARCH") else box(command)

    with fake_imap(script) as server:
        found = run(office_with(*imap(server.port)))
    assert not found.read_ok
    assert found.error is not None
    assert (found.error.code, found.error.exit_code) == ("imap-answer", 75)


@pytest.mark.parametrize("stored", ["", "{", "[]", '{"what": 1}', '"text"'])
def test_damaged_hints_mean_a_fresh_look(office_with: MakeOffice, rows: Rows, stored: str) -> None:
    with fake_imap(Mailbox({3: letter(1)})) as server:
        office = office_with(*imap(server.port))
        run(office)
        with office.session() as session:
            session.merge(OfficeRow(key="mail_imap", value=stored))
        assert run(office).new_ids == ()
    assert len(rows(office)) == 1
