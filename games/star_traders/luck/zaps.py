"""Zaps: how far one may change a die, and playing one (ST-LUC-11, ST-RUL-8)."""

from __future__ import annotations

from engine.decision import Args, Choice, Order, Pick
from engine.table import Table
from games.star_traders.facts.setup import Played
from games.star_traders.facts.travel import Turned
from games.star_traders.hands.hand import with_effect
from games.star_traders.orders.forms import ZAP
from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.dice import SIDES, Dice

T = Table[Stars]


def strongest(s: Stars, seat: str) -> int:
    """By how much this seat's best Zap changes a die; 0: it holds none."""
    value = galaxy(s).value
    return max((value[c] for c in with_effect(s, seat, "zap")), default=0)


def choices(s: Stars, seat: str, dice: Dice, *, bounded: bool = True) -> list[Choice]:
    """ZAP UP or DOWN by what the strongest Zap in the hand allows; nothing without one. Of several
    dice one is changed. ``bounded``: it shows 1 to 6 (ST-RUL-8).
    """
    most = strongest(s, seat)
    if not most:
        return []
    steps = {"up": most, "down": most}
    if bounded:
        steps = {"up": min(most, SIDES - min(dice)), "down": min(most, max(dice) - 1)}
    ways = tuple(w for w, n in steps.items() if n > 0)
    if not ways:
        return []

    def by(args: Args) -> Pick:
        n = steps[str(args[0])]
        return Pick((None, *range(1, n + 1)))

    return [Choice(ZAP, (Pick(ways), by))]


def own_die(s: Stars, pool: str, order: Order) -> int:
    """Of one's own dice that which a Zap changes: down the highest; up the highest that can go up
    so far, by as much as it may the lowest.
    """
    dice = s.dice[pool]
    way, by = order.args
    if way == "down":
        return max(dice)
    step = by if isinstance(by, int) else SIDES
    return max((d for d in dice if d + step <= SIDES), default=min(dice))


def play(t: T, seat: str, order: Order, pool: str, die: int, *, bounded: bool = True) -> int:
    """The weakest Zap that will do is played; without BY it changes the die as far as it may. What
    the die shows then.
    """
    s, g = t.state, galaxy(t.state)
    way, by = order.args
    held = sorted(with_effect(s, seat, "zap"), key=lambda c: g.value[c])
    most = g.value[held[-1]]
    step = by if isinstance(by, int) else most
    card = next(c for c in held if g.value[c] >= step)
    now = die + step if way == "up" else die - step
    if bounded:
        now = max(1, min(SIDES, now))
    t.emit(Played(seat, (card,)))
    t.emit(Turned(seat, pool, die, now))
    return now
