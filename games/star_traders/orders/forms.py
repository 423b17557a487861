"""Every verb and every condition that Star Traders adds to the order language."""

from __future__ import annotations

from engine.form import Form, Predicate, Slot
from engine.state import change
from engine.window import PASS_FORM

BEST, ANY, NEXT, NEWEST, WORST, MISSION_WORD, CORE_WORD = (
    "best",
    "any",
    "next",
    "newest",
    "worst",
    "mission",
    "core",
)
"""Words that leave a choice to the referee, and names of things that have no number."""

ACT, TRAVEL, ZAPS, VERDICT, GAP = "act", "travel", "zap", "verdict", "between"
CALAMITY, PLAGUE, APPEAL, GLITCH = "calamity", "quarantine", "petition", "glitch"
TRIM, SHIFTS, BEACONS, PRICE, BIDS, BRIBE = "discard", "shift", "beacon", "price", "bid", "bribe"
ROLE, START, EXTRA, CAPITAL, INSIDER = "role", "start", "extra", "core", "insider"
"""Kinds of decision. All but ``act``, ``travel``, ``price``, ``bribe``, ``discard``, ``beacon`` and
those of the setup are windows."""

SHIP = Slot(name="ship", type="number", keyword="SHIP", optional=True, low=1, high=2)


def _world(name: str = "world", *, keyword: str = "", optional: bool = False) -> Slot:
    return Slot(name=name, type="name", domain="world", keyword=keyword, optional=optional)


_BOUND = Slot(name="world", type="name", domain="bound")
"""May be left to the referee: BEST."""


def _seat(name: str, *, keyword: str = "", optional: bool = False, key: bool = False) -> Slot:
    return Slot(
        name=name, type="name", domain="target", keyword=keyword, optional=optional, key=key
    )


DICE = Slot(name="dice", type="name", domain="dice", keyword="WITH")
"""The Strategist's: one of his dice, or two that he adds."""

_BOX = Slot(name="contract", type="number", domain="box", low=1, high=6)
_ANY_BOX = Slot(name="contract", type="number", domain="run", low=1, high=6)
"""May be left to the referee: BEST."""
_CARD = Slot(name="card", type="name", domain="luck", key=True)
_EXCEPT = Slot(name="except", type="names", domain="luck", keyword="EXCEPT", optional=True)

# -- setup ---------------------------------------------------------------------------------

PICK = Form(
    verb="PICK",
    slots=(Slot(name="what", type="name", domain="pick"),),
    blocks=("ANSWER",),
    fits=(ROLE, START, EXTRA, CAPITAL, INSIDER),
)
"""A personality, a start world, a further station: ST-W13."""

# -- the own turn --------------------------------------------------------------------------

