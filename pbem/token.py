"""Reply tokens: which campaign, turn and seat a letter answers, and that we wrote to that seat.

One token has four forms (conventions, "Mail"): the reply address
`account+st7.t31.p2.k3f7q2m6xa@host`, the subject tag `[st7-p2-k3f7q2m6xa]` (without a turn), the
marker line `## st7 turn 31 seat 2 k3f7q2m6xa ## Write above this line.` and its own text
`st7.t31.p2.k3f7q2m6xa`. All are written in lower case and read in any case, because some mail
programs change the case of addresses.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass

MAC_LENGTH = 10
LOCAL_PART_MAX = 64
"""Octets of a local part (RFC 5321, 4.5.3.1.1)."""

MARKER_SENTENCE = "Write above this line."

_CAMPAIGN = r"[a-z0-9]{1,20}"
_TURN = r"[0-9]{1,6}"
_SEAT = r"[0-9]{1,2}"
_MAC = r"[a-z2-7]{10}"
_TEXT = re.compile(rf"({_CAMPAIGN})(?:\.t({_TURN}))?\.p({_SEAT})\.({_MAC})")
_TAG = re.compile(rf"\[({_CAMPAIGN})-p({_SEAT})-({_MAC})\]", re.IGNORECASE)
_MARKER = re.compile(
    rf"##[ \t]*({_CAMPAIGN})[ \t]+turn[ \t]+({_TURN})"
    rf"[ \t]+seat[ \t]+({_SEAT})[ \t]+({_MAC})[ \t]*##",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """What a letter of ours carries so that its answer finds the seat.

    `seat` is a seat id ("p2"). `turn` is None where the form had none (a subject tag): then the
    turn of the letter answered counts, else the open one. `mac` is unchecked until `verify`.
    """

    campaign: str
    seat: str
    mac: str
    turn: int | None = None

    @property
    def text(self) -> str:
        """The token's own text, `st7.t31.p2.k3f7q2m6xa`; without the turn if there is none."""
        turn = "" if self.turn is None else f".t{self.turn}"
        return f"{self.campaign}{turn}.{self.seat}.{self.mac}"


def make_mac(secret: bytes, campaign: str, seat: str, epoch: int) -> str:
    """First 10 characters of the lower-case base32 of HMAC-SHA256(secret, "campaign|seat|epoch").

    `epoch` counts the tokens a seat has had; raising it (NEWTOKEN, another person) ends the old.
    """
    digest = hmac.digest(secret, f"{campaign}|{seat}|{epoch}".encode(), hashlib.sha256)
    return base64.b32encode(digest).decode("ascii")[:MAC_LENGTH].lower()


def make_token(secret: bytes, campaign: str, seat: str, epoch: int, turn: int) -> Token:
    """The token of one seat for letters about one turn."""
    return Token(campaign, seat, make_mac(secret, campaign, seat, epoch), turn)


def verify(token: Token, secret: bytes, epoch: int) -> bool:
    """Whether the token's mac is that of its campaign, seat and this epoch, in constant time."""
    expected = make_mac(secret, token.campaign, token.seat, epoch)
    return hmac.compare_digest(expected.encode(), token.mac.lower().encode())


def reply_address(account: str, token: Token) -> str:
    """`gm@host` with the token behind a plus sign.

    Raises ValueError if the account is no address or the local part grows past 64 octets.
    """
    local, at, host = account.rpartition("@")
    if not (at and local and host):
        raise ValueError(f"not an address: {account!r}")
    tagged = f"{local}+{token.text}"
    if len(tagged.encode()) > LOCAL_PART_MAX:
        raise ValueError(f"local part longer than {LOCAL_PART_MAX}: {tagged!r}")
    return f"{tagged}@{host}"


def subject_tag(token: Token) -> str:
    """`[st7-p2-k3f7q2m6xa]`, for providers without plus addresses."""
    return f"[{token.campaign}-{token.seat}-{token.mac}]"


def marker_line(token: Token, sentence: str = MARKER_SENTENCE) -> str:
    """The line that opens every letter of ours; `sentence` may be empty or in another language.

    Raises ValueError for a token without a turn.
    """
    if token.turn is None:
        raise ValueError("a marker line needs a turn")
    number = token.seat.removeprefix("p")
    line = f"## {token.campaign} turn {token.turn} seat {number} {token.mac} ##"
    return f"{line} {sentence}" if sentence else line


def parse_token(text: str) -> Token | None:
    """The token whose own text this is (any case), or None."""
    found = _TEXT.fullmatch(text.lower())
    return _token(found.group(1), found.group(2), found.group(3), found.group(4)) if found else None


def find_in_address(address: str) -> Token | None:
    """The token behind the first plus sign of an address's local part, or None."""
    local, _, _ = address.rpartition("@")
    _, plus, tag = local.partition("+")
    return parse_token(tag) if plus else None


def find_in_subject(subject: str) -> Token | None:
    """The token of the first subject tag, or None. It has no turn."""
    found = _TAG.search(subject)
    return _token(found.group(1), None, found.group(2), found.group(3)) if found else None


def find_marker(line: str) -> Token | None:
    """The token of a marker line, whatever stands before or behind it, or None."""
    found = _MARKER.search(line)
    return _token(found.group(1), found.group(2), found.group(3), found.group(4)) if found else None


def _token(campaign: str, turn: str | None, seat: str, mac: str) -> Token:
    number = None if turn is None else int(turn)
    return Token(campaign.lower(), f"p{int(seat)}", mac.lower(), number)
