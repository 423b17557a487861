"""Marks of the office and notices that are told once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine

from pbem.store import database
from pbem.store.marks import first_time, mark, set_mark

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = database.open_office_db(tmp_path / "pbem.sqlite3")
    database.migrate(engine)
    yield engine
    engine.dispose()


def test_mark_is_set_and_replaced(engine: Engine) -> None:
    with database.session(engine) as session:
        assert mark(session, "next_due") is None
        set_mark(session, "next_due", "1")
        set_mark(session, "next_due", "2")
    with database.reading(engine) as session:
        assert mark(session, "next_due") == "2"


def test_report_47_notice_is_told_once(engine: Engine) -> None:
    """Each (deadline, player, kind) at most once, in one run and over runs."""
    with database.session(engine) as session:
        assert first_time(session, "remind:st7:w41:p2", NOW)
        assert not first_time(session, "remind:st7:w41:p2", NOW)
        assert first_time(session, "remind:st7:w41:p3", NOW)
    with database.session(engine) as session:
        assert not first_time(session, "remind:st7:w41:p2", NOW)


def test_report_47_mark_of_a_step_that_failed_is_taken_back(engine: Engine) -> None:
    """The mark commits with the letter: no letter, no mark."""

    def fail_after_the_mark() -> None:
        with database.session(engine) as session:
            first_time(session, "remind:st7:w41:p2", NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_after_the_mark()
    with database.session(engine) as session:
        assert first_time(session, "remind:st7:w41:p2", NOW)
