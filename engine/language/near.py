"""The nearest words to one that nobody knows. ``rapidfuzz`` is imported only when it is needed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.lexicon import Names, fold

MOST = 3
"""Candidates named with a fault."""
_CUTOFF = 60.0
_PART = 6
"""Letters of a part of a name, with a space on each side: shorter words stand in many."""

_SMALL_TALK = """
a all am an and as at att au aus avec best betreff beste bien bis bonjour bonne by bye can cc ciao
copyright cordialement cordially da danke data date datum de dear den der die disclaimer el em en
enviado envoye for forwarded fra freundliche from fwd gesendet get greetings grazie groet groeten
gruesse gruss grusse hallo have he hello hey hi his hola how i if il in inviato it just kind la le
lg liebe lieber mail mailto many merci met mfg mit my n new no not obten ok okay on op original
oggetto outlook para please pour que quote re regards reply s salut saludos saluti schone see sent
sincerely she sorry subject ta te thank thanks that the then there they this thx til to tot tschuss
um van vandaag verzonden viele von was we well what when where why will with wrote yes you your
yours zum
"""
SMALL_TALK = frozenset(_SMALL_TALK.split())
"""Folded first words of greetings, signatures, headers and chat: no shortened verb, nor one that
is misspelt. Written out in full a verb is a verb, whatever stands here."""


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
    """Printed names nearest to the text: those of which it is a part, then the most like it."""
    from rapidfuzz import fuzz, process

    spellings = names.spellings()
    hits = process.extract(fold(text), spellings, scorer=fuzz.ratio, limit=8, score_cutoff=_CUTOFF)
    found = dict.fromkeys(names_with(text, names))
    for spelling, _, _ in hits:
        found[names.called(spelling)] = None
    return tuple(found)[:MOST]


def names_with(text: str, names: Names) -> tuple[str, ...]:
    """Printed names that have these words within them: ``Glitch`` stands in the middle of one."""
    words = f" {fold(text)} "
    if len(words) < _PART:
        return ()
    inner = (spelling for spelling in names.spellings() if words in f" {spelling} ")
    return tuple(dict.fromkeys(map(names.called, inner)))


def near_texts(text: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The texts most like this one, most like first; some always, if there are any."""
    from rapidfuzz import fuzz, process

    hits = process.extract(text, list(texts), scorer=fuzz.ratio, limit=MOST)
    return tuple(hit[0] for hit in hits)
