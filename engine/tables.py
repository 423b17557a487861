"""Tables of a printed game (cards, map) that an owner of it may replace, as text by file name."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

DATA: Final = "data"
"""The option of ``Game.begin`` that names own tables by their hash; without it: the game's."""


class TableFault(Struct, frozen=True, order=True):
    """A mistake in a table: file, line from 1, a reason by its code, and what it is about.

    The codes have their words in the game's ``faults.toml``.
    """

    file: str
    line: int
    code: str
    detail: str = ""


class TableFaults(ValueError):
    """Tables that cannot be used, with every fault in them, by file and line."""

    def __init__(self, faults: tuple[TableFault, ...]) -> None:
        self.faults = faults
        super().__init__(*(f"{f.file}:{f.line}: {f.code} {f.detail}".rstrip() for f in faults))
