"""What Traders do in their turns besides jumps: money, cargo, stations."""

from __future__ import annotations

from engine.fact import Fact, PublicFact
from engine.state import change
from games.star_traders.facts.ledger import moved, praised, spent
from games.star_traders.state import ENVOY, MISSION, TURN, Cargo, Stars


class Granted(PublicFact, frozen=True):
    """A seat may take so many actions: in its turn, or on an envoy's journey (ST-TRN-1)."""

    seat: str
    actions: int
    pool: str = TURN

    def apply(self, s: Stars) -> Stars:
        """No dice are thrown yet; of a turn nothing is done yet."""
        s = change(
            s,
            left={**s.left, self.pool: self.actions},
            dice={**s.dice, self.pool: ()},
            refused=(),
        )
        if self.pool == ENVOY:
            return s
        return change(
            s, granted=self.actions, slipped=0, combined=False, petitioned=False, drifted=""
        )


class Gained(PublicFact, frozen=True):
    """A seat has more actions in this turn (by a card)."""

    seat: str
    actions: int

    def apply(self, s: Stars) -> Stars:
        """So many more."""
        return change(s, left={**s.left, TURN: s.left[TURN] + self.actions})


class Paid(PublicFact, frozen=True):
    """Money changed hands for ``why``; ``""`` is the bank."""

    payer: str
    payee: str
    amount: int
    why: str

    def apply(self, s: Stars) -> Stars:
        """Purses and bank."""
        money, bank = moved(s, self.payer, self.payee, self.amount)
        return change(s, money=money, bank=bank)


class Worked(PublicFact, frozen=True):
    """Local business, or in Nova a roll without a move: $1 for an action (ST-TRN-5, ST-NOV-5)."""

    seat: str
    dice: tuple[int, ...] = ()
    pool: str = TURN

    def apply(self, s: Stars) -> Stars:
        """The action is spent, the $1 is his."""
        money, bank = moved(s, "", self.seat, 1)
        return change(spent(s, self.pool, self.dice), money=money, bank=bank)


class Finished(PublicFact, frozen=True):
    """A seat gave up its remaining actions."""

    seat: str
    pool: str = TURN

    def apply(self, s: Stars) -> Stars:
        """None is left."""
        return change(s, left={**s.left, self.pool: 0}, dice={**s.dice, self.pool: ()})


class PickedUp(PublicFact, frozen=True):
    """A cargo was picked up (ST-CAR-1); box 0 is the mission's (ST-MIS-4)."""

    seat: str
    box: int
    ship: int
    dice: tuple[int, ...] = ()
    free: bool = False
    """Without an action (ST-NOV-2)."""

    def apply(self, s: Stars) -> Stars:
        """A marker lies on the Contract."""
        if not self.free:
            s = spent(s, TURN, self.dice)
        if self.box == MISSION:
            return change(s, loaded={**s.loaded, self.seat: self.ship})
        own = (*s.cargo[self.seat], Cargo(self.box, self.ship))
        return change(s, cargo={**s.cargo, self.seat: own})


class Dropped(PublicFact, frozen=True):
    """A cargo was abandoned (ST-CAR-12) or lost: ``why`` is ``abandoned``, ``jettison``,
    ``mission`` or ``expired``.
    """

    seat: str
    box: int
    why: str

    def apply(self, s: Stars) -> Stars:
        """The marker is back."""
        own = tuple(c for c in s.cargo[self.seat] if c.box != self.box)
        return change(s, cargo={**s.cargo, self.seat: own})


class Shifted(PublicFact, frozen=True):
    """A cargo now belongs to another Contract for the same goods (ST-CAR-6, ST-CAR-7)."""

    seat: str
    ship: int
    origin: int
    """The box it was for; 0: that Contract was fulfilled or replaced."""
    box: int

    def apply(self, s: Stars) -> Stars:
        """The marker lies on the other Contract."""
        own = tuple(c for c in s.cargo[self.seat] if c.box != self.origin or not self.origin)
        return change(s, cargo={**s.cargo, self.seat: (*own, Cargo(self.box, self.ship))})


class Built(PublicFact, frozen=True):
    """A station was built (ST-STA-3, ST-NOV-6)."""

    seat: str
    world: int
    price: int
    prestige: int
    dice: tuple[int, ...] = ()
    free: bool = False
    """Without an action."""

    def apply(self, s: Stars) -> Stars:
        """The ring lies, it is paid for, and known."""
        if not self.free:
            s = spent(s, TURN, self.dice)
        money, bank = moved(s, self.seat, "", self.price)
        return change(
            s,
            stations={**s.stations, self.world: self.seat},
            money=money,
            bank=bank,
            prestige=praised(s, self.seat, self.prestige),
        )


class StationTo(PublicFact, frozen=True):
    """A station has another owner, none with ``""``; it is a normal one then (ST-BLK-9).

    ``why``: ``trade``, ``takeover``, ``debris``, ``auction``, ``thrown``.
    """

    world: int
    seat: str
    why: str

    def apply(self, s: Stars) -> Stars:
        """The ring is his, or gone."""
        stations = {w: x for w, x in s.stations.items() if w != self.world}
        if self.seat:
            stations[self.world] = self.seat
        return change(
            s, stations=stations, imperial=tuple(w for w in s.imperial if w != self.world)
        )


class Delivered(PublicFact, frozen=True):
    """A Contract was fulfilled (ST-CON-2, ST-CON-3): ``payoff`` and ``prestige`` to the seat,
    ``fee`` to ``owner``; ``beaten`` had the same cargo aboard (ST-RAC-2).
    """

    seat: str
    box: int
    card: str
    payoff: int
    prestige: int
    owner: str
    fee: int
    beaten: tuple[str, ...]

    def apply(self, s: Stars) -> Stars:
        """Paid; the card is discarded, all markers are off (ST-CON-7)."""
        money = s.money.copy()
        money[self.seat] += self.payoff
        if self.owner:
            money[self.owner] += self.fee
        at = self.box - 1
        cargo = {x: tuple(c for c in own if c.box != self.box) for x, own in s.cargo.items()}
        return change(
            s,
            money=money,
            bank=s.bank - self.payoff - self.fee,
            prestige=praised(s, self.seat, self.prestige),
            discard=(*s.discard, self.card),
            boxes=(*s.boxes[:at], "", *s.boxes[at + 1 :]),
            cargo=cargo,
        )


class Exhausted(PublicFact, frozen=True):
    """A card's use as an action was paid for with an action (Stargate and the like aboard)."""

    seat: str
    dice: tuple[int, ...] = ()
    pool: str = TURN

    def apply(self, s: Stars) -> Stars:
        """The action is spent."""
        return spent(s, self.pool, self.dice)


class Closed(PublicFact, frozen=True):
    """A seat's turn is over."""

    seat: str

    def apply(self, s: Stars) -> Stars:
        """It is remembered as this seat's last."""
        return change(s, last={**s.last, self.seat: s.turn})


class Posted(PublicFact, frozen=True):
    """A seat posted its price for beacons (ST-MOV-9), to one seat or to ``others``."""

    seat: str
    to: str
    price: int

    def apply(self, s: Stars) -> Stars:
        """Known to all."""
        own = {**s.tariffs.get(self.seat, {}), self.to: self.price}
        return change(s, tariffs={**s.tariffs, self.seat: own})


FACTS: tuple[type[Fact], ...] = (
    Granted,
    Gained,
    Paid,
    Worked,
    Finished,
    PickedUp,
    Dropped,
    Shifted,
    Built,
    StationTo,
    Delivered,
    Exhausted,
    Closed,
    Posted,
)
