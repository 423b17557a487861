"""Setting up: cards, personalities, start worlds, Contracts, first stations (ST-SET, ST-W13)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import asdict

from engine.decision import Choice, Decision, Order, Pick
from engine.state import Phase, change
from engine.table import Answers, Table, decision_id
from engine.window import InTurn
from games.star_traders.facts.setup import Claimed, Founded, TookRole
from games.star_traders.hands.deck import draw, turn_up
from games.star_traders.orders.forms import CAPITAL, CORE_WORD, EXTRA, INSIDER, PICK, ROLE, START
from games.star_traders.rules import EXTRAS, LEAST_BOXES, RULES
from games.star_traders.state import Stars, role
from games.star_traders.tables.galaxy import Galaxy, galaxy
from games.star_traders.tables.records import CORE
from games.star_traders.turn.circuit import Circuit

T = Table[Stars]

HAND = 2
"""Cards dealt (ST-SET-3)."""
BLUE, RED = "blue", "red"


class Setup(Phase, frozen=True, kw_only=True):
    """Deals the hands, then everybody chooses in reverse order."""

    def play(self, t: T, answers: Answers) -> None:
        """ST-SET-1 to ST-SET-3; the phases of the other steps."""
        s = t.state
        if RULES[s.variant].luck:
            for seat in s.seats:
                for _ in range(HAND):
                    draw(t, seat)
        t.pop()
        backwards = tuple(reversed(s.seats))
        chosen = deal_roles(t)
        t.push(
            Roles(order=tuple(x for x in backwards if x in chosen)),
            Starting(order=backwards),
            Extra(order=backwards * EXTRAS.get(len(s.seats), 0)),
            Contracts(),
            Capital(order=backwards),
            Insider(order=backwards),
            Circuit(),
        )


def deal_roles(t: T) -> tuple[str, ...]:
    """ST-SET-14, ST-SET-15: who is to choose a personality; random ones are dealt here."""
    s = t.state
    named = str(s.options.get("novices", "")).replace(",", " ").split()
    seats = tuple(x for x in s.seats if not named or x in named)
    mode = s.options.get("personalities", "none")
    if mode == "chosen":
        return seats
    if mode == "random":
        for seat in seats:
            t.emit(TookRole(seat, t.draw("role", free_roles(t.state))))
    return ()


def free_roles(s: Stars) -> tuple[str, ...]:
    """Personalities that nobody has."""
    taken = set(s.roles.values())
    return tuple(p.name for p in galaxy(s).data.personalities if p.name not in taken)


def free_stars(s: Stars, colour: str) -> tuple[str, ...]:
    """Worlds with a star of this colour and without a station."""
    return tuple(str(w) for w in galaxy(s).data.starred(colour) if w not in s.stations)


class _Picking(InTurn, frozen=True, kw_only=True):
    """One seat after another picks; silence takes the first that is free (ST-W13)."""

    def kind(self) -> str:
        """The kind of its question."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def values(self, s: Stars, seat: str) -> tuple[str, ...]:
        """What may be picked; none: this seat is passed over."""
        raise TypeError(f"{type(self).__name__} offers nothing")

    def waiting(self, s: Stars) -> tuple[str, ...]:
        """Those to whom something is offered."""
        return tuple(x for x in self.order if x not in s.gone and self.values(s, x))

    def decide(self, s: Stars, seat: str) -> Decision:
        """The question of one seat."""
        values = self.values(s, seat)
        return Decision(
            id=decision_id(self, seat),
            seat=seat,
            kind=self.kind(),
            choices=(Choice(PICK, (Pick(values),)),),
            default=Order("PICK", (values[0],)),
            skip=True,
            info={"free": values},
        )


class Roles(_Picking, frozen=True, kw_only=True):
    """Personalities, after a look at all of them (ST-SET-14)."""

    def kind(self) -> str:
        """``role``."""
        return ROLE

    def values(self, s: Stars, seat: str) -> tuple[str, ...]:
        """Those that are free."""
        return free_roles(s)

    def decide(self, s: Stars, seat: str) -> Decision:
        """With what each of them may do."""
        d = super().decide(s, seat)
        g = galaxy(s)
        roles = [asdict(g.role(name)) for name in self.values(s, seat)]
        later = [x for x in self.order if x != seat and x not in s.gone]
        return change(d, info={**d.info, "roles": roles, "later": later})

    def resolve(self, t: T, seat: str, order: Order) -> None:
        """It is his."""
        t.emit(TookRole(seat, str(order.args[0])))


