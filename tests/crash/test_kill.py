"""SIGKILL at every step of a run: the next one ends where one that was left alone ends.

Each letter is accepted by the server once. In the one window that only a copy in our own mailbox
could close (the server has accepted, we have not written it down) it may come twice, with the same
Message-ID and bytes.
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from pbem.letters import Library
from pbem.office import Office
from pbem.run.tick import tick
from tests.conversations.table import Table
from tests.crash.post_office import SETTINGS, Accepted, Runs, put_in_mailbox, serving, state_of

pytestmark = pytest.mark.crash

ENTER = "pbem.sources.maildir:enter"
POST = "pbem.outbox.sending:post"

ONCE = [
    # at the edges of every step
    *(("clock", when, "1") for when in ("before", "after")),
    *(("collect", when, "1") for when in ("before", "after")),
    *(("read", when, "1") for when in ("before", "after")),
    *(("referee", when, "1") for when in ("before", "after")),
    *(("remind", when, "1") for when in ("before", "after")),
    *(("digest", when, "1") for when in ("before", "after")),
    *(("post", when, "1") for when in ("before", "after")),
    *(("close", when, "1") for when in ("before", "after")),
    # after the fetch, before and after the letters are entered
    (ENTER, "before", "1"),
    (ENTER, "after", "1"),
    # among letters that are set aside, each in a transaction of its own
    ("pbem.run.sorting:settle_letter", "after", "1"),
    ("pbem.run.sorting:settle_letter", "after", "2"),
    # within the one transaction of a campaign
    ("pbem.run.work:Work.apply", "after", "1"),
    ("pbem.run.work:Work.apply", "before", "2"),
    ("pbem.referee.record:_write_state", "before", "1"),
    ("pbem.referee.settle:write_step", "after", "1"),
    ("pbem.referee.settle:renew", "after", "1"),
    ("pbem.run.work:save_desk", "after", "1"),
    ("pbem.mailroom.posting:enqueue", "after", "1"),
    ("pbem.mailroom.posting:enqueue", "before", "4"),
    # claimed, and the server has heard nothing, or not all of it
    (POST, "before", "1"),
    ("aiosmtplib:SMTP.execute_command", "before", "3"),
    ("aiosmtplib:SMTP.execute_command", "after", "3"),
    ("aiosmtplib:SMTP.execute_command", "before", "4"),
    ("pbem.outbox.smtp:_send_text", "before", "1"),
    ("pbem.outbox.smtp:_send_text", "before", "3"),
    # told apart from a letter that was accepted and written down
    ("pbem.outbox.sending:record", "before", "99"),
]
TWICE = [
    ("pbem.outbox.smtp:_send_text", "after", "1"),
    ("pbem.outbox.smtp:_send_text", "after", "3"),
    (POST, "after", "1"),
    (POST, "after", "2"),
    ("pbem.outbox.sending:record", "after", "1"),
    ("pbem.outbox.sending:claim", "after", "2"),
]
"""The server has accepted, and that is not committed yet."""


WRONG = "gm+sf1.t4.p3.aaaaaaaaaa@pbem.test"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A campaign that runs, and a mailbox with letters of every kind."""
    table = Table(tmp_path_factory.mktemp("crash") / "office").new().start()
    folder = table.office.folder
    newest = table.newest
    letters = [
        table.letter(newest["sf1", "p1"], "ANSWER PASS"),
        table.letter(newest["sf1", "p2"], "PLAN\nPASS\nSTANDING\nKEEP Star Base\nBIULD"),
        table.letter(newest["sf1", "p3"], "STATUS"),
        table.letter(newest["sf1", "p3"], "PASS", To=WRONG, Subject=""),
        table.letter(newest["sf1", "p1"], "ANSWER PASS", From="eve@evil.test"),
    ]
    for number, raw in enumerate(letters):
        put_in_mailbox(folder, f"1.{number}.mail", raw)
    table.wait(hours=1)
    table.office.close()
    return table


