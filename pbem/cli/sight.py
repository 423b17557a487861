"""What a game master may be shown of a campaign in which he holds a seat himself.

The seat is his whose registered address is the one that the office writes to about itself. Of a
campaign that is not over he then sees what that seat may see, unless he asks for spoilers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbem.errors import UsageFault

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.office import Office


@dataclass(frozen=True)
class Sight:
    """What may be shown. `own`: the game master's seats by campaign, where that matters."""

    own: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def whole(self, campaign: str | None) -> bool:
        """Whether all of a campaign may be shown."""
        return campaign not in self.own

    def sees(self, campaign: str | None, seat: str | None) -> bool:
        """Whether what concerns this seat may be shown; ``None``: it concerns none."""
        if campaign is None or seat is None:
            return True
        return self.whole(campaign) or seat in self.own[campaign]

    def require(self, campaign: str, seat: str | None, what: str) -> None:
        """Raise `UsageFault` `spoiler` where `what` may not be shown; no seat: all of it."""
        if self.whole(campaign) or (seat is not None and seat in self.own[campaign]):
            return
        mine = ", ".join(sorted(self.own[campaign]))
        raise UsageFault(
            "spoiler",
            f"You hold seat {mine} in {campaign}, and {what} would show what it may not see.",
            "--spoilers shows it all the same.",
        )


def sight_of(session: Session, office: Office, *, spoilers: bool) -> Sight:
    """What the game master of this office may be shown."""
    if spoilers:
        return Sight()
    from sqlmodel import col, select

    from pbem.store.models import AddressRow, CampaignRow

    settings = office.settings.office
    addresses = {settings.gm_address.lower(), settings.address.lower()}
    found = session.exec(
        select(AddressRow)
        .join(CampaignRow, col(AddressRow.campaign) == col(CampaignRow.id))
        .where(col(AddressRow.address).in_(addresses), col(CampaignRow.status) != "ended")
    )
    own: dict[str, frozenset[str]] = {}
    for row in found:
        own[row.campaign] = own.get(row.campaign, frozenset()) | {row.seat}
    return Sight(own)
