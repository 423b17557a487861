"""Keyed dice, exact enough for a third person to verify (engine/README.md, "Dice")."""

from __future__ import annotations

import math
from collections import Counter
from hashlib import blake2b, sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import KeyedDice, ScriptedDice, commitment
from engine.fact import Rolled
from engine.laws import Stream
from engine.table import Table
from tests.unit.engine.core.simple import Turn, chat

SEED = bytes(range(32))


def by_the_book(seed: bytes, purpose: str, use: int, n: int) -> int:
    """The scheme as the conventions word it, written a second time."""
    attempt = 0
    while True:
        text = f"{purpose}#{use}#{attempt}".encode()
        value = int.from_bytes(blake2b(text, digest_size=8, key=seed).digest(), "big")
        if value < (2**64 // n) * n:
            return value % n
        attempt += 1


@given(st.binary(min_size=32, max_size=32), st.text(max_size=12), st.integers(0, 99), st.data())
def test_a_throw_is_that_of_the_published_scheme(
    seed: bytes, purpose: str, use: int, data: st.DataObject
) -> None:
    # Near 2**63 about half of the values are rejected, so that the next try is met.
    n = data.draw(st.one_of(st.integers(1, 200), st.integers(2**63 - 3, 2**63 + 3)))
    assert KeyedDice(seed).throw(purpose, use, n) == by_the_book(seed, purpose, use, n)


def test_frozen_throws() -> None:
    """These numbers are in campaigns that run; they never change."""
    dice = KeyedDice(SEED)
    assert [dice.throw("turn:p1", use, 6) for use in range(8)] == [2, 5, 0, 5, 2, 5, 5, 4]


def test_a_die_is_fair() -> None:
    """600 throws of a six-sided die: no face is rarer than 70 or commoner than 130 times."""
    counts = Counter(KeyedDice(SEED).throw("fair", use, 6) for use in range(600))
    assert set(counts) == set(range(6))
    assert all(70 < count < 130 for count in counts.values())


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        KeyedDice(bytes(length))


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    assert commitment(SEED) == sha256(SEED).hexdigest()


def test_scripted_dice_fall_as_wanted_and_then_as_another_dice() -> None:
    dice = ScriptedDice({"a": [5, 0]}, KeyedDice(SEED))
    assert [dice.throw("a", use, 6) for use in range(2)] == [5, 0]
    assert dice.throw("a", 2, 6) == by_the_book(SEED, "a", 2, 6)


def test_a_script_that_is_wrong_says_so() -> None:
    with pytest.raises(ValueError, match="a: 6 is not below 6"):
        ScriptedDice({"a": [6]}).throw("a", 0, 6)
    with pytest.raises(LookupError, match="a#3 of 6"):
        ScriptedDice({}).throw("a", 3, 6)


def test_each_use_of_a_purpose_is_another_draw_and_a_fact() -> None:
    """Uses count from 0 for each purpose; a die shows the result + 1."""
    table = Table(chat(Turn(seat="p1")), KeyedDice(SEED))
    shown = [table.roll("a"), table.roll("b"), table.roll("a")]
    facts = [told.fact for told in table.facts]
    assert [(f.purpose, f.use) for f in facts if isinstance(f, Rolled)] == [
        ("a", 0),
        ("b", 0),
        ("a", 1),
    ]
    assert [f.result + 1 for f in facts if isinstance(f, Rolled)] == shown
    assert table.state.uses == {"a": 2, "b": 1}


def test_a_hidden_draw_shows_the_others_that_it_was_and_from_how_many() -> None:
    """Masked twice is masked once, and both apply alike."""
    table = Table(chat(Turn(seat="p1")), ScriptedDice({"deck": [2]}))
    assert table.draw("deck", ("a", "b", "c"), to=("p2",)) == "c"
    (told,) = table.facts
    assert told.to("p2") == Rolled("deck", 0, 3, 2, ("p2",))
    masked = told.to("p1")
    assert masked == told.to("") == Rolled("deck", 0, 3, -1, ())
    assert masked is not None
    assert masked.masked() == masked
    assert masked.apply(chat()) == told.fact.apply(chat())


def test_the_chance_of_the_laws_is_the_same_for_ever() -> None:
    """Recorded games of the conformance tests hang on it; SplitMix64 on every machine."""
    rng = Stream(7)
    assert [rng.below(1000) for _ in range(6)] == [870, 388, 908, 289, 363, 605]
    assert all(0 <= Stream(seed).random() < 1 for seed in range(-50, 50))


THROWS = 20_000


def deviation(counts: Counter[int], values: int) -> float:
    """Chi-square of even counts, in standard deviations from its mean."""
    expected = THROWS / values
    chi = sum((counts[i] - expected) ** 2 for i in range(values)) / expected
    return (chi - (values - 1)) / math.sqrt(2 * (values - 1))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 88, 1000])
def test_the_dice_are_even(n: int) -> None:
    """One seed, one purpose, every value as often."""
    dice = KeyedDice(bytes(range(32)))
    assert abs(deviation(Counter(dice.throw("a", use, n) for use in range(THROWS)), n)) < 4


@pytest.mark.parametrize(
    ("other", "purpose", "shift"), [(0, "a", 1), (0, "b", 0), (1, "a", 0), (0, "a#1", 0)]
)
def test_a_throw_tells_nothing_of_another(other: int, purpose: str, shift: int) -> None:
    """Of the next use, of another purpose, of a campaign with nearly the same seed."""
    dice, second = (KeyedDice(bytes(range(k, 32 + k))) for k in (0, other))
    pairs = (
        6 * dice.throw("a", use, 6) + second.throw(purpose, use + shift, 6) for use in range(THROWS)
    )
    assert abs(deviation(Counter(pairs), 36)) < 4
