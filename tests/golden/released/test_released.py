"""Every version reads what a released one stored, folds it, and finds it true (test_report_86).

A folder bears the short name of the commit that wrote its files, and is never written again:
exports (`*.json.xz`) of games that bots played, which together show every kind of fact and phase
that occurs in random play; and offices (`*.sql.xz`) with a campaign under way: its desk, questions,
snapshots and letters. The campaigns are those of `tests/golden`, stopped in the middle.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.codec import Codec
from engine.game import Game
from games import GAMES
from pbem.accounts import DATABASE_FILE
from pbem.clock import from_utc_text
from pbem.export import export_campaign, export_text
from pbem.store.models import CampaignRow
from pbem.verify import verify_campaign, verify_text
from tests.conversations.star_traders.stars import all_say, asked, lay
from tests.conversations.table import Table
from tests.golden.campaign import SETTINGS

HERE = Path(__file__).parent
EXPORTS = sorted(HERE.glob("*/*.json.xz"))
OFFICES = sorted(HERE.glob("*/*.sql.xz"))


def text_of(path: Path) -> str:
    return lzma.decompress(path.read_bytes()).decode()


def label(path: Path) -> str:
    return f"{path.parent.name}-{path.name.partition('.')[0]}"


@pytest.fixture(params=OFFICES, ids=label)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    """An office as it was, an hour after its last letter."""
    made = Table(tmp_path / "office", top=SETTINGS)
    made.office.close()
    for path in made.office.folder.glob(f"{DATABASE_FILE}*"):
        path.unlink()
    with closing(sqlite3.connect(made.office.folder / DATABASE_FILE)) as db:
        db.executescript(text_of(request.param))
        ((campaign, last),) = db.execute(
            "SELECT campaign, MAX(created_at) FROM outbox WHERE campaign IS NOT NULL"
        ).fetchall()
    made.now = from_utc_text(last) + timedelta(hours=1)
    made._campaign = campaign
    made.out()
    return made


def is_true(table: Table) -> None:
    """The record in the database and the file that is written of it."""
    name = table.campaign().id
    found = table.read(lambda session: verify_campaign(session, name))
    assert found.good, str(found.faults[0])
    text = table.read(lambda session: export_text(export_campaign(session, name)))
    (read,) = verify_text(text)
    assert read.good, str(read.faults[0])


@pytest.mark.parametrize("path", EXPORTS, ids=label)
def test_report_86_exports_of_released_versions_are_true(path: Path) -> None:
    """Read, folded, every roll made again, and every hash compared."""
    text = text_of(path)
    (found,) = verify_text(text)
    assert found.good, str(found.faults[0])
    assert found.facts == len(json.loads(text)["facts"])
    assert found.hashes == found.facts + 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_first_release_hashed_what_is_not_called_later(game: Game[Any]) -> None:
    """A field that is new must be named in ``later``, else no hash of before is met any more."""
    stored = set()
    for path in OFFICES:
        with closing(sqlite3.connect(":memory:")) as db:
            db.executescript(text_of(path))
            rows = db.execute("SELECT state FROM campaign WHERE game = ?", (game.id,))
            stored |= {name for (state,) in rows for name in json.loads(state)["fields"]}
    assert set(Codec(game).first_names) == stored


def test_offices_of_released_versions_are_played_on(table: Table) -> None:
    """What is on file goes on, letters are read, nothing halts, and the record stays true."""
    is_true(table)
    before = len(table.facts())
    table.tick()
    for seat in {row.seat for row in table.read_pending()}:
        table.say(seat, "STATUS\nPLAN A")
    table.tick()
    is_true(table)
    for _ in range(8):
        if table.campaign().status == "running":
            table.until()
    assert table.campaign().status in ("running", "ended")
    assert not table.to_gm() or table.campaign().status == "ended"
    assert len(table.facts()) > before
    is_true(table)


def after_a_random_jump(folder: Path, *spoilt: str) -> Table:
    """A campaign as a version without the field ``drifted`` stored it in such a turn; of facts of
    the kinds ``spoilt`` nothing is kept.
    """
    table = lay(Table(folder / "office", top=SETTINGS), "family", 2)
    while "act" not in asked(table).values():
        table.until()
    (seat,) = asked(table)
    table.say(seat, "ANSWER RANDOM")
    table.tick()
    assert table.state().drifted
    with table.office.session() as session:
        row = session.get_one(CampaignRow, "st1")
        old = json.loads(row.state or "")
        del old["fields"]["drifted"]
        row.state = json.dumps(old, separators=(",", ":"), sort_keys=True)
        row.state_hash = Codec.digest_of(row.state.encode())
        session.add(row)
        for kind in spoilt:
            session.connection().exec_driver_sql("DELETE FROM fact WHERE kind = ?", (kind,))
    return table


def test_a_field_that_came_later_is_what_the_facts_lead_to(tmp_path: Path) -> None:
    """ST-MOV-12: an upgrade within a turn in which there was a Random Jump."""
    table = after_a_random_jump(tmp_path)
    is_true(table)
    assert table.state().drifted
    all_say(table, "ANSWER PASS", *asked(table))
    table.tick()
    assert "drifted" in json.loads(table.campaign().state or "")["fields"]
    is_true(table)


def test_a_record_that_does_not_fold_halts_nothing(tmp_path: Path) -> None:
    """An older version's state is played on with defaults; `pbem verify` tells what is wrong."""
    table = after_a_random_jump(tmp_path, "Founded")
    assert not table.state().drifted
    table.until()
    assert table.campaign().status == "running"
    assert not table.read(lambda session: verify_campaign(session, "st1")).good
