"""Faults that real systems of this kind had, as far as the desk can have them.

Played through ``advance``, so that what is stored and what goes on is the engine's own.
"""

from __future__ import annotations

import msgspec

from engine import filing as desks
from engine.advance import Step, advance
from engine.decision import Decision, Order
from engine.desk import DeskSource
from engine.dice import ScriptedDice
from engine.fact import Answered, Missed
from engine.filing import Desk, desk_json, read_desk
from engine.state import change
from engine.window import PASS
from tests.unit.engine.desk import fake
from tests.unit.engine.desk.fake import Done, Ferry, Row, Storm, Turn, plan, row, standing

AVOID = Order("AVOID", ("any",))
SEATS = ("p1", "p2", "p3")
ALL_HOLD = dict.fromkeys(SEATS, ("Avoid",))


def stormy(**more: object) -> Row:
    return row(stack=(Storm(n=7),), serial=7, **more)


def turning(*, actions: int = 1, **more: object) -> Row:
    return row(stack=(Turn(n=5, seat="p1"),), serial=5, actions=actions, **more)


def run(s: Row, desk: Desk, *, closed: bool = False) -> tuple[Step[Row], DeskSource]:
    src = DeskSource(Ferry(), desk, lambda s, d: closed, lambda kind: True)
    return advance(src.game, s, src, ScriptedDice({})), src


def answered(step: Step[Row]) -> list[tuple[str, str, str, str]]:
    return [
        (told.fact.seat, told.fact.verb, told.fact.via, told.fact.cause)
        for told in step.facts
        if isinstance(told.fact, Answered)
    ]


def standing_for(*seats: str, text: str = "AVOID any") -> Desk:
    desk = Desk()
    for seat in seats:
        for head, line in standing(text).items():
            desk = desks.file_standing(desk, seat, head, line)
    return desk


def test_report_65() -> None:
    """No policy set: the default is to pass, and the card is never spent."""
    step, _ = run(stormy(hands=ALL_HOLD), Desk(), closed=True)
    assert answered(step) == [(seat, "PASS", "default", "") for seat in SEATS]
    assert not [told for told in step.facts if isinstance(told.fact, Done)]


def test_report_66() -> None:
    """A window's deadline passes: the default applies and the game goes on in the same run."""
    s = change(stormy(), stack=(Turn(n=5, seat="p1"), Storm(n=7)), actions=1)
    waiting, _ = run(s, Desk())
    assert {d.kind for d in waiting.pending} == {"storm"}
    src = DeskSource(Ferry(), Desk(), lambda s, d: d.kind == "storm", lambda kind: True)
    step = advance(src.game, s, src, ScriptedDice({}))
    assert len(answered(step)) == 3
    assert [d.kind for d in step.pending] == ["act"]


def test_report_67() -> None:
    """Every decision has a default, and forced ones are found; silence answers all of them."""
    s = row(hands=ALL_HOLD)
    for d in (fake.act(s), fake.storm(s, "p1"), fake.gap(s, "p1")):
        assert d.has(d.default)
        assert DeskSource(Ferry(), Desk(), lambda s, d: True, lambda kind: True).answer(s, d)
        assert d.forced() is None
    assert fake.storm(row(), "p1").forced() == PASS


def test_report_69() -> None:
    """Two of three answers are in, the process is killed: both are still there."""
    s = stormy(hands=ALL_HOLD)
    desk = Desk()
    for seat in ("p1", "p3"):
        d = fake.storm(s, seat, f"7.{seat}")
        desk = desks.keep_answer(desk, d, AVOID, "AVOID any", 2)
    step, src = run(s, desk)
    assert [d.seat for d in step.pending] == ["p1", "p2", "p3"]
    assert step.facts == []
    stored = read_desk(desk_json(src.desk))
    assert stored == desk
    last = desks.keep_answer(stored, fake.storm(s, "p2", "7.p2"), PASS, "PASS", 1)
    step, src = run(s, last)
    assert answered(step) == [
        ("p1", "AVOID", "letter", "2"),
        ("p2", "PASS", "letter", "1"),
        ("p3", "AVOID", "letter", "2"),
    ]
    assert not src.desk.direct


