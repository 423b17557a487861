"""What others may do about a petition: before its roll, and to its die (ST-W5, ST-W6)."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.decision import LEFT_OUT, Choice, Decision, Order, Pick
from engine.table import Table
from games.star_traders.cargo.cargo import within
from games.star_traders.court.merits import need, parts_of, total_of
from games.star_traders.facts.court import COURT, Praised
from games.star_traders.facts.setup import Played
from games.star_traders.hands.hand import card_named, names, with_effect
from games.star_traders.luck import calamity, zaps
from games.star_traders.orders.forms import APPEAL, PLAY, VERDICT
from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.windows import Meddling

T = Table[Stars]


class Lobbying(Meddling, frozen=True, kw_only=True):
    """ST-W5: before the roll Prestige may be changed (ST-WIN-3); opens again after a card."""

    effect: ClassVar[str] = "prestige"

    world: int

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


class Judging(Meddling, frozen=True, kw_only=True):
    """ST-W6: Zaps on the petition's die (ST-WIN-5), by anybody; opens again after one."""

    effect: ClassVar[str] = "zap"

    world: int

    def decide(self, s: Stars, seat: str) -> Decision:
        """To Zap, or to pass; this die knows no bounds (ST-RUL-8)."""
        dice = s.dice[COURT]
        found = tuple(zaps.choices(s, seat, dice, bounded=False))
        info = {
            "roller": self.seat,
            "parts": parts_of(s, self.seat),
            "total": total_of(s, self.seat),
            "least": need(s),
            "world": self.world,
        }
        return self.question(s, seat, VERDICT, found, (dice,), info)

    def resolve(self, t: T, seat: str, order: Order) -> bool:
        """The die shows another number."""
        zaps.play(t, seat, order, COURT, t.state.dice[COURT][0], bounded=False)
        return True
