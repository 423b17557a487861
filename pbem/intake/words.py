"""The post office's own words, as forms: what a letter may say besides a game's orders.

Their usage and help stand in ``templates/<language>/words.toml``. They may not be shortened.
"""

from __future__ import annotations

from typing import Final

from engine.form import REST, Form, Slot

_REST: Final = Slot(name="text", type="text", limit=400)
_WORDS: Final = Slot(name="text", type="text", limit=REST)
"""Unlike ``_REST`` it ends at a comment."""
_NUMBER: Final = Slot(name="number", type="number", low=1)


def _question(verb: str, *slots: Slot, aliases: tuple[str, ...] = ()) -> Form:
    return Form(verb=verb, slots=slots, blocks=("NOW",), whole=True, aliases=aliases)


def _alone(verb: str) -> Form:
    """A question without anything behind it, with its question mark or without."""
    return _question(verb, aliases=(f"{verb}?",))


ANSWER: Final = Form(verb="ANSWER", slots=(_REST,), blocks=("NOW",), whole=True)
"""``ANSWER [w41] order``; its text is parsed against the question."""
READY: Final = _question("READY")
NOT_READY: Final = _question("NOT READY")
RESIGN: Final = _question("RESIGN", Slot(name="campaign", type="text", limit=40))
CANCEL: Final = _question("CANCEL")
CLEAR: Final = _question("CLEAR")
SET: Final = _question("SET", _WORDS)

QUESTIONS: Final = (
    _alone("STATUS"),
    _question("REPORT", Slot(name="number", type="number", low=1, optional=True)),
    _question("SHOW", _NUMBER),
    _question("MAP", Slot(name="list", type="text", limit=20, optional=True)),
    _question("CARD", Slot(name="text", type="text", limit=REST, optional=True)),
    _alone("PRICES"),
    _alone("OPTIONS"),
    _question("HISTORY", Slot(name="number", type="number", low=1, optional=True)),
    _question("HELP", Slot(name="about", type="text", limit=60, optional=True)),
    _alone("RULES"),
    _question("PLAN?"),
    _question("STANDING?"),
)
"""Questions change nothing; they are answered before the start and after the end as well."""

POST_FORMS: Final = (ANSWER, READY, NOT_READY, RESIGN, CANCEL, CLEAR, SET, *QUESTIONS)
QUESTION_VERBS: Final = frozenset(form.verb for form in QUESTIONS)
