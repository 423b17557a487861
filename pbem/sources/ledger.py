"""Letters into the ledger: every one gets a row, and a repeat is known before anything reads it.

A repeat is a letter with the same bytes, or the same Message-ID and the same text, or, where both
have no Message-ID, the same sender, date, subject and text (test_report_18, 19, 20). The copy of
one of our own letters that we had sent to ourselves is none of a player's either. Both are rows
with the outcome `ignored`, so that nobody is answered twice and the mailbox is not read again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from pbem.clock import utc_text
from pbem.sources.raw import RawLetter, content_key, message_id_of, same_words, split_letter
from pbem.store.numbers import next_number
from pbem.store.plain import column, plain

DUPLICATE = "duplicate"
SENT_COPY = "sent-copy"

_SAME_BYTES: Final = (
    "SELECT sha256, id FROM letter"
    " WHERE sha256 IN (SELECT value FROM json_each(:hashes)) ORDER BY id"
)
# What a game master typed is no letter, and has none of what tells letters apart.
_SAME_ID: Final = (
    "SELECT id, raw, sha256, truncated FROM letter"
    " WHERE message_id IN (SELECT value FROM json_each(:ids)) AND reason <> :duplicate"
    " AND source <> 'submit' ORDER BY id"
)
_OWN: Final = (
    "SELECT message_id FROM outbox WHERE message_id IN (SELECT value FROM json_each(:ids))"
)
_ENTER: Final = (
    "INSERT INTO letter (id, source, account, folder, uidvalidity, uid, name, message_id, sha256,"
    " size, received_at, arrived_at, truncated, raw, sender, status, reason, detail, settled_at)"
    " VALUES (:id, :source, :account, :folder, :uidvalidity, :uid, :name, :message_id, :sha256,"
    " :size, :received_at, :arrived_at, :truncated, :raw, '', :status, :reason, :detail,"
    " :settled_at)"
)


@dataclass(frozen=True, slots=True)
class _Marks:
    """What tells a letter from another, read off its bytes once."""

    message_id: str
    sha256: str
    header: bytes
    body: bytes
    cut: bool

    @classmethod
    def of(cls, raw: bytes, sha256: str, cut: bool) -> _Marks:
        header, body = split_letter(raw)
        return cls(message_id_of(header), sha256, header, body, cut)


@dataclass(slots=True)
class _Known:
    """Letters entered before: row numbers by hash, by Message-ID, by content without one."""

    by_hash: dict[str, int] = field(default_factory=dict)
    by_id: dict[str, list[tuple[int, _Marks]]] = field(default_factory=dict)
    by_content: dict[bytes, int] = field(default_factory=dict)

    def add(self, number: int, marks: _Marks) -> None:
        self.by_hash.setdefault(marks.sha256, number)
        if marks.message_id:
            self.by_id.setdefault(marks.message_id, []).append((number, marks))
        else:
            self.by_content.setdefault(content_key(marks.header, marks.body), number)

    def same_as(self, marks: _Marks) -> int | None:
        """The row of which this letter is a repeat, or None."""
        if (number := self.by_hash.get(marks.sha256)) is not None:
            return number
        if not marks.message_id:
            return self.by_content.get(content_key(marks.header, marks.body))
        for number, other in self.by_id.get(marks.message_id, ()):
            if same_words(other.body, marks.body, cut=other.cut or marks.cut):
                return number
        return None


def enter(session: Session, letters: Sequence[RawLetter], now: datetime) -> list[int]:
    """Add a row for each letter, in their order; gives the numbers of those that are news.

    The caller commits. A repeat with the very same bytes keeps no second copy of them; `detail`
    names the row that has them.
    """
    if not letters:
        return []
    marked = [_Marks.of(letter.raw, letter.sha256, letter.truncated) for letter in letters]
    known = _load_known(session, marked)
    copies = _own_letters(session, marked)
    arrived = utc_text(now)
    rows = []
    numbered = enumerate(zip(letters, marked, strict=True), next_number(session, "letter"))
    for number, (letter, marks) in numbered:
        row = _row(number, letter, marks, arrived)
        if marks.message_id in copies:
            row |= {"status": "ignored", "reason": SENT_COPY, "settled_at": arrived}
        elif (original := known.same_as(marks)) is not None:
            row |= {"status": "ignored", "reason": DUPLICATE, "settled_at": arrived}
            row["detail"] = f"the same as letter {original}"
            if marks.sha256 in known.by_hash:
                row["raw"] = b""
        known.add(number, marks)
        rows.append(row)
    plain(session, _ENTER, rows)
    return [row["id"] for row in rows if row["status"] == "new"]


def _row(number: int, letter: RawLetter, marks: _Marks, arrived: str) -> dict[str, Any]:
    return {
        "id": number,
        "source": letter.source,
        "account": letter.account,
        "folder": letter.folder,
        "uidvalidity": letter.uidvalidity,
        "uid": letter.uid,
        "name": letter.name,
        "message_id": marks.message_id,
        "sha256": marks.sha256,
        "size": letter.size,
        "received_at": utc_text(letter.received_at),
        "arrived_at": arrived,
        "truncated": letter.truncated,
        "raw": letter.raw,
        "status": "new",
        "reason": "",
        "detail": "",
        "settled_at": None,
    }


def _own_letters(session: Session, marked: Iterable[_Marks]) -> set[str]:
    """Those Message-IDs that are letters of ours."""
    ids = {marks.message_id for marks in marked if marks.message_id}
    return set(column(session, _OWN, {"ids": json.dumps(sorted(ids))}))


def _load_known(session: Session, marked: Sequence[_Marks]) -> _Known:
    """The letters in the ledger that the new ones may repeat."""
    known = _Known()
    hashes = json.dumps([marks.sha256 for marks in marked])
    for sha256, number in plain(session, _SAME_BYTES, {"hashes": hashes}):
        known.by_hash.setdefault(sha256, number)
    # Letters without an id are rare: only when one comes in are the earlier ones looked at.
    ids = {marks.message_id for marks in marked if marks.sha256 not in known.by_hash}
    values = {"ids": json.dumps(sorted(ids)), "duplicate": DUPLICATE}
    for number, raw, sha256, cut in plain(session, _SAME_ID, values):
        known.add(number, _Marks.of(raw, sha256, bool(cut)))
    return known
