"""Header blocks: splitting, unfolding, parameters, encoded words.

The standard library's parser is not used, because one letter could stop a run: it recurses once
for each nested part, splits parameters in quadratic time, and raises on header values that real
letters have. All here is linear in the bytes given and raises nothing.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator

from pbem.reading import charset

VALUE_MAX = 4096
"""Characters of a structured header value that are looked at."""

_PARAMETER = re.compile(r';[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))')
_WORD = re.compile(r"=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?]*)\?=")
_NOT_BASE64 = bytes(
    b for b in range(256) if not (chr(b).isascii() and (chr(b).isalnum() or b in b"+/"))
)
_HEX = re.compile(rb"=([0-9A-Fa-f]{2})")


class Headers:
    """Fields of one header block in order; names in lower case, values unfolded."""

    __slots__ = ("_by_name", "fields")

    def __init__(self, fields: list[tuple[str, str]]) -> None:
        self.fields = fields
        self._by_name: dict[str, list[str]] = {}
        for name, value in fields:
            self._by_name.setdefault(name, []).append(value)

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def get(self, name: str) -> str:
        """The first value of that (lower-case) name, or ""."""
        values = self._by_name.get(name)
        return values[0] if values else ""

    def all(self, name: str) -> list[str]:
        """All values of that name, topmost first."""
        return self._by_name.get(name, [])


def split_message(raw: bytes) -> tuple[Headers, bytes]:
    """Header block and body of bytes whose lines end in LF.

    A line that can be no header ends the block and belongs to the body; a leading "From " line of
    a mailbox file is skipped.
    """
    end = 0 if raw.startswith(b"\n") else raw.find(b"\n\n")
    if end < 0:
        block, body = raw, b""
    else:
        block, body = raw[:end], raw[end:].lstrip(b"\n")
    lines = block.split(b"\n")
    pieces: list[list[bytes]] = []
    for index, line in enumerate(lines):
        if line[:1] in (b" ", b"\t"):
            if pieces:
                pieces[-1].append(line.strip())
        elif _is_field(line):
            pieces.append([line])
        elif index == 0 and line.startswith((b"From ", b">From ")):
            continue
        elif line:
            body = b"\n".join(lines[index:]) + (b"\n\n" + body if body else b"")
            break
    return Headers([_field(b" ".join(piece)) for piece in pieces]), body


def _is_field(line: bytes) -> bool:
    name, colon, _ = line.partition(b":")
    name = name.rstrip()
    return bool(colon and name) and name.isascii() and b" " not in name and b"\t" not in name


def _field(line: bytes) -> tuple[str, str]:
    name, _, value = line.partition(b":")
    text, _ = charset.decode_unlabelled(value.strip())
    return name.strip().decode("ascii").lower(), text


def parameterised(value: str) -> tuple[str, dict[str, str]]:
    """Lower-case token and parameters of a Content-Type or Content-Disposition value."""
    value = value[:VALUE_MAX]
    token, _, _ = value.partition(";")
    found: dict[str, str] = {}
    for match in _PARAMETER.finditer(value):
        quoted, bare = match.group(2), match.group(3)
        text = bare if quoted is None else quoted.replace('\\"', '"').replace("\\\\", "\\")
        found.setdefault(match.group(1).lower(), text)
    return token.strip().lower(), found


def decode_words(value: str, limit: int = 1000) -> str:
    """Text of an unstructured header value: RFC 2047 words decoded, one line, no controls."""
    value = value[:limit]
    if "=?" in value:
        value = "".join(_decoded_pieces(value))
    if not value.isprintable():
        value = "".join(c if c.isprintable() else " " for c in value)
    return value.strip()


def _decoded_pieces(value: str) -> Iterator[str]:
    """Plain stretches and decoded words; adjacent words of one charset are decoded together,
    since some programs split a character between two words.
    """
    at, label, data = 0, "", b""
    for match in _WORD.finditer(value):
        between = value[at : match.start()]
        new = match.group(1).lower()
        if data and (new != label or between.strip()):
            yield charset.decode(data, label).text
            data = b""
        if between.strip() or at == 0:
            yield between
        label, at = new, match.end()
        data += _word_bytes(match.group(2), match.group(3))
    if data:
        yield charset.decode(data, label).text
    yield value[at:]


def _word_bytes(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "bB":
        return from_base64(data)
    return _HEX.sub(lambda m: bytes.fromhex(m.group(1).decode()), data.replace(b"_", b" "))


def from_base64(data: bytes) -> bytes:
    """Bytes of base64 text, as many as can be had from a damaged or shortened one."""
    try:
        return binascii.a2b_base64(data)
    except binascii.Error:
        kept = data.translate(None, _NOT_BASE64)
    kept = kept[: len(kept) // 4 * 4]
    try:
        return binascii.a2b_base64(kept)
    except binascii.Error:
        return b""
