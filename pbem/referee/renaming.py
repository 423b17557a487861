"""A player's name changed: lines on file are printed with the names of now.

What a line means is kept by seat, so only its text is made again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace as change

from engine.filing import Desk
from engine.language.grammar import grammar_of
from engine.language.line import Line, line_text
from engine.plan import Plan
from pbem.referee.seated import Seated


def rename_on_file(seated: Seated) -> None:
    """Print every plan and standing order on file anew."""
    seated.renamed()
    game = seated.game
    grammar = grammar_of(game.all_forms, game.predicates)

    def printed(seat: str, line: Line) -> Line:
        return change(line, text=line_text(line, grammar, seated.lexicon(seat)))

    seated.desk = _reprinted(seated.desk, printed)


def _reprinted(desk: Desk, printed: Callable[[str, Line], Line]) -> Desk:
    def plan(seat: str, one: Plan) -> Plan:
        return change(one, lines=tuple(map(partial(printed, seat), one.lines)))

    def lines(seat: str, by_head: dict[str, Line]) -> dict[str, Line]:
        return {head: printed(seat, line) for head, line in by_head.items()}

    return change(
        desk,
        plans={seat: plan(seat, one) for seat, one in desk.plans.items()},
        between={seat: plan(seat, one) for seat, one in desk.between.items()},
        standing={seat: lines(seat, one) for seat, one in desk.standing.items()},
        suggested={seat: lines(seat, one) for seat, one in desk.suggested.items()},
    )
