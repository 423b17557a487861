"""The toy's verbs."""

from __future__ import annotations

from engine.form import Form, Predicate, Slot
from engine.rounds import READY_FORM
from tests.toy.board import TOLL

PLACE = Slot(name="place", type="name", domain="place", key=True)
CARD = Slot(name="card", type="name", domain="card")

PASS = Form(
    verb="PASS",
    blocks=("PLAN", "STANDING", "ANSWER"),
    fits=("act", "walk", "zap", "between", "storm", "price", "bid"),
)
PICK = Form(verb="PICK", slots=(PLACE,), blocks=("ANSWER",), fits=("start",))
JUMP = Form(verb="JUMP", slots=(PLACE,), fits=("act", "walk"))
GOTO = Form(verb="GOTO", slots=(PLACE,), fits=("act", "walk"), blocks=("PLAN",), goal=True)
VISIT = Form(verb="VISIT", slots=(PLACE,), fits=("act",))
WORK = Form(verb="WORK", fits=("act",))
BUILD = Form(verb="BUILD", fits=("act",))
PLAY = Form(
    verb="PLAY",
    slots=(CARD, Slot(name="on", type="name", domain="seat", keyword="ON", optional=True)),
    blocks=("PLAN", "BETWEEN", "ANSWER"),
    fits=("act", "between"),
)
ZAP = Form(
    verb="ZAP",
    slots=(Slot(name="way", type="name", domain="way"),),
    blocks=("STANDING", "ANSWER"),
    fits=("zap",),
)
AVOID = Form(verb="AVOID", blocks=("STANDING", "ANSWER"), fits=("storm",))
BUY = Form(
    verb="BUY",
    slots=(Slot(name="most", type="number", keyword="UPTO", low=1),),
    blocks=("STANDING", "ANSWER"),
    fits=("storm",),
)
SELL = Form(
    verb="SELL",
    slots=(Slot(name="price", type="number"),),
    blocks=("STANDING", "ANSWER"),
    fits=("storm",),
)
ALLOW = Form(
    verb="ALLOW",
    slots=(Slot(name="price", type="number", high=TOLL),),
    blocks=("STANDING", "ANSWER"),
    fits=("toll",),
)
REFUSE = Form(verb="REFUSE", blocks=("STANDING", "ANSWER"), fits=("toll",))
PAY = Form(
    verb="PAY",
    slots=(Slot(name="price", type="number", high=TOLL),),
    blocks=("STANDING", "ANSWER"),
    fits=("price",),
)
BID = Form(
    verb="BID",
    slots=(PLACE, Slot(name="most", type="number", keyword="UPTO", low=1)),
    blocks=("STANDING", "ANSWER"),
    fits=("bid",),
)
DISCARD = Form(verb="DISCARD", slots=(CARD,), blocks=("STANDING", "ANSWER"), fits=("discard",))
REVEAL = Form(verb="REVEAL", slots=(CARD,), blocks=("NOW",))
THROW = Form(verb="THROW", slots=(CARD,), blocks=("NOW",))

FORMS = (
    PASS,
    PICK,
    JUMP,
    GOTO,
    VISIT,
    WORK,
    BUILD,
    PLAY,
    ZAP,
    AVOID,
    BUY,
    SELL,
    ALLOW,
    REFUSE,
    PAY,
    BID,
    DISCARD,
    REVEAL,
    THROW,
    READY_FORM,
)

PREDICATES = (
    Predicate(word="AT", slots=(PLACE,)),
    Predicate(word="HOLDS", slots=(CARD,), hidden=True),
    Predicate(word="MONEY", number=True),
    Predicate(word="DIE", number=True),
)
