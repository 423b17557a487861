"""The tables by which words are matched: verbs, guards, predicates.

This is the one seam for other languages: every word of a line is matched through ``Grammar``, by
the id of a verb, keyword or predicate. ``Spellings`` adds other spellings of an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.form import Block, Form, Predicate
from engine.language.near import SMALL_TALK
from engine.language.scan import Scan
from engine.lexicon import LEAST, fold

Spellings = Mapping[str, tuple[str, ...]]
"""Further spellings of verbs, keywords, predicates and the words below, by id."""

WHEN, ROLL, IF, ELSE, AND, NO, OFF, UNTIL = (
    "WHEN",
    "ROLL",
    "IF",
    "ELSE",
    "AND",
    "NO",
    "OFF",
    "UNTIL",
)
HEADINGS = ("PLAN", "STANDING", "BETWEEN", "CHECK")
GUARDS = (WHEN, ROLL, ELSE)
NEVER_SHORT = frozenset({"PETITION", "ABANDON"})
"""Verbs of games that may not be shortened, whatever their forms say (README.md)."""


class Verb(NamedTuple):
    """What stands at the beginning of an order."""

    names: tuple[str, ...]
    """Ids; several only where the word is shortened and not unique."""
    words: int
    shortened: bool


class Grammar:
    """The words of one game and the post office."""

    def __init__(
        self, forms: Iterable[Form], predicates: Iterable[Predicate], spellings: Spellings
    ) -> None:
        """``spellings``: empty for English, whose words are the ids."""
        self.spellings = spellings
        self._forms: dict[str, list[Form]] = {}
        self._verbs: dict[str, str] = {}
        self._whole: set[str] = set(NEVER_SHORT)
        for form in forms:
            self._add_form(form)
        self._most_words = max((verb.count(" ") + 1 for verb in self._verbs), default=1)
        self._begun: dict[str, list[tuple[list[str], str]]] = {}
        for way, verb in self._verbs.items():
            parts = way.split()
            self._begun.setdefault(parts[0][:LEAST], []).append((parts, verb))
        self.predicates: dict[tuple[str, ...], list[Predicate]] = {}
        for predicate in predicates:
            for way in self.ways(predicate.word):
                self.predicates.setdefault(tuple(way.split()), []).append(predicate)
        self._fixed = {word: self.ways(word) for word in (*HEADINGS, *FIXED)}
        self._phrases: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._stops: dict[tuple[str, ...], frozenset[str]] = {}
        self._headings = {way: word for word in HEADINGS for way in self._fixed[word]}
        self.has_between = any("BETWEEN" in f.blocks for some in self._forms.values() for f in some)

    def _add_form(self, form: Form) -> None:
        self._forms.setdefault(form.verb, []).append(form)
        if form.whole:
            self._whole.add(form.verb)
        for word in (form.verb, *form.aliases):
            for way in self.ways(word):
                self._verbs.setdefault(way, form.verb)

    def ways(self, word: str) -> tuple[str, ...]:
        """The folded spellings of an id."""
        return tuple(dict.fromkeys(fold(w) for w in (word, *self.spellings.get(word, ()))))

    def phrases(self, word: str) -> tuple[tuple[str, ...], ...]:
        """The spellings of a keyword or tail, each as its words; none for an empty one."""
        found = self._phrases.get(word)
        if found is None:
            found = tuple(tuple(way.split()) for way in self.ways(word)) if word else ()
            self._phrases[word] = found
        return found

    def is_at(self, scan: Scan, at: int, word: str) -> bool:
        """Whether this fixed word (``WHEN``, ``IF``) stands here."""
        if at >= len(scan.tokens):
            return False
        token = scan.tokens[at]
        return token.kind == "word" and token.text in self._fixed[word]

    def fixed(self, *words: str) -> frozenset[str]:
        """The folded spellings of fixed words."""
        found = self._stops.get(words)
        if found is None:
            found = frozenset(way for word in words for way in self._fixed[word])
            self._stops[words] = found
        return found

    def heading(self, folded: str) -> str:
        """The heading with this spelling, or nothing."""
        return self._headings.get(folded, "")

    def forms(self, verb: str, block: Block | None = None) -> list[Form]:
        """The forms of a verb, those of one block or all."""
        found = self._forms.get(verb, [])
        return [f for f in found if block is None or block in f.blocks]

    def verbs(self) -> tuple[str, ...]:
        """Every verb's id."""
        return tuple(self._forms)

    def around(self, word: str) -> tuple[str, ...]:
        """The verbs within whose orders this folded word stands in front of a value."""
        return tuple(
            verb
            for verb, forms in self._forms.items()
            if any((word,) in self.phrases(slot.keyword) for form in forms for slot in form.slots)
        )

    def is_whole(self, verb: str) -> bool:
        """Whether the verb may not be shortened."""
        return verb in self._whole

    def verb_at(self, scan: Scan, at: int) -> Verb | None:
        """The verb that stands here: written out, the longest first, else shortened."""
        words: list[str] = []
        for token in scan.tokens[at : at + self._most_words]:
            if token.kind != "word":
                break
            words.append(token.text)
        for n in range(len(words), 0, -1):
            verb = self._verbs.get(" ".join(words[:n]))
            if verb is not None:
                return Verb((verb,), n, False)
        if words and words[0] in SMALL_TALK:
            return None
        for n in range(len(words), 0, -1):
            found = self.short_for(words[:n])
            if found:
                return Verb(found, n, True)
        return None

    def short_for(self, words: Sequence[str], *, whole: bool = False) -> tuple[str, ...]:
        """Verbs of which these words are a spelling, each written out or at least three letters.

        With ``whole`` those that may not be shortened instead of those that may.
        """
        found: dict[str, None] = {}
        for parts, verb in self._begun.get(words[0][:LEAST], ()):
            if len(parts) != len(words) or self.is_whole(verb) != whole:
                continue
            if all(_starts(word, part) for word, part in zip(words, parts, strict=True)):
                found[verb] = None
        return tuple(found)


