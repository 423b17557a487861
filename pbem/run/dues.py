"""What falls due, and when."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, Literal

from sqlmodel import Session

from pbem.clock import from_utc_text, utc_text
from pbem.store.plain import column, plain

DAY: Final = timedelta(days=1)
"""How long SET DIGEST gathers news for one letter."""


Work = Literal["deadline", "reminder", "offer", "post", "digest", ""]

_RUNNING: Final = "campaign IN (SELECT id FROM campaign WHERE status = 'running')"
_LATE: Final = (
    f"SELECT campaign FROM pending WHERE deadline_utc <= :now AND {_RUNNING}"
    f" UNION SELECT campaign FROM expiry WHERE utc <= :now AND {_RUNNING} ORDER BY campaign"
)
_NEXT: Final = (
    "SELECT min(deadline_utc), 'deadline', campaign"
    f" FROM pending WHERE deadline_utc IS NOT NULL AND {_RUNNING}"
    " UNION ALL SELECT min(remind_at), 'reminder', campaign"
    f" FROM pending WHERE remind_at IS NOT NULL AND {_RUNNING}"
    f" UNION ALL SELECT min(utc), 'offer', campaign FROM expiry WHERE {_RUNNING}"
    " UNION ALL SELECT min(next_at), 'post', ''"
    " FROM outbox WHERE status IN ('pending', 'doubt')"
)
_WRITTEN: Final = (
    "SELECT seat, max(kind IN ('report', 'question')) FROM outbox"
    " WHERE campaign = :campaign AND created_at = :now AND seat IS NOT NULL GROUP BY seat"
)
_DIGESTS: Final = (
    "SELECT seat.campaign, seat.seat, outbox.created_at FROM seat"
    " JOIN campaign ON campaign.id = seat.campaign"
    " JOIN outbox ON outbox.message_id = seat.last_report_id"
    " WHERE campaign.status = 'running' AND seat.status = 'ready'"
    " AND instr(seat.settings, '\"digest\": true')"
    " AND seat.reported_fact < campaign.next_fact - 1"
    " ORDER BY seat.campaign, seat.seat"
)


def campaigns_due(session: Session, now: datetime) -> list[str]:
    """Running campaigns with a deadline, or the end of an offer, that has come; in order."""
    return column(session, _LATE, {"now": utc_text(now)})


def next_due(session: Session) -> str:
    """UTC text of the next moment at which a run has something to do; empty: none is known."""
    return next_work(session)[0]


def next_work(session: Session, *, posts: bool = True) -> tuple[str, Work, str]:
    """That moment, what is done then, and for which campaign; empty where none is known.

    ``posts``: the office has a server to post letters by.
    """
    found: list[tuple[str, Work, str]] = [
        (at, kind, campaign)
        for at, kind, campaign in plain(session, _NEXT)
        if at and (posts or kind != "post")
    ]
    found += [(at, "digest", campaign) for campaign, _, at in digests_wanted(session)]
    return min(found, key=lambda one: one[0], default=("", "", ""))


def digests_wanted(session: Session) -> list[tuple[str, str, str]]:
    """Seats that want one letter a day and were not told all yet: campaign, seat, UTC text of the
    moment from which on they may be told.
    """
    rows = plain(session, _DIGESTS)
    return [(c, seat, utc_text(from_utc_text(at) + DAY)) for c, seat, at in rows]


def written_now(session: Session, campaign: str, now: datetime) -> dict[str, bool]:
    """Seats that this run has written to already, and whether that letter asks what is asked of
    them: a run writes one letter a seat (test_report_98).
    """
    rows = plain(session, _WRITTEN, {"campaign": campaign, "now": utc_text(now)})
    return {seat: bool(asks) for seat, asks in rows}
