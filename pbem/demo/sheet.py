"""What a person sees on a letter of ours. The scripted players know nothing but its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

_ASKED: Final = re.compile(r"^YOUR (MOVE|ANSWER|PLAN), ", re.MULTILINE)
_OFFER: Final = re.compile(r"(\w+) offers you (.+?) for (.+?) \(offer (\d+)")
_DREW: Final = re.compile(r"\b(\w+) drew ([^.:\n]+)\.$", re.MULTILINE)
_DECK: Final = re.compile(r"^DECK +(\d+) card", re.MULTILINE)
_TURN: Final = re.compile(r"^## \w+ turn (\d+) ", re.MULTILINE)
_HEADING: Final = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True)
class OfferSeen:
    """An offer that stands in a report: who gives what for what, and its number."""

    giver: str
    give: str
    want: str
    number: int


class Sheet:
    """One letter, looked at."""

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def trial(self) -> bool:
        """It asks whether mail goes both ways."""
        return "Please answer this letter once" in " ".join(self.text.split())

    @property
    def report(self) -> bool:
        """It shows the reader's position."""
        return "\nTABLE" in self.text and "\nDECK" in self.text

    @property
    def reminder(self) -> bool:
        """It reminds of a deadline."""
        return "\nNo orders from you" in self.text

    @property
    def asked(self) -> bool:
        """It asks something of the reader."""
        return _ASKED.search(self.text) is not None

    @property
    def refused(self) -> bool:
        """It says that a line was refused."""
        return "\nREFUSED" in self.text

    @cached_property
    def turn(self) -> int:
        """The turn of its marker line; 0 when there is none."""
        found = _TURN.search(self.text)
        return int(found[1]) if found else 0

    @cached_property
    def deck(self) -> int | None:
        """How many cards the deck holds."""
        found = _DECK.search(self.text)
        return int(found[1]) if found else None

    @cached_property
    def choices(self) -> list[str]:
        """The answers printed as legal now, without mark, ANSWER and remark."""
        lines = (line.strip() for line in self._section("YOUR CHOICES"))
        orders = (line.split(";")[1].strip() for line in lines if line.startswith("; "))
        # A remark that found no room behind its order has a line of its own.
        texts = (text.removeprefix("ANSWER ") for text in orders)
        return [text for text in texts if text and text.split()[0].isupper()]

    @cached_property
    def hand(self) -> list[str]:
        """The reader's cards: goods first, then aid, then worlds."""
        columns = (("YOUR GOODS", 25), ("YOUR AID", 25), ("YOUR WORLDS", 21))
        return [
            line[1:width].strip()
            for heading, width in columns
            for line in self._section(heading)
            if line.startswith(" ") and line[1:2].strip()
        ]

    @cached_property
    def offers(self) -> list[OfferSeen]:
        """Offers that the reader may accept."""
        text = " ".join(" ".join(self._section("OPEN OFFERS")).split())
        return [OfferSeen(m[1], m[2], m[3], int(m[4])) for m in _OFFER.finditer(text)]

    @cached_property
    def drew(self) -> list[tuple[str, str]]:
        """Who was seen to draw which card, as far as it went into his hand."""
        return [(m[1], m[2]) for m in _DREW.finditer(self.text)]

    @property
    def result(self) -> list[str]:
        """The table of a final report; nothing in any other letter."""
        return [line.replace("  (you)", "") for line in self._section("THE RESULT")]

    @property
    def plan_used_up(self) -> bool:
        """A delivery of the plan on file is done."""
        filed = self._section("ON FILE")
        return any("; DELIVER" in line and line.rstrip().endswith("; done") for line in filed)

    def _section(self, heading: str) -> list[str]:
        """The lines below a heading, up to the next heading or empty line."""
        lines = self.text.splitlines()
        start = next((i for i, line in enumerate(lines) if line.startswith(heading)), None)
        if start is None:
            return []
        found = []
        for line in lines[start + 1 :]:
            if not line.strip() or _HEADING.match(line):
                break
            found.append(line)
        return found
