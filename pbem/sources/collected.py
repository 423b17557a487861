"""What reading a source brought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem.errors import PbemError


@dataclass(frozen=True)
class Collected:
    """The result of one look into one or more sources.

    `new_ids` are the ledger's numbers of letters to be read, in the order of arrival; `read_ok`
    says that everything that lay there is in the ledger now, so that deadlines may be settled;
    `error` is what went wrong, in words for the GM, also where the rest was read.
    """

    new_ids: tuple[int, ...] = ()
    read_ok: bool = True
    error: PbemError | None = None

    @classmethod
    def joined(cls, parts: Iterable[Collected]) -> Collected:
        """Several sources as one: all letters, the first error."""
        listed = list(parts)
        return cls(
            tuple(number for part in listed for number in part.new_ids),
            all(part.read_ok for part in listed),
            next((part.error for part in listed if part.error), None),
        )
