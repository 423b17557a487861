"""A campaign as the referee works on it: its rows, its game, its state and its desk."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlmodel import Session, col, select

from engine.codec import Codec
from engine.desk import Desk, desk_json, read_desk
from engine.dice import KeyedDice
from engine.game import Game
from engine.lexicon import Lexicon, seat_names
from engine.state import OptionValue, State
from games import game_named
from pbem.errors import PbemError, UsageFault
from pbem.store.models import CampaignRow, DeskRow, SeatRow


@dataclass
class Seated:
    """One campaign, loaded for a transaction. ``state`` is ``None`` before the start."""

    row: CampaignRow
    seats: dict[str, SeatRow]
    game: Game[Any]
    codec: Codec[Any]
    desk: Desk
    desk_row: DeskRow | None
    state: Any = None
    new_facts: list[int] = field(default_factory=list)
    """Numbers of the facts written in this transaction."""

    @property
    def id(self) -> str:
        """The campaign's id."""
        return self.row.id

    @cached_property
    def options(self) -> dict[str, OptionValue]:
        """The game's options in force."""
        loaded: dict[str, OptionValue] = json.loads(self.row.options)
        return loaded

    @cached_property
    def dice(self) -> KeyedDice:
        """The campaign's dice."""
        return KeyedDice(self.row.seed)

    @property
    def names(self) -> dict[str, str]:
        """Each seat's name at the table."""
        return {seat: row.name or seat for seat, row in self.seats.items()}

    def lexicon(self) -> Lexicon:
        """The words players may use now."""
        return self.lexicon_of(self.state)

    def lexicon_of(self, view: Any) -> Lexicon:
        """The words of a view; before the start those of the players' names alone."""
        if view is None:
            return Lexicon({"seat": seat_names(self.seats, self.names)})
        return self.game.lexicon(view, self.names)

    @property
    def open_turn(self) -> int:
        """The turn that letters written now carry: the open one, or the next between rounds."""
        state: State = self.state
        return state.turn if state.active else state.turn + 1

    def zone(self, seat: str) -> str:
        """The zone of a seat's times: its own, else the campaign's."""
        return self.seats[seat].zone or self.row.zone

    def view(self, seat: str) -> Any:
        """The state as this seat may see it."""
        return self.game.hide(self.state, seat)


def game_of(row: CampaignRow) -> Game[Any]:
    """The campaign's game; ``PbemError`` when this installation does not have it."""
    game = game_named(row.game)
    if game is None:
        raise PbemError(
            "game-missing",
            f"Campaign {row.id} plays {row.game}, which this installation does not have.",
            "Install the version of pbem that it was started with, or a newer one.",
        )
    return game


def campaign_row(session: Session, campaign: str) -> CampaignRow:
    """The row; ``UsageFault`` when there is no such campaign."""
    row = session.get(CampaignRow, campaign)
    if row is None:
        known = session.exec(select(CampaignRow.id).order_by(CampaignRow.id)).all()
        raise UsageFault(
            "no-campaign",
            f"There is no campaign '{campaign}' in this office.",
            f"It has: {', '.join(known)}." if known else "It has none yet: pbem new makes one.",
        )
    return row


def seat_rows(session: Session, campaign: str) -> dict[str, SeatRow]:
    """The seats of a campaign by id, clockwise."""
    rows = session.exec(
        select(SeatRow).where(SeatRow.campaign == campaign).order_by(col(SeatRow.seat))
    ).all()
    return {row.seat: row for row in rows}


def load(session: Session, campaign: str) -> Seated:
    """Load a campaign with its state and desk.

    ``UsageFault`` when there is no such campaign, ``engine.codec.UnknownShape`` when its state
    was written by a newer version.
    """
    row = campaign_row(session, campaign)
    game = game_of(row)
    codec: Codec[Any] = Codec(game)
    desk_row = session.get(DeskRow, campaign)
    return Seated(
        row=row,
        seats=seat_rows(session, campaign),
        game=game,
        codec=codec,
        desk=read_desk(desk_row.body) if desk_row else Desk(),
        desk_row=desk_row,
        state=codec.read_state(row.state) if row.state else None,
    )


def save_desk(session: Session, seated: Seated) -> None:
    """Write the desk if it changed."""
    body = desk_json(seated.desk).decode()
    row = seated.desk_row
    if row is None:
        row = seated.desk_row = DeskRow(campaign=seated.id, body=body)
    elif row.body == body:
        return
    row.body = body
    row.version += 1
    session.add(row)
