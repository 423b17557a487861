"""Offices to type commands in, and a clock that stands where a test sets it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest
from typer.testing import CliRunner, Result

from pbem.cli import app
from pbem.cli.common import CLOCK
from pbem.clock import CLOCK_SEEN, SetClock, from_utc_text
from pbem.demo.servers import PASSWORD, Servers
from pbem.demo.servers import start as start_servers
from pbem.office import Office, make_office
from pbem.run.tick import tick
from pbem.store.marks import mark
from pbem.store.models import CampaignRow

BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SETTINGS = """\
[office]
address = "games@example.org"
gm = "gm@example.org"

[deadlines]
zone = "Europe/Berlin"
round = "3 days at 20:00"
remind = []

[brakes]
clock_gap = "30 days"
"""
ACCOUNT = """\
[office]
address = "games@example.org"
gm = "gm@example.org"

[imap]
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "games"
password = "{password}"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
"""
"""Settings of an office whose account is on servers of the test's own."""

Run = Callable[..., Result]


@pytest.fixture
def clock() -> Iterator[SetClock]:
    """The clock of all commands; a test moves it."""
    made = SetClock(BEGIN)
    CLOCK.append(made)
    yield made
    CLOCK.remove(made)


@pytest.fixture
def run(clock: SetClock) -> Run:
    """Types a command: `run("status", code=2)`. Whatever a user does, he sees no traceback."""

    def typed(*words: str, code: int = 0, text: str | bytes | None = None) -> Result:
        got = CliRunner().invoke(app, list(words), input=text)
        assert got.exception is None or isinstance(got.exception, SystemExit), got.exception
        assert got.exit_code == code, got.output
        assert "Traceback" not in got.output
        return got

    return typed


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office without a mail account, named by PBEM_OFFICE."""
    made = make_office(tmp_path / "office", SETTINGS)
    monkeypatch.setenv("PBEM_OFFICE", str(made.folder))
    return made


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An office with three campaigns, copied for each test that uses it.

    `open` runs, and the GM holds no seat of it; in `mine` he has seat p2; `over`, with six players
    so that it is short, was played to its end by silence but for one standing order.
    """
    folder = tmp_path_factory.mktemp("played") / "office"
    made = make_office(folder, SETTINGS)
    clock = SetClock(BEGIN)
    CLOCK.append(clock)
    try:
        for name, bob in (("open", "bob"), ("mine", "gm"), ("over", "bob")):
            _typed("new", name, "space-freighter", "--pace", "rounds", office=folder)
            _typed("join", name, "Anna", "anna@example.org", office=folder)
            _typed("join", name, "Bob", f"{bob}@example.org", office=folder)
            for more in ("Cleo", "Dan", "Eva", "Fritz") if name == "over" else ():
                _typed("join", name, more, f"{more}@example.org".lower(), office=folder)
            _typed("start", name, "--unconfirmed", office=folder)
            if name == "over":
                # A round in which all are silent would be held.
                _typed("submit", name, "Anna", office=folder, text="STANDING\nDISCARD LOWEST\n")
        # Two rounds for all, and then as many as `over` needs.
        for day in range(1, 80):
            clock.moment = BEGIN + timedelta(days=3 * day, hours=12)
            if day == 3:
                _stand_still(made, "open", "mine")
            tick(made, clock.now(), mail=False)
            if _status(made, "over") == "ended":
                break
        _let_go_on(made, "open", "mine")
    finally:
        CLOCK.remove(clock)
        made.close()
    return folder


def _typed(*words: str, office: Path, text: str = "") -> Result:
    got = CliRunner().invoke(
        app, ["--office", str(office), *words], input=text, catch_exceptions=False
    )
    assert got.exit_code == 0, got.output
    return got


def _status(office: Office, campaign: str) -> str:
    with office.reading() as session:
        return str(session.get_one(CampaignRow, campaign).status)


def _stand_still(office: Office, *campaigns: str) -> None:
    """Keep campaigns where they are while another is played."""
    _set_status(office, campaigns, "setup")


def _let_go_on(office: Office, *campaigns: str) -> None:
    _set_status(office, campaigns, "running")


def _set_status(
    office: Office, campaigns: tuple[str, ...], status: Literal["setup", "running"]
) -> None:
    with office.session() as session:
        for name in campaigns:
            row = session.get_one(CampaignRow, name)
            row.status = status
            session.add(row)


@pytest.fixture
def playing(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> Iterator[Office]:
    """A copy of the office `played`, named by PBEM_OFFICE; the clock says when its last run was."""
    folder = tmp_path / "playing"
    shutil.copytree(played, folder)
    monkeypatch.setenv("PBEM_OFFICE", str(folder))
    opened = Office.open(folder)
    with opened.reading() as session:
        clock.moment = from_utc_text(mark(session, CLOCK_SEEN) or "")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """An IMAP and an SMTP server with mailboxes for `games` and `gm`."""
    with start_servers(tmp_path_factory.mktemp("mail"), ("games", "gm")) as running:
        yield running


@pytest.fixture
def mailed(servers: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office with an account on those servers; its owner's home is empty."""
    text = ACCOUNT.format(imap=servers.imap_port, smtp=servers.smtp_port, password=PASSWORD)
    made = make_office(tmp_path / "office", text)
    monkeypatch.setenv("PBEM_OFFICE", str(made.folder))
    monkeypatch.setenv("HOME", str(tmp_path))
    return made
