"""What servers wrote on top of a letter: when ours took it, and what it found about the sender.

Only what our own server wrote counts. A sender can put any Authentication-Results into his letter,
also one in our server's name, but only below what our server put on top (RFC 8601, 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from email.utils import parsedate_tz
from typing import Literal

from pbem.reading.headers import VALUE_MAX, Headers
from pbem.reading.letter import AuthResult

_BY = re.compile(r"(?:^|[ \t])by[ \t]+([^\s;()]+)")


def top_received(headers: Headers) -> datetime | None:
    """The time (UTC) in the topmost Received header, or None if it has none that can be read."""
    values = headers.all("received")
    if not values:
        return None
    _, semicolon, date = values[0].rpartition(";")
    return _time(date[:200]) if semicolon else None


def _time(text: str) -> datetime | None:
    try:
        parsed = parsedate_tz(text.strip())
        if parsed is None:
            return None
        zone = timezone(timedelta(seconds=parsed[9] or 0))
        return datetime(*parsed[:6], tzinfo=zone).astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def auth_results(headers: Headers, authserv_id: str | None) -> tuple[AuthResult, ...]:
    """Results from headers of the server that names itself `authserv_id`; None: trust none.

    "" stands for a server that writes no name (Microsoft's). Headers count above the first
    Received of another host only: all of those above the topmost Received if that is our own,
    else the topmost one.
    """
    if authserv_id is None:
        return ()
    pinned = authserv_id.lower()
    found: list[str] = []
    on_top = True
    for name, value in headers.fields:
        if name == "authentication-results" and _authserv_id(value) == pinned:
            found.append(value)
        elif name == "received":
            ours = _is_ours(value, pinned)
            if found:
                return _all_results(found if ours and on_top else found[:1])
            if not ours:
                return ()
            on_top = False
    return _all_results(found[:1])


def _all_results(values: list[str]) -> tuple[AuthResult, ...]:
    return tuple(result for value in values for result in _results(value))


def verdict(results: tuple[AuthResult, ...], domain: str) -> Literal["pass", "fail", "unverified"]:
    """What the results say of a From address in that (lower-case) domain.

    pass: DMARC passed for the domain, or DKIM for it or a domain above it. fail: DMARC failed, or
    there was no DMARC result and DKIM or SPF failed. Nothing that decides is "unverified".
    """
    dmarc = [result for result in results if result.method == "dmarc"]
    if any(result.result == "fail" for result in dmarc):
        return "fail"
    if any(r.result == "pass" and r.get("header.from") in ("", domain) for r in dmarc):
        return "pass"
    dkim = [result for result in results if result.method == "dkim"]
    if any(result.result == "pass" and _aligned(result, domain) for result in dkim):
        return "pass"
    failed = any(r.result == "fail" for r in results if r.method in ("dkim", "spf"))
    return "fail" if failed and not dmarc else "unverified"


def _aligned(result: AuthResult, domain: str) -> bool:
    """Relaxed alignment: signed by the domain or by one above it, of two labels at least."""
    signer = result.get("header.d") or result.get("header.i").rpartition("@")[2]
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))


def _is_ours(received: str, pinned: str) -> bool:
    """Whether a Received header was written by our server or by nobody who says his name.

    Ours are the pinned host and others of its domain. Internal hops often name no host (a word
    without a dot is none) or only an IP address.
    """
    found = _BY.search(received[:VALUE_MAX])
    host = found.group(1).lower() if found else ""
    if "." not in host or ":" in host or host.strip("[]").replace(".", "").isdigit():
        return True
    labels = pinned.split(".")
    domain = ".".join(labels[1:]) if len(labels) > 2 else pinned
    return bool(pinned) and (host == pinned or host.endswith(f".{domain}"))


def _authserv_id(value: str) -> str:
    first = next(_segments(value), "")
    return "" if "=" in first else first.partition(" ")[0].lower()


def _results(value: str) -> Iterator[AuthResult]:
    for segment in _segments(value):
        pairs = [word.partition("=") for word in segment.split() if "=" in word]
        if pairs and segment.partition("=")[0].strip().lower() == pairs[0][0].lower():
            (method, _, result), *rest = pairs
            properties = tuple((key.lower(), text.lower()) for key, _, text in rest)
            yield AuthResult(method.partition("/")[0].lower(), result.lower(), properties)


def _segments(value: str) -> Iterator[str]:
    """The parts between semicolons; comments are left out, quoted text cannot end a part."""
    piece: list[str] = []
    depth, quoted, escaped = 0, False, False
    for character in value[:VALUE_MAX]:
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
            continue
        elif quoted:
            quoted = character != '"'
        elif character == '"' and not depth:
            quoted = True
        elif character in "()":
            depth = max(0, depth + (1 if character == "(" else -1))
            continue
        elif character == ";" and not depth:
            yield "".join(piece).strip()
            piece = []
            continue
        if not depth and character != '"':
            piece.append("_" if quoted and character.isspace() else character)
    yield "".join(piece).strip()
