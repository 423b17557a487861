"""Plans: what a seat does with its decisions, line by line.

For each decision: the guarded lines from the top, the first that holds and is legal (never
struck); else the first unfinished step whose verb fits this decision; if that gives nothing legal,
its own ELSE, then the ELSE lines from the top (README.md, "The order language"). Evaluating is
pure; ``after`` moves the pointer, and only once an answer was taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace as change

from engine.decision import Decision, Order
from engine.fact import Fact, Missed
from engine.form import Form, Predicate
from engine.game import Game, Remark
from engine.language.condition import Condition
from engine.language.fault import Fault
from engine.language.line import Line, parse_line
from engine.language.text import forms_for
from engine.lexicon import Lexicon

OWN_ELSE = "+"
"""Behind a line's number in a cause: its own ELSE fired."""


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


class Asked(NamedTuple):
    """One decision as its seat sees it; ``wishes`` go to the game's ``resolve``, ``seen`` to its
    ``reached``.
    """

    game: Game[Any]
    view: Any
    d: Decision
    wishes: tuple[Order, ...] = ()
    seen: tuple[str, ...] = ()

    def under(self, plan: Plan) -> Asked:
        """The decision as this plan meets it: the game is told ``seen`` and the ``step`` that is
        next, so that loosely named orders and conditions of other lines can follow it.
        """
        asked = self._replace(seen=plan.seen)
        step = next((i for i in _steps(asked, plan) if not asked.reached(plan.lines[i])), None)
        order = None if step is None else plan.lines[step].order
        return asked.told(seen=plan.seen, step=order)

    def told(self, **more: Any) -> Asked:
        """With more in the question's ``info``."""
        return self._replace(d=change(self.d, info={**self.d.info, **more}))

    def forms(self, order: Order) -> tuple[Form, ...]:
        """The forms that may stand behind an order."""
        return _forms(self.game, order)

    def fits(self, order: Order) -> bool:
        """Whether the order's verb can settle this kind of decision."""
        return self.d.kind in _kinds(self.game, order)

    def is_goal(self, order: Order) -> bool:
        """Whether the order is a goal: done when it is reached, not when it is taken."""
        return any(form.goal for form in self.forms(order))

    def is_wish(self, order: Order) -> bool:
        """Whether the order answers nothing itself, but shapes goals."""
        return _is_wish(self.game, order)

    def covered(self, lines: Iterable[Line]) -> bool:
        """Whether one of the lines is for this decision (see ``counts``)."""
        return any(self.counts(line) for line in lines)

    def counts(self, line: Line) -> bool:
        """Whether a line is for this decision, as far as everybody could see: its verb fits, and
        its public guards hold. A guard on what is hidden is taken to hold: else the waiting itself
        would tell.
        """
        if not any(self.fits(order) for order in line.orders):
            return False
        if line.order is None:
            return True
        told = self.told(order=line.order) if line.when or line.iff else self
        if not _seen_to_hold(told, line.when):
            return False
        if line.roll is not None and not _rolled(told, *line.roll):
            return False
        if self.fits(line.order) and _seen_to_hold(told, line.iff):
            return True
        return line.otherwise is not None and self.fits(line.otherwise)

    def legal(self, order: Order) -> Order | None:
        """The order, or what the game makes of it, if that is legal now."""
        if not self.fits(order):
            return None
        d = self.d
        found = order if d.has(order) else self.game.resolve(self.view, d, order, self.wishes)
        return found if found is not None and d.has(found) else None

    def reached(self, line: Line) -> bool:
        """Whether the line's order is a goal that is reached."""
        if line.order is None:
            return False
        return self.is_goal(line.order) and self.game.reached(
            self.view, self.d.seat, line.order, self.seen
        )


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
    asked = asked.under(plan)
    first = _guarded(asked, plan) or _instead(asked, plan)
    if first is not None:
        return first
    stuck = 0
    step = next((i for i in _steps(asked, plan) if not asked.reached(plan.lines[i])), None)
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
    asked = asked.under(plan)
    own = tried.cause.endswith(OWN_ELSE)
    found: list[Missed] = []
    for i, line in enumerate(plan.lines):
        if own and tried.cause == f"{i + 1}{OWN_ELSE}":
            continue
        why = _why_missed(asked, line) if line.roll else ""
        if i + 1 == tried.stuck and line.order is not None:
            why = "goal" if asked.is_goal(line.order) else "stuck"
        if why:
            found.append((why, i + 1, line.text))
    return tuple(found)


