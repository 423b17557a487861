"""Faults a person can mend, told without a traceback.

Every one says what is wrong (`message`) and what to do about it (`hint`), carries a short code for
scripts and the ledger, and knows the exit code of the command that ran into it:

* 1   something failed and is recorded,
* 2   wrong call or wrong settings,
* 75  try again later (locked, server away); EX_TEMPFAIL, so that a mail server keeps its letter.

Only the standard library is used here: the idle look imports this module.
"""

from __future__ import annotations

from typing import ClassVar, Final

EXIT_DONE: Final = 0
EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2
EXIT_TRY_AGAIN: Final = 75


class PbemError(Exception):
    """A fault with a code (`newer-database`), one sentence of what and why, and what to do."""

    exit_code: ClassVar[int] = EXIT_FAILED

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """The message, and below it the hint where there is one."""
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UsageFault(PbemError):
    """A wrong call: an unknown campaign, an office that is not there, a word out of place."""

    exit_code = EXIT_USAGE


class SettingsError(UsageFault):
    """A setting that is missing, misspelt, of the wrong kind, or a secret that others can read."""


class TryAgain(PbemError):
    """Nothing is wrong here; the same command may succeed later (a server that is away)."""

    exit_code = EXIT_TRY_AGAIN


class Locked(TryAgain):
    """Another run holds the office. `pid` is its process, or None when it left no number."""

    def __init__(self, code: str, message: str, hint: str = "", *, pid: int | None = None) -> None:
        super().__init__(code, message, hint)
        self.pid = pid
