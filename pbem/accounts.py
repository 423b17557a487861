"""What both the settings and the idle look need of a mail account: ports, folders, passwords.

Only the standard library is used here, and of it nothing slow (dataclasses costs a tenth of an idle
run): the idle look imports this module.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Any, Final, Literal

from pbem.errors import SettingsError

if TYPE_CHECKING:  # pathlib costs the look 5 ms, and dataclasses 10: there are none here
    from collections.abc import Mapping
    from pathlib import Path

SETTINGS_FILE: Final = "pbem.toml"
DATABASE_FILE: Final = "pbem.sqlite3"

Tls = Literal["tls", "starttls", "none"]

IMAP_PORTS: Final[Mapping[Tls, int]] = {"tls": 993, "starttls": 143, "none": 143}
SMTP_PORTS: Final[Mapping[Tls, int]] = {"tls": 465, "starttls": 587, "none": 25}
IMAP_TLS: Final[Tls] = "tls"
SMTP_TLS: Final[Tls] = "starttls"
INBOX: Final = "INBOX"
TIMEOUT: Final = 30.0
"""Seconds without a sign from a server; no library has a limit of its own."""

_COMMAND_SECONDS: Final = 60


class PasswordSource:
    """Where the password of one account comes from; the first that is given counts.

    `section` is that of pbem.toml (`imap`, `smtp`); a password in the environment
    (`PBEM_IMAP_PASSWORD`) goes before all of these. Paths are relative to the office.
    """

    def __init__(self, section: str, password: str = "", file: str = "", command: str = "") -> None:
        self.section = section
        self.password = password
        self.file = file
        self.command = command

    @classmethod
    def of(cls, section: str, keys: Mapping[str, Any]) -> PasswordSource:
        """From the keys of a section as the TOML file has them."""
        return cls(
            section,
            str(keys.get("password", "")),
            str(keys.get("password_file", "")),
            str(keys.get("password_command", "")),
        )

    @property
    def variable(self) -> str:
        """The name of the environment variable."""
        return f"PBEM_{self.section.upper()}_PASSWORD"

    def read(self, folder: str | Path, environ: Mapping[str, str] = os.environ) -> str:
        """The password. Raises `SettingsError` when there is none, when its file can be read by
        others, or when its command fails; no message holds what a command printed."""
        if given := environ.get(self.variable):
            return given
        if self.password:
            check_private(os.path.join(folder, SETTINGS_FILE))
            return self.password
        if self.file:
            return self._from_file(os.path.join(folder, self.file))
        if self.command:
            return self._from_command(folder)
        raise SettingsError(
            "no-password",
            f"[{self.section}] names a user, but no password.",
            f"Put the password into a file of the office and name it with password_file, give"
            f" password_command, or set the variable {self.variable}.",
        )

    def _from_file(self, path: str | Path) -> str:
        check_private(path)
        try:
            with open(path, encoding="utf-8") as file:
                found = file.readline().rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(
                "no-password",
                f"[{self.section}] password_file: {path} cannot be read ({_reason(error)}).",
                "Write the password alone into the first line of that file.",
            ) from error
        return found or self._empty(f"password_file: the first line of {path} is empty")

    def _from_command(self, folder: str | Path) -> str:
        try:
            done = subprocess.run(
                ["/bin/sh", "-c", self.command],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_COMMAND_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise self._failed(_reason(error)) from error
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise self._failed(f"it ended with {done.returncode}{': ' + said if said else ''}")
        found = done.stdout.decode(errors="replace").partition("\n")[0].rstrip("\r")
        return found or self._empty("password_command printed nothing")

    def _failed(self, reason: str) -> SettingsError:
        return SettingsError(
            "password-command",
            f"[{self.section}] password_command failed: {reason}.",
            f"Run it by hand, as the user of the crontab: {self.command}",
        )

    def _empty(self, what: str) -> str:
        raise SettingsError("no-password", f"[{self.section}] {what}.", "")


def check_private(path: str | Path) -> None:
    """Refuse a file of secrets that its group or others may read or write.

    Raises `SettingsError` `open-secret` with the command that mends it; a file that is not there
    is no fault here.
    """
    try:
        mode = os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        return
    if mode & 0o077:
        raise SettingsError(
            "open-secret",
            f"{path} holds a secret, and its mode {mode:04o} lets others at it.",
            f"Type: chmod 600 {path}",
        )


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, subprocess.TimeoutExpired):
        return f"no answer in {_COMMAND_SECONDS} s"
    return str(error)
