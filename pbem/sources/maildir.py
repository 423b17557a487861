"""Letters out of a Maildir into the ledger.

Files in `new/` and `cur/` are read where they lie and never deleted or renamed: a file's unique
name is remembered with its letter, so a mail program may read, flag or move them meanwhile.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlmodel import Session

from pbem.errors import PbemError
from pbem.maildirs import maildir_files
from pbem.sources.collected import Collected
from pbem.sources.ledger import enter
from pbem.sources.raw import KEPT, RawLetter
from pbem.store.plain import column

BATCH: Final = 250

_NAMES: Final = "SELECT name FROM letter WHERE source = 'maildir' AND account = :account"


def collect_maildir(folder: Path, session: Session, now: datetime) -> Collected:
    """Store every letter that is not in the ledger yet, a commit a batch.

    A file that cannot be read is reported and tried again by each run; it does not keep the
    others out. A missing Maildir is a fault of the settings, in the result.
    """
    account = str(folder)
    try:
        files = dict(sorted(maildir_files(folder)))
    except OSError as fault:
        return Collected((), False, _fault(folder, fault))
    known = set(column(session, _NAMES, {"account": account}))
    session.commit()
    news: list[int] = []
    broken: PbemError | None = None
    todo = [(name, path) for name, path in files.items() if name not in known]
    for start in range(0, len(todo), BATCH):
        letters = []
        for name, path in todo[start : start + BATCH]:
            try:
                letters.append(_letter(account, name, path, now))
            except FileNotFoundError:
                # A mail program moved it from new to cur this moment; the next run finds it.
                continue
            except OSError as fault:
                broken = broken or _fault(path, fault)
        news += enter(session, letters, now)
        session.commit()
    return Collected(tuple(news), broken is None, broken)


def _letter(account: str, name: str, path: Path, now: datetime) -> RawLetter:
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        raw = file.read(KEPT)
    # Its own time is that of its delivery, as an IMAP server would tell it.
    received = datetime.fromtimestamp(status.st_mtime, UTC)
    size = max(status.st_size, len(raw))
    return RawLetter("maildir", account, "", raw, size, min(received, now), name=name)


def _fault(path: Path, fault: OSError) -> PbemError:
    return PbemError(
        "maildir",
        f"{path} cannot be read: {fault.strerror or fault}.",
        "Check path of [maildir]: it names the folder with new, cur and tmp in it, readable by the"
        " user of the crontab.",
    )
