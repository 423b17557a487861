"""Forms and names for every sample order of the four checklists, as one made-up game each."""

from __future__ import annotations

from typing import NamedTuple

from engine.form import Block, Form, Predicate, Slot
from engine.lexicon import Lexicon, Names, seat_names
from engine.offer import OFFER_FORMS

P: tuple[Block, ...] = ("PLAN", "ANSWER")
S: tuple[Block, ...] = ("STANDING", "ANSWER")
PS: tuple[Block, ...] = ("PLAN", "STANDING", "ANSWER")
NOW: tuple[Block, ...] = ("NOW",)


class Game(NamedTuple):
    """What the reader of lines needs of a game."""

    forms: tuple[Form, ...]
    predicates: tuple[Predicate, ...]
    lexicon: Lexicon


def name(slot: str, domain: str = "", *, keyword: str = "", optional: bool = False) -> Slot:
    return Slot(name=slot, type="name", domain=domain, keyword=keyword, optional=optional)


def key(slot: str, domain: str, *, many: bool = False) -> Slot:
    return Slot(name=slot, type="names" if many else "name", domain=domain, key=True)


def names(slot: str, domain: str, *, keyword: str = "", optional: bool = False) -> Slot:
    return Slot(name=slot, type="names", domain=domain, keyword=keyword, optional=optional)


def number(slot: str, *, keyword: str = "", optional: bool = False, domain: str = "") -> Slot:
    return Slot(name=slot, type="number", keyword=keyword, optional=optional, domain=domain)


def flag(word: str) -> Slot:
    return Slot(name=word.casefold(), type="number", keyword=word, flag=True, optional=True)


def form(verb: str, *slots: Slot, blocks: tuple[Block, ...] = P, whole: bool = False) -> Form:
    return Form(verb=verb, slots=slots, blocks=blocks, whole=whole)


POST = (
    form("STATUS", blocks=NOW, whole=True),
    form("HELP", Slot(name="about", type="text", optional=True), blocks=NOW, whole=True),
    form("ANSWER", Slot(name="order", type="text"), blocks=NOW, whole=True),
    form("CANCEL", blocks=NOW, whole=True),
    form("READY", blocks=NOW, whole=True),
    form("NOT READY", blocks=NOW, whole=True),
    form("PLAN?", blocks=NOW, whole=True),
    form("SET", Slot(name="setting", type="text"), blocks=NOW, whole=True),
    form("SHOW", number("turn"), blocks=NOW, whole=True),
    form(
        "AWAY",
        Slot(name="since", type="text"),
        Slot(name="until", type="text", keyword="TO"),
        blocks=NOW,
        whole=True,
    ),
    form(
        "PRESS",
        name("to", "partner"),
        Slot(name="text", type="text", limit=2000),
        blocks=NOW,
        whole=True,
    ),
)

SEATS = {"p1": "Anna", "p2": "Bob", "p3": "Cleo", "p4": "Blue", "p5": "Green", "p6": "Carl"}
SEAT = seat_names(SEATS, SEATS)
PARTNER = Names(spellings={**{s: (n, s) for s, n in SEATS.items()}, "any": ("ANY", "ALL")})