def _why_missed(asked: Asked, line: Line) -> str:
    """Why a line with a ROLL gave nothing; empty: it was not for this decision."""
    if line.roll is None or line.order is None or not asked.fits(line.order):
        return ""
    told = asked.told(order=line.order)
    if not _dice(told) or not holds(told, line.when) or not holds(told, line.iff):
        return ""
    if _rolled(told, *line.roll):
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
    working = has_steps(plan) and (not plan.last or is_open(asked, plan))
    last = view.turn if working else plan.last
    if tuple(done) == plan.done and last == plan.last:
        return plan
    return change(plan, done=tuple(done), last=last)


def has_steps(plan: Plan) -> bool:
    """Whether it was more than guarded lines and what is done otherwise."""
    return any(line.step for line in plan.lines)


def with_losses(
    game: Game[Any], seat: str, plan: Plan, open_before: Sequence[bool], facts: Iterable[Fact]
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


def is_open(asked: Asked, plan: Plan) -> bool:
    """Whether the plan has a step that is neither struck nor reached."""
    return any(
        line.step and not done and not asked.reached(line)
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


# -- shared with standing orders -----------------------------------------------------------------


def line_order(asked: Asked, line: Line) -> tuple[Order | None, str]:
    """What a line gives for this decision: its order, or its own ELSE (marked ``+``), or nothing.

    A guard that does not hold lets neither of them pass. A line that begins with ELSE gives
    nothing here.
    """
    if line.order is None or not any(asked.fits(order) for order in line.orders):
        return None, ""
    if line.when or line.iff:
        asked = asked.told(order=line.order)
    if not holds(asked, line.when) or (line.roll is not None and not _rolled(asked, *line.roll)):
        return None, ""
    # Fit before condition: a condition is asked for the decisions that the verb is for only.
    if asked.fits(line.order) and holds(asked, line.iff):
        order = asked.legal(line.order)
        if order is not None:
            return order, ""
    order = asked.legal(line.otherwise) if line.otherwise is not None else None
    return order, OWN_ELSE if order is not None else ""


def else_order(asked: Asked, line: Line) -> Order | None:
    """What a line that begins with ELSE gives for this decision."""
    if line.order is not None or line.otherwise is None:
        return None
    return asked.legal(line.otherwise)


@lru_cache(maxsize=1024)
def _forms(game: Game[Any], order: Order) -> tuple[Form, ...]:
    """By game and order, which are asked for with every line of every seat again and again."""
    return forms_for(game.all_forms, order)


def kinds_of(game: Game[Any], line: Line) -> frozenset[str]:
    """The kinds of decision that one of the line's orders can settle."""
    return frozenset(kind for order in line.orders for kind in _kinds(game, order))


@lru_cache(maxsize=1024)
def _kinds(game: Game[Any], order: Order) -> frozenset[str]:
    """The kinds of decision that the order can settle."""
    return frozenset(kind for form in _forms(game, order) for kind in form.fits)


@lru_cache(maxsize=1024)
def _is_wish(game: Game[Any], order: Order) -> bool:
    return any(form.wish for form in _forms(game, order))


def _rolled(asked: Asked, wanted: int, more: bool) -> bool:
    """``ROLL n``: the die in the question's public facts, else what the game's predicate says."""
    return any(die == wanted or (more and die > wanted) for die in _dice(asked))


def _dice(asked: Asked) -> Sequence[int]:
    info, game = asked.d.info, asked.game
    rolled: Any = info.get("roll", info.get("die"))
    if rolled is None:
        if all(predicate.name != "ROLL" for predicate in game.predicates):
            return ()
        rolled = game.holds(asked.view, asked.d, "ROLL", ())
    return rolled if isinstance(rolled, tuple | list) else (rolled,)


def holds(asked: Asked, conditions: tuple[Condition, ...]) -> bool:
    """Whether all conditions hold, on the seat's own view."""
    return all(_holds(asked, condition) for condition in conditions)


def _seen_to_hold(asked: Asked, conditions: tuple[Condition, ...]) -> bool:
    """Whether all conditions hold that everybody could look up."""
    if not conditions:
        return True
    hidden = _hidden(asked.game.predicates)
    return holds(asked, tuple(c for c in conditions if c.word not in hidden))


@lru_cache(maxsize=16)
def _hidden(predicates: tuple[Predicate, ...]) -> frozenset[str]:
    return frozenset(predicate.name for predicate in predicates if predicate.hidden)


def _holds(asked: Asked, condition: Condition) -> bool:
    found = asked.game.holds(asked.view, asked.d, condition.word, condition.args)
    true = bool(found) if not condition.op else _compared(int(found), condition)
    return true != condition.no


def _compared(number: int, condition: Condition) -> bool:
    value = condition.value
    return {
        "<": number < value,
        "<=": number <= value,
        "=": number == value,
        ">=": number >= value,
        ">": number > value,
    }[condition.op]
