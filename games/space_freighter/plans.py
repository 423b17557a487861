"""The lettered plans of a report."""

from __future__ import annotations

from engine.game import Suggestion
from games.space_freighter.state import Freight
from games.space_freighter.values import Delivery, best_delivery

GOOD_PAY, LATE = 20, 5
"""MC worth waiting for, and the rounds left from which on less will do; from self-play."""

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
    return GOOD_PAY if rounds_left >= LATE else 1 + (GOOD_PAY - 1) * rounds_left // LATE


def written(d: Delivery) -> str:
    """A delivery as an order line."""
    return f"DELIVER {d.world} WITH {', '.join(d.cards)}"
