"""Petitions: the window before, the roll, Zaps on it, and what it comes to (ST-WIN, ST-BLK)."""

from __future__ import annotations

from typing import Any

from engine.decision import LEFT_OUT, Choice, Decision, Order, Pick
from engine.state import Phase
from engine.table import Answers, Table, decision_id
from engine.window import PASS
from games.star_traders.facts.court import (
    COURT,
    Allowed,
    Denied,
    Heard,
    Petitioned,
    Praised,
    Promoted,
    Unheard,
)
from games.star_traders.facts.setup import Played
from games.star_traders.facts.turn import Finished, Thrown
from games.star_traders.luck import calamity
from games.star_traders.luck.deck import commission
from games.star_traders.luck.hand import card_named, names, with_effect
from games.star_traders.orders.forms import (
    APPEAL,
    BRIBE,
    PAY,
    PETITION,
    PETITION_WITH,
    PLAY,
    VERDICT,
)
from games.star_traders.rules import (
    GRANTED,
    RULES,
    fee_of,
    least_prestige,
    network_needed,
    stations_needed,
)
from games.star_traders.state import TURN, Stars, could, network, rings, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.dice import dice_of, text
from games.star_traders.travel.jumping import zap, zap_choices
from games.star_traders.travel.moves import idle
from games.star_traders.turn.cargo import within
from games.star_traders.turn.contracts import watch
from games.star_traders.windows import PASS_CHOICE, Window, around

T = Table[Stars]

FIRST_SNUB, SNUB = 5, 3
"""Prestige lost by the first denial and by each later one (ST-WIN-7)."""

PRICES = {3: (40, 10), 4: (30, 8), 5: (20, 6), 6: (10, 4), 7: (0, 3)}
"""Black Hole table: $tarBucks and Prestige by result, 7 or more as 7 (ST-BLK-4)."""
LOSSES = {0: (20, 5), 1: (10, 5), 2: (5, 4)}
"""Black Hole table: what a denial costs, 0 or less as 0 (ST-BLK-4)."""
WASTED = 4
"""Prestige lost by a price that is not paid (ST-BLK-5)."""


def fit(s: Stars, seat: str) -> bool:
    """Money, Prestige and stations that every petition takes (ST-WIN-1, ST-BLK-2)."""
    return (
        s.prestige[seat] >= least_prestige(s)
        and s.money[seat] >= fee_of(s, seat)
        and len(rings(s, seat)) >= stations_needed(s)
    )


def choices(s: Stars, seat: str) -> list[Choice]:
    """PETITION, where one may be made now."""
    if s.petitioned or seat in s.missions or not fit(s, seat):
        return []
    dice = Pick(tuple([text((die,)) for die in sorted(set(s.dice[TURN]))]))
    choosy = role(s, seat).combine and bool(dice.values)
    if not RULES[s.variant].table:
        found = [Choice(PETITION, (LEFT_OUT, LEFT_OUT))]
        return [*found, Choice(PETITION_WITH, (LEFT_OUT, dice))] if choosy else found
    found = []
    able = _chambers(s, seat)
    if able:
        ship = (
            Pick((None, *(i + 1 for i in able)))
            if len(able) == 1
            else Pick(tuple(i + 1 for i in able))
        )
        found.append(Choice(PETITION, (LEFT_OUT, LEFT_OUT if len(s.ships[seat]) == 1 else ship)))
        if choosy:
            found.append(Choice(PETITION_WITH, (LEFT_OUT, dice)))
    if network(s, seat) >= network_needed(s):
        found.append(Choice(PETITION, (Pick((1,)), LEFT_OUT)))
        if choosy:
            found.append(Choice(PETITION_WITH, (Pick((1,)), dice)))
    return found


def _chambers(s: Stars, seat: str) -> list[int]:
    """Ships at an own station that is not Imperial yet (ST-BLK-2)."""
    return [
        i for i, w in enumerate(s.ships[seat]) if s.stations.get(w) == seat and w not in s.imperial
    ]


