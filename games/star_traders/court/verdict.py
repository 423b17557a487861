"""What a petition comes to: granted, denied, or a question of price (ST-WIN-4, ST-BLK-4)."""

from __future__ import annotations

from engine.decision import Choice, Decision, Pick
from engine.state import Phase
from engine.table import Answers, Table, decision_id
from engine.window import PASS
from games.star_traders.cargo.cargo import deliver, due, within
from games.star_traders.cargo.contracts import watch
from games.star_traders.court.merits import (
    FIRST_SNUB,
    LOSSES,
    PRICES,
    SNUB,
    WASTED,
    parts_of,
    payable,
    still_meant,
    total_of,
)
from games.star_traders.facts.court import COURT, Allowed, Denied, Promoted
from games.star_traders.facts.turn import Finished
from games.star_traders.hands.deck import commission
from games.star_traders.orders.forms import BRIBE, PAY
from games.star_traders.rules import GRANTED, RULES
from games.star_traders.state import Stars
from games.star_traders.windows import PASS_CHOICE

T = Table[Stars]


class Plea(Phase, frozen=True, kw_only=True):
    """A petition under way: for the station at ``world``, else (0) for the mission."""

    seat: str
    world: int

    def moot(self, s: Stars) -> bool:
        """Whether the petitioner has resigned."""
        return s.away(self.seat)

    def play(self, t: T, answers: Answers) -> None:
        """A cargo that came aboard in a window and is due is delivered first (ST-CAR-9)."""
        cargo = due(t.state, self.seat)
        if cargo:
            deliver(t, self.seat, cargo)
        else:
            self.go_on(t, answers)

    def go_on(self, t: T, answers: Answers) -> None:
        """The next step of the petition."""
        raise TypeError(f"{type(self).__name__} has no step")


class Ruling(Plea, frozen=True, kw_only=True):
    """What the result comes to (ST-WIN-4, ST-BLK-4)."""

    def go_on(self, t: T, answers: Answers) -> None:
        """Granted, denied, or a question of price."""
        s, seat = t.state, self.seat
        total = total_of(s, seat)
        t.pop()
        if not RULES[s.variant].table:
            if total >= GRANTED:
                grant(t, seat, total, 0, (0, 0))
            else:
                deny(t, seat, total, 0, SNUB if s.denials.get(seat) else FIRST_SNUB)
        elif total <= 2:
            money, prestige = LOSSES[max(0, total)]
            # ST-BLK-6: no more than the purse holds.
            deny(t, seat, total, min(money, s.money[seat]), prestige)
        else:
            price = PRICES[min(7, total)]
            if not payable(s, seat, price):
                deny(t, seat, total, 0, WASTED, "unable", price)
            elif price[0]:
                t.push(Bribing(seat=seat, world=self.world, total=total))
            else:
                grant(t, seat, total, self.world, price)


class Bribing(Plea, frozen=True, kw_only=True):
    """The petitioner takes the price, or declines (ST-BLK-5)."""

    total: int

    def ask(self, s: Stars) -> tuple[Decision, ...]:
        """Money and Prestige are public, so everybody knows whether there is a choice."""
        if due(s, self.seat):
            return ()
        money, prestige = PRICES[min(7, self.total)]
        pays = (Choice(PAY, (Pick((money,)),)),)
        able = payable(s, self.seat, (money, prestige))
        return (
            Decision(
                id=decision_id(self, self.seat),
                seat=self.seat,
                kind=BRIBE,
                choices=(PASS_CHOICE, *(pays if able else ())),
                default=PASS,
                skip=True,
                about=(self.total,),
                info={
                    "price": money,
                    "prestige": prestige,
                    "lost": -within(s, self.seat, -WASTED),
                    "total": self.total,
                    "world": self.world,
                },
            ),
        )

    def go_on(self, t: T, answers: Answers) -> None:
        """Granted, or denied without loss of money."""
        order = answers.one()
        price = PRICES[min(7, self.total)]
        t.pop()
        if order.verb == "PASS":
            deny(t, self.seat, self.total, 0, WASTED, "unpaid", price)
        else:
            grant(t, self.seat, self.total, self.world, price)


def deny(
    t: T,
    seat: str,
    total: int,
    money: int,
    prestige: int,
    why: str = "",
    price: tuple[int, ...] = (),
) -> None:
    """The petition is denied; Prestige never falls below the least there is. ``why``, ``price``:
    see ``Denied``.
    """
    lost = -within(t.state, seat, -prestige)
    t.emit(Denied(seat, total, money, lost, _parts(t, seat, total), why, price))


def _parts(t: T, seat: str, total: int) -> tuple[int, ...]:
    """What the result consists of; none without a roll (ST-WIN-8), or where a delivery behind the
    roll has changed what is added to it.
    """
    parts = parts_of(t.state, seat) if COURT in t.state.dice else ()
    return parts if sum(parts) == total else ()


def grant(t: T, seat: str, total: int, world: int, price: tuple[int, int]) -> None:
    """The station becomes Imperial, or the mission is drawn; with Short Ending it is won.

    Denied, as by a price that is not paid, when what was petitioned for was given away meanwhile.
    """
    if not still_meant(t.state, seat, world):
        deny(t, seat, total, 0, WASTED, "given")
        return
    t.emit(Allowed(seat, total, *price, _parts(t, seat, total)))
    if world:
        t.emit(Promoted(seat, world))
        return
    if t.state.options.get("short-ending"):
        t.end("petition", (seat,))
    # ST-WIN-6: no further actions this turn.
    t.emit(Finished(seat))
    card = commission(t, seat)
    if card:
        t.push(*watch(t.state, 0, card, seat))
