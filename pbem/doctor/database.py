"""The database: its version, whether it is whole, and whether it can be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pbem.accounts import DATABASE_FILE
from pbem.doctor.finding import Finding, fault
from pbem.errors import PbemError
from pbem.store.database import SCHEMA, check_version

_PATIENCE = 5.0


def check_database(folder: Path) -> Iterator[Finding]:
    """Look at the file as it is: it is not brought up to date here."""
    path = folder / DATABASE_FILE
    if not path.exists():
        yield Finding(
            "database",
            "wrong",
            f"{path} is missing; every campaign of this office is in it.",
            "Put that file back from a copy of the office.",
        )
        return
    try:
        version = check_version(path)
    except PbemError as error:
        yield fault("database", error)
        return
    try:
        with closing(sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)) as database:
            yield _looked_at(path, version, database)
    except sqlite3.Error as error:
        yield _fault(path, error)


def _looked_at(path: Path, version: int, database: sqlite3.Connection) -> Finding:
    said = [row[0] for row in database.execute("PRAGMA integrity_check(5)")]
    if said != ["ok"]:
        return Finding(
            "database",
            "wrong",
            f"{path} is damaged: {'; '.join(said)}.",
            "Stop the ticks (crontab -e), keep that file, and put back a copy of the office.",
        )
    loose = database.execute("PRAGMA foreign_key_check").fetchall()
    if loose:
        return Finding(
            "database",
            "wrong",
            f"{path}: {len(loose)} rows refer to rows that are not there (first: {loose[0][0]}).",
            "Stop the ticks (crontab -e), keep that file, and put back a copy of the office.",
        )
    database.execute("BEGIN IMMEDIATE")
    database.execute("ROLLBACK")
    size = path.stat().st_size / 1e6
    older = f"; the next run brings schema {version} to {SCHEMA}" if version < SCHEMA else ""
    return Finding(
        "database", "ok", f"{path.name} is whole and can be written, {size:.1f} MB{older}."
    )


def _fault(path: Path, error: sqlite3.Error) -> Finding:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_BUSY:
        return Finding("database", "note", "Another process is writing to it; try again later.")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
        hint = f"Check who owns {path} and its folder, and whether the disk is mounted read-only."
        return Finding("database", "wrong", f"{path} cannot be written: {error}.", hint)
    hint = "Stop the ticks (crontab -e), keep that file, and put back a copy of the office."
    return Finding("database", "wrong", f"{path} cannot be used: {error}.", hint)
