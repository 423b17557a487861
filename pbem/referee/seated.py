"""A campaign as the referee works on it: its rows, its game, its state and its desk."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeVar

from sqlmodel import Session, col, select

from engine.advance import pending
from engine.codec import Codec
from engine.decision import Decision
from engine.dice import KeyedDice
from engine.fact import Told
from engine.filing import Desk, desk_json, read_desk
from engine.game import Game
from engine.lexicon import Lexicon, seat_names
from engine.replay import fold
from engine.state import OptionValue, State, change
from games import game_named
from pbem.errors import PbemError, UsageFault
from pbem.referee.tables import require_tables
from pbem.referee.unfit import UNFIT, require_state
from pbem.store.models import CampaignRow, FactRow, PendingRow, SeatRow
from pbem.store.plain import first, objects, plain

T = TypeVar("T")

_CAMPAIGN: Final = "SELECT * FROM campaign WHERE id = :campaign"
_SEATS: Final = "SELECT * FROM seat WHERE campaign = :campaign ORDER BY seat"
_DESK: Final = "SELECT body FROM desk WHERE campaign = :campaign"
_KEEP_DESK: Final = (
    "INSERT INTO desk (campaign, body, version) VALUES (:campaign, :body, 1)"
    " ON CONFLICT (campaign) DO UPDATE SET body = excluded.body, version = version + 1"
)


@dataclass
class Seated:
    """One campaign, loaded for a transaction. ``state`` is ``None`` before the start."""

    row: CampaignRow
    seats: dict[str, SeatRow]
    game: Game[Any]
    codec: Codec[Any]
    desk: Desk
    desk_body: str | None
    """The desk as it is stored; ``None``: it is not."""
    state: Any = None
    new_facts: list[tuple[int, int, Told]] = field(default_factory=list)
    """The facts written in this transaction, with their numbers and turns."""
    waiting: list[PendingRow] | None = None
    """What is waited for, once it was read (``waiting_rows``)."""
    guarded: bool = False
    """The row was compared with the stored one, whose write lock this transaction holds."""
    next_ordered: int = 0
    """Number of the next row of orders, once it was read."""
    _made: dict[tuple[str, str], Any] = field(default_factory=dict)
    _made_of: Any = None

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

    def _once(self, what: str, seat: str, make: Callable[[], T]) -> T:
        """What was made of the present state, or is made now."""
        if self._made_of is not self.state:
            self._made, self._made_of = {}, self.state
        key = (what, seat)
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def lexicon(self, seat: str) -> Lexicon:
        """The words of this seat's view; before the start those of the players' names alone."""
        return self._once("lexicon", seat, lambda: self._lexicon(seat))

    def _lexicon(self, seat: str) -> Lexicon:
        if self.state is None:
            return Lexicon({"seat": seat_names(self.seats, self.names)})
        return self.game.lexicon(self.view(seat), self.names)

    def renamed(self) -> None:
        """A player's name changed: words that were made with the old one are made again."""
        self._made = {}

    @property
    def asked(self) -> tuple[Decision, ...]:
        """What is waited for now; of a halted campaign, whose rules may raise, nothing."""
        if self.state is None or self.row.status == "halted":
            return ()
        return self._once("asked", "", lambda: pending(self.state))

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
        return self._once("view", seat, lambda: self.game.hide(self.state, seat))


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
    found = objects(session, CampaignRow, _CAMPAIGN, {"campaign": campaign})
    if not found:
        known = session.exec(select(CampaignRow.id).order_by(CampaignRow.id)).all()
        raise UsageFault(
            "no-campaign",
            f"There is no campaign '{campaign}' in this office.",
            f"It has: {', '.join(known)}." if known else "It has none yet: pbem new makes one.",
        )
    return found[0]


def seat_rows(session: Session, campaign: str) -> dict[str, SeatRow]:
    """The seats of a campaign by id, clockwise."""
    rows = objects(session, SeatRow, _SEATS, {"campaign": campaign})
    return {row.seat: row for row in rows}


def load(session: Session, campaign: str, *, looking: bool = False) -> Seated:
    """Load a campaign with its state and desk; ``looking``: only to look at what is stored.

    ``UsageFault`` when there is no such campaign, ``engine.codec.UnknownShape`` when its state
    was written by a newer version, ``Unfit`` when its tables are not those it began with, or the
    state of one that runs is not the one that was stored.
    """
    row = campaign_row(session, campaign)
    if row.status == "running" and not looking:
        require_state(row)
    game = game_of(row)
    codec: Codec[Any] = Codec(game)
    desk_body = first(session, _DESK, {"campaign": campaign})
    state = codec.read_state(row.state) if row.state else None
    seated = Seated(
        row=row,
        seats=seat_rows(session, campaign),
        game=game,
        codec=codec,
        desk=read_desk(desk_body) if desk_body else Desk(),
        desk_body=desk_body,
        state=state,
    )
    require_tables(session, row, game, seated.options)
    if state is not None and not looking:
        lacking = codec.later_than(row.state or "")
        if lacking:
            seated.state = _caught_up(session, seated, lacking)
    return seated


def _caught_up(session: Session, seated: Seated, names: Sequence[str]) -> Any:
    """The state that an older version stored, with these fields, which it did not have, as the
    facts lead to them: as in the state that `pbem verify` folds. Where the facts do not fit each
    other, which `pbem verify` tells, the campaign is still played on, with their defaults.
    """
    row, codec = seated.row, seated.codec
    told = session.exec(
        select(FactRow).where(FactRow.campaign == row.id).order_by(col(FactRow.n))
    ).all()
    state = seated.game.begin(row.variant, tuple(seated.seats), seated.options)
    try:
        state = fold(state, (codec.read_fact(f.kind, f.v, json.loads(f.fields)) for f in told))
    except UNFIT:
        return seated.state
    return change(seated.state, **{name: getattr(state, name) for name in names})


def save_desk(session: Session, seated: Seated) -> None:
    """Write the desk if it changed."""
    body = desk_json(seated.desk).decode()
    if body != seated.desk_body:
        plain(session, _KEEP_DESK, {"campaign": seated.id, "body": body})
        seated.desk_body = body
