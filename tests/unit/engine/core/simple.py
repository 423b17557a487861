"""The smallest games that show one thing each: phases and a state of a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.decision import Choice, Decision, Order, Pick
from engine.fact import PublicFact
from engine.form import Form, Slot
from engine.game import Game
from engine.rounds import Rounds
from engine.state import Phase, State, change
from engine.table import Answer, Answers, Table, decision_id
from engine.window import PASS, PASS_FORM, InTurn, Window, passing

SAY = Form(verb="SAY", slots=(Slot(name="word", type="name", domain="word"),))
WORDS = ("aye", "nay")


class Said(PublicFact, frozen=True):
    seat: str
    word: str

    def apply(self, s: Any) -> Any:
        return change(s, said=(*s.said, f"{self.seat}:{self.word}"))


class Chat(State, frozen=True, kw_only=True):
    said: tuple[str, ...] = ()


def question(phase: Phase, seat: str, **fields: Any) -> Decision:
    """SAY one of two words, or pass."""
    return Decision(
        id=decision_id(phase, seat),
        seat=seat,
        kind="say",
        choices=(passing(), Choice(SAY, (Pick(WORDS),))),
        default=PASS,
        **fields,
    )


class Turn(Phase, frozen=True, kw_only=True):
    """The seat says one word."""

    seat: str

    def ask(self, s: Any) -> tuple[Decision, ...]:
        return (question(self, self.seat),)

    def play(self, t: Table[Any], answers: Answers) -> None:
        order = answers.one()
        t.pop()
        t.emit(Said(self.seat, str(order.args[0]) if order.args else "-"))


class Swift(Turn, frozen=True, kw_only=True):
    """A turn that hands on to the next one itself."""

    def play(self, t: Table[Any], answers: Answers) -> None:
        order = answers.one()
        t.emit(Said(self.seat, str(order.args[0]) if order.args else "-"))
        Rounds.end_turn(t)


class Echo(Phase, frozen=True, kw_only=True):
    """Says something without asking."""

    word: str

    def play(self, t: Table[Any], answers: Answers) -> None:
        t.pop()
        t.emit(Said("", self.word))


class Talk(Window, frozen=True, kw_only=True):
    """Everybody may say a word; an aye pushes an echo, and the window opens again."""

    names: tuple[str, ...]

    @property
    def reopens(self) -> bool:
        return True

    def seats(self, s: Any) -> tuple[str, ...]:
        return self.names

    def decide(self, s: Any, seat: str) -> Decision:
        return question(self, seat, sealed=True)

    def resolve(self, t: Table[Any], seat: str, order: Order) -> bool:
        t.emit(Said(seat, str(order.args[0])))
        if order.args == ("aye",):
            t.push(Echo(word="echo"))
        return order.args == ("aye",)


class Names(InTurn, frozen=True, kw_only=True):
    """One word after another."""

    def decide(self, s: Any, seat: str) -> Decision:
        return question(self, seat)

    def resolve(self, t: Table[Any], seat: str, order: Order) -> None:
        t.emit(Said(seat, str(order.args[0]) if order.args else "-"))


class Chatting(Rounds, frozen=True, kw_only=True):
    """A word a turn; three rounds."""

    def turn(self, s: Any, seat: str) -> Phase:
        return Turn(seat=seat)

    def before_turn(self, t: Table[Any], seat: str) -> None:
        if t.state.round > 3:
            t.end("done", t.state.present())


class Swiftly(Chatting, frozen=True, kw_only=True):
    """The same, handed on."""

    def turn(self, s: Any, seat: str) -> Phase:
        return Swift(seat=seat)


class ChatGame(Game[Chat]):
    id = "chat"
    variants = ("plain",)
    state_type = Chat
    fact_types = (Said,)
    phase_types = (Turn, Echo, Talk, Names, Chatting)
    forms = (PASS_FORM, SAY)

    def hide(self, s: Chat, seat: str) -> Chat:
        return s


CHAT = ChatGame()


def chat(*stack: Phase, seats: tuple[str, ...] = ("p1", "p2", "p3"), **fields: Any) -> Chat:
    """A state with these phases, the bottom first, which get the serials 1, 2, ..."""
    numbered = tuple(change(phase, n=i) for i, phase in enumerate(stack, 1))
    options: dict[str, str | int | bool] = {"pace": "turns"} | fields.pop("options", {})
    return Chat(
        variant="plain",
        seats=seats,
        options=options,
        stack=numbered,
        serial=len(numbered),
        **fields,
    )


class Script:
    """Answers by seat, in order; a missing one is awaited."""

    def __init__(self, **words: Sequence[str]) -> None:
        self.words: Mapping[str, list[str]] = {seat: list(w) for seat, w in words.items()}
        self.taken_: list[str] = []
        self.looked: list[str] = []

    def answer(self, s: Any, d: Decision) -> Answer | None:
        self.looked.append(d.id)
        if d.kind == "ready":
            return Answer(d.default)
        queue = self.words.get(d.seat)
        if not queue:
            return None
        return Answer(PASS if queue[0] == "-" else Order("SAY", (queue[0],)))

    def taken(self, s: Any, d: Decision, answer: Answer) -> None:
        self.taken_.append(d.id)
        if answer.via == "letter" and d.kind != "ready":
            self.words[d.seat].pop(0)
