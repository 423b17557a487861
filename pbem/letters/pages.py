"""Answers to a player's questions: HELP, RULES, MAP, STATUS and the like; they change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal

from engine.state import OptionValue
from pbem.letters.context import Happened, OnFile, Part


@dataclass(frozen=True, slots=True)
class Heading(Part):
    """Above the answer to one of several questions: the question, as it was written."""

    template: ClassVar[str] = "letters/heading.txt.j2"
    rank: ClassVar[int] = 99
    asked: str


@dataclass(frozen=True, slots=True)
class Help(Part):
    """HELP, or HELP and a verb; a word that is no verb is answered with those near it."""

    template: ClassVar[str] = "letters/help.txt.j2"
    rank: ClassVar[int] = 60
    word: str = ""


@dataclass(frozen=True, slots=True)
class Rules(Part):
    """RULES: the rulings of the game, `text` as `rulings.mailed` leaves it (Markdown)."""

    template: ClassVar[str] = "letters/rules.txt.j2"
    rank: ClassVar[int] = 68
    text: str


@dataclass(frozen=True, slots=True)
class GamePage(Part):
    """MAP, CARD or PRICES: the game's own template of that name, with the report's data."""

    template: ClassVar[str] = "letters/page.txt.j2"
    rank: ClassVar[int] = 62
    page: Literal["map", "card", "prices"]
    data: Mapping[str, Any]
    """`Game.report` of the reader's view."""
    about: str = ""
    """CARD: the canonical name asked for; empty: all names."""
    lists: bool = False
    """MAP LIST."""


@dataclass(frozen=True, slots=True)
class Options(Part):
    """OPTIONS: the campaign sheet, every setting in force."""

    template: ClassVar[str] = "letters/options.txt.j2"
    rank: ClassVar[int] = 64
    options: Mapping[str, OptionValue]
    ruleset: str
    fixes: tuple[str, ...] = ()
    deadlines: Mapping[str, str] = field(default_factory=dict)
    """Deadline class to its length, in words: `3 days at 20:00`."""
    waits: Mapping[str, bool] = field(default_factory=dict)
    """Kind of window: whether it waits for mail."""
    commitment: str = ""
    data_hash: str = ""
    own_tables: bool = False
    """The campaign plays by tables of its own."""


@dataclass(frozen=True, slots=True)
class History(Part):
    """HISTORY, or HISTORY n: what the reader saw of turns that are over."""

    template: ClassVar[str] = "letters/history.txt.j2"
    rank: ClassVar[int] = 66
    happened: tuple[Happened, ...]
    since: int = 1
    """The first turn told."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat in a STATUS."""

    seat: str
    state: Literal["open", "waiting", "ready", "leaving", "dropped"] = "ready"
    waits_since: datetime | None = None
    """Since when the campaign waits for it, windows aside."""


@dataclass(frozen=True, slots=True)
class StatusPage(Part):
    """STATUS: whom the campaign waits for and since when, and what keeps it from going on."""

    template: ClassVar[str] = "letters/status.txt.j2"
    rank: ClassVar[int] = 61
    seats: tuple[SeatLine, ...]
    file: OnFile


@dataclass(frozen=True, slots=True)
class Shown:
    """One line of orders of an earlier turn, with its outcome."""

    letter: int
    text: str
    outcome: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Show(Part):
    """SHOW n: the reader's orders for turn n and what came of them."""

    template: ClassVar[str] = "letters/show.txt.j2"
    rank: ClassVar[int] = 65
    turn: int
    lines: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class FilePage(Part):
    """PLAN? or STANDING?: what is on file."""

    template: ClassVar[str] = "letters/file.txt.j2"
    rank: ClassVar[int] = 63
    file: OnFile
    what: Literal["plan", "standing", "all"] = "all"
