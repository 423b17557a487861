"""Every numbered rule, ruling and window of the checklist is named by a test of this folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.star_traders.orders.plans import standing
from tests.games.numbering import named

COUNTS = {
    "VER": 6, "CMP": 5, "SET": 16, "MON": 2, "TRN": 12, "STA": 8, "MOV": 16, "CON": 8, "CAR": 15,
    "RAC": 2, "PRE": 4, "LUC": 15, "TRD": 4, "WIN": 9, "MIS": 8, "DRO": 7, "PER": 10, "IMP": 2,
    "QUA": 12, "BLK": 13, "NOV": 14, "SUP": 4, "RUL": 10,
}  # fmt: skip
"""Rules of each chapter."""

RULES = (
    *(f"ST-{chapter}-{n}" for chapter, count in COUNTS.items() for n in range(1, count + 1)),
    *(f"ST-W{n}" for n in range(1, 15)),
    *(f"ST-AMB {n}" for n in range(1, 53)),
)


NAMED = named(Path(__file__).parent, "ST")


@pytest.mark.parametrize("rule", RULES)
def test_rule_has_a_test(rule: str) -> None:
    assert rule in NAMED


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert set(RULES) >= NAMED


def test_every_ruling_stands_in_the_rules(checkout: Path) -> None:
    text = (checkout / "games" / "star_traders" / "RULES.md").read_text(encoding="utf-8")
    for n in range(1, 53):
        assert f"ST-AMB {n}" in text, n


def test_every_ruling_has_its_reason(checkout: Path) -> None:
    """Whoever doubts one can read why it was made."""
    text = (checkout / "games" / "star_traders" / "RULES.md").read_text(encoding="utf-8")
    rulings = re.findall(r"^\* \*\*.+\n(?:  .+\n)*", text.partition("\n---\n")[0], re.MULTILINE)
    assert len(rulings) > 50
    assert [ruling for ruling in rulings if "*Why:*" not in ruling] == []


def test_st_w13_the_rules_name_exactly_what_is_suggested_from_the_start(checkout: Path) -> None:
    """RULES.md goes out by letter: what it calls suggested is what is on file."""
    text = (checkout / "games" / "star_traders" / "RULES.md").read_text(encoding="utf-8")
    said = " ".join(text.split()).partition("Suggested from the start: ")[2].partition(". ")[0]
    usual, _, table = said.partition("; in the Black Hole game ")
    assert tuple(usual.split(", ")) == standing("family")
    assert (*usual.split(", "), table.partition(", so that")[0]) == standing("black-hole")
