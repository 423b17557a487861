"""Names at the table: what an order could not tell from its own words is refused at the door."""

from __future__ import annotations

import pytest

from games.space_freighter.game import SPACE_FREIGHTER
from games.star_traders.game import STAR_TRADERS
from pbem.campaigns import check_name
from pbem.errors import UsageFault

WORDS = [
    "Petition",
    "Up",
    "No",
    "For",
    "Any",
    "Best",
    "Mission",
    "Next",
    "Others",
    "Station",
    "Pass",
    "When",
    "Zap",
    "Free",
    "Answer",
]


@pytest.mark.parametrize("name", [*WORDS, "best", "N\u00f3"])
def test_words_of_the_orders_are_no_names(name: str) -> None:
    """ST-W5: `WHEN PETITION Up: ...` must have one meaning."""
    with pytest.raises(UsageFault, match="means something else in orders"):
        check_name(name, {}, STAR_TRADERS)


@pytest.mark.parametrize("name", ["Anna", "Grant B", "Bestian", "Nora", "Jumper", "Roy Best"])
def test_names_that_only_hold_such_a_word_are_names(name: str) -> None:
    check_name(name, {}, STAR_TRADERS)


def test_each_game_has_words_of_its_own() -> None:
    check_name("Zap", {}, SPACE_FREIGHTER)
    with pytest.raises(UsageFault):
        check_name("Lowest", {}, SPACE_FREIGHTER)