FREIGHTER = Game(
    forms=(
        form("NEGATE", key("hazard", "hazard", many=True), blocks=S),
        form("KEEP", key("card", "card", many=True), blocks=S),
        form("USE", key("first", "card"), name("then", "card", keyword="BEFORE"), blocks=S),
        form(
            "DELIVER",
            name("world", "world"),
            names("goods", "card", keyword="WITH", optional=True),
            number("least", keyword="ATLEAST", optional=True),
        ),
        form(
            "DISCARD", name("which", "which"), names("keep", "card", keyword="KEEP", optional=True)
        ),
        form("REVEAL", name("card", "card"), blocks=NOW),
        *OFFER_FORMS,
        *POST,
    ),
    predicates=(Predicate(word="HAND", number=True), Predicate(word="DECK", number=True)),
    lexicon=Lexicon(
        {
            "hazard": Names(("rock", "energy", "pirate")),
            "card": Names(
                (
                    "Smuggling",
                    "Force Field",
                    "Ion Thrusters",
                    "Gas Giant",
                    "Core Planet",
                    "Dark Matter",
                    "Solar Sail",
                    "Designer Clones",
                    "Alien Specimens",
                    "Agro Station",
                    "Psionic Snuff",
                )
            ),
            "item": Names(("Gas Giant", "Core Planet", "Dark Matter", "nothing")),
            "world": Names(("best", "Hive World", "Gas Giant", "Core Planet")),
            "which": Names(("lowest", "Smuggling")),
            "seat": SEAT,
            "partner": PARTNER,
        }
    ),
)

_LUCK = ("Zap", "Ion Storm", "Scandal", "Engine Trouble", "Lost in Space", "Stargate", "any")
_WORLDS = {"15": ("15", "Schmitz"), "34": ("34", "Foster"), "44": ("44",), "best": ("best",)}

TRADERS = Game(
    forms=(
        form("BEACON", name("who", "who"), number("price", domain="how"), blocks=NOW),
        form("PAY", number("most", keyword="UPTO"), blocks=S),
        form(
            "AVOID",
            key("card", "luck"),
            names("not", "luck", keyword="EXCEPT", optional=True),
            blocks=S,
        ),
        form("ZAP", name("petition", "seat", keyword="PETITION"), blocks=S),
        form("ZAP", name("whose", "whose"), blocks=S),
        form(
            "PLAY",
            key("card", "luck"),
            name("on", "target", keyword="ON", optional=True),
            blocks=("PLAN", "STANDING", "BETWEEN", "ANSWER"),
        ),
        form("BID", number("station"), number("most", keyword="UPTO"), blocks=S),
        form("SHIFT", name("to", "shift"), blocks=S),
        form("DISCARD", flag("LAST"), name("card", "luck"), blocks=S),
        Form(verb="GOTO", slots=(name("world", "world"),), blocks=("PLAN",), goal=True),
        form("PICKUP", number("contract")),
        form("JUMP", name("world", "world")),
        form("BUSINESS"),
        form("BUILD"),
        form("PETITION", whole=True),
        form("RUN", number("contract")),
        form("RANDOM", flag("NEVER")),
        form("BUY", number("most", keyword="UPTO"), blocks=("ANSWER",)),
        *OFFER_FORMS,
        *POST,
    ),
    predicates=(
        Predicate(word="AT", slots=(name("world", "world"),)),
        Predicate(word="STATION"),
        Predicate(word="MONEY", number=True),
        Predicate(word="PRESTIGE", number=True),
        Predicate(word="TOTAL", number=True),
        Predicate(word="IT WINS"),
        Predicate(word="ON THE WAY"),
        Predicate(word="DELIVERING"),
        Predicate(word="PETITION", slots=(name("seat", "seat"),)),
        Predicate(word="CONTRACT", slots=(number("contract"),), tail="GONE"),
    ),
    lexicon=Lexicon(
        {
            "who": Names(spellings={**{s: (n, s) for s, n in SEATS.items()}, "o": ("OTHERS",)}),
            "how": Names(("FREE", "NO", "ASK")),
            "luck": Names(_LUCK),
            "whose": Names(("my petition",)),
            "target": Names(spellings={**{s: (n, s) for s, n in SEATS.items()}, "n": ("NEXT",)}),
            "shift": Names(("best",)),
            "world": Names(spellings=_WORLDS),
            "item": Names((*_LUCK, "station 23", "station 42", "nothing")),
            "seat": SEAT,
            "partner": PARTNER,
        }
    ),
)

_GOODS = ("food", "water", "oxygen", "gold", "silver", "diamonds")
_PLANETS = ("Venus", "Mars", "Moon", "Earth", "Saturn")

