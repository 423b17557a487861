"""The database file: made for its owner, brought up to date, refused where it is not ours."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Engine, Integer, MetaData, Table, event, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, col, select

from pbem.errors import PbemError, TryAgain
from pbem.store import database, models
from pbem.store.upgrade import MIGRATIONS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database of a test goes."""
    return tmp_path / "pbem.sqlite3"


@pytest.fixture
def engine(path: Path) -> Iterator[Engine]:
    """A new database with the newest schema."""
    engine = database.open_office_db(path)
    database.migrate(engine)
    yield engine
    engine.dispose()


def campaign(id: str = "sf1") -> models.CampaignRow:
    """A campaign row with nothing but what has no default."""
    return models.CampaignRow(
        id=id,
        game="space-freighter",
        seed=bytes(32),
        commitment="00",
        created_at="2026-01-01T00:00:00Z",
    )


def test_migrations_make_exactly_the_tables_of_the_models(engine: Engine) -> None:
    """A change of the models without a revision would break every office at its next run."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, SQLModel.metadata) == []
        made = connection.execute(text("SELECT name FROM sqlite_master")).scalars().all()
    assert {row.__tablename__ for row in SQLModel.__subclasses__()} <= set(made)


def test_newest_revision_and_schema_number_agree(engine: Engine, path: Path) -> None:
    """`SCHEMA` is the fast path's word for what the revisions amount to."""
    with engine.connect() as connection:
        revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    assert int(revision) == database.SCHEMA == database.check_version(path)


def test_an_office_of_the_first_schema_goes_on(path: Path) -> None:
    """What stands in it stays, and every column that came later has its first value."""
    engine = database.open_office_db(path)
    first = Config()
    first.set_main_option("script_location", MIGRATIONS)
    with engine.begin() as connection:
        first.attributes["connection"] = connection
        command.upgrade(first, "0001")
        connection.exec_driver_sql(f"PRAGMA application_id = {database.APPLICATION_ID}")
        connection.exec_driver_sql("PRAGMA user_version = 1")
        table = Table("campaign", MetaData(), autoload_with=connection)
        old = {
            column.name: 0 if isinstance(column.type, Integer) else ""
            for column in table.columns
            if not column.nullable
        }
        connection.execute(table.insert().values(old | {"id": "sf1", "seed": b"", "turn": 7}))
    assert database.check_version(path) == 1
    database.migrate(engine)
    with database.reading(engine) as session:
        row = session.get_one(models.CampaignRow, "sf1")
    engine.dispose()
    assert (row.turn, row.clock) == (7, "{}")
    assert database.check_version(path) == database.SCHEMA


def test_report_37_database_is_readable_by_its_owner_only(engine: Engine, path: Path) -> None:
    """Files of the office are readable by their owner only, the log as well."""
    with database.session(engine) as session:
        session.add(models.OfficeRow(key="a", value="b"))
    for file in path.parent.glob("pbem.sqlite3*"):
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


def test_pragmas_of_every_connection(engine: Engine) -> None:
    """WAL, and a commit that is on the disk before letters go out."""
    with engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in asked]
    assert found == ["wal", 2, 1]


