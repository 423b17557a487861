"""Orders that leave something to the referee, made into legal ones on the owner's view."""

from __future__ import annotations

from engine.decision import Decision, Order
from engine.hand import UNKNOWN
from engine.state import change
from games.star_traders.hands.hand import card_named, least_missed, names
from games.star_traders.orders import judgement
from games.star_traders.orders.forms import ACT, ANY, BEST, CAPITAL, NEWEST, NEXT, START, WORST
from games.star_traders.orders.goals import GOALS, Resolver, Wishes, goto, limit, load, pool_of
from games.star_traders.state import ENVOY, Stars
from games.star_traders.tables.galaxy import galaxy
from games.star_traders.travel.moves import use
from games.star_traders.travel.outlook import prospects


def resolve(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """The legal order that this one means for this decision; ``None``: there is none now.

    ``wishes``: the seat's PAY.
    """
    made = RESOLVE.get(order.verb)
    found = made(view, d, order, wishes) if made else order
    return found if found is not None and d.has(found) else None


# -- in the own turn ---------------------------------------------------------------------------


def _pickup(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """PICKUP BEST: of the cargos that lie here the one of the best Contract."""
    box, ship = order.args
    if box != BEST:
        return order
    named = ship if isinstance(ship, int) else None
    ships = (named,) if named else (None, *range(1, len(view.ships[d.seat]) + 1))
    loads = (load(d, p.box, ships) for p in prospects(view, d.seat, limit(wishes)))
    return next((one for one in loads if one is not None), None)


def _jump(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """JUMP BEST; or a jump by a beacon whose price the seat pays (PAY UPTO). With dice that are
    named, as it stands; without them where no roll is needed, so that two are never too many.
    """
    world, ship = order.args
    if isinstance(ship, str):
        alone = Order("JUMP", (world, None))
        return order if d.has(order) or not _no_roll(view, d, world) else alone
    if world == BEST:
        return goto(view, d, order, wishes)
    return next(
        (
            found
            for price in range(min(limit(wishes), view.money[d.seat]) + 1)
            if d.has(found := Order("STATION", (world, price, ship)))
        ),
        order,
    )


def _no_roll(view: Stars, d: Decision, world: object) -> bool:
    """Whether who may name his dice (ST-PER-9) gets to this world with any die."""
    if world == BEST or not d.info.get("any"):
        return False
    pool = pool_of(d)
    ship = int(d.info["ship"]) if pool == ENVOY else 0
    made = use(view, d.seat, ship, int(str(world)), pool)
    return made is not None and made.how != "regular"


def _station(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """Up to the price named; nothing, where the beacon is free."""
    world, most, ship = order.args
    for price in range(min(int(str(most or 0)), view.money[d.seat]) + 1):
        found = Order("STATION", (world, price, ship))
        if d.has(found):
            return found
    return Order("JUMP", (world, ship))


def _business(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """With no action left to spend the turn is over: nobody is asked what ELSE BUSINESS answers."""
    return Order("FINISH") if d.kind == ACT and not d.info.get("left") else order


def _build(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """A world that is named is that of an own ship, or a Builder's. Without one it is the first
    ship's that can build.
    """
    world, ship = order.args
    fleet = view.ships[d.seat]
    if world is None and ship is None:
        numbers = range(1, len(fleet) + 1)
        return next((o for n in numbers if d.has(o := Order("BUILD", (None, n)))), None)
    if world is None or int(str(world)) not in fleet:
        return order
    number = None if len(fleet) == 1 else ship or fleet.index(int(str(world))) + 1
    return next((o for n in (number, None) if d.has(o := Order("BUILD", (None, n)))), None)


# -- the setup ---------------------------------------------------------------------------------


def _pick(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """PICK BEST: where the ship starts once the Contracts lie, the world nearest to the best of
    them. Before that no pick is worth more than another: the first that is free.
    """
    if order.args[0] != BEST or d.default.verb != order.verb:
        return order
    if d.kind != CAPITAL or view.claims.get(d.seat) != START:
        return d.default

    def worth(world: str) -> float:
        there = change(view, ships={**view.ships, d.seat: (int(world),)})
        return max((p.rate for p in prospects(there, d.seat)), default=0.0)

    return Order("PICK", (max(d.info["free"], key=worth),))


# -- cards -------------------------------------------------------------------------------------


def _play(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """NEXT is the Trader whose turn comes; a card by number is its kind where there is one."""
    name, *rest = order.args
    after = view.clockwise(view.active)
    rest = [after[0] if x == NEXT and after else x for x in rest]
    card = card_named(view, d.seat, str(name))
    called = [n for n, c in names(galaxy(view), view.hands[d.seat]).items() if c == card]
    return next((found for n in called if d.has(found := Order("PLAY", (n, *rest)))), None)


def _zap(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    if order.verb == "ZAP" and len(order.args) > 1:
        return order
    whom = d.seat if order.verb == "ZAP MY PETITION" else str(order.args[0])
    if whom == NEXT:
        whom = view.clockwise(view.active)[0]
    return judgement.zap(view, d, whom)


def _avoid(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    card, spared = order.args
    kind = galaxy(view).kind.get(str(d.info.get("card", "")))
    name = kind.name if kind else "Quarantine"
    if card not in (None, ANY, name) or (isinstance(spared, tuple) and name in spared):
        return None
    if d.kind == "quarantine" and card != name and d.info["world"] not in view.ships[d.seat]:
        # ANY means what strikes the own ship.
        return None
    return Order("AVOID", (None, None))


def _discard(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    hand = view.hands[d.seat]
    g = galaxy(view)
    held = {c: n for n, c in names(g, hand).items()}
    if order.verb == "DISCARD":
        name = str(order.args[0])
        if name == WORST:
            filed = [o for o in d.info.get("filed", ()) if o.verb == "PLAY"]
            meant = {card_named(view, d.seat, str(o.args[0])) for o in filed}
            card = least_missed(view, d.seat, meant)
        else:
            card = hand[-1] if name == NEWEST else card_named(view, d.seat, name)
        return Order("DISCARD", (_called(view, held, card),)) if card else None
    last = order.args[0]
    kept = last if isinstance(last, tuple) else ()
    free = [c for c in hand if c != UNKNOWN and g.kind[c].name not in kept] or list(hand)
    return Order("DISCARD", (_called(view, held, free[-1]),))


def _called(view: Stars, held: dict[str, str], card: str) -> str:
    return held.get(card) or galaxy(view).kind[card].name


# -- answers -----------------------------------------------------------------------------------


def _shift(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    if order.args[0] != BEST:
        return order
    boxes = d.info.get("boxes", ())
    g = galaxy(view)
    best = max(boxes, key=lambda b: (g.card[view.boxes[b - 1]].payoff, -b), default=None)
    return None if best is None else Order("SHIFT", (best,))


def _pay(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    price, most = d.info.get("price"), order.args[0]
    if not isinstance(price, int) or not isinstance(most, int) or price > most:
        return None
    return Order("PAY", (price,))


def _ask(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    """A limit beyond the purse is the purse."""
    world, most, ship = order.args
    limit_ = most if isinstance(most, int) else 0
    return Order("ASK", (world, min(limit_, view.money[d.seat]), ship))


def _bid(view: Stars, d: Decision, order: Order, wishes: Wishes) -> Order | None:
    world, _ = order.args
    if str(d.info.get("world")) != world:
        return None
    return order


RESOLVE: dict[str, Resolver] = {
    **GOALS,
    "PICK": _pick,
    "PICKUP": _pickup,
    "JUMP": _jump,
    "STATION": _station,
    "ASK": _ask,
    "BUSINESS": _business,
    "BUILD": _build,
    "PLAY": _play,
    "ZAP": _zap,
    "ZAP PETITION": _zap,
    "ZAP MY PETITION": _zap,
    "AVOID": _avoid,
    "DISCARD": _discard,
    "DISCARD LAST": _discard,
    "SHIFT": _shift,
    "PAY": _pay,
    "PAY PETITION": _pay,
    "BID": _bid,
}