SOLAR = Game(
    forms=(
        form(
            "WORMHOLE DUMP",
            names("dump", "good"),
            names("keep", "good", keyword="KEEP", optional=True),
            blocks=S,
        ),
        form("WORMHOLE ENTER", blocks=S),
        form("HOLE EXIT", names("exits", "exit"), blocks=S),
        form("HOLE STAY", blocks=S),
        form("HOLE TAKE", names("goods", "good"), blocks=S),
        form("FAILURE PAY", blocks=S),
        form("OVERHEAT EJECT", name("good", "good"), blocks=S),
        form("STORM", name("planet", "planet"), blocks=S),
        form("JAM", name("whom", "jam"), blocks=S),
        form("BEAM", name("good", "good"), name("whom", "seat", keyword="FROM"), blocks=S),
        form("WARP", name("planet", "planet"), blocks=S),
        form("DISTRESS", name("how", "yesno"), blocks=S),
        form("CONFISCATE", names("keep", "good", keyword="KEEP"), blocks=S),
        form("SELL", name("good", "good"), number("n", optional=True), flag("ALL")),
        form(
            "BUY",
            name("what", "ware"),
            number("n", optional=True),
            flag("ALL"),
            number("most", keyword="UPTO", optional=True),
        ),
        form("DIE", name("die", "die")),
        form("GOTO", name("planet", "planet")),
        form("BRANCH", number("n"), name("side", "side")),
        form("STOP", name("good", "good", keyword="FOR")),
        form("AGAIN", name("how", "again")),
        *OFFER_FORMS,
        *POST,
    ),
    predicates=(
        Predicate(word="AT", slots=(name("planet", "planet"),)),
        Predicate(word="CASH", number=True),
        Predicate(word="DISTANCE", number=True),
    ),
    lexicon=Lexicon(
        {
            "good": Names(_GOODS),
            "ware": Names((*_GOODS, "fuel", "LICENCE", "BOOSTER")),
            "item": Names((*_GOODS, "nothing")),
            "planet": Names(_PLANETS),
            "exit": Names(tuple(str(n) for n in range(1, 13))),
            "jam": Names(("LEADER",)),
            "yesno": Names(("YES", "NO")),
            "die": Names(("d10", "d20")),
            "side": Names(("LEFT", "RIGHT")),
            "again": Names(("SAME",)),
            "seat": SEAT,
            "partner": PARTNER,
        }
    ),
)

STELKOMERCO = Game(
    forms=(
        form(
            "PLAY",
            name("card", "move"),
            Slot(name="path", type="path", domain="hex", keyword="PATH", limit=12),
        ),
        form("PICKUP", name("contract", "contract")),
        form("TAKE", name("contract", "take")),
        form("GOTO", name("place", "place")),
        form("INSPECTION", name("how", "avoid"), blocks=S),
        form("SHIFT", name("to", "shift"), blocks=S),
        form("ABANDON", name("how", "no"), blocks=S, whole=True),
        *POST,
    ),
    predicates=(
        Predicate(word="AT", slots=(name("hex", "hex"),)),
        Predicate(word="BLOCKED"),
        Predicate(word="", slots=(name("contract", "contract"),), tail="GONE"),
        Predicate(word="DELIVERED"),
        Predicate(word="PAYOFF", number=True),
        Predicate(word="DETOUR", number=True),
    ),
    lexicon=Lexicon(
        {
            "move": Names(tuple(f"m{n:02}" for n in range(1, 61))),
            "hex": Names(tuple(f"{c}{n}" for c in "ABCDEFGHIJ" for n in range(1, 12))),
            "contract": Names(("c05", "c17")),
            "take": Names(("NEW", "c05", "c17")),
            "place": Names(("Hejmo",)),
            "avoid": Names(("AVOID",)),
            "shift": Names(("best",)),
            "no": Names(("NO",)),
            "partner": PARTNER,
        }
    ),
)
