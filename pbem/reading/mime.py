"""Walking a letter's parts to the text its writer sees, and noting what is not text.

Which parts count: attachments and attached letters do not; of a multipart/alternative the plain
side unless it is blank, else the HTML; of a multipart/signed the first; elsewhere all inline text
parts in order (Apple's Mail splits a text around pictures).
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass, field

from pbem.reading import charset, markup, plain
from pbem.reading.headers import Headers, from_base64, parameterised, split_message

PARTS_MAX = 200
DEPTH_MAX = 20

_MACHINE_TEXT = frozenset(
    ("text/calendar", "text/css", "text/csv", "text/rfc822-headers", "text/vcard", "text/x-vcard")
)
_ENCRYPTED = frozenset(
    ("application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
)
_TNEF = frozenset(("application/ms-tnef", "application/vnd.ms-tnef"))


@dataclass(frozen=True, slots=True)
class Chunk:
    """Text lines of one part; `guessed` as in charset.Decoded."""

    lines: list[str]
    guessed: bool
    html: bool
    notes: tuple[str, ...] = ()

    @property
    def blank(self) -> bool:
        """Whether nothing of it can be seen."""
        return not any(line.strip() for line in self.lines)


@dataclass(slots=True)
class Walk:
    """What was met on the way: all content types, machine-readable reports, notes."""

    truncated: bool = False
    parts: int = 0
    types: set[str] = field(default_factory=set)
    reports: list[bytes] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def note(self, code: str) -> None:
        """Keep a code once."""
        if code not in self.notes:
            self.notes.append(code)


def read_text(headers: Headers, body: bytes, walk: Walk) -> list[Chunk]:
    """The text chunks of a whole letter; `walk` learns the rest. Raises nothing."""
    chunks = _part(headers, body, walk, 0)
    for chunk in chunks:
        for code in chunk.notes:
            walk.note(code)
    if all(chunk.blank for chunk in chunks):
        if walk.types & _ENCRYPTED:
            walk.note("encrypted")
        elif walk.types & _TNEF:
            walk.note("tnef-only")
    return chunks


def _part(headers: Headers, body: bytes, walk: Walk, depth: int) -> list[Chunk]:
    walk.parts += 1
    if walk.parts > PARTS_MAX or depth > DEPTH_MAX:
        walk.note("too-many-parts")
        return []
    kind, parameters = parameterised(headers.get("content-type"))
    if "/" not in kind:
        kind = "text/plain"
    walk.types.add(kind)
    main, _, sub = kind.partition("/")
    if main == "multipart":
        children = split_parts(body, parameters.get("boundary", ""))
        if children is not None:
            return _multipart(sub, children, walk, depth)
        kind, main = "text/plain", "text"
    if main == "message":
        walk.reports.append(_transfer_decoded(headers, body))
        return []
    disposition, _ = parameterised(headers.get("content-disposition"))
    if main != "text" or kind in _MACHINE_TEXT or disposition == "attachment":
        if main == "text" and kind not in _MACHINE_TEXT:
            walk.note("attachment-not-read")
        elif kind == "text/rfc822-headers":
            walk.reports.append(_transfer_decoded(headers, body))
        return []
    return [_text(kind, parameters, _transfer_decoded(headers, body), walk)]


def split_parts(body: bytes, boundary: str) -> list[bytes] | None:
    """The parts between boundary lines (RFC 2046, 5.1.1), the last one perhaps unfinished.

    None if the boundary is empty or never stands in the body.
    """
    if not boundary:
        return None
    mark = b"--" + boundary.encode("utf-8", "replace").rstrip()
    parts: list[bytes] = []
    start = -1
    at = 0 if body.startswith(mark) else body.find(b"\n" + mark)
    while at >= 0:
        line_start = at if at == 0 and body.startswith(mark) else at + 1
        line_end = body.find(b"\n", line_start)
        line_end = len(body) if line_end < 0 else line_end
        rest = body[line_start + len(mark) : line_end].rstrip()
        if rest in (b"", b"--"):
            if start >= 0:
                parts.append(body[start:at])
            if rest or len(parts) > PARTS_MAX:
                return parts
            start = line_end + 1
        at = body.find(b"\n" + mark, line_end)
    if start < 0:
        return None
    parts.append(body[start:])
    return parts


def _multipart(sub: str, children: list[bytes], walk: Walk, depth: int) -> list[Chunk]:
    if sub == "signed":
        children = children[:1]
    texts = (_part(*split_message(child), walk, depth + 1) for child in children)
    if sub != "alternative":
        return [chunk for chunks in texts for chunk in chunks]
    markup_only: list[Chunk] = []
    for chunks in texts:
        seen = [chunk for chunk in chunks if not chunk.blank]
        if any(not chunk.html for chunk in seen):
            return chunks  # before the HTML side is converted, which costs ten times as much
        markup_only = chunks if seen else markup_only
    return markup_only


def _transfer_decoded(headers: Headers, body: bytes) -> bytes:
    """Bytes of a part without their transfer encoding; an unknown one counts as none."""
    encoding = headers.get("content-transfer-encoding").strip().lower()
    if encoding == "base64":
        return from_base64(body)
    if encoding == "quoted-printable":
        return binascii.a2b_qp(body)
    return body


def _text(kind: str, parameters: dict[str, str], data: bytes, walk: Walk) -> Chunk:
    decoded = charset.decode(data, parameters.get("charset", ""), truncated=walk.truncated)
    notes = []
    if decoded.guessed:
        notes.append("charset-guessed")
    if not decoded.known:
        notes.append("charset-unknown")
    if kind == "text/html":
        notes.append("html-converted")
        return Chunk(markup.to_lines(decoded.text), decoded.guessed, True, tuple(notes))
    lines = plain.split_lines(decoded.text)
    if parameters.get("format", "").lower() == "flowed":
        lines = plain.unflow(lines, delete_space=parameters.get("delsp", "").lower() == "yes")
    lines, encoded = plain.without_uuencoded(lines)
    if encoded:
        notes.append("uuencoded")
    return Chunk(lines, decoded.guessed, False, tuple(notes))
