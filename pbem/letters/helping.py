"""HELP: every word that exists here, from the forms and the word list; and documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from engine.form import Form, Predicate
from engine.language.near import near_words
from engine.language.text import predicate_usage, usage
from engine.lexicon import fold
from pbem.letters.layout import clean

if TYPE_CHECKING:
    from pbem.letters.voice import Voice

PAGES: Final = {"MAP": "map", "CARD": "card", "PRICES": "prices"}
"""Words that only a game with such a template has."""

ROUNDS: Final = ("READY", "NOT READY")
"""Words that only a campaign in rounds has a use for."""

GUARD: Final = "WHEN"
"""The entry of the word list that tells of guards; it lists the game's conditions."""

GUARDS: Final = ("AND", "NO")
"""Words that this entry explains. So does each capital word of its usage, and of each condition
the first.
"""

GROUPS: Final = ("turn", "game", "trade", "file", "ask", "campaign")


@dataclass(frozen=True, slots=True)
class Topic:
    """One word: how it is written, what it does."""

    verb: str
    usage: tuple[str, ...]
    help: str
    example: tuple[str, ...]
    conditions: tuple[tuple[str, str], ...] = ()
    """Of guards: each condition as it is written, and what it says."""

    @property
    def brief(self) -> str:
        """The first sentence of the help."""
        head, stop, _ = self.help.partition(". ")
        return head + stop.strip() if stop else self.help


@dataclass(frozen=True, slots=True)
class Within:
    """An order within which a word stands: how it is written, and what is said of the word."""

    verb: str
    usage: tuple[str, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Group:
    """Words that belong together, under a title."""

    title: str
    topics: tuple[Topic, ...]


def functions(voice: Voice) -> dict[str, Any]:
    """The functions of this module, for the templates of one reader."""
    helping = _Helping(voice)
    return {
        "help_on": helping.on,
        "help_within": helping.within,
        "help_near": helping.near,
        "help_groups": helping.groups,
        "option_help": lambda key: helping.words["options"].get(key, ""),
        "document": document,
    }


class _Helping:
    """The words that a reader may use."""

    def __init__(self, voice: Voice) -> None:
        book, rounds = voice.book, voice.campaign.pace == "rounds"
        self.words: Mapping[str, Any] = book.words
        self._predicates = book.game.predicates if book.game is not None else ()
        self._forms = tuple(
            form
            for form in book.forms
            if book.has(PAGES.get(form.verb, "")) and (rounds or form.verb not in ROUNDS)
        )

    def on(self, word: str) -> Topic | None:
        """What a word means, or `None`; one that stands within one order only is told with it."""
        wanted = fold(word)
        verbs = {fold(verb): verb for verb in _verbs(self._forms, self.words)}
        if wanted in verbs:
            return topic(verbs[wanted], self._forms, self.words)
        if self._predicates and wanted in _of_guards(self._predicates, self.words):
            return guards(self._predicates, self.words)
        if found := _within(word, self._topics()):
            one = found[0].verb if len(found) == 1 else ""
        else:
            one = _begun(wanted, verbs)
        return topic(one, self._forms, self.words) if one else None

    def within(self, word: str) -> list[Within]:
        """The orders within which a word stands, besides the one that it means itself."""
        own = self.on(word)
        if own is None:
            return _within(word, self._topics())
        return _written(word, (one for one in self._topics() if one.verb != own.verb))

    def near(self, word: str) -> list[str]:
        """Words that come near to this one."""
        return list(near_words(word, _verbs(self._forms, self.words)))

    def groups(self) -> list[Group]:
        """All words."""
        found = _groups(self._forms, self.words)
        if self._predicates:
            told = guards(self._predicates, self.words)
            title = self.words["groups"]["turn"]
            at = next((i for i, g in enumerate(found) if g.title == title), None)
            if at is not None:
                found[at] = replace(found[at], topics=(*found[at].topics, told))
        return found

    def _topics(self) -> list[Topic]:
        return [topic(x, self._forms, self.words) for x in _verbs(self._forms, self.words)]


def _verbs(forms: tuple[Form, ...], words: Mapping[str, Any]) -> list[str]:
    """Every verb of these that has words, in the order of the word list."""
    there = {form.verb for form in forms}
    return [verb for verb, entry in words.items() if verb in there and isinstance(entry, dict)]


def _of_guards(predicates: tuple[Predicate, ...], words: Mapping[str, Any]) -> frozenset[str]:
    """The folded words that the entry of guards explains."""
    firsts = (fold(p.name).partition(" ")[0] for p in predicates)
    written = _CAPITALS.findall(" ".join(words["guards"]["usage"]))
    own = map(fold, (*GUARDS, *written))
    return frozenset((*own, *firsts, *(fold(p.name) for p in predicates)))


def guards(predicates: tuple[Predicate, ...], words: Mapping[str, Any]) -> Topic:
    """The words about guards, with every condition of the game."""
    entry, said = words["guards"], words.get("conditions", {})
    conditions = tuple((predicate_usage(p), str(said.get(p.name, ""))) for p in predicates)
    example = tuple(words["guards"].get("example", ()))
    return Topic(GUARD, tuple(entry["usage"]), entry["help"].strip(), example, conditions)


def _begun(wanted: str, verbs: Mapping[str, str]) -> str:
    found = [verb for folded, verb in verbs.items() if wanted and folded.startswith(wanted)]
    return found[0] if len(found) == 1 else ""


def topic(verb: str, forms: tuple[Form, ...], words: Mapping[str, Any]) -> Topic:
    """The words about a verb of the word list; KeyError for another."""
    entry = words[verb]
    written = entry.get("usage")
    if isinstance(written, str):
        written = [written]
    if not written:
        names = entry.get("slots", {})
        written = [usage(form, names) for form in forms if form.verb == verb]
    example = entry.get("example", [])
    if isinstance(example, str):
        example = example.strip().split("\n")
    return Topic(verb, tuple(written), entry["help"].strip(), tuple(example))


def _written(word: str, topics: Iterable[Topic]) -> list[Within]:
    """The orders that are written with this word in capitals."""
    capital = _capital(word)
    return [
        Within(one.verb, usages, _said(capital, one.help))
        for one in topics
        if (usages := tuple(text for text in one.usage if capital.search(_NAMED.sub("", text))))
    ]


def _within(word: str, topics: Sequence[Topic]) -> list[Within]:
    """The orders that are written with this word; where there are none, those whose help speaks
    of it.
    """
    written = _written(word, topics)
    if written or len(word.strip()) < _LEAST:
        return written
    capital = _capital(word)
    return [
        Within(one.verb, one.usage, said)
        for one in topics
        if (said := _said(capital, one.help)) or any(map(capital.search, one.example))
    ]


def _capital(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word.strip().upper())}(?![\w?-])")


