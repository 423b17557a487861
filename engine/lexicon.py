"""The words players may use for the things of a game, and what the game calls them.

Matching is blind to case, accents, quotes and dashes. Longest name first, so that names of
several words need no quotes; a name may be cut short while it stays unique.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache

LEAST = 3
"""Fewest letters of a shortened word (README.md, "The order language")."""


_DASHES = "-_/\u2010\u2011\u2012\u2013\u2014"
_QUOTES = "\"'`\u2018\u2019\u201c\u201d\u201e\u201a\u00ab\u00bb\u00b4"
_FLAT = str.maketrans({**dict.fromkeys(_DASHES, " "), **dict.fromkeys(_QUOTES, "")})


def fold(text: str) -> str:
    """Case, accents, quotes and runs of blanks folded away; dashes read as blanks.

    Full stops and exclamation marks at the end of a word do not count. Folding twice changes
    nothing.
    """
    return _fold_word(text) if len(text) <= _WORD else _fold(text)


def _fold(text: str) -> str:
    text = text.lower() if text.isascii() else _plain(text)
    words = text.translate(_FLAT).split()
    if "." in text or "!" in text:
        words = [word for word in (word.rstrip(".!") for word in words) if word]
    return " ".join(words)


_WORD = 40
"""Texts up to this length are looked up: the words of letters come again and again."""
_fold_word = lru_cache(maxsize=4096)(_fold)


def _plain(text: str) -> str:
    flat = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(c for c in flat if not unicodedata.combining(c)).casefold()


class _Spelled:
    """The spellings of a domain, folded, by what they are looked for."""

    __slots__ = ("begun", "by_first_word", "longest", "names", "ways")

    def __init__(self, listed: Iterable[tuple[str, str]]) -> None:
        """Of pairs of a canonical name and a way to write it; of equal ways the first counts."""
        self.names: dict[str, str] = {}
        self.ways: dict[str, str] = {}
        self.by_first_word: dict[str, set[str]] = {}
        self.begun: dict[str, set[str]] = {}
        self.longest = 1
        for name, way in listed:
            self._add(name, way)

    def _add(self, name: str, way: str) -> None:
        folded = fold(way)
        self.names.setdefault(folded, name)
        self.ways.setdefault(folded, way)
        words = folded.split()
        # A sign alone, as in `3 + 5`, begins nothing that could follow a name.
        for n in range(1, len(words)):
            if any(c.isalnum() for c in words[n]):
                self.begun.setdefault(" ".join(words[:n]), set()).add(words[n])
        self.longest = max(self.longest, len(words))
        self.by_first_word.setdefault(words[0][:LEAST] if words else "", set()).add(folded)


class Names:
    """One domain: what people write, and the canonical name behind it.

    Many are only printed, or hold what few letters name: what they are found by is sorted when
    one is first looked for.
    """

    __slots__ = ("_found_by", "_listed", "_shown", "unit")

    def __init__(
        self,
        names: Iterable[str] = (),
        spellings: Mapping[str, Iterable[str]] | None = None,
        unit: str = "",
    ) -> None:
        """``names``: canonical names that are written as they are; ``spellings``: canonical
        name to its spellings, the first of which is printed; ``unit``: the word that may stand
        behind an amount of money among these names (``MC``).
        """
        self.unit = fold(unit)
        plain = [(name, name) for name in names]
        listed = [(name, tuple(ways)) for name, ways in (spellings or {}).items()]
        # What is printed goes before other spellings: a player may be called what another's
        # seat is called.
        first = [(name, ways[0]) for name, ways in listed if ways]
        others = [(name, way) for name, ways in listed for way in ways[1:]]
        self._listed = [*plain, *first, *others]
        self._shown: dict[str, str] = {}
        for name, way in self._listed:
            self._shown.setdefault(name, way)
        self._found_by: _Spelled | None = None

    @property
    def _spelled(self) -> _Spelled:
        if self._found_by is None:
            self._found_by = _Spelled(self._listed)
        return self._found_by

    @property
    def longest(self) -> int:
        """Words of the longest spelling; at least 1."""
        return self._spelled.longest

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
        return self._spelled.names.get(fold(text))

    def known(self, folded: str) -> str | None:
        """``exact`` for a text that is folded already."""
        return self._spelled.names.get(folded)

    def begun(self, text: str) -> Set[str]:
        """The words, folded, with which longer names go on that start with these words: where one
        of them may follow in print, these need quotes.
        """
        return self._spelled.begun.get(fold(text), frozenset())

    def shortened(self, text: str) -> tuple[str, ...]:
        """Canonical names of which ``text`` is a shortened spelling, without repeats.

        Each word of the text starts the name's word at the same place; at least three letters
        in all. A word with a digit in it is not shortened: ``STATION 2`` is never station 23.
        """
        words = fold(text).split()
        if sum(c.isalpha() for word in words for c in word) < LEAST:
            return ()
        pool: Iterable[str]
        if len(words[0]) >= LEAST:
            pool = self._spelled.by_first_word.get(words[0][:LEAST], ())
        else:
            pool = self._spelled.names
        found: dict[str, None] = {}
        for spelling in sorted(pool):
            parts = spelling.split()
            if len(words) <= len(parts) and all(
                _starts(word, part) for word, part in zip(words, parts, strict=False)
            ):
                found[self._spelled.names[spelling]] = None
        return tuple(found)

    def spellings(self) -> tuple[str, ...]:
        """Every folded spelling, for the search of near misses."""
        return tuple(self._spelled.names)

    def called(self, spelling: str) -> str:
        """How a name that was found by this folded spelling is shown to who wrote one like it: a
        number with the name that he meant.
        """
        shown = self.shown(self.behind(spelling))
        return (
            f"{shown} {self._spelled.ways[spelling]}"
            if shown.isdigit() and shown != spelling
            else shown
        )

    def behind(self, spelling: str) -> str:
        """The canonical name of a folded spelling; KeyError when there is none."""
        return self._spelled.names[spelling]


def _starts(word: str, part: str) -> bool:
    if any(c.isdigit() for c in part):
        return word == part
    return part.startswith(word)


class Lexicon:
    """All domains of a game at one moment."""

    __slots__ = ("domains", "sides")

    def __init__(self, domains: Mapping[str, Names], sides: int = 6) -> None:
        """``domains`` by the name that slots refer to; ``sides`` of the die that ROLL looks at."""
        self.domains = dict(domains)
        self.sides = sides

    def names(self, domain: str) -> Names:
        """The domain; KeyError for a slot that names none of the game's."""
        return self.domains[domain]

    def shown(self, domain: str, name: str) -> str:
        """How a name of this domain is printed."""
        return self.domains[domain].shown(name) if domain in self.domains else name


def seat_names(seats: Iterable[str], names: Mapping[str, str]) -> Names:
    """The domain of seats: each by its player's name and by its id (``p2``)."""
    return Names(spellings={seat: (names.get(seat, seat), seat) for seat in seats})
