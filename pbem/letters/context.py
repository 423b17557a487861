"""What letters are made of: frozen, plain data, and nothing the reader may not see.

A letter is a head (`Campaign`, `Reader`, `Needs`) and parts. The parts that fall together in one
run become one letter. Times are aware datetimes; templates show them in the reader's zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal

from engine.decision import Decision, Order
from engine.fact import Fact, RoundBegan
from engine.game import Remark, Suggestion
from engine.lexicon import Lexicon
from engine.state import Offer
from pbem.holds import Hold

Status = Literal["setup", "running", "halted", "ended"]


@dataclass(frozen=True, slots=True)
class Campaign:
    """The campaign, as everybody at the table knows it."""

    id: str
    names: Mapping[str, str]
    """Seat to player's name, in clockwise order."""
    lexicon: Lexicon
    """Made from the reader's own view."""
    turn: int = 0
    round: int = 0
    active: str = ""
    """The seat whose turn it is."""
    gone: tuple[str, ...] = ()
    pace: Literal["turns", "rounds"] = "turns"
    variant: str = ""
    zone: str = "UTC"
    status: Status = "running"
    waits: frozenset[str] = frozenset()
    """The kinds of window that wait for mail."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, and how he likes his letters."""

    seat: str
    """Empty: the game master."""
    name: str
    zone: str = "UTC"
    columns: int = 72
    lists: bool = False
    """Tables and maps as lists, which a screen reader reads in order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is open for the reader."""

    decision: Decision
    deadline: datetime | None = None
    others: tuple[str, ...] = ()
    """Other seats asked the same; who has answered is never told."""
    on_file: str = ""
    """The answer on file for it, as an order."""
    served: bool = False
    """An answer or lines of the reader's own are on file for it: nobody waits for him."""
    planned: bool = False
    """The reader has a plan on file."""
    given: Order | None = None
    """What silence gives with what is on file now; ``None``: not looked up."""

    @property
    def settled(self) -> bool:
        """Whether the reader need do nothing about it: a window that his lines answer, or READY."""
        return self.served and (self.decision.sealed or self.decision.kind == "ready")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom the campaign waits for. Never says who of a sealed window has answered."""

    seats: tuple[str, ...]
    deadline: datetime | None = None
    since: datetime | None = None
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    """What is needed now, from the reader and from others."""

    asked: tuple[Asked, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    order: tuple[str, ...] = ()
    """The seats whose turns come next."""
    skipped: bool = False
    """Whether the reader's own next turn is skipped."""
    hold: Hold | None = None
    """Why no deadline is settled just now."""

    @property
    def dated(self) -> bool:
        """Whether any of it has a deadline."""
        return any(x.deadline for x in self.asked) or any(x.deadline for x in self.waiting)


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be told that has its words in a table, by code."""

    code: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Happened:
    """A fact as the reader is shown it, with the turn it happened in."""

    turn: int
    fact: Fact

    @property
    def told_in(self) -> int:
        """The turn it is told with: a round begins before its first turn does."""
        return self.turn + 1 if isinstance(self.fact, RoundBegan) else self.turn


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An open offer of or to the reader."""

    offer: Offer
    until: datetime | None = None
    lacks: tuple[str, ...] = ()
    """Items that the reader would have to give and does not have."""


@dataclass(frozen=True, slots=True)
class FileLine:
    """An order on file, as text that parses back."""

    text: str
    done: bool = False
    remark: Remark | None = None
    """What it will come to: a code of the table `remarks`."""