def test_newer_database_is_refused_untouched(engine: Engine, path: Path) -> None:
    """Issue 2, "Bad input gets": a database of a newer version is refused untouched."""
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {database.SCHEMA + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    before = path.read_bytes()
    files = sorted(path.parent.iterdir())
    with pytest.raises(PbemError) as refused:
        database.open_office_db(path)
    assert refused.value.code == "newer-database"
    assert f"schema {database.SCHEMA + 1}" in refused.value.message
    assert "Nothing was changed" in refused.value.message
    assert refused.value.hint
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == files


def test_newer_version_that_only_the_log_knows_is_refused(engine: Engine, path: Path) -> None:
    """The header is older than the log until a checkpoint; the log's word counts."""
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {database.SCHEMA + 1}")
        assert int.from_bytes(path.read_bytes()[60:64], "big") <= database.SCHEMA
        with pytest.raises(PbemError, match="newer pbem"):
            database.check_version(path)


@pytest.mark.parametrize("content", [b"not a database at all\n" * 9, b"SQLite format 3"])
def test_file_of_another_kind_is_refused(path: Path, content: bytes) -> None:
    """Neither opened nor overwritten."""
    path.write_bytes(content)
    with pytest.raises(PbemError) as refused:
        database.open_office_db(path)
    assert refused.value.code == "foreign-database"
    assert path.read_bytes() == content


def test_database_of_another_program_is_refused(path: Path) -> None:
    """A SQLite file that carries a version of its own is not ours."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 1")
        db.execute("CREATE TABLE theirs (x)")
    with pytest.raises(PbemError, match="not the database of a pbem office"):
        database.check_version(path)


def test_failed_migration_changes_nothing(path: Path) -> None:
    """A table in the way: the transaction takes back whatever was made before it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE snapshot (x)")
    engine = database.open_office_db(path)
    with pytest.raises(PbemError) as failed:
        database.migrate(engine)
    assert failed.value.code == "migration-failed"
    with engine.connect() as connection:
        made = connection.execute(text("SELECT name FROM sqlite_master")).scalars().all()
    engine.dispose()
    assert made == ["snapshot"]


def test_two_processes_may_migrate_at_once(path: Path) -> None:
    """The second waits for the first and finds nothing to do."""
    faults: list[BaseException] = []

    def run() -> None:
        script = (
            "import pathlib, sys; from pbem.store import database as d;"
            "d.migrate(d.open_office_db(pathlib.Path(sys.argv[1])))"
        )
        try:
            subprocess.run([sys.executable, "-c", script, str(path)], check=True)
        except subprocess.CalledProcessError as error:
            faults.append(error)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    assert database.check_version(path) == database.SCHEMA


def test_database_that_is_up_to_date_does_not_import_alembic(engine: Engine, path: Path) -> None:
    """The fast path of every run after the first."""
    script = (
        "import pathlib, sys; from pbem.store import database as d;"
        "d.migrate(d.open_office_db(pathlib.Path(sys.argv[1])));"
        "print('alembic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], check=True, capture_output=True, text=True
    )
    assert done.stdout == "False\n"


def test_session_commits_and_rolls_back(engine: Engine) -> None:
    """One transaction a step: all of it or nothing."""
    with database.session(engine) as session:
        session.add(campaign())

    def fail_half_way() -> None:
        with database.session(engine) as session:
            session.add(campaign("sf2"))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    with database.reading(engine) as session:
        assert session.exec(select(models.CampaignRow.id)).all() == ["sf1"]


def test_rows_of_one_transaction_may_come_in_any_order(engine: Engine) -> None:
    """Foreign keys are checked at commit: seat first, campaign second is one good transaction."""
    with database.session(engine) as session:
        session.add(models.SeatRow(campaign="sf1", seat="p1"))
        session.flush()
        session.add(campaign())
    with pytest.raises(IntegrityError), database.session(engine) as session:
        session.add(models.SeatRow(campaign="none", seat="p1"))


def test_writing_session_keeps_other_writers_out_from_its_first_read(engine: Engine) -> None:
    """What a step read is still so when it writes: no other writer gets between."""
    with (
        database.session(engine) as session,
        closing(
            sqlite3.connect(str(engine.url.database), timeout=0, isolation_level=None)
        ) as other,
    ):
        assert session.exec(select(models.CampaignRow)).all() == []
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")


def test_reading_session_sees_one_moment_and_hinders_nobody(engine: Engine) -> None:
    """A long `pbem show` beside a run: the run commits, the reader's picture stays whole."""
    with database.reading(engine) as reader:
        assert reader.exec(select(models.CampaignRow)).all() == []
        with database.session(engine) as writer:
            writer.add(campaign())
        assert reader.exec(select(models.CampaignRow)).all() == []


def test_what_was_read_stays_readable_afterwards(engine: Engine) -> None:
    """Rows and what they hold outlive the session that read them."""
    with database.session(engine) as writer:
        writer.add(campaign())
    with database.reading(engine) as reader:
        row = reader.exec(select(models.CampaignRow)).one()
    assert row.id == campaign().id


def test_mailfact_25_a_letter_of_the_mailbox_is_stored_once(engine: Engine) -> None:
    """The ledger's key is account, folder, UIDVALIDITY, UID; letters by pipe have none."""

    def stored(uid: int | None, source: models.LetterSource = "imap") -> models.LetterRow:
        return models.LetterRow(
            source=source,
            account="gm@example.org",
            folder="INBOX" if uid else "",
            uidvalidity=7 if uid else None,
            uid=uid,
            sha256="00",
            size=1,
            received_at="2026-01-01T00:00:00Z",
            arrived_at="2026-01-01T00:00:00Z",
            raw=b"x",
        )

    with database.session(engine) as session:
        session.add_all([stored(1), stored(2), stored(None, "pipe"), stored(None, "pipe")])
    with pytest.raises(IntegrityError), database.session(engine) as session:
        session.add(stored(2))


def test_arrival_numbers_are_never_given_twice(engine: Engine) -> None:
    """Receipt order decides which orders are newest, also after letters were deleted."""

    def row() -> models.OutboxRow:
        return models.OutboxRow(
            address="a@example.org",
            kind="receipt",
            message_id="<a@b>",
            raw=b"",
            next_at="2026-01-01T00:00:00Z",
            created_at="2026-01-01T00:00:00Z",
        )

    with database.session(engine) as session:
        first = row()
        session.add(first)
        session.flush()
        number = first.id
        session.delete(first)
    with database.session(engine) as session:
        session.add(row())
    with database.reading(engine) as session:
        (again,) = session.exec(select(col(models.OutboxRow.id))).all()
    assert number is not None
    assert again == number + 1


def test_office_that_another_process_writes_to_is_tried_again(engine: Engine, path: Path) -> None:
    """Exit code 75: try again."""
    impatient = database.open_office_db(path, patience=0)

    def write() -> None:
        with database.session(impatient) as session:
            session.add(campaign())

    with database.session(engine) as session:
        session.add(campaign())
        session.flush()
        with pytest.raises(TryAgain) as refused:
            write()
    impatient.dispose()
    assert (refused.value.code, refused.value.exit_code) == ("database-busy", 75)


def test_full_disk_is_told_and_nothing_is_half_written(engine: Engine) -> None:
    """The page limit stands in for the disk's."""

    @event.listens_for(engine, "connect")
    def limit(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")

    def write() -> None:
        with database.session(engine) as session:
            session.add(campaign())
            session.flush()
            session.add(models.OfficeRow(key="big", value="x" * 500_000))

    engine.dispose()
    with pytest.raises(PbemError) as refused:
        write()
    assert refused.value.code == "disk-full"
    with database.reading(engine) as session:
        assert session.exec(select(models.CampaignRow)).all() == []


def test_file_that_cannot_be_read_is_told(path: Path) -> None:
    """A damaged file with a log beside it, which SQLite itself must read; a folder in its place."""
    path.write_bytes(b"SQLite format 3\0" + bytes(84))
    path.with_name(path.name + "-wal").write_bytes(b"")
    for unreadable in (path, path.parent):
        with pytest.raises(PbemError) as refused:
            database.check_version(unreadable)
        assert refused.value.code == "unreadable-database"
        assert str(unreadable) in refused.value.message
