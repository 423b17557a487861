"""Campaigns that must not be played on as they are stored."""

from __future__ import annotations

from typing import Final

from engine.codec import Codec
from pbem.errors import PbemError
from pbem.store.models import CampaignRow

UNFIT: Final = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)
"""What a fact may raise that does not fit the state before it."""


class Unfit(PbemError):
    """What is stored of a campaign cannot be played on; it is halted, and nothing of it is lost."""


class StateDiffers(Unfit):
    """The stored state is not the one whose hash was stored with it."""

    def __init__(self, campaign: str, fact: int) -> None:
        """`fact`: the number of the last one, after which the state was stored."""
        super().__init__(
            "state-differs",
            f"Campaign {campaign} cannot be played: its stored state, after fact {fact}, is not"
            " the one whose hash was stored with it.",
            f"Put back a copy of the database from before, then: pbem retry {campaign}",
        )


def require_state(row: CampaignRow) -> None:
    """Hold the stored state against its hash (test_report_86). Raises `StateDiffers`."""
    if row.state is not None and Codec.digest_of(row.state.encode()) != row.state_hash:
        raise StateDiffers(row.id, row.next_fact - 1)
