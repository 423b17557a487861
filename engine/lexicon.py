"""The words players may use for the things of a game, and what the game calls them.

Matching is blind to case, accents, quotes and dashes. Longest name first, so that names of
several words need no quotes; a name may be cut short while it stays unique.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

LEAST = 3
"""Fewest letters of a shortened word (conventions.md, order language)."""


def fold(text: str) -> str:
    """Case, accents, quotes and runs of blanks folded away; hyphens read as blanks."""
    flat = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(
        " " if c in "-_/" else c
        for c in flat
        if not unicodedata.combining(c) and c not in "\"'`\u2018\u2019\u201c\u201d"
    )
    return " ".join(kept.split())


class Names:
    """One domain: what people write, and the canonical name behind it."""

    __slots__ = ("_by_spelling", "_first_words", "_shown", "longest")

    def __init__(
        self, names: Iterable[str] = (), spellings: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        """``names``: canonical names that are written as they are; ``spellings``: canonical
        name to its spellings, the first of which is printed.
        """
        self._by_spelling: dict[str, str] = {}
        self._shown: dict[str, str] = {}
        self._first_words: dict[str, set[str]] = {}
        self.longest = 1
        for name in names:
            self._add(name, name)
        for name, ways in (spellings or {}).items():
            for way in ways:
                self._add(name, way)

    def _add(self, name: str, way: str) -> None:
        self._shown.setdefault(name, way)
        folded = fold(way)
        self._by_spelling.setdefault(folded, name)
        words = folded.split()
        self.longest = max(self.longest, len(words))
        self._first_words.setdefault(words[0][:LEAST] if words else "", set()).add(folded)

    def __contains__(self, name: str) -> bool:
        """Whether this is a canonical name of the domain."""
        return name in self._shown

    def __iter__(self) -> Iterator[str]:
        """The canonical names."""
        return iter(self._shown)

    def shown(self, name: str) -> str:
        """How a canonical name is printed."""
        return self._shown.get(name, name)

    def exact(self, text: str) -> str | None:
        """The canonical name with exactly this spelling."""
        return self._by_spelling.get(fold(text))

    def shortened(self, text: str) -> tuple[str, ...]:
        """Canonical names of which ``text`` is a shortened spelling, without repeats.

        Each word of the text starts the name's word at the same place; at least three letters
        in all.
        """
        words = fold(text).split()
        if not words or len("".join(words)) < LEAST:
            return ()
        pool: Iterable[str]
        if len(words[0]) >= LEAST:
            pool = self._first_words.get(words[0][:LEAST], ())
        else:
            pool = self._by_spelling
        found: dict[str, None] = {}
        for spelling in sorted(pool):
            parts = spelling.split()
            if len(words) <= len(parts) and all(
                part.startswith(word) for word, part in zip(words, parts, strict=False)
            ):
                found[self._by_spelling[spelling]] = None
        return tuple(found)

    def spellings(self) -> tuple[str, ...]:
        """Every folded spelling, for the search of near misses."""
        return tuple(self._by_spelling)

    def behind(self, spelling: str) -> str:
        """The canonical name of a folded spelling; KeyError when there is none."""
        return self._by_spelling[spelling]


class Lexicon:
    """All domains of a game at one moment."""

    __slots__ = ("domains",)

    def __init__(self, domains: Mapping[str, Names]) -> None:
        """``domains`` by the name that slots refer to."""
        self.domains = dict(domains)

    def names(self, domain: str) -> Names:
        """The domain; KeyError for a slot that names none of the game's."""
        return self.domains[domain]

    def shown(self, domain: str, name: str) -> str:
        """How a name of this domain is printed."""
        return self.domains[domain].shown(name) if domain in self.domains else name


def seat_names(seats: Iterable[str], names: Mapping[str, str]) -> Names:
    """The domain of seats: each by its player's name and by its id (``p2``)."""
    return Names(spellings={seat: (names.get(seat, seat), seat) for seat in seats})