JUMP = Form(verb="JUMP", slots=(_BOUND, SHIP), fits=(ACT, TRAVEL))
JUMP_WITH = Form(verb="JUMP", slots=(_world(), DICE), fits=(ACT, TRAVEL))
STATION = Form(
    verb="STATION",
    slots=(_world(), Slot(name="price", type="number", keyword="PAY", low=1), SHIP),
    fits=(ACT, TRAVEL),
)
BEG = Form(
    verb="ASK",
    slots=(_world(), Slot(name="most", type="number", keyword="UPTO"), SHIP),
    fits=(ACT, TRAVEL),
)
SLIP = Form(verb="SLIP", slots=(_world(), SHIP), fits=(ACT, TRAVEL))
RANDOM = Form(verb="RANDOM", slots=(SHIP,), fits=(ACT, TRAVEL))
NEVER = Form(verb="RANDOM NEVER", blocks=("PLAN", "STANDING"), wish=True, bars=("RANDOM",))
PICKUP = Form(verb="PICKUP", slots=(_ANY_BOX, SHIP), aliases=("PICK UP",), fits=(ACT,))
BUILD = Form(verb="BUILD", slots=(_world(optional=True), SHIP), fits=(ACT,))
BUSINESS = Form(verb="BUSINESS", aliases=("STAY",), fits=(ACT,))
FINISH = Form(verb="FINISH", fits=(ACT, TRAVEL))
PETITION = Form(
    verb="PETITION",
    slots=(
        Slot(name="mission", type="number", keyword="MISSION", flag=True, optional=True),
        SHIP,
    ),
    fits=(ACT,),
    whole=True,
)
PETITION_WITH = Form(
    verb="PETITION",
    slots=(
        Slot(name="mission", type="number", keyword="MISSION", flag=True, optional=True),
        DICE,
    ),
    fits=(ACT,),
    whole=True,
)
ABANDON = Form(verb="ABANDON", slots=(_BOX,), fits=(ACT,), whole=True)
SHIFT_OWN = Form(
    verb="SHIFT",
    slots=(
        Slot(name="contract", type="number", low=1, high=6),
        Slot(name="to", type="number", keyword="TO", low=1, high=6),
    ),
    fits=(ACT,),
)
GOTO = Form(verb="GOTO", slots=(_BOUND,), blocks=("PLAN",), fits=(ACT, TRAVEL), goal=True)
DELIVER = Form(verb="DELIVER", slots=(_ANY_BOX,), blocks=("PLAN",), fits=(ACT,), goal=True)
RUN = Form(verb="RUN", slots=(_ANY_BOX,), blocks=("PLAN",), fits=(ACT,), goal=True)

# -- cards ---------------------------------------------------------------------------------

PLAY = Form(
    verb="PLAY",
    slots=(
        _CARD,
        _seat("on", keyword="ON", optional=True, key=True),
        _seat("with", keyword="WITH", optional=True),
        _world("to", keyword="TO", optional=True),
        _world("at", keyword="AT", optional=True),
        Slot(name="box", type="number", domain="box", keyword="BOX", optional=True, low=1, high=6),
        SHIP,
    ),
    blocks=("PLAN", "STANDING", "BETWEEN", "ANSWER"),
    fits=(ACT, TRAVEL, GAP, APPEAL, GLITCH),
)
ZAP = Form(
    verb="ZAP",
    slots=(
        Slot(name="way", type="name", domain="way"),
        Slot(name="by", type="number", keyword="BY", optional=True, low=1, high=5),
    ),
    blocks=("PLAN", "ANSWER"),
    fits=(ACT, TRAVEL, ZAPS, VERDICT),
)
ZAP_WHOM = Form(
    verb="ZAP",
    slots=(_seat("whom", key=True),),
    blocks=("STANDING", "ANSWER"),
    fits=(ZAPS,),
)
ZAP_PETITION = Form(
    verb="ZAP PETITION",
    slots=(_seat("whom", key=True),),
    blocks=("STANDING", "ANSWER"),
    fits=(VERDICT,),
)
ZAP_MINE = Form(verb="ZAP MY PETITION", blocks=("STANDING", "ANSWER"), fits=(VERDICT,))
AVOID = Form(
    verb="AVOID",
    slots=(Slot(name="card", type="name", domain="ward", optional=True, key=True), _EXCEPT),
    blocks=("STANDING", "ANSWER"),
    fits=(CALAMITY, PLAGUE),
)
BUY = Form(
    verb="BUY",
    slots=(Slot(name="most", type="number", keyword="UPTO", high=999),),
    blocks=("STANDING", "ANSWER"),
    fits=(CALAMITY,),
)
SELL = Form(
    verb="SELL",
    slots=(Slot(name="price", type="number", high=999),),
    blocks=("STANDING", "ANSWER"),
    fits=(CALAMITY,),
)
DISCARD = Form(
    verb="DISCARD",
    slots=(Slot(name="card", type="name", domain="trash"),),
    blocks=("PLAN", "STANDING", "ANSWER"),
    fits=(TRIM,),
)
DISCARD_LAST = Form(
    verb="DISCARD LAST",
    slots=(Slot(name="cards", type="names", domain="luck"),),
    blocks=("PLAN", "STANDING", "ANSWER"),
    fits=(TRIM,),
)

# -- answers to others ---------------------------------------------------------------------

