"""Text parts to lines: line ends, format=flowed (RFC 3676), uuencoded files."""

from __future__ import annotations

import re

_BREAK = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
_BEGIN = re.compile(r"begin(?:-base64)? [0-7]{3,4} \S")
_SIGNATURE = ("--", "-- ")


def split_lines(text: str) -> list[str]:
    """Lines of a text whose line ends may be those of any system. The last may lack its end."""
    if not text.isprintable():
        text = _BREAK.sub("\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def unflow(lines: list[str], *, delete_space: bool = False) -> list[str]:
    """Lines of a format=flowed part with its soft breaks undone.

    A line that ends in a space goes on in the next one of the same quote depth; `delete_space`
    (DelSp=yes) drops that space. Quote marks come back as one run and a space. A signature mark
    never flows, however it ends (RFC 3676, 4.3).
    """
    done: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in lines:
        bare = line.lstrip(">")
        new_depth = len(line) - len(bare)
        content = bare.removeprefix(" ")
        if pieces and (new_depth != depth or content in _SIGNATURE):
            done.append(_joined(pieces, depth))
            pieces = []
        depth = new_depth
        flows = content.endswith(" ") and content != "-- "
        pieces.append(content[:-1] if flows and delete_space else content)
        if not flows:
            done.append(_joined(pieces, depth))
            pieces = []
    if pieces:
        done.append(_joined(pieces, depth))
    return done


def _joined(pieces: list[str], depth: int) -> str:
    text = "".join(pieces)
    return f"{'>' * depth} {text}" if depth else text


def without_uuencoded(lines: list[str]) -> tuple[list[str], bool]:
    """The lines without uuencoded files, and whether there was one.

    A file is a "begin" line whose next line is uuencoded, up to "end" or to the first line that is
    not; so the word "begin" in a text harms nothing.
    """
    begun = [index for index, line in enumerate(lines[:-1]) if line.startswith("begin")]
    starts = {i for i in begun if _BEGIN.match(lines[i]) and _is_encoded(lines[i + 1])}
    if not starts:
        return lines, False
    kept: list[str] = []
    inside = False
    for index, line in enumerate(lines):
        if inside:
            inside = _is_encoded(line)
            if not inside and line.strip() != "end":
                kept.append(line)
        elif index in starts:
            inside = True
        else:
            kept.append(line)
    return kept, True


def _is_encoded(line: str) -> bool:
    """Whether a line is uuencoded: its first character gives the bytes that the rest holds."""
    line = line.rstrip()
    if line in ("", "`"):
        return line == "`"
    count = (ord(line[0]) - 32) & 63
    least, most = -(-count * 4 // 3), -(-count // 3) * 4 + 1  # some pad the last group, some sum up
    return line.isascii() and least <= len(line) - 1 <= most
