"""Petitions: where one may be made, its declaration, and the roll (ST-WIN, ST-BLK)."""

from __future__ import annotations

from engine.decision import LEFT_OUT, Choice, Order, Pick
from engine.table import Answers, Table
from games.star_traders.court.merits import fit, still_meant
from games.star_traders.court.verdict import Plea, Ruling, grant
from games.star_traders.court.windows import Judging, Lobbying
from games.star_traders.facts.court import COURT, Heard, Petitioned, Unheard
from games.star_traders.facts.travel import Thrown
from games.star_traders.orders.forms import PETITION, PETITION_WITH
from games.star_traders.rules import RULES, fee_of, network_needed
from games.star_traders.state import TURN, Stars, could, network, role
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.dice import dice_of, text
from games.star_traders.travel.moves import idle

T = Table[Stars]


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


class Hearing(Plea, frozen=True, kw_only=True):
    """The Emperor hears the petition: what it takes is tested again (ST-RUL-5), then the die."""

    die: int
    """The die that the petitioner has thrown already (ST-AMB 28); 0: none."""

    def go_on(self, t: T, answers: Answers) -> None:
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