def _said(capital: re.Pattern[str], text: str) -> str:
    """The sentences of a text in which the word stands."""
    return " ".join(one for one in _SENTENCE.split(text) if capital.search(one))


def _groups(forms: tuple[Form, ...], words: Mapping[str, Any]) -> list[Group]:
    by_group: dict[str, list[Topic]] = {}
    for verb in _verbs(forms, words):
        by_group.setdefault(words[verb].get("group", "game"), []).append(topic(verb, forms, words))
    return [
        Group(words["groups"][group], tuple(by_group[group]))
        for group in GROUPS
        if group in by_group
    ]


_LEAST = 2
_NAMED = re.compile(r"<[^<>]*>")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CAPITALS = re.compile(r"[A-Z]{2,}")
_TITLE = re.compile(r"#+\s+")
_ITEM = re.compile(r"^\*\s+")
_EMPHASIS = re.compile(r"(\*\*|\*|`)(?=\S)(.+?)(?<=\S)\1")


def document(text: str) -> str:
    """A Markdown text as plain text, each line marked; a paragraph or an item becomes one line.

    Titles stand in capitals, items behind a dash; signs of emphasis are left out, which a screen
    reader would read aloud.
    """
    paragraphs: list[str] = []
    titled = False
    for line in text.split("\n"):
        line = line.rstrip()
        plain = line.lstrip()
        fresh = not plain or plain[0] in "#-|>" or bool(_ITEM.match(plain)) or titled
        if fresh or not paragraphs or not paragraphs[-1]:
            paragraphs.append(line)
        else:
            paragraphs[-1] += f" {plain}"
        titled = plain.startswith("#")
    return "\n".join(f"| {clean(_plain(text), 10_000)}".rstrip() for text in paragraphs)


def _plain(paragraph: str) -> str:
    """One paragraph of Markdown without its signs."""
    title = _TITLE.match(paragraph)
    if title:
        return _EMPHASIS.sub(r"\2", paragraph[title.end() :]).upper()
    return _EMPHASIS.sub(r"\2", _ITEM.sub("- ", paragraph, count=1))
