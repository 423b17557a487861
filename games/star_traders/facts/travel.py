"""Dice and jumps: what is thrown, turned and flown, in turns and on envoys' journeys."""

from __future__ import annotations

from engine.fact import Fact, PublicFact
from engine.state import change
from games.star_traders.facts.ledger import spent
from games.star_traders.state import TURN, Stars, in_turn


def placed(s: Stars, seat: str, ship: int, world: int) -> Stars:
    """A ship is on another world. Who was freed from a Quarantine is so until he has left
    (ST-QUA-9); who comes back is kept again.
    """
    ships = s.ships.copy()
    own = ships[seat]
    ships[seat] = (*own[:ship], world, *own[ship + 1 :])
    s = change(s, ships=ships)
    if not s.quarantines:
        return s
    here = {str(w) for w in ships[seat]}
    mods = tuple(m for m in s.mods if m.kind != "free" or m.seat != seat or m.about in here)
    return change(s, mods=mods)


class Thrown(PublicFact, frozen=True):
    """Dice were thrown for jumps (ST-TRN-10) or for a petition."""

    seat: str
    dice: tuple[int, ...]
    pool: str = TURN

    def apply(self, s: Stars) -> Stars:
        """They lie there."""
        return change(s, dice={**s.dice, self.pool: self.dice})


class Turned(PublicFact, frozen=True):
    """A card changed a die on the table (ST-LUC-11); ``was`` 0: it laid the next one there."""

    seat: str
    pool: str
    was: int
    now: int

    def apply(self, s: Stars) -> Stars:
        """One die of this number shows the other."""
        dice = list(s.dice[self.pool])
        if self.was:
            dice[dice.index(self.was)] = self.now
        else:
            dice.append(self.now)
        return change(s, dice={**s.dice, self.pool: tuple(dice)})


class Jumped(PublicFact, frozen=True):
    """A ship jumped, as an action: ``how`` is ``regular``, ``station``, ``core``, ``worm``,
    ``slip``, ``random``, ``stargate`` or ``recall`` (ST-MOV-1).
    """

    seat: str
    ship: int
    origin: int
    world: int
    how: str
    dice: tuple[int, ...] = ()
    """Those used."""
    pool: str = TURN
    needs: int = 0

    def apply(self, s: Stars) -> Stars:
        """The ship is there, the action spent; a Random Jump ends the actions (ST-MOV-11)."""
        s = placed(spent(s, self.pool, self.dice), self.seat, self.ship, self.world)
        if self.how == "slip":
            return change(s, slipped=s.slipped + 1)
        if len(self.dice) > 1:
            return change(s, combined=True)
        if self.how == "random":
            drifted = self.pool if in_turn(s, self.seat) else s.drifted
            none: tuple[int, ...] = ()
            left, dice = {**s.left, self.pool: 0}, {**s.dice, self.pool: none}
            return change(s, left=left, dice=dice, drifted=drifted)
        return s


class FellShort(PublicFact, frozen=True):
    """The announced jump was not possible any more, or never was; with ``lost`` the action is
    gone (ST-MOV-15).
    """

    seat: str
    world: int
    dice: tuple[int, ...]
    pool: str = TURN
    lost: bool = False

    def apply(self, s: Stars) -> Stars:
        """The dice lie there for another use, unless the action is lost."""
        return spent(s, self.pool, self.dice) if self.lost else s


class Moved(PublicFact, frozen=True):
    """A card moved a ship: ``how`` is ``lost``, ``storm`` or ``warp``."""

    seat: str
    ship: int
    origin: int
    world: int
    how: str

    def apply(self, s: Stars) -> Stars:
        """The ship is there."""
        return placed(s, self.seat, self.ship, self.world)


class Refused(PublicFact, frozen=True):
    """A beacon stays closed for this action: the owner refused, or his price was."""

    seat: str
    owner: str
    world: int

    def apply(self, s: Stars) -> Stars:
        """It is not asked for again."""
        return change(s, refused=(*s.refused, self.world))


FACTS: tuple[type[Fact], ...] = (Thrown, Turned, Jumped, FellShort, Moved, Refused)
