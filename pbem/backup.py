"""A copy of an office that is whole, made while ticks go on.

The database is copied by SQLite's own backup, which also sees what stands in the write-ahead log
only; a plain copy of its files may be torn. Nothing is brought up to date: a copy made by newer
software of an older office is the older office.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from pbem.accounts import DATABASE_FILE, SETTINGS_FILE
from pbem.errors import PbemError, TryAgain, UsageFault
from pbem.office import SECRETS, TEMPLATES, Office
from pbem.store.database import PATIENCE, check_version


def back_up(office: Office, folder: Path) -> Path:
    """Copy settings, secrets, templates and database into `folder`, which is made; the copy is an
    office itself, for its owner only.

    The settings file is written last: the copy is an office when it is whole. Raises `UsageFault`
    `folder-there` where anything stands in the way, and `PbemError`: those of `check_version`,
    `no-database`, `no-write`; `TryAgain` `database-busy`. What was begun is removed then.
    """
    folder = folder.absolute()
    database = office.folder / DATABASE_FILE
    if not database.exists():
        raise PbemError(
            "no-database",
            f"{database} is missing; every campaign of this office is in it.",
            "Put that file back from a copy of the office.",
        )
    check_version(database)
    if office.folder in (folder, *folder.parents):
        raise UsageFault(
            "folder-inside",
            f"{folder} lies in the office that is to be copied.",
            "Name a folder elsewhere, best on another disk.",
        )
    try:
        folder.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        raise UsageFault(
            "folder-there",
            f"{folder} is there already. Nothing was written.",
            "Name a new folder.",
        ) from None
    except OSError as error:
        raise _not_written(folder, error.strerror or str(error)) from error
    try:
        _copy(office.folder, folder)
    except sqlite3.Error as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise _told(database, folder, error) from error
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise _not_written(error.filename or folder, error.strerror or str(error)) from error
    return folder


def _copy(office: Path, folder: Path) -> None:
    _copy_database(office / DATABASE_FILE, folder / DATABASE_FILE)
    for name in (SECRETS, TEMPLATES):
        if (office / name).is_dir():
            shutil.copytree(office / name, folder / name)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
    settings = (office / SETTINGS_FILE).read_bytes()
    descriptor = os.open(folder / SETTINGS_FILE, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(settings)


def _copy_database(source: Path, target: Path) -> None:
    """All of it in one step, which keeps readers and writers of the source waiting for nothing."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with (
        closing(sqlite3.connect(source, timeout=PATIENCE)) as live,
        closing(sqlite3.connect(target)) as copy,
    ):
        live.backup(copy)


def _told(database: Path, folder: Path, error: sqlite3.Error) -> PbemError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return TryAgain(
            "database-busy",
            f"Another process is writing to {database}. Nothing was kept of the copy.",
            "Try again when it has ended.",
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return PbemError(
            "unreadable-database",
            f"{database} is damaged: {error}. Nothing was kept of the copy.",
            "pbem doctor says what to do.",
        )
    return _not_written(folder, str(error))


def _not_written(path: str | Path, reason: str) -> PbemError:
    return PbemError(
        "no-write",
        f"{path} cannot be copied or written: {reason}. Nothing was kept of the copy.",
        "Name a folder on a disk that has room.",
    )
