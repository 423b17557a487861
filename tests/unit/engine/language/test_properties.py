"""Laws of the order language, on texts that nobody thought of."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decision import Order
from engine.form import Form
from engine.language.block import Refused, SourceLine, Unread, read_lines
from engine.language.line import Line, parse_line
from engine.language.order import Parsed, parse_order
from engine.language.text import form_for, order_text
from engine.lexicon import Lexicon, fold
from tests.unit.engine.language.vocabulary import FREIGHTER, SOLAR, STELKOMERCO, TRADERS, Game

GAMES = st.sampled_from((FREIGHTER, TRADERS, SOLAR, STELKOMERCO))


def words_of(game: Game) -> list[str]:
    """Everything that may stand in a line of this game, and what may not."""
    names = [w for n in game.lexicon.domains.values() for name in n for w in (n.shown(name),)]
    slots = [s.keyword for form in game.forms for s in form.slots if s.keyword]
    fixed = ["WHEN", "ROLL", "IF", "ELSE", "AND", "NO", "OFF", "UNTIL", ":", ",", ";", '"', ">="]
    heads = ["PLAN", "STANDING", "BETWEEN", "CHECK", "3+", "2", "$10", "99999999999", "<", "-"]
    verbs = [form.verb for form in game.forms]
    tails = [w for p in game.predicates for w in (p.word, p.tail) if w]
    return [*verbs, *verbs, *names, *slots, *fixed, *heads, *tails]


@st.composite
def game_lines(draw: st.DrawFn) -> tuple[Game, list[str]]:
    game = draw(GAMES)
    word = st.sampled_from(words_of(game))
    cut = st.integers(min_value=2, max_value=30)
    part = st.builds(lambda w, n: w[:n], word, cut) | word
    line = st.lists(part, max_size=9).map(" ".join)
    return game, draw(st.lists(line, max_size=6))


@given(GAMES, st.lists(st.text(max_size=60), max_size=5))
@settings(max_examples=150)
def test_no_text_raises(game: Game, texts: list[str]) -> None:
    lines = [SourceLine(i, text) for i, text in enumerate(texts, 1)]
    items = read_lines(lines, game.forms, game.predicates, game.lexicon)
    for item in items:
        if isinstance(item, Refused | Unread):
            assert 1 <= item.number <= len(lines)


@given(game_lines())
@settings(max_examples=300)
def test_no_line_of_known_words_raises_and_what_is_read_is_printed_so_that_it_is_read_again(
    drawn: tuple[Game, list[str]],
) -> None:
    game, texts = drawn
    lines = [SourceLine(i, text) for i, text in enumerate(texts, 1)]
    read_lines(lines, game.forms, game.predicates, game.lexicon)
    for text in texts:
        line = parse_line(text, game.forms, game.predicates, game.lexicon)
        if isinstance(line, Line):
            again = parse_line(line.text, game.forms, game.predicates, game.lexicon)
            assert isinstance(again, Line)
            assert not again.shortened
            assert (again.text, again.order, again.otherwise) == (
                line.text,
                line.order,
                line.otherwise,
            )
            assert (again.when, again.iff, again.roll) == (line.when, line.iff, line.roll)


def orders(form: Form, lexicon: Lexicon) -> st.SearchStrategy[Order]:
    """Orders of a form as its slots allow them."""
    args: list[st.SearchStrategy[object]] = []
    for slot in form.slots:
        pool = list(lexicon.domains[slot.domain]) if slot.domain else ["word"]
        many = st.lists(st.sampled_from(pool), min_size=1, max_size=4).map(tuple)
        value: st.SearchStrategy[object]
        if slot.flag:
            value = st.just(1)
        elif slot.type == "number":
            value = st.integers(min_value=slot.low, max_value=min(slot.high, 10**6))
        elif slot.type == "text":
            value = st.from_regex(r"[a-z]{1,8}( [0-9a-z]{1,8}){0,3}", fullmatch=True)
        else:
            value = st.sampled_from(pool) if slot.type == "name" else many
        args.append(value | st.just(slot.default) if slot.optional else value)
    return st.tuples(*args).map(lambda values: Order(form.verb, values))


@st.composite
def game_orders(draw: st.DrawFn) -> tuple[Game, Form, Order]:
    game = draw(GAMES)
    form = draw(st.sampled_from(game.forms))
    return game, form, draw(orders(form, game.lexicon))


@given(game_orders())
@settings(max_examples=500)
def test_every_order_parses_back_from_its_text_uniquely(drawn: tuple[Game, Form, Order]) -> None:
    game, form, order = drawn
    text = order_text(form, order, game.lexicon)
    found = parse_order(text, game.forms, game.lexicon)
    assert isinstance(found, Parsed), (text, found)
    assert found.order == order
    assert not found.shortened
    assert form_for(game.forms, order, game.lexicon) is not None


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize("part", ["x ", "1, ", ": ", '"', "A1 ", "; "])
@pytest.mark.parametrize(
    ("game", "start"),
    [
        (TRADERS, ""),
        (TRADERS, "OFFER Bob: "),
        (TRADERS, "WHEN AT "),
        (TRADERS, "PRESS Bob: "),
        (SOLAR, "WORMHOLE DUMP "),
        (STELKOMERCO, "PLAY m31 PATH "),
    ],
)
def test_a_line_as_long_as_a_letter_is_read(game: Game, start: str, part: str) -> None:
    """Neither too deep nor too slow: no way through a line is tried twice."""
    text = (start + part * 16384)[:16384]
    read_lines([SourceLine(1, text)], game.forms, game.predicates, game.lexicon)
