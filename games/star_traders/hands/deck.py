"""Drawing cards. The deck is the set of what remains, in order of the cards' ids."""

from __future__ import annotations

from engine.table import Table
from games.star_traders.facts.court import Commissioned
from games.star_traders.facts.setup import BoxClosed, Drew, Reshuffled, TurnedUp
from games.star_traders.state import Stars
from games.star_traders.tables.galaxy import galaxy

T = Table[Stars]


def stocked(t: T) -> bool:
    """Whether there is a card to draw, if need be after a shuffle (ST-RUL-1)."""
    s = t.state
    if not s.deck and s.discard:
        t.emit(Reshuffled())
    return bool(t.state.deck)


def draw(t: T, seat: str) -> None:
    """A card for this seat's hand, if there is one."""
    if stocked(t):
        t.emit(Drew(seat, t.draw("deck", t.state.deck, (seat,))))


def turn_up(t: T, box: int) -> str:
    """A Contract for a box; empty when there is no card. Nobody sees the number drawn, since a
    card's place among the unseen ones says something about those.
    """
    if not stocked(t):
        return ""
    card = t.draw("deck", t.state.deck, ())
    t.emit(TurnedUp(box, card))
    return card


def refill(t: T, box: int) -> str:
    """What follows in a box whose Contract was fulfilled (ST-CON-7, ST-DRO-3); empty: nothing."""
    s = t.state
    if s.surplus > 0 and box == len(s.boxes):
        t.emit(BoxClosed(box))
        return ""
    return turn_up(t, box)


def commission(t: T, seat: str) -> str:
    """A mission: the first card with a Star (ST-MIS-2), if need be after a shuffle; with no Star
    left any card. Empty when there is none.
    """
    for anything in (False, False, True):
        card = _search(t, seat, anything=anything)
        if card:
            return card
        if t.state.discard:
            t.emit(Reshuffled())
    return ""


def _search(t: T, seat: str, *, anything: bool) -> str:
    g = galaxy(t.state)
    while t.state.deck:
        card = t.draw("deck", t.state.deck, ())
        found = anything or g.card[card].star
        t.emit(Commissioned(seat, card, not found))
        if found:
            return card
    return ""
