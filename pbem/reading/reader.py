"""Bytes of a letter to a Letter."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pbem.reading import automatic, bounces, cutting, folding, mime, people, trace
from pbem.reading.headers import Headers, decode_words, split_message
from pbem.reading.letter import Automatic, Bounce, Letter, Line

BYTES_MAX = 64 * 1024
LINES_MAX = 2000
LINE_MAX = 1000


def read_letter(
    raw: bytes,
    *,
    truncated: bool = False,
    authserv_id: str | None = None,
    own_addresses: Collection[str] = (),
    looks_like_order: cutting.LooksLikeOrder = cutting.begins_in_capitals,
) -> Letter:
    """Read a letter; any bytes give a Letter, in time linear in their number.

    raw               the letter as stored; what lies beyond the first 64 KiB is not read
    truncated         whether a source has cut it already
    authserv_id       the name our own server gives itself in Authentication-Results (see trace)
    own_addresses     the office's addresses; a letter from one of them is a loop
    looks_like_order  whether a folded line may be an order; such lines are kept in doubt

    Raises nothing.
    """
    truncated = truncated or len(raw) > BYTES_MAX
    data = raw[:BYTES_MAX].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    headers, body = split_message(data)
    walk = mime.Walk(truncated=truncated)
    if truncated and b"\n\n" not in data:
        body = b""
        walk.note("headers-truncated")
    elif truncated:
        walk.note("truncated")
    chunks = mime.read_text(headers, body, walk)
    lines = _lines(chunks, walk)
    new = cutting.cut(lines, looks_like_order)
    sender = people.sender(headers)
    subject = decode_words(headers.get("subject"))
    address = sender.address if sender else headers.get("from").lower()
    verdict = automatic.classify(headers, walk.types, address, subject, own_addresses)
    for code in new.notes:
        walk.note(code)
    return Letter(
        message_id=people.message_id(headers),
        sender=sender,
        recipients=people.recipients(headers),
        subject=subject,
        in_reply_to=people.in_reply_to(headers),
        references=people.references(headers),
        automatic=verdict,
        bounce=_bounce(headers, walk, lines, data, verdict, subject),
        auth=trace.auth_results(headers, authserv_id),
        top_received=trace.top_received(headers),
        lines=new.lines,
        unread=new.unread,
        fence=new.fence,
        marker=new.marker,
        notes=tuple(walk.notes),
    )


def _lines(chunks: list[mime.Chunk], walk: mime.Walk) -> list[Line]:
    """Folded lines of all chunks, numbered, within the caps."""
    lines: list[Line] = []
    for raw, guessed in _raw_lines(chunks):
        if len(lines) == LINES_MAX:
            walk.note("too-many-lines")
            break
        lines.append(_line(len(lines) + 1, raw, guessed, walk))
    return lines


def _raw_lines(chunks: list[mime.Chunk]) -> Iterator[tuple[str, bool]]:
    for index, chunk in enumerate(chunks):
        if index:
            yield "", False
        for raw in chunk.lines:
            yield raw, chunk.guessed


def _line(number: int, raw: str, guessed: bool, walk: mime.Walk) -> Line:
    raw = folding.shown(raw)
    if raw.isascii() and len(raw) <= LINE_MAX:
        return Line(number, raw, folding.fold(raw))
    held = not raw.isascii() and (guessed or "\ufffd" in raw)
    if len(raw) > LINE_MAX:
        raw, held = raw[:LINE_MAX], True
        walk.note("long-line")
    if folding.has_foreign_digit(raw):
        held = True
        walk.note("foreign-digits")
    return Line(number, raw, folding.fold(raw)[:LINE_MAX], held)


def _bounce(
    headers: Headers,
    walk: mime.Walk,
    lines: list[Line],
    data: bytes,
    verdict: Automatic,
    subject: str,
) -> Bounce | None:
    if verdict.strength != "strong":
        return None
    texts = [line.text for line in lines]
    return bounces.read_bounce(headers, walk.types, walk.reports, texts, data, verdict, subject)
