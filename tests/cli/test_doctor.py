"""The doctor: each thing that can be wrong is found, and says how to mend it."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.clock import CLOCK_SEEN, SetClock, SystemClock, utc_text
from pbem.demo.servers import Servers
from pbem.doctor.cron import check_cron
from pbem.doctor.finding import Finding
from pbem.office import Office
from pbem.store.marks import set_mark
from tests.cli.conftest import Run


def examined(run: Run, *words: str, code: int = 0) -> dict[str, list[dict[str, Any]]]:
    """What was found, by name."""
    found: dict[str, list[dict[str, Any]]] = {}
    for finding in json.loads(run("doctor", *words, "--json", code=code).stdout):
        found.setdefault(finding["name"], []).append(finding)
    return found


def wrong(run: Run) -> list[dict[str, Any]]:
    found = examined(run, code=1)
    return [one for several in found.values() for one in several if one["verdict"] == "wrong"]


@pytest.fixture
def now(clock: SetClock) -> SetClock:
    """A clock that agrees with the files' times."""
    clock.moment = SystemClock().now()
    return clock


@pytest.fixture
def ticking(mailed: Office, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Office:
    """The same, and a crontab whose command is there."""
    script = tmp_path / "tick.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o700)
    crontab = f"*/5 * * * * {script} {mailed.folder}\n"
    monkeypatch.setattr("pbem.doctor.examining.read_crontab", lambda: crontab)
    return mailed


def test_a_sound_office_is_all_ok(ticking: Office, run: Run, now: SetClock) -> None:
    """Issue, point 6: IMAP, SMTP, database, clock, templates, crontab; and permissions."""
    found = examined(run)
    assert list(found) == [
        *("permissions", "settings", "database", "imap", "smtp", "clock", "templates", "tick")
    ]
    assert all(one["verdict"] == "ok" for several in found.values() for one in several)
    lines = run("doctor").stdout.splitlines()
    assert len(lines) == len(found)
    assert all(line.startswith("OK     ") for line in lines)


@pytest.mark.parametrize("gm", ["", 'gm = "games@example.org"'])
def test_alarms_that_nobody_may_read_are_noted(
    gm: str, ticking: Office, run: Run, now: SetClock
) -> None:
    """Without an address of his own the game master is told by a letter to the game's account."""
    path = ticking.folder / "pbem.toml"
    path.write_text(path.read_text().replace('gm = "gm@example.org"', gm))
    (found,) = examined(run)["game master"]
    assert (found["verdict"], "games@example.org" in found["message"]) == ("note", True)
    assert "gm =" in found["hint"]


def test_no_letter_is_posted_unless_asked(
    ticking: Office, run: Run, now: SetClock, servers: Servers
) -> None:
    box = servers.mailboxes.folder / "gm" / "new"
    before = len(list(box.iterdir()))
    run("doctor")
    assert len(list(box.iterdir())) == before
    assert "A letter to gm@example.org was taken" in run("doctor", "--send").stdout
    assert len(list(box.iterdir())) == before + 1


def test_letters_in_the_folder_are_counted(
    ticking: Office, run: Run, now: SetClock, servers: Servers
) -> None:
    for number in range(3):
        servers.mailboxes.deliver("a@b.c", "games@example.org", b"Subject: %d\r\n\r\nx" % number)
    (imap,) = examined(run)["imap"]
    assert "INBOX holds 3 letters" in imap["message"]


def test_a_wrong_imap_password_names_host_user_and_what_to_check(
    ticking: Office, run: Run, now: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Issue, point 6: a wrong IMAP password names host, user, and what to check."""
    monkeypatch.setenv("PBEM_IMAP_PASSWORD", "wrong")
    (fault,) = wrong(run)
    assert fault["name"] == "imap"
    assert "127.0.0.1" in fault["message"]
    assert "login of games" in fault["message"]
    assert "Check user and password of [imap]" in fault["hint"]


def test_a_wrong_imap_password_stops_no_run_without_those_words(
    ticking: Office, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_IMAP_PASSWORD", "wrong")
    got = run("process", code=1)
    assert "login of games" in got.stderr
    assert "Check user and password" in got.stderr


def test_a_server_that_is_away_is_told(ticking: Office, run: Run, now: SetClock) -> None:
    path = ticking.folder / "pbem.toml"
    lines = [
        "port = 1" if line.startswith("port") else line for line in path.read_text().split("\n")
    ]
    path.write_text("\n".join(lines))
    faults = wrong(run)
    assert [fault["name"] for fault in faults] == ["imap", "smtp"]
    assert all("Nothing listens at" in fault["message"] for fault in faults)


def test_files_that_others_can_read_are_named(ticking: Office, run: Run, now: SetClock) -> None:
    """conventions: files of the office are readable by their owner only."""
    (ticking.folder / "pbem.sqlite3").chmod(0o644)
    (fault,) = wrong(run)
    assert "office/pbem.sqlite3" in fault["message"]
    assert fault["hint"] == f"Type: chmod -R go= {ticking.folder}"


def test_a_lost_token_key_is_told(ticking: Office, run: Run, now: SetClock) -> None:
    (ticking.folder / "secrets" / "token-key").unlink()
    (fault,) = wrong(run)
    assert "token-key is missing" in fault["message"]


def test_a_database_that_refers_to_nothing_is_told(
    ticking: Office, run: Run, now: SetClock
) -> None:
    with closing(sqlite3.connect(ticking.folder / "pbem.sqlite3")) as database:
        database.execute("INSERT INTO desk (campaign, body, version) VALUES ('x', '{}', 0)")
        database.commit()
    (fault,) = wrong(run)
    assert "1 rows refer to rows that are not there (first: desk)" in fault["message"]


def test_a_clock_behind_the_mail_servers_is_told(
    ticking: Office, run: Run, now: SetClock, servers: Servers
) -> None:
    """The server stamped a letter later than this clock's time."""
    servers.mailboxes.deliver("a@b.c", "games@example.org", b"Subject: x\r\n\r\nx")
    now.moment -= timedelta(hours=5)
    (fault,) = [one for one in wrong(run) if one["name"] == "clock"]
    assert "the mail server stamped a letter" in fault["message"]
    assert "a file of the office was written" in fault["message"]


def test_a_clock_that_jumped_is_told(ticking: Office, run: Run, now: SetClock) -> None:
    with ticking.session() as session:
        set_mark(session, CLOCK_SEEN, utc_text(now.moment - timedelta(days=30)))
    (fault,) = wrong(run)
    assert "It jumped ahead since the last run" in fault["message"]
    assert "pbem resume" in fault["hint"]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("letters/receipt.txt.j2", "{% if %}", "receipt.txt.j2"),
        ("words.toml", "[subjects]\nmove = '{{ x'\n", "the line '{{ x'"),
        ("words.toml", "[subjects", "words.toml"),
    ],
)
def test_a_broken_template_of_the_office_is_told(
    name: str, content: str, told: str, ticking: Office, run: Run, now: SetClock
) -> None:
    path = ticking.folder / "templates" / "en" / name
    path.parent.mkdir(mode=0o700, parents=True)
    path.write_text(content)
    path.chmod(0o600)
    path.parent.parent.chmod(0o700)
    (fault,) = wrong(run)
    assert fault["name"] == "templates"
    assert told in fault["message"]


