"""The loop: asking, waiting, playing, ending; what is an error and whose."""

from __future__ import annotations

from typing import Any

import pytest

from engine.advance import (
    IllegalAnswer,
    StuckPhase,
    act,
    adopt,
    advance,
    awaited,
    expire,
    opened,
    pending,
)
from engine.decision import Choice, Decision, Order, Pick
from engine.dice import ScriptedDice
from engine.fact import Answered, FixAdopted, OfferClosed, OfferMade
from engine.state import Offer, Phase, change
from engine.table import Answer, Answers, Table, decision_id
from engine.window import PASS, passing
from tests.unit.engine.core.simple import (
    CHAT,
    SAY,
    Chat,
    ChatGame,
    Chatting,
    Echo,
    Names,
    Said,
    Script,
    Swiftly,
    Talk,
    Turn,
    chat,
    question,
)

NO_DICE = ScriptedDice({})


def said(facts: list[Any]) -> list[str]:
    return [f"{t.fact.seat}:{t.fact.word}" for t in facts if isinstance(t.fact, Said)]


# -- waiting -----------------------------------------------------------------------------------


def test_stops_where_an_answer_is_missing_and_tells_what_is_asked() -> None:
    s = chat(Turn(seat="p2"))
    step = advance(CHAT, s, Script(), NO_DICE)
    assert (step.state, step.facts) == (s, [])
    assert [d.id for d in step.pending] == ["1.p2"]


def test_pending_is_all_decisions_whoever_has_answered() -> None:
    """Who has answered is not told."""
    s = chat(Talk(names=("p1", "p2", "p3")))
    step = advance(CHAT, s, Script(p1=["aye"], p3=["nay"]), NO_DICE)
    assert [d.seat for d in step.pending] == ["p1", "p2", "p3"]
    assert step.facts == []


def test_a_source_sees_every_decision_also_after_a_missing_one() -> None:
    source = Script(p3=["nay"])
    advance(CHAT, chat(Talk(names=("p1", "p2", "p3"))), source, NO_DICE)
    assert source.looked == ["1.p1", "1.p2", "1.p3"]


def test_pushed_phases_are_played_in_the_order_of_the_arguments() -> None:
    class Both(Phase, frozen=True, kw_only=True):
        def play(self, t: Table[Any], answers: Answers) -> None:
            t.pop()
            t.push(Echo(word="first"), Echo(word="second"))

    step = advance(CHAT, chat(Both()), Script(), NO_DICE)
    assert said(step.facts) == [":first", ":second"]


def test_an_empty_stack_is_the_end() -> None:
    step = advance(CHAT, chat(), Script(), NO_DICE)
    assert (step.facts, step.pending) == ([], ())


def test_an_illegal_answer_is_the_fault_of_the_source() -> None:
    with pytest.raises(IllegalAnswer, match=r"1\.p1 say"):
        advance(CHAT, chat(Turn(seat="p1")), Script(p1=["perhaps"]), NO_DICE)


def test_a_phase_that_changes_nothing_is_an_error_and_no_endless_loop() -> None:
    class Idle(Phase, frozen=True, kw_only=True):
        def play(self, t: Table[Any], answers: Answers) -> None:
            pass

    with pytest.raises(StuckPhase, match="Idle"):
        advance(CHAT, chat(Idle()), Script(), NO_DICE)


def test_a_moot_phase_is_popped_unasked() -> None:
    class Moot(Turn, frozen=True, kw_only=True):
        def moot(self, s: Any) -> bool:
            return True

    s = chat(Turn(seat="p1"), Moot(seat="p2"))
    assert pending(s) == ()
    source = Script(p2=["aye"])
    step = advance(CHAT, s, source, NO_DICE)
    assert [d.seat for d in step.pending] == ["p1"]
    assert source.looked == ["1.p1"]


# -- who is not waited for -------------------------------------------------------------------------


@pytest.mark.parametrize("fields", [{"leaving": ("p2",)}, {"gone": ("p2",)}])
def test_a_seat_that_left_answers_its_default_at_once(fields: dict[str, Any]) -> None:
    """And nothing waits for it, nor is it asked by letter."""
    s = chat(Turn(seat="p2"), **fields)
    assert pending(s) == ()
    step = advance(CHAT, s, Script(), NO_DICE)
    answered = [t.fact for t in step.facts if isinstance(t.fact, Answered)]
    assert [(f.verb, f.via) for f in answered] == [("PASS", "absent")]


def only(skip: bool, *choices: Choice, default: Order = PASS) -> Decision:
    return Decision(id="1.p1", seat="p1", kind="k", choices=choices, default=default, skip=skip)


