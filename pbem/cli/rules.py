"""`pbem rules`: the rulings of a game."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.common import say
from pbem.cli.group import examples

EPILOG = examples("pbem rules space-freighter", "pbem rules space-freighter | less")


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="See pbem games.")],
) -> None:
    """Print the rulings of a game.

    They say what its rulebook leaves open, and how that is settled here. The lines are as long as
    the terminal is wide.
    """
    from pbem.campaigns import find_game
    from pbem.cli.wrapping import wrapped_markdown

    say(wrapped_markdown(find_game(game).rules_text().rstrip("\n")))
