"""What is wrong with a line, as data: the letters say it in words."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Kind = Literal[
    "unknown",
    "whole",
    "place",
    "answer",
    "form",
    "ambiguous",
    "not-now",
    "heading",
    "empty",
    "mark",
    "never",
    "within",
]
"""``unknown``: no such verb. ``whole``: a word that may not be shortened. ``place``: the verb may
not stand here. ``answer``: it answers a question only. ``form``: the verb is known, the rest does
not fit its form. ``ambiguous``: several readings. ``not-now``: well formed, but not legal.
``heading``: a heading with something behind it. ``empty``: a heading with no line that could be
read. ``mark``: an order behind a list mark. ``never``: well formed, but never legal in this game.
``within``: a word that stands within orders, such as SHIP; the candidates are their verbs.
"""

Why = Literal[
    "",
    "name",
    "number",
    "range",
    "text",
    "list",
    "missing",
    "extra",
    "colon",
    "predicate",
    "verb",
    "roll",
    "if",
    "front",
]
"""Of a ``form`` fault: what did not fit at this place. ``roll``: no such die. ``if``: a condition
in front of its order, where WHEN stands. ``front``: a die that belongs there, behind WHEN or IF.
"""


class Hopeless(Struct, frozen=True):
    """Why an order on file could never be legal, whatever happens."""

    code: str
    """One of the table ``remarks``, with its ``data``."""
    data: dict[str, Any] = {}
    usage: tuple[str, ...] = ()
    """How it would be written; empty: not at all."""


class Fault(Struct, frozen=True):
    """One fault of one line."""

    kind: Kind
    word: str = ""
    """The word as the player wrote it; empty at the end of the line."""
    verb: str = ""
    """The verb, where it is known: its usage helps."""
    candidates: tuple[str, ...] = ()
    """The nearest that would do, as printed."""
    at: int = 0
    """Where the word stands in the line, in characters from 0."""
    why: Why = ""
    slot: str = ""
    """Name of the slot that was not filled."""
    by: Hopeless | None = None
    """Of ``never``: what stands against it."""
