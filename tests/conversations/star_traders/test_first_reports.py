"""What a newcomer reads: before the start worlds are picked, and who takes over a seat later."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.run.seating import another_person
from tests.conversations.star_traders.stars import place
from tests.conversations.table import Table


def test_the_hand_is_there_before_the_start_worlds_are_picked(stars: Table) -> None:
    """ST-SET-3: dealt before; its cards may be traded, shown and thrown away at once."""
    first = stars.newest["st1", "p1"]
    hand = stars.state().hands["p1"]
    assert len(hand) == 2
    told = first.text.partition("YOUR HAND\r\n")[2].partition("\r\n\r\n")[0]
    assert told.count("- one ") == 2
    assert "Prestige (Pr)" in first


def test_the_columns_of_the_contracts_are_explained_once(stars: Table) -> None:
    place(stars)
    fresh = stars.newest["st1", "p1"]
    assert "pays: to who delivers; Pr: Prestige as printed, + what you get besides" in fresh
    assert "fee: to the owner of a station at the destination;" in fresh
    stars.say("p1", "ANSWER FINISH\nREPORT")
    stars.tick()
    while stars.state().last.get("p1") != 1:
        stars.until()
    stars.say("p1", "REPORT")
    stars.tick()
    later = stars.to("p1")
    assert "fee: to the owner" not in later
    assert "Pr: as printed, + what you get besides" in later


def test_paragraphs_of_a_first_report_stand_apart(stars: Table) -> None:
    """Also in that of a new person, in the middle of the game."""
    place(stars)
    another_person(stars.office, "st1", "p2", "Zed", "zed@example.org", stars.now)
    stars.out()
    report = stars.to("p2").text
    assert "STAR TSAR and wins.\r\n\r\n After each turn" in report
    assert "  ; PASS\r\n\r\nYOUR FIRST TURN" in report


@pytest.mark.parametrize(("version", "there"), [("family", False), ("imperial", True)])
def test_the_map_names_no_quarantine_where_there_is_none(
    begun: dict[str, Table], version: str, there: bool, tmp_path: Path
) -> None:
    """ST-QUA-1: the card is one of set I."""
    table = place(Table.copy(begun[version], tmp_path / "office"))
    table.say("p1", "MAP")
    table.tick()
    assert ("! Quarantine" in table.to("p1")) == there
    assert ("! Quarantine" in table.newest["st1", "p2"]) == there
