"""A tiny game for the desk: walk a row of places, fetch crates, shelter from storms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.decision import Choice, Decision, Order, Pick, Span
from engine.fact import PublicFact
from engine.form import Form, Predicate, Slot
from engine.game import Game, WindowKind
from engine.language.block import Item, SourceLine, read_lines
from engine.language.line import Line, parse_line
from engine.lexicon import Lexicon, Names, seat_names
from engine.plan import Plan, new_plan
from engine.standing import Standing, read_standing
from engine.state import Phase, State, change
from engine.table import Answers, Table, decision_id
from engine.window import PASS, Window

PLACES = ("Ash", "Birch", "Cedar", "Dogwood")
CARDS = ("Avoid", "Storm")

GOTO = Form(
    verb="GOTO",
    slots=(Slot(name="place", type="name", domain="place"),),
    blocks=("PLAN",),
    fits=("act",),
    goal=True,
)
JUMP = Form(verb="JUMP", slots=GOTO.slots, fits=("act",))
FETCH = Form(verb="FETCH", slots=(Slot(name="n", type="number"),), fits=("act",))
BUSINESS = Form(verb="BUSINESS", fits=("act",))
REPEAT = Form(verb="REPEAT", fits=("act",))
PLAY = Form(
    verb="PLAY",
    slots=(Slot(name="card", type="name", domain="card", key=True),),
    blocks=("PLAN", "STANDING", "BETWEEN", "ANSWER"),
    fits=("act", "between"),
)
AVOID = Form(
    verb="AVOID",
    slots=(Slot(name="what", type="name", domain="peril", key=True),),
    blocks=("STANDING", "ANSWER"),
    fits=("storm",),
)
KEEP = Form(
    verb="KEEP",
    slots=(Slot(name="card", type="name", domain="card", key=True),),
    blocks=("STANDING",),
    wish=True,
)
PASSING = Form(verb="PASS", blocks=("PLAN", "STANDING", "ANSWER"), fits=("act", "storm", "between"))
FORMS = (GOTO, JUMP, FETCH, BUSINESS, REPEAT, PLAY, AVOID, KEEP, PASSING)
PREDICATES = (
    Predicate(word="AT", slots=GOTO.slots),
    Predicate(word="MONEY", number=True),
    Predicate(word="HOLDS", slots=KEEP.slots),
)
ACT_DEFAULT = PASS


class Row(State, frozen=True, kw_only=True):
    """Everybody stands somewhere; hands are hidden."""

    at: dict[str, str]
    money: dict[str, int]
    hands: dict[str, tuple[str, ...]]
    actions: int = 0


class Done(PublicFact, frozen=True):
    """An order was carried out."""

    seat: str
    verb: str
    place: str = ""

    def apply(self, s: Row) -> Row:
        spent = change(s, actions=s.actions - (self.verb != "AVOID"))
        if self.place:
            return change(spent, at={**s.at, self.seat: self.place})
        return spent


class Turn(Phase, frozen=True, kw_only=True):
    """One seat's actions."""

    seat: str

    def ask(self, s: Row) -> tuple[Decision, ...]:
        return (act(s, self.seat, decision_id(self, self.seat)),) if s.actions else ()

    def play(self, t: Table[Row], answers: Answers) -> None:
        if not answers:
            t.pop()
            return
        order = answers.one()
        t.emit(Done(self.seat, order.verb, str(order.args[0]) if order.verb == "JUMP" else ""))
        t.swap(self)


class Storm(Window, frozen=True, kw_only=True):
    """Everybody may avoid the storm, who holds an Avoid."""

    def seats(self, s: Row) -> tuple[str, ...]:
        return s.seats

    def decide(self, s: Row, seat: str) -> Decision:
        return storm(s, seat, decision_id(self, seat))

    def resolve(self, t: Table[Row], seat: str, order: Order) -> bool:
        t.emit(Done(seat, order.verb))
        return True


def act(s: Row, seat: str = "p1", id_: str = "5.p1", **more: Any) -> Decision:
    """What to do with one action: go to a neighbour, fetch what lies there, work, play."""
    here = PLACES.index(s.at[seat])
    near = tuple(PLACES[i] for i in (here - 1, here + 1) if 0 <= i < len(PLACES))
    choices = [Choice(JUMP, (Pick(near),)), Choice(BUSINESS), Choice(REPEAT), Choice(PASSING)]
    if s.at[seat] == "Cedar":
        choices.append(Choice(FETCH, (Span(1, 2),)))
    if s.hands[seat]:
        choices.append(Choice(PLAY, (Pick(s.hands[seat]),)))
    return Decision(
        id=id_, seat=seat, kind="act", choices=tuple(choices), default=ACT_DEFAULT, **more
    )


