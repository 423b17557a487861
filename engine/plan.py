"""Plans: what a seat does with its decisions, line by line.

For each decision: the guarded lines from the top, the first that holds and is legal (never
struck); else the first unfinished step whose verb fits this decision; if that gives nothing legal,
its own ELSE, then the ELSE lines from the top (conventions.md, "Order language"). Evaluating is
pure; ``after`` moves the pointer, and only once an answer was taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace as change

from engine.decision import Decision, Order
from engine.form import Form, Predicate
from engine.game import Game
from engine.language.condition import Condition
from engine.language.fault import Fault
from engine.language.line import Line, parse_line
from engine.language.text import form_for
from engine.lexicon import Lexicon

OWN_ELSE = "+"
"""Behind a line's number in a cause: its own ELSE fired."""


class Plan(Struct, frozen=True):
    """A plan, or the orders for the gap after the own turn.

    ``done``: one for each line; only steps (lines with neither guard nor leading ELSE) are struck.
    ``turn``: the own turn it was written for. ``name``: its letter where it was adopted.
    """

    lines: tuple[Line, ...]
    done: tuple[bool, ...]
    turn: int = 0
    name: str = ""

    @property
    def left(self) -> tuple[Line, ...]:
        """The lines not struck."""
        return tuple(line for line, done in zip(self.lines, self.done, strict=True) if not done)


def new_plan(lines: Sequence[Line], turn: int = 0, name: str = "") -> Plan:
    """A plan of which nothing is done."""
    return Plan(tuple(lines), (False,) * len(lines), turn, name)


def read_plan(
    texts: Sequence[str],
    forms: Sequence[Form],
    predicates: Sequence[Predicate],
    lexicon: Lexicon,
    *,
    turn: int = 0,
    name: str = "",
) -> Plan | Fault:
    """A plan from order lines, such as a suggestion's; the first fault if there is one."""
    lines: list[Line] = []
    for text in texts:
        line = parse_line(text, forms, predicates, lexicon, "PLAN")
        if isinstance(line, Fault):
            return line
        lines.append(line)
    return new_plan(lines, turn, name)


class Tried(NamedTuple):
    """What a plan gives for one decision."""

    order: Order | None
    cause: str
    """Number of the line, from 1, with ``+`` where its own ELSE fired; empty: nothing did."""
    stuck: int
    """Number of the step that fits the decision and gave nothing legal; 0: none."""


def next_order(game: Game[Any], view: Any, d: Decision, plan: Plan) -> tuple[Order | None, str]:
    """The plan's order for this decision and its cause; ``view`` is its owner's. Pure."""
    tried = try_plan(game, view, d, plan)
    return tried.order, tried.cause


def try_plan(game: Game[Any], view: Any, d: Decision, plan: Plan) -> Tried:
    """``next_order``, with the step that could not go on."""
    for i, line in enumerate(plan.lines):
        if line.guarded:
            order, suffix = line_order(game, view, d, line)
            if order is not None:
                return Tried(order, f"{i + 1}{suffix}", 0)
    stuck = 0
    step = _current(game, view, d, plan)
    if step is not None:
        order, suffix = line_order(game, view, d, plan.lines[step])
        stuck = 0 if order is not None and not suffix else step + 1
        if order is not None:
            return Tried(order, f"{step + 1}{suffix}", stuck)
    for i, line in enumerate(plan.lines):
        if line.order is None and line.otherwise is not None:
            order = legal_order(game, view, d, line.otherwise)
            if order is not None:
                return Tried(order, f"{i + 1}", stuck)
    return Tried(None, "", stuck)


def after(game: Game[Any], view: Any, d: Decision, plan: Plan, taken: Order, cause: str) -> Plan:
    """The plan after ``taken`` was taken for this decision; ``view``: as it was decided on.

    ``cause``: that of ``next_order`` where the plan gave it, else empty. Goals that were passed
    over because they are reached are struck too, whoever gave the answer.
    """
    done = list(plan.done)
    for i in _steps(game, d, plan):
        if not _reached(game, view, d, plan.lines[i]):
            break
        done[i] = True
    number = cause.removesuffix(OWN_ELSE)
    if number:
        i = int(number) - 1
        done[i] = done[i] or _finished(game, plan.lines[i], taken, own=number == cause)
    return plan if tuple(done) == plan.done else change(plan, done=tuple(done))


