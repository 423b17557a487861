"""What an SMTP server's answer means for the letter: pure, from the reply codes of RFC 5321.

                          4xx                  5xx
    MAIL                  later                later, and stop: it is about us, not the letter
    RCPT, DATA, the text  later                failed, recorded
    421, 454, 4.7.0, 5.4.5 at any of them: later, and stop: the provider has had enough of us

A connection lost before the final dot was sent leaves the letter pending; after it, the server may
have taken the letter without our hearing so, which is a doubt (test_mailfact_39).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal

Stage = Literal["mail", "rcpt", "data", "text"]
"""The command that was answered; `text` is the final dot."""

BACKOFF: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
"""How long a letter waits after its first, second ... attempt; the last one from then on."""

DOUBT_WAIT: Final = timedelta(minutes=15)
"""How long a copy of a doubtful letter may take to come in."""

REPEATS: Final = 1
"""How often a doubtful letter is sent again, with the same bytes and Message-ID."""

FAILED_LATER: Final = "taken, and given back later as undeliverable"
"""Words for a letter whose failure a bounce told."""

_STOP_CODES: Final = frozenset({421, 454})
_STOP_STATUS: Final = frozenset({"4.7.0", "5.4.5"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a letter after an attempt; `stop`: send nothing more in this run."""

    status: Literal["sent", "pending", "failed", "doubt"]
    code: int | None = None
    text: str = ""
    stop: bool = False


def judge(stage: Stage, code: int, text: str) -> Verdict:
    """The verdict on a reply. `text` may begin with an enhanced status (RFC 3463)."""
    said = f"{code} {text}".strip()[:500]
    if stage == "text" and 200 <= code < 300:
        return Verdict("sent", code, said)
    if code in _STOP_CODES or text.partition(" ")[0] in _STOP_STATUS:
        return Verdict("pending", code, said, stop=True)
    if 500 <= code < 600:
        if stage == "mail":
            return Verdict("pending", code, said, stop=True)
        return Verdict("failed", code, said)
    if 400 <= code < 500:
        return Verdict("pending", code, said)
    # Not an answer that this command can have: nobody knows what the server did.
    return lost(stage, said)


def lost(stage: Stage, reason: str) -> Verdict:
    """The verdict when no answer came: what was being waited for decides."""
    if stage == "text":
        return Verdict("doubt", None, reason)
    return Verdict("pending", None, reason)


def wait_after(attempts: int) -> timedelta:
    """How long a letter waits after so many attempts (1 or more)."""
    return BACKOFF[min(attempts, len(BACKOFF)) - 1]
