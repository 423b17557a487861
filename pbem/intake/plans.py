"""Plans, and orders for the gap between turns, onto file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from msgspec.structs import replace as change

from engine.filing import file_between, file_plan
from engine.language.block import Adopt, BetweenBlock, Item, Off, PlanBlock, Spoilt
from engine.language.fault import Fault
from engine.language.line import Line
from engine.language.text import forms_for
from engine.plan import new_plan, read_plan
from engine.window import PASS
from pbem.intake import own_words
from pbem.intake.clerk import Clerk
from pbem.intake.typed import typed
from pbem.letters.context import Note
from pbem.mailroom.ahead import remarks_on
from pbem.mailroom.picture import gap_list

_OFF: Final = "PLAN OFF"


def plan(clerk: Clerk, item: PlanBlock) -> None:
    """A plan for the seat's next turn."""
    if not item.heading_given:
        item = _without_answers(clerk, item)
        if not item.lines:
            return
        clerk.note_once("no-heading")
    if not _stale(clerk, item):
        _keep(clerk, item.lines, item.numbers, "")


def _without_answers(clerk: Clerk, item: PlanBlock) -> PlanBlock:
    """What of lines without a heading is a plan: of several all but a PASS to a window."""
    several = len(item.lines) > 1
    if several and not any(window.sealed for window in clerk.seated.game.windows):
        return item
    left = [
        i
        for i, (number, text) in enumerate(typed(item))
        if not _may_answer(clerk, item.lines[i])
        or (several and item.lines[i].verb != PASS.verb)
        or not own_words.answer_bare(clerk, number, text, item.lines[i].verb, plan=True)
    ]
    lines, numbers = (tuple(x[i] for i in left) for x in (item.lines, item.numbers))
    return change(item, lines=lines, numbers=numbers)


def _may_answer(clerk: Clerk, line: Line) -> bool:
    """Whether a line is a plain order that may answer a question, and no goal."""
    if not line.step or line.iff or line.otherwise is not None or line.order is None:
        return False
    forms = forms_for(clerk.forms, line.order)
    return any("ANSWER" in form.blocks for form in forms) and not any(f.goal for f in forms)


def adopt(clerk: Clerk, item: Adopt) -> None:
    """A plan that a letter of ours suggested under this letter."""
    if _stale(clerk, item):
        return
    text, data = f"PLAN {item.letter}", {"letter": item.letter}
    offered = clerk.replied.plans(clerk.seated.seats[clerk.seat])
    at = ord(item.letter) - ord("A")
    if at >= len(offered):
        clerk.refuse(item.number, text, "no-plan-letter", data=data)
        return
    lexicon = clerk.seated.lexicon(clerk.seat)
    plan = read_plan(offered[at], clerk.forms, clerk.predicates, lexicon)
    if isinstance(plan, Fault):
        clerk.refuse(item.number, text, "not-now")
        return
    _keep(clerk, plan.lines, (item.number,) * len(plan.lines), item.letter)


def plan_off(clerk: Clerk, item: Off) -> None:
    """No plan any more."""
    clerk.overtaken("plan-off-later", "plan")
    clerk.file(lambda desk: file_plan(desk, clerk.seat, None))
    clerk.done(_OFF, item.number)


def between(clerk: Clerk, item: BetweenBlock) -> None:
    """What is to be done in the gap."""
    if _stale(clerk, item):
        return
    before = clerk.came(gap_list(clerk.seated, clerk.seat))
    clerk.overtaken("replaced-later", "between")
    clerk.file(lambda desk: file_between(desk, clerk.seat, item.lines))
    clerk.kept("between", item.lines, item.numbers, replaces=before)


def spoilt(clerk: Clerk, item: Spoilt) -> None:
    """No line of it was good: what is on file stays as it is."""
    seated, seat = clerk.seated, clerk.seat
    held = gap_list(seated, seat) if item.what == "BETWEEN" else seated.desk.plans.get(seat)
    clerk.note_once(f"{item.what.lower()}-{'stays' if held else 'empty'}")


def _keep(clerk: Clerk, lines: tuple[Line, ...], numbers: Sequence[int], name: str) -> None:
    seated = clerk.seated
    # Before the start there is nothing to be seen yet.
    started = seated.state is not None
    seen = _seen(clerk) if started else ()
    plan = new_plan(lines, seated.open_turn, name, seen)
    before = clerk.came(seated.desk.plans.get(clerk.seat))
    clerk.overtaken("replaced-later", "plan")
    clerk.out.done = [
        replace(one, notes=(Note("plan-later"),)) if one.text == _OFF else one
        for one in clerk.out.done
    ]
    clerk.file(lambda desk: file_plan(desk, clerk.seat, plan))
    clerk.kept("plan", lines, numbers, remarks_on(seated, clerk.seat, plan), before)


def _seen(clerk: Clerk) -> tuple[str, ...]:
    """What the plan's goals mean: what they meant in the letter that its writer had before him,
    where that is known.
    """
    seated, seat = clerk.seated, clerk.seat
    known = clerk.replied.seen(seated.seats[seat])
    return seated.game.seen(seated.view(seat), seat) if known is None else known


def _stale(clerk: Clerk, item: Item) -> bool:
    """Whether it is a plan for an own turn that has been played; then its lines are refused."""
    own = clerk.seated.seats[clerk.seat].turn
    state = clerk.seated.state
    over = own < state.turn or state.active != clerk.seat
    if not own or not over or clerk.stamp.turn > own:
        return False
    for number, text in typed(item):
        clerk.refuse(number, text, "stale-plan", data={"turn": own})
    return True
