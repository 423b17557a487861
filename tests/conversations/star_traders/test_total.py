"""Whatever players have on file, a campaign goes on."""

from __future__ import annotations

import pytest

from tests.conversations.star_traders.stars import asked
from tests.conversations.table import Table


@pytest.mark.parametrize("condition", ["AT 13", "NO STATION", "ON THE WAY", "CARRY 1", "IT WINS"])
def test_a_line_with_a_condition_is_on_file_before_there_is_a_ship(
    stars: Table, condition: str
) -> None:
    """ST-SET-16: it asks nothing yet, and never keeps the game from going on."""
    assert asked(stars) == {"p3": "start"}
    stars.say("p3", f"STANDING\nWHEN {condition}: PAY UPTO 5\nANSWER PICK 33")
    stars.tick()
    assert stars.campaign().status == "running"
    assert asked(stars) == {"p2": "start"}
