"""What the lines of a plan will come to, for receipts and reports: the remarks behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace as change

from engine.decision import Decision, Order
from engine.game import Remark, Suggestion
from engine.language.line import Line
from engine.plan import Plan
from engine.standing import wishes_of
from pbem.referee.seated import Seated

_NOTHING: Final = Decision(id="", seat="", kind="", choices=(), default=Order("PASS"))
"""A question in which conditions find nothing but what lies on the table."""


def remarks_on(seated: Seated, seat: str, plan: Plan) -> tuple[Remark | None, ...]:
    """One for each line of a plan of this seat; none for what is done, or before the start.

    A guarded line may come at any time: it is looked at from where things stand now.
    """
    if seated.state is None:
        return (None,) * len(plan.lines)
    wishes = _wishes(seated, seat)
    pairs = list(zip(plan.lines, plan.done, strict=True))
    steps = [line.order if line.step and not done else None for line, done in pairs]
    found = list(_said(seated, seat, steps, wishes, plan.seen))
    for i, line in enumerate(plan.lines):
        if line.guarded:
            found[i] = _said(seated, seat, [line.order], wishes, plan.seen)[0]
    return tuple(found)


def suggested(seated: Seated, seat: str) -> tuple[Suggestion, ...]:
    """The plans that a letter suggests to this seat now, with the remarks behind their lines."""
    plans = seated.game.suggested_plans(seated.view(seat), seat)
    if not any(any(plan.steps) for plan in plans):
        return plans
    wishes = _wishes(seated, seat)
    return tuple(
        change(plan, remarks=_said(seated, seat, plan.steps, wishes, ())) for plan in plans
    )


def _said(
    seated: Seated,
    seat: str,
    steps: Sequence[Order | None],
    wishes: tuple[Order, ...],
    seen: tuple[str, ...],
) -> tuple[Remark | None, ...]:
    return seated.game.remarks(seated.view(seat), seat, steps, wishes, seen)


def _wishes(seated: Seated, seat: str) -> tuple[Order, ...]:
    """What the seat's standing lines wish, as a plan will be told it."""
    desk = seated.desk
    lines: dict[str, Line] = {**desk.suggested.get(seat, {}), **desk.standing.get(seat, {})}
    d = change(_NOTHING, seat=seat)
    return wishes_of(seated.game, seated.view(seat), d, lines)
