"""Own tables of a campaign: kept with it, so that it plays by them for ever."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlmodel import Session, select

from engine.game import Game
from engine.state import OptionValue
from engine.tables import DATA, TableFaults
from pbem.referee.unfit import Unfit
from pbem.store.models import CampaignRow, TableRow


class TablesDiffer(Unfit):
    """The tables of a campaign are not those it was started with: it must not be played on."""

    def __init__(self, campaign: str, why: str, hint: str) -> None:
        super().__init__("tables-differ", f"Campaign {campaign} cannot be played: {why}", hint)


def keep_tables(session: Session, campaign: str, texts: Mapping[str, str]) -> None:
    """Store the text of a campaign's own tables."""
    for file, text in texts.items():
        session.add(TableRow(campaign=campaign, file=file, text=text))


def kept_tables(session: Session, campaign: str) -> dict[str, str]:
    """The text of a campaign's own tables by file name; empty where it plays by the game's."""
    rows = session.exec(
        select(TableRow).where(TableRow.campaign == campaign).order_by(TableRow.file)
    )
    return {row.file: row.text for row in rows}


def own_tables(options: Mapping[str, OptionValue]) -> bool:
    """Whether a campaign with these options has tables of its own."""
    return bool(options.get(DATA))


def shown_options(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options less the hash of own tables, which letters and sheets show by itself."""
    return {name: value for name, value in options.items() if name != DATA}


def require_tables(
    session: Session, row: CampaignRow, game: Game[Any], options: Mapping[str, OptionValue]
) -> None:
    """Make the game know the campaign's tables. Raises `TablesDiffer`.

    A campaign that is over may be looked at with other packaged tables.
    """
    if own_tables(options):
        if _found(session, row, game) != row.data_hash or options[DATA] != row.data_hash:
            raise TablesDiffer(
                row.id,
                "its own tables are not those it was started with.",
                f"Put back a copy of the database from before, then: pbem retry {row.id}",
            )
    elif row.data_hash != game.data_hash and row.status != "ended":
        raise TablesDiffer(
            row.id,
            f"this version of pbem has other tables of {game.id} than it was started with.",
            f"Install the version it was started with, then: pbem retry {row.id}",
        )


def _found(session: Session, row: CampaignRow, game: Game[Any]) -> str:
    """The hash of what is stored; empty: it cannot be read."""
    texts = kept_tables(session, row.id)
    try:
        return game.read_tables(texts) if texts and game.tables() else ""
    except TableFaults:
        return ""
