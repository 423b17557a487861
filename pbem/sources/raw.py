"""A letter as it came in: its bytes, where it lay, and the few header fields a ledger needs."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

KEPT: Final = 65_536
"""Bytes of a letter that are fetched, stored and read; what is beyond them is only counted."""

_HEADER_END: Final = re.compile(rb"\r?\n\r?\n")
_ID: Final = re.compile(r"<[^<>\s]+>")


@dataclass(frozen=True, slots=True)
class RawLetter:
    """One letter from a source.

    `raw` holds at most `KEPT` bytes, `size` counts the whole letter; `received_at` is the moment
    our side had it (aware). `uidvalidity` and `uid` are an IMAP server's, `name` is a Maildir
    file's unique part.
    """

    source: Literal["imap", "maildir", "pipe"]
    account: str
    folder: str
    raw: bytes
    size: int
    received_at: datetime
    uidvalidity: int | None = None
    uid: int | None = None
    name: str | None = None

    @property
    def truncated(self) -> bool:
        """Whether the letter is longer than what is kept of it."""
        return self.size > len(self.raw)

    @property
    def sha256(self) -> str:
        """The ledger's hash: over the size in decimal, a line end, and the part that is kept."""
        return hashlib.sha256(b"%d\n" % self.size + self.raw).hexdigest()


def split_letter(raw: bytes) -> tuple[bytes, bytes]:
    """Header block and body; a letter without an empty line is all header."""
    found = _HEADER_END.search(raw)
    return (raw[: found.start()], raw[found.end() :]) if found else (raw, b"")


def header_field(header: bytes, name: bytes) -> bytes:
    """The first field of that name (lower case), unfolded and stripped; empty when it is missing.

    Read by hand: the email package is slow, and raises on headers that real letters have
    (test_mailfact_15).
    """
    wanted = name + b":"
    taken: list[bytes] = []
    for line in header.split(b"\n"):
        if taken and line[:1] in (b" ", b"\t"):
            taken.append(line.strip())
        elif taken:
            break
        elif line[: len(wanted)].lower() == wanted:
            taken.append(line[len(wanted) :].strip())
    return b" ".join(taken).strip()


def message_id_of(header: bytes) -> str:
    """The Message-ID with its brackets, or what stands there without any; empty when missing."""
    text = header_field(header, b"message-id").decode("utf-8", "replace")
    found = _ID.search(text)
    return (found.group() if found else text)[:998]


def same_words(one: bytes, other: bytes, *, cut: bool) -> bool:
    """Whether two bodies hold the same lines, whatever servers did to line ends.

    With `cut` (one of the letters is longer than what is kept) the shorter decides how much is
    compared, since trace lines of different length move the place of the cut.
    """
    first, second = _plain(one), _plain(other)
    if cut and first and second:
        shorter = min(len(first), len(second))
        first, second = first[:shorter], second[:shorter]
    return first == second


def content_key(header: bytes, body: bytes) -> bytes:
    """What makes two letters without a Message-ID the same letter: who, when, what about, text.

    Trace lines (Received, Delivered-To) differ with each delivery, so they do not count; the Date
    does, since a player may send the same orders again for another turn.
    """
    fields = (header_field(header, name) for name in (b"from", b"date", b"subject"))
    return hashlib.sha256(b"\n".join((*fields, _plain(body)))).digest()


def _plain(body: bytes) -> bytes:
    # Line by line: one expression over the whole would be quadratic in a run of blanks.
    return b"\n".join(line.rstrip() for line in body.split(b"\n")).rstrip()
