"""Every numbered rule and ruling of the checklist is named by a test of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.numbering import named

RULES = (
    *(f"SF-DCK-{n}" for n in range(1, 8)),
    *(f"SF-SET-{n}" for n in range(1, 3)),
    "SF-TRN-1",
    *(f"SF-DRW-{n}" for n in range(1, 8)),
    *(f"SF-TRA-{n}" for n in range(1, 3)),
    *(f"SF-DEL-{n}" for n in range(1, 7)),
    *(f"SF-END-{n}" for n in range(1, 3)),
    *(f"SF-WIN-{n}" for n in range(1, 3)),
    *(f"SF-W{n}" for n in range(1, 4)),
    *(f"SF-AMB {n}" for n in range(1, 18)),
)


NAMED = named(Path(__file__).parent, "SF")


@pytest.mark.parametrize("rule", RULES)
def test_rule_has_a_test(rule: str) -> None:
    assert rule in NAMED


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert set(RULES) >= NAMED
