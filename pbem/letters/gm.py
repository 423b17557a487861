"""Letters to the game master: what happened, how it stands, what to type next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal

from pbem.letters.context import Part


@dataclass(frozen=True, slots=True)
class Halted(Part):
    """The rules raised; the campaign stands still, everything is kept."""

    template: ClassVar[str] = "letters/gm_halted.txt.j2"
    rank: ClassVar[int] = 100
    campaign: str
    turn: int
    error: str
    """`KeyError: 'Venus'`; or a sentence, where it was not the rules."""
    where: str
    """Module and line that raised; empty: the rules did not."""
    deciding: str = ""
    letters: int = 0
    """Letters that wait for it."""


@dataclass(frozen=True, slots=True)
class Shunted(Part):
    """A letter that could not be read or applied because of a fault of ours."""

    template: ClassVar[str] = "letters/gm_shunted.txt.j2"
    rank: ClassVar[int] = 101
    letter: int
    sender: str
    came: datetime
    error: str
    where: str
    campaign: str = ""


@dataclass(frozen=True, slots=True)
class Held(Part):
    """A letter that waits for the game master's judgement; `reason` from table `held`."""

    template: ClassVar[str] = "letters/gm_held.txt.j2"
    rank: ClassVar[int] = 102
    letter: int
    sender: str
    came: datetime
    reason: str
    campaign: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Brake(Part):
    """Nothing is settled: `clock`, `inbox` or `silence`."""

    template: ClassVar[str] = "letters/gm_brake.txt.j2"
    rank: ClassVar[int] = 99
    kind: Literal["clock", "inbox", "silence"]
    detail: str = ""
    since: datetime | None = None
    campaigns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """A letter of ours that a server refused for good."""

    outbox: int
    address: str
    code: int | None
    words: str
    campaign: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Failures(Part):
    """Letters of ours that were refused."""

    template: ClassVar[str] = "letters/gm_failures.txt.j2"
    rank: ClassVar[int] = 103
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Limit(Part):
    """A limit was reached: `answers` (to one address), `provider` (letters a day)."""

    template: ClassVar[str] = "letters/gm_limit.txt.j2"
    rank: ClassVar[int] = 104
    kind: Literal["answers", "provider"]
    address: str = ""
    detail: str = ""
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Finished(Part):
    """A campaign ended; its final reports are out."""

    template: ClassVar[str] = "letters/gm_ended.txt.j2"
    rank: ClassVar[int] = 105
    campaign: str
    reason: str
    winners: tuple[str, ...]
    """Names."""


@dataclass(frozen=True, slots=True)
class Ready(Part):
    """Everybody seated has answered his trial letter: the campaign can start."""

    template: ClassVar[str] = "letters/gm_ready.txt.j2"
    rank: ClassVar[int] = 106
    campaign: str
    players: tuple[str, ...]
    """Names."""
