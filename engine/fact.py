"""Facts: what happened, in the past tense. The only thing that changes a state."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from msgspec import Struct

from engine.state import ANYONE, Mod, Offer, Phase, State, change

Audience = tuple[str, ...] | None
"""Who sees a fact: ``None`` is everybody, ``()`` nobody but the game master."""

EVERYBODY: Audience = None


class Fact(Struct, frozen=True, gc=False):
    """One thing that happened. ``apply`` sets fields and holds no rules."""

    version: ClassVar[int] = 1
    public: ClassVar[bool] = False
    """Whether everybody always sees facts of this kind; then ``seen_by`` is not asked."""

    def apply(self, s: Any) -> Any:
        """The state after it. Must also work on a state with masked values."""
        return s

    def seen_by(self, s: Any) -> Audience:
        """Who sees it whole; ``s`` is the state before it."""
        raise TypeError(f"{type(self).__name__} names no audience")

    def masked(self) -> Fact | None:
        """What the others see of it, or ``None``: nothing.

        Applies to a masked state, so that every seat can fold its own picture.
        """
        return None


class Told(Struct, frozen=True, gc=False):
    """A fact with its audience, worked out on the state before it."""

    fact: Fact
    audience: Audience

    def to(self, seat: str) -> Fact | None:
        """The fact as this seat is shown it; ``None``: not at all."""
        if self.audience is None or seat in self.audience:
            return self.fact
        return self.fact.masked()


class PublicFact(Fact, frozen=True):
    """A fact that everybody sees."""

    public: ClassVar[bool] = True

    def seen_by(self, s: Any) -> Audience:
        """Everybody."""
        return EVERYBODY


class Pushed(PublicFact, frozen=True):
    """A phase was laid on the stack. The stack is public; never rendered."""

    phase: Phase

    def apply(self, s: State) -> State:
        """The phase on top; its serial becomes the last one given out."""
        return change(s, stack=(*s.stack, self.phase), serial=max(s.serial, self.phase.n))


class Popped(PublicFact, frozen=True):
    """The top phase was taken off the stack; never rendered."""

    def apply(self, s: State) -> State:
        """The stack without its top."""
        return change(s, stack=s.stack[:-1])


class Swapped(PublicFact, frozen=True):
    """A phase was replaced; never rendered.

    With a new serial it replaces the top one; with an old serial the one that bears it, which
    may lie beneath others (a window notes that a card was played while the card's own phases
    lie on it).
    """

    phase: Phase

    def apply(self, s: State) -> State:
        """The phase in the place of the other."""
        stack, n = s.stack, self.phase.n
        if n > s.serial:
            return change(s, stack=(*stack[:-1], self.phase), serial=n)
        at = len(stack) - 1
        while stack[at].n != n:
            at -= 1
        return change(s, stack=(*stack[:at], self.phase, *stack[at + 1 :]))


class Rolled(Fact, frozen=True):
    """One keyed draw: ``result`` in ``0 <= result < n``; a die shows ``result + 1``.

    ``use`` counts the draws of this purpose from 0 (README, "Dice").
    """

    purpose: str
    use: int
    n: int
    result: int
    to: Audience = EVERYBODY

    def apply(self, s: State) -> State:
        """The purpose was used once more."""
        uses = s.uses.copy()
        uses[self.purpose] = self.use + 1
        return change(s, uses=uses)

    def seen_by(self, s: Any) -> Audience:
        """Those named in the fact."""
        return self.to

    def masked(self) -> Fact:
        """That it was drawn, without the result."""
        return Rolled(self.purpose, self.use, self.n, -1, ())


class Missed(NamedTuple):
    """A line of a plan that gave no answer. Why is ``low`` (ROLL n+ with less), ``exact`` (ROLL n
    with another number), ``off`` (the roll was right, the order not possible), ``goal`` (a goal
    that could not go on) or ``stuck`` (another step).
    """

    why: str
    line: int
    """Its number from 1."""
    text: str
    by: tuple[str, dict[str, Any]] | None = None
    """What kept it off: code and data of ``Game.hinders``, or ``if``; ``None``: no single thing."""


class Answered(Fact, frozen=True):
    """An answer was taken. Its source is for its owner and the game master only."""

    decision: str
    seat: str
    kind: str
    verb: str
    args: tuple[str | int | tuple[str, ...] | None, ...]
    via: str
    """``letter``, ``plan``, ``standing``, ``suggested``, ``default``, ``absent``, ``forced``,
    ``gm``, ``bot``."""
    cause: str = ""
    """The line of the plan or standing order that fired, as the desk numbers it."""
    line: str = ""
    """That line as its owner wrote it."""
    missed: tuple[Missed, ...] = ()
    """Lines of the plan that were meant for this, where one that says what else gave the answer."""

    def seen_by(self, s: Any) -> Audience:
        """The seat that answered."""
        return (self.seat,)


class RoundBegan(PublicFact, frozen=True):
    """A new round began."""

    round: int

    def apply(self, s: State) -> State:
        """The round's number."""
        return change(s, round=self.round)


