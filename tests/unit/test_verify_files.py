"""A file that was tampered with: the first fact that differs is named (test_report_86)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine.dice import commitment
from pbem.errors import UsageFault
from pbem.export import Export
from pbem.verify import verify_text
from tests.unit.test_export_games import data_of


def faults_of(data: Any) -> list[str]:
    (found,) = verify_text(json.dumps(data))
    return [str(fault) for fault in found.faults]


def first(data: Export, kind: str, skip: int = 0) -> dict[str, Any]:
    """A fact of this kind."""
    found: list[dict[str, Any]] = [f for f in data["facts"] if f["kind"] == kind]
    return found[skip]


def test_report_86_a_roll_that_the_seed_does_not_give_is_named() -> None:
    data = data_of()
    roll = first(data, "Rolled", 5)
    true = roll["fields"]["result"]
    roll["fields"]["result"] = (true + 1) % roll["fields"]["n"]
    (fault,) = faults_of(data)
    assert fault.startswith(f"fact {roll['n']}: Rolled: the seed gives {true} of ")


def test_report_86_a_changed_fact_is_named_by_the_hash_after_it() -> None:
    """A draw that is another card than the roll before it says folds to another state."""
    data = data_of()
    fact = next(f for f in data["facts"] if f["kind"] not in ("Rolled", "Answered") and f["turn"])
    other = next(f for f in data["facts"] if f["kind"] == fact["kind"] and f != fact)
    fact["fields"] = other["fields"]
    (fault,) = faults_of(data)
    assert fault.startswith(f"fact {fact['n']}: ")


def test_report_86_a_fact_that_is_missing_is_named() -> None:
    data = data_of()
    del data["facts"][40]
    del data["hashes"]["facts"][40]
    assert faults_of(data) == [
        f"fact 41: {data['facts'][40]['kind']}: it is numbered 42 in the place of 41"
    ]


def test_a_fact_taken_out_with_its_number_does_not_fit() -> None:
    """Renumbered, the roll that is left out shows by the next use of its purpose."""
    data = data_of()
    at = first(data, "Rolled")["n"] - 1
    del data["facts"][at]
    del data["hashes"]["facts"][at]
    for n, fact in enumerate(data["facts"], 1):
        fact["n"] = n
    (fault,) = faults_of(data)
    assert fault.startswith(f"fact {at + 1}: ")


def test_another_audience_is_named() -> None:
    """What was told to whom is part of the record."""
    data = data_of()
    answered = first(data, "Answered")
    (seat,) = answered["audience"]
    answered["audience"] = "all"
    (fault,) = faults_of(data)
    assert fault == f"fact {answered['n']}: Answered: it was told to all, not to {seat}"


def test_another_turn_is_named() -> None:
    data = data_of()
    fact = data["facts"][60]
    fact["turn"] += 1
    (fault,) = faults_of(data)
    assert fault.startswith(f"fact 61: {fact['kind']}: it is filed under turn {fact['turn']}")


def test_another_seed_is_named_before_the_first_roll() -> None:
    """The commitment was published before the first draw."""
    data = data_of()
    data["dice"]["seed"] = "00" * 32
    lines = faults_of(data)
    assert lines[0].startswith("the seed is not the one that was committed to")
    data["dice"]["commitment"] = commitment(bytes(32))
    (fault,) = faults_of(data)
    assert "the seed gives" in fault


def test_without_the_seed_all_but_the_rolls_is_checked() -> None:
    """An open campaign's file keeps its seed back."""
    data = data_of()
    data["dice"]["seed"] = None
    (found,) = verify_text(json.dumps(data))
    assert found.good
    assert (found.seed, found.rolls) == (False, 0)
    assert found.facts == len(data["facts"])


def test_the_last_state_must_be_the_one_whose_hash_is_kept() -> None:
    data = data_of()
    data["hashes"]["state"] = "00" * 32
    last = len(data["facts"])
    assert faults_of(data) == [f"fact {last}: the state after it is not the one whose hash is kept"]


def set_version(data: Export) -> None:
    data["version"] = 2


def drop_dice(data: Export) -> None:
    del data["dice"]


def bad_turn(data: Export) -> None:
    data["facts"][3]["turn"] = "four"


def bad_audience(data: Export) -> None:
    data["facts"][3]["audience"] = []


def more_keys(data: Export) -> None:
    data["addresses"] = ["anna@example.org"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (set_version, "version: it should be 1"),
        (drop_dice, "dice: it is missing"),
        (bad_turn, "facts[3].turn: it should be integer"),
        (bad_audience, "facts[3].audience: it should be all or none"),
        (more_keys, "addresses: there is no such key"),
    ],
)
def test_what_the_schema_does_not_allow_is_told_by_its_place(
    change: Callable[[Export], None], told: str
) -> None:
    data = data_of()
    change(data)
    lines = faults_of(data)
    assert told in lines
    assert len(lines) <= 2


@pytest.mark.parametrize("value", [{}, [], "text", 7, None, {"format": "pbem-office"}])
def test_any_other_json_is_told_not_raised(value: Any) -> None:
    assert faults_of(value)


def test_what_is_no_json_is_a_wrong_call() -> None:
    with pytest.raises(UsageFault, match="not JSON"):
        verify_text("{")


def test_a_game_that_is_not_installed_is_told() -> None:
    data = data_of()
    data["campaign"]["game"] = "chess"
    assert faults_of(data) == ["this installation does not have the game chess"]


def test_other_tables_are_told() -> None:
    """Cards that an upgrade changed would lead to another game."""
    data = data_of()
    data["campaign"]["data_hash"] = "00" * 32
    (fault,) = faults_of(data)
    assert "other tables" in fault


def test_a_file_of_several_campaigns_is_checked_one_by_one() -> None:
    good, bad = data_of(), data_of()
    bad["campaign"]["id"] = "game2"
    first(bad, "Rolled")["fields"]["use"] = 7
    office = {"format": "pbem-office", "version": 1, "campaigns": [good, bad]}
    one, two = verify_text(json.dumps(office))
    assert (one.campaign, one.good) == ("game1", True)
    assert (two.campaign, two.good) == ("game2", False)


def test_a_fact_of_a_newer_version_is_named() -> None:
    data = data_of()
    data["facts"][10]["v"] = 99
    (fault,) = faults_of(data)
    assert fault.startswith("fact 11: ")
    assert "cannot be read" in fault
