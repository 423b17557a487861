"""Players of the referee's own, for simulations. They see what their seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.decision import Choice, Decision, Order
from engine.window import PASS
from games.star_traders.bots.cardsense import best_play, worst_card
from games.star_traders.bots.rivals import CONFIDENT, dangerous
from games.star_traders.court.network import RISK, fits, next_site
from games.star_traders.luck.zaps import strongest
from games.star_traders.orders import judgement
from games.star_traders.orders.forms import (
    ACT,
    APPEAL,
    BEACONS,
    BIDS,
    BRIBE,
    CALAMITY,
    EXTRA,
    GAP,
    GLITCH,
    PLAGUE,
    PRICE,
    ROLE,
    SHIFTS,
    START,
    TRAVEL,
    TRIM,
    VERDICT,
    ZAPS,
)
from games.star_traders.orders.goals import toward
from games.star_traders.orders.resolving import resolve
from games.star_traders.rules import RULES, stations_needed
from games.star_traders.state import TURN, Stars, rings
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.outlook import aim, prospects
from games.star_traders.turn.actions import box_name

Bot = Callable[[Stars, Decision, Any], Order]

RESERVE = 3
"""$tarBucks that are kept when a station is built."""
WORK = Order("BUSINESS")


def trader(view: Stars, d: Decision, chance: Any) -> Order:
    """Plans Contracts, builds, petitions, plays its cards. Draws no chance but at the start."""
    act = TRADER.get(d.kind)
    found = act(view, d) if act else None
    if found is not None and d.has(found):
        return found
    if d.kind in (ROLE, START, EXTRA):
        return d.sample(chance)
    return d.default


# -- the own turn ------------------------------------------------------------------------------


def _act(view: Stars, d: Decision) -> Order | None:
    for made in (_petition, _cards, _load, _build, _promote, _travel):
        found = made(view, d)
        if found is not None and d.has(found):
            return found
    return WORK if d.has(WORK) else Order("FINISH")


def _verbs(d: Decision) -> set[str]:
    return {c.form.verb for c in d.choices}


def _petition(view: Stars, d: Decision) -> Order | None:
    seat = d.seat
    choices = [c for c in d.choices if c.form.verb == "PETITION"]
    if not choices:
        return None
    if not RULES[view.variant].table:
        rich = view.money[seat] >= 90
        return _first(choices) if view.prestige[seat] >= CONFIDENT or rich else None
    mission = next((c for c in choices if c.slots[0].has(1)), None)  # type: ignore[union-attr]
    if mission:
        return _first([mission])
    if view.prestige[seat] < RISK or view.money[seat] < 20:
        return None
    here = view.ships[seat][0]
    return _first(choices) if fits(view, seat, here) else None


def _first(choices: list[Choice]) -> Order:
    return next(choices[0].legal())


def _cards(view: Stars, d: Decision) -> Order | None:
    verbs = _verbs(d)
    found = best_play(view, d) if "PLAY" in verbs else None
    return found or (_arrive(view, d) if "ZAP" in verbs else None)


def _arrive(view: Stars, d: Decision) -> Order | None:
    """A Zap on the own die, where it brings a cargo home; but for petitions in Nova only."""
    seat = d.seat
    if not RULES[view.variant].nova and seat not in view.missions:
        return None
    dice = view.dice[TURN]
    g = galaxy(view)
    for p in prospects(view, seat):
        here, target = view.ships[seat][p.ship], aim(view, seat, p)
        if p.aboard and len(dice) == 1 and g.joined(here, target):
            short = g.needs(here, target) - dice[0]
            if 0 < short <= strongest(view, seat):
                return Order("ZAP", ("up", short))
    return None


def _load(view: Stars, d: Decision) -> Order | None:
    """Whatever lies here and is worth its way."""
    for choice in d.choices:
        if choice.form.verb == "PICKUP":
            ready = {o.args[0]: o for o in choice.legal()}
            for p in prospects(view, d.seat):
                if box_name(p.box) in ready and (p.actions < 12 or not p.box):
                    return ready[box_name(p.box)]
    return None


def _build(view: Stars, d: Decision) -> Order | None:
    seat = d.seat
    order = Order("BUILD", (None, None))
    if "BUILD" not in _verbs(d) or seat in view.missions:
        return None
    if view.money[seat] < 5 + RESERVE:
        return None
    wanted = stations_needed(view) + (3 if RULES[view.variant].table else 1)
    if len(rings(view, seat)) >= wanted:
        return None
    for choice in d.choices:
        if choice.form.verb == "BUILD" and not d.has(order):
            return next(choice.legal())
    return order


def _promote(view: Stars, d: Decision) -> Order | None:
    """Black Hole: to the station that is to be the next Imperial one."""
    site = next_site(view, d.seat)
    return toward(view, d, site, ()) if site else None


def _travel(view: Stars, d: Decision) -> Order | None:
    """Towards the best Contract; where the roll does not help, towards the next best."""
    for p in prospects(view, d.seat)[:3]:
        found = toward(view, d, aim(view, d.seat, p), (), p.ship)
        if found is not None:
            return found
        if p.aboard or not p.box:
            break
    return None


def _envoy(view: Stars, d: Decision) -> Order | None:
    return resolve(view, d, Order("GOTO", (str(d.info["goal"]),)), ())


# -- windows -----------------------------------------------------------------------------------


def _zap(view: Stars, d: Decision) -> Order | None:
    roller = str(d.info["roller"])
    serious = dangerous(view, roller) and judgement.delivering(view, d)
    if d.kind == ZAPS and roller != d.seat and not serious:
        return None
    return judgement.zap(view, d, roller)


def _gap(view: Stars, d: Decision) -> Order | None:
    return best_play(view, d)


def _calamity(view: Stars, d: Decision) -> Order | None:
    avoid = Order("AVOID", (None, None))
    if d.info["victim"] == d.seat:
        return avoid if d.has(avoid) else PASS
    price = Order("SELL", (8,))
    return price if dangerous(view, d.seat) or not dangerous(view, d.info["victim"]) else PASS


def _plague(view: Stars, d: Decision) -> Order | None:
    here = d.info["world"] in view.ships[d.seat] and d.info["player"] != d.seat
    return Order("AVOID", (None, None)) if here else PASS


def _glitch(view: Stars, d: Decision) -> Order | None:
    owner = str(d.info["owner"])
    if owner and owner != d.seat:
        return best_play(view, d)
    return PASS


def _appeal(view: Stars, d: Decision) -> Order | None:
    return best_play(view, d)


def _trim(view: Stars, d: Decision) -> Order | None:
    return worst_card(view, d)


def _shift(view: Stars, d: Decision) -> Order | None:
    return resolve(view, d, Order("SHIFT", ("best",)), ())


def _bid(view: Stars, d: Decision) -> Order | None:
    return Order("BID", (str(d.info["world"]), min(5, view.money[d.seat])))


def _price(view: Stars, d: Decision) -> Order | None:
    return resolve(view, d, Order("PAY", (2,)), ())


def _beacon(view: Stars, d: Decision) -> Order | None:
    return Order("GRANT", (2,))


def _bribe(view: Stars, d: Decision) -> Order | None:
    return Order("PAY", (int(d.info["price"]),))


TRADER: dict[str, Callable[[Stars, Decision], Order | None]] = {
    ACT: _act,
    TRAVEL: _envoy,
    ZAPS: _zap,
    VERDICT: _zap,
    GAP: _gap,
    CALAMITY: _calamity,
    PLAGUE: _plague,
    GLITCH: _glitch,
    APPEAL: _appeal,
    TRIM: _trim,
    SHIFTS: _shift,
    BIDS: _bid,
    PRICE: _price,
    BEACONS: _beacon,
    BRIBE: _bribe,
}
"""What the trader answers, by kind of decision."""

BOTS: dict[str, Bot] = {"trader": trader}