@dataclass(frozen=True, slots=True)
class OnFile:
    """All that a seat has on file."""

    plan: tuple[FileLine, ...] = ()
    plan_turn: int = 0
    """The turn it was written for; 0: the reader's next."""
    plan_name: str = ""
    """`A` where a suggested plan was adopted."""
    between: tuple[FileLine, ...] = ()
    standing: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    """Suggested standing orders that are in force: no line of the player's own overrules them."""
    partly: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Suggested ones that are in force for some questions only: each with the kinds of these."""
    answers: tuple[tuple[str, str], ...] = ()
    """Answers to open questions: what they answer (`w41`, empty: the reader's turn), the order."""
    posted: tuple[str, ...] = ()
    elsewhere: bool = False
    """More of it stands in another part of the same letter (``onfile.besides``)."""

    @property
    def empty(self) -> bool:
        """Whether nothing at all is on file, or left to be printed."""
        return not (
            self.plan
            or self.between
            or self.standing
            or self.suggested
            or self.partly
            or self.answers
            or self.posted
        )


class Part:
    """A part of a letter. `rank` orders the parts; the lowest gives the subject."""

    template: ClassVar[str]
    rank: ClassVar[int]
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A line that was refused. `code` has its words in the table `refused`."""

    line: int
    typed: str
    code: str
    word: str = ""
    usage: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kept:
    """Orders that went on file: `plan`, `standing`, `between` or `answer`."""

    what: Literal["plan", "standing", "between", "answer"]
    lines: tuple[FileLine, ...]
    about: str = ""
    """Of an answer: what it answers, such as `w41`."""
    turn: int = 0
    replaces: datetime | None = None
    notes: tuple[Note, ...] = ()
    written: int = 0
    """Lines of the letter that it came of, where they are not as many: 1 for ``PLAN A``."""


@dataclass(frozen=True, slots=True)
class Done:
    """An order that was carried out on arrival, with what came of it."""

    text: str
    facts: tuple[Fact, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt(Part):
    """What became of one letter."""

    template: ClassVar[str] = "letters/receipt.txt.j2"
    rank: ClassVar[int] = 30
    number: int
    came: datetime
    kept: tuple[Kept, ...] = ()
    done: tuple[Done, ...] = ()
    refused: tuple[Refusal, ...] = ()
    unread: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    """About the letter as a whole: table `letter`."""
    desk: tuple[Note, ...] = ()
    """What became of what is on file, where no report says it: table `desk`."""
    asked: int = 0
    """Questions in it (HELP, STATUS ...), answered in the same letter of ours."""
    check: bool = False
    """It was a CHECK: nothing was kept."""
    until: datetime | None = None
    file: OnFile | None = None
    """All that is on file now; left out where the report of the same letter prints it."""
    still: bool = False
    """Whether it says what is still to be answered: not where the same letter asks it."""

    @property
    def orders(self) -> int:
        """How many orders were read, the refused ones included; not questions without an answer."""
        refused = sum(not x.data.get("question") for x in self.refused)
        return sum(k.written or len(k.lines) for k in self.kept) + len(self.done) + refused


@dataclass(frozen=True, slots=True)
class Report(Part):
    """What happened, how it stands, what may be done."""

    template: ClassVar[str] = "letters/report.txt.j2"
    rank: ClassVar[int] = 20
    data: Mapping[str, Any]
    """`Game.report` of the reader's view."""
    happened: tuple[Happened, ...] = ()
    notes: tuple[Note, ...] = ()
    """What the desk did for the reader and must tell him: table `desk`."""
    offers: tuple[OpenOffer, ...] = ()
    plans: tuple[Suggestion, ...] = ()
    file: OnFile = field(default_factory=OnFile)
    first: bool = False
    commitment: str = ""
    """SHA-256 of the seed, hex; printed in the first report."""
    again: int | None = None
    """A report asked for again (REPORT 11): the turn whose end it shows."""
    current: bool = False
    """Asked for again, and it shows how it stands now, so that it may still ask something."""


@dataclass(frozen=True, slots=True)
class Question(Part):
    """Questions (`Needs.asked`) that came up without a report."""

    template: ClassVar[str] = "letters/question.txt.j2"
    rank: ClassVar[int] = 10
    happened: tuple[Happened, ...] = ()
    """What led to it."""
    notes: tuple[Note, ...] = ()
    """What the desk did for the reader on the way there: table `desk`."""


@dataclass(frozen=True, slots=True)
class Reminder(Part):
    """A deadline is near and nothing of the reader's own is on file."""

    template: ClassVar[str] = "letters/reminder.txt.j2"
    rank: ClassVar[int] = 12
    asked: Asked
    left: int
    """Minutes left."""
    plans: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial(Part):
    """The letter before the start, to be answered once by every seat."""

    template: ClassVar[str] = "letters/trial.txt.j2"
    rank: ClassVar[int] = 5
    gm: str = ""
    confirmed: bool = False
    """The answer came: this is the thanks."""
    missing: tuple[str, ...] = ()
    """Seats that have not confirmed yet."""
    starts: datetime | None = None


@dataclass(frozen=True, slots=True)
class Final(Part):
    """The end: result, all hands, seed, how to verify."""

    template: ClassVar[str] = "letters/final.txt.j2"
    rank: ClassVar[int] = 0
    data: Mapping[str, Any]
    """`Game.final` of the open state."""
    reason: str
    winners: tuple[str, ...]
    scores: Mapping[str, int]
    seed: str
    commitment: str
    happened: tuple[Happened, ...] = ()
    notes: tuple[Note, ...] = ()
    left: bool = False
    """Whether the reader left long before: then only that and the last turn are in `happened`."""


@dataclass(frozen=True, slots=True)
class Notice(Part):
    """News from the office: table `notice` of the word list, by code.

    Codes with their data: `deadline-moved` (to, by), `halted`, `resumed`, `seat-handed` (seat),
    `seat-dropped` (seat), `new-address` (seat), `started`, `fix` (fix), `gm-orders` (lines).
    """

    template: ClassVar[str] = "letters/notice.txt.j2"
    rank: ClassVar[int] = 25
    note: Note
    lines: tuple[str, ...] = ()
    """Orders the notice is about."""
