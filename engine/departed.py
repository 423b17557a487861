"""Standing orders about a player who has left can do nothing any more, and come off the file."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.decision import Args
from engine.filing import Desk, drop_standing
from engine.language.line import Line
from engine.notes import Note

DEPARTED = "departed"
"""Code of the note: ``who`` left, and the ``text`` of the line that came off the file."""


def without_departed(desk: Desk, gone: Collection[str]) -> tuple[Desk, list[Note]]:
    """The desk without standing lines that name one of these seats, and what owners are told.

    ``gone``: the seats that have just left the game. Plans are left alone: a line of theirs that
    cannot be done says so when its time comes.
    """
    notes: list[Note] = []
    for seat, lines in desk.standing.items():
        for head, line in lines.items():
            who = next((x for x in gone if _names(line, x)), "")
            if who and seat not in gone:
                desk = drop_standing(desk, seat, head)
                data = {"decision": f"{who}.{head}", "kind": "", "who": who, "text": line.text}
                notes.append(Note(seat, DEPARTED, data))
    return desk, notes


def _names(line: Line, seat: str) -> bool:
    """Whether an order or a condition of the line names this seat."""
    orders: Iterable[Args] = (order.args for order in line.orders)
    conditions = (condition.args for condition in (*line.when, *line.iff))
    return any(
        seat in (arg if isinstance(arg, tuple) else (arg,))
        for args in (*orders, *conditions)
        for arg in args
    )
