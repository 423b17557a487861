"""The conditions of guards, read on the owner's view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.space_freighter.cards import AID, GOODS, WORLDS
from games.space_freighter.state import Freight
from games.space_freighter.values import best_delivery


def _best(view: Freight, seat: str) -> int:
    found = best_delivery(view.hands[seat])
    return found.total if found else 0


def _lead(view: Freight, seat: str) -> int:
    rivals = [view.money[x] for x in view.present() if x != seat]
    return view.money[seat] - max(rivals, default=0)


_NUMBERS: dict[str, Callable[[Freight, str], int]] = {
    "DECK": lambda v, seat: len(v.deck),
    "HAND": lambda v, seat: len(v.hands[seat]),
    "WORLDS": lambda v, seat: sum(c in WORLDS for c in v.hands[seat]),
    "GOODS": lambda v, seat: sum(c in GOODS for c in v.hands[seat]),
    "AID": lambda v, seat: sum(c in AID for c in v.hands[seat]),
    "MONEY": lambda v, seat: v.money[seat],
    "LEAD": _lead,
    "BEST": _best,
    "ROUND": lambda v, seat: v.round,
    "TURN": lambda v, seat: v.turn,
}


def holds(view: Freight, seat: str, word: str, args: tuple[Any, ...]) -> int | bool:
    """The number to compare, or the truth. LookupError for a word that is no condition."""
    if word == "HOLDS":
        return args[0] in view.hands[seat]
    if word == "GONE":
        return args[0] in view.pile
    return _NUMBERS[word](view, seat)
