"""Playing Trader's Luck: which cards of a hand may be played now, and playing one (ST-LUC)."""

from __future__ import annotations

from engine.decision import Choice, Order, Pick
from engine.table import Table
from games.star_traders.facts.setup import Played
from games.star_traders.hands.hand import card_named, names
from games.star_traders.luck import calamity, quarantine
from games.star_traders.luck.effects import EFFECTS, Play, own_ship
from games.star_traders.luck.targets import TARGETS, At
from games.star_traders.orders.forms import PLAY
from games.star_traders.state import ENVOY, TURN, Stars
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.moves import ship_of

T = Table[Stars]

ABOARD = frozenset(("perfect", "stargate", "recall", "codes", "rolls", "wormhole"))
"""Effects that help on an envoy's journey (ST-LUC-12)."""

SPENDING = frozenset(("stargate", "recall", "fetch", "takeover"))
"""Effects that are used as an action."""

WITH_EACH_OTHER = (1, 2)
"""The Traders of a Warp, ON and WITH: who is named first makes no difference."""


def choices(s: Stars, seat: str, moment: str, pool: str = TURN) -> list[Choice]:
    """The cards of this hand that may be played now."""
    hand = s.hands[seat]
    if not hand:
        return []
    g = galaxy(s)
    found: list[Choice] = []
    by_card: dict[str, list[str]] = {}
    for name, card in names(g, hand).items():
        by_card.setdefault(card, []).append(name)
    at = At(s, seat, moment, pool)
    for card, called in by_card.items():
        effect = g.effect[card]
        if moment not in g.kind[card].when or (pool == ENVOY and effect not in ABOARD):
            continue
        if effect in SPENDING and not s.left.get(pool):
            continue
        ways = TARGETS[effect](at, card)
        if isinstance(ways, str):
            continue
        for slots in ways:
            alike = WITH_EACH_OTHER if effect == "warp" else ()
            found.append(Choice(PLAY, (Pick(tuple(called)), *slots), alike))
    return found


def play(t: T, seat: str, order: Order, pool: str = TURN, journey: int = 0) -> Play:
    """The card goes from the hand to the discards and takes effect. May push, as its last act.

    ``journey``: goal of the envoy's journey during which it is played. The journey itself that
    an Imperial Envoy asks for is a phase, which ``turn.play_card`` pushes.
    """
    s, g = t.state, galaxy(t.state)
    name, whom, other, to, place, box, ship = order.args
    card = card_named(s, seat, str(name))
    p = Play(
        seat,
        card,
        g.value[card],
        str(whom or ""),
        str(other or ""),
        int(str(to or place or 0)),
        box if isinstance(box, int) else -1,
        ship,
        pool,
        f"journey:{journey}" if journey else f"end:{seat}",
    )
    effect = g.effect[card]
    if effect == "envoy":
        p = p._replace(ship=own_ship(s, p, effect) + 1)
    on = tuple(x for x in (p.on, p.other) if x)
    t.emit(Played(seat, (card,), on, (p.world,) if p.world else (), p.box))
    if effect == "quarantine":
        quarantine.seal(t, seat, p.world)
    elif g.kind[card].calamity and p.on:
        blow = calamity.Blow(seat, card, p.on, p.world, p.box, _target_ship(s, p))
        calamity.fall(t, blow)
    else:
        EFFECTS[effect](t, p)
    return p


def _target_ship(s: Stars, p: Play) -> int:
    able = list(range(len(s.ships[p.on])))
    if p.world and galaxy(s).effect[p.card] == "storm":
        jumps = galaxy(s).data.jumps
        able = [i for i in able if 0 < jumps[s.ships[p.on][i]][p.world] <= p.value]
    return ship_of(p.ship, able)
