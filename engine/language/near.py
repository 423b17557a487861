"""The nearest words to one that nobody knows. ``rapidfuzz`` is imported only when it is needed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.lexicon import Names, fold

MOST = 3
"""Candidates named with a fault."""
_CUTOFF = 60.0

_SMALL_TALK = """
best bye ciao cordialement cordially danke dear from greetings grazie gruss hallo hello hey hi hola
liebe lieber merci mfg mit ok okay on please regards salut sent servus sincerely subject thank
thanks thx to viele von yours
"""
SMALL_TALK = frozenset(_SMALL_TALK.split())
"""Folded first words of greetings, signatures and headers: never taken for a verb misspelt."""


def near_words(word: str, words: Iterable[str]) -> tuple[str, ...]:
    """Those of ``words`` that the word may have been meant for, nearest first.

    One slip of the finger (a letter too many, too few, wrong, or two swapped) in a word of up to
    five letters, two in a longer one.
    """
    from rapidfuzz.distance import OSA

    typed = fold(word).replace(" ", "")
    if len(typed) < 3 or typed in SMALL_TALK:
        return ()
    found: list[tuple[int, int, str]] = []
    for place, candidate in enumerate(words):
        target = fold(candidate).replace(" ", "")
        slips = 1 if min(len(typed), len(target)) <= 5 else 2
        distance = OSA.distance(typed, target, score_cutoff=slips)
        if distance <= slips and len(target) > slips + 1:
            found.append((distance, place, candidate))
    return tuple(candidate for _, _, candidate in sorted(found)[:MOST])


def near_names(text: str, names: Names) -> tuple[str, ...]:
    """Printed names nearest to the text, nearest first."""
    from rapidfuzz import fuzz, process

    found: dict[str, None] = {}
    spellings = names.spellings()
    hits = process.extract(fold(text), spellings, scorer=fuzz.ratio, limit=8, score_cutoff=_CUTOFF)
    for spelling, _, _ in hits:
        found[names.shown(names.behind(spelling))] = None
    return tuple(found)[:MOST]


def near_texts(text: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The texts most like this one, most like first; some always, if there are any."""
    from rapidfuzz import fuzz, process

    hits = process.extract(text, list(texts), scorer=fuzz.ratio, limit=MOST)
    return tuple(hit[0] for hit in hits)
