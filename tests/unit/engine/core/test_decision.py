"""Slots and choices: what is legal, listed, drawn at random and refused."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decision import (
    LEFT_OUT,
    Arg,
    Args,
    Choice,
    Decision,
    Order,
    Path,
    Pick,
    Some,
    Span,
    Text,
    Values,
)
from engine.form import Form
from engine.laws import Stream
from engine.window import PASS

MAP = {(): ("a", "b"), ("a",): ("b",), ("b",): ("a", "c"), ("a", "b"): ("c",)}
VALUES: dict[str, Values] = {
    "pick": Pick(("a", "b", None)),
    "span": Span(-2, 4),
    "some": Some(("a", "a", "b", "c"), 1, 3),
    "some-none": Some(("a", "b"), 0, 2),
    "some-fits": Some(("a", "a", "b", "c"), 1, 3, fits=lambda x: not {"a", "b"} <= set(x)),
    "some-need": Some(("a", "b", "c"), 1, 2, need=("b", "c")),
    "text": Text(5),
    "path": Path(lambda done: MAP.get(done, ()), 3),
    "left-out": LEFT_OUT,
}


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES)
def test_what_is_listed_or_drawn_is_legal(values: Values) -> None:
    listed = list(islice(values.legal(), 200))
    assert listed
    assert all(values.has(v) for v in listed)
    rng = Stream(1)
    drawn = [values.sample(rng) for _ in range(200)]
    assert all(values.has(v) for v in drawn)


@pytest.mark.parametrize("name", ["pick", "span", "some", "some-none", "some-need", "left-out"])
def test_every_value_is_drawn_some_time(name: str) -> None:
    values, rng = VALUES[name], Stream(2)
    assert {values.sample(rng) for _ in range(2000)} == set(values.legal())


JUNK: st.SearchStrategy[Arg] = st.one_of(
    st.none(),
    st.text(max_size=8),
    st.integers(),
    st.lists(st.sampled_from(("a", "b", "c", "?")), max_size=5).map(tuple),
)


@given(st.sampled_from(sorted(VALUES)), JUNK)
def test_membership_of_anything_is_answered_without_exception(name: str, value: Arg) -> None:
    values = VALUES[name]
    verdict = values.has(value)
    if name not in ("text", "some", "some-fits", "some-need", "some-none"):
        assert verdict == (value in list(values.legal()))


def test_a_list_may_name_its_members_in_any_order_but_none_twice() -> None:
    some = Some(("a", "a", "b"), 1, 3)
    assert some.has(("b", "a"))
    assert some.has(("a", "a"))
    assert not some.has(("b", "b"))
    assert not some.has(())


def test_truth_values_are_no_numbers() -> None:
    assert not Span(0, 1).has(True)


@pytest.mark.parametrize(
    "empty",
    [Span(1, 0), Span(5, -5), Some((), 1, 2), Some(("a",), 2, 3), Path(lambda done: (), 2)],
    ids=["span", "far span", "some", "too few", "path"],
)
def test_what_has_no_value_draws_none(empty: Values) -> None:
    with pytest.raises(ValueError, match="legal"):
        empty.sample(Stream(3))
    assert list(empty.legal()) == []


def dependent(args: Args) -> Values:
    """The second slot: nothing for 1, one value for 2, two for 3."""
    return Pick(("x", "y")[: int(str(args[0])) - 1])


CHOICE = Choice(Form(verb="DO"), (Pick((1, 2, 3)), dependent))


def test_a_slot_may_depend_on_the_slots_before_it() -> None:
    legal = [order.args for order in CHOICE.legal()]
    assert legal == [(2, "x"), (3, "x"), (3, "y")]
    assert not CHOICE.has(Order("DO", (1, "x")))
    assert not CHOICE.has(Order("DO", (2, "y")))


def test_drawing_falls_back_from_dead_ends() -> None:
    """1 leads nowhere; what is drawn is legal all the same."""
    rng = Stream(4)
    assert {CHOICE.sample(rng).args for _ in range(300)} == {(2, "x"), (3, "x"), (3, "y")}
    narrow = Choice(Form(verb="DO"), (Pick((1,) * 50 + (2,)), dependent))
    assert {narrow.sample(rng).args for _ in range(50)} == {(2, "x")}


def test_a_dependent_slot_never_sees_an_illegal_argument() -> None:
    """``int`` would fail on these."""
    for junk in (Order("DO", ("p", "x")), Order("DO", (None, None)), Order("DO", ((), 1))):
        assert not CHOICE.has(junk)


@pytest.mark.parametrize(
    "order", [Order("DONT", (2, "x")), Order("DO"), Order("DO", (2,)), Order("DO", (2, "x", 1))]
)
def test_an_order_of_another_shape_is_not_legal(order: Order) -> None:
    assert not CHOICE.has(order)


def test_a_decision_shares_one_number_with_its_window() -> None:
    d = Decision(id="41.p2.1", seat="p2", kind="k", choices=(CHOICE,), default=PASS)
    assert d.window == 41
    assert d.many()
    assert len(tuple(d.legal())) == 3


def test_of_some_members_a_list_may_have_one() -> None:
    """Such as amounts of money: $2 and $3 of a purse of 3 would be 5."""
    money = tuple(f"${n}" for n in range(1, 30))
    some = Some(("a", "b", *money), 1, 3, once=money)
    assert some.has(("a", "$3", "b"))
    assert not some.has(("$2", "$3"))
    rng = Stream(1)
    drawn = [some.sample(rng) for _ in range(300)]
    assert all(some.has(value) for value in drawn)
    assert len({m for value in drawn if isinstance(value, tuple) for m in value}) == 31
    listed = list(Some(("a", "$1", "$2"), 1, 3, once=("$1", "$2")).legal())
    assert listed == [("a",), ("$1",), ("$2",), ("a", "$1"), ("a", "$2")]
