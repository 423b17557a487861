"""Every verb and every condition that Space Freighter adds to the order language."""

from __future__ import annotations

from engine.decision import Choice, Order
from engine.form import Form, Predicate, Slot
from engine.state import change
from engine.window import PASS, PASS_FORM

BEST = "best"
"""The world of a DELIVER that leaves the choice of world to the referee."""

LOWEST = "lowest"
"""The card of a DISCARD that leaves the choice to the referee."""

ANY = "any"
"""Every kind of hazard."""

DELIVER = Form(
    verb="DELIVER",
    slots=(
        Slot(name="world", type="name", domain="world"),
        Slot(name="cards", type="names", domain="load", keyword="WITH", optional=True),
        Slot(name="least", type="number", keyword="ATLEAST", optional=True, high=1000),
    ),
    blocks=("PLAN", "STANDING", "ANSWER"),
    fits=("deliver",),
)
"""``DELIVER world WITH cards``; without WITH the best cards, with BEST the best world."""

NEGATE = Form(
    verb="NEGATE",
    slots=(
        Slot(name="hazard", type="names", domain="hazard", key=True),
        Slot(name="aid", type="name", domain="shield", keyword="WITH", optional=True),
    ),
    blocks=("PLAN", "STANDING", "ANSWER"),
    fits=("negate",),
)
"""SF-DRW-2. Without WITH the aid that fits the fewest hazards still in the deck (SF-W1)."""

DISCARD = Form(
    verb="DISCARD",
    slots=(
        Slot(name="cards", type="names", domain="trash"),
        Slot(name="keep", type="names", domain="cargo", keyword="KEEP", optional=True),
    ),
    blocks=("PLAN", "STANDING", "ANSWER"),
    fits=("discard",),
)
"""SF-END-1. LOWEST: goods first, then worlds that are one too many (SF-W3)."""

KEEP = Form(
    verb="KEEP",
    slots=(Slot(name="cards", type="names", domain="cargo"),),
    blocks=("STANDING",),
    wish=True,
)
"""Cards that no goal spends: not LOWEST, not BEST, not a NEGATE that names no aid."""

USE = Form(
    verb="USE",
    slots=(
        Slot(name="first", type="name", domain="shield", key=True),
        Slot(name="second", type="name", domain="shield", keyword="BEFORE", key=True),
    ),
    blocks=("STANDING",),
    wish=True,
)
"""Which of two aids a NEGATE that names none takes first."""

REVEAL = Form(
    verb="REVEAL",
    slots=(Slot(name="card", type="name", domain="cargo"),),
    blocks=("NOW",),
)
"""Shows a card of the own hand to all."""

PASSING = change(PASS_FORM, blocks=("PLAN", "STANDING", "ANSWER"), fits=("deliver",))
"""No delivery. A hazard has a word of its own, or a PASS in a plan would be spent on it."""

SUFFERING = Form(verb="SUFFER", blocks=("PLAN", "STANDING", "ANSWER"), fits=("negate",))
"""The hazard is not negated."""

FORMS = (DELIVER, PASSING, NEGATE, SUFFERING, DISCARD, KEEP, USE, REVEAL)

PREDICATES = (
    Predicate(word="DECK", number=True),
    Predicate(word="HAND", number=True),
    Predicate(word="WORLDS", number=True, hidden=True),
    Predicate(word="GOODS", number=True, hidden=True),
    Predicate(word="AID", number=True, hidden=True),
    Predicate(word="MONEY", number=True),
    Predicate(word="LEAD", number=True),
    Predicate(word="BEST", number=True, hidden=True),
    Predicate(word="ROUND", number=True),
    Predicate(word="TURN", number=True),
    Predicate(word="HOLDS", slots=(Slot(name="card", type="name", domain="cargo"),), hidden=True),
    Predicate(word="GONE", slots=(Slot(name="card", type="name", domain="card"),)),
)

SUFFER = Order("SUFFER")
PASS_CHOICE = Choice(PASSING)
SUFFER_CHOICE = Choice(SUFFERING)

__all__ = [
    "ANY",
    "BEST",
    "DELIVER",
    "DISCARD",
    "FORMS",
    "KEEP",
    "LOWEST",
    "NEGATE",
    "PASS",
    "PASSING",
    "PASS_CHOICE",
    "PREDICATES",
    "REVEAL",
    "SUFFER",
    "SUFFERING",
    "SUFFER_CHOICE",
    "USE",
]