def _steps(game: Game[Any], d: Decision, plan: Plan) -> list[int]:
    """The unfinished steps whose verb fits this decision, from the top."""
    return [
        i
        for i, (line, done) in enumerate(zip(plan.lines, plan.done, strict=True))
        if not done and _is_step(line) and any(fits(game, d, order) for order in line.orders)
    ]


def _is_step(line: Line) -> bool:
    return line.order is not None and not line.guarded


def _current(game: Game[Any], view: Any, d: Decision, plan: Plan) -> int | None:
    """The first of those steps that is not a goal reached."""
    for i in _steps(game, d, plan):
        if not _reached(game, view, d, plan.lines[i]):
            return i
    return None


def _reached(game: Game[Any], view: Any, d: Decision, line: Line) -> bool:
    order = line.order
    assert order is not None
    form = _form(game, order)
    return form is not None and form.goal and game.reached(view, d.seat, order)


def _finished(game: Game[Any], line: Line, taken: Order, *, own: bool) -> bool:
    """Whether taking an order from this line strikes it."""
    if not _is_step(line):
        return False
    assert line.order is not None
    form = _form(game, line.order)
    if form is not None and form.goal:
        return False
    order = line.order if own else line.otherwise
    return order is not None and game.finishes(order, taken)


# -- shared with standing orders -----------------------------------------------------------------


def line_order(game: Game[Any], view: Any, d: Decision, line: Line) -> tuple[Order | None, str]:
    """What a line gives for this decision: its order, or its own ELSE (marked ``+``), or nothing.

    A guard that does not hold lets neither of them pass.
    """
    if line.order is None or not any(fits(game, d, order) for order in line.orders):
        return None, ""
    if not _guard_holds(game, view, d, line):
        return None, ""
    if fits(game, d, line.order) and _all_hold(game, view, d, line.iff):
        order = legal_order(game, view, d, line.order)
        if order is not None:
            return order, ""
    if line.otherwise is not None:
        order = legal_order(game, view, d, line.otherwise)
        if order is not None:
            return order, OWN_ELSE
    return None, ""


def covers(game: Game[Any], d: Decision, lines: Iterable[Line]) -> bool:
    """Whether one of the lines is for this kind of decision."""
    return any(fits(game, d, order) for line in lines for order in line.orders)


def fits(game: Game[Any], d: Decision, order: Order) -> bool:
    """Whether the order's verb can settle this kind of decision."""
    form = _form(game, order)
    return form is not None and d.kind in form.fits


def legal_order(game: Game[Any], view: Any, d: Decision, order: Order) -> Order | None:
    """The order, or what the game makes of it, if that is legal now."""
    if not fits(game, d, order):
        return None
    found = order if d.has(order) else game.resolve(view, d, order)
    return found if found is not None and d.has(found) else None


def _form(game: Game[Any], order: Order) -> Form | None:
    return form_for(_by_verb(game.all_forms).get(order.verb, ()), order)


@lru_cache(maxsize=16)
def _by_verb(forms: tuple[Form, ...]) -> dict[str, tuple[Form, ...]]:
    return {form.verb: tuple(f for f in forms if f.verb == form.verb) for form in forms}


def _guard_holds(game: Game[Any], view: Any, d: Decision, line: Line) -> bool:
    if line.roll is not None and not _rolled(game, view, d, *line.roll):
        return False
    return _all_hold(game, view, d, line.when)


def _rolled(game: Game[Any], view: Any, d: Decision, wanted: int, more: bool) -> bool:
    """``ROLL n``: the public ``roll`` of the question, or what the game's predicate ROLL says."""
    rolled = d.info.get("roll")
    if rolled is None:
        if all(predicate.name != "ROLL" for predicate in game.predicates):
            return False
        rolled = game.holds(view, d, "ROLL", ())
    dice = rolled if isinstance(rolled, tuple | list) else (rolled,)
    return any(die == wanted or (more and die > wanted) for die in dice)


def _all_hold(game: Game[Any], view: Any, d: Decision, conditions: tuple[Condition, ...]) -> bool:
    return all(_holds(game, view, d, condition) for condition in conditions)


def _holds(game: Game[Any], view: Any, d: Decision, condition: Condition) -> bool:
    found = game.holds(view, d, condition.word, condition.args)
    holds = bool(found) if not condition.op else _compared(int(found), condition)
    return holds != condition.no


def _compared(number: int, condition: Condition) -> bool:
    value = condition.value
    return {
        "<": number < value,
        "<=": number <= value,
        "=": number == value,
        ">=": number >= value,
        ">": number > value,
    }[condition.op]