AYE = Choice(SAY, (Pick(("aye",)),))


@pytest.mark.parametrize(
    ("decision", "forced"),
    [
        (only(True, passing()), PASS),
        (only(True), PASS),
        (only(True, AYE, default=Order("SAY", ("aye",))), Order("SAY", ("aye",))),
        # One legal order and a silence that is another: there are two ways, so he is asked.
        (only(True, AYE), None),
        (only(True, passing(), AYE), None),
    ],
)
def test_forced(decision: Decision, forced: Order | None) -> None:
    """Skipped only when nothing else can be; silence counts as an order."""
    assert decision.forced() == forced
    assert (awaited(chat(), (decision,)) == ()) == (forced is not None)


def test_nothing_is_skipped_without_leave() -> None:
    assert awaited(chat(), (only(False, passing()),)) != ()


# -- any-time orders, expiry, fixes ------------------------------------------------------------


class Open(ChatGame):
    """SAY at any time; ``nay`` ends the game."""

    def open(self, s: Chat, seat: str) -> Decision:
        return question(Turn(seat=seat), seat)

    def act(self, t: Table[Chat], seat: str, order: Order) -> None:
        t.emit(Said(seat, str(order.args[0])))
        if order.args == ("nay",):
            t.end("nay", (seat,))
        t.emit(Said(seat, "after"))


def test_an_any_time_order_runs_and_the_top_phase_is_asked_again() -> None:
    s = chat(Turn(seat="p1"))
    step = act(Open(), s, "p2", Order("SAY", ("aye",)), NO_DICE)
    assert said(step.facts) == ["p2:aye", "p2:after"]
    assert [d.id for d in step.pending] == ["1.p1"]


def test_an_any_time_order_may_end_the_game() -> None:
    """Nothing after the end is played."""
    step = act(Open(), chat(Turn(seat="p1")), "p2", Order("SAY", ("nay",)), NO_DICE)
    assert said(step.facts) == ["p2:nay"]
    assert (step.state.ended, step.state.stack, step.pending) == ("nay", (), ())


@pytest.mark.parametrize(
    "fields", [{"leaving": ("p2",)}, {"gone": ("p2",)}, {"ended": "done"}], ids=str
)
def test_no_any_time_order_of_who_left_or_after_the_end(fields: dict[str, Any]) -> None:
    s = chat(Turn(seat="p1"), **fields)
    assert opened(Open(), s, "p2") is None
    with pytest.raises(IllegalAnswer):
        act(Open(), s, "p2", Order("SAY", ("aye",)), NO_DICE)


def test_an_any_time_order_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalAnswer):
        act(Open(), chat(Turn(seat="p1")), "p2", Order("SAY", ("perhaps",)), NO_DICE)
    with pytest.raises(IllegalAnswer):
        act(CHAT, chat(Turn(seat="p1")), "p2", Order("SAY", ("aye",)), NO_DICE)


def test_offers_expire_unless_agreed_on() -> None:
    offers = tuple(
        Offer(id=f"p1>p2:{n}", giver="p1", taker="p2", accepted=n == 2) for n in (1, 2, 3)
    )
    s = chat(Turn(seat="p1"), offers=offers)
    step = expire(s, ("p1>p2:1", "p1>p2:2", "p1>p2:9"), NO_DICE)
    assert [t.fact for t in step.facts] == [OfferClosed("p1>p2:1", "expired")]
    assert [o.id for o in step.state.offers] == ["p1>p2:2", "p1>p2:3"]
    assert step.facts[0].audience == ("p1", "p2")


def test_a_fix_is_adopted_once() -> None:
    s = chat(Turn(seat="p1"))
    step = adopt(s, "toll", NO_DICE)
    assert [t.fact for t in step.facts] == [FixAdopted("toll")]
    assert adopt(step.state, "toll", NO_DICE).facts == []


# -- windows -----------------------------------------------------------------------------------


def test_a_window_settles_one_answer_a_time_in_seat_order() -> None:
    """What an answer pushes is played before the next one is taken."""
    source = Script(p1=["aye"], p2=["nay"], p3=["-"])
    step = advance(CHAT, chat(Talk(names=("p2", "p1", "p3"))), source, NO_DICE)
    assert said(step.facts) == ["p2:nay", "p1:aye", ":echo"]
    assert source.taken_ == ["1.p2", "1.p1", "1.p3"]


