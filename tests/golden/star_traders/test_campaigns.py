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

from engine.rounds import READY_FORM
from games.star_traders.game import STAR_TRADERS
from games.star_traders.orders.forms import FORMS
from games.star_traders.rules import RULES
from games.star_traders.tables.galaxy import PACKAGED
from pbem.letters import Library
from tests.golden.star_traders import events, shows
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


@pytest.mark.parametrize("version", VERSIONS)
def test_each_shows_what_its_version_has(version: str) -> None:
    """Point 8: its cards that the rulebook names, its windows answered by letters, its rules."""
    assert shows.missing(version, facts(version)) == []


def test_the_five_show_what_they_are_kept_for() -> None:
    """Point 8: every listed event, every personality, every kind of card, every question."""
    assert set(VERSIONS) == set(STAR_TRADERS.variants)
    found = {version: facts(version) for version in VERSIONS}
    assert {event for rows in found.values() for event in events.shown(rows)} == set(events.EVENTS)
    used = set().union(*(events.used(rows) for rows in found.values()))
    assert used == {p.name for p in PACKAGED.data.personalities} == set(events.POWERS)
    every = [row for rows in found.values() for row in rows]
    played = {
        events.kind_of(card).name for _, f in events.of(every, "Played") for card in f["cards"]
    }
    assert played == {kind.name for kind in PACKAGED.data.luck}
    own = {f["kind"] for _, f in events.of(every, "Answered") if f["via"] in shows.OWN}
    assert own == {kind for form in (*FORMS, READY_FORM) for kind in form.fits}


def test_what_must_be_shown_follows_from_the_version() -> None:
    """The nine kinds that the rulebook names, where its sets have them; no window too many."""
    cards = {version: {k.name for k in shows.named(rules)} for version, rules in RULES.items()}
    assert len(cards["imperial"] - {"Engine Trouble"}) == 9
    assert cards["imperial"] == cards["black-hole"]
    assert cards["imperial"] - cards["family"] == {
        "Quarantine",
        "A Glitch in the System",
        "Ion Storm",
        "Warp in the Space-Time Continuum",
    }
    assert cards["family"] - cards["nova"] == {"Stargate", "Imperial Envoy"}
    assert not cards["super-nova"]
    assert shows.windows("super-nova") == ["shift", "bid"]
    assert len(shows.windows("imperial")) == 9
    for version in VERSIONS:
        assert shows.missing(version, []) == list(shows.things(version))


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
