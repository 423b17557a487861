"""Character folding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.reading.folding import fold, has_foreign_digit
from tests.unit.reading.letters import read


@pytest.mark.parametrize(
    ("raw", "folded"),
    [
        ("a‐b‑c‒d–e—f−g", "a-b-c-d-e-f-g"),
        ("“Ion Storm” „Zap‟ «X»", '"Ion Storm" "Zap" "X"'),
        ("‘Zap’ it´s", "'Zap' it's"),
        ("wait…", "wait..."),
        ("3\u00a04\u20035\u30006\t7", "3 4 5 6 7"),
        ("GO\u200bTO\u00ad \ufeff5\ufffc\u200e\ufe0f", "GOTO 5"),
        ("5 → 7 ⇒ 9 ⟶ 11", "5 -> 7 -> 9 -> 11"),
        ("ＧＯＴＯ　５", "GOTO 5"),
        ("Cafe\u0301", "Café"),
        ("ﬁnd", "find"),
        ("  GOTO   5  ", "GOTO 5"),
        ("a\x00b\x1bc\x7f", "abc"),
    ],
)
def test_plain_characters(raw: str, folded: str) -> None:
    assert fold(raw) == folded


@given(st.text())
def test_a_folded_line_is_one_line_without_controls(raw: str) -> None:
    folded = fold(raw)
    assert folded == folded.strip()
    assert not any(c in folded for c in "\n\r\t\x00\xa0\u200b")
    assert fold(folded) == folded or not raw.isascii()


@pytest.mark.parametrize("digit", ["٣", "३", "³", "③", "½", "Ⅲ"])
def test_digits_of_other_scripts_are_held_not_guessed(digit: str) -> None:
    letter = read(f"GOTO {digit}\nGOTO 3")
    assert [line.held for line in letter.lines] == [True, False]
    assert letter.notes == ("foreign-digits",)


def test_full_width_digits_are_digits() -> None:
    assert not has_foreign_digit("ＧＯＴＯ ５")
    assert not read("ＧＯＴＯ ５").lines[0].held


def test_the_raw_line_is_kept_for_the_echo() -> None:
    (line,) = read("GOTO  “Foster”").lines
    assert (line.raw, line.text) == ("GOTO  “Foster”", 'GOTO "Foster"')


def test_the_raw_line_has_no_controls_and_turns_no_writing() -> None:
    (line,) = read("GOTO\x1b[2J \u202e5\tx\x00\x9b").lines
    assert line.raw == "GOTO[2J 5\tx"
