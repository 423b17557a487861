"""The campaign of the demonstration: letters to and fro until the final report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Final

from pbem.clock import SetClock
from pbem.demo.gm import GameMaster
from pbem.demo.mailprogram import MailProgram
from pbem.demo.people import Person
from pbem.demo.replies import STYLE_NAMES, Post
from pbem.demo.servers import Servers
from pbem.demo.sheet import Sheet
from pbem.demo.show import Show
from pbem.errors import PbemError

STEP: Final = timedelta(hours=3)
"""Between two ticks while letters come."""

QUIET: Final = timedelta(hours=12)
"""Between two ticks while everybody is silent."""

MINUTE: Final = timedelta(minutes=1)
"""Between two letters, so that they have an order."""

MOST_TICKS: Final = 1000
"""More than any campaign takes: 84 turns, each with up to nine silent ticks."""


class Players:
    """The scripted players at their mail programs."""

    def __init__(
        self,
        servers: Servers,
        cast: Iterable[Callable[[], Person]],
        clock: SetClock,
        show: Show,
        *,
        pause: timedelta = MINUTE,
    ) -> None:
        """`pause`: how far each letter that is written moves the clock on."""
        self.people = [make() for make in cast]
        self.programs = {p.name: MailProgram(servers, p.name) for p in self.people}
        self._clock = clock
        self._show = show
        self._pause = pause

    def read_and_write(self, watch: Callable[[list[Post]], None] = lambda posts: None) -> int:
        """Everybody reads his new letters and posts replies; how many. `watch` sees the former."""
        written = 0
        for person in self.people:
            program = self.programs[person.name]
            posts = program.new_letters()
            watch(posts)
            for said in person.read(posts):
                self._clock.moment += self._pause
                at = self._clock.now()
                program.answer(said.post, said.text, said.style, at)
                self._show.wrote(at, person.name, said.what, STYLE_NAMES[said.style], said.text)
                written += 1
        return written

    def pass_over(self) -> None:
        """Leave unanswered what lies in the mailboxes: letters of a campaign that is over."""
        for program in self.programs.values():
            program.new_letters()

    def close(self) -> None:
        """Close the mail programs."""
        for program in self.programs.values():
            program.close()


class Campaign:
    """A campaign under way, and what is worth showing of it."""

    def __init__(
        self, master: GameMaster, players: Players, clock: SetClock, show: Show, name: str
    ) -> None:
        self.ticks = 0
        self._posted = 0
        self._master = master
        self._players = players
        self._clock = clock
        self._show = show
        self._name = name
        self._wanted = {"A report": _is_report, "A receipt": _is_receipt}
        self.turn = 0
        self.result: list[str] = []
        """The table of the final report."""
        self._deck: int | None = None

    def seat_all(self) -> None:
        """Seat the players, and have their trial letters answered."""
        for person in self._players.people:
            address = self._players.programs[person.name].address
            self._master.command("join", self._name, person.name, address)
        self.exchange()
        self.exchange()
        if not self._master.ready(self._name, len(self._players.people)):
            raise PbemError("demo-trial", "A trial letter was answered, and the answer was lost.")

    def play(self) -> None:
        """Start it, and go on until it has ended and everybody has read his final report."""
        self._master.command("start", self._name)
        while self._master.status(self._name) != "ended":
            if self.ticks >= MOST_TICKS:
                raise PbemError("demo-endless", f"No end after {self.ticks} runs of pbem process.")
            self.exchange()

    def exchange(self) -> None:
        """One tick; then everybody reads and writes."""
        summary = self._master.tick()
        self.ticks += 1
        self._posted += summary.sent
        if summary.reminders:
            self._show.event(self._clock.now(), "nobody wrote: a reminder goes out")
        written = self._players.read_and_write(self._read)
        self._show.ticked(self._clock.now(), self.turn, self._deck, self._posted)
        self._clock.moment += STEP if written or summary.sent else QUIET

    def _read(self, posts: list[Post]) -> None:
        for post in posts:
            sheet = Sheet(post.text)
            self.turn = max(self.turn, sheet.turn)
            if sheet.result:
                self.result, self._deck = sheet.result, 0
            elif sheet.deck is not None:
                self._deck = sheet.deck
            for title, fits in list(self._wanted.items()):
                if fits(sheet):
                    del self._wanted[title]
                    heading = f"{title}, whole, as {post.reader} reads it"
                    self._show.letter(heading, post.subject, post.text)


def _is_report(sheet: Sheet) -> bool:
    return sheet.report and sheet.asked


def _is_receipt(sheet: Sheet) -> bool:
    return sheet.refused and not sheet.report
