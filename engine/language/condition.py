"""Conditions: ``[NO] predicate {AND [NO] predicate}``, behind ``WHEN`` and ``IF``."""

from __future__ import annotations

import re
from itertools import product
from typing import NamedTuple

from msgspec import Struct

from engine.decision import Args
from engine.form import Predicate
from engine.language.fault import Fault
from engine.language.grammar import AND, ELSE, IF, NO, Grammar
from engine.language.near import near_names, near_words
from engine.language.scan import Scan
from engine.language.slots import Filler
from engine.language.text import slots_text
from engine.language.values import Miss
from engine.lexicon import Lexicon


class Condition(Struct, frozen=True):
    """One predicate, negated or compared perhaps."""

    no: bool
    word: str
    """The predicate's ``name``: what the game is asked."""
    args: Args = ()
    op: str = ""
    """``<``, ``<=``, ``=``, ``>=`` or ``>``; empty: a plain truth."""
    value: int = 0


class Conditions(Struct, frozen=True):
    """Conditions that must all hold, and where they end in the line."""

    all: tuple[Condition, ...]
    end: int
    shortened: bool


class _Read(NamedTuple):
    """What stands behind the word of a predicate."""

    args: Args
    op: str
    value: int
    end: int
    shortened: bool


_MINUS = ("-", "\u2212", "\u2013")
_COMPARED = re.compile(r"([-\u2212\u2013+]?)[$]?([0-9]{1,9})[$]?")
"""A number to compare with; a lead may be less than nothing."""
_LIMIT = 20
"""Conditions in one line."""


def read_conditions(grammar: Grammar, line: Scan, at: int, lexicon: Lexicon) -> Conditions | Fault:
    """The conditions from this token on, up to a colon, ``ELSE`` or the end."""
    found: list[Condition] = []
    shortened = False
    while len(found) < _LIMIT:
        read = _condition(grammar, line, at, lexicon)
        if isinstance(read, Fault):
            return read
        found.append(read[0])
        at, shortened = read[1].end, shortened or read[1].shortened
        if not grammar.is_at(line, at, AND):
            return Conditions(tuple(found), at, shortened)
        at += 1
    return Fault("form", line.raw(at), "", (), line.start(at), "extra")


def _condition(
    grammar: Grammar, line: Scan, at: int, lexicon: Lexicon
) -> tuple[Condition, _Read] | Fault:
    no = grammar.is_at(line, at, NO)
    start = at + 1 if no else at
    miss = Miss()
    for words in sorted(grammar.predicates, key=len, reverse=True):
        if not line.words_at(start, words):
            continue
        for predicate in grammar.predicates[words]:
            read = _predicate(grammar, predicate, line, start + len(words), lexicon, miss)
            if read is not None:
                return Condition(no, predicate.name, read.args, read.op, read.value), read
    return _fault(grammar, line, start, miss, lexicon)


def _predicate(
    grammar: Grammar, predicate: Predicate, line: Scan, at: int, lexicon: Lexicon, miss: Miss
) -> _Read | None:
    tails = grammar.phrases(predicate.tail)
    stops = grammar.fixed(AND, IF, ELSE) | {words[0] for words in tails}
    filled = Filler(grammar, line, predicate.slots, lexicon, stops, miss, colons=False).fill(at)
    if filled is None:
        return None
    for slot, values in zip(predicate.slots, filled.args, strict=True):
        if len(values) > 1:
            miss.note(at, "name", slot)
            return None
    args, end = next(product(*filled.args)), filled.end
    tail = next((words for words in tails if line.words_at(end, words)), () if not tails else None)
    if tail is None:
        miss.note(end, "predicate", None)
        return None
    end += len(tail)
    if not predicate.number:
        if end < len(line.tokens) and line.tokens[end].kind == "operator":
            miss.note(end, "extra", None)
            return None
        return _Read(args, "", 0, end, filled.shortened)
    compared = _compared(line, end)
    if compared is None:
        miss.note(end, "number", None)
        return None
    return _Read(args, *compared, end + 2, filled.shortened)


def _compared(line: Scan, at: int) -> tuple[str, int] | None:
    if at + 1 >= len(line.tokens) or line.tokens[at].kind != "operator":
        return None
    found = _COMPARED.fullmatch(line.tokens[at + 1].raw)
    if found is None:
        return None
    value = int(found.group(2))
    return line.tokens[at].text, -value if found.group(1) in _MINUS else value


def _fault(grammar: Grammar, line: Scan, at: int, miss: Miss, lexicon: Lexicon) -> Fault:
    if miss.at < 0:
        words = [predicate.word for same in grammar.predicates.values() for predicate in same]
        near = near_words(line.raw(at), filter(None, words))
        return Fault("form", line.raw(at), "", near, line.start(at), "predicate")
    slot = miss.slot
    word = miss.text or line.raw(miss.at)
    names = lexicon.domains.get(slot.domain) if slot is not None else None
    near = near_names(word, names) if names is not None and word and miss.why == "name" else ()
    return Fault(
        "form", word, "", near, line.start(miss.at), miss.why, slot.name if slot is not None else ""
    )


def condition_text(condition: Condition, grammar: Grammar, lexicon: Lexicon) -> str:
    """A condition as a player would write it."""
    predicate = _predicate_of(condition, grammar)
    words = [NO] if condition.no else []
    if predicate is None:
        words.append(condition.word)
    else:
        words += [predicate.word] if predicate.word else []
        words += slots_text(predicate.slots, condition.args, lexicon, tail=predicate.tail)
        words += [predicate.tail] if predicate.tail else []
    if condition.op:
        words += [condition.op, str(condition.value)]
    return " ".join(words)


def _predicate_of(condition: Condition, grammar: Grammar) -> Predicate | None:
    same = [
        predicate
        for group in grammar.predicates.values()
        for predicate in group
        if predicate.name == condition.word and len(predicate.slots) == len(condition.args)
    ]
    fitting = [p for p in same if p.number == bool(condition.op)]
    return next(iter(fitting or same), None)
