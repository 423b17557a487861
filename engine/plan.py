"""Plans: what a seat does with its decisions, line by line.

For each decision: the guarded lines from the top, the first that holds and is legal (never
struck); else the first unfinished step whose verb fits this decision; if that gives nothing legal,
its own ELSE, then the ELSE lines from the top (README.md, "The order language"). Evaluating is
pure; ``after`` moves the pointer, and only once an answer was taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace as change

from engine.asked import OWN_ELSE, Asked, dice_of, else_order, holds, line_order, rolled
from engine.decision import Decision, Order
from engine.fact import Missed
from engine.form import Form, Predicate
from engine.game import Game, Remark
from engine.language.fault import Fault
from engine.language.line import Line, parse_line
from engine.lexicon import Lexicon


class Plan(Struct, frozen=True):
    """A plan, or the orders for the gap after the own turn.

    ``done``: one for each line; only steps (lines with neither guard nor leading ELSE) are struck.
    ``turn``: the own turn it was written for. ``name``: its letter where it was adopted.
    ``seen``: what its goals meant when it was filed (``Game.seen``). ``last``: the last turn that
    it answered in while a step was open; 0 before its first answer. ``lost``: by line what took
    its goal away (``Game.lost``); empty where nothing did.
    """

    lines: tuple[Line, ...]
    done: tuple[bool, ...]
    turn: int = 0
    name: str = ""
    seen: tuple[str, ...] = ()
    last: int = 0
    lost: tuple[Remark | None, ...] = ()

    @property
    def left(self) -> tuple[Line, ...]:
        """The lines not struck."""
        return tuple(line for line, done in zip(self.lines, self.done, strict=True) if not done)


def new_plan(
    lines: Sequence[Line], turn: int = 0, name: str = "", seen: tuple[str, ...] = ()
) -> Plan:
    """A plan of which nothing is done."""
    return Plan(tuple(lines), (False,) * len(lines), turn, name, seen)


def read_plan(
    texts: Sequence[str],
    forms: Sequence[Form],
    predicates: Sequence[Predicate],
    lexicon: Lexicon,
    *,
    turn: int = 0,
    name: str = "",
    seen: tuple[str, ...] = (),
) -> Plan | Fault:
    """A plan from order lines, such as a suggestion's; the first fault if there is one."""
    lines: list[Line] = []
    for text in texts:
        line = parse_line(text, forms, predicates, lexicon, "PLAN")
        if isinstance(line, Fault):
            return line
        lines.append(line)
    return new_plan(lines, turn, name, seen)


class Tried(NamedTuple):
    """What a plan gives for one decision."""

    order: Order | None
    cause: str
    """Number of the line, from 1, with ``+`` where its own ELSE fired; empty: nothing did."""
    stuck: int
    """Number of the step that fits the decision and gave nothing legal; 0: none."""


def next_order(
    game: Game[Any], view: Any, d: Decision, plan: Plan, wishes: tuple[Order, ...] = ()
) -> tuple[Order | None, str]:
    """The plan's order for this decision and its cause; ``view`` is its owner's. Pure."""
    tried = try_plan(Asked(game, view, d, wishes), plan)
    return tried.order, tried.cause


def try_plan(asked: Asked, plan: Plan) -> Tried:
    """``next_order``, with the step that could not go on."""
    asked, step = under(asked, plan)
    first = _guarded(asked, plan) or _instead(asked, plan)
    if first is not None:
        return first
    stuck = 0
    if step is not None:
        order, suffix = line_order(asked, plan.lines[step])
        stuck = 0 if order is not None and not suffix else step + 1
        if order is not None:
            return Tried(order, f"{step + 1}{suffix}", stuck)
    if _is_over(asked, plan):
        return Tried(None, "", stuck)
    for i, line in enumerate(plan.lines):
        order = else_order(asked, line)
        if order is not None:
            return Tried(order, f"{i + 1}", stuck)
    return Tried(None, "", stuck)


def under(asked: Asked, plan: Plan) -> tuple[Asked, int | None]:
    """The decision as this plan meets it, and the index of the step that is next: the game is told
    the plan's wishes, ``seen`` and that ``step``, so that loosely named orders and conditions of
    other lines can follow it.
    """
    wishes = (*asked.wishes, *asked.wished(plan.lines))
    asked = asked._replace(seen=plan.seen, wishes=wishes)
    step = next((i for i in _steps(asked, plan) if not asked.reached(plan.lines[i])), None)
    order = None if step is None else plan.lines[step].order
    return asked.told(seen=plan.seen, step=order), step


def _guarded(asked: Asked, plan: Plan) -> Tried | None:
    """What the first guarded line that holds gives."""
    for i, line in enumerate(plan.lines):
        if line.guarded:
            order, suffix = line_order(asked, line)
            if order is not None:
                return Tried(order, f"{i + 1}{suffix}", 0)
    return None


def _instead(asked: Asked, plan: Plan) -> Tried | None:
    """What a step says to do otherwise whose goal was taken away, before any step that is open: for
    one decision, then it is struck.
    """
    if not any(plan.lost):
        return None
    for i in _steps(asked, plan):
        line = plan.lines[i]
        if not asked.reached(line):
            return None
        if plan.lost[i] is not None and line.otherwise is not None and holds(asked, line.iff):
            order = asked.legal(line.otherwise)
            if order is not None:
                return Tried(order, f"{i + 1}{OWN_ELSE}", 0)
    return None