def storm(s: Row, seat: str, id_: str = "7.p1", **more: Any) -> Decision:
    """A sealed question."""
    choices = [Choice(PASSING)]
    if "Avoid" in s.hands[seat]:
        choices.append(Choice(AVOID, (Pick(("any", "hail")),)))
    return Decision(
        id=id_,
        seat=seat,
        kind="storm",
        choices=tuple(choices),
        default=PASS,
        deadline="WINDOW",
        sealed=True,
        **more,
    )


def gap(s: Row, seat: str, id_: str = "9.p1") -> Decision:
    """The window between two turns."""
    choices = [Choice(PASSING)]
    if s.hands[seat]:
        choices.append(Choice(PLAY, (Pick(s.hands[seat]),)))
    return Decision(
        id=id_,
        seat=seat,
        kind="between",
        choices=tuple(choices),
        default=PASS,
        deadline="WINDOW",
        sealed=True,
    )


class Ferry(Game[Row]):
    """See the module."""

    id = "ferry"
    variants = ("plain",)
    least_seats = 2
    most_seats = 3
    state_type = Row
    fact_types = (Done,)
    phase_types = (Turn, Storm)
    forms = FORMS
    predicates: tuple[Predicate, ...] = PREDICATES
    windows = (WindowKind(kind="storm"), WindowKind(kind="between"))
    trades = False

    def __init__(self) -> None:
        self.views: list[Row] = []
        """Every view that a predicate was asked on."""
        self.wishes: tuple[Order, ...] = ()

    def hide(self, s: Row, seat: str) -> Row:
        hands = {x: cards if x == seat else ("?",) * len(cards) for x, cards in s.hands.items()}
        return change(s, hands=hands)

    def lexicon(self, s: Row, names: Mapping[str, str]) -> Lexicon:
        return LEXICON

    def resolve(
        self, view: Row, d: Decision, order: Order, wishes: tuple[Order, ...] = ()
    ) -> Order | None:
        self.wishes = wishes
        if order.verb != "GOTO":
            return None
        here, there = PLACES.index(view.at[d.seat]), PLACES.index(str(order.args[0]))
        if here == there:
            return None
        return Order("JUMP", (PLACES[here + (1 if there > here else -1)],))

    def reached(self, view: Row, seat: str, order: Order, seen: tuple[str, ...] = ()) -> bool:
        return view.at[seat] == order.args[0]

    def finishes(self, order: Order, taken: Order) -> bool:
        return order.verb != "REPEAT"

    def holds(self, view: Row, d: Decision, word: str, args: tuple[Any, ...]) -> int | bool:
        self.views.append(view)
        if word == "AT":
            return view.at[d.seat] == str(args[0])
        if word == "HOLDS":
            return str(args[0]) in view.hands[d.seat]
        return view.money[d.seat]


LEXICON = Lexicon(
    {
        "place": Names(PLACES),
        "card": Names(CARDS),
        "peril": Names(("any", "hail")),
        "seat": seat_names(("p1", "p2", "p3"), {"p1": "Anna", "p2": "Bob", "p3": "Cleo"}),
    }
)


def row(**more: Any) -> Row:
    """All at Ash with $5 and no cards; p1 is active."""
    seats = ("p1", "p2", "p3")
    values: dict[str, Any] = {
        "variant": "plain",
        "seats": seats,
        "options": {},
        "active": "p1",
        "turn": 4,
        "at": dict.fromkeys(seats, "Ash"),
        "money": dict.fromkeys(seats, 5),
        "hands": dict.fromkeys(seats, ()),
    }
    return Row(**(values | more))


def moved(s: Row, place: str, seat: str = "p1") -> Row:
    """The same with the seat there."""
    return change(s, at={**s.at, seat: place})


def line(text: str) -> Line:
    """One line, well formed."""
    found = parse_line(text, FORMS, PREDICATES, LEXICON)
    assert isinstance(found, Line), found
    return found


def plan(*texts: str) -> Plan:
    """A plan of these lines."""
    return new_plan([line(text) for text in texts])


def standing(*texts: str) -> Standing:
    """Standing orders of these lines."""
    found = read_standing(texts, FORMS, PREDICATES, LEXICON)
    assert isinstance(found, dict), found
    return found


def letter(texts: Iterable[str]) -> tuple[Item, ...]:
    """The items of a letter."""
    lines = [SourceLine(i, text) for i, text in enumerate(texts, 1)]
    return read_lines(lines, FORMS, PREDICATES, LEXICON)
