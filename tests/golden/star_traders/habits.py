"""Which cards the players of the golden campaigns play, on whom: as soon as it is of some use.

They look at nothing but what their seat may see. A bot keeps its cards for when they count; these
people came to play them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.decision import Decision, Order
from engine.hand import UNKNOWN
from games.star_traders.bots.trader import trader
from games.star_traders.orders.forms import APPEAL, BEACONS, GAP, GLITCH, PRICE, TRAVEL
from games.star_traders.state import ASK, contract, rings, tariff
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.outlook import Prospect, aim, prospects
from games.star_traders.travel.routes import actions, craft
from games.star_traders.travel.way import Way, way

SPARED = 1.5
"""So many expected actions a jump by card must spare."""

FAR = 20
"""Expected actions from which a Contract is too far away."""

DEAR, OFFERED = 3, 2
"""$tarBucks that the owner of a beacon wants who is asked, and that who asks is ready to pay."""


def next_stop(view: Any, seat: str) -> tuple[Prospect, int, int] | None:
    """The best Contract, where its ship is, and the world where that is to go."""
    best = next(iter(prospects(view, seat)), None)
    return (best, view.ships[seat][best.ship], aim(view, seat, best)) if best else None


def route(view: Any, seat: str) -> Way | None:
    """The way there."""
    found = next_stop(view, seat)
    return way(view, seat, *found[1:], craft(view, seat)) if found else None


def play(card: str, **slots: Any) -> Order:
    """An order with these slots."""
    names = ("on", "with_", "to", "at", "box", "ship")
    return Order("PLAY", (card, *(slots.get(name) for name in names)))


# -- in the own turn -------------------------------------------------------------------------------

_JUMPS = ("rolls", "codes", "wormhole", "perfect")
_GAINS = ("actions", "prestige", "money", "payoff", "fanfare", "draw", "prefab", "takeover")
USEFUL = frozenset(_JUMPS + _GAINS)
"""Effects of cards that are played as soon as they are legal."""


def in_turn(view: Any, seat: str) -> Iterator[tuple[str, Order]]:
    """Cards to play in a turn, each with the condition of its line."""
    g = galaxy(view)
    for card in dict.fromkeys(view.hands[seat]):
        kind = g.kind[card]
        if kind.effect in USEFUL and kind.target in ("self", "die"):
            yield f"HOLDS {kind.name}", play(kind.name)
        elif kind.effect in ("stargate", "recall"):
            yield from _leap(view, seat, card)
        elif kind.effect == "fetch":
            found = next_stop(view, seat)
            if found and not found[0].aboard and found[0].box:
                yield f"HOLDS {kind.name}", play(kind.name, box=found[0].box)


def _leap(view: Any, seat: str, card: str) -> Iterator[tuple[str, Order]]:
    """To the world that is nearest to the next stop, from where the ship is now."""
    found, g = next_stop(view, seat), galaxy(view)
    if not found or len(view.ships[seat]) > 1:
        return
    _, here, target = found
    near = [w for w, n in g.data.jumps[here].items() if 0 < n <= g.value[card]]
    worlds = near if g.kind[card].effect == "stargate" else rings(view, seat)
    far = {w: actions(view, seat, w, target) for w in worlds if w != here}
    best = min(far, key=lambda w: (far[w], w), default=here)
    if best != here and actions(view, seat, here, target) - far[best] > SPARED:
        yield f"AT {here}", play(g.kind[card].name, to=str(best))


def asking(view: Any, seat: str) -> Iterator[tuple[str, Order]]:
    """For beacons on the way whose owner wants to be asked."""
    found = route(view, seat)
    here = found.start if found else 0
    for hop in found.hops if found else ():
        owner = view.stations.get(hop.world, seat)
        if hop.how == "line" and tariff(view, owner, seat) == ASK:
            yield f"AT {here}", Order("ASK", (str(hop.world), OFFERED, None))
        here = hop.world


def wanted_twice(view: Any, seat: str) -> int:
    """The first box whose goods another asks for, too, if it is not too far; 0: there is none.

    Who loses the race for it can still shift his cargo to the other.
    """
    goods = [galaxy(view).card[card].cargo if card else "" for card in view.boxes]
    found = (p.box for p in prospects(view, seat) if p.box and p.actions < FAR)
    return min((box for box in found if goods.count(goods[box - 1]) > 1), default=0)


# -- between turns ---------------------------------------------------------------------------------


def rival(view: Any, seat: str, after: str = "") -> str:
    """Who is ahead, of those who do not move before the gap after that seat's turn."""
    others = [x for x in view.clockwise(after or seat) if x != seat and x in view.ships]
    still = [x for x in others if x != view.active] or others
    return str(max(still, key=lambda x: (x in view.missions, view.prestige[x])))


