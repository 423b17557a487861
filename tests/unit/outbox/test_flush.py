"""Posting the outbox to a server that behaves as the script says."""

from __future__ import annotations

import base64
from datetime import timedelta

import pytest

from pbem.clock import utc_text
from pbem.outbox import enqueue, flush
from pbem.outbox.rows import claim
from pbem.store.models import LetterRow
from tests.servers.fakes import DROP, SILENCE, SmtpScript, fake_smtp
from tests.unit.outbox.conftest import ADDRESS, NOW, MakeOffice, Post, Rows, letter

QUARTER = timedelta(minutes=15)


def on(word: str, answer: str, *times: int) -> SmtpScript:
    """Answer a command so, the given times (0: the first), or every time."""

    def script(asked: str, before: int) -> str | None:
        return answer if asked == word and (not times or before in times) else None

    return script


def test_letters_go_out_once_with_their_frozen_bytes(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    with fake_smtp() as server:
        office = office_with(server.port)
        post(office, 20)
        seen: list[tuple[int, int]] = []
        flushed = flush(office, NOW, lambda done, total: seen.append((done, total)))
        assert (flushed.sent, flushed.retried, flushed.failed, flushed.doubt) == (20, 0, 0, 0)
        assert flushed.stopped_reason is None
        assert sorted(one.raw for one in server.taken) == sorted(map(letter, range(1, 21)))
        assert {one.sender for one in server.taken} == {ADDRESS}
        assert seen[-1] == (20, 20)
        assert flush(office, NOW + QUARTER).sent == 0
        assert len(server.taken) == 20
    assert {(row.status, row.attempts) for row in rows(office)} == {("sent", 1)}
    assert {row.sent_at for row in rows(office)} == {"2026-12-03T19:00:00Z"}


def test_nothing_due_asks_no_server(office_with: MakeOffice, post: Post) -> None:
    with fake_smtp() as server:
        office = office_with(server.port)
        assert flush(office, NOW).sent == 0
        post(office, 1, NOW + QUARTER)
        assert flush(office, NOW).sent == 0
        assert server.times["connect"] == 0


def test_report_23_one_player_refused_for_now_is_the_only_one_sent_again(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    """Player 2 of 4 gets a 450: his letter alone stays, and goes out later, whole."""
    with fake_smtp(on("rcpt", "450 4.2.1 mailbox busy", 1)) as server:
        office = office_with(server.port)
        post(office, 4)
        flushed = flush(office, NOW)
        assert (flushed.sent, flushed.retried) == (3, 1)
        row = rows(office)[1]
        assert (row.status, row.code, row.attempts) == ("pending", 450, 1)
        assert "mailbox busy" in row.last_error
        assert row.next_at == "2026-12-03T19:01:00Z"
        assert flush(office, NOW).sent == 0
        assert flush(office, NOW + timedelta(minutes=1)).sent == 1
        assert [one.recipients for one in server.taken].count(("p2@example.org",)) == 1
        assert server.taken[-1].raw == letter(2)


def test_backoff_grows_with_the_attempts(office_with: MakeOffice, post: Post, rows: Rows) -> None:
    with fake_smtp(on("rcpt", "450 no")) as server:
        office = office_with(server.port)
        post(office)
        now = NOW
        for minutes in (1, 5, 15, 60, 60):
            assert flush(office, now).retried == 1
            now += timedelta(minutes=minutes)
            assert rows(office)[0].next_at == utc_text(now)
            assert flush(office, now - timedelta(seconds=1)).retried == 0


def test_report_100_a_refusal_for_good_is_recorded_with_code_and_text(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    """What `pbem status` shows of a failed delivery; the others are not held up by it."""
    with fake_smtp(on("rcpt", "550 5.1.1 no such user", 0)) as server:
        office = office_with(server.port)
        post(office, 2)
        flushed = flush(office, NOW)
        assert (flushed.sent, flushed.failed) == (1, 1)
        assert server.taken[0].recipients == ("p2@example.org",)
    first = rows(office)[0]
    assert (first.status, first.code) == ("failed", 550)
    assert first.last_error == "550 5.1.1 no such user"


@pytest.mark.parametrize("answer", ["421 4.3.0 too many letters", "550 5.4.5 daily limit exceeded"])
def test_a_provider_that_has_had_enough_stops_the_run(
    office_with: MakeOffice, post: Post, rows: Rows, answer: str
) -> None:
    with fake_smtp(on("rcpt", answer, 1)) as server:
        office = office_with(server.port, "connections = 1")
        post(office, 5)
        flushed = flush(office, NOW)
        assert (flushed.sent, flushed.retried) == (1, 1)
        assert flushed.stopped_reason is not None
        assert flushed.stopped_reason.code == "smtp-stop"
        assert answer in str(flushed.stopped_reason)
        assert server.times["rcpt"] == 2
    assert [row.status for row in rows(office)] == ["sent", *["pending"] * 4]
    assert [row.attempts for row in rows(office)] == [1, 1, 0, 0, 0]


def test_a_refused_sender_stops_the_run_and_fails_no_letter(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    with fake_smtp(on("mail", "550 5.7.1 not your address")) as server:
        office = office_with(server.port, "connections = 1")
        post(office, 3)
        flushed = flush(office, NOW)
        assert flushed.stopped_reason is not None
        assert server.times["mail"] == 1
    assert {row.status for row in rows(office)} == {"pending"}


def test_a_wrong_password_is_tried_once_and_names_host_and_user(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    with fake_smtp(on("auth", "535 5.7.8 bad credentials"), extensions=("AUTH PLAIN",)) as server:
        office = office_with(server.port, 'user = "gm@pbem.test"', 'password = "wrong"')
        post(office, 40)
        reason = flush(office, NOW).stopped_reason
        assert server.times["auth"] == 1
    assert reason is not None
    assert reason.code == "smtp-login"
    assert "127.0.0.1" in str(reason)
    assert "gm@pbem.test" in str(reason)
    assert "app password" in str(reason)
    assert {(row.status, row.attempts) for row in rows(office)} == {("pending", 0)}


def test_xoauth2_sends_the_token_that_the_command_prints(
    office_with: MakeOffice, post: Post
) -> None:
    with fake_smtp() as server:
        office = office_with(
            server.port,
            'user = "gm@pbem.test"',
            'auth = "xoauth2"',
            'password_command = "echo t0ken"',
        )
        post(office)
        assert flush(office, NOW).sent == 1
        (login,) = [line for line in server.heard if line.startswith("AUTH")]
    assert login.startswith("AUTH XOAUTH2 ")
    told = base64.b64decode(login.split()[2])
    assert told == b"user=gm@pbem.test\x01auth=Bearer t0ken\x01\x01"


def test_nobody_listens(office_with: MakeOffice, post: Post, rows: Rows) -> None:
    with fake_smtp() as server:
        port = server.port
    office = office_with(port)
    post(office)
    reason = flush(office, NOW).stopped_reason
    assert reason is not None
    assert (reason.code, reason.exit_code) == ("smtp-refused", 75)
    assert rows(office)[0].attempts == 0


def test_a_server_without_starttls_gets_no_letter(office_with: MakeOffice, post: Post) -> None:
    with fake_smtp() as server:
        office = office_with(server.port, 'tls = "starttls"')
        post(office)
        reason = flush(office, NOW).stopped_reason
        assert server.times["mail"] == 0
    assert reason is not None
    assert reason.code == "smtp-unfit"
    assert "tls" in reason.hint


def test_mailfact_38_a_connection_closed_between_letters_is_opened_again(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    """The server hangs up instead of answering the second MAIL: nothing is lost or blamed."""
    with fake_smtp(on("mail", DROP, 1)) as server:
        office = office_with(server.port, "connections = 1")
        post(office, 3)
        flushed = flush(office, NOW)
        assert (flushed.sent, flushed.retried, flushed.doubt) == (3, 0, 0)
        assert server.times["connect"] == 2
        assert len(server.taken) == 3
    assert {row.status for row in rows(office)} == {"sent"}


def test_mailfact_38_a_server_that_stays_away_leaves_the_letters_pending(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    def script(word: str, before: int) -> str | None:
        return DROP if (word == "mail" and before >= 1) or (word == "connect" and before) else None

    with fake_smtp(script) as server:
        office = office_with(server.port, "connections = 1")
        post(office, 3)
        flushed = flush(office, NOW)
        assert flushed.sent == 1
        assert flushed.stopped_reason is not None
    assert [(row.status, row.attempts) for row in rows(office)] == [
        ("sent", 1),
        ("pending", 0),
        ("pending", 0),
    ]


def test_mailfact_39_lost_after_the_final_dot_is_sent_once_more_after_a_quarter_of_an_hour(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    with fake_smtp(on(".", DROP, 0)) as server:
        office = office_with(server.port)
        post(office)
        assert flush(office, NOW).doubt == 1
        assert rows(office)[0].status == "doubt"
        assert flush(office, NOW + QUARTER - timedelta(seconds=1)).sent == 0
        assert server.times["."] == 1
        flushed = flush(office, NOW + QUARTER)
        assert (flushed.sent, flushed.doubt) == (1, 0)
        assert [one.raw for one in server.taken] == [letter(1)]
    assert rows(office)[0].status == "sent"


def test_mailfact_39_a_second_doubt_is_not_repeated(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    """At most one repeat: then a person has to look."""
    with fake_smtp(on(".", DROP)) as server:
        office = office_with(server.port)
        post(office)
        flush(office, NOW)
        flushed = flush(office, NOW + QUARTER)
        assert (flushed.failed, flushed.doubt) == (1, 0)
        assert flush(office, NOW + 10 * QUARTER).sent == 0
        assert server.times["."] == 2
    assert rows(office)[0].status == "failed"
    assert "not repeated" in rows(office)[0].last_error


def test_mailfact_39_a_copy_in_the_inbox_settles_the_doubt(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    with fake_smtp(on(".", DROP, 0)) as server:
        office = office_with(server.port, 'copy_to = "address"')
        post(office)
        flush(office, NOW)
        assert "RCPT TO:<gm+sent@pbem.test>" in server.heard
        with office.session() as session:
            session.add(
                LetterRow(
                    source="imap",
                    message_id="<s1@pbem.test>",
                    sha256="",
                    size=1,
                    received_at="2026-12-03T19:00:01Z",
                    arrived_at="2026-12-03T19:05:00Z",
                    raw=letter(1),
                )
            )
        flushed = flush(office, NOW + QUARTER)
        assert (flushed.sent, flushed.doubt) == (0, 0)
        assert server.times["."] == 1
    assert rows(office)[0].status == "sent"


def test_a_doubt_waits_while_the_inbox_cannot_be_read(office_with: MakeOffice, post: Post) -> None:
    """Where its copy would lie is unknown: to repeat it now might be for nothing."""
    with fake_smtp(on(".", DROP, 0)) as server:
        office = office_with(server.port, 'copy_to = "address"')
        post(office)
        flush(office, NOW)
        assert flush(office, NOW + QUARTER, inbox_read=False).doubt == 1
        assert server.times["."] == 1
        assert flush(office, NOW + QUARTER, inbox_read=True).sent == 1


def test_a_refused_copy_does_not_keep_the_letter_back(office_with: MakeOffice, post: Post) -> None:
    with fake_smtp(on("rcpt", "550 5.1.1 no plus addresses here", 1)) as server:
        office = office_with(server.port, 'copy_to = "address"')
        post(office)
        assert flush(office, NOW).sent == 1
        assert server.taken[0].recipients == ("p1@example.org",)


def test_the_copy_is_not_sent_where_the_letter_is_refused(
    office_with: MakeOffice, post: Post
) -> None:
    """Else the copy in the inbox would tell that the player has his letter."""
    with fake_smtp(on("rcpt", "450 4.2.1 busy", 0)) as server:
        office = office_with(server.port, 'copy_to = "address"')
        post(office)
        assert flush(office, NOW).retried == 1
        assert server.taken == []


def test_mailfact_39_a_letter_is_claimed_once(office_with: MakeOffice, post: Post) -> None:
    """Two runs at once: the second gets nothing, even without the lock."""
    office = office_with(1)
    (number,) = post(office)
    with office.session() as session:
        assert claim(session, number, NOW) is not None
    with office.session() as session:
        assert claim(session, number, NOW) is None


def test_the_daily_limit_is_kept(office_with: MakeOffice, post: Post) -> None:
    with fake_smtp() as server:
        office = office_with(server.port, "daily_limit = 3")
        post(office, 5)
        flushed = flush(office, NOW)
        assert flushed.sent == 3
        assert flushed.stopped_reason is not None
        assert flushed.stopped_reason.code == "daily-limit"
        assert flush(office, NOW + timedelta(hours=23)).sent == 0
        assert flush(office, NOW + timedelta(hours=24, seconds=1)).sent == 2


def test_a_server_that_allows_one_connection_gets_all_letters_by_it(
    office_with: MakeOffice, post: Post
) -> None:
    def script(word: str, before: int) -> str | None:
        return "421 4.7.0 one connection only" if word == "connect" and before else None

    with fake_smtp(script) as server:
        office = office_with(server.port, "connections = 4")
        post(office, 40)
        assert flush(office, NOW).sent == 40
        assert server.times["connect"] == 4


def test_a_silent_server_ends_the_run_by_the_timeout(
    office_with: MakeOffice, post: Post, rows: Rows
) -> None:
    """test_mailfact_29 for SMTP: the run ends, nothing is lost."""
    with fake_smtp(on("connect", SILENCE)) as server:
        office = office_with(server.port)
        settings = office.settings
        assert settings.smtp is not None
        object.__setattr__(settings.smtp, "timeout", 0.05)
        post(office)
        reason = flush(office, NOW).stopped_reason
    assert reason is not None
    assert (reason.code, reason.exit_code) == ("smtp-timeout", 75)
    assert rows(office)[0].status == "pending"


def test_letters_beyond_ascii_are_announced(office_with: MakeOffice, post: Post) -> None:
    with fake_smtp() as server:
        office = office_with(server.port)
        with office.session() as session:
            enqueue(
                session,
                address="p1@example.org",
                kind="report",
                message_id="<x@pbem.test>",
                raw="Subject: x\r\n\r\nZürich\r\n".encode(),
                now=NOW,
            )
        assert flush(office, NOW).sent == 1
        assert "MAIL FROM:<gm@pbem.test> BODY=8BITMIME" in server.heard


@pytest.mark.parametrize("address", ["p1@example.org>\r\nRSET", "no address", "ä@example.org"])
def test_an_address_that_smtp_cannot_carry_fails_its_letter_only(
    office_with: MakeOffice, post: Post, rows: Rows, address: str
) -> None:
    with fake_smtp() as server:
        office = office_with(server.port)
        with office.session() as session:
            enqueue(
                session,
                address=address,
                kind="report",
                message_id="<x@pbem.test>",
                raw=b"a: b\r\n\r\n",
                now=NOW,
            )
        post(office)
        flushed = flush(office, NOW)
        assert (flushed.sent, flushed.failed) == (1, 1)
        assert "RSET" not in server.heard
    assert [row.status for row in rows(office)] == ["failed", "sent"]
