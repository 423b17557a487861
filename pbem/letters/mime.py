"""A letter as the bytes that go out: headers by hand, since `EmailMessage` takes 1 ms a letter.

Everything from outside (names, addresses, ids) is made harmless here, once: what reaches a header
is printable ASCII without line ends. Headers are folded; other scripts become encoded words
(RFC 2047). An id that a parser could take for something else is left out rather than encoded,
because encoded ids break the thread (python/cpython#100991).
"""

from __future__ import annotations

import re
from base64 import b64encode
from binascii import b2a_qp
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Final, Literal

from pbem.letters.layout import clean

ID_LENGTH: Final = 60
"""Longest Message-ID, with its brackets."""

NAME_LENGTH: Final = 60
SUBJECT_LENGTH: Final = 160
LAST_REFERENCES: Final = 8
LINE_OCTETS: Final = 998
"""Longest line of a letter (RFC 5322, 2.1.1)."""

_FOLD: Final = 76
_WORD_OCTETS: Final = 42
"""UTF-8 octets of one encoded word: 56 characters of base64 and 12 around them, below 75."""

_DAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS: Final = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip
_ADDRESS: Final = re.compile(r"[!#-'*+./0-9=?A-Z^-~-]+@[A-Za-z0-9.:\[\]-]+")
_ID: Final = re.compile(r"<[!-;=?-~]{1,240}>")
_ATOMS: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
_LIST: Final = re.compile(r"[^a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who writes to whom, and where the letter stands in its thread."""

    sender: str
    """The account's address; the authenticated mailbox."""
    sender_name: str
    to: str
    to_name: str
    message_id: str
    """From `message_id`."""
    date: datetime
    """When the row is written, aware."""
    reply_to: str = ""
    """The token address."""
    tag: str = ""
    """The subject tag, such as `[st7-p2-k3f7q2m6xa]`."""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    """The thread so far, oldest first."""
    campaign: str = ""
    list_name: str = ""
    automatic: Literal["auto-generated", "auto-replied"] = "auto-generated"


def message_id(serial: int, host: str, campaign: str = "", seat: str = "") -> str:
    """`<st7.p2.o123@host>`, with the outbox row's serial; at most 60 characters.

    The same arguments give the same id. A long host is replaced by its hash.
    """
    left = ".".join(part for part in (campaign, seat, f"o{serial}") if part)
    host = _host(host)
    made = f"<{left}@{host}>"
    if len(made) > ID_LENGTH:
        made = f"<{left}@{blake2b(host.encode(), digest_size=6).hexdigest()}.invalid>"
    return made


def post(envelope: Envelope, subject: str, text: str, *, eight_bit: bool = True) -> bytes:
    """The frozen bytes of one letter, lines ended by CR LF.

    `eight_bit=False`: for a server without 8BITMIME. ValueError for an address that is none.
    """
    e = envelope
    body, encoding = _body(text, eight_bit)
    headers = [
        _mailbox("From", e.sender_name, e.sender),
        f"Reply-To: {_checked(e.reply_to)}\r\n" if e.reply_to else "",
        _mailbox("To", e.to_name, e.to),
        _subject(e.tag, subject),
        f"Date: {date_text(e.date)}\r\n",
        f"Message-ID: {_known_id(e.message_id)}\r\n",
        _thread(e.in_reply_to, e.references),
        f"Auto-Submitted: {e.automatic}\r\n"
        "X-Auto-Response-Suppress: OOF, AutoReply\r\n"
        f"X-PBEM-Loop: {e.sender}\r\n",
        _list_headers(e),
        "MIME-Version: 1.0\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n",
    ]
    return "".join(headers).encode("ascii") + body


def date_text(moment: datetime) -> str:
    """`Thu, 03 Dec 2026 19:00:00 +0000`; ValueError for a naive time."""
    if moment.tzinfo is None:
        raise ValueError(f"a time without a zone: {moment}")
    t = moment.astimezone(UTC)
    day, month = _DAYS[t.weekday()], _MONTHS[t.month - 1]
    clock = f"{t.hour:02}:{t.minute:02}:{t.second:02}"
    return f"{day}, {t.day:02} {month} {t.year:04} {clock} +0000"


def _body(text: str, eight_bit: bool) -> tuple[bytes, str]:
    raw = text.encode("utf-8", "replace").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not raw.endswith(b"\n"):
        raw += b"\n"
    plain = text.isascii()
    # A line cannot be too long where the whole is not.
    if len(raw) > LINE_OCTETS and max(map(len, raw.split(b"\n"))) > LINE_OCTETS:
        plain = eight_bit = False
    if plain:
        return raw.replace(b"\n", b"\r\n"), "7bit"
    if eight_bit:
        return raw.replace(b"\n", b"\r\n"), "8bit"
    return b2a_qp(raw, istext=True).replace(b"\n", b"\r\n"), "quoted-printable"


def _checked(address: str) -> str:
    if not _ADDRESS.fullmatch(address):
        raise ValueError(f"not an address: {address!r}")
    return address


def _host(host: str) -> str:
    return re.sub(r"[^a-z0-9.-]", "", host.lower()) or "pbem.invalid"


def _known_id(text: str) -> str:
    if not _ID.fullmatch(text):
        raise ValueError(f"not a Message-ID: {text!r}")
    return text


def _thread(in_reply_to: str, references: Sequence[str]) -> str:
    """In-Reply-To and References; ids that would have to be encoded are left out."""
    thread = ""
    if _fits(in_reply_to):
        thread = f"In-Reply-To: {in_reply_to}\r\n"
    ids = [x for x in dict.fromkeys(references) if _fits(x)]
    if len(ids) > LAST_REFERENCES + 1:
        ids = [ids[0], *ids[-LAST_REFERENCES:]]
    if ids:
        thread += "References: " + "\r\n ".join(ids) + "\r\n"
    return thread


def _fits(text: str) -> bool:
    return _ID.fullmatch(text) is not None and "=?" not in text


def _list_headers(e: Envelope) -> str:
    if not e.campaign:
        return ""
    label = _LIST.sub("", e.campaign.lower())
    host = _host(e.sender.rpartition("@")[2])
    name = clean(e.list_name, NAME_LENGTH)
    quoted = f"{_quoted(name)} " if name.isascii() and name else ""
    headers = f"List-Id: {quoted}<{label}.pbem.{host}>\r\n"
    if e.reply_to:
        # Not one click (RFC 8058): a letter comes, and is answered by the question whether he
        # means it. Nothing removes a player by one touch.
        headers += f"List-Unsubscribe: <mailto:{e.reply_to}?subject=unsubscribe>\r\n"
    return headers


def _mailbox(header: str, name: str, address: str) -> str:
    name = clean(name, NAME_LENGTH)
    address = _checked(address)
    if not name:
        return f"{header}: {address}\r\n"
    # Some programs decode what looks like an encoded word even between quotation marks.
    if name.isascii() and "=?" not in name:
        shown = name if _ATOMS.fullmatch(name) else _quoted(name)
        line = f"{header}: {shown} <{address}>"
        return f"{line}\r\n" if len(line) <= _FOLD else f"{header}: {shown}\r\n <{address}>\r\n"
    return f"{header}: {_encoded(name)}\r\n <{address}>\r\n"


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _subject(tag: str, subject: str) -> str:
    subject = clean(subject, SUBJECT_LENGTH)
    head = f"Subject: {tag}" if tag else "Subject:"
    if not subject.isascii() or "=?" in subject:
        gap = "\r\n " if tag else " "
        return f"{head}{gap}{_encoded(subject)}\r\n"
    line = f"{head} {subject}"
    if len(line) <= _FOLD:
        return f"{line}\r\n"
    return _folded(line)


def _folded(line: str) -> str:
    """Broken at blanks; a blank at each break belongs to the text."""
    lines: list[str] = []
    while len(line) > _FOLD:
        cut = line.rfind(" ", 10, _FOLD)
        if cut < 0:
            break
        lines.append(line[:cut])
        line = line[cut:]
    return "\r\n".join([*lines, line]) + "\r\n"


def _encoded(text: str) -> str:
    """Encoded words, each a whole number of characters, each on a line of its own."""
    words: list[bytes] = []
    word = b""
    for character in text:
        octets = character.encode("utf-8", "replace")
        if len(word) + len(octets) > _WORD_OCTETS:
            words.append(word)
            word = b""
        word += octets
    words.append(word)
    return "\r\n ".join(f"=?utf-8?b?{b64encode(w).decode()}?=" for w in words)
