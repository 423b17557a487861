"""Maildirs of the demonstration's post office, one folder a user, readable by any mail program."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Final

USERS: Final = "pymap-etc-passwd"
PASSWORDS: Final = "pymap-etc-shadow"

_LOCAL_PART: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


def mailbox_of(address: str) -> str | None:
    """The mailbox of an address: its local part without the tag, in lower case; None: no name."""
    local = address.rpartition("@")[0].partition("+")[0].lower()
    return local if _LOCAL_PART.fullmatch(local) else None


class Mailboxes:
    """The users of one folder: each has a Maildir there, and the one password opens all.

    pymap reads the two files of users and passwords at every login, so that a user can be added
    while it runs.
    """

    def __init__(self, folder: Path, password: str, clock: Callable[[], datetime]) -> None:
        # pymap costs an import that only the demonstration needs.
        from pysasl.hashing import BuiltinHash

        self.folder = folder
        # Its half million rounds would take longer than a login's letters, and hide no secret here.
        self._hash = BuiltinHash(rounds=1000).hash(password)
        self._clock = clock
        self._users: list[str] = []
        self._letters = 0
        folder.mkdir(parents=True, exist_ok=True)
        for path in sorted(folder.iterdir()):
            if (path / "new").is_dir():
                self.add(path.name)

    def add(self, user: str) -> None:
        """Give a user a mailbox; nothing happens when he has one."""
        if user in self._users:
            return
        self._users.append(user)
        for name in ("tmp", "new", "cur"):
            (self.folder / user / name).mkdir(parents=True, exist_ok=True)
        self._write(USERS, "".join(f"{one}:x::::{one}:\n" for one in self._users))
        self._write(PASSWORDS, "".join(f"{one}:{self._hash}:::::::\n" for one in self._users))

    def deliver(self, sender: str, recipient: str, raw: bytes) -> bool:
        """Put a letter into the recipient's mailbox, with the trace lines a mail server adds.

        The time of delivery (in Received, and as the file's own) is the clock's. False: the
        address names no mailbox.
        """
        user = mailbox_of(recipient)
        if user is None:
            return False
        self.add(user)
        now = self._clock()
        trace = (
            f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n"
            f"Received: from [127.0.0.1] by demo.invalid with SMTP; {format_datetime(now)}\r\n"
        )
        self._letters += 1
        name = f"{now.timestamp():.6f}.{os.getpid()}_{self._letters}.demo"
        box = self.folder / user
        (box / "tmp" / name).write_bytes(trace.encode("utf-8") + raw)
        os.utime(box / "tmp" / name, (now.timestamp(), now.timestamp()))
        (box / "tmp" / name).rename(box / "new" / name)
        return True

    def _write(self, name: str, text: str) -> None:
        draft = self.folder / f"{name}.new"
        draft.write_text(text, encoding="utf-8")
        draft.chmod(0o600)
        draft.replace(self.folder / name)
