"""Who a letter is from and to, read strictly.

A From that could be read in two ways names nobody: `alice@example.org <bob@evil.test>` has fooled
many readers, the standard library's among them (CVE-2023-27043).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbem.reading.headers import Headers, decode_words
from pbem.reading.letter import Sender

ADDRESS_MAX = 254
RECIPIENTS_MAX = 100
REFERENCES_MAX = 100
NAME_MAX = 60

RECIPIENT_FIELDS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to")

_ADDRESS = (
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
)
_BARE = re.compile(_ADDRESS)
_MAILBOX = re.compile(
    rf'(?:"(?P<quoted>(?:[^"\\]|\\.)*)"[ \t]*|(?P<words>[^"<>@,;:()\[\]\\]*))'
    rf"<(?P<angle>{_ADDRESS})>"
    rf"|(?P<bare>{_ADDRESS})(?:[ \t]*\((?P<comment>[^()<>@\\]*)\))?"
)
_BETWEEN = re.compile(r'[\s,;:<>()"\[\]]+')
_ID_MAX = 998


def sender(headers: Headers) -> Sender | None:
    """The one mailbox of the one From header, else None."""
    values = headers.all("from")
    if len(values) != 1 or len(values[0]) > _ID_MAX:
        return None
    found = _MAILBOX.fullmatch(values[0].strip())
    if not found:
        return None
    address = (found["angle"] or found["bare"]).lower()
    if len(address) > ADDRESS_MAX:
        return None
    name = found["quoted"] or found["words"] or found["comment"] or ""
    return Sender(address, decode_words(name.replace('\\"', '"'))[:NAME_MAX].strip())


def is_address(text: str) -> bool:
    """Whether a text is one mail address and nothing else."""
    return len(text) <= ADDRESS_MAX and bool(_BARE.fullmatch(text))


def recipients(headers: Headers) -> tuple[str, ...]:
    """Addresses a letter was sent to, in lower case, each once, at most 100."""
    found: dict[str, None] = {}
    for name in RECIPIENT_FIELDS:
        for value in headers.all(name):
            for address in addresses_in(value):
                found[address] = None
                if len(found) == RECIPIENTS_MAX:
                    return tuple(found)
    return tuple(found)


def addresses_in(text: str) -> Iterator[str]:
    """All that looks like an address in a text, in lower case."""
    if "@" not in text:
        return
    for piece in _BETWEEN.split(text):
        if piece.count("@") == 1 and is_address(piece):
            yield piece.lower()


def ids_in(text: str) -> Iterator[str]:
    """All message ids `<left@right>` in a text, with their brackets."""
    for piece in text.split("<")[1:]:
        inner, closed, _ = piece[:_ID_MAX].partition(">")
        left, at, right = inner.partition("@")
        if closed and at and left and right and len(inner.split()) == 1:
            yield f"<{inner}>"


def message_id(headers: Headers) -> str:
    """The letter's own id as it stands, brackets and all, or ""."""
    value = headers.get("message-id").strip()[:_ID_MAX]
    return next(ids_in(value), value)


def in_reply_to(headers: Headers) -> str:
    """The first id of In-Reply-To, or ""."""
    return next(ids_in(headers.get("in-reply-to")), "")


def references(headers: Headers) -> tuple[str, ...]:
    """The ids of References, oldest first, the last 100 at most."""
    return tuple(ids_in(headers.get("references")))[-REFERENCES_MAX:]