def in_gap(view: Any, seat: str, after: str = "") -> Iterator[Order]:
    """Cards for the gap after a turn: after his own, unless ``after`` names another's."""
    g = galaxy(view)
    for card in dict.fromkeys(view.hands[seat]):
        make = GAPS.get(g.effect.get(card, "")) if card != UNKNOWN else None
        order = make(view, seat, card, rival(view, seat, after)) if make else None
        if order is not None and g.kind[card].target != "self":
            yield order
        elif g.effect.get(card) == "shield":
            yield play(g.kind[card].name)


def _on(view: Any, seat: str, card: str, whom: str) -> Order | None:
    return play(galaxy(view).kind[card].name, on=whom)


def _storm(view: Any, seat: str, card: str, whom: str) -> Order | None:
    """As far from where he is going as the storm reaches."""
    g, found = galaxy(view), next_stop(view, whom)
    here = view.ships[whom][0]
    near = [w for w, n in g.data.jumps[here].items() if 0 < n <= g.value[card]]
    target = found[2] if found else here
    far = max(near, key=lambda w: (g.data.jumps[w][target], -w))
    return play(g.kind[card].name, on=whom, to=str(far))


def _warp(view: Any, seat: str, card: str, whom: str) -> Order | None:
    return play(galaxy(view).kind[card].name, on=seat, with_=whom)


def _debris(view: Any, seat: str, card: str, whom: str) -> Order | None:
    found = [w for w in rings(view, whom) if w not in view.imperial]
    return play(galaxy(view).kind[card].name, on=whom, at=str(found[0])) if found else None


def _jettison(view: Any, seat: str, card: str, whom: str) -> Order | None:
    own = view.cargo[whom]
    return play(galaxy(view).kind[card].name, on=whom, box=own[0].box) if own else None


def _quarantine(view: Any, seat: str, card: str, whom: str) -> Order | None:
    here = view.ships[whom][0]
    if here in view.ships[seat] or any(q.world == here for q in view.quarantines):
        return None
    return play(galaxy(view).kind[card].name, at=str(here))


def _glitch(view: Any, seat: str, card: str, whom: str) -> Order | None:
    """On his mission, else on a Contract that others are after."""
    name = galaxy(view).kind[card].name
    if whom in view.missions:
        return play(name, on=whom)
    own = {c.box for c in view.cargo[seat]}
    theirs = [c.box for c in view.cargo[whom] if c.box not in own and contract(view, whom, c.box)]
    return play(name, box=theirs[0]) if theirs else None


def _envoy(view: Any, seat: str, card: str, whom: str) -> Order | None:
    found = next_stop(view, seat)
    if not found or found[1] == found[2] or len(view.ships[seat]) > 1:
        return None
    return play(galaxy(view).kind[card].name, to=str(found[2]))


GAPS: dict[str, Callable[[Any, str, str, str], Order | None]] = {
    **dict.fromkeys(("actions", "prestige", "money", "rolls", "toll", "jam", "lost"), _on),
    "storm": _storm,
    "warp": _warp,
    "debris": _debris,
    "jettison": _jettison,
    "quarantine": _quarantine,
    "glitch": _glitch,
    "envoy": _envoy,
}
"""By effect: how a card is played between turns; ``None``: not now."""


# -- answers ---------------------------------------------------------------------------------------


def answer(view: Any, d: Decision, chance: Any) -> Order:
    """What he writes who is asked: a card, where he has one for it, else what the bot says."""
    made = ANSWERS.get(d.kind)
    orders = made(view, d) if made else iter(())
    return next((order for order in orders if d.has(order)), trader(view, d, chance))


def _between(view: Any, d: Decision) -> Iterator[Order]:
    return in_gap(view, d.seat, str(d.info["after"]))


def _appeal(view: Any, d: Decision) -> Iterator[Order]:
    """For himself, or against the petitioner."""
    g, whom = galaxy(view), str(d.info["petitioner"])
    for card in view.hands[d.seat]:
        good = g.value[card] > 0
        if g.effect[card] == "prestige" and good == (whom == d.seat):
            yield play(g.kind[card].name, on=None if good else whom)


def _strike(view: Any, d: Decision) -> Iterator[Order]:
    """The mission of another."""
    owner = str(d.info["owner"])
    for card in view.hands[d.seat]:
        if galaxy(view).effect[card] == "glitch" and owner not in ("", d.seat):
            yield play(galaxy(view).kind[card].name, on=owner)


def _beacon(view: Any, d: Decision) -> Iterator[Order]:
    yield Order("GRANT", (DEAR,))


def _price(view: Any, d: Decision) -> Iterator[Order]:
    yield Order("PAY", (int(d.info["price"]),))


def _travel(view: Any, d: Decision) -> Iterator[Order]:
    """Helped by a card, where one is at hand."""
    g = galaxy(view)
    for card in view.hands[d.seat]:
        if g.effect[card] in ("codes", "rolls", "wormhole", "perfect"):
            yield play(g.kind[card].name)


ANSWERS: dict[str, Callable[[Any, Decision], Iterator[Order]]] = {
    GAP: _between,
    APPEAL: _appeal,
    GLITCH: _strike,
    BEACONS: _beacon,
    PRICE: _price,
    TRAVEL: _travel,
}
