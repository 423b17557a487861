"""What an exception becomes at the command line."""

from __future__ import annotations

import errno
import sys
from typing import Final

from pbem.errors import PbemError

KEEPS_LETTERS: Final = ("deliver",)
"""Commands that a mail server calls: whatever goes wrong, it must keep its letter (exit 75)."""

BUG: Final = (
    "This is a fault of pbem, not of yours, and nothing was half written. Please report it with\n"
    "all of the text above. Other campaigns can go on: see pbem status and pbem doctor."
)
"""Stands below the traceback of what nobody thought of."""


def told_as(fault: Exception) -> PbemError | None:
    """The exception in words a person can act on; None: it is a bug."""
    if isinstance(fault, PbemError):
        return fault
    return _of_stored_shape(fault) or _of_database(fault) or _of_machine(fault)


def _of_machine(fault: Exception) -> PbemError | None:
    """A file of the office that may not be touched, or a disk without room."""
    if isinstance(fault, PermissionError) and fault.filename:
        return PbemError(
            "no-permission",
            f"{fault.filename} may not be used: {fault.strerror}.",
            "Run pbem as the user who owns the office; pbem doctor looks at all files.",
        )
    if isinstance(fault, OSError) and fault.errno == errno.ENOSPC:
        return PbemError(
            "disk-full",
            "There is no room left on the disk.",
            "Make room; nothing that was stored is lost.",
        )
    return None


def _of_stored_shape(fault: Exception) -> PbemError | None:
    codec = sys.modules.get("engine.codec")
    if codec is None or not isinstance(fault, codec.UnknownShape):
        return None
    return PbemError(
        "unknown-shape",
        f"A stored fact or state cannot be read by this version of pbem: {fault}.",
        "It was written by a newer version, or damaged. Install that version, or put back a copy"
        " of the database; pbem verify names the place.",
    )


def _of_database(fault: Exception) -> PbemError | None:
    """Faults of the machine that SQLite reports: damage, a file that may not be written."""
    exceptions = sys.modules.get("sqlalchemy.exc")
    if exceptions is None or not isinstance(fault, exceptions.DatabaseError):
        return None
    if isinstance(fault, exceptions.IntegrityError | exceptions.ProgrammingError):
        return None
    import sqlite3

    code = getattr(fault.orig, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return PbemError(
            "damaged-database",
            f"The database is damaged: {fault.orig}.",
            "Put back a copy of the office; pbem doctor looks at the database.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR):
        return PbemError(
            "unwritable-database",
            f"The database cannot be used: {fault.orig}.",
            "Check who owns the office's folder and that its disk has room; pbem doctor may know.",
        )
    return None
