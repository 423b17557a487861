"""What the lines of a plan will come to, for receipts and reports: the remarks behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace as change

from engine.asked import Asked, holds
from engine.decision import Decision, Order
from engine.game import Remark, Suggestion
from engine.language.fault import Fault
from engine.language.grammar import grammar_of
from engine.language.line import Line, line_text
from engine.plan import Plan, next_order, read_plan
from engine.rounds import READY_FORM
from engine.standing import wishes_of
from pbem.referee.seated import Seated

_NOTHING: Final = Decision(id="", seat="", kind="", choices=(), default=Order("PASS"))
"""A question in which conditions find nothing but what lies on the table."""


def remarks_on(seated: Seated, seat: str, plan: Plan) -> tuple[Remark | None, ...]:
    """One for each line of a plan of this seat; none for what is done, or before the start.

    A guarded line may come at any time: it is looked at from where things stand now. That there is
    nothing for it to do is not said while its condition does not hold: that is why it has one.
    """
    if seated.state is None:
        return (None,) * len(plan.lines)
    wishes = _wishes(seated, seat, plan)
    pairs = list(zip(plan.lines, plan.done, strict=True))
    steps = [line.order if line.step and not done else None for line, done in pairs]
    found = list(_said(seated, seat, steps, wishes, plan.seen))
    for i, line in enumerate(plan.lines):
        if line.guarded:
            one = _said(seated, seat, [line.order], wishes, plan.seen)[0]
            void = one is not None and one.void and not _holds(seated, seat, line)
            found[i] = None if void else one
    return tuple(found)


def _holds(seated: Seated, seat: str, line: Line) -> bool:
    """Whether a line's condition holds as things lie on the table."""
    asked = Asked(seated.game, seated.view(seat), change(_NOTHING, seat=seat))
    return holds(asked.told(order=line.order), line.when)


def suggested(seated: Seated, seat: str) -> tuple[Suggestion, ...]:
    """The plans that a letter suggests to this seat now, with the remarks behind their lines.

    Where a question of its own turn is open, only those that answer it: a player who sends one
    back must not be asked the same again.
    """
    game, view, wishes = seated.game, seated.view(seat), _wishes(seated, seat)
    asked = [
        d for d in seated.asked if d.seat == seat and not d.sealed and d.kind not in READY_FORM.fits
    ]
    grammar = grammar_of(game.all_forms, game.predicates)
    found = []
    for one in game.suggested_plans(view, seat):
        plan = read_plan(one.lines, game.all_forms, game.predicates, seated.lexicon(seat))
        if isinstance(plan, Fault):
            found.append(one)
        elif not asked or any(next_order(game, view, d, plan, wishes)[0] for d in asked):
            # A game knows seats; a letter prints the players' names.
            lines = tuple(line_text(line, grammar, seated.lexicon(seat)) for line in plan.lines)
            remarks = _on_steps(seated, seat, plan, wishes)
            found.append(change(one, lines=lines, remarks=remarks))
    return tuple(found)


def _on_steps(
    seated: Seated, seat: str, plan: Plan, wishes: tuple[Order, ...]
) -> tuple[Remark | None, ...]:
    """The remarks on those of its lines that are steps; none of any where there are none."""
    steps = [line.order if line.step else None for line in plan.lines]
    found = _said(seated, seat, steps, wishes, ())
    return found if any(found) else ()


def _said(
    seated: Seated,
    seat: str,
    steps: Sequence[Order | None],
    wishes: tuple[Order, ...],
    seen: tuple[str, ...],
) -> tuple[Remark | None, ...]:
    return seated.game.remarks(seated.view(seat), seat, steps, wishes, seen)


def _wishes(seated: Seated, seat: str, plan: Plan | None = None) -> tuple[Order, ...]:
    """What the seat's standing lines, and those of the plan, wish, as the plan will be told it."""
    desk = seated.desk
    lines: dict[str, Line] = {**desk.suggested.get(seat, {}), **desk.standing.get(seat, {})}
    d = change(_NOTHING, seat=seat)
    if plan is not None:
        lines |= {f"{i} {line.text}": line for i, line in enumerate(plan.lines)}
    return wishes_of(seated.game, seated.view(seat), d, lines)