def test_a_window_opens_again_though_the_card_pushed_a_phase() -> None:
    """``played`` is noted beneath the pushed phase; the new round has a new serial."""
    source = Script(p1=["aye"], p2=["-"])
    step = advance(CHAT, chat(Talk(names=("p1", "p2"))), source, NO_DICE)
    (top,) = step.state.stack
    assert isinstance(top, Talk)
    assert (top.again, top.played, top.done) == (True, False, ())
    # The echo had serial 2.
    assert [d.id for d in step.pending] == ["3.p1", "3.p2"]


def test_a_window_closes_when_nothing_was_really_played() -> None:
    source = Script(p1=["nay"], p2=["-"])
    step = advance(CHAT, chat(Talk(names=("p1", "p2"))), source, NO_DICE)
    assert step.state.stack == ()


def test_a_window_does_not_ask_who_is_gone() -> None:
    s = chat(Talk(names=("p1", "p2")), gone=("p1",))
    assert [d.seat for d in pending(s)] == ["p2"]


def test_a_card_may_end_the_window_it_is_played_in() -> None:
    """Then there is no window left to note anything on."""

    class Ends(Talk, frozen=True, kw_only=True):
        def resolve(self, t: Table[Any], seat: str, order: Order) -> bool:
            t.pop()
            return True

    step = advance(CHAT, chat(Ends(names=("p1", "p2"))), Script(p1=["aye"], p2=["-"]), NO_DICE)
    assert step.state.stack == ()


def test_a_card_may_change_the_window_it_is_played_in() -> None:
    """The note that it was played keeps what the card changed."""

    class Grows(Talk, frozen=True, kw_only=True):
        def resolve(self, t: Table[Any], seat: str, order: Order) -> bool:
            top = t.state.stack[-1]
            t.swap(change(top, names=("p1", "p2", "p3")), keep=True)
            return True

    step = advance(CHAT, chat(Grows(names=("p1", "p2"))), Script(p1=["aye"], p2=["-"]), NO_DICE)
    assert [d.seat for d in step.pending] == ["p2", "p3"]
    (top,) = step.state.stack
    assert isinstance(top, Talk)
    assert (top.names, top.done, top.played) == (("p1", "p2", "p3"), ("p1",), True)


def test_one_after_another_sees_what_came_before_and_has_new_ids() -> None:
    """A seat that is gone is passed over; one that comes twice is asked under two ids."""
    source = Script(p1=["aye", "nay"])
    s = chat(Names(order=("p1", "p2", "p1", "p3")), gone=("p2",))
    step = advance(CHAT, s, source, NO_DICE)
    assert said(step.facts) == ["p1:aye", "p1:nay"]
    assert len(set(source.taken_)) == 2
    assert [d.seat for d in step.pending] == ["p3"]


# -- rounds ------------------------------------------------------------------------------------


def test_rounds_go_clockwise_for_ever_until_the_game_ends() -> None:
    source = Script(p1=["aye"] * 3, p2=["nay"] * 3, p3=["-"] * 3)
    step = advance(CHAT, chat(Chatting()), source, NO_DICE)
    assert (step.state.ended, step.state.turn, step.state.round) == ("done", 10, 4)
    assert step.state.said[:4] == ("p1:aye", "p2:nay", "p3:-", "p1:aye")
    assert len(set(source.taken_)) == len(source.taken_) == 9


def test_pace_rounds_stops_once_a_round_with_new_ids() -> None:
    class Once(Script):
        """READY for one round only."""

        def answer(self, s: Any, d: Decision) -> Answer | None:
            return None if d.kind == "ready" and s.round else super().answer(s, d)

    source = Once(p1=["aye"], p2=["nay"], p3=["-"])
    s = chat(Chatting(), options={"pace": "rounds"})
    assert [d.id for d in pending(s)] == ["1.p1", "1.p2", "1.p3"]
    step = advance(CHAT, s, source, NO_DICE)
    assert {d.kind for d in step.pending} == {"ready"}
    assert not {d.id for d in step.pending} & set(source.taken_)
    assert (step.state.round, step.state.active) == (1, "")


def test_rounds_pass_over_the_seats_that_are_gone() -> None:
    step = advance(CHAT, chat(Chatting(), gone=("p1", "p3")), Script(p2=["aye"] * 2), NO_DICE)
    assert step.state.said == ("p2:aye", "p2:aye")
    assert step.state.round == 3


