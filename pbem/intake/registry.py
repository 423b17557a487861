"""Who may write for which seat: the seats' tokens and registered addresses, read once a run."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

from sqlmodel import Session

from pbem.store.plain import plain

_EPOCHS: Final = "SELECT campaign, seat, epoch FROM seat"
_ADDRESSES: Final = "SELECT address, campaign, seat FROM address ORDER BY campaign, seat"
_STATES: Final = "SELECT id, status FROM campaign"

Place = tuple[str, str]
"""Campaign and seat."""


@dataclass
class Registry:
    """``epochs``: of each seat's token. ``at``: the seats at which an address is registered."""

    epochs: dict[Place, int] = field(default_factory=dict)
    at: dict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    over: frozenset[str] = frozenset()
    """Campaigns that have ended."""
    halted: frozenset[str] = frozenset()

    @classmethod
    def read(cls, session: Session) -> Registry:
        """As it is in this transaction."""
        found = cls()
        for campaign, seat, epoch in plain(session, _EPOCHS):
            found.epochs[campaign, seat] = epoch
        for address, campaign, seat in plain(session, _ADDRESSES):
            found.at[address].append((campaign, seat))
        states: dict[str, str] = dict(plain(session, _STATES))
        found.over = frozenset(c for c, status in states.items() if status == "ended")
        found.halted = frozenset(c for c, status in states.items() if status == "halted")
        return found

    def registered(self, place: Place, address: str) -> bool:
        """Whether this address may write for this seat."""
        return place in self.at.get(address, ())

    def playing(self, address: str) -> list[Place]:
        """The seats of this address in campaigns that are not over."""
        return [place for place in self.at.get(address, ()) if place[0] not in self.over]
