"""The office: the folder that `pbem init` makes, and what a command opens in it.

    pbem.toml       settings
    pbem.sqlite3    everything that was ever written, read, decided and sent
    secrets/        the key behind reply tokens; mail passwords
    templates/      the game master's own words, before those of the package
    cache/          templates as they were compiled; may be removed at any time
    lock            held by the run at work

All of it is readable by its owner only. Settings, SQLAlchemy and the models are imported when they
are first used: together they take longer to import than an idle run may take in all.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.accounts import DATABASE_FILE, SETTINGS_FILE, check_private
from pbem.errors import PbemError, SettingsError, UsageFault
from pbem.lock import office_lock
from pbem.resources import packaged

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from sqlmodel import Session

    from pbem.settings import Settings

VARIABLE: Final = "PBEM_OFFICE"
SECRETS: Final = "secrets"
TOKEN_KEY_FILE: Final = "token-key"
TEMPLATES: Final = "templates"
CACHE: Final = "cache"
LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "::1")

_KEY_BYTES: Final = 32


class Office:
    """An office that is there. Its parts are opened when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def open(cls, folder: Path) -> Office:
        """The office in `folder`. Raises `UsageFault` `no-office` when there is none."""
        folder = folder.absolute()
        if not (folder / SETTINGS_FILE).is_file():
            raise UsageFault(
                "no-office",
                f"{folder} is not an office: it holds no {SETTINGS_FILE}.",
                f"Name one with --office or {VARIABLE}, or make one: pbem init {folder}",
            )
        return cls(folder)

    @cached_property
    def settings(self) -> Settings:
        """`pbem.toml`, read and checked. Raises `SettingsError`."""
        from pbem.settingsfile import load_settings  # pydantic; see above

        return load_settings(self.folder / SETTINGS_FILE)

    @cached_property
    def engine(self) -> Engine:
        """The database, with its schema up to date.

        Raises `PbemError` when it cannot be, and `no-database` when it is gone: an empty new one
        would look like an office without campaigns.
        """
        path = self.folder / DATABASE_FILE
        if not path.exists():
            raise PbemError(
                "no-database",
                f"{path} is missing; every campaign of this office is in it.",
                "Put that file back from a copy of the office.",
            )
        return _open_database(path)

    @cached_property
    def token_key(self) -> bytes:
        """The 32 secret bytes behind every reply token. Raises `SettingsError`."""
        path = self.folder / SECRETS / TOKEN_KEY_FILE
        check_private(path)
        try:
            key = bytes.fromhex(path.read_text(encoding="ascii").strip())
        except (OSError, ValueError):
            key = b""
        if len(key) != _KEY_BYTES:
            raise SettingsError(
                "no-token-key",
                f"{path} is missing or damaged; without it no letter's reply address can be known.",
                "Put that file back from a copy of the office.",
            )
        return key

    def session(self) -> AbstractContextManager[Session]:
        """A writing transaction; see `pbem.store.database.session`."""
        from pbem.store.database import session  # SQLAlchemy; see above

        return session(self.engine)

    def reading(self) -> AbstractContextManager[Session]:
        """A reading transaction; see `pbem.store.database.reading`."""
        from pbem.store.database import reading  # SQLAlchemy; see above

        return reading(self.engine)

    def lock(self) -> AbstractContextManager[None]:
        """Hold the office for this process. Raises `Locked` (exit 75)."""
        return office_lock(self.folder)

    def close(self) -> None:
        """Close the database if it was opened."""
        if "engine" in self.__dict__:
            self.engine.dispose()


def _open_database(path: Path) -> Engine:
    from pbem.store.database import migrate, open_office_db  # SQLAlchemy; see above

    engine = open_office_db(path)
    migrate(engine)
    return engine


def find_office(
    option: Path | None, environ: Mapping[str, str] = os.environ, current: Path | None = None
) -> Office:
    """The office of a command: `--office`, else the variable PBEM_OFFICE, else the current folder.

    Raises `UsageFault` `no-office`.
    """
    if option is not None:
        return Office.open(option)
    if named := environ.get(VARIABLE):
        return Office.open(Path(named))
    return Office.open(current or Path.cwd())


def sample_settings(
    address: str = "games@example.org",
    imap_host: str = "imap.example.org",
    smtp_host: str = "smtp.example.org",
    zone: str = "UTC",
    *,
    gm: str = "",
    maildir: Path | None = None,
) -> str:
    """The commented `pbem.toml` of a new office.

    With `maildir` its letters come from there and not by IMAP. A server on this machine is asked
    for no login; with an empty `smtp_host` nothing is posted.
    """
    import json  # only `pbem init` needs these
    from string import Template

    def unless(left_out: object) -> str:
        return "# " if left_out else ""

    here = smtp_host in LOCAL_HOSTS
    sample = packaged("sample.toml").read_text(encoding="utf-8")
    return Template(sample).substitute(
        address=address,
        gm=unless(not gm),
        gm_address=gm or "you@example.org",
        imap=unless(maildir),
        imap_host=imap_host,
        maildir=unless(not maildir),
        # What JSON writes as text TOML reads as text.
        path=json.dumps(str(maildir or "/home/games/Maildir"), ensure_ascii=False),
        smtp=unless(not smtp_host),
        smtp_host=smtp_host or "smtp.example.org",
        login=unless(here or not smtp_host),
        plain=unless(not here),
        tls="none" if here else "starttls",
        zone=zone,
    )


def make_office(folder: Path, settings: str) -> Office:
    """Make an office in `folder` with `settings` as its `pbem.toml`; all for its owner only.

    The folder may be there, but hold no file of an office: raises `UsageFault` `office-exists`,
    having changed nothing. The settings file is written last: an office is there when it is whole.
    """
    import secrets  # only `pbem init` needs it

    folder = folder.absolute()
    for name in (SETTINGS_FILE, DATABASE_FILE, SECRETS):
        if (folder / name).exists():
            raise UsageFault(
                "office-exists",
                f"{folder} holds a {name} already. Nothing was changed.",
                "Name another folder, or move that one away.",
            )
    for made in (folder, folder / SECRETS, folder / TEMPLATES):
        made.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_private(folder / SECRETS / TOKEN_KEY_FILE, secrets.token_hex(_KEY_BYTES) + "\n")
    _open_database(folder / DATABASE_FILE).dispose()
    write_private(folder / SETTINGS_FILE, settings)
    return Office(folder)


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner can read. Raises FileExistsError."""
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
