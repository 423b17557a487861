"""What one seat is to be told at the end of a run, before it becomes parts of a letter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.intake.outcome import Outcome, Stamp
from pbem.letters.context import Note, Notice, Part, Trial
from pbem.letters.onfile import shown_by
from pbem.store.models import LetterRow


class Applied(NamedTuple):
    """A letter of a seat with what became of it, and notes about the letter as a whole."""

    stamp: Stamp
    outcome: Outcome
    notes: tuple[Note, ...]
    row: LetterRow


@dataclass
class Parcel:
    """What one seat is to be told."""

    outcomes: list[Applied] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    trial: Trial | None = None
    """Its trial letter was answered."""
    confirmed: bool = False
    """It was the first answer to the trial letter, which comes once a seat: no loop, so the thanks
    for it is not counted (``limits``)."""
    asked: bool = False
    """A question is new for it."""
    report: bool = False
    """It gets a report, whatever happened."""
    notes: list[Note] = field(default_factory=list)
    told: bool = False
    """A letter with these notes went out."""
    silent: bool = False
    """Its address has had all the answers that it may have for now."""

    @property
    def answers(self) -> LetterRow | None:
        """The newest letter that is answered."""
        return self.outcomes[-1].row if self.outcomes else None

    @property
    def own_facts(self) -> set[int]:
        """What its immediate orders led to; the receipts tell it."""
        return {n for one in self.outcomes for n in one.outcome.own_facts}

    @property
    def pages(self) -> list[Part]:
        """What its letters asked for."""
        return [page for one in self.outcomes for page in one.outcome.pages]

    @property
    def shown(self) -> frozenset[str]:
        """What of all that is on file these pages print."""
        return shown_by(self.pages)
