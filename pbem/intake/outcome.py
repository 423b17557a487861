"""What a letter brings besides its lines, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pbem.letters.context import Done, Kept, Note, Part, Refusal


@dataclass(frozen=True)
class Stamp:
    """What a letter brings besides its lines.

    ``turn``: the turn that was open when it was written. ``receipt``: its number for the seat.
    ``via``: ``letter``, or ``gm`` where the game master entered it. ``replied``: the Message-ID
    of the letter that it answers.
    """

    letter: int
    receipt: int
    turn: int
    came: datetime
    via: str = "letter"
    replied: str = ""


@dataclass
class Outcome:
    """What became of a letter: the receipt's parts, and answers to questions."""

    kept: list[Kept] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    pages: list[Part] = field(default_factory=list)
    own_facts: set[int] = field(default_factory=set)
    """Facts that its immediate orders led to: told in the receipt already."""
    filed: bool = False
    """Whether it changed what is on file, so that CANCEL may undo it."""
    asked: int = 0
    tried: Outcome | None = None
    """What a CHECK came to."""

    @property
    def worked(self) -> bool:
        """Whether anything was kept or done."""
        return bool(self.kept or self.done)

    @property
    def nothing(self) -> bool:
        """Whether not a line of it was taken for an order or a question."""
        return not (self.worked or self.refused or self.asked or self.tried)
