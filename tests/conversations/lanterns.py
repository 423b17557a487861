"""The toy at its windows, which Space Freighter lacks."""

from __future__ import annotations

from typing import Any

from engine.state import change
from tests.conversations.table import Table
from tests.toy import board

HANDS = {"p1": ("Avoid", "Envoy"), "p2": ("Feast", "Storm"), "p3": ("Zap", "Zap")}


def begin(toy: Table) -> None:
    """Everybody picks where to start."""
    for seat, place in (("p3", "Elm"), ("p2", "Cedar"), ("p1", "Ash")):
        toy.say(seat, f"ANSWER PICK {place}")
        toy.tick()


def to_the_gap(toy: Table, **hands: tuple[str, ...]) -> None:
    """Play up to the first window: the gap after Anna's turn."""
    begin(toy)
    hold(toy, **(hands or HANDS))
    for _ in range(3):
        toy.say("p1", "ANSWER PASS")
        toy.tick()
    (asked,) = toy.read_pending()[:1]
    if asked.kind == "discard":
        toy.say("p1", f"ANSWER DISCARD {toy.state().hands['p1'][-1]}")
        toy.tick()
    assert {row.kind for row in toy.read_pending()} == {"between"}


def hold(toy: Table, **hands: tuple[str, ...]) -> None:
    """Put these cards into these hands; the rest is the deck."""

    def dealt(s: Any) -> Any:
        held = {**s.hands, **{seat: tuple(sorted(cards)) for seat, cards in hands.items()}}
        deck = list(board.CARDS)
        for card in (card for hand in held.values() for card in hand):
            deck.remove(card)
        return change(s, hands=held, deck=tuple(deck), discard=())

    toy.rig(dealt)
