"""Own tables of a printed game: a folder of files read, checked, and what is wrong put into words.

What may be wrong with a table is the game's to find (`Game.read_tables`); its words stand in the
game's `faults.toml`. Here is what is the same for all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.game import Game
from engine.tables import TableFault, TableFaults
from pbem.errors import UsageFault

SUFFIX: Final = ".toml"
"""Other files of the folder, notes say, are left alone."""

MOST_BYTES: Final = 1_000_000
"""The longest file that is read."""

SHOWN: Final = 60
"""Characters of a faulty line that are shown."""


@dataclass(frozen=True)
class OwnTables:
    """Tables without a fault, known to the game by their hash."""

    hash: str
    texts: Mapping[str, str]


@dataclass(frozen=True)
class Mistake:
    """A mistake as a person is told of it; `text` is the faulty line."""

    file: str
    line: int
    code: str
    reason: str
    text: str = ""

    def __str__(self) -> str:
        """`worlds.toml:12: why`, and the line below it."""
        told = f"{self.file}:{self.line}: {self.reason}"
        return f"{told}\n    | {self.text}" if self.text else told


class Mistakes(UsageFault):
    """Tables that cannot be used, with all that is wrong with them."""

    def __init__(self, game: str, folder: Path, mistakes: tuple[Mistake, ...]) -> None:
        self.mistakes = mistakes
        number = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        told = "\n".join(map(str, mistakes))
        super().__init__(
            "bad-data",
            f"{folder} has {number} and cannot be used. Nothing was changed.\n{told}",
            f"Mend it, and look again: pbem data check {game} {folder}",
        )


def packaged_tables(game: Game[Any]) -> Mapping[str, str]:
    """The game's own tables. Raises `UsageFault` `no-tables` where they cannot be replaced."""
    found = game.tables()
    if not found:
        raise UsageFault(
            "no-tables",
            f"{game.id} has no tables that could be replaced.",
            "Its cards are part of its rules.",
        )
    return found


def read_own(game: Game[Any], folder: Path) -> OwnTables:
    """The tables in a folder, checked.

    Raises `UsageFault`: `no-tables`, `no-folder`, and `Mistakes` with everything that is wrong.
    """
    packaged_tables(game)
    texts, unread = _read(folder)
    try:
        found = game.read_tables(texts)
    except TableFaults as error:
        names = {fault.file for fault in unread}
        faults = (*unread, *(f for f in error.faults if f.file not in names))
    else:
        if not unread:
            return OwnTables(found, texts)
        faults = tuple(unread)
    raise Mistakes(game.id, folder, tuple(_worded(game, texts, faults)))


def _read(folder: Path) -> tuple[dict[str, str], list[TableFault]]:
    """The text of every table in the folder, and what is no text."""
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
    except OSError as error:
        raise UsageFault(
            "no-folder",
            f"{folder} cannot be read: {error.strerror}.",
            "pbem data export GAME FOLDER makes such a folder.",
        ) from error
    texts: dict[str, str] = {}
    unread: list[TableFault] = []
    for path in paths:
        text = _text(path)
        if isinstance(text, TableFault):
            unread.append(text)
        else:
            texts[path.name] = text
    return texts, unread


def _text(path: Path) -> str | TableFault:
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            # A pipe would be waited for.
            return TableFault(path.name, 1, "unreadable", "it is a pipe or a device")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        return TableFault(path.name, 1, "unreadable", str(error.strerror))
    if len(raw) > MOST_BYTES:
        return TableFault(path.name, 1, "too-long", f"{MOST_BYTES // 1000} KB")
    try:
        # Editors of some machines put a mark in front, and end lines their own way.
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        return TableFault(path.name, raw.count(b"\n", 0, error.start) + 1, "not-text")


def _worded(
    game: Game[Any], texts: Mapping[str, str], faults: tuple[TableFault, ...]
) -> Iterator[Mistake]:
    from games import GAMES
    from pbem.letters import Library

    book = Library(GAMES).book(game)
    for fault in faults:
        lines = texts.get(fault.file, "").split("\n")
        shown = lines[fault.line - 1].strip() if 1 < fault.line <= len(lines) else ""
        reason = book.data_fault(fault)
        yield Mistake(fault.file, fault.line, fault.code, reason, shown[:SHOWN])
