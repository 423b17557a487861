"""What reading a letter yields. Plain values; nothing here acts.

Codes in `Letter.notes`, each at most once, in the order found:

truncated            only the first 64 KiB were read
headers-truncated    the header block filled what was read: there is no body
too-many-lines       only the first 2,000 lines were read
long-line            a line was cut at 1,000 characters; that line is held
too-many-parts       MIME parts past the 200th or below depth 20 were not read
charset-guessed      bytes fit no stated character set; lines with other than ASCII are held
charset-unknown      the stated character set does not exist
foreign-digits       a digit of another script was not folded; that line is held
html-converted       the text comes from an HTML part
uuencoded            a uuencoded file stood in the text and was left out
attachment-not-read  an attachment that holds text was left out
tnef-only            nothing but a winmail.dat
encrypted            nothing but an encrypted part
forwarded            the letter holds only another letter's text; its lines are held
second-fence         there was a second #ORDERS; only the first counts
orders-below-cut     order-like lines stood in the quoted part; they are listed in `unread`
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Sender:
    """The one mailbox of the one From header: address in lower case, name for display."""

    address: str
    name: str

    @property
    def domain(self) -> str:
        """The part behind the @."""
        return self.address.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Automatic:
    """Whether a machine wrote the letter, and the code of the first sign of it.

    strong: never read orders from it, never answer. weak: hold it and tell the GM, never answer.
    """

    strength: Literal["strong", "weak", "none"] = "none"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Bounce:
    """A report about a letter of ours.

    `status` "delayed" is no failure: the other server still tries. `code` is the enhanced status
    code (RFC 3463) or "". `recipients` are the addresses reported on, in lower case.
    `message_ids` are all ids found in the report but its own, with their brackets: ours are among
    them if the report quotes our letter's header.
    """

    status: Literal["failure", "delayed", "delivered"]
    code: str
    recipients: tuple[str, ...]
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AuthResult:
    """One method's result from an Authentication-Results header (RFC 8601), in lower case.

    `properties` are pairs such as ("header.from", "example.org").
    """

    method: str
    result: str
    properties: tuple[tuple[str, str], ...] = ()

    def get(self, name: str) -> str:
        """The first value of a property, or ""."""
        return next((value for key, value in self.properties if key == name), "")


class Line(NamedTuple):
    """One line of new text.

    `number` counts the lines of the letter's text from 1, quoted ones too, as its writer sees
    them. `raw` is for showing, `text` (folded, stripped) for parsing. A `held` line may be shown,
    never executed: what it says was guessed. A blank line also stands where text was taken out.
    """

    number: int
    raw: str
    text: str
    held: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as read. Header texts are decoded, single lines, "" when missing.

    `references` oldest first; `recipients` from To, Cc, Delivered-To, X-Original-To, Envelope-To.
    `auth` holds results of the pinned server only. `fence` tells of `#ORDERS` ... `#END`: with
    "closed" the lines are those inside it, with "open" there are none. `unread` are lines cut away
    that are not quotes: signatures, text outside a fence, order-like lines below a cut.
    `marker` is the text of the token in the marker line, unchecked, or "".
    """

    message_id: str = ""
    sender: Sender | None = None
    recipients: tuple[str, ...] = ()
    subject: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    automatic: Automatic = field(default_factory=Automatic)
    bounce: Bounce | None = None
    auth: tuple[AuthResult, ...] = ()
    top_received: datetime | None = None
    lines: tuple[Line, ...] = ()
    unread: tuple[str, ...] = ()
    fence: Literal["none", "closed", "open"] = "none"
    marker: str = ""
    notes: tuple[str, ...] = ()