def _starts(word: str, part: str) -> bool:
    return word == part or (len(word) >= LEAST and word.isalpha() and part.startswith(word))


def inner_words(forms: Iterable[Form], predicates: Iterable[Predicate] = ()) -> frozenset[str]:
    """The folded words that may stand within an order or a condition besides names: guards, slots'
    keywords, conditions, all but the first of a verb's words. A name that is one of them could
    not be told from it.
    """
    phrases = [*FIXED, *HEADINGS]
    for form in forms:
        phrases += [slot.keyword for slot in form.slots]
        phrases += form.verb.split()[1:]
    for predicate in predicates:
        phrases += [predicate.word, predicate.tail, *(slot.keyword for slot in predicate.slots)]
    folded = [fold(phrase) for phrase in phrases if phrase]
    return frozenset((*folded, *(word for phrase in folded for word in phrase.split())))


def verb_words(forms: Iterable[Form]) -> frozenset[str]:
    """The folded verbs and their other spellings."""
    return frozenset(fold(way) for form in forms for way in (form.verb, *form.aliases))


FIXED = (WHEN, ROLL, IF, ELSE, AND, NO, OFF, UNTIL)
_NO_SPELLINGS: Spellings = {}


def grammar_of(
    forms: Sequence[Form], predicates: Sequence[Predicate] = (), spellings: Spellings | None = None
) -> Grammar:
    """The tables of these forms. Those of the English words are kept from one call to the next."""
    if spellings:
        return Grammar(forms, predicates, spellings)
    return _english(tuple(forms), tuple(predicates))


@lru_cache(maxsize=32)
def _english(forms: tuple[Form, ...], predicates: tuple[Predicate, ...]) -> Grammar:
    return Grammar(forms, predicates, _NO_SPELLINGS)
