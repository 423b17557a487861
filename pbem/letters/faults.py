"""Faults of the order language as the refusals that a receipt prints."""

from __future__ import annotations

from engine.language.fault import Fault
from pbem.letters.context import Refusal
from pbem.letters.helping import topic
from pbem.letters.render import Book

_WANTS_USAGE = frozenset(("form", "not-now", "place"))


def refusal_of(book: Book, number: int, typed: str, fault: Fault) -> Refusal:
    """The refusal of line `number`, typed like this, with the usage of its verb where it helps."""
    usage: tuple[str, ...] = ()
    if fault.kind in _WANTS_USAGE and fault.verb in book.by_verb and fault.verb in book.words:
        usage = topic(fault.verb, book.forms, book.words).usage
    return Refusal(
        line=number,
        typed=typed,
        code=fault.why if fault.kind == "form" and fault.why else fault.kind,
        word=fault.word,
        usage=usage,
        candidates=fault.candidates,
        data={"slot": fault.slot, "verb": fault.verb},
    )
