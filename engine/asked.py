"""One decision as its seat sees it, and what a single line on file gives for it.

What plans and standing orders share; both are pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace as change

from engine.decision import Decision, Order
from engine.form import Form, Predicate
from engine.game import Game
from engine.language.condition import Condition
from engine.language.fault import Fault
from engine.language.line import Line
from engine.language.text import forms_for

OWN_ELSE = "+"
"""Behind a line's number in a cause: its own ELSE fired."""


class Asked(NamedTuple):
    """One decision as its seat sees it; ``wishes`` go to the game's ``resolve``, ``seen`` to its
    ``reached``.
    """

    game: Game[Any]
    view: Any
    d: Decision
    wishes: tuple[Order, ...] = ()
    seen: tuple[str, ...] = ()

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
        if line.roll is not None and not rolled(told, *line.roll):
            return False
        if self.fits(line.order) and _seen_to_hold(told, line.iff):
            return True
        return line.otherwise is not None and self.fits(line.otherwise)

    def legal(self, order: Order) -> Order | None:
        """The order, or what the game makes of it, if that is legal now."""
        if not self.fits(order) or self.barred(order):
            return None
        d = self.d
        found = order if d.has(order) else self.game.resolve(self.view, d, order, self.wishes)
        return found if found is not None and d.has(found) else None

    def barred(self, order: Order) -> bool:
        """Whether a wish forbids orders of this verb (``Form.bars``)."""
        return any(order.verb in form.bars for wish in self.wishes for form in self.forms(wish))

    def wished(self, lines: Iterable[Line]) -> tuple[Order, ...]:
        """Those of the lines that are wishes, as far as their conditions hold now."""
        return tuple(
            line.order
            for line in lines
            if line.order is not None
            and self.is_wish(line.order)
            and holds(self, line.when)
            and holds(self, line.iff)
        )

    def reached(self, line: Line) -> bool:
        """Whether the line's order is a goal that is reached."""
        if line.order is None:
            return False
        return self.is_goal(line.order) and self.game.reached(
            self.view, self.d.seat, line.order, self.seen
        )


def line_order(asked: Asked, line: Line) -> tuple[Order | None, str]:
    """What a line gives for this decision: its order, or its own ELSE (marked ``+``), or nothing.

    A guard that does not hold lets neither of them pass. A line that begins with ELSE gives
    nothing here.
    """
    if line.order is None or not any(asked.fits(order) for order in line.orders):
        return None, ""
    if line.when or line.iff:
        asked = asked.told(order=line.order)
    if not holds(asked, line.when) or (line.roll is not None and not rolled(asked, *line.roll)):
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


def hopeless(
    game: Game[Any], view: Any, seat: str, line: Line, only: frozenset[str] = frozenset()
) -> Fault | None:
    """The fault of a line one of whose orders could never be legal (``Game.hopeless``).

    ``only``: the kinds of decision that the line can answer where it stands; empty: all.
    """
    for order in line.orders:
        kinds = _kinds(game, order)
        found = game.hopeless(view, seat, order, kinds & only if only else kinds)
        if found is not None:
            return Fault("never", verb=order.verb, by=found)
    return None


@lru_cache(maxsize=1024)
def _kinds(game: Game[Any], order: Order) -> frozenset[str]:
    """The kinds of decision that the order can settle."""
    return frozenset(kind for form in _forms(game, order) for kind in form.fits)


@lru_cache(maxsize=1024)
def _is_wish(game: Game[Any], order: Order) -> bool:
    return any(form.wish for form in _forms(game, order))


def rolled(asked: Asked, wanted: int, more: bool) -> bool:
    """``ROLL n``: the die in the question's public facts, else what the game's predicate says."""
    return any(die == wanted or (more and die > wanted) for die in dice_of(asked))


def dice_of(asked: Asked) -> Sequence[int]:
    """The dice that ``rolled`` looks at; none where the question is about no roll."""
    info, game = asked.d.info, asked.game
    found: Any = info.get("roll", info.get("die"))
    if found is None:
        if all(predicate.name != "ROLL" for predicate in game.predicates):
            return ()
        found = game.holds(asked.view, asked.d, "ROLL", ())
    return found if isinstance(found, tuple | list) else (found,)


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
