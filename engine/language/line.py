"""One line of a plan or of standing orders: guard, order, condition, and what else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from engine.decision import Order
from engine.form import Block, Form, Predicate
from engine.language.condition import Condition, condition_text, read_conditions
from engine.language.fault import Fault
from engine.language.grammar import (
    AND,
    ELSE,
    IF,
    ROLL,
    WHEN,
    Grammar,
    Spellings,
    grammar_of,
)
from engine.language.order import only, read_order
from engine.language.scan import Scan, scan
from engine.language.text import form_for, order_text
from engine.lexicon import Lexicon

_DICE = re.compile(r"([0-9]{1,3})([+]?)")


class Line(Struct, frozen=True):
    """A line that was understood.

    ``order`` is ``None`` exactly where the line begins with ``ELSE``: then ``otherwise`` is its
    order. ``verb`` is the verb of whichever the line has first.
    """

    text: str
    """As printed: in full, in the order of the grammar."""
    verb: str
    order: Order | None = None
    when: tuple[Condition, ...] = ()
    roll: tuple[int, bool] | None = None
    """The die wanted, and whether more will do (``3+``)."""
    iff: tuple[Condition, ...] = ()
    otherwise: Order | None = None
    shortened: bool = False

    @property
    def only_else(self) -> bool:
        """Whether the line begins with ``ELSE``."""
        return self.order is None

    @property
    def guarded(self) -> bool:
        """Whether a guard stands in front: such a line is never struck."""
        return bool(self.when) or self.roll is not None

    @property
    def step(self) -> bool:
        """Whether it is a step: neither guarded nor beginning with ELSE. Steps are struck."""
        return self.order is not None and not self.guarded

    @property
    def orders(self) -> tuple[Order, ...]:
        """The line's order and its own ELSE, those that are there."""
        return tuple(order for order in (self.order, self.otherwise) if order is not None)


def parse_line(
    text: str,
    forms: Sequence[Form],
    predicates: Sequence[Predicate],
    lexicon: Lexicon,
    block: Block | None = None,
    spellings: Spellings | None = None,
) -> Line | Fault:
    """Read one line; ``block``: only verbs that may stand there."""
    grammar = grammar_of(forms, predicates, spellings)
    return read_line(grammar, scan(text), lexicon, block)


def read_line(grammar: Grammar, line: Scan, lexicon: Lexicon, block: Block | None) -> Line | Fault:
    """Read the tokens of one line."""
    reader = _Reader(grammar, line, lexicon, block)
    if grammar.is_at(line, 0, ELSE):
        return reader.else_line()
    return reader.line_of()


class _Guard(NamedTuple):
    when: tuple[Condition, ...]
    roll: tuple[int, bool] | None
    end: int
    shortened: bool = False


class _Ordered(NamedTuple):
    order: Order
    shortened: bool
    end: int


