"""Made-up positions: every kind of letter once, for a reader of one's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

from engine.fact import (
    Answered,
    DroppedOut,
    Ended,
    FixAdopted,
    OfferAgreed,
    OfferClosed,
    OfferMade,
    Resigned,
    RoundBegan,
    TurnBegan,
)
from engine.game import Remark, Suggestion
from engine.state import Offer
from games import GAMES
from pbem.holds import Hold
from pbem.letters import Book, Composed, Library, compose, gm
from pbem.letters.context import (
    Asked,
    Campaign,
    Done,
    FileLine,
    Final,
    Happened,
    Kept,
    Needs,
    Note,
    Notice,
    OnFile,
    OpenOffer,
    Part,
    Question,
    Reader,
    Receipt,
    Refusal,
    Reminder,
    Report,
    Trial,
    Waiting,
)
from pbem.letters.pages import (
    FilePage,
    GamePage,
    Help,
    History,
    Options,
    Rules,
    SeatLine,
    Show,
    Shown,
    StatusPage,
)
from tests.unit.letters.harbour import HARBOUR, WORDING, Peeked, Sailed, Stormed, move, ready, storm

MARKER = "## st7 turn 31 seat 2 k3f7q2m6xa ## Write above this line."
DUE = datetime(2026, 12, 3, 19, 0, tzinfo=UTC)
CAME = datetime(2026, 12, 2, 20, 14, tzinfo=UTC)
NAMES = {"p1": "Anna", "p2": "Bob", "p3": "Cleo", "p4": "Dan"}
READER = Reader(seat="p2", name="Bob", zone="Europe/Berlin")
SEED = "0f" * 32
COMMITMENT = "a7" * 32
DATA = {
    "at": "Foster",
    "money": 41,
    "ports": ("Foster", "Wilhelm"),
    "table": [{"seat": seat, "money": 10, "cards": 2} for seat in NAMES],
}


@cache
def library() -> Library:
    """The wording of the made-up game and of all real ones."""
    return Library((HARBOUR, *GAMES), WORDING)


@cache
def book() -> Book:
    """The made-up game's wording."""
    return library().book(HARBOUR)


def campaign(**fields: Any) -> Campaign:
    """A campaign in turn 31, Bob's."""
    names = fields.pop("names", NAMES)
    known = Campaign(
        id="st7",
        names=names,
        lexicon=HARBOUR.lexicon(None, names),
        turn=31,
        round=8,
        active="p2",
        variant="small",
        zone="Europe/Berlin",
    )
    return replace(known, **fields)


FACTS = (
    Happened(29, TurnBegan(29, "p3")),
    Happened(29, Sailed("p3", "Wilhelm", 3, 4)),
    Happened(29, Sailed("p3", "Lost in Space", 5, 6)),
    Happened(30, TurnBegan(30, "p4")),
    Happened(30, Peeked("p4", "?")),
    Happened(30, Stormed("p2", "Solar Spice, Time Machines and all that lay on deck at the time")),
    Happened(30, Resigned("p4")),
    Happened(30, DroppedOut("p4")),
    Happened(30, RoundBegan(8)),
    Happened(31, TurnBegan(31, "p2")),
    Happened(31, Answered("31.p2", "p2", "sail", "SAIL", ("Wilhelm",), "plan", "2")),
    Happened(31, Answered("31.p2", "p2", "sail", "PASS", (), "default")),
    Happened(31, Answered("31.p2", "p2", "sail", "PASS", (), "letter")),
    Happened(31, Peeked("p2", "Foster")),
    Happened(31, FixAdopted("beacon-twice")),
    Happened(31, OfferMade(Offer(id="p2>p3:2", giver="p2", taker="p3", give=("Chart", "$4")))),
    Happened(31, OfferAgreed("p2>p3:2")),
    Happened(31, OfferClosed("p2>p3:2", "taken")),
    Happened(31, OfferClosed("p3>p2:2", "no-longer-held")),
)
ENDED = Happened(31, Ended("shut", ("p2", "p3")))

