"""Times as letters say them, in three lengths."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Final

from pbem.dates import ENGLISH, format_moment

_STYLES: Final = {
    "when": ENGLISH,
    "day": replace(
        ENGLISH,
        pattern="{weekday} {day} {month}, {time} in {place}",
        pattern_utc="{weekday} {day} {month}, {time} UTC",
    ),
    "brief": replace(
        ENGLISH,
        pattern="{weekday} {day} {month} {time}",
        pattern_utc="{weekday} {day} {month} {time} UTC",
    ),
}


@lru_cache(maxsize=512)
def said(style: str, moment: datetime, zone: str) -> str:
    """`when`, `day` or `brief`. One deadline is told to many readers, to each several times."""
    return format_moment(moment, zone, _STYLES[style])
