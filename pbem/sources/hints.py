"""What is remembered between runs as rows of the table `office`, for the sources and the idle look.

The look (`pbem.look`) reads the same rows with plain sqlite3.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlmodel import Session

from pbem.accounts import SETTINGS_FILE
from pbem.look import LETTERS_WAITING, MAIL_IMAP, NEXT_DUE, SETTINGS_SEEN, fingerprint
from pbem.store.marks import mark, set_mark


@dataclass(frozen=True, slots=True)
class ImapHints:
    """How far an IMAP folder has been read.

    `where` names server, user and folder; another one is another mailbox. `last_uid` is the
    highest UID that was fetched or is in `unread`; `uid_next` what the server said it would give
    next when that was read, so that an equal answer means nothing new. `unread` maps UIDs whose
    letter the server did not give to the UTC text since when.
    """

    where: str = ""
    uidvalidity: int = 0
    last_uid: int = 0
    uid_next: int = 0
    unread: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """The stored text."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__})


def load_imap_hints(session: Session) -> ImapHints:
    """The stored hints, or empty ones before the first run and where they cannot be read."""
    text = mark(session, MAIL_IMAP)
    try:
        stored: dict[str, Any] = json.loads(text or "{}")
        return ImapHints(**stored)
    except (ValueError, TypeError):
        return ImapHints()


def save_imap_hints(session: Session, hints: ImapHints) -> None:
    """Store the hints; the caller commits."""
    set_mark(session, MAIL_IMAP, hints.to_json())


def leave_for_look(
    session: Session, folder: Path, next_due: str, waiting: Sequence[int] = ()
) -> None:
    """What a full run leaves for the idle look, at its end; the caller commits.

    `folder` is the office's, whose settings this run has read without a fault; `next_due` the UTC
    text of the earliest moment at which there is work by the clock alone (empty: none); `waiting`
    the numbers of the letters that wait for halted campaigns, ascending. The look also needs the
    time last seen (`pbem.clock.CLOCK_SEEN`), which belongs to the brake against clocks that jump.
    """
    set_mark(session, NEXT_DUE, next_due)
    set_mark(session, LETTERS_WAITING, ",".join(map(str, waiting)))
    set_mark(session, SETTINGS_SEEN, fingerprint(folder / SETTINGS_FILE))