OFFERS = (
    OpenOffer(Offer(id="p3>p2:3", giver="p3", taker="p2", give=("$6",), want=("Beacon",)), DUE),
    OpenOffer(Offer(id="p2>p1:1", giver="p2", taker="p1", give=("Chart",), want=())),
    OpenOffer(Offer(id="p1>p2:4", giver="p1", taker="p2", give=("Chart",), accepted=True)),
)
PLANS = (
    Suggestion(lines=("SAIL Wilhelm", "SAIL Foster", "ELSE PASS"), why={"moves": 3}),
    Suggestion(lines=("SAIL Foster", "ELSE PASS")),
)
FILE = OnFile(
    plan=(
        FileLine("SAIL Wilhelm", done=True),
        FileLine("SAIL Foster", remark=Remark("more", {"moves": 2})),
        FileLine("ELSE PASS"),
    ),
    plan_turn=31,
    plan_name="A",
    standing=("BRIBE UPTO 4", "BRIBE UPTO 5 IF MONEY >= 20", "BRIBE UPTO 6 IF MONEY >= 40"),
    suggested=("PASS",),
    answers=(("w41", "BRIBE UPTO 8"),),
)
OTHERS = ("p1", "p3")
MOVE = Asked(move(), DUE)
WINDOW = Asked(storm(), DUE, others=OTHERS)
ORDER = ("p3", "p4", "p1")
RECEIPT = Receipt(
    number=14,
    came=CAME,
    kept=(
        Kept("plan", FILE.plan, turn=31, replaces=CAME, notes=(Note("no-heading"),)),
        Kept("standing", (FileLine("BRIBE UPTO 4"),)),
        Kept("answer", (FileLine("BRIBE UPTO 8"),), about="w41"),
    ),
    done=(Done("ACCEPT Cleo 3", (OfferClosed("p3>p2:3", "taken"),)),),
    refused=(
        Refusal(5, "BIULD", "unknown", word="BIULD", candidates=("SAIL",)),
        Refusal(6, "SAIL Bostn", "name", "Bostn", ("SAIL <port>",), ("Foster", "Wilhelm")),
        Refusal(7, "PLAN for you ; x", "something-new"),
    ),
    unread=("Hi GM,", "SHOW me the money", "Cheers, Bob", "Sent from my phone, as ever and ever"),
    notes=(Note("html-converted"), Note("truncated")),
    until=DUE,
    file=FILE,
)
REPORT = Report(data=DATA, happened=FACTS, offers=OFFERS, plans=PLANS, file=FILE)


@dataclass(frozen=True)
class Case:
    """A letter: its parts and what is needed."""

    parts: Sequence[Part]
    needs: Needs = field(default_factory=Needs)
    fields: tuple[tuple[str, Any], ...] = ()


NOTICES: dict[str, dict[str, Any]] = {
    "deadline-moved": {"to": DUE, "by": 24},
    "halted": {},
    "resumed": {"to": DUE},
    "started": {},
    "seat-handed": {"seat": "p3", "before": "Eve"},
    "handed-on": {"seat": "p3"},
    "you-dropped": {"seat": "p2", "later": True},
    "seat-dropped": {"seat": "p3", "later": True},
    "welcome": {},
    "new-address": {},
    "fix": {"fix": "beacon-twice"},
    "gm-orders": {},
    "restarted": {"to": DUE},
    "letter-other-address": {"sender": "eve@example.org", "came": CAME},
    "letter-sender-denied": {"sender": "bob@example.org", "came": CAME},
    "letter-old-token": {"sender": "bob@example.org", "came": CAME},
    "letter-wrong-token": {"sender": "bob@example.org", "came": CAME},
    "letter-no-token": {"sender": "bob@example.org", "came": CAME},
    "from-the-future": {},
}

