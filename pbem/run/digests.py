"""SET DIGEST: one letter a day, unless an answer is due."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING

from pbem.clock import utc_text
from pbem.referee.seated import load
from pbem.run.dues import digests_wanted
from pbem.run.work import Work

if TYPE_CHECKING:
    from pbem.run.tick import Tick


def send_digests(run: Tick, now: datetime) -> int:
    """Report to the seats whose last report is a day old, where there is news; how many."""
    with run.office.reading() as session:
        due = [one for one in digests_wanted(session) if one[2] <= utc_text(now)]
    sent = 0
    for campaign, seats in groupby(due, key=lambda one: one[0]):
        wanted = [seat for _, seat, _ in seats]

        def work(run: Tick, campaign: str, now: datetime, wanted: list[str] = wanted) -> int:
            return _digest(run, campaign, wanted, now)

        sent += run.guarded(campaign, work) or 0
    return sent


def _digest(run: Tick, campaign: str, seats: list[str], now: datetime) -> int:
    with run.office.session() as session:
        work = Work(session, run.mailroom, load(session, campaign), now)
        for seat in seats:
            work.parcels.news(seat)
        return work.post()
