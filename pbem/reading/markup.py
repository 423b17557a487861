"""HTML to text lines, quotations as `> ` lines.

The standard parser reads the tags, but only after `tame`: on unfinished tags and comments alone it
needs quadratic time (seconds for 64 KiB).
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

DEPTH_MAX = 3
"""Quote marks a line gets at most, however deep the quotation."""

_LOOSE = re.compile(r"<(?!/?[a-zA-Z][^<>]{0,4000}>)")
_NOT_SHOWN = tuple(
    (re.compile(opening, re.IGNORECASE), re.compile(closing, re.IGNORECASE))
    for opening, closing in (
        ("<!--", "-->"),
        (r"<[!?]", ">"),
        (r"<style\b", r"</style\s{0,9}>"),
        (r"<script\b", r"</script\s{0,9}>"),
    )
)
_SPACE = re.compile(r"[ \t\r\n\f]+")
_BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "center", "dd", "div", "dl", "dt", "fieldset",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li",
        "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
    )
)  # fmt: skip
_CELLS = frozenset(("td", "th"))
_HIDDEN = frozenset(("head", "noframes", "template", "title"))


def to_lines(html: str) -> list[str]:
    """The text of an HTML part as it is shown, line by line."""
    parser = _Text()
    parser.feed(tame(html))
    parser.close()
    return parser.finish()


def tame(html: str) -> str:
    """HTML without comments, declarations, styles and scripts, each `<` that opens no tag escaped.

    What is left are complete tags of bounded length, which the standard parser takes one by one.
    """
    for opening, closing in _NOT_SHOWN:
        html = _without(html, opening, closing)
    return _LOOSE.sub("&lt;", html)


def _without(html: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> str:
    """Text without all that stands between two marks; an unclosed one takes the rest."""
    kept, start = [], 0
    found = opening.search(html)
    while found:
        kept.append(html[start : found.start()])
        end = closing.search(html, found.end())
        start = end.end() if end else len(html)
        found = opening.search(html, start)
    kept.append(html[start:])
    return "".join(kept)


class _Text(HTMLParser):
    """Collects lines; `_quotes` has one entry per open blockquote: is it a quotation?"""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[str] = []
        self._pieces: list[str] = []
        self._quotes: list[bool] = []
        self._depth = 0
        self._hidden = 0
        self._pre = 0
        self._tight = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block begins a line of its own; a quotation goes one deeper."""
        if tag in _HIDDEN:
            self._hidden += 1
        elif tag == "body":
            self._hidden = 0
        elif tag == "br":
            self._end_line()
        elif tag in _CELLS:
            self._pieces.append(" ")
        elif tag in _BLOCKS:
            self._end_block()
            if tag == "blockquote":
                self._quotes.append(not _is_indent(attrs))
                self._depth += self._quotes[-1]
            elif tag == "pre":
                self._pre += 1
            elif tag == "p":
                self._tight = _has_no_margin(attrs)

    def handle_endtag(self, tag: str) -> None:
        """The counterpart; stray closing tags change nothing but the line."""
        if tag in _HIDDEN:
            self._hidden = max(0, self._hidden - 1)
        elif tag in _BLOCKS:
            self._end_block()
            if tag == "blockquote" and self._quotes:
                self._depth -= self._quotes.pop()
            elif tag == "pre":
                self._pre = max(0, self._pre - 1)
            elif tag == "p" and not self._tight:
                self._blank()

    def handle_data(self, data: str) -> None:
        """Text; outside <pre> its line ends are spaces."""
        if self._hidden:
            return
        if not self._pre:
            self._pieces.append(_SPACE.sub(" ", data))
            return
        first, *others = data.replace("\r\n", "\n").split("\n")
        self._pieces.append(first)
        for line in others:
            self._end_line()
            self._pieces.append(line)

    def finish(self) -> list[str]:
        """All lines, the last one included."""
        self._end_block()
        return self._lines

    def _end_line(self) -> None:
        text = "".join(self._pieces)
        self._pieces = []
        if not self._pre:
            text = text.strip(" ")
        mark = ">" * min(self._depth, DEPTH_MAX)
        self._lines.append(f"{mark} {text}" if mark else text)

    def _end_block(self) -> None:
        if any(piece.strip(" ") for piece in self._pieces):
            self._end_line()
        self._pieces = []

    def _blank(self) -> None:
        if self._lines and self._lines[-1].strip("> "):
            self._end_line()


def _is_indent(attrs: list[tuple[str, str | None]]) -> bool:
    """Whether a blockquote is no quotation but made by an "indent more" button (Gmail, Apple)."""
    values = dict(attrs)
    style = (values.get("style") or "").replace(" ", "").lower()
    return "border:none" in style or "indent-blockquote" in (values.get("class") or "")


def _has_no_margin(attrs: list[tuple[str, str | None]]) -> bool:
    """Whether a paragraph shows no blank line below it: Outlook makes one of each line."""
    return "MsoNormal" in (dict(attrs).get("class") or "")