CASES: dict[str, Case] = {
    "report-move": Case((REPORT,), Needs((MOVE,), order=ORDER)),
    "report-first": Case(
        (replace(REPORT, first=True, commitment=COMMITMENT, happened=(), file=OnFile()),),
        Needs((MOVE,), order=ORDER),
    ),
    "report-nothing": Case(
        (replace(REPORT, notes=(Note("lapsed", {"text": "SAIL Foster"}), Note("strange"))),),
        Needs((), (Waiting(("p3",), DUE), Waiting(("p1", "p3"), DUE, sealed=True)), ("p4", "p2")),
        (("active", "p3"),),
    ),
    "report-ready": Case((REPORT,), Needs((Asked(ready(), DUE),)), (("pace", "rounds"),)),
    "report-again": Case((replace(REPORT, again=11),)),
    "report-receipt-question": Case(
        (REPORT, replace(RECEIPT, file=None)),
        Needs((MOVE, WINDOW, Asked(storm(serial=43), DUE, on_file="BRIBE UPTO 8")), order=ORDER),
    ),
    "receipt": Case((RECEIPT,)),
    "receipt-check": Case((replace(RECEIPT, check=True),)),
    "receipt-empty": Case((Receipt(number=15, came=CAME, file=OnFile()),)),
    "receipt-help": Case((Receipt(number=16, came=CAME, asked=2), Help(), Help("plan"))),
    "receipt-many": Case(
        (replace(RECEIPT, refused=RECEIPT.refused * 30, unread=RECEIPT.unread * 9),)
    ),
    "question": Case((Question(happened=FACTS[:3]),), Needs((WINDOW,))),
    "reminder-move": Case((Reminder(MOVE, 240, PLANS),)),
    "reminder-window": Case((Reminder(WINDOW, 60),)),
    "reminder-ready": Case((Reminder(Asked(ready(), DUE), 2880),)),
    "trial": Case((Trial(gm="Gus", starts=DUE),)),
    "trial-thanks": Case((Trial(confirmed=True, missing=("p3", "p4")),)),
    "trial-all": Case((Trial(confirmed=True),)),
    "final": Case(
        (
            Final(
                data=DATA,
                reason="shut",
                winners=("p2", "p3"),
                scores={"p1": 3, "p2": 41, "p3": 41, "p4": 0},
                seed=SEED,
                commitment=COMMITMENT,
                happened=(*FACTS, ENDED),
            ),
        ),
        fields=(("status", "ended"),),
    ),
    **{
        f"notice-{code}": Case((Notice(Note(code, data), ("SAIL Foster",)),))
        for code, data in NOTICES.items()
    },
    "help": Case((Help(),)),
    "help-sail": Case((Help("sail"),)),
    "help-set": Case((Help("SET"),)),
    "help-unknown": Case((Help("show off; PLAN"),)),
    "rules": Case((Rules("# Rulings\n\n- HB-1 Show\n  what you\n- Roll\nOffer this\n\n" * 3),)),
    "map": Case((GamePage("map", DATA),)),
    "map-list": Case((GamePage("map", DATA, lists=True),)),
    "prices": Case((GamePage("prices", DATA),)),
    "card": Case((GamePage("card", DATA, about="Zap"),)),
    "options": Case(
        (
            Options(
                options={"fog": True, "crew": 3},
                ruleset="2",
                fixes=("beacon-twice",),
                deadlines={"TURN": "3 days at 20:00", "WINDOW": "24 h"},
                waits={"shelter": True, "zap": False},
                commitment=COMMITMENT,
                data_hash=SEED,
            ),
        ),
    ),
    "history": Case((History(FACTS, 29),)),
    "history-empty": Case((History((), 31),)),
    "status": Case(
        (
            StatusPage(
                (SeatLine("p1"), SeatLine("p2", "waiting"), SeatLine("p3", waits_since=CAME)), FILE
            ),
        ),
        Needs((), (Waiting(("p3",), DUE),)),
    ),
    "status-held": Case((StatusPage((), OnFile()),), Needs(hold=Hold("clock", CAME))),
    "status-halted": Case((StatusPage((), OnFile()),), fields=(("status", "halted"),)),
    "show": Case(
        (Show(30, (Shown(12, "SAIL Foster", "done"), Shown(13, "SAIL", "refused", "missing"))),)
    ),
    "show-empty": Case((Show(2, ()),)),
    "plan?": Case((FilePage(FILE, "plan"),)),
    "standing?": Case((FilePage(FILE, "standing"),)),
}

GM_CASES: dict[str, Part] = {
    "halted": gm.Halted("st7", 31, "KeyError: 'Venus'", "games/harbour/phases.py:41", "w212", 3),
    "shunted": gm.Shunted(812, "bob@example.org", CAME, "LookupError: x", "pbem/reading", "st7"),
    "held": gm.Held(813, "eve@example.org", CAME, "other-address", "st7", "p2"),
    "held-automatic": gm.Held(814, "x@example.org", CAME, "automatic-list-id"),
    "brake-clock": gm.Brake("clock", "It is 40 days ahead of the time last seen."),
    "brake-inbox": gm.Brake("inbox", "mail.example.org refused the connection.", DUE, ("st7",)),
    "brake-silence": gm.Brake("silence", since=DUE, campaigns=("st7",)),
    "failures": gm.Failures(
        (gm.Failure(9, "bob@example.org", 550, "5.1.1 no such user", "st7", "p2"),)
    ),
    "limit-answers": gm.Limit("answers", "bob@example.org"),
    "limit-provider": gm.Limit("provider", detail="550 5.4.5 Daily limit", waiting=12),
    "finished": gm.Finished("st7", "shut", ("p2",)),
    "ready": gm.Ready("st7", ("Anna", "Bob")),
}


def letter(name: str, reader: Reader = READER, **fields: Any) -> Composed:
    """One of the letters to a player."""
    case = CASES[name]
    known = campaign(**{**dict(case.fields), **fields})
    return compose(book(), known, reader, case.parts, marker=MARKER, needs=case.needs)


def office_letter(name: str) -> Composed:
    """One of the letters to the game master."""
    reader = Reader(seat="", name="Gus", zone="Europe/Berlin")
    return compose(book(), campaign(), reader, (GM_CASES[name],))