@pytest.mark.parametrize("pace", ["turns", "rounds"])
@pytest.mark.parametrize("gone", [(), ("p1",), ("p3",), ("p1", "p2")], ids=str)
def test_a_turn_that_hands_on_is_like_one_that_is_popped(pace: str, gone: tuple[str, ...]) -> None:
    """The same words, turns, rounds and end, whoever is gone."""

    def played(bottom: Phase) -> Any:
        source = Script(p1=["aye"] * 3, p2=["nay"] * 3, p3=["-"] * 3)
        s = chat(bottom, gone=gone, options={"pace": pace})
        return advance(CHAT, s, source, NO_DICE)

    slow, swift = played(Chatting()), played(Swiftly())
    for name in ("said", "turn", "round", "ended", "winners", "active"):
        assert getattr(swift.state, name) == getattr(slow.state, name)


def test_a_turn_that_hands_on_lets_a_seat_drop_out_first() -> None:
    """Who resigned in the turn is gone before the next one begins."""
    s = chat(Swiftly())
    first = advance(CHAT, s, Script(p1=["aye"]), NO_DICE).state
    assert first.active == "p2"
    second = advance(CHAT, change(first, leaving=("p2", "p3")), Script(), NO_DICE).state
    assert (second.gone, second.active) == (("p2", "p3"), "p1")


@pytest.mark.parametrize("pace", ["turns", "rounds"])
def test_a_game_that_everybody_left_is_over(pace: str) -> None:
    """No seat is left to begin a round with."""
    s = chat(Chatting(), leaving=("p2", "p1"), gone=("p3",), options={"pace": pace})
    step = advance(CHAT, s, Script(), NO_DICE)
    assert (step.state.ended, step.state.winners) == ("deserted", ())


def test_the_offers_of_a_seat_end_when_it_drops_out() -> None:
    """Those agreed on as well: nothing can come of them any more."""
    offers = (
        Offer(id="p1>p2:1", giver="p1", taker="p2", accepted=True),
        Offer(id="p3>p1:1", giver="p3", taker="p1"),
        Offer(id="p2>p3:1", giver="p2", taker="p3"),
    )
    s = chat(Chatting(), leaving=("p1",), offers=offers)
    step = advance(CHAT, s, Script(), NO_DICE)
    closed = [t for t in step.facts if isinstance(t.fact, OfferClosed)]
    assert [t.fact for t in closed] == [
        OfferClosed("p1>p2:1", "left"),
        OfferClosed("p3>p1:1", "left"),
    ]
    assert [t.audience for t in closed] == [("p1", "p2"), ("p3", "p1")]
    assert [o.id for o in step.state.offers] == ["p2>p3:1"]


# -- taking answers ----------------------------------------------------------------------------


class Two(Phase, frozen=True, kw_only=True):
    """Two questions to one seat."""

    def ask(self, s: Any) -> tuple[Decision, ...]:
        return tuple(change(question(self, "p1"), id=decision_id(self, "p1", k)) for k in (0, 1))

    def play(self, t: Table[Any], answers: Answers) -> None:
        second, first = answers.take("p1", 1), answers.take("p1", 0)
        t.pop()
        t.emit(Said("p1", f"{first.verb}{second.verb}"))


def test_the_answers_of_one_seat_are_told_apart() -> None:
    class Given(Script):
        def answer(self, s: Any, d: Decision) -> Answer | None:
            return Answer(PASS) if d.id == "1.p1" else Answer(Order("SAY", ("aye",)), "plan", "3")

        def taken(self, s: Any, d: Decision, answer: Answer) -> None:
            self.taken_.append(d.id)

    source = Given()
    step = advance(CHAT, chat(Two()), source, NO_DICE)
    assert said(step.facts) == ["p1:PASSSAY"]
    assert source.taken_ == ["1.p1.1", "1.p1"]
    first = step.facts[0]
    assert first.fact == Answered("1.p1.1", "p1", "say", "SAY", ("aye",), "plan", "3")
    assert first.audience == ("p1",)


def test_taking_what_was_not_asked_is_an_error() -> None:
    class Greedy(Two, frozen=True, kw_only=True):
        def play(self, t: Table[Any], answers: Answers) -> None:
            answers.take("p1", 2)

    with pytest.raises(LookupError, match="p1 was not asked question 2"):
        advance(CHAT, chat(Greedy()), Script(p1=["aye", "aye"]), NO_DICE)


def test_offers_told_to_the_pair_only() -> None:
    s = chat(Turn(seat="p1"))
    table: Table[Chat] = Table(s, NO_DICE)
    table.emit(OfferMade(Offer(id="p1>p2:1", giver="p1", taker="p2")))
    (told,) = table.facts
    assert [told.to(x) is not None for x in ("p1", "p2", "p3", "")] == [True, True, False, False]
