"""A self-played game as a file: what stands in it, and that a stranger can check it."""

from __future__ import annotations

import json
from functools import cache

import pytest

from engine.dice import commitment
from games import GAMES, game_named
from pbem.export import Export, export_played, export_text
from pbem.resources import packaged
from pbem.schema import faults
from pbem.simulate import Wanted, play_one
from pbem.verify import verify_text

IDS = [game.id for game in GAMES]


@cache
def game_file(name: str) -> str:
    """One game, played by bots, as text."""
    game = game_named(name)
    assert game is not None
    wanted = Wanted(game, game.variants[0], game.least_seats, bots=game.bots or ("random",))
    played, seed = play_one(wanted, 0)
    names = {seat: f"Player {seat[1:]}" for seat in played.beginning.seats}
    return export_text(export_played(game, played, seed, names, "game1"))


def data_of(name: str = "space-freighter") -> Export:
    """A fresh copy of the file's content, to be tampered with."""
    loaded: Export = json.loads(game_file(name))
    return loaded


@pytest.mark.parametrize("name", IDS)
def test_a_game_of_each_kind_verifies(name: str) -> None:
    """conventions, Processes: schema, fold, hashes and, with the seed, every roll."""
    data = data_of(name)
    (found,) = verify_text(game_file(name))
    assert found.faults == []
    assert found.facts == len(data["facts"]) > 50
    assert found.rolls == sum(fact["kind"] == "Rolled" for fact in data["facts"])
    assert found.hashes == found.facts + 1
    assert found.seed


def test_the_file_has_the_fields_of_the_conventions() -> None:
    """conventions, Processes, "Export"; `hashes` is what `verify` compares the fold with."""
    data = data_of()
    assert list(data) == [
        *("format", "version", "campaign", "seats", "ruleset", "dice", "facts", "hashes", "orders")
    ]
    keys = ["id", "game", "variant", "options", "data_hash", "status"]
    assert list(data["campaign"]) == keys
    assert data["seats"] == [
        {"seat": "p1", "name": "Player 1"},
        {"seat": "p2", "name": "Player 2"},
    ]
    assert data["campaign"]["status"] == "ended"
    assert list(data["dice"]) == ["scheme", "commitment", "seed"]
    assert data["dice"]["commitment"] == commitment(bytes.fromhex(data["dice"]["seed"]))
    assert [fact["n"] for fact in data["facts"]] == list(range(1, len(data["facts"]) + 1))
    assert set(data["facts"][0]) == {"n", "turn", "kind", "v", "fields", "audience"}
    assert all(
        audience in ("all", "none") or set(audience) <= {"p1", "p2"}
        for audience in (fact["audience"] for fact in data["facts"])
    )


def test_each_fact_stands_on_a_line_of_its_own() -> None:
    """So that two files can be compared by any program that compares lines."""
    lines = game_file("space-freighter").splitlines()
    facts = [line for line in lines if line.startswith('    {"n": ')]
    assert len(facts) == len(data_of()["facts"])


def test_the_schema_fits_itself_to_its_own_language() -> None:
    """What the schema asks for is checked: an unknown word raises."""
    schema = json.loads(packaged("export.schema.json").read_text("utf-8"))
    assert list(faults(data_of(), schema)) == []
    office = {"format": "pbem-office", "version": 1, "campaigns": [data_of()]}
    assert list(faults(office, schema)) == []
    with pytest.raises(ValueError, match="maxLength"):
        list(faults("a", {"type": "string", "maxLength": 1}))
