"""Small parts of a run."""

from __future__ import annotations

import pytest

from pbem.errors import EXIT_DONE, EXIT_FAILED, EXIT_TRY_AGAIN, PbemError
from pbem.run.faults import rules_at_work
from pbem.run.parcels import _joined
from pbem.run.sorting import place_of
from pbem.run.tick import STEPS, Summary


def test_ranges_of_told_facts_grow_and_join() -> None:
    assert _joined([], {3, 1, 2}) == [[1, 3]]
    assert _joined([[1, 3]], {4, 6}) == [[1, 4], [6, 6]]
    assert _joined([[1, 3]], set()) == [[1, 3]]


def test_exit_codes() -> None:
    """0 done, 1 failed and recorded, 75 a server was away (conventions, "Processes")."""
    assert Summary().exit_code == EXIT_DONE
    assert Summary(halted=1).exit_code == EXIT_FAILED
    assert Summary(shunted=1, away=True).exit_code == EXIT_FAILED
    assert Summary(errors=["the disk is full"], wrong=True).exit_code == EXIT_FAILED
    assert Summary(errors=["the server is away"], away=True).exit_code == EXIT_TRY_AGAIN
    # What trying again does not mend is not hidden by what it may.
    assert Summary(errors=["wrong password", "away"], away=True, wrong=True).exit_code == (
        EXIT_FAILED
    )
    assert Summary().idle
    assert not Summary(sent=1).idle


def test_the_place_of_a_fault_is_module_and_line() -> None:
    with pytest.raises(TypeError) as told:
        Summary(nonsense=1)  # type: ignore[call-arg]
    assert place_of(told.value).startswith("test_parts, line ")
    assert place_of(KeyError("never raised")) == ""


def test_what_the_rules_raise_becomes_a_fault_for_people() -> None:
    with pytest.raises(PbemError) as told, rules_at_work("sf1"):
        raise KeyError("card")
    assert told.value.code == "rules-fault"
    assert "sf1" in told.value.message
    with pytest.raises(PbemError) as told, rules_at_work("sf1"):
        raise PbemError("disk-full", "There is no room left.")
    assert told.value.code == "disk-full"


def test_the_steps_of_a_run_stand_in_their_order() -> None:
    """Letters before deadlines, deadlines before reminders, all before anything is posted."""
    names = [name for name, _ in STEPS]
    for earlier, later in zip(
        ("clock", "collect", "read", "referee", "remind", "post"),
        ("collect", "read", "referee", "remind", "post", "close"),
        strict=True,
    ):
        assert names.index(earlier) < names.index(later)
