"""What the sources remember between runs, as rows of the table `office`.

The idle look reads the same rows with plain sqlite3 to see whether a mailbox has anything new.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from sqlmodel import Session, col, select

from pbem.store.models import OfficeRow

IMAP: Final = "mail_imap"
"""Key of an `ImapHints`, as a JSON object of its fields."""


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
    text = session.exec(select(OfficeRow.value).where(col(OfficeRow.key) == IMAP)).first()
    try:
        stored: dict[str, Any] = json.loads(text or "{}")
        return ImapHints(**stored)
    except (ValueError, TypeError):
        return ImapHints()


def save_imap_hints(session: Session, hints: ImapHints) -> None:
    """Store the hints; the caller commits."""
    session.merge(OfficeRow(key=IMAP, value=hints.to_json()))
