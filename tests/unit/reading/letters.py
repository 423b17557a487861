"""Letters to read, as bytes, written for the tests."""

from __future__ import annotations

from collections.abc import Callable

from pbem.reading import Letter, read_letter

MARKER = "## st7 turn 31 seat 2 k3f7q2m6xa ## Write above this line."
TOKEN = "st7.t31.p2.k3f7q2m6xa"

REPORT = f"""{MARKER}

YOUR MOVE, Bob - orders by Thu 3 Dec 2026, 20:00 in Berlin (19:00 UTC).
 29 Cleo   34 Foster > 32   red, needs 3, rolled 4
OFFERS   Cleo offers you: $6 for one use of 32's beacon
         ; ACCEPT Cleo 3        ; DECLINE Cleo 3
| Hi all, see you on Friday
 A  ; GOTO 63          ; about 2.1 actions
    ; PICKUP 3
"""

VERBS = ("PLAN", "GOTO", "PICKUP", "STANDING", "AVOID", "PRESS", "ANSWER", "ACCEPT", "On 3")


def is_order(text: str) -> bool:
    """A grammar of few verbs; `On 3 fire at 7` is an order of some game."""
    return text.startswith(VERBS)


def raw(
    body: str | bytes = "",
    *headers: str,
    kind: str | None = "text/plain; charset=utf-8",
    sender: str | None = "Bob <bob@example.org>",
) -> bytes:
    """A letter: header lines as given, From and Content-Type unless None, and the body."""
    lines = list(headers)
    if sender is not None:
        lines.append(f"From: {sender}")
    if kind is not None:
        lines.append(f"Content-Type: {kind}")
    data = body if isinstance(body, bytes) else body.encode()
    return "\n".join(lines).encode() + b"\n\n" + data


def multipart(sub: str, *parts: bytes) -> tuple[str, bytes]:
    """Content type and body of parts that have their own headers."""
    mark = f"=_{sub}_{len(parts)}"
    body = b"".join(b"--" + mark.encode() + b"\n" + part + b"\n" for part in parts)
    return f'multipart/{sub}; boundary="{mark}"', body + b"--" + mark.encode() + b"--\n"


def part(body: str | bytes, kind: str = "text/plain; charset=utf-8", *headers: str) -> bytes:
    """One part of a multipart letter."""
    return raw(body, *headers, kind=kind, sender=None)


def texts(letter: Letter) -> list[str]:
    """The texts of the lines read, without blank ones."""
    return [line.text for line in letter.lines if line.text]


def read(
    body: str | bytes,
    *headers: str,
    kind: str = "text/plain; charset=utf-8",
    looks_like_order: Callable[[str], bool] = is_order,
) -> Letter:
    """A letter of Bob's with that body, read."""
    return read_letter(raw(body, *headers, kind=kind), looks_like_order=looks_like_order)


def quoted(text: str, mark: str = "> ") -> str:
    """The text with a quote mark before every line."""
    return "".join(f"{mark}{line}\n" for line in text.splitlines())