def test_report_70() -> None:
    """What is on file when the window is settled decides; the answer names the line."""
    s = stormy(hands=ALL_HOLD)
    others = standing_for("p2", "p3")
    before = {**others.standing, **standing_for("p1").standing}
    step, _ = run(s, change(others, standing=before))
    assert answered(step)[0] == ("p1", "AVOID", "standing", "AVOID any")
    # Taken off in a letter that was read before: not used any more, and others' do not act for me.
    dropped = desks.drop_standing(change(others, standing=before), "p1", "AVOID any")
    step, _ = run(s, dropped)
    assert [d.seat for d in step.pending] == list(SEATS)
    step, _ = run(s, dropped, closed=True)
    assert answered(step)[0] == ("p1", "PASS", "default", "")


def test_report_71() -> None:
    """An automatic answer stores its cause, the line that fired, and what triggered it."""
    step, _ = run(turning(), desks.file_plan(Desk(), "p1", plan("FETCH 1", "ELSE BUSINESS")))
    (told,) = [told for told in step.facts if isinstance(told.fact, Answered)]
    given = ("plan", "2", "ELSE BUSINESS", (Missed("stuck", 1, "FETCH 1"),))
    assert told.fact == Answered("5.p1", "p1", "act", "BUSINESS", (), *given)
    assert told.audience == ("p1",)


class Stubborn(Ferry):
    """A game whose ``resolve`` gives what is not legal."""

    def resolve(
        self, view: Row, d: Decision, order: Order, wishes: tuple[Order, ...] = ()
    ) -> Order | None:
        return Order("FETCH", (99,))


def test_report_75() -> None:
    """An automatic order that is illegal never stops the run: the window's default is used."""
    desk = standing_for(*SEATS)
    step, src = run(stormy(), desk)
    assert answered(step) == [(seat, "PASS", "standing", "rest") for seat in SEATS]
    assert [(n.seat, n.code) for n in src.notes] == [(seat, "rest") for seat in SEATS]
    assert not step.pending

    src = DeskSource(
        Stubborn(),
        desks.file_plan(Desk(), "p1", plan("GOTO Cedar", "ELSE BUSINESS")),
        lambda s, d: False,
        lambda kind: True,
    )
    step = advance(src.game, turning(), src, ScriptedDice({}))
    assert answered(step) == [("p1", "BUSINESS", "plan", "2")]
    assert [n.code for n in src.notes] == ["stuck"]


def test_report_76() -> None:
    """Passing automatically never does anything but pass, and each time is listed."""
    step, src = run(stormy(hands=ALL_HOLD), standing_for(*SEATS, text="PASS"))
    assert answered(step) == [(seat, "PASS", "standing", "PASS") for seat in SEATS]
    step, src = run(stormy(hands=ALL_HOLD), Desk(), closed=True)
    assert [(n.seat, n.code, n.data["decision"]) for n in src.notes] == [
        (seat, "default", f"7.{seat}") for seat in SEATS
    ]


def test_a_plan_goes_on_over_several_decisions_of_one_run() -> None:
    """And stops to ask where it cannot, with what is left on file."""
    desk = desks.file_plan(Desk(), "p1", plan("GOTO Cedar", "FETCH 2", "JUMP Ash"))
    step, src = run(turning(actions=9), desk)
    assert answered(step) == [
        ("p1", "JUMP", "plan", "1"),
        ("p1", "JUMP", "plan", "1"),
        ("p1", "FETCH", "plan", "2"),
    ]
    assert step.state.at["p1"] == "Cedar"
    assert [d.id for d in step.pending] == [f"{step.state.serial}.p1"]
    assert src.desk.plans["p1"].done == (True, True, False)
    assert [(n.code, n.data["text"]) for n in src.notes] == [("stuck", "JUMP Ash")]


def test_a_fact_of_an_older_version_tells_no_hindrance() -> None:
    """What kept a line off was not stored in every version: the row then has three places."""
    told = Answered("5.p1", "p1", "act", "BUSINESS", (), "plan", "2")
    rows = [["stuck", 1, "FETCH 1"], ["goal", 2, "GOTO Dogwood", ["if", {}]]]
    read = msgspec.convert({**msgspec.to_builtins(told), "missed": rows}, Answered)
    assert read.missed == (
        Missed("stuck", 1, "FETCH 1"),
        Missed("goal", 2, "GOTO Dogwood", ("if", {})),
    )
