"""Letters of every real game, in positions of seeded random play."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.codec import Codec
from engine.game import Game
from engine.language.fault import Fault
from engine.language.line import parse_line
from engine.language.order import parse_order
from engine.lexicon import Names
from games import GAMES
from pbem.letters import Composed, compose
from pbem.letters.context import Reader
from pbem.letters.layout import Reserved, width
from pbem.letters.pages import Help, Rules
from pbem.letters.render import every_form
from tests.unit.letters.playing import (
    Position,
    final_letter,
    page_letter,
    parts,
    play,
    report_letter,
)
from tests.unit.letters.positions import MARKER, library

RESERVED = Reserved(every_form(GAMES))
ENDLESS = 10**6
ORDER = re.compile(r" *(?:[A-Z\d]{1,2} +)?; [A-Z]{3,}(?!.* ; ).*")
PLACES = ((4, 7, 0), (4, 7, 9), (3, 2, 33), (2, 5, 12), (6, 11, 40))


def readers(at: Position) -> list[Reader]:
    """Every seat, in several ways."""
    return [
        Reader(seat, name, zone, columns, lists)
        for seat, name in at.names().items()
        for zone, columns, lists in (
            ("Europe/Berlin", 72, False),
            ("UTC", 60, False),
            ("Asia/Kolkata", 72, True),
        )
    ]


def check(letter: Composed, columns: int) -> None:
    """Nothing could act, nothing is too wide, nothing was marked by the layout."""
    for line in letter.text.splitlines():
        assert not RESERVED.line(line), line
        # The line of the marker and the digests are one word each, as it were; so is an order.
        whole = ORDER.fullmatch(line) or any(width(word) > 40 for word in line.split())
        assert width(line) <= columns or whole, line
        assert not line.startswith("| ") or "Write above" in line, line


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    """Each game."""
    found: Game[Any] = request.param
    return found


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_reports(game: Game[Any], place: tuple[int, int, int]) -> None:
    at = play(game, *place)
    for reader in readers(at):
        check(report_letter(library().book(game), at, reader.seat, reader), reader.columns)


def orders(text: str) -> list[str]:
    """What stands behind order marks, without the remarks."""
    pieces = re.split(r"(?:^|(?<=  )|(?<=: )|(?<= [A-Z\d] )); (?=[A-Z]{3})", text, flags=re.M)
    return [re.split(r" +;|\n|   ", piece)[0].strip() for piece in pieces[1:]]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_orders_are_whole_whatever_the_columns(
    game: Game[Any], place: tuple[int, int, int]
) -> None:
    """A broken order could act by its first half when its mark is taken off."""
    at = play(game, *place)
    for seat, name in at.names().items():
        wide, *narrow = (
            orders(report_letter(library().book(game), at, seat, Reader(seat, name, "UTC", n)).text)
            for n in (120, 72, 60, 40)
        )
        assert wide
        assert narrow == [wide] * 3


def test_report_96_rendering_leaves_the_state_alone(game: Game[Any]) -> None:
    at = play(game, 4, 7, 22)
    codec = Codec(game)
    before = codec.digest(at.state)
    for reader in readers(at):
        first = report_letter(library().book(game), at, reader.seat, reader)
        assert report_letter(library().book(game), at, reader.seat, reader) == first
    assert codec.digest(at.state) == before


def test_final_reports(game: Game[Any]) -> None:
    at = play(game, 3, 7, ENDLESS)
    assert at.state.ended
    for reader in readers(at):
        check(
            Composed(
                "", final_letter(library().book(game), at, reader).text.replace("\n | ", "\n   ")
            ),
            reader.columns,
        )


@pytest.mark.parametrize("page", ["map", "prices"])
def test_pages(game: Game[Any], page: str) -> None:
    at = play(game, 4, 7, 22)
    for reader in readers(at):
        check(page_letter(library().book(game), at, reader, page), reader.columns)


def test_every_card_has_its_page(game: Game[Any]) -> None:
    at = play(game, 2, 7, 22)
    names = game.lexicon(at.state, at.names()).domains.get("card", Names())
    for reader in readers(at)[:2]:
        for name in names:
            letter = page_letter(library().book(game), at, reader, "card", name)
            assert names.shown(name) in letter.text
            check(letter, reader.columns)


def test_printed_orders_parse(game: Game[Any]) -> None:
    """A letter names only orders that exist: all that stands behind an order mark is one."""
    for place in PLACES:
        at = play(game, *place)
        for seat in at.state.seats:
            campaign, _, _ = parts(at, seat)
            reader = Reader(seat, at.names()[seat], columns=120)
            text = report_letter(library().book(game), at, seat, reader).text
            for piece in re.split(r"(?:^|(?<=  )|(?<=: )); ", text, flags=re.MULTILINE)[1:]:
                order = re.split(r" ;|\n|   ", piece)[0].strip()
                if not order or not order.split()[0].isupper():
                    continue
                forms = every_form((game,))
                read = parse_order(order, forms, campaign.lexicon)
                if isinstance(read, Fault):
                    line = parse_line(order, forms, game.predicates, campaign.lexicon)
                    assert not isinstance(line, Fault), (order, line)


def test_help_explains_every_verb_of_the_game(game: Game[Any]) -> None:
    at = play(game, 3, 7, 5)
    campaign, _, _ = parts(at, "p1")
    reader = Reader("p1", "Anna")
    for form in game.all_forms:
        text = compose(
            library().book(game), campaign, reader, (Help(form.verb),), marker=MARKER
        ).text
        assert f"| {form.verb}" in text
        assert "There is no word" not in text


def test_rules_are_a_letter(game: Game[Any]) -> None:
    at = play(game, 3, 7, 5)
    campaign, _, _ = parts(at, "p1")
    rules = Rules(game.rules_text())
    for columns in (72, 60, 40):
        reader = Reader("p1", "Anna", columns=columns)
        text = compose(library().book(game), campaign, reader, (rules,), marker=MARKER).text
        lines = text.partition("\n\n")[2].splitlines()
        assert len(lines) >= len(game.rules_text().splitlines())
        assert all(line.startswith("|") for line in lines)
        assert all(width(line) <= columns for line in lines)
