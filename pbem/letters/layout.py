"""The last pass over every letter: columns, hanging indents, and no line that could act.

A quoted letter of ours comes back without its quote marks in some mail programs, so no line may
begin with a word that an order begins with. Templates are written so that none
does; names and the places where a long line breaks are watched here.

Two signs steer it. A tab in a line is the column that the rest of the paragraph hangs at; it is
taken out. Lines that begin with `; ` (orders) or `| ` (other people's words) are marked, and what
is broken off them is marked too. An order is never broken, since a part of it could be another one:
where it is longer than the columns, its line is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from engine.form import Form
from engine.lexicon import LEAST, fold

COLUMNS = 72
NARROWEST = 40
"""Fewest columns a reader may ask for."""

GUARDS = ("WHEN", "ROLL", "IF", "ELSE")
HEADINGS = ("PLAN", "STANDING", "BETWEEN", "CHECK")
MARKS = (";", "|")
NO_BREAK = "\u00a0"

# "From" at the head of a line is rewritten by mailboxes of the mbox kind.
_LOOK_OF_MAIL = ("FROM",)

_FIRST = re.compile(r"[^\w;|]*(\w+)")
_TOKEN = re.compile(r"( *)([^ ]+)")
# A mark with what stands behind it up to the next mark, or what stands before the first.
_PIECE = re.compile(r"( *)((?:[;|] +(?! )|(?![;|] ))(?:(?! +[;|] ).)+)")
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160), 0x2028, 0x2029))
# Marks that turn the direction of the text around would let a name rewrite the line it is in.
_CONTROLS |= dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF))
_BLANKS = {ord("\t"): " ", ord("\n"): " ", ord("\r"): " "}


def clean(text: str, limit: int = 200) -> str:
    """One line of other people's words: no control characters, at most `limit` characters."""
    plain = text if text.isascii() and text.isprintable() else _clean(text)
    plain = plain.strip()
    return plain if len(plain) <= limit else f"{plain[: limit - 3].rstrip()}..."


def _clean(text: str) -> str:
    return text.translate(_BLANKS).translate(_CONTROLS)


def width(text: str) -> int:
    """Columns a text takes on a screen: wide characters two, combining ones none."""
    return len(text) if text.isascii() else _width(text)


@lru_cache(maxsize=4096)
def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def padded(text: str, columns: int) -> str:
    """The text with blanks behind it up to this width."""
    return text + " " * (columns - width(text))


def wrapped(text: str, columns: int) -> list[str]:
    """A text of one line as the lines that it takes. It is not broken within a word, nor at a
    no-break space; that is printed as a plain one.
    """
    lines: list[str] = []
    used = columns
    for piece in filter(None, text.split(" ")):
        word = piece.replace(NO_BREAK, " ")
        size = width(word)
        if lines and used + 1 + size <= columns:
            lines[-1] += f" {word}"
            used += 1 + size
        else:
            lines.append(word)
            used = size
    return lines


class Reserved:
    """The words that no line of ours may begin with: those that an order may begin with."""

    def __init__(self, forms: Iterable[Form]) -> None:
        """`forms`: those of every game and of the post office."""
        self._single: set[str] = set()
        self._several: dict[str, list[str]] = {}
        for word in (*GUARDS, *HEADINGS, *_LOOK_OF_MAIL):
            self._add(word, whole=True)
        for form in forms:
            for word in (form.verb, *form.aliases):
                self._add(word, form.whole)

    def _add(self, verb: str, whole: bool) -> None:
        words = fold(verb).replace("?", "").split()
        if len(words) > 1:
            self._several.setdefault(words[0], []).append(" ".join(words))
            return
        least = len(words[0]) if whole else min(LEAST, len(words[0]))
        self._single.update(words[0][:n] for n in range(least, len(words[0]) + 1))

    def word(self, word: str) -> bool:
        """Whether a line that begins with this word could be an order."""
        found = _FIRST.match(word)
        if found is None:
            return False
        first = fold(found[1])
        return first in self._single or first in self._several

    def line(self, line: str) -> bool:
        """Whether this line, read without its indentation, begins like an order; marked: no."""
        found = _FIRST.match(line)
        if found is None:
            return False
        first = found[1]
        first = first.lower() if first.isascii() else fold(first)
        if first in self._single:
            return True
        if first not in self._several:
            return False
        rest = fold(line[found.start(1) :])
        return any(
            rest.startswith(verb) and not rest[len(verb) : len(verb) + 1].isalnum()
            for verb in self._several[first]
        )


