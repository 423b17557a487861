"""The law of lines: whatever can be written can be on file without breaking anybody's game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from engine.decision import Arg, Args, Decision, Order
from engine.filing import Desk, file_between, file_plan, file_standing
from engine.form import Slot
from engine.game import Game
from engine.language.condition import Condition
from engine.language.fault import Fault
from engine.language.line import Line, parse_line
from engine.language.text import forms_for, order_text
from engine.laws.filing import source_of
from engine.laws.walk import Law, Point
from engine.laws.wording import NAMES
from engine.lexicon import Lexicon
from engine.plan import new_plan
from engine.state import change
from engine.window import PASS

ORDERS, CONDITIONS = 2, 1
"""So many lines, and of them with a condition, are looked at for one decision at each point. The
next decision of the kind takes those that come next, so that a few games see them all."""


class Sturdy(Law):
    """Lines of every form, with each word of its slots' domains that is no mere name, are read,
    filed as plan, standing order and for the gap, and evaluated: nothing raises, and what is given
    is legal.

    Each condition says something of every seat's view, whatever is asked, and once the game is
    over: lines that answer nothing (wishes) ask it then, before the first turn as well. So does
    each goal, since letters say how far a plan is.
    """

    name = "sturdy"

    def __init__(self) -> None:
        """Nothing is on file yet."""
        self._orders: dict[str, Iterator[Line]] = {}
        self._conditions: Iterator[Condition | None] | None = None
        self._kinds: set[str] = set()
        """Of the questions at which every condition was asked."""

    def at(self, point: Point) -> Iterable[str]:
        """Some lines for each decision, from silence and from before it."""
        game, s = point.game, point.s
        lexicon = game.lexicon(game.hide(s, ""), NAMES)
        if self._conditions is None:
            found: list[Condition | None] = [*_conditions(game, lexicon)]
            self._conditions = cycle(found or [None])
        for d in point.decisions[:1]:
            if d.kind not in self._kinds:
                self._kinds.add(d.kind)
                yield from _conditioned(point, d, lexicon)
        decisions = point.decisions
        for d in decisions and (decisions[point.chance.below(len(decisions))],):
            lines = self._orders.setdefault(d.kind, cycle(tuple(_lines(game, lexicon, d.kind))))
            plain = list(islice(lines, ORDERS))
            for line in plain:
                yield from _evaluated(point, d, line)
            for condition, line in zip(islice(self._conditions, CONDITIONS), plain, strict=False):
                if condition is None:
                    continue
                yield from _evaluated(point, d, change(line, when=(condition,)))
                yield from _evaluated(point, d, change(line, iff=(condition,)))

    def over(self, point: Point) -> Iterable[str]:
        """Every condition once the game is over."""
        lexicon = point.game.lexicon(point.game.hide(point.s, ""), NAMES)
        for seat in point.s.seats:
            d = Decision(id=f"0.{seat}", seat=seat, kind="", choices=(), default=PASS)
            _told(point, d, _conditions(point.game, lexicon))
        return ()


def _conditioned(point: Point, d: Decision, lexicon: Lexicon) -> Iterable[str]:
    """Every condition where this is asked: of the seat's view as its wishes ask it, and of each
    other's.
    """
    game, conditions = point.game, tuple(_conditions(point.game, lexicon))
    goals = [
        line.order
        for kind in sorted({kind for form in game.all_forms if form.goal for kind in form.fits})
        for line in _lines(game, lexicon, kind)
        if line.order is not None and any(f.goal for f in forms_for(game.all_forms, line.order))
    ]
    for seat in point.s.seats:
        _told(point, change(d, seat=seat), conditions)
        view = game.hide(point.s, seat)
        for goal in goals:
            game.reached(view, seat, goal, game.seen(view, seat))
    wish = next((line for line in _lines(game, lexicon, None)), None)
    if wish is None:
        return
    desk = Desk()
    for n, condition in enumerate(conditions):
        desk = file_standing(desk, d.seat, str(n), change(wish, when=(condition,)))
    if source_of(game, desk, silent=True).answer(point.s, d) is None:
        yield f"{wish.text!r} keeps {d.kind} waiting"


def _told(point: Point, d: Decision, conditions: Iterable[Condition]) -> None:
    """Ask the conditions of the view of the decision's seat: none raises."""
    view = point.game.hide(point.s, d.seat)
    for condition in conditions:
        try:
            int(point.game.holds(view, d, condition.word, condition.args))
        except Exception as fault:
            fault.add_note(f"{condition} of {d.seat} at {d.kind or point.s.ended}")
            raise


def _evaluated(point: Point, d: Decision, line: Line) -> Iterable[str]:
    game, s = point.game, point.s
    view = game.hide(s, d.seat)
    plan = new_plan((line,), seen=game.seen(view, d.seat))
    game.remarks(view, d.seat, [line.order], (), plan.seen)
    desks = (
        file_plan(Desk(), d.seat, plan),
        file_standing(Desk(), d.seat, line.text, line),
        file_between(Desk(), d.seat, (line,)),
    )
    for desk in desks:
        source = source_of(game, desk, silent=True)
        answer = source.answer(s, d)
        assert answer is not None
        if answer.order != d.default and not d.has(answer.order):
            yield f"{line.text!r} gives {answer.order} for {d.kind}, which is not legal"
        source.taken(s, d, answer)


def _lines(game: Game[Any], lexicon: Lexicon, kind: str | None) -> Iterator[Line]:
    """A line for each form that may settle this kind of decision (``None``: that is a wish) and
    each word of its slots.
    """
    for form in game.all_forms:
        if not (form.wish if kind is None else kind in form.fits):
            continue
        block = next((b for b in form.blocks if b in ("PLAN", "STANDING", "BETWEEN")), None)
        for args in _ways(form.slots, lexicon):
            text = order_text(form, Order(form.verb, args), lexicon)
            line = parse_line(text, game.all_forms, game.predicates, lexicon, block)
            if block is not None and not isinstance(line, Fault):
                yield line


def _conditions(game: Game[Any], lexicon: Lexicon) -> Iterator[Condition]:
    for predicate in game.predicates:
        for args in _ways(predicate.slots, lexicon):
            op, value = (">=", 1) if predicate.number else ("", 0)
            yield Condition(False, predicate.name, args, op, value)


def _ways(slots: Sequence[Slot], lexicon: Lexicon) -> Iterator[Args]:
    """Arguments in which each slot in turn takes each of its values, the others their first."""
    values = [tuple(_values(slot, lexicon)) for slot in slots]
    first = tuple(
        slot.default if slot.optional else v[0] for slot, v in zip(slots, values, strict=True)
    )
    yield first
    for i, some in enumerate(values):
        for value in some:
            yield (*first[:i], value, *first[i + 1 :])


def _values(slot: Slot, lexicon: Lexicon) -> Iterator[Arg]:
    """The first and the last name of the slot's domain, and every word of it in capitals."""
    if slot.type == "number":
        yield from (slot.low, min(slot.low + 3, slot.high), slot.high) if not slot.flag else (1,)
    names = list(lexicon.names(slot.domain)) if slot.domain else []
    shown = [n for n in names if (way := lexicon.shown(slot.domain, n)).isalpha() and way.isupper()]
    for name in dict.fromkeys((*names[:1], *names[-1:], *shown)):
        yield name if slot.type in ("name", "number") else (name,)
