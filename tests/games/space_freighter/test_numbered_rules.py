"""Every numbered rule and ruling of the checklist is named by a test of this folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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


def named() -> set[str]:
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name != Path(__file__).name:
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"SF-(?:[A-Z]{3}-\d+|W\d+|AMB \d+)", text))
    return found


@pytest.mark.parametrize("rule", RULES)
def test_rule_has_a_test(rule: str) -> None:
    assert rule in named()


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert named() <= set(RULES)