class Layout:
    """Fits text to one reader's columns."""

    def __init__(self, reserved: Reserved, columns: int = COLUMNS) -> None:
        self.reserved = reserved
        self.columns = max(columns, NARROWEST)

    def fit(self, text: str) -> str:
        """The text with every line fitted, no blanks at line ends, one blank line at a time."""
        lines: list[str] = []
        for line in text.split("\n"):
            line = line.rstrip()
            if not line:
                if lines and lines[-1]:
                    lines.append("")
                continue
            plain = line.replace("\t", "") if "\t" in line else line
            size = len(plain) if plain.isascii() else width(plain)
            if size > self.columns or self.reserved.line(plain):
                lines.extend(self.broken(line))
            else:
                lines.append(plain)
        while lines and not lines[-1]:
            lines.pop()
        return "\n".join(lines) + "\n"

    def broken(self, line: str) -> list[str]:
        """One line as the lines it takes, marked where it would read as an order."""
        lines = self._break(line)
        if any(self.reserved.line(part) for part in lines):
            indent = line[: len(line) - len(line.lstrip(" "))]
            return self._break(f"{indent}| {line.replace(chr(9), '').strip()}")
        return lines

    def _break(self, line: str) -> list[str]:
        head, tab, tail = line.partition("\t")
        indent = line[: len(line) - len(line.lstrip(" "))]
        rest = line[len(indent) :]
        if rest[:1] in MARKS and not tab:
            return self._marked(indent, rest)
        hang = " " * width(head) if tab else indent
        return self._pack(head + tail if tab else line, hang)

    def _marked(self, indent: str, rest: str) -> list[str]:
        mark = rest[0]
        inner = rest[1:].lstrip(" ")
        return self._pack(f"{indent}{mark} {inner}", indent, f"{mark} ")

    def _tokens(self, line: str) -> list[tuple[str, str]]:
        """What a line may be broken between, each with the blanks before it; an order is one."""
        tokens: list[tuple[str, str]] = []
        for found in _PIECE.finditer(line):
            if found[2].startswith("; ") and self._order(found[2][2:]):
                tokens.append((found[1], found[2]))
            else:
                tokens += [(word[1], word[2]) for word in _TOKEN.finditer(found[0])]
        return tokens

    def _order(self, text: str) -> bool:
        """Whether what stands behind a mark is an order: a remark is in small letters."""
        return text.split(maxsplit=1)[0].isupper() and self.reserved.line(text)

    def _pack(self, line: str, hang: str, mark: str = "") -> list[str]:
        """Greedy; `mark` stands before what is broken off. Without one no line begins with a
        reserved word.
        """
        watched = not mark
        tokens = self._tokens(line)
        if width(line) <= self.columns or len(tokens) < 2:
            return [line]
        lines: list[str] = []
        at = 0
        first = True
        while at < len(tokens):
            # Behind a mark in the middle of a line, what is broken off is marked as well.
            hanging = hang + mark
            end = self._reach(tokens, at, "" if first else hanging)
            if end < len(tokens):
                end = self._back(tokens, at, end) if watched else end
            text = "".join(blank + word for blank, word in tokens[at:end])
            lines.append(text if first else self._hung(hanging, hang, text.lstrip(" ")))
            if watched:
                mark = next((f"{w} " for _, w in reversed(tokens[at:end]) if w in MARKS), mark)
            at, first = end, False
        return lines

    @staticmethod
    def _hung(hanging: str, hang: str, text: str) -> str:
        return hang + text if text[:2].strip() in MARKS else hanging + text

    def _reach(self, tokens: list[tuple[str, str]], at: int, hang: str) -> int:
        """The end of the line that begins at `at`: as many tokens as fit, at least one."""
        used = width(hang)
        # A mark of its own is no word to break behind, nor is the number of an order.
        numbered = len(tokens[at][1]) <= 2 and tokens[at + 1 :] and tokens[at + 1][1][:2] == "; "
        least = at + 2 if numbered else at + 1
        for end in range(at, len(tokens)):
            blank, word = tokens[end]
            if end == at and hang:
                blank = ""
            used += len(blank) + width(word)
            if end == at and word in MARKS:
                least = end + 2
            if used > self.columns and end >= least:
                return end
        return len(tokens)

    def _back(self, tokens: list[tuple[str, str]], at: int, end: int) -> int:
        for cut in range(end, at, -1):
            # A mark stays with what it marks.
            if tokens[cut - 1][1] not in MARKS and not self.reserved.word(tokens[cut][1]):
                return cut
        return end
