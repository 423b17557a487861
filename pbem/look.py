"""The idle look: whether `pbem process` has anything to do, in the time of a bare Python start.

A run from cron mostly finds nothing, and importing all of pbem takes ten times as long as finding
that out. So this one second way: it reads what the last full run left in the table `office` with
plain sqlite3, and asks the mailbox with plain imaplib. It decides one thing only, that there is
nothing to do; whatever is unclear, unexpected or wrong is left to the full run, which has the
words for it.

Only the standard library is used here, and modules of pbem that use nothing else.
"""

from __future__ import annotations

import imaplib
import json
import os
import re
import sqlite3
import ssl
import tomllib
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from pbem.accounts import (
    DATABASE_FILE,
    IMAP_PORTS,
    IMAP_TLS,
    INBOX,
    SETTINGS_FILE,
    TIMEOUT,
    PasswordSource,
)
from pbem.clock import CLOCK_SEEN, from_utc_text, utc_text
from pbem.errors import PbemError
from pbem.lock import office_lock
from pbem.maildirs import maildir_files

SCHEMA: Final = 2
"""The schema whose tables are looked at; the same as `pbem.store.database.SCHEMA`."""

NEXT_DUE: Final = "next_due"
"""Key in the table `office`: UTC text of the earliest moment at which a run has work by the clock
alone (deadline, reminder, expiry); empty: none. Not there: not known."""

LETTERS_WAITING: Final = "letters_waiting"
"""Key in the table `office`: numbers of the letters that a full run left without an outcome, since
their campaign is halted; ascending, with commas."""

SETTINGS_SEEN: Final = "settings_seen"
"""Key in the table `office`: `fingerprint` of the settings file that a full run has checked."""

MAIL_IMAP: Final = "mail_imap"
"""Key in the table `office`: how far the mailbox is read (`pbem.sources.hints.ImapHints`)."""

HOURLY: Final = timedelta(hours=1)
"""A full run is made after this time in any case, so that the clock last seen stays fresh: else a
long quiet time would look like a clock that jumped."""

_ENVIRONMENT: Final = frozenset({"PBEM_OFFICE", "PBEM_IMAP_PASSWORD", "PBEM_SMTP_PASSWORD"})
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_FOLDER: Final = re.compile(r"[A-Za-z0-9._/\[\] -]+")
_UNCLEAR: Final = (
    OSError,
    PbemError,
    sqlite3.Error,
    imaplib.IMAP4.error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
)

_WORK: Final = """
SELECT coalesce((SELECT group_concat(id)
                 FROM (SELECT id FROM letter WHERE status = 'new' ORDER BY id)), '') <> :waiting
    OR EXISTS (SELECT 1 FROM outbox WHERE status = 'sending')
    OR EXISTS (SELECT 1 FROM outbox WHERE status = 'pending' AND next_at <= :now)
    OR EXISTS (SELECT 1 FROM outbox WHERE status = 'doubt' AND next_at <= :now)
    OR EXISTS (SELECT 1 FROM pending JOIN campaign ON campaign.id = pending.campaign
               WHERE campaign.status = 'running' AND deadline_utc <= :now)
    OR EXISTS (SELECT 1 FROM expiry JOIN campaign ON campaign.id = expiry.campaign
               WHERE campaign.status = 'running' AND utc <= :now)
"""