class _Reader:
    """Reads one line from left to right."""

    def __init__(self, grammar: Grammar, line: Scan, lexicon: Lexicon, block: Block | None) -> None:
        self._grammar = grammar
        self._scan = line
        self._lexicon = lexicon
        self._block: Block | None = block
        self._stops = grammar.fixed(IF, ELSE)

    def else_line(self) -> Line | Fault:
        """``ELSE order``."""
        ordered = self._order(1)
        if isinstance(ordered, Fault):
            return ordered
        if ordered.end < len(self._scan.tokens):
            return self._extra(ordered.end, ordered.order.verb)
        order = ordered.order
        return self._done(Line("", order.verb, otherwise=order, shortened=ordered.shortened))

    def line_of(self) -> Line | Fault:
        """``[guard:] order [IF condition] [ELSE order]``."""
        guard = self._guard()
        if isinstance(guard, Fault):
            return guard
        ordered = self._order(guard.end)
        if isinstance(ordered, Fault):
            return ordered
        at, shortened = ordered.end, guard.shortened or ordered.shortened
        iff: tuple[Condition, ...] = ()
        if self._grammar.is_at(self._scan, at, IF):
            conditions = read_conditions(self._grammar, self._scan, at + 1, self._lexicon)
            if isinstance(conditions, Fault):
                return self._roll_in_front(conditions, at)
            at, iff = conditions.end, conditions.all
            shortened = shortened or conditions.shortened
        other: _Ordered | None = None
        if self._grammar.is_at(self._scan, at, ELSE):
            behind = self._order(at + 1)
            if isinstance(behind, Fault):
                return behind
            at, other = behind.end, behind
            shortened = shortened or behind.shortened
        if at < len(self._scan.tokens):
            return self._extra(at, ordered.order.verb)
        return self._done(
            Line(
                "",
                ordered.order.verb,
                ordered.order,
                guard.when,
                guard.roll,
                iff,
                other.order if other else None,
                shortened,
            )
        )

    def _guard(self) -> _Guard | Fault:
        if self._grammar.is_at(self._scan, 0, WHEN):
            conditions = read_conditions(self._grammar, self._scan, 1, self._lexicon)
            if isinstance(conditions, Fault):
                at = ordered_from(self._grammar, self._scan, self._lexicon)
                return self._roll_in_front(conditions, 0) if at is None else self._no_colon(at)
            return self._colon(_Guard(conditions.all, None, conditions.end, conditions.shortened))
        dice = _DICE.fullmatch(self._scan.raw(1))
        # A game may have a verb ROLL: only a number and a colon make it a guard.
        guards = self._scan.is_mark(2, ":") or self._grammar.verb_at(self._scan, 0) is None
        if self._grammar.is_at(self._scan, 0, ROLL) and guards:
            if not dice or self._scan.raw(2)[:1].isdigit():
                return self._no_die()
            if not 1 <= int(dice.group(1)) <= self._lexicon.sides:
                return self._no_die()
            return self._colon(_Guard((), (int(dice.group(1)), bool(dice.group(2))), 2))
        return _Guard((), None, 0)

    def _colon(self, guard: _Guard) -> _Guard | Fault:
        if not self._scan.is_mark(guard.end, ":"):
            return self._no_colon(guard.end)
        return guard._replace(end=guard.end + 1)

    def _no_colon(self, at: int) -> Fault:
        return Fault("form", self._scan.raw(at), "", (), self._scan.start(at), "colon")

    def _no_die(self) -> Fault:
        start, tokens = self._scan.start(1), self._scan.tokens
        colon = next((t.start for t in tokens if t.text == ":"), self._scan.start(2))
        word = self._scan.line[start:colon].strip()
        return Fault("form", word, "", (str(self._lexicon.sides),), start, "roll")

    def _roll_in_front(self, fault: Fault, at: int) -> Fault:
        """The fault of the conditions behind WHEN or IF, which stands at ``at``; of a die alone,
        how it would be written.
        """
        scan = self._scan
        if fault.why != "predicate" or not self._grammar.is_at(scan, at + 1, ROLL):
            return fault
        op = scan.raw(at + 2) if scan.raw(at + 2) in ("=", ">=") else ""
        end = at + 3 + bool(op)
        dice = _DICE.fullmatch(scan.raw(end - 1))
        if not dice or not 1 <= int(dice.group(1)) <= self._lexicon.sides:
            return fault
        if at and end == len(scan.tokens):
            order = scan.line[scan.start(0) : scan.start(at)]
        elif not at and scan.is_mark(end, ":"):
            last = scan.tokens[-1]
            order = scan.line[scan.start(end) + 1 : last.start + len(last.raw)]
        else:
            return fault
        die = f"{dice.group(1)}{'+' if dice.group(2) or op == '>=' else ''}"
        hint = f"{ROLL} {die}: {order.strip()}"
        return Fault("form", fault.word, "", (hint,), fault.at, "front")

    def _order(self, at: int) -> _Ordered | Fault:
        reading = read_order(self._grammar, self._scan, at, self._lexicon, self._block, self._stops)
        if isinstance(reading, Fault):
            return reading
        parsed = only(reading, self._lexicon)
        if isinstance(parsed, Fault):
            return parsed
        return _Ordered(parsed.order, parsed.shortened, reading.end)

    def _extra(self, at: int, verb: str) -> Fault:
        return Fault("form", self._scan.raw(at), verb, (), self._scan.start(at), "extra")

    def _done(self, line: Line) -> Line:
        text = line_text(line, self._grammar, self._lexicon)
        return Line(
            text,
            line.verb,
            line.order,
            line.when,
            line.roll,
            line.iff,
            line.otherwise,
            line.shortened,
        )


def ordered_from(grammar: Grammar, line: Scan, lexicon: Lexicon) -> int | None:
    """Where the order begins in a line of a word such as ``WHEN`` and conditions without the colon
    behind them; ``None``: there are no conditions, or no order.
    """
    for at in range(2, len(line.tokens)):
        if line.tokens[at].kind == "word" and grammar.verb_at(line, at) is None:
            continue
        found = read_conditions(grammar, Scan(line.line, line.tokens[:at]), 1, lexicon)
        if not isinstance(found, Fault) and found.end == at:
            return at
    return None


def line_text(line: Line, grammar: Grammar, lexicon: Lexicon) -> str:
    """The line as printed."""
    words: list[str] = []
    if line.when:
        words.append(f"{WHEN} {_conditions(line.when, grammar, lexicon)}:")
    if line.roll is not None:
        words.append(f"{ROLL} {line.roll[0]}{'+' if line.roll[1] else ''}:")
    if line.order is not None:
        words.append(_order(line.order, grammar, lexicon))
    if line.iff:
        words.append(f"{IF} {_conditions(line.iff, grammar, lexicon)}")
    if line.otherwise is not None:
        words.append(f"{ELSE} {_order(line.otherwise, grammar, lexicon)}")
    return " ".join(words)


def _conditions(conditions: tuple[Condition, ...], grammar: Grammar, lexicon: Lexicon) -> str:
    return f" {AND} ".join(condition_text(c, grammar, lexicon) for c in conditions)


def _order(order: Order, grammar: Grammar, lexicon: Lexicon) -> str:
    form = form_for(grammar.forms(order.verb), order, lexicon)
    return order_text(form, order, lexicon) if form is not None else order.verb
