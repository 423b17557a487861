"""HELP of every word of every game: read as the player reads it, with examples that are orders."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from engine.game import Game
from engine.language.block import CheckBlock, Now, Refused, SourceLine, Spoilt, Unread, read_lines
from engine.language.fault import Fault
from engine.language.order import parse_order
from engine.lexicon import Lexicon
from games import GAMES
from pbem.letters import compose
from pbem.letters.context import Needs, Reader
from pbem.letters.helping import Topic, functions
from pbem.letters.layout import width
from pbem.letters.pages import Help
from pbem.letters.voice import Voice
from tests.unit.letters.playing import parts, play
from tests.unit.letters.positions import MARKER, library

NUMBER = re.compile(r"^w\d+ ")

UNSHOWN = ("RESIGN",)
"""A word of which nobody should find a whole line to send."""


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Each game."""
    found: Game[Any] = request.param
    return found


def voice(game: Game[Any]) -> Voice:
    """Who writes to a player of a campaign in rounds, where every word has its use."""
    campaign, _, _ = parts(play(game, 3, 7, 5), "p1")
    campaign = replace(campaign, pace="rounds")
    return Voice(library().book(game), campaign, Reader("p1", "Anna"), Needs())


def topics(game: Game[Any]) -> list[Topic]:
    """Every word that the list of HELP names."""
    groups = functions(voice(game))["help_groups"]()
    return [topic for group in groups for topic in group.topics]


def faults(game: Game[Any], lexicon: Lexicon, lines: tuple[str, ...]) -> list[object]:
    """What cannot be read of a letter with these lines."""
    forms = library().book(game).forms
    source = [SourceLine(n, text) for n, text in enumerate(lines, 1)]
    items = list(read_lines(source, forms, game.predicates, lexicon))
    items += [x for item in items if isinstance(item, CheckBlock) for x in item.items]
    found: list[object] = [x for x in items if isinstance(x, Refused | Spoilt | Unread)]
    for item in items:
        if isinstance(item, Now) and item.order.verb == "ANSWER":
            read = parse_order(NUMBER.sub("", str(item.order.args[-1])), forms, lexicon)
            found += [read] if isinstance(read, Fault) else []
    return found


def test_every_example_is_a_letter_that_can_be_read(game: Game[Any]) -> None:
    """Whoever sends the lines of an example is understood, the headings included."""
    campaign, _, _ = parts(play(game, 3, 7, 5), "p1")
    for topic in topics(game):
        assert bool(topic.example) == (topic.verb not in UNSHOWN), topic.verb
        assert faults(game, campaign.lexicon, topic.example) == [], topic.verb


def test_every_verb_of_the_game_is_in_the_list(game: Game[Any]) -> None:
    told = {topic.verb for topic in topics(game)}
    assert {form.verb for form in game.all_forms} - {"RESIGN"} <= told


def test_every_condition_is_explained(game: Game[Any]) -> None:
    """And found under its own word, as are those of the guards around it."""
    help_on = functions(voice(game))["help_on"]
    guards = help_on("WHEN")
    assert len(guards.conditions) == len(game.predicates)
    assert all(meaning for _, meaning in guards.conditions)
    words = [p.name.split()[0] for p in game.predicates]
    for word in ("IF", "ELSE", "AND", "NO", *words):
        assert help_on(word) is not None, word


def keywords(game: Game[Any]) -> list[str]:
    """Every word that stands within an order of the game, or of ours, in front of a value."""
    words = ["IF", "WHEN", "ELSE", "OFF", "UNTIL", "BEST", *GRAMMAR]
    return words + [slot.keyword for f in game.all_forms for slot in f.slots if slot.keyword]


GRAMMAR = ("AND", "NO", "ANY", "FOR")


def test_every_word_within_an_order_is_found(game: Game[Any]) -> None:
    """Among the orders that have it, or with the one that does: SHIP is not near SLIP then, nor
    WITH the beginning of WITHDRAW.
    """
    told = functions(voice(game))
    for word in keywords(game):
        topic, within = told["help_on"](word.lower()), told["help_within"](word.lower())
        verbs = {f.verb for f in game.all_forms if word in [slot.keyword for slot in f.slots]}
        found = {one.verb for one in within} | ({topic.verb} if topic else set())
        assert found, word
        assert verbs <= found, word


@pytest.mark.parametrize("columns", [72, 60, 40])
def test_no_text_of_help_is_marked(game: Game[Any], columns: int) -> None:
    """A sentence that begins like an order would lose its place behind a bar."""
    campaign = voice(game).campaign
    reader = Reader("p1", "Anna", columns=columns)
    book = library().book(game)
    for word in ("", *(topic.verb for topic in topics(game)), *keywords(game)):
        text = compose(book, campaign, reader, (Help(word),), marker=MARKER).text
        for line in text.partition("\n\n")[2].splitlines():
            assert not line.startswith("|"), (word, line)
            assert width(line) <= columns or ";" in line, (word, line)


def test_a_guard_on_the_die_is_explained() -> None:
    """ROLL stands before an order of Star Traders as WHEN does."""
    star = next(game for game in GAMES if game.id == "star-traders")
    topic = functions(voice(star))["help_on"]("ROLL")
    assert topic is not None
    assert "ROLL 5+: order" in topic.usage