def nothing_to_do(folder: Path, now: datetime, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a run of the office in `folder` would certainly do nothing at `now` (aware)."""
    if any(name.startswith("PBEM_") and name not in _ENVIRONMENT for name in environ):
        return False
    try:
        folder = folder.absolute()
        seen = fingerprint(folder / SETTINGS_FILE)
        # Another run at work is for the full run to tell. Not kept while a server is waited for.
        with office_lock(folder):
            pass
        with closing(_open(folder / DATABASE_FILE)) as database:
            return _is_idle(folder, seen, database, now, environ)
    except _UNCLEAR:
        return False


def fingerprint(settings_file: Path) -> str:
    """A short text that changes with the file. Raises OSError when it is not there."""
    found = settings_file.stat()
    return f"{found.st_mtime_ns} {found.st_size} {found.st_mode:o}"


def _open(path: Path) -> sqlite3.Connection:
    """The database, which must be there and is only read. (SQLite cannot open a database in WAL
    mode for reading alone while nobody else has it open.)"""
    return sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=1.0)


def _is_idle(
    folder: Path,
    seen: str,
    database: sqlite3.Connection,
    now: datetime,
    environ: Mapping[str, str],
) -> bool:
    if database.execute("PRAGMA user_version").fetchone() != (SCHEMA,):
        return False
    left = dict(database.execute("SELECT key, value FROM office").fetchall())
    if left[SETTINGS_SEEN] != seen:
        return False
    if not timedelta(0) <= now - from_utc_text(left[CLOCK_SEEN]) < HOURLY:
        return False
    if left[NEXT_DUE] and from_utc_text(left[NEXT_DUE]) <= now:
        return False
    known = {"now": utc_text(now), "waiting": left.get(LETTERS_WAITING, "")}
    if database.execute(_WORK, known).fetchone() != (0,):
        return False
    with (folder / SETTINGS_FILE).open("rb") as file:
        settings = tomllib.load(file)
    if "maildir" in settings and not _maildir_is_known(
        folder / settings["maildir"]["path"], database
    ):
        return False
    return "imap" not in settings or _imap_is_unchanged(
        settings["imap"], json.loads(left[MAIL_IMAP]), folder, environ
    )


def _maildir_is_known(folder: Path, database: sqlite3.Connection) -> bool:
    """Whether the ledger has every letter of the Maildir."""
    names = database.execute(
        "SELECT name FROM letter WHERE source = 'maildir' AND account = ?", (str(folder),)
    )
    known = {name for (name,) in names}
    return all(name in known for name, _ in maildir_files(folder))


def _imap_is_unchanged(
    keys: Mapping[str, Any], hints: Mapping[str, Any], folder: Path, environ: Mapping[str, str]
) -> bool:
    """Whether the server would give its next letter the number it said when all was read."""
    host, user, name = keys["host"], keys["user"], keys.get("folder", INBOX)
    if hints["where"] != f"{user}@{host}/{name}" or hints["unread"] or not hints["uid_next"]:
        return False
    if not _FOLDER.fullmatch(name):
        return False
    password = PasswordSource.of("imap", keys).read(folder, environ)
    server = _connected(keys, folder)
    try:
        if keys.get("auth", "password") == "xoauth2":
            bearer = f"user={user}\1auth=Bearer {password}\1\1".encode()
            server.authenticate("XOAUTH2", lambda _challenge: bearer)
        else:
            server.login(user, password)
        answer, data = server.status(f'"{name}"', "(UIDNEXT UIDVALIDITY)")
        text = bytes(data[0]).upper()
        told = {word: int(number) for word, number in re.findall(rb"(UID[A-Z]+) (\d+)", text)}
        expected = {b"UIDNEXT": hints["uid_next"], b"UIDVALIDITY": hints["uidvalidity"]}
        return answer == "OK" and told == expected
    finally:
        with suppress(*_UNCLEAR):
            server.logout()
        with suppress(*_UNCLEAR):
            server.shutdown()


def _connected(keys: Mapping[str, Any], folder: Path) -> imaplib.IMAP4:
    host, tls = keys["host"], keys.get("tls", IMAP_TLS)
    port = keys.get("port", IMAP_PORTS[tls])
    timeout = float(keys.get("timeout", TIMEOUT))
    if tls == "none":
        if host not in _LOOPBACK:
            raise ValueError("a password in the clear is for the full run to refuse")
        return imaplib.IMAP4(host, port, timeout=timeout)
    context = ssl.create_default_context()
    if keys.get("ca_file"):
        context.load_verify_locations(cafile=str(folder / keys["ca_file"]))
    if tls == "tls":
        return imaplib.IMAP4_SSL(host, port, ssl_context=context, timeout=timeout)
    server = imaplib.IMAP4(host, port, timeout=timeout)
    server.starttls(ssl_context=context)
    return server
