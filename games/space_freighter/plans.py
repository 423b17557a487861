"""The lettered plans of a report."""

from __future__ import annotations

from engine.game import Suggestion
from games.space_freighter.state import Freight
from games.space_freighter.values import Delivery, best_delivery

TRIM = "DISCARD LOWEST"
"""The last line of every plan."""


def suggested(view: Freight, seat: str) -> tuple[Suggestion, ...]:
    """Up to two: to deliver the best there is, and to wait for more."""
    best = best_delivery(view.hands[seat])
    floor = waiting_floor(view)
    if best is None:
        line = f"DELIVER BEST ATLEAST {floor}"
        return (Suggestion(lines=(line, TRIM), why={"least": floor}),)
    now = Suggestion(lines=(written(best), TRIM), why={"total": best.total})
    floor = max(floor, best.total + 3)
    wait = Suggestion(lines=(f"DELIVER BEST ATLEAST {floor}", TRIM), why={"least": floor})
    return now, wait


def waiting_floor(view: Freight) -> int:
    """What a delivery should bring: less and less as the deck runs out."""
    rounds_left = len(view.deck) // max(1, len(view.present()))
    return 12 if rounds_left >= 4 else 1 + 3 * rounds_left


def written(d: Delivery) -> str:
    """A delivery as an order line."""
    cards = ", ".join(f'"{card}"' for card in d.cards)
    return f'DELIVER "{d.world}" WITH {cards}'
