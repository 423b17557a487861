"""Text that fits the terminal."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from textwrap import fill
from typing import Final

_LEAST, _MOST, _ELSE = 40, 100, 80
_ITEM: Final = re.compile(r"(\s*)(?:[*-]|\d+\.)\s+")
_APART: Final = re.compile(r"\s*$|#|\||```|---|    ")
"""Lines that belong to no paragraph: empty ones, titles, tables, fences, rules, blocks of code."""


def columns() -> int:
    """How many columns a line may have: the terminal's, of a wide one no more than can be read; 80
    where there is none.
    """
    return min(max(shutil.get_terminal_size((_ELSE, 24)).columns, _LEAST), _MOST)


def wrapped(text: str, indent: str = "", *, first: str | None = None) -> str:
    """One paragraph, broken into lines that begin with `indent`, the first one with `first`."""
    start = indent if first is None else first
    return fill(
        text,
        columns(),
        initial_indent=start,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def wrapped_markdown(text: str) -> str:
    """Markdown with its paragraphs and items broken anew; tables and code stay as they are."""
    return "\n".join(_blocks(text.split("\n")))


def _blocks(lines: list[str]) -> Iterator[str]:
    block: list[str] = []
    fenced = False
    for line in lines:
        fence = line.startswith("```")
        apart = fenced or (_APART.match(line) and not (block and line.strip() and line[0] == " "))
        if block and (apart or fence or _ITEM.match(line)):
            yield _filled(block)
            block = []
        if apart or fence:
            yield line
        else:
            block.append(line)
        fenced ^= fence
    if block:
        yield _filled(block)


def _filled(block: list[str]) -> str:
    item = _ITEM.match(block[0])
    first = item[0] if item else ""
    text = " ".join(line.strip() for line in block).removeprefix(first.strip()).strip()
    return wrapped(text, " " * len(first), first=first)
