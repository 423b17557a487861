"""What the demonstration prints: a moving bar at a terminal, plain lines anywhere else."""

from __future__ import annotations

from datetime import datetime
from types import TracebackType
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from pbem.deadlines import zone_of

DECK: Final = 88
"""Cards of Space Freighter; the game ends with the last."""

_EVERY: Final = 10
"""How many turns go by between two lines of progress."""


class Show:
    """Prints to one console; used as a context, it draws the bar below what is printed."""

    def __init__(self, console: Console, zone: str) -> None:
        self._console = console
        self._zone = zone_of(zone)
        self._told: set[str] = set()
        self._last_turn = 0
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[deck]} cards in the deck"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("setting up", total=DECK, deck=DECK)

    def __enter__(self) -> Show:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def line(self, text: str = "", style: str = "") -> None:
        """One line, or several, as they are."""
        self._console.print(Text(text, style=style), soft_wrap=True)

    def heading(self, text: str) -> None:
        """The beginning of a part."""
        self.line()
        self.line(text, "bold")

    def command(self, text: str) -> None:
        """A command that the game master types."""
        self.line(f"  $ {text}", "cyan")

    def printed(self, text: str) -> None:
        """The first line of what a command printed; more would be too much here."""
        if text.strip():
            self.line(f"    {text.strip().splitlines()[0]}", "dim")

    def wrote(self, at: datetime, name: str, what: str, how: str, text: str) -> None:
        """A letter of a player; each kind of each player is shown once."""
        kind = f"{name} {what}"
        if kind in self._told:
            return
        self._told.add(kind)
        self.line(f"  {self._time(at)}  {name} writes {how}: {what}")
        for line in text.splitlines():
            self.line(f"      > {line}".rstrip(), "green")

    def ticked(self, at: datetime, turn: int, deck: int | None, letters: int) -> None:
        """A tick is done: `letters` have gone out so far."""
        if deck is not None:
            self._bar.update(
                self._task, completed=DECK - deck, description=f"turn {turn}", deck=deck
            )
        if turn >= self._last_turn + _EVERY:
            self._last_turn = turn
            left = "" if deck is None else f", {deck} cards in the deck"
            self.line(f"  {self._time(at)}  turn {turn}{left}, {letters} letters posted")

    def event(self, at: datetime, text: str) -> None:
        """Something worth a line."""
        self.line(f"  {self._time(at)}  {text}")

    def letter(self, title: str, subject: str, text: str) -> None:
        """A letter, whole."""
        self.heading(title)
        self.line(f"  | Subject: {subject}", "yellow")
        for line in ["", *text.splitlines()]:
            self.line(f"  | {line}".rstrip(), "yellow")
        self.line()

    def _time(self, at: datetime) -> str:
        return f"{at.astimezone(self._zone):%a %d %b %H:%M}"
