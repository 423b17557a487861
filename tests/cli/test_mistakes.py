"""A user's mistakes: what is wrong, what to do, the exit code, and never a traceback."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.codec import UnknownShape
from pbem.cli import app
from pbem.clock import SetClock
from pbem.office import Office
from pbem.store.database import SCHEMA
from pbem.store.models import OutboxRow
from tests.cli.conftest import Run

FAULTS = [
    (("show", "opne"), "There is no campaign 'opne'", "Did you mean open?"),
    (("start", "nothing"), "There is no campaign 'nothing'", "There are: mine, open, over."),
    (("status", "ovre"), "There is no campaign 'ovre'", "Did you mean over?"),
    (("show", "open", "--seat", "Ana"), "'Ana' has no seat in open", "Did you mean Anna?"),
    (("submit", "open", "p7"), "'p7' has no seat in open", "Anna (p1), Bob (p2)"),
    (("show", "open", "--turn", "99"), "there is no turn 99 yet", "--turn"),
    (("show", "open", "--at-halt"), "open is not halted", "pbem status open"),
    (
        ("new", "x1", "space-frighter"),
        "There is no game 'space-frighter'",
        "Did you mean space-freighter?",
    ),
    (("new", "open", "space-freighter"), "has a campaign open already", "another name"),
    (("new", "x1"), "Which game is x1 to be?", "pbem games"),
    (("new", "open", "--remove"), "open has started", "pbem seat open SEAT --drop"),
    (("new", "open", "space-freighter", "--remove"), "takes a campaign only", "Leave the game"),
    (("new", "X!", "space-freighter"), "'X!' cannot be a campaign's name", "small letters"),
    (("new", "x1", "space-freighter", "--variant", "nova"), "no variant 'nova'", "default"),
    (
        ("new", "x1", "space-freighter", "--option", "mony=yes"),
        "no option 'mony'",
        "Did you mean money?",
    ),
    (
        ("new", "x1", "star-traders", "--variant", "nova", "--option", "personalities=random"),
        "star-traders (nova) has no option 'personalities'",
        "declared",
    ),
    (("new", "x1", "space-freighter", "--option", "money"), "there is no '='", "money=yes"),
    (("new", "x1", "space-freighter", "--option", "money=7"), "no value of money", "yes or no"),
    (("new", "x1", "space-freighter", "--pace", "fast"), "'fast' is no value of pace", "rounds"),
    (("new", "x1", "space-freighter", "--zone", "Berlin"), "not a time zone", "Europe/Berlin"),
    (("new", "x1", "space-freighter", "--turn", "soon"), "not a length of time", "3 days"),
    (("new", "x1", "space-freighter", "--wait", "zap"), "no kind of question 'zap'", "negate"),
    (
        ("new", "x1", "space-freighter", "--wait", "negate", "--standing", "negate"),
        "both name negate",
        "one way",
    ),
    (
        ("new", "x1", "space-freighter", "--pace", "rounds", "--option", "pace=turns"),
        "--pace rounds and --option pace=turns contradict",
        "one of them",
    ),
    (
        ("new", "x1", "space-freighter", "--round", "7 days"),
        "not played in rounds",
        "--pace rounds",
    ),
    (
        ("new", "x1", "star-traders", "--option", "novices=Bob"),
        "The option novices does nothing while personalities is none.",
        "Leave novices out, or give personalities another value (chosen or random).",
    ),
    (
        ("new", "x1", "star-traders", "--option", "requirement=current", "--option", "stations=5"),
        "The option requirement does nothing while stations is 5.",
        "Leave requirement out, or give stations no value.",
    ),
    (
        ("new", "x1", "star-traders", "--variant", "super-nova", "--wait", "zap"),
        "'zap' never comes up in this campaign",
        "There come up: shift, bid.",
    ),
    (
        ("new", "x1", "star-traders", "--variant", "nova", "--standing", "verdict"),
        "'verdict' never comes up",
        "between, zap, calamity, shift, bid, discard",
    ),
    (("join", "open", "Eve", "eve@example.org"), "nobody can join it now", "pbem seat open"),
    (("start", "open"), "open has started already", ""),
    (("deadline", "open", "yesterday"), "'yesterday' is not a date", "tomorrow"),
    (("deadline", "open", "Friday", "--later", "1 day"), "both given", "one of them"),
    (("deadline", "over", "--later", "1 day"), "over waits for nobody", "pbem status over"),
    (("seat", "open", "--drop"), "Which seat?", "pbem seat open"),
    (("seat", "open", "Bob", "--person", "Eve"), "--person needs --address", ""),
    (("seat", "open", "Bob", "--address", "no address"), "is not a mail address", ""),
    (("seat", "over", "Bob", "--drop"), "cannot be dropped", ""),
    (("retry", "open"), "open is not halted", "pbem status open"),
    (("retry", "99"), "Letter 99", "pbem inbox"),
    (("inbox", "show", "99"), "no letter 99", "pbem inbox"),
    (("inbox", "snow", "9"), "names no letter", "show 12"),
    (("inbox", "--status", "shunt"), "No letter is 'shunt'", "shunted"),
    (("outbox", "show", "9999"), "no letter 9999", "pbem outbox"),
    (("outbox", "--status", "send"), "No letter is 'send'", "sent"),
    (("export",), "Which campaign?", "--all"),
    (("export", "--all"), "--all takes one argument", "pbem export --all"),
    (("verify", "nowhere.json"), "nowhere.json cannot be read", ""),
    (("verify", "--campaign", "opne"), "There is no campaign", "Did you mean open?"),
    (("replay", "open", "--turn", "99"), "there is no turn 99 yet", ""),
    (("doctor", "--steps", "hotmale"), "no steps for 'hotmale'", "gmail"),
    (("games", "chess"), "There is no game 'chess'", "space-freighter"),
    (("rules", "chess"), "There is no game 'chess'", "space-freighter"),
    (("simulate", "space-freighter", "--seats", "9"), "takes 2 to 6 players", "--seats"),
    (("simulate", "space-freighter", "--bots", "fish"), "no bot 'fish'", "trader"),
    (("simulate", "space-freighter", "--games", "0"), "0 games", "--games"),
    (("simulate", "space-freighter", "--games", "2", "--export", "x"), "one game", "--games 1"),
    (("bench", "idel"), "no bench 'idel'", "Did you mean idle?"),
    (("bench", "decisions"), "Which game?", "space-freighter"),
    (("submit", "over", "Bob", "nowhere.txt"), "nowhere.txt cannot be read", ""),
    (("init", "{office}"), "holds a pbem.toml already", "another folder"),
    (("init", "new", "--address", "me"), "--address: 'me' cannot be used", "bare mail address"),
    (("init", "new", "--zone", "Mars"), "not a time zone", ""),
    (("status", "--office", "nowhere"), "is not an office", "--office"),
]


@pytest.mark.parametrize(
    ("words", "message", "hint"), FAULTS, ids=[" ".join(fault[0]) for fault in FAULTS]
)
def test_a_mistake_is_told_with_what_to_do(
    words: tuple[str, ...],
    message: str,
    hint: str,
    playing: Office,
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Message and hint on standard error, exit code 2."""
    monkeypatch.chdir(tmp_path)
    typed = [word.format(office=playing.folder) for word in words]
    got = run(*typed, code=2)
    assert got.stdout == ""
    assert got.stderr.startswith("pbem: ")
    assert message in got.stderr
    assert hint in got.stderr