class Killed:
    """The office again and again, with a server of its own each time."""

    def __init__(self, prepared: Table, runs: Runs, folder: Path) -> None:
        self.runs = runs
        self.prepared = prepared
        self.folder = folder

    def played(self, name: str, kill: tuple[str, ...]) -> tuple[dict[str, Any], Accepted, int]:
        """What it comes to: the state, what the server accepted, how the first run ended."""
        office = self.folder / name
        shutil.copytree(self.prepared.office.folder, office)
        now = self.prepared.now
        with serving() as (accepted, port):
            settings = office / "pbem.toml"
            text = settings.read_text()
            settings.write_text(text + SETTINGS.format(port=port))
            first = self.runs.run(office, now, *kill)
            opened = Office.open(office)
            try:
                for again in (timedelta(0), timedelta(minutes=20)):
                    assert tick(opened, now + again).errors == []
                return state_of(opened), accepted, first
            finally:
                opened.close()


@pytest.fixture(scope="module")
def runs(checkout: Path) -> Iterator[Runs]:
    """See the class."""
    made = Runs(checkout)
    yield made
    made.close()


@pytest.fixture(scope="module")
def killed(prepared: Table, runs: Runs, tmp_path_factory: pytest.TempPathFactory) -> Killed:
    """See the class."""
    return Killed(prepared, runs, tmp_path_factory.mktemp("killed"))


@pytest.fixture(autouse=True)
def _books_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs that follow a kill have the same templates: reading them takes longer than they."""
    monkeypatch.setattr("pbem.mailroom.posting.Library", _library)


def _library(games: tuple[Game[Any], ...], *_folders: Path) -> Library:
    return _made(games)


_made = cache(Library)


@pytest.fixture(scope="module")
def alone(killed: Killed) -> tuple[dict[str, Any], Accepted]:
    """A run that nobody killed, to compare with."""
    state, accepted, code = killed.played("alone", ())
    assert code == 0
    assert set(accepted.times.values()) == {1}
    assert {status for *_, status in state["outbox"] if _} == {"sent"}
    return state, accepted


def check(
    killed: Killed, alone: tuple[dict[str, Any], Accepted], kill: tuple[str, str, str]
) -> Accepted:
    """The state is that of a run that was left alone."""
    state, accepted, code = killed.played("-".join(kill).replace(":", "."), kill)
    assert code in (-signal.SIGKILL, 0)
    if kill[2] != "99":
        assert code == -signal.SIGKILL, "it never came there"
    for part, found in state.items():
        assert found == alone[0][part], part
    assert set(accepted.times) == set(alone[1].times)
    return accepted


@pytest.mark.parametrize("kill", ONCE, ids="-".join)
def test_after_a_kill_each_letter_goes_out_once(
    killed: Killed, alone: tuple[dict[str, Any], Accepted], kill: tuple[str, str, str]
) -> None:
    """test_report_19, test_report_69, test_report_89: commit first, post later, repeat nothing."""
    accepted = check(killed, alone, kill)
    assert set(accepted.times.values()) == {1}


@pytest.mark.parametrize("kill", TWICE, ids="-".join)
def test_in_the_one_window_a_letter_may_come_twice_with_the_same_id(
    killed: Killed, alone: tuple[dict[str, Any], Accepted], kill: tuple[str, str, str]
) -> None:
    """One letter, two copies, the same bytes; all others once."""
    accepted = check(killed, alone, kill)
    assert sorted(accepted.times.values())[-2:] in ([1, 2], [1, 1])
    assert sum(accepted.times.values()) <= len(accepted.times) + 1
    raws: dict[str, set[bytes]] = {}
    for number, raw in accepted.letters:
        raws.setdefault(number, set()).add(raw)
    assert all(len(copies) == 1 for copies in raws.values())


def test_two_runs_at_once_send_one_copy(
    prepared: Table, runs: Runs, tmp_path: Path, alone: tuple[dict[str, Any], Accepted]
) -> None:
    """test_report_47, test_mailfact_39: the second ends with 75 and does nothing."""
    office = tmp_path / "office"
    shutil.copytree(prepared.office.folder, office)
    with serving() as (accepted, port):
        settings = office / "pbem.toml"
        settings.write_text(settings.read_text() + SETTINGS.format(port=port))
        opened = Office.open(office)
        second: list[int] = []

        def meanwhile(*_: Any) -> None:
            if not second:
                second.append(runs.run(office, prepared.now))

        try:
            assert tick(opened, prepared.now, progress=meanwhile).errors == []
            assert second == [75]
            assert state_of(opened) == alone[0]
        finally:
            opened.close()
    assert set(accepted.times.values()) == {1}
