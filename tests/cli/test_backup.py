"""`pbem backup`: a copy that is whole, made under a running office, and the way back to it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import Session

from pbem.clock import SetClock
from pbem.office import Office
from pbem.store.models import CampaignRow
from tests.cli.conftest import Run


def states(run: Run, office: Path) -> list[tuple[str, bool, int]]:
    """Of each campaign: whether it verifies, and how many facts it has."""
    found = json.loads(run("verify", "--office", str(office), "--json").stdout)
    return [(one["campaign"], one["good"], one["facts"]) for one in found]


def test_the_copy_holds_what_stands_in_the_log_only(
    playing: Office, run: Run, tmp_path: Path
) -> None:
    """An open reader keeps the log from being written back, as a run under way does; another
    writer at work is not waited for, and his half of a transaction is not in the copy.
    """
    path = playing.folder / "pbem.sqlite3"
    with playing.reading() as session:
        session.get_one(CampaignRow, "open")
        run("submit", "open", "Anna", text="STANDING\nDISCARD LOWEST\n")
        with closing(sqlite3.connect(path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("UPDATE campaign SET turn = 999")
            got = run("backup", str(tmp_path / "copy"))
            writer.execute("ROLLBACK")
    assert f"pbem verify --office {tmp_path / 'copy'}" in got.stdout
    assert sorted(p.name for p in (tmp_path / "copy").iterdir()) == [
        *("pbem.sqlite3", "pbem.toml", "secrets", "templates")
    ]
    assert states(run, tmp_path / "copy") == states(run, playing.folder)
    with closing(sqlite3.connect(tmp_path / "copy" / "pbem.sqlite3")) as copy:
        assert copy.execute("SELECT count(*) FROM letter WHERE source = 'submit'").fetchone() == (
            2,  # one of them made with the office
        )
        assert copy.execute("SELECT max(turn) FROM campaign").fetchone()[0] < 999


def test_the_copy_is_its_owners_alone_with_secrets_and_templates(
    playing: Office, run: Run, tmp_path: Path
) -> None:
    own = playing.folder / "templates" / "en" / "letters"
    own.mkdir(parents=True)
    (own / "page.txt.j2").write_text("own")
    run("backup", str(tmp_path / "deep" / "copy"))
    copy = tmp_path / "deep" / "copy"
    assert Office.open(copy).token_key == playing.token_key
    assert (copy / "templates/en/letters/page.txt.j2").read_text() == "own"
    assert [p for p in (copy, *copy.rglob("*")) if p.stat().st_mode & 0o077] == []


def test_the_way_back(playing: Office, run: Run, clock: SetClock, tmp_path: Path) -> None:
    """README, "Upgrade, backup, moving": the copy in the office's place goes on from there, and
    since the seed is in it the dice fall as they fell.
    """
    run("backup", str(tmp_path / "copy"))
    before = states(run, playing.folder)
    clock.moment += timedelta(days=20)
    run("process", "--no-mail")
    after = states(run, playing.folder)
    assert after != before
    playing.close()
    playing.folder.rename(tmp_path / "broken")
    (tmp_path / "copy").rename(playing.folder)
    assert states(run, playing.folder) == before
    run("process", "--no-mail")
    assert states(run, playing.folder) == after
    with (
        Office.open(tmp_path / "broken").reading() as one,
        Office.open(playing.folder).reading() as two,
    ):
        assert _hash(one) == _hash(two)


def _hash(session: Session) -> str:
    return str(session.get_one(CampaignRow, "open").state_hash)


def test_a_copy_of_an_older_office_stays_older(office: Office, run: Run, tmp_path: Path) -> None:
    """The copy before an upgrade is what the older software can read."""
    with closing(sqlite3.connect(office.folder / "pbem.sqlite3")) as database:
        database.execute("PRAGMA user_version = 1")
    run("backup", str(tmp_path / "copy"))
    with closing(sqlite3.connect(tmp_path / "copy" / "pbem.sqlite3")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (1,)


@pytest.mark.parametrize("there", ["", "old"])
def test_nothing_is_written_over(there: str, office: Office, run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    folder.mkdir()
    if there:
        (folder / there).write_text("mine")
    assert "is there already. Nothing was written." in run("backup", str(folder), code=2).stderr
    assert [path.name for path in folder.iterdir()] == ([there] if there else [])


def test_a_copy_within_the_office_is_refused(office: Office, run: Run) -> None:
    """It would be copied with the next one."""
    folder = office.folder / "templates" / "copy"
    assert "lies in the office" in run("backup", str(folder), code=2).stderr
    assert not folder.exists()


def test_what_was_begun_is_removed_when_the_database_is_damaged(
    office: Office, run: Run, tmp_path: Path
) -> None:
    path = office.folder / "pbem.sqlite3"
    office.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096])
    told = run("backup", str(tmp_path / "copy"), code=1).stderr
    assert "Nothing was kept of the copy" in told
    assert not (tmp_path / "copy").exists()
    path.unlink()
    assert "is missing" in run("backup", str(tmp_path / "copy"), code=1).stderr


def test_what_cannot_be_read_is_named(office: Office, run: Run, tmp_path: Path) -> None:
    (office.folder / "secrets" / "mail-password").symlink_to(tmp_path / "nowhere")
    told = run("backup", str(tmp_path / "copy"), code=1).stderr
    assert "nowhere" in told or "mail-password" in told
    assert not (tmp_path / "copy").exists()
