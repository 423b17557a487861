"""A line as tokens: words (folded), quoted names, punctuation; comments are cut off."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.lexicon import fold

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"'
    r"|[“„«](?P<curly>[^“”„«»]*)[“”»]"
    r"|(?P<operator><=|>=|=<|=>|==|[<>=≤≥])"
    r"|(?P<mark>[,:;])"
    r'|(?P<word>[^\s,:;<>=≤≥"“”„«»]+)'
    r'|["“”„«»]'
)
OPERATORS = {"=<": "<=", "=>": ">=", "==": "=", "≤": "<=", "≥": ">="}


class Token(NamedTuple):
    """A word, a quoted name or a mark; ``start`` and ``end`` are places in the line."""

    text: str
    """Folded for words and quoted names; the mark or operator itself."""
    raw: str
    start: int
    end: int
    kind: str
    """``word``, ``quoted``, ``mark`` or ``operator``."""


class Scan(NamedTuple):
    """A line in its tokens, up to the comment."""

    line: str
    tokens: tuple[Token, ...]

    def is_word(self, at: int, text: str) -> bool:
        """Whether the token here is this unquoted word, folded."""
        if at >= len(self.tokens):
            return False
        token = self.tokens[at]
        return token.kind == "word" and token.text == text

    def is_mark(self, at: int, text: str) -> bool:
        """Whether the token here is this mark."""
        if at >= len(self.tokens):
            return False
        token = self.tokens[at]
        return token.kind == "mark" and token.text == text

    def words_at(self, at: int, words: tuple[str, ...]) -> bool:
        """Whether these unquoted words stand here."""
        return all(self.is_word(at + i, word) for i, word in enumerate(words))

    def start(self, at: int) -> int:
        """Where the token starts; behind the last one: the end of the line."""
        return self.tokens[at].start if at < len(self.tokens) else len(self.line)

    def raw(self, at: int) -> str:
        """The token as written; empty behind the last one."""
        return self.tokens[at].raw if at < len(self.tokens) else ""


def scan(line: str) -> Scan:
    """The tokens of a line. ``;`` ends it, except inside quotation marks that are closed."""
    tokens: list[Token] = []
    for found in _TOKEN.finditer(line):
        kind = found.lastgroup
        if kind == "word":
            _add_words(tokens, found.group(), found.start(), found.end())
        elif kind == "mark":
            if found.group() == ";":
                break
            tokens.append(Token(found.group(), found.group(), *found.span(), "mark"))
        elif kind == "operator":
            sign = OPERATORS.get(found.group(), found.group())
            tokens.append(Token(sign, found.group(), *found.span(), "operator"))
        elif kind is not None:
            inner = found.group(kind)
            tokens.append(Token(fold(inner), inner, *found.span(), "quoted"))
    return Scan(line, tuple(tokens))


def _add_words(tokens: list[Token], chunk: str, start: int, end: int) -> None:
    folded = fold(chunk)
    if " " not in folded:
        if folded:
            tokens.append(Token(folded, chunk, start, end, "word"))
        return
    # A dash inside a word counts as a blank: the parts share the place of the whole.
    for part in folded.split():
        tokens.append(Token(part, part, start, end, "word"))
