"""One order: its verb and slots, judged for form, and where a decision is given for legality."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product, zip_longest
from math import prod

from msgspec import Struct

from engine.decision import Decision, Order
from engine.form import Block, Form
from engine.language.fault import Fault
from engine.language.grammar import UNTIL, Grammar, Spellings, Verb, grammar_of
from engine.language.near import SMALL_TALK, near_names, near_texts, near_words
from engine.language.scan import Scan, scan
from engine.language.slots import Filled, Filler
from engine.language.text import order_text
from engine.language.values import MOST_READINGS, Miss
from engine.lexicon import Lexicon

_SEARCHED = 200
"""Legal orders that are looked through for near ones."""

Legal = Callable[[Order], bool]


class Parsed(Struct, frozen=True):
    """An order that was understood."""

    order: Order
    form: Form
    shortened: bool
    """A word was cut short: the order is shown in full."""
    until: str = ""
    """What stood behind ``UNTIL``; for forms that may have it."""


class Reading(Struct, frozen=True):
    """An order within a line: what it may mean, best first, and where it ends."""

    parsed: tuple[Parsed, ...]
    end: int


def parse_order(
    text: str,
    forms: Sequence[Form],
    lexicon: Lexicon,
    decision: Decision | None = None,
    resolve: Callable[[Order], Order | None] | None = None,
    spellings: Spellings | None = None,
) -> Parsed | Fault:
    """Read a whole text as one order.

    With a decision it must be legal: a member, silence's own order, a goal (the caller resolves
    it), or such that ``resolve`` makes a legal order of it. Shortened words are judged first
    among what is legal, else among all names.
    """
    grammar = grammar_of(forms, (), spellings)
    line = scan(text)
    reading = read_order(grammar, line, 0, lexicon, None, frozenset(), decision)
    if isinstance(reading, Fault):
        return reading
    if decision is None:
        return only(reading, lexicon)
    return _legal_one(reading, lexicon, decision, resolve)


def read_order(
    grammar: Grammar,
    line: Scan,
    at: int,
    lexicon: Lexicon,
    block: Block | None,
    stops: frozenset[str],
    decision: Decision | None = None,
) -> Reading | Fault:
    """The order that starts at this token and ends at one of the words ``stops``."""
    verb = grammar.verb_at(line, at)
    if verb is None:
        return no_verb(grammar, line, at)
    names = _preferred(verb.names, decision)
    if len(names) > 1:
        return Fault("ambiguous", line.raw(at), "", names, line.start(at))
    forms = grammar.forms(names[0], block)
    if not forms:
        places = sorted({b for form in grammar.forms(names[0]) for b in form.blocks})
        return Fault("place", line.raw(at), names[0], tuple(places), line.start(at))
    return _fill(grammar, forms, line, at, verb, lexicon, stops)


def _preferred(names: tuple[str, ...], decision: Decision | None) -> tuple[str, ...]:
    """A shortened verb is judged first among those that are legal now."""
    if decision is None or len(names) == 1:
        return names
    legal = {choice.form.verb for choice in decision.choices}
    return tuple(name for name in names if name in legal) or names


def _fill(
    grammar: Grammar,
    forms: Sequence[Form],
    line: Scan,
    at: int,
    verb: Verb,
    lexicon: Lexicon,
    stops: frozenset[str],
) -> Reading | Fault:
    miss = Miss()
    parsed: list[Parsed] = []
    end = 0
    for form in forms:
        until = grammar.fixed(UNTIL) if form.until else frozenset[str]()
        filler = Filler(grammar, line, form.slots, lexicon, stops | until, miss)
        filled = filler.fill(at + verb.words)
        if filled is None or (parsed and filled.end != end):
            continue
        if until and filled.end + 1 == len(line.tokens):
            miss.note(filled.end + 1, "missing", None)
            continue
        if prod(len(values) for values in filled.args) > MOST_READINGS:
            return Fault("ambiguous", line.raw(at), form.verb, (), line.start(at))
        end = filled.end
        parsed += _meanings(form, filled, verb.shortened, line, bool(until))
    if not parsed:
        return _form_fault(forms, line, miss, lexicon)
    if any(p.until for p in parsed):
        end = len(line.tokens)
    # Words written out go before shortened ones.
    exact = tuple(p for p in parsed if not p.shortened)
    return Reading(exact or tuple(parsed), end)


def _meanings(
    form: Form, filled: Filled, shortened: bool, line: Scan, until: bool
) -> Iterator[Parsed]:
    behind = ""
    if until and filled.end + 1 < len(line.tokens):
        behind = line.line[line.start(filled.end + 1) : line.tokens[-1].end].strip()
    for args in product(*filled.args):
        yield Parsed(Order(form.verb, args), form, shortened or filled.shortened, behind)


def only(reading: Reading, lexicon: Lexicon) -> Parsed | Fault:
    """The one meaning of a reading, else the fault that names them all."""
    found = {p.order: p for p in reversed(reading.parsed)}
    if len(found) == 1:
        return reading.parsed[0]
    return _many(tuple(reversed(found.values())), lexicon)


def _many(parsed: Sequence[Parsed], lexicon: Lexicon) -> Fault:
    texts = tuple(order_text(p.form, p.order, lexicon) for p in parsed)
    return Fault("ambiguous", "", parsed[0].order.verb, texts)


def _legal_one(
    reading: Reading,
    lexicon: Lexicon,
    decision: Decision,
    resolve: Callable[[Order], Order | None] | None,
) -> Parsed | Fault:
    def legal(order: Order) -> bool:
        return decision.has(order) or order == decision.default

    ways: tuple[Legal, ...] = (legal,)
    if resolve is not None:
        chosen = resolve
        ways = (legal, lambda order: (found := chosen(order)) is not None and legal(found))
    for way in ways:
        fitting = {p.order: p for p in reading.parsed if way(p.order)}
        if fitting:
            return _first_or_many(tuple(fitting.values()), lexicon)
    goals = [p for p in reading.parsed if p.form.goal and decision.kind in p.form.fits]
    if goals and resolve is None:
        return _first_or_many(goals, lexicon)
    one = only(reading, lexicon)
    return one if isinstance(one, Fault) else _not_now(one, lexicon, decision)


def _first_or_many(parsed: Sequence[Parsed], lexicon: Lexicon) -> Parsed | Fault:
    return parsed[0] if len(parsed) == 1 else _many(parsed, lexicon)


def _not_now(parsed: Parsed, lexicon: Lexicon, decision: Decision) -> Fault:
    """Well formed, not legal: the nearest legal orders of the verb, else of all. Those differ in
    fewest places from what was written: whose world is wrong keeps his amount.
    """
    same = [c for c in decision.choices if c.form.verb == parsed.order.verb]
    choices = same or list(decision.choices)
    share = max(_SEARCHED // max(len(choices), 1), 1)
    texts: dict[int, list[str]] = {}
    for choice in choices:
        for order in islice(choice.legal(), share):
            away = _away(order, parsed.order)
            texts.setdefault(away, []).append(order_text(choice.form, order, lexicon))
    nearest = texts[min(texts)] if texts else []
    written = order_text(parsed.form, parsed.order, lexicon)
    return Fault("not-now", "", parsed.order.verb, near_texts(written, nearest))


def _away(order: Order, written: Order) -> int:
    """In how many places an order differs from the one that was written."""
    pairs = zip_longest(order.args, written.args)
    return int(order.verb != written.verb) + sum(bool(one != other) for one, other in pairs)


def no_verb(grammar: Grammar, line: Scan, at: int) -> Fault:
    """No verb stands here: one that may not be shortened, or one misspelt, or none at all."""
    word = line.raw(at)
    if not line.tokens:
        return Fault("unknown")
    if at >= len(line.tokens):
        return Fault("form", "", "", (), line.start(at), "missing", "order")
    if line.tokens[at].kind == "word":
        text = line.tokens[at].text
        whole = grammar.short_for([text], whole=True)
        if len(text) > 3 and whole and text not in SMALL_TALK:
            return Fault("whole", word, "", whole, line.start(at))
        return Fault("unknown", word, "", near_words(text, grammar.verbs()), line.start(at))
    return Fault("unknown", word, "", (), line.start(at))


def _form_fault(forms: Sequence[Form], line: Scan, miss: Miss, lexicon: Lexicon) -> Fault:
    at, slot, why = miss.at, miss.slot, miss.why
    word = miss.text or line.raw(at)
    if slot is not None and not word and why in ("name", "text", "list"):
        why = "missing"
    near: tuple[str, ...] = ()
    if slot is not None and why == "name":
        names = lexicon.domains.get(slot.domain)
        near = near_names(word, names) if names is not None else ()
    elif why == "extra":
        near = near_words(word, [slot.keyword for form in forms for slot in form.slots])
    name = slot.name if slot is not None else ""
    return Fault("form", word, forms[0].verb, near, line.start(at), why, name)