SHIFT = Form(
    verb="SHIFT",
    slots=(Slot(name="to", type="number", domain="best", low=1, high=6),),
    blocks=("STANDING", "ANSWER"),
    fits=(SHIFTS,),
)
GRANT = Form(
    verb="GRANT",
    slots=(Slot(name="price", type="number", high=999),),
    blocks=("STANDING", "ANSWER"),
    fits=(BEACONS,),
)
DENY = Form(verb="DENY", blocks=("STANDING", "ANSWER"), fits=(BEACONS,))
PAY = Form(
    verb="PAY",
    slots=(Slot(name="most", type="number", keyword="UPTO"),),
    blocks=("STANDING", "ANSWER"),
    fits=(PRICE, BRIBE),
    wish=True,
)
"""Up to so much for the use of others' beacons; what a GOTO reckons with, too."""
PAY_PETITION = Form(
    verb="PAY PETITION",
    slots=(Slot(name="most", type="number", keyword="UPTO"),),
    blocks=("STANDING", "ANSWER"),
    fits=(BRIBE,),
)
"""Up to so much for what the Emperor asks, and nothing for beacons."""
BID = Form(
    verb="BID",
    slots=(
        Slot(name="station", type="name", domain="world", key=True),
        Slot(name="most", type="number", keyword="UPTO", low=1, high=999),
    ),
    blocks=("STANDING", "ANSWER"),
    fits=(BIDS,),
)
PASSING = change(
    PASS_FORM,
    blocks=("PLAN", "STANDING", "BETWEEN", "ANSWER"),
    fits=(
        TRAVEL, ZAPS, VERDICT, GAP, CALAMITY, PLAGUE, APPEAL, GLITCH, SHIFTS, PRICE, BIDS, BRIBE,
    ),
)  # fmt: skip

# -- at any time ---------------------------------------------------------------------------

BEACON = Form(
    verb="BEACON",
    slots=(
        Slot(name="who", type="name", domain="others", key=True),
        Slot(name="price", type="number", domain="tariff", high=999),
    ),
    blocks=("NOW",),
)
REVEAL = Form(
    verb="REVEAL", slots=(Slot(name="card", type="name", domain="luck"),), blocks=("NOW",)
)
THROW = Form(verb="THROW", slots=(Slot(name="what", type="name", domain="item"),), blocks=("NOW",))

FORMS = (
    PICK, JUMP, JUMP_WITH, STATION, BEG, SLIP, RANDOM, NEVER, PICKUP, BUILD, BUSINESS, FINISH,
    PETITION, PETITION_WITH, ABANDON, SHIFT_OWN, GOTO, DELIVER, RUN, PLAY, ZAP, ZAP_WHOM,
    ZAP_PETITION, ZAP_MINE, AVOID, BUY, SELL, DISCARD, DISCARD_LAST, SHIFT, GRANT, DENY, PAY,
    PAY_PETITION, BID, PASSING, BEACON, REVEAL, THROW,
)  # fmt: skip

_SEAT = Slot(name="trader", type="name", domain="target")

PREDICATES = (
    Predicate(word="AT", slots=(_world(),)),
    Predicate(word="STATION"),
    Predicate(word="MONEY", number=True),
    Predicate(word="PRESTIGE", number=True),
    Predicate(word="STATIONS", number=True),
    Predicate(word="ACTIONS", number=True),
    Predicate(word="TOTAL", number=True),
    Predicate(word="TURN", number=True),
    Predicate(word="ROUND", number=True),
    Predicate(word="IT WINS", hidden=True),
    Predicate(word="ON THE WAY"),
    Predicate(word="DELIVERING"),
    Predicate(word="MISSION"),
    Predicate(word="HOLDS", slots=(Slot(name="card", type="name", domain="luck"),), hidden=True),
    Predicate(word="PETITION", slots=(_SEAT,)),
    Predicate(word="CARRY", slots=(_BOX,)),
    Predicate(word="CONTRACT", slots=(_BOX,), tail="GONE"),
)
