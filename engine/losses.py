"""Goals of plans that facts took away: others were there first (``Game.lost``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace as change

from engine.fact import Fact
from engine.filing import Desk
from engine.game import Game
from engine.notes import Note
from engine.plan import Plan


def note_losses(game: Game[Any], before: Desk, desk: Desk, facts: Sequence[Fact]) -> Desk:
    """The desk with the goals of plans marked that these facts took away; ``before``: the desk
    as it was when they began to happen.
    """
    plans = dict(desk.plans)
    for seat, plan in desk.plans.items():
        old = before.plans.get(seat)
        if old is not None and old.lines == plan.lines:
            open_before = [not done for done in old.done]
            plans[seat] = _with_losses(game, seat, plan, open_before, facts)
    return desk if plans == desk.plans else change(desk, plans=plans)


def _with_losses(
    game: Game[Any], seat: str, plan: Plan, open_before: Sequence[bool], facts: Sequence[Fact]
) -> Plan:
    """With what these facts took away of its goals; ``open_before``: the lines that were not done
    before them.
    """
    lost = list(plan.lost or (None,) * len(plan.lines))
    goals = [
        (i, line.order)
        for i, line in enumerate(plan.lines)
        if line.step and line.order is not None and open_before[i] and lost[i] is None
    ]
    if not goals:
        return plan
    for fact in facts:
        for i, order in goals:
            lost[i] = lost[i] or game.lost(seat, order, plan.seen, fact)
    return change(plan, lost=tuple(lost)) if any(lost) else plan


def with_lost(note: Note, desk: Desk) -> Note:
    """The note that a plan has ended, with what was lost of it."""
    plan = desk.plans.get(note.seat)
    if note.code != "ended" or plan is None:
        return note
    lost = [
        {"line": i, "text": line.text, "code": remark.code, "data": remark.data}
        for i, (line, remark) in enumerate(zip(plan.lines, plan.lost, strict=False), 1)
        if remark is not None
    ]
    return change(note, data={**note.data, "lost": lost})
