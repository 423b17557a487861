"""Whole campaigns of Star Traders by mail are, byte for byte, those that are kept (test_report_87).

After a wanted change: `python -m tests.golden.star_traders.campaign`, and read what changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from games.star_traders.game import STAR_TRADERS
from games.star_traders.tables.galaxy import PACKAGED
from pbem.letters import Library
from tests.golden.star_traders import events
from tests.golden.star_traders.campaign import files, kept, replayed
from tests.golden.star_traders.versions import VERSIONS

ENDS = dict.fromkeys(("family", "imperial", "black-hole"), "mission") | dict.fromkeys(
    ("nova", "super-nova"), "nova"
)
"""How each version is won."""


@pytest.fixture(scope="module")
def wording() -> Callable[..., Library]:
    """Offices here have the same templates: they are read once."""

    @lru_cache(maxsize=1)
    def library(*args: Any) -> Library:
        return Library(*args[:1])

    return library


@pytest.mark.parametrize("version", VERSIONS)
def test_report_87_a_campaign_by_mail_gives_the_same_bytes(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Callable[..., Library]
) -> None:
    """Letters in, letters out, every fact and every order."""
    monkeypatch.setattr("pbem.mailroom.posting.Library", wording)
    played, wanted = files(replayed(version, tmp_path / "office")), kept(version)
    assert played.keys() == wanted.keys()
    for name, raw in wanted.items():
        found, lines = played[name].splitlines(), raw.splitlines()
        different = next(
            (i for i, x in enumerate(zip(found, lines, strict=False)) if len({*x}) > 1), -1
        )
        assert different < 0, f"{version}/{name}, line {different + 1}: {found[different]!r}"
        assert played[name] == raw, name


def facts(version: str) -> list[Any]:
    """The facts of a campaign that is kept."""
    return [json.loads(line) for line in kept(version)["facts.txt"].splitlines()]


def test_the_five_show_what_they_are_kept_for() -> None:
    """Point 8: every listed event occurs, and every personality's power is used."""
    assert set(VERSIONS) == set(STAR_TRADERS.variants)
    rows = {version: facts(version) for version in VERSIONS}
    shown = {event for found in rows.values() for event in events.shown(found)}
    assert shown == set(events.EVENTS)
    used = set().union(*(events.used(found) for found in rows.values()))
    assert used == {p.name for p in PACKAGED.data.personalities} == set(events.POWERS)


def test_st_per_9_dice_that_an_order_names_are_used() -> None:
    """In the game with the Strategist, two of them as one roll."""
    orders = [json.loads(line)[2] for line in kept("black-hole")["orders.txt"].splitlines()]
    assert any(events.dice_named(facts("black-hole"), orders))


@pytest.mark.parametrize("version", VERSIONS)
def test_each_is_played_to_the_end_of_its_version(version: str) -> None:
    """Won by its own rule; the end, with the seed, was written to everybody."""
    _, kind, fields, _ = [row for row in facts(version) if row[1] == "Ended"][-1]
    assert fields["reason"] == ENDS[version], kind
    whole = kept(version)["whole.mbox"].decode()
    for seat in VERSIONS[version].seats:
        assert f"-{seat}-final\n" in whole, "who dropped out is told the end as well"