def declare(t: T, seat: str, order: Order) -> None:
    """The action is spent; Prestige may be changed, then the petition is heard. Pushes."""
    s = t.state
    world = 0
    if RULES[s.variant].table and order.args[0] is None:
        ship = order.args[1]
        at = ship - 1 if isinstance(ship, int) else _chambers(s, seat)[0]
        world = s.ships[seat][at]
    # ST-AMB 28: who throws all his dice at once petitions with the best, or the one he names.
    dice = idle(s, TURN)
    if role(s, seat).combine and dice:
        named = order.args[1]
        dice = dice_of(named) if isinstance(named, str) else (max(s.dice[TURN]),)
    t.emit(Petitioned(seat, world, dice))
    die = dice[0] if role(s, seat).combine and dice else 0
    hearing = Hearing(seat=seat, world=world, die=die)
    if could(t.state, "prestige"):
        t.push(Lobbying(seat=seat, world=world), hearing)
    else:
        t.push(hearing)


class Lobbying(Window, frozen=True, kw_only=True):
    """ST-W5: before the roll Prestige may be changed (ST-WIN-3); opens again after a card."""

    seat: str
    world: int

    @property
    def reopens(self) -> bool:
        """While cards are played."""
        return True

    def moot(self, s: Stars) -> bool:
        """Whether the petitioner has resigned."""
        return s.away(self.seat)

    def seats(self, s: Stars) -> tuple[str, ...]:
        """Clockwise from the petitioner."""
        able = could(s, "prestige")
        return tuple(x for x in around(s, self.seat) if x in able)

    def decide(self, s: Stars, seat: str) -> Decision:
        """Cards that change Prestige: one's own up, the petitioner's down."""
        found: list[Choice] = []
        g = galaxy(s)
        shielded = s.has_mod("shield", self.seat)
        for name, card in names(g, with_effect(s, seat, "prestige")).items():
            if APPEAL not in g.kind[card].when:
                continue
            if g.value[card] > 0:
                found.append(Choice(PLAY, (Pick((name,)), *(LEFT_OUT,) * 6)))
            elif seat != self.seat and not shielded:
                on = (Pick((self.seat,)), *(LEFT_OUT,) * 5)
                found.append(Choice(PLAY, (Pick((name,)), *on)))
        info: dict[str, Any] = {
            "petitioner": self.seat,
            "world": self.world,
            "prestige": s.prestige[self.seat],
        }
        about = (s.prestige[self.seat],)
        return self.question(s, seat, APPEAL, tuple(found), about, info)

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """The card takes effect; a Calamity may be avoided."""
        s = t.state
        card = card_named(s, seat, str(order.args[0]))
        value = galaxy(s).value[card]
        victim = str(order.args[1] or "")
        t.emit(Played(seat, (card,), (victim,) if victim else ()))
        if victim:
            calamity.fall(t, calamity.Blow(seat, card, victim, 0, -1, 0))
        else:
            t.emit(Praised(seat, within(t.state, seat, value)))
        return True


class Hearing(Phase, frozen=True, kw_only=True):
    """The Emperor hears the petition: what it takes is tested again (ST-RUL-5), then the die."""

    seat: str
    world: int
    die: int
    """The die that the petitioner has thrown already (ST-AMB 28); 0: none."""

    def moot(self, s: Stars) -> bool:
        """Whether the petitioner has resigned."""
        return s.away(self.seat)

    def play(self, t: T, answers: Answers) -> None:
        """Fee and roll; with Max Prestige no roll (ST-WIN-8)."""
        s, seat = t.state, self.seat
        t.pop()
        if not fit(s, seat) or not still_meant(s, seat, self.world):
            t.emit(Unheard(seat))
            return
        t.emit(Heard(seat, fee_of(s, seat)))
        if s.options.get("max-prestige") and s.prestige[seat] == galaxy(s).data.meter.most:
            grant(t, seat, 0, self.world, (0, 0))
            return
        die = self.die or t.roll(f"petition:{seat}")
        t.emit(Thrown(seat, (die,), COURT))
        ruling = Ruling(seat=seat, world=self.world)
        if could(t.state, "zap"):
            t.push(Judging(seat=seat, world=self.world), ruling)
        else:
            t.push(ruling)


