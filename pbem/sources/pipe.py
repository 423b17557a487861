"""One letter on standard input, handed over by procmail or an alias of the mail server.

It is stored and nothing else: settling would make the mail server wait, and a fault of a game
would send the letter back. Whatever goes wrong, the caller is told to try again (exit 75), so that
the mail server keeps the letter.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, BinaryIO, Final

from pbem.errors import TryAgain
from pbem.sources.ledger import enter
from pbem.sources.raw import KEPT, RawLetter

if TYPE_CHECKING:
    from pbem.office import Office

_CHUNK: Final = 1 << 20
_MBOX_LINE: Final = re.compile(rb"\AFrom [^\n]*\r?\n")


def deliver(office: Office, stream: BinaryIO, now: datetime) -> int | None:
    """Store the letter that the stream holds, read to its end; `now` is its time of arrival.

    Gives its number in the ledger, or None for a repeat, which is silently done with. Raises
    `TryAgain` for every failure.
    """
    try:
        letter = _read(stream, now)
        with office.session() as session:
            news = enter(session, [letter], now)
    # The mail server must keep the letter whatever is wrong here, also what nobody thought of.
    except Exception as fault:
        raise TryAgain(
            "deliver",
            f"The letter could not be stored: {fault}",
            "The mail server keeps it and tries again; pbem doctor may know what is wrong.",
        ) from fault
    return news[0] if news else None


def _read(stream: BinaryIO, now: datetime) -> RawLetter:
    """The kept part and the size of the whole; a line that only a mailbox file has is taken off."""
    raw = stream.read(KEPT)
    size = len(raw)
    while more := stream.read(_CHUNK):
        size += len(more)
    if found := _MBOX_LINE.match(raw):
        raw = raw[found.end() :]
        size -= found.end()
    return RawLetter("pipe", "", "", raw, size, now)
