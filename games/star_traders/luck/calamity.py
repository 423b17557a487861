"""Calamities: the victim avoids, buys an Avoid or suffers (ST-LUC-4 to ST-LUC-7; ST-W2, ST-W3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.decision import LEFT_OUT, Choice, Decision, Order, Pick, Span
from engine.fact import ModGiven
from engine.state import Mod
from engine.table import Table, decision_id
from engine.window import PASS, Sealed
from games.star_traders.cargo.cargo import within
from games.star_traders.facts.court import Praised, Spared
from games.star_traders.facts.setup import Played, Unsold
from games.star_traders.facts.travel import Moved
from games.star_traders.facts.turn import Dropped, StationTo
from games.star_traders.hands.hand import with_effect
from games.star_traders.orders.forms import AVOID, BUY, CALAMITY, SELL
from games.star_traders.state import Stars, could
from games.star_traders.tables.galaxy import galaxy, like
from games.star_traders.travel.moves import pay
from games.star_traders.windows import PASS_CHOICE

T = Table[Stars]

HIGHEST = 50
"""The most that anybody may ask for an Avoid (more is never worth it)."""

LIMIT = 999
"""The highest limit that may be named; the purse is another when it comes to paying."""

AVOID_CHOICE = Choice(AVOID, (LEFT_OUT, LEFT_OUT))


class Blow(NamedTuple):
    """A Calamity that was played."""

    seat: str
    card: str
    victim: str
    world: int
    box: int
    ship: int


def fall(t: T, blow: Blow) -> None:
    """It takes effect at once, unless somebody could avoid it: then that is asked first."""
    if could(t.state, "avoid"):
        t.push(Striking(**blow._asdict()))
    else:
        suffer(t, blow)


class Striking(Sealed, frozen=True, kw_only=True):
    """The victim and all who could hold an Avoid are asked together."""

    seat: str
    card: str
    victim: str
    world: int
    box: int
    ship: int

    @property
    def blow(self) -> Blow:
        """The Calamity."""
        return Blow(self.seat, self.card, self.victim, self.world, self.box, self.ship)

    def decisions(self, s: Stars) -> tuple[Decision, ...]:
        """The victim first, then the others, clockwise; nobody, for a victim who has resigned."""
        if s.away(self.victim):
            return ()
        able = could(s, "avoid")
        others = (x for x in s.clockwise(self.victim)[:-1] if x in able)
        return tuple(self._decide(s, seat) for seat in (self.victim, *others))

    def _decide(self, s: Stars, seat: str) -> Decision:
        choices = [PASS_CHOICE]
        holds = bool(with_effect(s, seat, "avoid"))
        if seat == self.victim:
            if holds:
                choices.append(AVOID_CHOICE)
            # A limit, not a price: the purse may change, and an Avoid may be a gift.
            choices.append(Choice(BUY, (Span(0, LIMIT),)))
        elif holds:
            choices.append(Choice(SELL, (Span(0, HIGHEST),)))
        return Decision(
            id=decision_id(self, seat),
            seat=seat,
            kind=CALAMITY,
            choices=tuple(choices),
            default=PASS,
            deadline="WINDOW",
            sealed=True,
            about=(self.card, self.victim),
            info={
                "card": self.card,
                "victim": self.victim,
                "player": self.seat,
                "world": self.world,
                "box": self.box,
                "like": like(galaxy(s).kind[self.card]).name,
                "value": galaxy(s).value[self.card],
                "purse": s.money[self.victim],
            },
        )

    def opened(self, t: T, answers: dict[str, Order]) -> None:
        """Avoided, bought, or suffered."""
        t.pop()
        order = answers.get(decision_id(self, self.victim), PASS)
        if order.verb == "AVOID":
            spend(t, self.victim, self.victim)
            return
        if order.verb == "BUY":
            seller, price = self._cheapest(t.state, answers)
            limit = order.args[0]
            assert isinstance(limit, int)
            most = min(limit, t.state.money[self.victim])
            if seller and price <= most:
                spend(t, seller, self.victim)
                pay(t, self.victim, seller, price, "avoid")
                return
            t.emit(Unsold(self.victim, most))
        suffer(t, self.blow)

    def _cheapest(self, s: Stars, answers: dict[str, Order]) -> tuple[str, int]:
        """Ties go to the earlier seat, from the victim on."""
        best, least = "", HIGHEST + 1
        for seat in s.clockwise(self.victim)[:-1]:
            order = answers.get(decision_id(self, seat), PASS)
            price = order.args[0] if order.verb == "SELL" else None
            if isinstance(price, int) and price < least:
                best, least = seat, price
        return best, least


def spend(t: T, seat: str, on: str) -> None:
    """An Avoid of this seat is played for a Trader."""
    card = with_effect(t.state, seat, "avoid")[0]
    t.emit(Played(seat, (card,), (on,)))


def suffer(t: T, blow: Blow) -> None:
    """The Calamity takes effect."""
    SUFFER[galaxy(t.state).effect[blow.card]](t, blow, galaxy(t.state).value[blow.card])


def _astray(t: T, blow: Blow, value: int) -> None:
    arm, place = (t.roll(f"lost:{blow.victim}") for _ in range(2))
    here = t.state.ships[blow.victim][blow.ship]
    t.emit(Moved(blow.victim, blow.ship, here, 10 * arm + place, "lost"))


def _slowed(t: T, blow: Blow, value: int) -> None:
    """ST-RUL-2: losses add up."""
    victim = blow.victim
    t.emit(ModGiven(Mod(kind="less", seat=victim, value=-value, until=f"begin:{victim}")))


def _shamed(t: T, blow: Blow, value: int) -> None:
    t.emit(Praised(blow.victim, within(t.state, blow.victim, value)))


def _spare(t: T, blow: Blow, why: str) -> None:
    """There is nothing that it could do, which is told."""
    t.emit(Spared(blow.victim, blow.card, why))


def _fined(t: T, blow: Blow, value: int) -> None:
    _take(t, blow, "", -value)


def _robbed(t: T, blow: Blow, value: int) -> None:
    _take(t, blow, blow.seat, value)


def _take(t: T, blow: Blow, payee: str, most: int) -> None:
    amount = min(most, t.state.money[blow.victim])
    if amount:
        pay(t, blow.victim, payee, amount, "card")
    else:
        _spare(t, blow, "money")


def _dazzled(t: T, blow: Blow, value: int) -> None:
    victim = blow.victim
    t.emit(ModGiven(Mod(kind="rolls", seat=victim, value=value, until=f"end:{victim}")))


def _jammed(t: T, blow: Blow, value: int) -> None:
    victim = blow.victim
    t.emit(ModGiven(Mod(kind="jam", seat=victim, value=1, until=f"end:{victim}")))


def _blown(t: T, blow: Blow, value: int) -> None:
    """ST-QUA-11: whatever lies on the worlds."""
    here = t.state.ships[blow.victim][blow.ship]
    if here != blow.world:
        t.emit(Moved(blow.victim, blow.ship, here, blow.world, "storm"))
    else:
        _spare(t, blow, "there")


def _struck(t: T, blow: Blow, value: int) -> None:
    s = t.state
    if s.stations.get(blow.world) == blow.victim and blow.world not in s.imperial:
        t.emit(StationTo(blow.world, "", "debris"))
        pay(t, "", blow.victim, value, "debris")
    else:
        _spare(t, blow, "station")


def _jettisoned(t: T, blow: Blow, value: int) -> None:
    if any(c.box == blow.box for c in t.state.cargo[blow.victim]):
        t.emit(Dropped(blow.victim, blow.box, "jettison"))
    else:
        _spare(t, blow, "cargo")


SUFFER: dict[str, Callable[[T, Blow, int], None]] = {
    "lost": _astray,
    "actions": _slowed,
    "prestige": _shamed,
    "money": _fined,
    "toll": _robbed,
    "rolls": _dazzled,
    "jam": _jammed,
    "storm": _blown,
    "debris": _struck,
    "jettison": _jettisoned,
}
"""By effect, of Calamities on one Trader."""

__all__ = ["SUFFER", "Blow", "Pick", "Striking", "fall", "spend", "suffer"]