def still_meant(s: Stars, seat: str, world: int) -> bool:
    """Whether what is petitioned for is still possible: the station an own normal one, or the
    network large enough (ST-BLK-2, ST-BLK-10). Deals may have changed it.
    """
    if world:
        return s.stations.get(world) == seat and world not in s.imperial
    return not RULES[s.variant].table or network(s, seat) >= network_needed(s)


def total_of(s: Stars, seat: str) -> int:
    """Die, Prestige area and personality (ST-WIN-4, ST-PER-4)."""
    die = s.dice[COURT][0]
    return die + galaxy(s).data.bonus(s.prestige[seat]) + role(s, seat).petition


class Judging(Window, frozen=True, kw_only=True):
    """ST-W6: Zaps on the petition's die (ST-WIN-5), by anybody; opens again after one."""

    seat: str
    world: int

    @property
    def reopens(self) -> bool:
        """While Zaps are played."""
        return True

    def moot(self, s: Stars) -> bool:
        """Whether the petitioner has resigned."""
        return s.away(self.seat)

    def seats(self, s: Stars) -> tuple[str, ...]:
        """Clockwise from the petitioner."""
        able = could(s, "zap")
        return tuple(x for x in around(s, self.seat) if x in able)

    def decide(self, s: Stars, seat: str) -> Decision:
        """To Zap, or to pass; this die knows no bounds (ST-RUL-8)."""
        dice = s.dice[COURT]
        held = with_effect(s, seat, "zap")
        found = tuple(zap_choices(s, seat, dice, 0)) if held else ()
        info = {
            "roller": self.seat,
            "die": dice[0],
            "total": total_of(s, self.seat),
            "world": self.world,
        }
        return self.question(s, seat, VERDICT, found, (dice,), info)

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """The die shows another number."""
        zap(t, seat, order, COURT, t.state.dice[COURT][0], 0)
        return True


class Ruling(Phase, frozen=True, kw_only=True):
    """What the result comes to (ST-WIN-4, ST-BLK-4)."""

    seat: str
    world: int

    def moot(self, s: Stars) -> bool:
        """Whether the petitioner has resigned."""
        return s.away(self.seat)

    def play(self, t: T, answers: Answers) -> None:
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
                deny(t, seat, total, 0, WASTED)
            elif price[0]:
                t.push(Bribing(seat=seat, world=self.world, total=total))
            else:
                grant(t, seat, total, self.world, price)


def payable(s: Stars, seat: str, price: tuple[int, int]) -> bool:
    """Whether the seat has the money, and the Prestige above the least there is (ST-AMB 25)."""
    least = galaxy(s).data.meter.least
    return s.money[seat] >= price[0] and s.prestige[seat] - price[1] >= least


class Bribing(Phase, frozen=True, kw_only=True):
    """The petitioner takes the price, or declines (ST-BLK-5)."""

    seat: str
    world: int
    total: int

    def moot(self, s: Stars) -> bool:
        """Whether the petitioner has resigned."""
        return s.away(self.seat)

    def ask(self, s: Stars) -> tuple[Decision, ...]:
        """Money and Prestige are public, so everybody knows whether there is a choice."""
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
                    "total": self.total,
                    "world": self.world,
                },
            ),
        )

    def play(self, t: T, answers: Answers) -> None:
        """Granted, or denied without loss of money."""
        order = answers.one()
        t.pop()
        if order.verb == "PASS":
            deny(t, self.seat, self.total, 0, WASTED)
        else:
            grant(t, self.seat, self.total, self.world, PRICES[min(7, self.total)])


def deny(t: T, seat: str, total: int, money: int, prestige: int) -> None:
    """The petition is denied; Prestige never falls below the least there is."""
    t.emit(Denied(seat, total, money, -within(t.state, seat, -prestige)))


def grant(t: T, seat: str, total: int, world: int, price: tuple[int, int]) -> None:
    """The station becomes Imperial, or the mission is drawn; with Short Ending it is won.

    Denied, as by a price that is not paid, when what was petitioned for was given away meanwhile.
    """
    if not still_meant(t.state, seat, world):
        deny(t, seat, total, 0, WASTED)
        return
    t.emit(Allowed(seat, total, *price))
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
