"""Standing orders: from the top, total for each kind of window."""

from __future__ import annotations

from engine.decision import Order
from engine.language.fault import Fault
from engine.standing import REST, read_standing, stand, wishes_of
from engine.window import PASS
from tests.unit.engine.desk import fake
from tests.unit.engine.desk.fake import Ferry, Row, act, row, standing, storm

HOLDING = row(hands={"p1": ("Avoid",), "p2": (), "p3": ()})


def given(texts: tuple[str, ...], s: Row = HOLDING) -> tuple[Order | None, str]:
    return stand(Ferry(), s, storm(s, "p1"), standing(*texts))


def test_the_first_line_that_holds_and_is_legal() -> None:
    lines = ("AVOID hail IF MONEY > 9", "AVOID any")
    assert given(lines) == (Order("AVOID", ("any",)), "AVOID any")


def test_own_else_and_else_lines() -> None:
    assert given(("AVOID any IF MONEY > 9 ELSE AVOID hail",)) == (
        Order("AVOID", ("hail",)),
        "AVOID any +",
    )
    assert given(("AVOID any IF MONEY > 9", "ELSE AVOID hail")) == (
        Order("AVOID", ("hail",)),
        "ELSE AVOID hail",
    )


def test_a_pass_without_a_condition_is_the_last_wherever_it_stands() -> None:
    """`what no line settles is PASS`: one of an earlier letter put out every later line."""
    assert given(("PASS", "AVOID any")) == (Order("AVOID", ("any",)), "AVOID any")
    assert given(("PASS", "ELSE AVOID hail")) == (Order("AVOID", ("hail",)), "ELSE AVOID hail")
    assert given(("PASS", "AVOID any"), row()) == (PASS, "PASS")
    assert given(("PASS IF MONEY < 9", "AVOID any")) == (PASS, "PASS")


def test_lines_are_total_for_a_kind_of_window() -> None:
    """ei 2.10: a partial list made the waiting itself show the hand."""
    assert given(("AVOID any",), row()) == (PASS, REST)
    assert given(("PLAY Storm",), row()) == (None, "")
    s = row()
    assert stand(Ferry(), s, act(s), standing("PLAY Storm")) == (None, "")


def test_the_same_head_replaces_and_keeps_its_place() -> None:
    lines = standing("AVOID any IF MONEY > 9", "AVOID hail", "AVOID any")
    assert [line.text for line in lines.values()] == ["AVOID any", "AVOID hail"]


def test_wishes_are_handed_to_the_game() -> None:
    lines = standing("KEEP Storm", "KEEP Avoid IF MONEY > 9", "AVOID any")
    assert wishes_of(Ferry(), HOLDING, storm(HOLDING, "p1"), lines) == (Order("KEEP", ("Storm",)),)


def test_a_faulty_line_is_told() -> None:
    found = read_standing(["GOTO Ash"], fake.FORMS, fake.PREDICATES, fake.LEXICON)
    assert isinstance(found, Fault)
    assert (found.kind, found.candidates) == ("place", ("PLAN",))
