"""Standing orders: one seat's lines by head, in order of filing, until they are changed.

For a window they are total: where a seat has a line for it and none gives anything legal, the
answer is the decision's default, which is to pass (README.md, "The order language"). They overrule
the lines that a game suggests; those that only pass do not: they say that nobody need wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.asked import Asked, else_order, kinds_of, line_order
from engine.decision import Decision, Order
from engine.form import Form, Predicate
from engine.game import Game
from engine.language.fault import Fault
from engine.language.grammar import grammar_of
from engine.language.head import split
from engine.language.line import Line, parse_line
from engine.lexicon import Lexicon
from engine.window import PASS

Standing = dict[str, Line]
"""Lines by head; a line filed again keeps its place."""

REST = "rest"
"""Cause of the default that a seat's lines for a window leave, when none of them fired."""


def stand(
    game: Game[Any],
    view: Any,
    d: Decision,
    lines: Mapping[str, Line],
    wishes: tuple[Order, ...] = (),
) -> tuple[Order | None, str]:
    """What the lines give for this decision, and the head of the line that fired. Pure.

    For a window (``d.sealed``) the default with cause ``rest`` when there are lines for it
    (``Asked.counts``) and none gives anything; else ``None``. A PASS without a condition means
    what is left: it is the last, wherever it stands, or it would put out every line filed later.
    """
    asked = Asked(game, view, d, wishes)
    left = {head: line for head, line in lines.items() if _passes_all(line)}
    for head, line in lines.items():
        order, suffix = line_order(asked, line) if head not in left else (None, "")
        if order is not None:
            return order, f"{head} {suffix}".strip()
    for head, line in lines.items():
        order = else_order(asked, line)
        if order is not None:
            return order, head
    for head, line in left.items():
        order, _ = line_order(asked, line)
        if order is not None:
            return order, head
    if d.sealed and asked.covered(lines.values()):
        return d.default, REST
    return None, ""


def passes(line: Line) -> bool:
    """Whether all that a line says is to pass."""
    return all(order.verb == PASS.verb for order in line.orders)


def _passes_all(line: Line) -> bool:
    """Whether a line passes whatever is asked, without a condition."""
    return line.order is not None and passes(line) and not (line.guarded or line.iff)


def overruled(
    game: Game[Any], own: Mapping[str, Line], suggested: Mapping[str, Line]
) -> dict[str, frozenset[str]]:
    """By head of a suggested line the kinds of window in which it does not count.

    Those for which the seat has a line of its own that does more than pass; with the same head
    all. Lines that are in force everywhere are left out. A guard of the own line makes no
    difference: what was suggested is off for the kind.
    """
    windows = {window.kind for window in game.windows if window.sealed}
    lines = [line for line in own.values() if not passes(line)]
    taken = windows & {kind for line in lines for kind in kinds_of(game, line)}
    found = {}
    for head, line in suggested.items():
        kinds = kinds_of(game, line)
        over = kinds if head in own else kinds & taken
        if over or head in own:
            found[head] = over
    return found


def wishes_of(
    game: Game[Any], view: Any, d: Decision, lines: Mapping[str, Line]
) -> tuple[Order, ...]:
    """The lines that are no orders but wishes (``KEEP``), as far as their conditions hold now."""
    return Asked(game, view, d).wished(lines.values())


def read_standing(
    texts: Iterable[str],
    forms: tuple[Form, ...],
    predicates: tuple[Predicate, ...],
    lexicon: Lexicon,
) -> Standing | Fault:
    """Lines by head from their texts, such as a game's suggestions; else the first fault."""
    grammar = grammar_of(forms, predicates)
    found: Standing = {}
    for text in texts:
        line = parse_line(text, forms, predicates, lexicon, "STANDING")
        if isinstance(line, Fault):
            return line
        found.update(split(line, grammar, lexicon))
    return found