class RoundEnded(PublicFact, frozen=True):
    """Everybody has had a turn; nobody is active."""

    def apply(self, s: State) -> State:
        """Nobody is active."""
        return change(s, active="")


class TurnBegan(PublicFact, frozen=True):
    """A seat's turn began."""

    turn: int
    seat: str

    def apply(self, s: State) -> State:
        """The turn's number and its seat."""
        return change(s, turn=self.turn, active=self.seat)


class ModGiven(PublicFact, frozen=True):
    """A lasting modifier was laid on a seat or on the table."""

    mod: Mod

    def apply(self, s: State) -> State:
        """With the modifier."""
        return change(s, mods=(*s.mods, self.mod))


class ModTaken(PublicFact, frozen=True):
    """A lasting modifier was used up or taken away."""

    mod: Mod

    def apply(self, s: State) -> State:
        """Without the first modifier equal to it."""
        at = s.mods.index(self.mod)
        return change(s, mods=s.mods[:at] + s.mods[at + 1 :])


class Moment(PublicFact, frozen=True):
    """A named moment came: every modifier that lasts until then ends. Never rendered."""

    name: str

    def apply(self, s: State) -> State:
        """Without the modifiers that end now."""
        return change(s, mods=tuple(m for m in s.mods if m.until != self.name))


class Resigned(PublicFact, frozen=True):
    """A seat resigned, or was taken out; it drops out at the next turn boundary."""

    seat: str
    by: str = ""
    """``gm`` where the game master took it out; empty: it resigned."""

    def apply(self, s: State) -> State:
        """The seat is leaving."""
        return change(s, leaving=(*s.leaving, self.seat))


class DroppedOut(PublicFact, frozen=True):
    """A seat left the game."""

    seat: str

    def apply(self, s: State) -> State:
        """The seat is gone."""
        return change(
            s,
            gone=(*s.gone, self.seat),
            leaving=tuple(x for x in s.leaving if x != self.seat),
        )


class OfferMade(Fact, frozen=True):
    """An offer was made; the two of the pair see it, nobody else."""

    offer: Offer

    def apply(self, s: State) -> State:
        """With the offer, counted for its pair."""
        offer = self.offer
        counts = {**s.offer_counts, f"{offer.giver}>{offer.taker}": offer.number}
        if offer.group:
            counts[f"{offer.giver}>{ANYONE}"] = offer.group
        return change(s, offers=(*s.offers, offer), offer_counts=counts)

    def seen_by(self, s: Any) -> Audience:
        """The pair."""
        return (self.offer.giver, self.offer.taker)


class OfferAgreed(Fact, frozen=True):
    """An offer was accepted; it takes place when the rules let it."""

    offer: str

    def apply(self, s: State) -> State:
        """The offer is marked as accepted."""
        return change(
            s,
            offers=tuple(change(o, accepted=True) if o.id == self.offer else o for o in s.offers),
        )

    def seen_by(self, s: Any) -> Audience:
        """The pair."""
        return pair_of(self.offer)


class OfferClosed(Fact, frozen=True):
    """An offer ended: ``taken``, ``declined``, ``withdrawn``, ``expired``, ``left`` (one of the
    two leaves the game), ``handed`` (another person sits where it was made), ``elsewhere`` (it was
    to all, and another accepted), ``gone`` (all can see that it has become void) or a failure's
    code.
    """

    offer: str
    reason: str

    def apply(self, s: State) -> State:
        """Without the offer."""
        return change(s, offers=tuple(o for o in s.offers if o.id != self.offer))

    def seen_by(self, s: Any) -> Audience:
        """The pair."""
        return pair_of(self.offer)


class FixAdopted(PublicFact, frozen=True):
    """The game master adopted a named fix of the rules."""

    fix: str

    def apply(self, s: State) -> State:
        """With the fix."""
        return change(s, fixes=(*s.fixes, self.fix))


class Ended(PublicFact, frozen=True):
    """The game is over. ``reason`` is a code of the game; several winners share the win."""

    reason: str
    winners: tuple[str, ...]

    def apply(self, s: State) -> State:
        """Over: nothing is pending any more."""
        return change(s, ended=self.reason, winners=self.winners, stack=(), offers=())


def pair_of(offer: str) -> tuple[str, ...]:
    """The two seats of an offer's id ``giver>taker:number``."""
    return tuple(offer.partition(":")[0].split(">"))


SILENT: tuple[type[Fact], ...] = (Pushed, Popped, Swapped, Moment)
"""Facts that no report ever renders."""

ENGINE_FACTS: tuple[type[Fact], ...] = (
    Pushed,
    Popped,
    Swapped,
    Rolled,
    Answered,
    RoundBegan,
    RoundEnded,
    TurnBegan,
    ModGiven,
    ModTaken,
    Moment,
    Resigned,
    DroppedOut,
    OfferMade,
    OfferAgreed,
    OfferClosed,
    FixAdopted,
    Ended,
)
