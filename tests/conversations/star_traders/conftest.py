"""Tables at which Star Traders is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conversations.star_traders.stars import lay
from tests.conversations.table import Table


@pytest.fixture(scope="session")
def begun(laid: dict[str, Table], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    """Tables that were laid once, to be copied."""
    folder = tmp_path_factory.mktemp("stars")

    def new(name: str, variant: str, **deadlines: object) -> Table:
        return lay(Table.copy(laid["empty"], folder / name), variant, 3, **deadlines)

    return {
        "family": new("family", "family"),
        "imperial": new("imperial", "imperial"),
        "glitches": new("glitches", "imperial", waits={"glitch": True}),
        "black-hole": new("black-hole", "black-hole"),
        "zaps": new("zaps", "family", waits={"zap": True, "verdict": True}),
    }


@pytest.fixture
def stars(begun: dict[str, Table], tmp_path: Path) -> Table:
    """The Family game with three players at pace turns."""
    return Table.copy(begun["family"], tmp_path / "office")


@pytest.fixture
def imperial(begun: dict[str, Table], tmp_path: Path) -> Table:
    """The Imperial game with three players at pace turns."""
    return Table.copy(begun["imperial"], tmp_path / "office")


@pytest.fixture
def zaps(begun: dict[str, Table], tmp_path: Path) -> Table:
    """The Family game, in which Zaps are waited for."""
    return Table.copy(begun["zaps"], tmp_path / "office")


@pytest.fixture
def glitches(begun: dict[str, Table], tmp_path: Path) -> Table:
    """The Imperial game, in which Glitches are waited for."""
    return Table.copy(begun["glitches"], tmp_path / "office")


@pytest.fixture
def black_hole(begun: dict[str, Table], tmp_path: Path) -> Table:
    """The Black Hole game with three players at pace turns."""
    return Table.copy(begun["black-hole"], tmp_path / "office")
