"""What owners must be told of what became of the things that they have on file."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.filing import Desk, over
from engine.game import Game
from engine.window import PASS

LAPSED = "lapsed"
"""Source of the pass that stands where an answer to a window lapsed."""


class Note(Struct, frozen=True):
    """Something that the owner must be told about one of his decisions.

    ``lapsed``: his answer did not count any more (``why``: ``illegal``, ``about``, or ``over`` and
    ``unasked`` as in ``engine.filing.over``; ``by``: code and data of ``Game.hinders``, if any).
    ``stuck``: a step of his plan (``line``, from 1, and ``text``) could not be done; ``instead``:
    the line whose ELSE was used, 0 for none; ``by``: as ``engine.plan.bar`` gives it, if anything.
    ``rest``: none of the lines he has on file for this
    window fired, so it was passed. ``default``: nothing on file answered what was waited for.
    ``ended``: every step of his plan is done or lost (``lost``: these, each with ``line``,
    ``text``, ``code`` and ``data``; ``guarded``: guarded lines still answer), so his turn is his
    own. ``else-only``: in this turn nothing
    but the ELSE of a plan without steps was played. ``endless``: what is on file answered ``given``
    questions of a turn, so it answers no more of them; ``planned``: its plan came off the file.
    Every note has ``decision`` and ``kind``.
    """

    seat: str
    code: str
    data: dict[str, Any] = {}


def cut_off(game: Game[Any], desk: Desk, s: Any) -> list[Note]:
    """What owners must be told of the answers that ``prune`` takes away: that they were not used.

    Not of a pass, which wanted nothing, nor when the game is over or who answered has left.
    """
    if s.ended:
        return []
    found = []
    for id_, kept in desk.direct.items():
        why = over(id_, s)
        if not why or kept.via == LAPSED or kept.order.verb == PASS.verb or s.away(kept.seat):
            continue
        data: dict[str, Any] = {"decision": id_, "kind": kept.kind, "why": why, "text": kept.text}
        view = game.hide(s, kept.seat)
        by = game.hinders(view, kept.seat, kept.kind, kept.order) if why == "unasked" else None
        if by is not None:
            data["by"] = (by.code, by.data)
        found.append(Note(kept.seat, "lapsed", {**data, "receipt": kept.receipt}))
    return found
