"""A jump from its announcement on: Zaps, beacons asked for and paid, the jump itself."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.decision import Choice, Decision, Order, Pick, Span
from engine.state import Phase, change
from engine.table import Answers, Table, decision_id
from engine.window import PASS
from games.star_traders.cargo.cargo import due
from games.star_traders.facts.travel import Jumped, Refused, Thrown
from games.star_traders.luck import zaps
from games.star_traders.orders.forms import BEACONS, DENY, GRANT, PAY, PRICE, ZAPS
from games.star_traders.state import Stars, could, in_turn, role, trapped
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.dice import Dice, dice_of
from games.star_traders.travel.moves import (
    Use,
    able_ships,
    bonus,
    declared,
    fall_short,
    idle,
    jump,
    options,
    pay,
    random_jump,
    ship_of,
    use,
)
from games.star_traders.windows import PASS_CHOICE, Meddling

T = Table[Stars]

VERBS = frozenset(("JUMP", "STATION", "ASK", "SLIP", "RANDOM"))
HIGHEST = 100
"""The most that may be asked for the use of a beacon by question."""


def carry_out(t: T, seat: str, order: Order, pool: str, only: int | None = None) -> None:
    """An order of ``VERBS``, with the one ship of a journey or with any. May push."""
    s = t.state
    one = role(s, seat)
    ship_arg = order.args[-1]
    if order.verb == "RANDOM":
        free = [i for i, w in enumerate(s.ships[seat]) if not trapped(s, seat, w)]
        random_jump(t, seat, ship_of(ship_arg, free) if only is None else only, pool)
        return
    to = str(order.args[0])
    kind = {"JUMP": "jump", "STATION": "station", "ASK": "ask", "SLIP": "slip"}[order.verb]
    able = [only] if only is not None else able_ships(s, seat, one, pool, kind, to)
    ship, world = ship_of(ship_arg, able), int(to)
    if order.verb == "JUMP":
        announce(t, seat, ship, world, pool, dice_of(ship_arg) if isinstance(ship_arg, str) else ())
    elif order.verb == "SLIP":
        jump(t, seat, ship, world, pool, Use("slip", idle(s, pool)))
    elif order.verb == "STATION":
        price = options(s, seat, ship, one, pool).station[to]
        pay(t, seat, s.stations[world], price, "beacon")
        jump(t, seat, ship, world, pool, Use("station", idle(s, pool)))
    else:
        most = order.args[1]
        assert isinstance(most, int)
        t.push(
            Asking(owner=s.stations[world], seat=seat, ship=ship, world=world, pool=pool, most=most)
        )


def announce(t: T, seat: str, ship: int, world: int, pool: str, named: Dice = ()) -> None:
    """The jump is made at once, or after Zaps on its dice. May push. ``named``: the dice that the
    order names.
    """
    s = t.state
    one = role(s, seat)
    # ST-MOV-15: what is announced cannot be made up for by another jump.
    lost = declared(s, one)
    made = None
    if lost and not s.dice[pool]:
        made = use(s, seat, ship, world, pool)
        if made is None:
            t.emit(Thrown(seat, (t.roll(f"die:{seat}"),), pool))
            s = t.state
    made = made or use(s, seat, ship, world, pool, named)
    dice = made.dice if made else s.dice[pool][:1]
    if (made is None or made.how == "regular") and could(s, "zap"):
        needs = galaxy(s).needs(s.ships[seat][ship], world, one.hardest)
        fields: dict[str, Any] = {"seat": seat, "ship": ship, "world": world, "pool": pool}
        t.push(
            Zapping(**fields, dice=dice, needs=needs - bonus(s, seat)),
            Jumping(**fields, dice=dice, lost=lost, named=bool(named)),
        )
    elif made is not None:
        jump(t, seat, ship, world, pool, made)
    else:
        fall_short(t, seat, world, dice, pool, lost=True)


def broken_off(s: Stars, seat: str) -> bool:
    """Whether nothing comes of an announced jump: the traveller has resigned, or a cargo that came
    aboard meanwhile is to be delivered first (ST-CAR-9); dice and action are still there then.
    """
    return s.away(seat) or (in_turn(s, seat) and due(s, seat) is not None)


class Zapping(Meddling, frozen=True, kw_only=True):
    """ST-W4: the use of a die is announced; it opens again after a Zap (ST-LUC-11, ST-RUL-8)."""

    effect: ClassVar[str] = "zap"

    ship: int
    world: int
    pool: str
    dice: tuple[int, ...]
    """The dice announced, as they are now."""
    needs: int

    def moot(self, s: Stars) -> bool:
        """See ``broken_off``."""
        return broken_off(s, self.seat)

    def decide(self, s: Stars, seat: str) -> Decision:
        """To Zap, or to pass."""
        dice = self.dice
        found = tuple(zaps.choices(s, seat, dice))
        info = {
            "roller": self.seat,
            "dice": dice,
            "needs": self.needs,
            "world": self.world,
            "ship": self.ship,
        }
        return self.question(s, seat, ZAPS, found, (self.world, s.dice[self.pool]), info)

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """A die shows another number: of two the higher goes down, the lower up."""
        die = max(self.dice) if order.args[0] == "down" else min(self.dice)
        now = zaps.play(t, seat, order, self.pool, die)
        dice = list(self.dice)
        dice[dice.index(die)] = now
        stack = t.state.stack
        jump_after = next(p for p in reversed(stack) if isinstance(p, Jumping))
        mine = next(p for p in stack if isinstance(p, Zapping) and p.n == self.n)
        t.amend(change(mine, dice=tuple(dice)))
        t.amend(change(jump_after, dice=tuple(dice)))
        return True


class Jumping(Phase, frozen=True, kw_only=True):
    """The announced jump, if the dice still allow it; else they lie there for another use, or
    with ``lost`` (declared jumps) the action is gone.
    """

    later: ClassVar[tuple[str, ...]] = ("named",)
    seat: str
    ship: int
    world: int
    pool: str
    dice: tuple[int, ...]
    """Those announced, as they are now."""
    lost: bool
    named: bool = False
    """Whether the order named them, so that no others will do."""

    def moot(self, s: Stars) -> bool:
        """See ``broken_off``."""
        return broken_off(s, self.seat)

    def play(self, t: T, answers: Answers) -> None:
        """ST-AMB 47. Where other dice lie there that will do they are announced in their turn."""
        t.pop()
        s = t.state
        seat, ship, world, pool = self.seat, self.ship, self.world, self.pool
        made = use(s, seat, ship, world, pool, self.dice)
        if made is not None:
            jump(t, seat, ship, world, pool, made)
            return
        fall_short(t, seat, world, self.dice, pool, lost=self.lost)
        if not self.named and not self.lost and use(s, seat, ship, world, pool):
            announce(t, seat, ship, world, pool)


class Asking(Phase, frozen=True, kw_only=True):
    """ST-W1: the owner names a price for his beacon, or refuses; moot when it is his no more."""

    owner: str
    seat: str
    ship: int
    world: int
    pool: str
    most: int

    def moot(self, s: Stars) -> bool:
        """Whether the station has another owner; see ``broken_off``."""
        return s.stations.get(self.world) != self.owner or broken_off(s, self.seat)

    def ask(self, s: Stars) -> tuple[Decision, ...]:
        """Silence refuses."""
        return (
            Decision(
                id=decision_id(self, self.owner),
                seat=self.owner,
                kind=BEACONS,
                choices=(Choice(GRANT, (Span(0, HIGHEST),)), Choice(DENY)),
                default=Order("DENY"),
                deadline="WINDOW",
                about=(self.seat, self.world),
                info={"traveller": self.seat, "world": self.world, "most": self.most},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """Up to his limit the traveller pays without being asked again."""
        order = answers.one()
        t.pop()
        if order.verb == "DENY":
            t.emit(Refused(self.seat, self.owner, self.world))
            return
        price = order.args[0]
        assert isinstance(price, int)
        paying = Paying(
            owner=self.owner,
            seat=self.seat,
            ship=self.ship,
            world=self.world,
            pool=self.pool,
            price=price,
        )
        if price <= min(self.most, t.state.money[self.seat]):
            paying.travel(t)
        else:
            t.push(paying)


class Paying(Phase, frozen=True, kw_only=True):
    """The traveller accepts a price above his limit, or does not."""

    owner: str
    seat: str
    ship: int
    world: int
    pool: str
    price: int

    def moot(self, s: Stars) -> bool:
        """Whether the station has another owner; see ``broken_off``."""
        return s.stations.get(self.world) != self.owner or broken_off(s, self.seat)

    def ask(self, s: Stars) -> tuple[Decision, ...]:
        """Purses are public, so everybody knows whether there is a choice."""
        pays = (Choice(PAY, (Pick((self.price,)),)),)
        return (
            Decision(
                id=decision_id(self, self.seat),
                seat=self.seat,
                kind=PRICE,
                choices=(PASS_CHOICE, *(pays if s.money[self.seat] >= self.price else ())),
                default=PASS,
                skip=True,
                about=(self.world, self.price),
                info={"owner": self.owner, "world": self.world, "price": self.price},
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """Paid and gone, or refused."""
        order = answers.one()
        t.pop()
        if order.verb == "PASS":
            t.emit(Refused(self.seat, self.owner, self.world))
        else:
            self.travel(t)

    def travel(self, t: T) -> None:
        """The Station Jump."""
        pay(t, self.seat, self.owner, self.price, "beacon")
        here = t.state.ships[self.seat][self.ship]
        dice = idle(t.state, self.pool)
        t.emit(Jumped(self.seat, self.ship, here, self.world, "station", dice, self.pool))
