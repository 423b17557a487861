"""Letters in: from an IMAP mailbox, a Maildir, or one letter on standard input.

Every source stores raw letters in the table `letter` and reads nothing of what they say.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from pbem.sources.collected import Collected
from pbem.sources.pipe import deliver

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.office import Office

__all__ = ["Collected", "collect", "deliver"]


def collect(office: Office, session: Session, now: datetime) -> Collected:
    """Store what is new in all mailboxes that the settings name.

    `session` is a writing session (`office.session()`); it is committed several times, so that no
    transaction is open while a server is waited for. Faults of a mailbox come back in the result;
    a fault of the settings (no password) does too, since the run has other work.
    """
    parts = []
    settings = office.settings
    if settings.imap is not None:
        # The library takes as long to import as all of an idle run; an office may have none.
        from pbem.sources.imap import collect_imap
        from pbem.sources.imap_client import imap_account

        parts.append(collect_imap(imap_account(settings.imap, office.folder), session, now))
    if settings.maildir is not None:
        from pbem.sources.maildir import collect_maildir

        parts.append(collect_maildir(office.folder / settings.maildir.path, session, now))
    return Collected.joined(parts)
