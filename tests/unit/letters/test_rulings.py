"""RULES as players read them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.game import Game
from games import GAMES
from pbem.letters.helping import document
from pbem.letters.rulings import mailed


def test_numbers_of_rulings_are_left_out() -> None:
    text = (
        "* **SF-AMB 1, SF-W2.** Hands start empty (SF-SET-2,\n  ST-AMB 38). *Why:* So.\n"
        "* `DISCARD` (SF-W1: three cards) and (more) in UTF-8. **ST-AMB 45.** A\n"
        "\n---\n\n## Balance\n"
    )
    assert mailed(text) == (
        "* Hands start empty. *Why:* So.\n* `DISCARD` (three cards) and (more) in UTF-8. A\n"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_no_player_reads_what_is_for_developers(game: Game[Any]) -> None:
    text = document(mailed(game.rules_text()))
    assert not re.search(r"\b(SF|ST)-|pbem |test_|--\w", text)
    assert "  " not in text.replace("| ", "")
    assert len(text) > 2000