def test_an_office_without_smtp_is_told(office: Office, run: Run) -> None:
    faults = {fault["name"]: fault for fault in wrong(run)}
    assert "no [smtp]" in faults["smtp"]["message"]


def found_in(crontab: str | None, folder: Path, home: Path) -> Finding:
    (finding,) = check_cron(folder, crontab, home)
    return finding


def test_a_crontab_without_a_line_says_which_to_add(tmp_path: Path) -> None:
    for crontab in (None, "", "# */5 * * * * tick.sh /x\n", "0 4 * * * /usr/bin/pbem process\n"):
        finding = found_in(crontab, tmp_path / "office", tmp_path)
        assert finding.wrong
        assert "tick.sh" in finding.hint
        assert str(tmp_path / "office") in finding.hint


@pytest.mark.parametrize(
    "line",
    [
        "*/5 * * * * {script} {folder}",
        "*/5 * * * * $HOME/tick.sh $HOME/office",
        "@hourly {script} {folder} >/dev/null",
        "*/5 * * * * PBEM_OFFICE={folder} {pbem} process",
        "PBEM_OFFICE={folder}\n*/5 * * * * {pbem} process",
        "*/5 * * * * {pbem} process --office {folder}",
        "MAILTO=gm@example.org\n* * * * * ~/tick.sh ~/office",
    ],
)
def test_a_line_whose_command_is_there_is_ok(line: str, tmp_path: Path) -> None:
    for name in ("tick.sh", "pbem"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o700)
    text = line.format(
        script=tmp_path / "tick.sh", pbem=tmp_path / "pbem", folder=tmp_path / "office"
    )
    assert found_in(text, tmp_path / "office", tmp_path).verdict == "ok"


@pytest.mark.parametrize(
    ("command", "told"),
    [("/nowhere/tick.sh", "is not there"), ("no-such-pbem", "is not where cron looks")],
)
def test_a_line_whose_command_is_not_there_is_told(command: str, told: str, tmp_path: Path) -> None:
    words = "process --office" if "pbem" in command else ""
    text = f"*/5 * * * * {command} {words} {tmp_path / 'office'}\n"
    finding = found_in(text, tmp_path / "office", tmp_path)
    assert finding.wrong
    assert told in finding.message


def test_a_timer_of_systemd_will_do(tmp_path: Path) -> None:
    timer = tmp_path / ".config" / "systemd" / "user" / "pbem.timer"
    timer.parent.mkdir(parents=True)
    timer.write_text("[Timer]\n")
    assert found_in("", tmp_path / "office", tmp_path).verdict == "ok"


@pytest.mark.parametrize("provider", ["gmail", "fastmail", "outlook", "own", "Gmail"])
def test_the_steps_of_each_provider_end_with_the_doctor(provider: str, run: Run) -> None:
    """Issue, point 6: the steps for Gmail, Fastmail, Outlook and an own server; no office."""
    text = run("doctor", "--steps", provider).stdout
    assert "[imap]" in text
    assert "[smtp]" in text
    assert "pbem doctor --send" in text
    assert all(len(line) <= 100 for line in text.splitlines())


def test_nothing_is_changed_by_looking(ticking: Office, run: Run, now: SetClock) -> None:
    def state() -> dict[str, bytes]:
        paths = (path for path in ticking.folder.rglob("*") if path.is_file())
        return {str(p): p.read_bytes() for p in paths if not p.name.endswith(("-wal", "-shm"))}

    before = state()
    run("doctor")
    assert state() == before
    assert os.listdir(ticking.folder / "secrets") == ["token-key"]
