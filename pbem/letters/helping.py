"""HELP: every word that exists here, from the forms and the word list; and documents."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
class Group:
    """Words that belong together, under a title."""

    title: str
    topics: tuple[Topic, ...]


def functions(voice: Voice) -> dict[str, Any]:
    """The functions of this module, for the templates of one reader."""
    words: Mapping[str, Any] = voice.book.words
    book, rounds = voice.book, voice.campaign.pace == "rounds"
    forms = tuple(
        form
        for form in book.forms
        if book.has(PAGES.get(form.verb, "")) and (rounds or form.verb not in ROUNDS)
    )

    predicates = book.game.predicates if book.game is not None else ()

    def help_on(word: str) -> Topic | None:
        """What a word means, or `None`."""
        wanted = fold(word)
        verbs = {fold(verb): verb for verb in _verbs(forms, words)}
        if wanted not in verbs and predicates and wanted in _of_guards(predicates, words):
            return guards(predicates, words)
        verb = verbs.get(wanted) or _begun(wanted, verbs)
        return topic(verb, forms, words) if verb else None

    def help_near(word: str) -> list[str]:
        return list(near_words(word, _verbs(forms, words)))

    def help_groups() -> list[Group]:
        found = _groups(forms, words)
        if predicates:
            told = guards(predicates, words)
            at = next((i for i, g in enumerate(found) if g.title == words["groups"]["turn"]), None)
            if at is not None:
                found[at] = replace(found[at], topics=(*found[at].topics, told))
        return found

    return {
        "help_on": help_on,
        "help_near": help_near,
        "help_groups": help_groups,
        "option_help": lambda key: words["options"].get(key, ""),
        "document": document,
    }


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


def _groups(forms: tuple[Form, ...], words: Mapping[str, Any]) -> list[Group]:
    by_group: dict[str, list[Topic]] = {}
    for verb in _verbs(forms, words):
        by_group.setdefault(words[verb].get("group", "game"), []).append(topic(verb, forms, words))
    return [
        Group(words["groups"][group], tuple(by_group[group]))
        for group in GROUPS
        if group in by_group
    ]


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