def fell_back(plan: Plan, tried: Tried) -> bool:
    """Whether the plan gave what its lines say to do otherwise, or nothing."""
    number = tried.cause.removesuffix(OWN_ELSE)
    return number != tried.cause or not number or plan.lines[int(number) - 1].only_else


def missed(asked: Asked, plan: Plan, tried: Tried) -> tuple[Missed, ...]:
    """The lines that were meant for this decision, where the plan fell back on others.

    These are the lines with a ROLL, and the step that could not be done; but not what has an ELSE
    of its own that was used, which says itself what it does.
    """
    if not fell_back(plan, tried):
        return ()
    asked, _ = under(asked, plan)
    own = tried.cause.endswith(OWN_ELSE)
    found = []
    for i, line in enumerate(plan.lines):
        if own and tried.cause == f"{i + 1}{OWN_ELSE}":
            continue
        why = _why_missed(asked, line) if line.roll else ""
        if i + 1 == tried.stuck and line.order is not None:
            why = "goal" if asked.is_goal(line.order) else "stuck"
        if why:
            by = None if why in ("low", "exact") else bar(asked, line)
            found.append(Missed(why, i + 1, line.text, by))
    return tuple(found)


def bar(asked: Asked, line: Line) -> tuple[str, dict[str, Any]] | None:
    """What keeps a line's order off now: code and data of ``Game.hinders``, or ``if`` where what
    stands behind IF does not hold; ``None``: no single thing.
    """
    order = line.order
    if order is None or not asked.fits(order):
        return None
    if line.iff and not holds(asked.told(order=order), line.iff):
        return "if", {}
    found = asked.game.hinders(asked.view, asked.d.seat, asked.d.kind, order)
    return None if found is None else (found.code, dict(found.data))


def _why_missed(asked: Asked, line: Line) -> str:
    """Why a line with a ROLL gave nothing; empty: it was not for this decision."""
    if line.roll is None or line.order is None or not asked.fits(line.order):
        return ""
    told = asked.told(order=line.order)
    if not dice_of(told) or not holds(told, line.when) or not holds(told, line.iff):
        return ""
    if rolled(told, *line.roll):
        return "off"
    return "low" if line.roll[1] else "exact"


def after(game: Game[Any], view: Any, d: Decision, plan: Plan, taken: Order, cause: str) -> Plan:
    """The plan after ``taken`` was taken for this decision; ``view``: as it was decided on.

    ``cause``: that of ``next_order`` where the plan gave it, else empty. A step is struck by its
    order or its own ELSE, as far as ``game.finishes``; a goal once it is reached. Goals that were
    passed over because they are reached are struck too, whoever gave the answer.
    """
    asked = Asked(game, view, d, seen=plan.seen)
    done = list(plan.done)
    for i in _steps(asked, plan):
        if not asked.reached(plan.lines[i]):
            break
        done[i] = True
    number = cause.removesuffix(OWN_ELSE)
    if number:
        i = int(number) - 1
        done[i] = done[i] or _finished(asked, plan.lines[i], taken)
    # A step of which nothing is known yet counts as open: the first answer is always the plan's.
    working = has_steps(asked, plan) and (not plan.last or is_open(asked, plan))
    last = view.turn if working else plan.last
    if tuple(done) == plan.done and last == plan.last:
        return plan
    return change(plan, done=tuple(done), last=last)


def has_steps(asked: Asked, plan: Plan) -> bool:
    """Whether it was more than guarded lines, wishes and what is done otherwise."""
    return any(_is_step(asked, line) for line in plan.lines)


def _is_step(asked: Asked, line: Line) -> bool:
    return line.step and line.order is not None and not asked.is_wish(line.order)


def goes_on(asked: Asked, plan: Plan) -> bool:
    """Whether it may answer something in a turn to come: a step is left, a guarded line, or it is
    nothing but what is done otherwise.
    """
    guarded = any(line.guarded for line in plan.lines)
    return guarded or not has_steps(asked, plan) or is_open(asked._replace(seen=plan.seen), plan)


def is_open(asked: Asked, plan: Plan) -> bool:
    """Whether the plan has a step that is neither struck nor reached."""
    return any(
        not done and _is_step(asked, line) and not asked.reached(line)
        for line, done in zip(plan.lines, plan.done, strict=True)
    )


def _is_over(asked: Asked, plan: Plan) -> bool:
    """Whether its last step was done in an earlier turn: then its ELSE lines answer no more.

    What they are instead of is over; a new turn is the player's to plan.
    """
    return bool(plan.last) and plan.last != asked.view.turn and not is_open(asked, plan)


def _steps(asked: Asked, plan: Plan) -> list[int]:
    """The unfinished steps whose verb fits this decision, from the top."""
    return [
        i
        for i, (line, done) in enumerate(zip(plan.lines, plan.done, strict=True))
        if not done and line.step and any(asked.fits(order) for order in line.orders)
    ]


def _finished(asked: Asked, line: Line, taken: Order) -> bool:
    """Whether taking an order from this line, its own ELSE included, strikes it."""
    if not line.step or line.order is None or asked.is_goal(line.order):
        return False
    return asked.game.finishes(line.order, taken)
