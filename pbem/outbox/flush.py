"""Post what is due: the step of a run after everything else is committed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlmodel import Session

from pbem.errors import PbemError, SettingsError, TryAgain
from pbem.outbox import rows

if TYPE_CHECKING:
    from pbem.office import Office
    from pbem.outbox.sending import Progress
    from pbem.settings import SmtpSettings

_DAY = timedelta(hours=24)


@dataclass(frozen=True)
class Flushed:
    """What posting came to.

    `sent` were taken by the server; `retried` were refused for now and wait; `failed` were
    refused for good; `doubt` are those of which nobody knows whether the server took them, at the
    end. `stopped_reason`: why letters that are due were left, in words for the GM.
    """

    sent: int = 0
    retried: int = 0
    failed: int = 0
    doubt: int = 0
    stopped_reason: PbemError | None = None


def flush(
    office: Office,
    now: datetime,
    progress: Progress | None = None,
    *,
    inbox_read: bool = True,
) -> Flushed:
    """Post every letter that is due; the caller holds the office's lock.

    Letters that an earlier run left in `sending` are in doubt: sent if their copy is found, else
    posted once more 15 minutes after they were claimed; not in a run that could not look where
    the copy would be (`inbox_read`: the run has read the inbox). `progress` is called with the
    letters done with and all of them.
    """
    with office.session() as session:
        may_repeat = _settle_doubts(office, session, now, inbox_read)
        numbers = rows.due(session, now, doubts=may_repeat)
        session.commit()
        flushed = _send(office, session, numbers, now, progress) if numbers else Flushed()
        return replace(flushed, doubt=len(rows.doubtful_ids(session)))


def _settle_doubts(office: Office, session: Session, now: datetime, inbox_read: bool) -> bool:
    """Find out what can be found out about doubtful letters; whether the rest may be repeated."""
    rows.doubt_interrupted(session, now)
    doubtful = rows.doubtful_ids(session)
    if doubtful:
        rows.settle_by_ledger(session, now)
    session.commit()
    imap, smtp = office.settings.imap, office.settings.smtp
    if not doubtful or smtp is None or smtp.copy_to == "none":
        return True
    if smtp.copy_to == "address" or imap is None:
        return inbox_read
    from pbem.outbox.sent_folder import find_sent  # imapclient is slow to import

    try:
        found = find_sent(imap, office.folder, smtp, doubtful)
    except PbemError:
        # The inbox, read a moment ago, told the GM what is wrong with the server.
        return False
    rows.settle_as_sent(session, found, now)
    session.commit()
    return True


def _send(
    office: Office,
    session: Session,
    numbers: Sequence[int],
    now: datetime,
    progress: Progress | None,
) -> Flushed:
    smtp = office.settings.smtp
    if smtp is None:
        return Flushed(stopped_reason=_no_server(len(numbers)))
    allowed = _allowance(session, smtp, now)
    session.commit()
    if allowed == 0:
        return Flushed(stopped_reason=_enough(smtp, len(numbers)))
    # The library takes longer to import than an idle run may take in all.
    from pbem.outbox.sending import Sender
    from pbem.outbox.smtp import smtp_account

    try:
        account = smtp_account(office.settings, smtp, office.folder)
        sender = Sender(account, session, numbers[:allowed], now, progress)
        asyncio.run(sender.run())
    except PbemError as fault:
        return Flushed(stopped_reason=fault)
    left = len(numbers) - len(numbers[:allowed])
    return Flushed(
        sent=sender.counts["sent"],
        retried=sender.counts["pending"],
        failed=sender.counts["failed"],
        stopped_reason=sender.stopped or (_enough(smtp, left) if left else None),
    )


def _allowance(session: Session, smtp: SmtpSettings, now: datetime) -> int | None:
    """How many letters the provider's daily limit leaves; None where there is none. A copy to our
    own address counts as a letter, as it does at Gmail."""
    if not smtp.daily_limit:
        return None
    each = 2 if smtp.copy_to == "address" else 1
    return max(0, smtp.daily_limit // each - rows.sent_since(session, now - _DAY))


def _no_server(count: int) -> PbemError:
    return SettingsError(
        "no-smtp",
        f"{count} letters wait, and pbem.toml has no [smtp] section.",
        "Add one with host, user and where the password is; pbem doctor tries it.",
    )


def _enough(smtp: SmtpSettings, left: int) -> PbemError:
    return TryAgain(
        "daily-limit",
        f"The daily limit of {smtp.daily_limit} letters is reached; {left} wait.",
        "They go out as the last 24 hours pass. daily_limit of [smtp] is the provider's limit.",
    )
