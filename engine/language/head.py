"""Heads of standing orders: the verb with the values of its key slots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace as change

from engine.decision import Arg, Order
from engine.form import Form
from engine.language.fault import Fault
from engine.language.grammar import Grammar, grammar_of
from engine.language.line import Line, line_text, read_line
from engine.language.order import only, read_order
from engine.language.scan import Scan
from engine.language.text import form_for
from engine.lexicon import Lexicon


def head_of(form: Form | None, order: Order) -> str:
    """The head as a key: ``AVOID Zap``; the same head replaces."""
    keys = [order.args[i] for i in form.heads if i < len(order.args)] if form is not None else []
    return f"{order.verb} {' / '.join(_key(arg) for arg in keys)}".strip()


def _key(arg: Arg) -> str:
    if isinstance(arg, tuple):
        return ", ".join(arg)
    return "" if arg is None else str(arg)


def split(line: Line, grammar: Grammar, lexicon: Lexicon) -> tuple[tuple[str, Line], ...]:
    """The line once for each member of a list in a key slot, each with its head."""
    if line.order is None:
        order = line.otherwise
        assert order is not None
        form = form_for(grammar.forms(order.verb), order, lexicon)
        return ((f"ELSE {head_of(form, order)}", line),)
    form = form_for(grammar.forms(line.verb), line.order, lexicon)
    if form is None:
        return ((line.verb, line),)
    found: list[tuple[str, Line]] = []
    for order in _singles(form, line.order):
        one = change(line, order=order)
        if order != line.order:
            one = change(one, text=line_text(one, grammar, lexicon))
        found.append((head_of(form, order), one))
    return tuple(found)


def _singles(form: Form, order: Order) -> tuple[Order, ...]:
    ways: list[tuple[Arg, ...]] = []
    for slot, arg in zip(form.slots, order.args, strict=True):
        if slot.key and isinstance(arg, tuple):
            ways.append(tuple((member,) for member in dict.fromkeys(arg)) or (arg,))
        else:
            ways.append((arg,))
    return tuple(Order(order.verb, args) for args in product(*ways))


def read_heads(grammar: Grammar, line: Scan, lexicon: Lexicon) -> tuple[str, ...] | Fault:
    """The heads that a text names: a whole standing line as printed, or its verb and key slots."""
    whole = read_line(grammar, line, lexicon, "STANDING")
    if isinstance(whole, Line):
        return tuple(head for head, _ in split(whole, grammar, lexicon))
    loose = grammar_of(_loose(grammar), (), grammar.spellings)
    reading = read_order(loose, line, 0, lexicon, "STANDING", frozenset())
    if isinstance(reading, Fault):
        return reading
    parsed = only(reading, lexicon)
    if isinstance(parsed, Fault):
        return parsed
    return tuple(head_of(parsed.form, order) for order in _singles(parsed.form, parsed.order))


def _loose(grammar: Grammar) -> Sequence[Form]:
    """The forms with all slots optional that are no key."""
    return [
        change(
            form,
            slots=tuple(change(s, optional=s.optional or not s.key) for s in form.slots),
        )
        for verb in grammar.verbs()
        for form in grammar.forms(verb)
    ]
