"""The lettered plans of a report."""

from __future__ import annotations

from engine.game import Suggestion
from games.space_freighter.cards import AGAINST, EVENTS
from games.space_freighter.phases import Hazard
from games.space_freighter.state import Freight
from games.space_freighter.values import Delivery, best_delivery

GOOD_PAY, LATE = 20, 5
"""MC worth waiting for, and the rounds left from which on less will do; from self-play."""

TRIM = "DISCARD LOWEST"
"""The last line of every plan."""

SUFFERED = "SUFFER"
"""The first line where a hazard cannot be negated: what is left to deliver is not known yet."""


def suggested(view: Freight, seat: str) -> tuple[Suggestion, ...]:
    """Up to two: to deliver the best there is, and to wait for more.

    Where a hazard is asked about they begin with its answer, so that adopting one is enough.
    """
    first = _answer(view, seat)
    best = best_delivery(view.hands[seat]) if SUFFERED not in first else None
    floor = waiting_floor(view)
    if best is None:
        return (_waiting(first, floor),)
    now = Suggestion(lines=(*first, written(best), TRIM), why={"total": best.total})
    return now, _waiting(first, max(floor, best.total + 3))


def _waiting(first: tuple[str, ...], floor: int) -> Suggestion:
    # Its ELSE answers each turn until then: nobody is waited for.
    wait = f"DELIVER BEST ATLEAST {floor} ELSE PASS"
    return Suggestion(lines=(*first, wait, TRIM), why={"least": floor})


def _answer(view: Freight, seat: str) -> tuple[str, ...]:
    """The line that answers the hazard this seat is asked about, if it is asked about one."""
    top = view.stack[-1] if view.stack else None
    if not isinstance(top, Hazard) or top.seat != seat:
        return ()
    hazard = EVENTS[view.flipped].hazard
    fitting = any(c in AGAINST[hazard] for c in view.hands[seat])
    return (f"NEGATE {hazard.upper()}",) if fitting else (SUFFERED,)


def waiting_floor(view: Freight) -> int:
    """What a delivery should bring: less and less as the deck runs out."""
    rounds_left = len(view.deck) // max(1, len(view.present()))
    return GOOD_PAY if rounds_left >= LATE else 1 + (GOOD_PAY - 1) * rounds_left // LATE


def written(d: Delivery) -> str:
    """A delivery as an order line."""
    return f"DELIVER {d.world} WITH {', '.join(d.cards)}"
