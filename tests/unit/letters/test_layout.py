"""Columns, hanging indents, and lines that could act."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.form import Form
from pbem.letters.layout import Layout, Reserved, clean, width, wrapped

FORMS = (
    Form(verb="SAIL"),
    Form(verb="SHOW", whole=True),
    Form(verb="NOT READY", whole=True),
    Form(verb="PLAN?", whole=True),
)
RESERVED = Reserved(FORMS)
LAYOUT = Layout(RESERVED, 40)


@pytest.mark.parametrize(
    "line",
    [
        "SAIL Foster",
        "  sail away",
        "- Sai on",
        '"Sail" he said',
        "SHOW 3",
        "Not ready, sorry",
        "not  ready",
        "NOT-READY",
        "Plan for turn 3",
        "when it rains",
        "ROLL 5+: x",
        "If so",
        "else",
        "CHECK",
        "Between us",
        "From: me",
        "Sáil",
    ],
)
def test_such_a_line_could_be_an_order(line: str) -> None:
    assert RESERVED.line(line)


@pytest.mark.parametrize(
    "line",
    [
        "; SAIL Foster",
        " | SAIL",
        "Sailing",
        "sa",
        "shows",
        "sho",
        "Not read",
        "Plans",
        "",
        "29 Sail",
    ],
)
def test_such_a_line_could_not(line: str) -> None:
    assert not RESERVED.line(line)


def test_a_long_line_hangs_where_its_tab_was() -> None:
    text = LAYOUT.fit(" 29  \tCleo went to Wilhelm, needing a three and rolling a four.")
    assert text == " 29  Cleo went to Wilhelm, needing a\n     three and rolling a four.\n"


def test_a_short_line_loses_its_tab() -> None:
    assert LAYOUT.fit(" 29  \tCleo.") == " 29  Cleo.\n"


def test_a_line_never_breaks_before_a_word_that_orders_begin_with() -> None:
    broken = LAYOUT.fit("Everybody may look at the chart and then show it.").splitlines()
    assert broken == ["Everybody may look at the chart and", "then show it."]
    broken = LAYOUT.fit("Everybody may look at all the chart, show it.").splitlines()
    assert broken == ["Everybody may look at all the", "chart, show it."]


def test_a_line_that_begins_like_an_order_is_marked() -> None:
    assert LAYOUT.fit("Sail won the game.") == "| Sail won the game.\n"


def test_what_is_broken_off_a_marked_line_is_marked() -> None:
    long = "| " + "show it and sail " * 4
    assert all(line.startswith("| ") for line in LAYOUT.fit(long).splitlines())


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        # A part of an order could be another order: it is longer than the columns instead.
        ("; SAIL Foster, Wilhelm, Lost in Space, Anderson Station", None),
        ("  1 ; SAIL BEST ATLEAST 20 IF MONEY >= 15 AND NO STORM", None),
        (
            "  1 ; SAIL BEST ATLEAST 20 ; waits until it can be done",
            ["  1 ; SAIL BEST ATLEAST 20 ; waits until", "  ; it can be done"],
        ),
        (
            "  ; SAIL ANY   ; SHOW BEST 1 2 3   ; SAIL Foster ELSE PASS",
            ["  ; SAIL ANY   ; SHOW BEST 1 2 3", "  ; SAIL Foster ELSE PASS"],
        ),
        (
            "ON FILE  \t; SAIL ANY   ; SAIL Foster AND Wilhelm ELSE PASS",
            ["ON FILE  ; SAIL ANY", "         ; SAIL Foster AND Wilhelm ELSE PASS"],
        ),
        (
            "; all that is behind this mark is a remark and no order",
            ["; all that is behind this mark is a", "; remark and no order"],
        ),
    ],
)
def test_an_order_is_never_broken(line: str, broken: list[str] | None) -> None:
    assert LAYOUT.fit(line).splitlines() == (broken or [line])


def test_blank_lines_are_one_and_never_last() -> None:
    assert LAYOUT.fit("a\n\n\n\nb  \n\n") == "a\n\nb\n"


def test_wide_characters_take_two_columns() -> None:
    assert width("船") == 2
    assert width("e\u0301") == 1
    assert all(width(line) <= 40 for line in LAYOUT.fit("船船 " * 30).splitlines())


def test_other_peoples_words_lose_what_could_leave_their_line() -> None:
    assert clean("a\r\nPLAN\x00\u2028\u202eb\tc") == "a  PLANb c"
    assert clean("x" * 300) == "x" * 197 + "..."


@given(st.text(), st.integers(40, 90))
def test_no_line_acts_and_none_is_too_long(text: str, columns: int) -> None:
    layout = Layout(RESERVED, columns)
    for line in layout.fit("\n".join(clean(part) for part in text.split("\n"))).splitlines():
        assert not RESERVED.line(line)
        assert width(line) <= columns or len(line.split()) <= 2


@given(st.lists(st.sampled_from(["sail", "show", "the", "a", "Wilhelm,", "plan", "x" * 50])))
def test_sentences_of_reserved_words_come_through(words: list[str]) -> None:
    text = LAYOUT.fit(" ".join(words))
    assert not any(RESERVED.line(line) for line in text.splitlines())
    assert " ".join(text.replace("| ", "").split()) == " ".join(words)


def test_a_remark_is_wrapped_between_words_but_not_at_a_no_break_space() -> None:
    text = "34 Foster by 31\u00a0(purple\u00a04+), then"
    assert wrapped(text, 20) == ["34 Foster by", "31 (purple 4+), then"]
    assert wrapped("longer than this", 4) == ["longer", "than", "this"]
    assert wrapped("", 10) == []


def test_a_line_that_is_marked_keeps_its_indentation() -> None:
    """It stays in the column of the lines around it."""
    assert (
        LAYOUT.fit("Kinds\n  Sail: waits\n  Rain: waits")
        == "Kinds\n  | Sail: waits\n  Rain: waits\n"
    )
