"""One thing that the doctor looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbem.errors import PbemError


@dataclass(frozen=True)
class Finding:
    """`name` of what was tried; `note`: nothing is wrong, but it may be worth knowing."""

    name: str
    verdict: Literal["ok", "note", "wrong"]
    message: str
    hint: str = ""

    @property
    def wrong(self) -> bool:
        """Whether it must be mended."""
        return self.verdict == "wrong"


def fault(name: str, error: PbemError) -> Finding:
    """A finding out of an error, which has its own hint."""
    return Finding(name, "wrong", error.message, error.hint)
