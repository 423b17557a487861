"""Tables to write letters to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import games
from engine.game import Game
from pbem.letters import Library
from tests.conversations.table import WORDING, Table
from tests.toy.game import LANTERNS


@pytest.fixture(scope="session")
def laid(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    """Tables that were laid once, to be copied."""
    folder = tmp_path_factory.mktemp("laid")
    empty = Table(folder / "empty")
    table = Table.copy(empty, folder / "turns").new().start()
    rounds = Table.copy(empty, folder / "rounds").new(options={"pace": "rounds"}).start()
    return {"empty": empty, "turns": table, "rounds": rounds}


@pytest.fixture(autouse=True)
def _books_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offices here have the same templates: reading them takes longer than a run."""
    monkeypatch.setattr("pbem.mailroom.posting.Library", _library)


def _library(games: tuple[Game[Any], ...], overrides: Path, *rest: Path) -> Library:
    return _LIBRARIES.setdefault(games, Library(games, WORDING))


_LIBRARIES: dict[tuple[Game[Any], ...], Library] = {}


@pytest.fixture
def empty(laid: dict[str, Table], tmp_path: Path) -> Table:
    """An office without a campaign."""
    return Table.copy(laid["empty"], tmp_path / "office")


@pytest.fixture
def table(laid: dict[str, Table], tmp_path: Path) -> Table:
    """Space Freighter with three players at pace turns, just started."""
    return Table.copy(laid["turns"], tmp_path / "office")


@pytest.fixture
def rounds(laid: dict[str, Table], tmp_path: Path) -> Table:
    """Space Freighter with three players at pace rounds, just started."""
    return Table.copy(laid["rounds"], tmp_path / "office")


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is one of the program's games: it has windows, which Space Freighter lacks."""
    every = (*games.GAMES, LANTERNS)
    for module in ("games", "pbem.campaigns", "pbem.run.sorting", "pbem.mailroom.posting"):
        monkeypatch.setattr(f"{module}.GAMES", every)


@pytest.fixture
def toy(with_toy: None, empty: Table) -> Table:
    """Lanterns with three players, just started: everybody picks where to begin."""
    return empty.new("la1", game="lanterns").start()