@pytest.mark.parametrize(
    "words", [("stauts",), ("status", "--jsno"), ("show",), ("process", "now"), ("join", "a", "b")]
)
def test_a_wrong_call_is_exit_2(words: tuple[str, ...], run: Run) -> None:
    got = run(*words, code=2)
    assert "Error" in got.stderr


def test_broken_settings_are_told_by_file_line_and_what_is_allowed(
    office: Office, run: Run
) -> None:
    """Issue, "Bad input gets": a broken `pbem.toml`: file, line, what is allowed."""
    path = office.folder / "pbem.toml"
    path.write_text(f"{path.read_text()}\n[smtp]\nhost = 'mail.example.org'\nprot = 25\n")
    line = path.read_text().splitlines().index("prot = 25") + 1
    got = run("process", code=2)
    assert f"{path}, line {line}" in got.stderr
    assert "Did you mean 'port'?" in got.stderr
    got = run("doctor", code=1)
    assert f"{path}, line {line}" in got.stdout


def test_a_newer_database_is_refused_untouched(office: Office, run: Run) -> None:
    """Issue, "Bad input gets": a database of a newer version: refused untouched."""
    path = office.folder / "pbem.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    for words in (("status",), ("process",), ("verify",)):
        got = run(*words, code=1)
        assert "newer pbem" in got.stderr
    assert path.read_bytes() == before


def test_a_lost_database_is_not_made_anew(office: Office, run: Run) -> None:
    """An empty one would look like an office without campaigns."""
    (office.folder / "pbem.sqlite3").unlink()
    got = run("status", code=1)
    assert "pbem.sqlite3 is missing" in got.stderr


def test_a_damaged_database_is_told(playing: Office, run: Run) -> None:
    path = playing.folder / "pbem.sqlite3"
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    got = run("status", code=1)
    assert "damaged" in got.stderr
    got = run("doctor", code=1)
    assert "WRONG  database" in got.stdout


def test_the_office_may_be_named_before_the_command(
    office: Office, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PBEM_OFFICE")
    folder = str(office.folder)
    for words in (
        ("--office", folder, "status"),
        (f"--office={folder}", "status"),
        ("status", "--office", folder),
    ):
        assert "no campaign yet" in run(*words).stdout


def test_the_current_folder_may_be_the_office(
    office: Office, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PBEM_OFFICE")
    monkeypatch.chdir(office.folder)
    assert "no campaign yet" in run("status").stdout


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "office/lock"), "office/lock may not"),
        (OSError(errno.ENOSPC, "No space left on device"), "no room left"),
        (UnknownShape("Freight version 9 is newer than 1"), "version 9 is newer"),
    ],
)
def test_faults_of_the_machine_and_of_newer_versions_are_told(
    fault: Exception, told: str, office: Office, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr("pbem.office.Office.open", broken)
    got = run("status", code=1)
    assert told in got.stderr


def test_a_bug_leaves_its_traceback_and_a_line_that_says_so(
    office: Office, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Venus")

    monkeypatch.setattr("pbem.office.Office.open", broken)
    got = CliRunner().invoke(app, ["status"])
    assert got.exit_code == 1
    assert isinstance(got.exception, KeyError)
    assert "a fault of pbem, not of yours" in got.exception.__notes__[0]


def test_what_others_wrote_does_not_act_on_a_terminal(playing: Office, run: Run) -> None:
    """A mail server's words may hold anything."""
    with playing.session() as session:
        row = session.get_one(OutboxRow, 1)
        row.status, row.last_error = "failed", "550 \x1b[2J\x9bgone"
        session.add(row)
    text = run("status").stdout
    assert "550 [2Jgone" in text
