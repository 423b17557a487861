"""Space Freighter positions for conversations."""

from __future__ import annotations

from typing import Any

from engine.state import change
from games.space_freighter.cards import CARDS
from tests.conversations.table import Table

WARE = ("Frozen World", "Nanotech Robots", "Matter Replicators")
"""A world and two goods that can be delivered to it."""


def deal(table: Table, *, campaign: str = "", **hands: tuple[str, ...]) -> None:
    """Put these cards into these hands; what lies nowhere else is in the deck."""

    def dealt(s: Any) -> Any:
        held = {**s.hands, **{seat: tuple(sorted(cards)) for seat, cards in hands.items()}}
        taken = {card for hand in held.values() for card in hand}
        assert len(taken) == sum(map(len, held.values())), "a card in two hands"
        pile = tuple(card for card in s.pile if card not in taken)
        deck = tuple(card for card in CARDS if card not in taken and card not in pile)
        return change(s, hands=held, deck=deck, pile=pile, ahead=())

    table.rig(dealt, campaign)


def shorten(table: Table, left: int, campaign: str = "") -> None:
    """Leave so many cards in the deck: quiet ones, so that nothing but draws happens."""

    def short(s: Any) -> Any:
        goods = [card for card in s.deck if card in QUIET]
        keep = tuple(sorted(goods[:left], key=CARDS.index))
        gone = tuple(card for card in s.deck if card not in keep)
        return change(s, deck=keep, pile=(*s.pile, *gone), ahead=())

    table.rig(short, campaign)


QUIET = frozenset(
    {
        "Designer Clones",
        "Alien Specimens",
        "Rare Medicines",
        "Genetic Samples",
        "Nutrient Bars",
        "Teleportation Pads",
        "Sapient Computers",
        "Anti Gravity Pods",
        "Anti-Matter",
        "Dark Matter",
        "Radioactives",
        "Psionic Snuff",
        "Centauri Cigars",
        "Betelgeuse Beer",
    }
)
