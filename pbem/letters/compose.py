"""One letter out of the parts that fall together for one reader in one run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pbem.letters import gm
from pbem.letters.context import (
    Asked,
    Campaign,
    Needs,
    Notice,
    Part,
    Question,
    Reader,
    Receipt,
    Reminder,
    Report,
    Trial,
)
from pbem.letters.context import Final as FinalPart
from pbem.letters.layout import clean
from pbem.letters.pages import GamePage, Heading, StatusPage
from pbem.letters.render import Book
from pbem.letters.voice import Voice

_NEED = "letters/need.txt.j2"
_HELD = "letters/held.txt.j2"
_OFFICE = (gm.Halted, gm.Shunted, gm.Held, gm.Brake, gm.Failures, gm.Limit, gm.Finished, gm.Ready)


class Composed(NamedTuple):
    """A letter's subject, without the tag, and its text."""

    subject: str
    text: str


def compose(
    book: Book,
    campaign: Campaign,
    reader: Reader,
    parts: Sequence[Part],
    *,
    marker: str = "",
    needs: Needs | None = None,
) -> Composed:
    """The letter. `marker` is the marker line, its first; empty for the game master.

    Pure: nothing that goes in is changed. Raises `TemplateFault` for a template that is broken.
    """
    needs = needs or Needs()
    parts = _headed(parts)
    voice = Voice(book, campaign, reader, needs)
    texts = [marker, ""] if marker else []
    if any(_calls(part) for part in parts):
        need = book.render(_NEED, voice.base.copy())
        texts.append(need + _held(voice) if needs.hold and needs.dated else need)
    # A stable sort: parts of one kind stay in the order in which they came about.
    ordered = sorted(parts, key=_place)
    last = _last_dated(ordered, needs) if needs.hold else None
    for part in ordered:
        text = book.render(part.template, {**voice.base, "p": part})
        texts.append(text + _held(voice) if part is last else text)
    return Composed(_subject(voice, needs, parts), voice.layout.fit("\n".join(texts)))


def _headed(parts: Sequence[Part]) -> Sequence[Part]:
    """An answer that is alone in its letter needs no heading: the subject says what it is."""
    others = [part for part in parts if not isinstance(part, Heading)]
    return others if len(others) == 1 else parts


def _calls(part: Part) -> bool:
    """Whether the letter opens with what is needed."""
    if isinstance(part, Report):
        return part.again is None or part.current
    return isinstance(part, Question)


def _held(voice: Voice) -> str:
    """That no deadline is settled just now: once in a letter that names one (test_report_42)."""
    return f"{voice.book.render(_HELD, {**voice.base, 'more': False})}\n"


def _last_dated(parts: Sequence[Part], needs: Needs) -> Part | None:
    """The last part with a deadline in it, of a letter that has not said yet that none is settled
    and will not: neither its first lines do, nor a STATUS.
    """
    if any(isinstance(part, StatusPage) or (needs.dated and _calls(part)) for part in parts):
        return None
    return next((part for part in reversed(parts) if _dated(part, needs)), None)


def _dated(part: Part, needs: Needs) -> bool:
    """Whether a receipt names a deadline, or news does."""
    if isinstance(part, Notice):
        return bool(part.note.data.get("to"))
    if not isinstance(part, Receipt):
        return False
    asked = (a for a in needs.asked if a.deadline and not a.served)
    return bool(part.until) or (part.still and any(asked))


_ANSWERS: Final = 60
"""The least rank of answers to questions: these stand last, in the order of the questions."""


def _rank(part: Part) -> int:
    again = isinstance(part, Report) and part.again is not None
    return _ANSWERS if again else part.rank


def _place(part: Part) -> int:
    """Notices and receipts stand above what they led to."""
    if isinstance(part, Notice):
        return -2
    if isinstance(part, Receipt):
        return -1
    return min(_rank(part), _ANSWERS)


def _subject(voice: Voice, needs: Needs, parts: Sequence[Part]) -> str:
    part = min(parts, key=_rank)
    words = voice.book.words["subjects"]
    context: dict[str, Any] = {**voice.base, "p": part, "by": "", "what": ""}
    called = [asked for asked in needs.asked if not asked.settled]
    if _calls(part) and called:
        key = _asked(voice, called, context)
    elif isinstance(part, _OFFICE):
        words, key = words["office"], type(part).__name__
    else:
        key = _told(voice, part, context)
    return clean(voice.book.line(words[key], context), 160)


def _asked(voice: Voice, called: Sequence[Asked], context: dict[str, Any]) -> str:
    """The key of a subject that asks for something."""
    first = min(called, key=lambda a: (a.deadline is None, a.deadline))
    words = voice.book.words
    if first.deadline:
        context["deadline"] = first.deadline
        context["by"] = f" {voice.book.line(words['subjects']['by'], context).strip()}"
    if first.decision.kind == "ready":
        return "ready"
    if not first.decision.sealed:
        return "move"
    kind = voice.kind(first.decision.kind)
    context["what"] = kind[:1].upper() + kind[1:]
    return "answer"


def _told(voice: Voice, part: Part, context: dict[str, Any]) -> str:
    """The key of a subject that tells something."""
    words = voice.book.words["subjects"]
    if isinstance(part, Receipt):
        context["what"] = voice.base["letter_sum"](part)
        return "receipt"
    if isinstance(part, Reminder):
        d = part.asked.decision
        if d.sealed:
            context["what"] = f"w{d.window}"
        elif d.kind == "ready":
            context["what"] = f"round {voice.campaign.round + 1}"
        else:
            context["what"] = f"turn {max(1, voice.campaign.turn)}"
        return "reminder"
    if isinstance(part, Trial):
        return "confirmed" if part.confirmed else "trial"
    if isinstance(part, FinalPart):
        return "final"
    if isinstance(part, Notice):
        context["d"] = part.note.data
        given = words["notices"].get(part.note.code)
        text = voice.book.line(given, context) if given else voice.coded("notice", part.note)
        context["what"] = _first_sentence(text)
        return "notice"
    if isinstance(part, Question) or (isinstance(part, Report) and part.again is None):
        return "report"
    key = part.page if isinstance(part, GamePage) else type(part).__name__
    context["what"] = voice.book.line(words["answers"][key], context)
    return "page"


def _first_sentence(text: str) -> str:
    return text.partition("\n")[0].partition(". ")[0].rstrip(".:")
