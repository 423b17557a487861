"""HELP: every word that exists here, from the forms and the word list; and documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.form import Form
from engine.language.near import near_words
from engine.language.text import usage
from engine.lexicon import fold
from pbem.letters.layout import clean

if TYPE_CHECKING:
    from pbem.letters.voice import Voice

PAGES: Final = {"MAP": "map", "CARD": "card", "PRICES": "prices"}
"""Words that only a game with such a template has."""

ROUNDS: Final = ("READY", "NOT READY")
"""Words that only a campaign in rounds has a use for."""

GROUPS: Final = ("turn", "game", "trade", "file", "ask", "campaign")


@dataclass(frozen=True, slots=True)
class Topic:
    """One word: how it is written, what it does."""

    verb: str
    usage: tuple[str, ...]
    help: str
    example: tuple[str, ...]

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

    def help_on(word: str) -> Topic | None:
        """What a word means, or `None`."""
        wanted = fold(word)
        verbs = {fold(verb): verb for verb in _verbs(forms, words)}
        verb = verbs.get(wanted) or _begun(wanted, verbs)
        return topic(verb, forms, words) if verb else None

    def help_near(word: str) -> list[str]:
        return list(near_words(word, _verbs(forms, words)))

    def help_groups() -> list[Group]:
        return _groups(forms, words)

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


def document(text: str) -> str:
    """A Markdown text, each line marked; lines of one paragraph or item become one line."""
    paragraphs: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip()
        plain = line.lstrip()
        fresh = not plain or plain[0] in "#-*|>" or not paragraphs or not paragraphs[-1]
        after_title = bool(paragraphs) and paragraphs[-1].startswith("#")
        if fresh or after_title:
            paragraphs.append(line)
        else:
            paragraphs[-1] += f" {plain}"
    return "\n".join(f"| {clean(text, 10_000)}".rstrip() for text in paragraphs)
