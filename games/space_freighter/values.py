"""What a delivery earns (SF-DEL-3..6), and the best one that a hand can make.

Every figure is in MC.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from games.space_freighter.cards import BONUSES, DECK, GOODS, RANK, WORLDS

PAYS: dict[str, dict[str, int]] = {
    w.name: {g.name: w.prices[g.type] + g.value for g in DECK.goods} for w in DECK.worlds
}
"""Price and value together, by world and good: what a single card of its type earns."""

_SALE = {
    card: place
    for place, card in enumerate(
        (
            *sorted(GOODS, key=lambda g: (-GOODS[g].value, g)),
            *sorted(BONUSES, key=lambda b: -BONUSES[b]),
        )
    )
}
"""The order of selling: goods from the highest value, then bonuses."""

TYPE_OF = {g.name: g.type for g in DECK.goods}


class Delivery(Struct, frozen=True):
    """One world and what is sold there. ``amounts`` belong to ``cards``, in the order sold."""

    world: str
    cards: tuple[str, ...]
    amounts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The MC it earns."""
        return sum(self.amounts)


def deliver(world: str, cards: Iterable[str]) -> Delivery:
    """The delivery of these goods and shipment bonuses, sold in the order best for the seller.

    SF-DEL-4: the n-th good of a type earns n - 1 less, so the highest go first; SF-DEL-5: no
    card earns less than 0; SF-DEL-6: a bonus earns its own MC.
    """
    pays = PAYS[world]
    order = sorted(cards, key=_SALE.__getitem__)
    sold: dict[str, int] = {}
    amounts: list[int] = []
    for card in order:
        of_type = TYPE_OF.get(card)
        if of_type is None:
            amounts.append(BONUSES[card])
            continue
        before = sold.get(of_type, 0)
        sold[of_type] = before + 1
        amounts.append(max(0, pays[card] - before))
    return Delivery(world, tuple(order), tuple(amounts))


@lru_cache(maxsize=4096)
def best_at(world: str, cards: tuple[str, ...]) -> Delivery | None:
    """The delivery to this world that earns most with fewest of these cards.

    ``None`` without a good among them, and where nothing would be earned. Cards that are neither
    goods nor bonuses are left.
    """
    whole = deliver(world, [c for c in cards if c in TYPE_OF or c in BONUSES])
    earning = [c for c, mc in zip(whole.cards, whole.amounts, strict=True) if mc > 0]
    if not any(c in TYPE_OF for c in earning):
        goods = sorted((c for c in cards if c in TYPE_OF), key=RANK.__getitem__)
        if not goods or not earning:
            return None
        earning.append(goods[0])
    return deliver(world, earning)


def best_delivery(cards: Sequence[str], worlds: Sequence[str] | None = None) -> Delivery | None:
    """The delivery that earns most, to one of ``worlds`` (default: those among the cards).

    Of equal ones the world with the lower prices goes, so that the better one is kept.
    """
    held = tuple(cards)
    found = [
        delivery
        for world in (worlds if worlds is not None else [c for c in held if c in WORLDS])
        if (delivery := best_at(world, held)) is not None
    ]
    return max(found, key=lambda d: (d.total, -RANK[d.world]), default=None)
