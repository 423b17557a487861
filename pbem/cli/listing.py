"""What `pbem inbox` and `pbem outbox` share: which letters are meant, and finding them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from pbem.errors import UsageFault

if TYPE_CHECKING:
    from sqlmodel import Session

    from pbem.store.models import LetterRow, OutboxRow

Row = TypeVar("Row", "LetterRow", "OutboxRow")

WordsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="list | show N", help="The newest letters, or one whole."),
]
CampaignOption = Annotated[
    str, typer.Option("--campaign", metavar="CAMPAIGN", help="Only its letters.")
]
LimitOption = Annotated[int, typer.Option("--limit", help="How many.")]


def number_of(words: list[str]) -> int:
    """The number in `show 12` or `12`; 0 for `list` or nothing. Raises `UsageFault`."""
    match words:
        case [] | ["list"]:
            return 0
        case ["show", text] | [text] if text.isdecimal() and int(text):
            return int(text)
    raise UsageFault(
        "which-letter", f"'{' '.join(words)}' names no letter.", "Write list, show 12, or just 12."
    )


def statuses(text: str, allowed: Sequence[str]) -> list[str]:
    """`held,shunted` as a list. Raises `UsageFault` for a word that is not among ``allowed``."""
    from pbem.near import did_you_mean

    chosen = [word.strip() for word in text.split(",") if word.strip()]
    for word in chosen:
        if word not in allowed:
            raise UsageFault(
                "no-status", f"No letter is '{word}'.", did_you_mean(word, allowed, "")
            )
    return chosen


def newest(
    session: Session, table: type[Row], chosen: list[str], campaign: str, limit: int
) -> list[Row]:
    """The newest rows first: of these statuses and this campaign, where any are named."""
    from sqlmodel import col, select

    statement = select(table).order_by(col(table.id).desc()).limit(max(limit, 1))
    if chosen:
        statement = statement.where(col(table.status).in_(chosen))
    if campaign:
        statement = statement.where(table.campaign == campaign)
    return list(session.exec(statement))
