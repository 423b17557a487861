"""`pbem process` with a mail account, and what it says to whom."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from pbem.cli.process import summed_up
from pbem.clock import SetClock
from pbem.demo.servers import PASSWORD, Servers
from pbem.office import Office
from pbem.run.tick import Summary
from tests.cli.conftest import Run


def test_letters_go_out_and_nobody_is_told_where_nobody_looks(
    mailed: Office, run: Run, servers: Servers
) -> None:
    """conventions, Processes: exit 0, silent; the trial letters are in the mailboxes."""
    run("new", "sf1", "space-freighter")
    run("join", "sf1", "Anna", "anna@example.org")
    assert "Next due: letters to go out, with the next run" in run("status").stdout
    assert run("process").output == ""
    (letter,) = (servers.mailboxes.folder / "anna" / "new").iterdir()
    assert b"sf1" in letter.read_bytes()
    assert "sent" in run("outbox").stdout
    assert json.loads(run("process", "--json").stdout)["sent"] == 0


def test_a_person_at_a_terminal_is_told(
    mailed: Office, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.cli.process.at_terminal", lambda: True)
    assert run("process").stdout == "Nothing to do.\n"
    run("new", "sf2", "space-freighter")
    run("join", "sf2", "Bob", "bob@example.org")
    assert run("process").stdout == "1 letter went out.\n"
    with mailed.lock():
        got = run("process", code=75)
    assert "is at work" in got.stderr


def test_a_server_that_is_away_is_75(office: Office, run: Run) -> None:
    """conventions, Processes: 75, try again; told on standard error, for the log."""
    path = office.folder / "pbem.toml"
    account = '[imap]\nhost = "127.0.0.1"\nport = 1\ntls = "none"\nuser = "x"\npassword = "y"\n'
    path.write_text(f"{path.read_text()}\n{account}")
    got = run("process", code=75)
    assert "Nothing listens at the IMAP server 127.0.0.1:1" in got.stderr


def test_a_wrong_password_is_told_once_a_day(mailed: Office, run: Run, clock: SetClock) -> None:
    """Cron mails what a run prints: not every five minutes. status shows it all the time."""
    right = (mailed.folder / "pbem.toml").read_text()
    (mailed.folder / "pbem.toml").write_text(right.replace(PASSWORD, "wrong"))
    assert "password" in run("process", code=1).stderr
    clock.moment += timedelta(minutes=5)
    assert run("process", code=75).output == ""
    assert "it could not do all" in run("status").stdout
    clock.moment += timedelta(hours=12)
    assert run("process", code=75).output == ""
    clock.moment += timedelta(hours=12)
    assert "password" in run("process", code=1).stderr
    (mailed.folder / "pbem.toml").write_text(right)
    assert run("process").output == ""
    (mailed.folder / "pbem.toml").write_text(right.replace(PASSWORD, "wrong"))
    assert "password" in run("process", code=1).stderr


@pytest.mark.parametrize(
    ("summary", "told"),
    [
        (Summary(), "Nothing to do."),
        (
            Summary(read=1, letters=1, campaigns=2, facts=40, sent=3),
            "1 letter came in, 1 applied, 2 campaigns worked on, 40 facts, 3 letters went out.",
        ),
        (
            Summary(read=2, held="clock"),
            "2 letters came in.\nNo deadline was settled: the clock jumped. If it is right: pbem"
            " resume.",
        ),
        (Summary(held="inbox"), "Done.\nNo deadline was settled: the inbox could not be read."),
        (
            Summary(shunted=1, halted=1, failed=2),
            "1 could not be read (pbem inbox), 1 halted (pbem status),"
            " 2 refused for good (pbem outbox).",
        ),
    ],
)
def test_a_run_is_summed_up(summary: Summary, told: str) -> None:
    assert summed_up(summary) == told


def test_without_a_server_to_post_by_letters_are_said_to_wait(
    playing: Office, run: Run, clock: SetClock
) -> None:
    """Once, by the run that wrote them; status says so as long as they are there."""
    waits = "letters wait: pbem.toml has no [smtp] to post by. pbem outbox show N prints one."
    run("submit", "open", "Anna", text="READY\n")
    told = run("status").stdout
    assert waits in told
    assert "to go out" not in told
    run("process")
    clock.moment += timedelta(minutes=5)
    assert run("process").stdout == ""
    clock.moment += timedelta(days=4)
    assert waits in run("process").stdout
    clock.moment += timedelta(minutes=5)
    assert run("process").stdout == ""
