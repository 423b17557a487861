"""What the lines of a letter become."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from engine.decision import Order
from engine.form import Block, Form
from engine.language.fault import Fault
from engine.language.line import Line


class Numbered(Protocol):
    """A line of a letter."""

    @property
    def number(self) -> int:
        """Its number in the letter, from 1."""
        ...

    @property
    def text(self) -> str:
        """Its text, without the end of the line."""
        ...


class SourceLine(Struct, frozen=True):
    """A line of a letter, for callers that have no such thing of their own."""

    number: int
    text: str


class PlanBlock(Struct, frozen=True):
    """A plan with at least one good line; it replaces the plan on file."""

    lines: tuple[Line, ...]
    heading_given: bool
    number: int
    """Of the heading, or of the first line where there is none."""
    numbers: tuple[int, ...] = ()
    """Of each line."""


class BetweenBlock(Struct, frozen=True):
    """Orders for the gap after the own turn; they replace those on file."""

    lines: tuple[Line, ...]
    number: int
    numbers: tuple[int, ...] = ()


class Adopt(Struct, frozen=True):
    """``PLAN A``: adopt a suggested plan."""

    letter: str
    number: int


class Off(Struct, frozen=True):
    """``PLAN OFF``: take the plan off file."""

    what: str
    number: int


class StandingLine(Struct, frozen=True):
    """A standing order; it replaces the one with the same head."""

    head: str
    line: Line
    number: int


class StandingOff(Struct, frozen=True):
    """``STANDING <head> OFF``: take the standing order with this head off file."""

    head: str
    number: int


class Now(Struct, frozen=True):
    """An immediate order or a question."""

    order: Order
    form: Form
    number: int
    text: str
    """As written, without the comment."""
    shortened: bool = False
    until: str = ""


class Unread(Struct, frozen=True):
    """A line that is no order: a greeting, a signature."""

    number: int
    text: str


class Refused(Struct, frozen=True):
    """A line that was meant as an order and is none."""

    number: int
    text: str
    fault: Fault
    bare: bool = False
    """It stands where a line may answer a question without the word ANSWER."""
    block: Block | None = None
    """The block whose heading it stands below."""


class Spoilt(Struct, frozen=True):
    """``PLAN`` or ``BETWEEN`` none of whose lines is good; each was refused by itself."""

    what: str
    number: int


class CheckBlock(Struct, frozen=True):
    """``CHECK``: what follows is to be tried, and nothing of it kept."""

    items: tuple[Item, ...]
    number: int


Item = (
    PlanBlock
    | BetweenBlock
    | Adopt
    | Off
    | StandingLine
    | StandingOff
    | Now
    | Unread
    | Refused
    | Spoilt
    | CheckBlock
)
