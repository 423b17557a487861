"""The table as data: the state of a game, its stack of phases, lasting modifiers and offers.

Structs are ``msgspec`` ones: frozen like dataclasses, but built and copied in C, which is what
self-play spends its time on (see ``engine/README.md``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace as change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.decision import Decision
    from engine.table import Answers

__all__ = ["ANYONE", "Mod", "Offer", "OptionValue", "Phase", "State", "change"]

OptionValue = str | int | bool

ANYONE = "any"
"""The partner of an offer to every other seat: one offer for each pair, the first accepted wins."""


class Phase(Struct, frozen=True, kw_only=True):
    """Where the game stands. Fields say who, what about and how far, and are all public.

    Any number that a card may change (dice on the table, actions left) lives in the state.
    """

    version: ClassVar[int] = 1
    later: ClassVar[tuple[str, ...]] = ()
    """As in ``State``."""
    n: int = 0
    """Serial, given by the table at push and swap; decision ids hang on it."""

    def ask(self, s: Any) -> tuple[Decision, ...]:
        """The decisions it waits for; ``()`` means there is nothing to ask, play now."""
        return ()

    def moot(self, s: Any) -> bool:
        """Whether the object of the question is gone: then it is popped unasked.

        Must depend on public parts of the state only.
        """
        return False

    def play(self, t: Any, answers: Answers) -> None:
        """Straight-line rules code; ``push`` is the last thing it does."""
        raise TypeError(f"{type(self).__name__} has no play")


class Mod(Struct, frozen=True, kw_only=True):
    """A lasting modifier, read by the phase it concerns and ended by a named moment."""

    kind: str
    seat: str = ""
    value: int = 0
    until: str = ""
    """Name of the moment that ends it, such as ``begin:p2``; empty: until taken away."""
    about: str = ""


class Offer(Struct, frozen=True, kw_only=True):
    """An open offer between two seats. Items are words of the game: a card name, ``$10``."""

    id: str
    """``giver>taker:number``; numbered per pair, since a campaign-wide number tells of others."""
    giver: str
    taker: str
    give: tuple[str, ...] = ()
    want: tuple[str, ...] = ()
    accepted: bool = False
    """Accepted, and waiting for the moment at which the rules let it take place."""
    group: int = 0
    """Number of the giver's offer to ``ANYONE`` that it is part of, from 1; 0: it stands alone."""

    @property
    def number(self) -> int:
        """Its number within the pair, from 1."""
        return int(self.id.rpartition(":")[2])


class State(Struct, frozen=True, kw_only=True):
    """What every game's state has; a game subclasses it and adds its board, decks and hands."""

    version: ClassVar[int] = 1
    later: ClassVar[tuple[str, ...]] = ()
    """Fields, each with a default, that came after the first release. What was stored before is
    hashed without them; hashes say of which fields they are (``Codec.digest``)."""
    variant: str
    seats: tuple[str, ...]
    """Seat ids in clockwise order."""
    options: dict[str, OptionValue]
    fixes: tuple[str, ...] = ()
    """Named fixes of the ruleset that this campaign has adopted."""
    stack: tuple[Phase, ...] = ()
    serial: int = 0
    """The last phase serial given out."""
    uses: dict[str, int] = {}
    """How often each dice purpose has been used; the next draw of a purpose is that use."""
    turn: int = 0
    """Serial number of seat-turns, from 1; 0 before the first."""
    round: int = 0
    active: str = ""
    """The seat whose turn it is; empty before the first turn and between rounds."""
    leaving: tuple[str, ...] = ()
    """Seats that resigned: their decisions take the default until the drop-out runs."""
    gone: tuple[str, ...] = ()
    mods: tuple[Mod, ...] = ()
    offers: tuple[Offer, ...] = ()
    offer_counts: dict[str, int] = {}
    """Offers made so far for each pair, keyed ``giver>taker``; those to all ``giver>any``."""
    ended: str = ""
    """Code of the reason why the game ended; empty while it goes on."""
    winners: tuple[str, ...] = ()

    def present(self) -> tuple[str, ...]:
        """Seats still in the game, in clockwise order."""
        if not self.gone:
            return self.seats
        return tuple(x for x in self.seats if x not in self.gone)

    def away(self, seat: str) -> bool:
        """Whether this seat has resigned, be it that it is still to drop out: it plays no more."""
        return bool(self.leaving or self.gone) and (seat in self.leaving or seat in self.gone)

    def staying(self) -> tuple[str, ...]:
        """Seats in the game that have not resigned, in clockwise order."""
        return tuple(x for x in self.present() if x not in self.leaving)

    def clockwise(self, after: str) -> tuple[str, ...]:
        """Seats still in the game from the one after ``after`` round to ``after`` itself."""
        if after not in self.seats:
            return self.present()
        at = self.seats.index(after) + 1
        return tuple(x for x in self.seats[at:] + self.seats[:at] if x not in self.gone)

    def mod(self, kind: str, seat: str = "") -> int:
        """Sum of the values of the modifiers of this kind on this seat."""
        return sum(m.value for m in self.mods if m.kind == kind and m.seat == seat)

    def has_mod(self, kind: str, seat: str = "") -> bool:
        """Whether a modifier of this kind lies on this seat."""
        return any(m.kind == kind and m.seat == seat for m in self.mods)

    def offer(self, giver: str, taker: str, number: int) -> Offer | None:
        """The open offer of this pair with this number."""
        wanted = f"{giver}>{taker}:{number}"
        return next((o for o in self.offers if o.id == wanted), None)


def hide_offers(s: Any, seat: str) -> Any:
    """The state with only those offers, and counts of offers, that concern this seat."""
    return change(
        s,
        offers=tuple(o for o in s.offers if seat in (o.giver, o.taker)),
        offer_counts={k: n for k, n in s.offer_counts.items() if seat in k.split(">")},
    )


def without(items: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """``items`` less one occurrence of each member of ``gone``; ValueError if one is missing."""
    left = list(items)
    for item in gone:
        left.remove(item)
    return tuple(left)
