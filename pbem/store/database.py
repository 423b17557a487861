"""Opening the office's database: its version, its pragmas, and its transactions.

SQLite in WAL mode with `synchronous=FULL`: what is committed survives a power cut, which is what
"commit before posting" rests on. The schema's number stands in SQLite's own `user_version`, where
any program reads it from the file's header without touching the file, and without alembic.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from pbem.errors import PbemError, TryAgain

SCHEMA: Final = 2
"""The schema this software writes: the number of the newest migration."""

APPLICATION_ID: Final = 0x7062656D
"""Marks a SQLite file as an office's database (the letters "pbem")."""

PATIENCE: Final = 20.0
"""Seconds that a transaction waits for another process's."""

_MAGIC: Final = b"SQLite format 3\0"
_USER_VERSION: Final = slice(60, 64)
_APPLICATION_ID: Final = slice(68, 72)
_HEADER: Final = 100
_BEGIN: Final = "pbem_begin"
_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def open_office_db(path: Path, *, patience: float = PATIENCE) -> Engine:
    """An engine on the database at `path`, made (empty, for its owner only) if it is not there.

    The version is checked before SQLite opens the file; the schema is not brought up to date here
    (see `migrate`). Raises `PbemError` as `check_version` does.
    """
    check_version(path)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": patience})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def check_version(path: Path) -> int:
    """The schema number of the file at `path`; 0 for a new or empty one.

    Raises `PbemError`: `foreign-database` for a file of another program, `newer-database` for a
    schema this software does not know, `unreadable-database` for a file that cannot be read. The
    file is read, never opened for writing.
    """
    version = _stored_version(path)
    if version > SCHEMA:
        raise PbemError(
            "newer-database",
            f"{path} was written by a newer pbem (schema {version}; this one knows {SCHEMA}),"
            " and this one could damage it. Nothing was changed.",
            "Install the newer pbem again, or put back the copy of the database"
            " made before the upgrade.",
        )
    return version


def migrate(engine: Engine) -> None:
    """Bring the schema up to date, in one transaction; nothing to do costs one file read.

    Raises `PbemError` `migration-failed` with the reason; the database is then as it was.
    """
    path = Path(str(engine.url.database))
    if check_version(path) == SCHEMA:
        return
    # Alembic takes longer to import than an idle run may take in all.
    from pbem.store.upgrade import upgrade

    upgrade(engine)


@contextmanager
def session(engine: Engine) -> Iterator[Session]:
    """A session whose transaction may write: committed at the end, rolled back on an exception.

    The write lock is taken at the first statement, so that what was read cannot be stale when it
    is written back. Objects stay readable after a commit. Raises `TryAgain` `database-busy` when
    another process writes for longer than the engine's patience, and `PbemError` `disk-full`.
    """
    writing = engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
    try:
        with Session(writing, expire_on_commit=False) as opened:
            yield opened
            opened.commit()
    except OperationalError as error:
        raise _told(error, engine) or error from error


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A session on one unchanging view of the database that waits for nobody; never committed.

    Objects stay readable after it.
    """
    with Session(engine, expire_on_commit=False, autoflush=False) as opened:
        yield opened
        # A rollback makes what the session still holds forget what was read.
        opened.expunge_all()
        opened.rollback()


def of_the_machine(fault: BaseException | None) -> bool:
    """Whether the disk or another process is at fault, and not a statement or who made it."""
    return isinstance(fault, OperationalError) and _code(fault) in (*_BUSY, sqlite3.SQLITE_FULL)


def _code(error: OperationalError) -> int:
    code: int = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF


def _told(error: OperationalError, engine: Engine) -> PbemError | None:
    """The fault in words, where it is one of the machine and not of a statement."""
    code = _code(error)
    if code in _BUSY:
        return TryAgain(
            "database-busy",
            f"Another process is writing to {engine.url.database}.",
            "Try again when it has ended.",
        )
    if code == sqlite3.SQLITE_FULL:
        return PbemError(
            "disk-full",
            f"There is no room left to write to {engine.url.database}. Nothing was half written.",
            "Make room on that disk; the next run goes on where this one stopped.",
        )
    return None


def _stored_version(path: Path) -> int:
    try:
        return _read_version(path)
    except FileNotFoundError:
        return 0
    except (OSError, sqlite3.DatabaseError) as error:
        raise PbemError(
            "unreadable-database",
            f"{path} cannot be read: {error}. Nothing was changed.",
            "Check who owns it and its folder; if it is damaged, put back a copy.",
        ) from error


def _read_version(path: Path) -> int:
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if not header:
        return 0
    version = int.from_bytes(header[_USER_VERSION], "big")
    application = int.from_bytes(header[_APPLICATION_ID], "big")
    if header.startswith(_MAGIC) and path.with_name(path.name + "-wal").exists():
        # Pages of the log may be newer than the file's header.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            (application,) = db.execute("PRAGMA application_id").fetchone()
    if not header.startswith(_MAGIC) or (
        application != APPLICATION_ID and (version or application)
    ):
        raise PbemError(
            "foreign-database",
            f"{path} is not the database of a pbem office. Nothing was changed.",
            "Move that file away, or name the right folder with --office.",
        )
    return version


def _prepare(connection: sqlite3.Connection, _record: Any) -> None:
    """Set up a new connection; the driver must not begin transactions of its own."""
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    connection.exec_driver_sql(options.get(_BEGIN, "BEGIN"))
