"""Lines that are nearly right: what is said of them is what is wrong with them."""

from __future__ import annotations

import pytest

from engine.language.block import Refused, SourceLine, Unread, read_lines
from games.star_traders.game import STAR_TRADERS
from tests.games.star_traders.scene import NAMES, position

KINDS = (STAR_TRADERS.all_forms, STAR_TRADERS.predicates)
LEXICON = STAR_TRADERS.lexicon(position(seats=3), NAMES)


def items(text: str) -> tuple[object, ...]:
    lines = [SourceLine(i, line) for i, line in enumerate(text.split("\n"), 1)]
    return read_lines(lines, *KINDS, LEXICON)


def refused(text: str) -> Refused:
    (item,) = [item for item in items(text) if isinstance(item, Refused)]
    return item


@pytest.mark.parametrize(
    ("line", "why", "word"),
    [
        ("WHEN AT 13 BUILD", "colon", "BUILD"),
        ("WHEN AT 13 AND NO STATION BUILD", "colon", "BUILD"),
        ("WHEN MONEY >= 8 BUILD", "colon", "BUILD"),
        ("ROLL 3 JUMP 34", "colon", "JUMP"),
        ("ROLL 3-5: JUMP 34", "roll", "3-5"),
        ("ROLL 7: JUMP 34", "roll", "7"),
        ("ROLL 0: JUMP 34", "roll", "0"),
        ("ROLL five: JUMP 34", "roll", "five"),
        ("ELSE", "missing", ""),
        ("WHEN AT 13:", "missing", ""),
        ("BUSINESS ELSE", "missing", ""),
        ("IF AT 13 BUILD", "if", "IF"),
        ("IF NO STATION: BUILD", "if", "IF"),
    ],
)
def test_what_is_wrong_with_a_guard(line: str, why: str, word: str) -> None:
    """README.md, "The order language": a guard is refused for what it lacks."""
    fault = refused(f"PLAN\n{line}").fault
    assert (fault.kind, fault.why, fault.word) == ("form", why, word)


@pytest.mark.parametrize("line", ["If you like, we could meet.", "If I am at home I answer."])
def test_a_sentence_with_if_is_chat(line: str) -> None:
    assert isinstance(items(line)[0], Unread)


def test_a_die_has_as_many_sides_as_the_game_says() -> None:
    assert len(items("ROLL 1: BUSINESS\nROLL 6+: BUSINESS")) == 1


def test_a_name_is_found_by_a_word_within_it() -> None:
    fault = refused("STANDING\nDISCARD Space").fault
    assert "Lost in Space" in fault.candidates


def test_pick_up_is_pickup() -> None:
    """ST-CAR-1: not PICK, which is for the start."""
    (plan,) = items("pick up 2")
    assert plan.lines[0].text == "PICKUP 2"  # type: ignore[attr-defined]


def test_an_order_that_only_answers_is_shown_behind_answer() -> None:
    """ST-W13: PICK stands behind ANSWER; no heading would help."""
    fault = refused("PICK Tycoon").fault
    assert (fault.kind, fault.candidates) == ("answer", ("ANSWER PICK Tycoon",))


def test_a_number_is_nearest_with_the_name_that_was_meant() -> None:
    """A world is printed by its number, which says nothing to who misspelt its name."""
    assert refused("JUMP Fostr").fault.candidates[0] == "34 Foster"


def test_an_article_is_passed_over_where_no_name_begins_with_it() -> None:
    """ST-W13: "PICK the Navigator" is said, not written; what is wrong behind it is named."""
    (plan,) = items("PLAN\nGOTO the Foster\nJUMP the 34")
    assert [line.text for line in plan.lines] == ["GOTO 34", "JUMP 34"]  # type: ignore[attr-defined]
    assert refused("GOTO the Fostr").fault.word == "Fostr"
    assert refused("GOTO the").fault.why in ("name", "missing")
