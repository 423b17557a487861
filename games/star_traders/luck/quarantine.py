"""Quarantine: its marker, its timetable, and ways out of it (ST-QUA)."""

from __future__ import annotations

from typing import Any

from engine.decision import Choice, Decision, Order
from engine.fact import ModGiven
from engine.state import Mod
from engine.table import Table
from games.star_traders.facts.court import Lasted, Lifted, Quarantined, QuarantineRolled
from games.star_traders.hands.hand import with_effect
from games.star_traders.luck.calamity import AVOID_CHOICE, spend
from games.star_traders.orders.forms import PLAGUE
from games.star_traders.state import Quarantine, Stars, could, trapped
from games.star_traders.windows import Window, able

T = Table[Stars]

STRONG, WEAK = 1, 2
"""The highest numbers that lift it: at first, and once its first roller has rolled again."""

LAST_TURN = 3
"""At the beginning of this turn of the first roller after his first roll it is over."""


def seal(t: T, seat: str, world: int) -> None:
    """A Quarantine is played on a world; a second one lifts both (ST-QUA-10). May push."""
    s = t.state
    if any(q.world == world for q in s.quarantines):
        t.emit(Lifted(world, "second"))
        return
    t.emit(Quarantined(world, first_roller(s)))
    if could(t.state, "avoid"):
        t.push(Sealing(seat=seat, world=world))


def first_roller(s: Stars) -> str:
    """The next to move: whoever's turn comes after the running or just finished one."""
    return s.clockwise(s.active)[0]


class Sealing(Window, frozen=True, kw_only=True):
    """ST-W11: anybody may lift it with an Avoid at once (ST-QUA-8); moot when it is lifted."""

    seat: str
    world: int

    def moot(self, s: Stars) -> bool:
        """Whether the marker is gone."""
        return all(q.world != self.world for q in s.quarantines)

    def seats(self, s: Stars) -> tuple[str, ...]:
        """From the player of the card on, clockwise."""
        return able(s, self.seat, "avoid")

    def decide(self, s: Stars, seat: str) -> Decision:
        """To lift it, or to pass."""
        found: tuple[Choice, ...] = ()
        if with_effect(s, seat, "avoid"):
            found = (AVOID_CHOICE,)
        info: dict[str, Any] = {"world": self.world, "player": self.seat}
        return self.question(s, seat, PLAGUE, found, (self.world,), info)

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """It is lifted."""
        spend(t, seat, seat)
        t.emit(Lifted(self.world, "avoid"))
        return True


def free(t: T, seat: str) -> None:
    """ST-QUA-9: this Trader may leave; the marker stays."""
    s = t.state
    for world in dict.fromkeys(s.ships[seat]):
        if trapped(s, seat, world):
            mod = Mod(kind="free", seat=seat, value=1, about=str(world), until=f"quar{world}")
            t.emit(ModGiven(mod))


def begin_turn(t: T, seat: str) -> None:
    """ST-QUA-7: it is over at the beginning of the first roller's third later turn."""
    for q in t.state.quarantines:
        if q.first == seat and q.rolls:
            if q.begun + 1 >= LAST_TURN:
                t.emit(Lifted(q.world, "time"))
            else:
                t.emit(Lasted(q.world))


def end_turn(t: T, seat: str) -> None:
    """ST-QUA-5, ST-QUA-6: a die for each marker, once its first roller's turn has come."""
    for q in t.state.quarantines:
        rolls = rolls_at(q, seat)
        if not rolls:
            continue
        die = t.roll(f"quarantine:{q.world}")
        most = most_of(rolls)
        t.emit(QuarantineRolled(seat, q.world, die, most))
        if die <= most:
            t.emit(Lifted(q.world, "die"))


def rolls_at(q: Quarantine, seat: str) -> int:
    """How often the first roller has rolled with the roll at the end of this seat's turn; 0: none
    is made then (ST-QUA-5).
    """
    return q.rolls + (q.first == seat)


def most_of(rolls: int) -> int:
    """The highest number that lifts it after so many rolls of the first roller (ST-QUA-6)."""
    return STRONG if rolls < 2 else WEAK
