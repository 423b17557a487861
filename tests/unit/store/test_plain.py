"""Plain statements, and the objects that they give to a session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from pbem.store import database, models
from pbem.store.plain import first, objects, plain

CAMPAIGN = "SELECT * FROM campaign WHERE id = :id"
IT = {"id": "sf1"}


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A database with its tables, and one campaign."""
    made = database.open_office_db(tmp_path / "office.sqlite3")
    database.migrate(made)
    with database.session(made) as session:
        session.add(_campaign("sf1"))
    yield made
    made.dispose()


def _campaign(name: str) -> models.CampaignRow:
    return models.CampaignRow(
        id=name, game="space-freighter", variant="", ruleset="1", seed=bytes(32), commitment="",
        data_hash="", zone="UTC", deadlines="{}", created_at="2026-01-01T00:00:00Z",
    )  # fmt: skip


def test_what_is_changed_of_an_object_is_written_back(engine: Engine) -> None:
    """As of any that the session has loaded."""
    with database.session(engine) as session:
        objects(session, models.CampaignRow, CAMPAIGN, IT)[0].turn = 7
    with database.reading(engine) as session:
        assert first(session, "SELECT turn FROM campaign WHERE id = :id", IT) == 7


def test_an_object_is_one_in_its_session(engine: Engine) -> None:
    """Asked for twice it is the same, with what was changed meanwhile."""
    with database.session(engine) as session:
        (one,) = objects(session, models.CampaignRow, CAMPAIGN, IT)
        one.turn = 7
        assert objects(session, models.CampaignRow, CAMPAIGN, IT) == [one]
        assert one.turn == 7


def test_what_was_added_and_deleted_before_counts(engine: Engine) -> None:
    """Nothing was written yet when the statement runs."""
    with database.session(engine) as session:
        session.add(_campaign("sf2"))
        assert len(objects(session, models.CampaignRow, CAMPAIGN, {"id": "sf2"})) == 1
        session.delete(objects(session, models.CampaignRow, CAMPAIGN, IT)[0])
        assert objects(session, models.CampaignRow, CAMPAIGN, IT) == []


def test_a_fault_is_one_of_the_database(engine: Engine) -> None:
    """As SQLAlchemy's own statements raise it, so that it is told in the same words."""
    with database.reading(engine) as session, pytest.raises(OperationalError):
        plain(session, "SELECT nothing FROM nowhere")
