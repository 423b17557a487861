"""Letters out of an IMAP folder into the ledger.

The server's flags are never used as memory: whoever reads the mailbox in a mail program must not
lose a player's letter (test_mailfact_23). What has been read is known by UID, in the database. A
letter is committed before anything is done to it in the mailbox, which is opened read-only; the
move to a folder of processed letters comes last and may fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from imapclient import IMAPClient
from sqlmodel import Session, col, select

from pbem.clock import from_utc_text, utc_text
from pbem.errors import PbemError, TryAgain
from pbem.sources.collected import Collected
from pbem.sources.hints import ImapHints, load_imap_hints, save_imap_hints
from pbem.sources.imap_client import FAULTS, ImapAccount, opened
from pbem.sources.ledger import enter
from pbem.sources.raw import KEPT, RawLetter
from pbem.store.models import LetterRow

BATCH: Final = 250
"""Letters in one FETCH and one commit; larger ones gain nothing, as measured."""

BATCH_BYTES: Final = 4 << 20
"""Bytes in one FETCH, where letters are long."""

GRACE: Final = timedelta(hours=1)
"""How long a letter whose text the server does not give holds up deadlines."""

_WHOLE: Final = "BODY.PEEK[]"
_PART: Final = f"BODY.PEEK[]<0.{KEPT}>"
_BODY_KEYS: Final = (b"BODY[]", b"BODY[]<0>")


def collect_imap(account: ImapAccount, session: Session, now: datetime) -> Collected:
    """Fetch what is new, a commit a batch; faults of the server come back in the result.

    No transaction is open while the server is waited for. A letter that the server announces but
    does not give (test_mailfact_28) is not entered; it is asked for again by each run.
    """
    hints = load_imap_hints(session)
    session.commit()
    reading = _Reading(account, session, now, hints)
    try:
        with opened(account) as client:
            reading.fetch_news(client)
            if account.processed:
                with suppress(*FAULTS):
                    _tidy(client, account, session, reading.hints)
    except PbemError as error:
        session.rollback()
        return Collected(tuple(reading.news), False, error)
    return reading.result()


class _Reading:
    """One pass over the folder: what is known so far, and the news it found."""

    def __init__(
        self, account: ImapAccount, session: Session, now: datetime, hints: ImapHints
    ) -> None:
        self.account = account
        self.session = session
        self.now = now
        self.hints = hints
        self.news: list[int] = []

    def fetch_news(self, client: IMAPClient) -> None:
        """Store everything above the last UID, and what was not given before."""
        selected = client.select_folder(self.account.folder, readonly=True)
        validity = int(selected[b"UIDVALIDITY"])
        known: set[int] = set()
        if (self.hints.where, self.hints.uidvalidity) != (self.account.where, validity):
            # UIDs mean other letters now: all are read again, and the ledger knows the repeats.
            self.hints = ImapHints(self.account.where, validity)
            known = _known_uids(self.session, self.account, validity)
            self.session.commit()
        uids = [uid for uid in self._search(client) if uid not in known]
        sizes = _sizes(client, uids)
        for batch in _batches(uids, sizes):
            self._store(batch, self._fetch(client, batch, sizes))
        self._remember(uid_next=max(int(selected.get(b"UIDNEXT", 0)), self.hints.last_uid + 1))

    def result(self) -> Collected:
        """What the pass brought, after it went through."""
        waiting = {uid: from_utc_text(since) for uid, since in self.hints.unread.items()}
        if not waiting:
            return Collected(tuple(self.news))
        error = TryAgain(
            "imap-unread",
            f"The IMAP server {self.account.host} lists {len(waiting)} letters of"
            f" {self.account.user} without giving their text (UID {', '.join(waiting)}).",
            "They are asked for again by every run. If it stays so, open them in a mail program.",
        )
        settled = all(self.now - since >= GRACE for since in waiting.values())
        return Collected(tuple(self.news), settled, error)

    def _search(self, client: IMAPClient) -> list[int]:
        """UIDs to fetch, ascending. `n:*` answers with the last letter when none is as high as
        n, so what is known is dropped here (test_mailfact_25)."""
        wanted = ",".join([*self.hints.unread, f"{self.hints.last_uid + 1}:*"])
        found = {int(uid) for uid in client.search(["UID", wanted])}
        waiting = {int(uid) for uid in self.hints.unread}
        gone = waiting - found
        if gone:
            kept = {uid: at for uid, at in self.hints.unread.items() if int(uid) not in gone}
            self.hints = replace(self.hints, unread=kept)
        return sorted(uid for uid in found if uid > self.hints.last_uid or uid in waiting)

    def _fetch(
        self, client: IMAPClient, batch: Sequence[int], sizes: Mapping[int, int]
    ) -> dict[int, RawLetter]:
        """The letters of a batch by UID. The answer is looked up by UID only: servers also send
        what nobody asked for, and leave out what was (test_mailfact_26, 28)."""
        whole = [uid for uid in batch if sizes.get(uid, KEPT + 1) <= KEPT]
        long = [uid for uid in batch if sizes.get(uid, 0) > KEPT]
        letters: dict[int, RawLetter] = {}
        for uids, item in ((whole, _WHOLE), (long, _PART)):
            answers = client.fetch(uids, [item, "INTERNALDATE"]) if uids else {}
            for uid in uids:
                letter = self._letter(uid, sizes[uid], answers.get(uid, {}))
                if letter is not None:
                    letters[uid] = letter
        return letters

    def _letter(self, uid: int, size: int, answer: Mapping[bytes, Any]) -> RawLetter | None:
        """One answer as a letter; None when its text is not there."""
        body = next((answer[key] for key in _BODY_KEYS if key in answer), None)
        if not body and size:
            return None
        text = bytes(body or b"")
        date = answer.get(b"INTERNALDATE")
        return RawLetter(
            source="imap",
            account=self.account.name,
            folder=self.account.folder,
            raw=text[:KEPT],
            # Some servers only guess the size; where the text came whole, it is counted.
            size=size if len(text) == KEPT and size > KEPT else len(text),
            # What has been read cannot have come later than now, whatever the server's clock says.
            received_at=min(date, self.now) if isinstance(date, datetime) else self.now,
            uidvalidity=self.hints.uidvalidity,
            uid=uid,
        )

    def _store(self, batch: Sequence[int], answers: Mapping[int, RawLetter]) -> None:
        unread = {uid: at for uid, at in self.hints.unread.items() if int(uid) not in answers}
        for uid in batch:
            if uid not in answers:
                unread.setdefault(str(uid), utc_text(self.now))
        letters = [answers[uid] for uid in batch if uid in answers]
        news = enter(self.session, letters, self.now)
        self._remember(last_uid=max(self.hints.last_uid, batch[-1]), unread=unread)
        self.news += news

    def _remember(self, **changes: Any) -> None:
        self.hints = replace(self.hints, **changes)
        save_imap_hints(self.session, self.hints)
        self.session.commit()


def _known_uids(session: Session, account: ImapAccount, validity: int) -> set[int]:
    statement = select(LetterRow.uid).where(
        col(LetterRow.account) == account.name,
        col(LetterRow.folder) == account.folder,
        col(LetterRow.uidvalidity) == validity,
    )
    return {uid for uid in session.exec(statement) if uid is not None}


def _sizes(client: IMAPClient, uids: Sequence[int]) -> dict[int, int]:
    """Sizes by UID, so that nothing long is ever fetched whole; absent where none is told."""
    sizes: dict[int, int] = {}
    for start in range(0, len(uids), 4 * BATCH):
        asked = uids[start : start + 4 * BATCH]
        for uid, answer in client.fetch(asked, ["RFC822.SIZE"]).items():
            if isinstance(size := answer.get(b"RFC822.SIZE"), int):
                sizes[uid] = size
    return sizes


def _batches(uids: Sequence[int], sizes: Mapping[int, int]) -> Iterator[list[int]]:
    batch: list[int] = []
    total = 0
    for uid in uids:
        cost = min(sizes.get(uid, 0), KEPT)
        if batch and (len(batch) == BATCH or total + cost > BATCH_BYTES):
            yield batch
            batch, total = [], 0
        batch.append(uid)
        total += cost
    if batch:
        yield batch


def _tidy(client: IMAPClient, account: ImapAccount, session: Session, hints: ImapHints) -> None:
    """Move what the ledger holds to the folder of processed letters.

    All of it, not only this run's: a run that died after its commit left its letters there. A
    server without MOVE gets COPY, the flag, and an EXPUNGE of just these letters if it knows that.
    """
    stored = _known_uids(session, account, hints.uidvalidity)
    session.commit()
    client.select_folder(account.folder)
    uids = [uid for uid in client.search(["UID", f"1:{hints.last_uid}"]) if uid in stored]
    if not uids:
        return
    if not client.folder_exists(account.processed):
        client.create_folder(account.processed)
    for start in range(0, len(uids), BATCH):
        some = uids[start : start + BATCH]
        if client.has_capability("MOVE"):
            client.move(some, account.processed)
            continue
        client.copy(some, account.processed)
        client.delete_messages(some, silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(some)