def place(t: T, seat: str, what: str, pick: str) -> None:
    """A start (with the ships) or a further station; a world of the Core may be named later."""
    if pick == CORE_WORD:
        t.emit(Claimed(seat, what))
    else:
        ships = role(t.state, seat).ships if what == START else 0
        world = int(pick)
        keeps = seat in t.state.claims and world // 10 != CORE
        t.emit(Founded(seat, world, ships, keeps))


class Starting(_Picking, frozen=True, kw_only=True):
    """The start worlds (ST-SET-7, ST-SET-8; with six the Core, ST-SET-10)."""

    def kind(self) -> str:
        """``start``."""
        return START

    def values(self, s: Stars, seat: str) -> tuple[str, ...]:
        """Red stars; of six Traders one may take the Core."""
        core = len(s.seats) > 5 and not s.claims
        # Who starts there may have thrown his station away, but is there.
        held = {str(w) for fleet in s.ships.values() for w in fleet}
        free = tuple(w for w in free_stars(s, RED) if w not in held)
        return free + ((CORE_WORD,) if core else ())

    def resolve(self, t: T, seat: str, order: Order) -> None:
        """First station and ship."""
        place(t, seat, START, str(order.args[0]))


class Extra(_Picking, frozen=True, kw_only=True):
    """Further stations of two or three Traders, one of them in the Core (ST-SET-11)."""

    def kind(self) -> str:
        """``extra``."""
        return EXTRA

    def values(self, s: Stars, seat: str) -> tuple[str, ...]:
        """Starred worlds; the Core once."""
        return free_stars(s, RED) + (() if s.claims else (CORE_WORD,))

    def resolve(self, t: T, seat: str, order: Order) -> None:
        """A station."""
        place(t, seat, EXTRA, str(order.args[0]))


class Contracts(Phase, frozen=True, kw_only=True):
    """The first Contracts (ST-SET-5)."""

    def play(self, t: T, answers: Answers) -> None:
        """One for each Trader, at least three."""
        for box in range(1, max(LEAST_BOXES, len(t.state.seats)) + 1):
            turn_up(t, box)
        t.pop()


class Capital(_Picking, frozen=True, kw_only=True):
    """Who claimed a world of the Core names it, once the Contracts lie (ST-SET-10)."""

    def kind(self) -> str:
        """``core``."""
        return CAPITAL

    def values(self, s: Stars, seat: str) -> tuple[str, ...]:
        """Blue stars."""
        return free_stars(s, BLUE) if seat in s.claims else ()

    def resolve(self, t: T, seat: str, order: Order) -> None:
        """Station, and ship if it is his start."""
        place(t, seat, t.state.claims[seat], str(order.args[0]))


class Insider(_Picking, frozen=True, kw_only=True):
    """ST-PER-4: the capital and one more world of the Core, besides the start (ST-AMB 27)."""

    later: ClassVar[tuple[str, ...]] = ("placed",)
    placed: int = 0
    """How many the first in order has placed: what he holds may have been dealt in."""

    def kind(self) -> str:
        """``insider``."""
        return INSIDER

    def values(self, s: Stars, seat: str) -> tuple[str, ...]:
        """Free worlds of the Core, while he has not all of his."""
        left = role(s, seat).core_stations - self.placed
        if left <= 0:
            return ()
        free = tuple(str(w) for w in core_free(s, galaxy(s)))
        # The capital first, by itself, while it is free.
        capital = free[-1:] if free and free[-1] == str(galaxy(s).core[-1]) else free
        return free if self.placed else capital

    def resolve(self, t: T, seat: str, order: Order) -> None:
        """A station, and if need be another question."""
        t.emit(Founded(seat, int(str(order.args[0]))))
        behind = self.order[self.order.index(seat) + 1 :]
        more = Insider(order=(seat, *behind), placed=self.placed + 1)
        if more.values(t.state, seat):
            t.swap(more)
        elif self.placed:
            t.swap(Insider(order=behind))


def core_free(s: Stars, g: Galaxy) -> tuple[int, ...]:
    """Worlds of the Core without a station, ascending."""
    return tuple(w for w in g.core if w not in s.stations)


PHASES: tuple[type[Phase], ...] = (
    Setup,
    Roles,
    Starting,
    Extra,
    Contracts,
    Capital,
    Insider,
)
