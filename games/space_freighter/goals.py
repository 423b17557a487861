"""Orders that leave something to the referee, made into legal ones on the owner's view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.decision import Arg, Decision, Order
from games.space_freighter.cards import (
    EVENTS,
    GOODS,
    RANK,
    SHIELDS,
    WORLDS,
)
from games.space_freighter.forms import ANY, BEST, LOWEST
from games.space_freighter.state import Freight
from games.space_freighter.values import best_delivery, deliver


def resolve(view: Freight, d: Decision, order: Order, wishes: tuple[Order, ...]) -> Order | None:
    """The legal order that this one means for this decision; ``None``: there is none now.

    ``wishes``: the seat's KEEP and USE.
    """
    meant: Order | None = order
    hand = view.hands[d.seat]
    kept = {c for w in wishes if w.verb == "KEEP" for c in members(w.args[0])}
    if order.verb == "DELIVER":
        meant = _delivery(hand, order, kept)
    elif order.verb == "NEGATE":
        meant = _negation(view, d, order, kept, wishes)
    elif order.verb == "DISCARD":
        meant = _discard(hand, d, order, kept)
    return meant if meant is not None and d.has(meant) else None


def members(arg: Arg) -> tuple[str, ...]:
    """The members of a list slot; nothing when it was left out."""
    return arg if isinstance(arg, tuple) else ()


def _delivery(hand: Sequence[str], order: Order, kept: set[str]) -> Order | None:
    world, cards, least = order.args
    own = [c for c in hand if c in WORLDS and c not in kept]
    worlds = own if world == BEST else [str(world)]
    if cards is None:
        found = best_delivery([c for c in hand if c not in kept], worlds)
    else:
        load = members(cards)
        if not all(c in hand for c in load):
            return None
        made = [deliver(w, load) for w in worlds]
        found = max(made, key=lambda x: (x.total, -RANK[x.world]), default=None)
    if found is None or (isinstance(least, int) and found.total < least):
        return None
    return Order("DELIVER", (found.world, tuple(sorted(found.cards)), None))


def _negation(
    view: Freight, d: Decision, order: Order, kept: set[str], wishes: tuple[Order, ...]
) -> Order | None:
    named, aid = members(order.args[0]), order.args[1]
    kind = str(d.info.get("hazard", ""))
    if kind not in named and ANY not in named:
        return None
    if aid is None:
        hand = view.hands[d.seat]
        fitting = [c for c in hand if c in SHIELDS and kind in SHIELDS[c].negates]
        aid = choose_aid(view, [c for c in fitting if c not in kept], wishes)
    return None if aid is None else Order("NEGATE", ((kind,), aid))


def choose_aid(view: Freight, fitting: list[str], wishes: Iterable[Order] = ()) -> str | None:
    """SF-W1: the aid that fits the fewest hazards still in the deck, as far as USE lets it."""
    second = {
        w.args[1] for w in wishes if w.verb == "USE" and w.args[0] in fitting and len(w.args) > 1
    }
    free = [c for c in fitting if c not in second] or fitting
    left = hazards_left(view)
    return min(free, key=lambda c: (sum(left[h] for h in SHIELDS[c].negates), c), default=None)


def hazards_left(view: Freight) -> dict[str, int]:
    """How many hazards of each kind the deck still holds; public."""
    left = {"rock": 0, "pirate": 0, "energy": 0}
    for card in view.deck:
        event = EVENTS.get(card)
        if event is not None and event.hazard:
            left[event.hazard] += 1
    return left


def _discard(hand: Sequence[str], d: Decision, order: Order, kept: set[str]) -> Order | None:
    excess = int(d.info.get("excess", 0))
    named = tuple(dict.fromkeys(members(order.args[0])))
    chosen = [c for c in named if c in hand][:excess]
    if len(chosen) < excess and LOWEST in named:
        spared = kept | set(members(order.args[1])) | set(chosen)
        chosen += lowest(hand, excess - len(chosen), spared)
    if len(chosen) < excess:
        return None
    return Order("DISCARD", (tuple(sorted(chosen)), None))


def lowest(hand: Iterable[str], count: int, spared: Iterable[str] = ()) -> list[str]:
    """SF-W3: the goods of lowest value first, then worlds, then aid; ``spared`` cards stay.

    As long as anything else is left, the last world and the last good are kept, since without
    either nothing can be delivered. ``spared`` cards go only when nothing else is left.
    """
    left = sorted(hand, key=RANK.__getitem__)
    spare = set(spared)
    gone: list[str] = []
    while len(gone) < count and left:
        free = [c for c in left if c not in spare]
        card = next((c for c in free if not _last(c, left)), (free or left)[0])
        left.remove(card)
        gone.append(card)
    return gone


def _last(card: str, hand: Sequence[str]) -> bool:
    """Whether this is the only good, or the only world, of the hand."""
    table = GOODS if card in GOODS else WORLDS
    return card in table and sum(c in table for c in hand) == 1
