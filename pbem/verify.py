"""Proof that a campaign is what it says: every fact folds, every hash is right, every roll true.

`verify_text` checks a file and needs no database; `verify_campaign` does the same over the
database, and holds its snapshots against the facts. The first fact that differs is named
(test_report_86).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlmodel import Session, select

from engine.codec import Codec, UnknownShape
from engine.dice import SCHEME, KeyedDice, commitment
from engine.fact import Fact, Rolled, TurnBegan
from engine.game import Game
from engine.state import State
from engine.tables import DATA, TableFaults
from games import game_named
from pbem.errors import UsageFault
from pbem.export import (
    OFFICE_FORMAT,
    Export,
    export_campaign,
    shown_audience,
)
from pbem.referee.seated import campaign_row
from pbem.referee.tables import TablesDiffer
from pbem.referee.unfit import UNFIT
from pbem.resources import packaged
from pbem.schema import faults
from pbem.store.models import CampaignRow, SnapshotRow

Progress = Callable[[str, int, int], None]

SHOWN: Final = 5
"""Faults of form that are listed of one file."""

After = Callable[[int, Any], str | None]
"""What is wrong with the state after the fact of this number, as far as something is kept of it."""


@dataclass(frozen=True)
class Fault:
    """What is wrong. `n`: the first fact that differs; None: it is about the whole."""

    n: int | None
    message: str

    def __str__(self) -> str:
        """`fact 57: ...`"""
        return f"fact {self.n}: {self.message}" if self.n is not None else self.message


@dataclass
class Verified:
    """What was checked of one campaign, and what is wrong."""

    campaign: str
    facts: int = 0
    rolls: int = 0
    hashes: int = 0
    seed: bool = False
    """Whether the seed was there, so that every roll was made again."""
    faults: list[Fault] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def verify_text(text: str, progress: Progress | None = None) -> list[Verified]:
    """Check the content of a file. Raises `UsageFault` `not-an-export` where it is none.

    Faults of form are told as faults too; a file with any is not looked into further.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise UsageFault(
            "not-an-export", f"This is not JSON: {error}.", "pbem export writes such files."
        ) from None
    if not isinstance(data, dict) or "format" not in data:
        told = "this is JSON, but no exported campaign, which says its format; see pbem export"
        return [Verified("", faults=[Fault(None, told)])]
    schema = json.loads(packaged("export.schema.json").read_text(encoding="utf-8"))
    wrong = list(faults(data, schema))
    if wrong:
        more = len(wrong) - SHOWN
        lines = [*wrong[:SHOWN], *([f"and {more} more"] if more > 0 else [])]
        name = data.get("campaign", {})
        shown = str(name.get("id", "")) if isinstance(name, dict) else ""
        return [Verified(shown, faults=[Fault(None, line) for line in lines])]
    parts = data["campaigns"] if data["format"] == OFFICE_FORMAT else [data]
    return [verify_export(part, progress=progress) for part in parts]


def verify_export(
    data: Export, *, seed: bytes | None = None, progress: Progress | None = None
) -> Verified:
    """Check one campaign's export, whose form is right. `seed`: where the file keeps it back."""
    found, game, seed = _opened(data, seed)
    trail: list[str] = data["hashes"]["facts"]
    if game is None:
        return found
    if len(trail) != len(data["facts"]):
        told = f"there are {len(trail)} hashes for {len(data['facts'])} facts"
        found.faults.append(Fault(None, told))
        return found
    codec: Codec[Any] = Codec(game)
    names = _hashed_names(data, codec)

    def after(n: int, state: Any) -> str | None:
        found.hashes += 1
        good = codec.digest(state, names).startswith(trail[n - 1])
        return None if good else "the state after it is not the one whose hash is kept"

    _Folding(found, data, game, seed, after).run(progress or _silent)
    return found


def verify_campaign(session: Session, campaign: str, progress: Progress | None = None) -> Verified:
    """Check a campaign of the database; the seed is there, whether or not it is over.

    Raises `UsageFault` when there is no such campaign, and `PbemError` for a game that is missing.
    """
    row = campaign_row(session, campaign)
    try:
        data = export_campaign(session, campaign, trail=False)
    except TablesDiffer as error:
        return Verified(row.id, seed=True, faults=[Fault(None, error.message)])
    except UnknownShape as error:
        told = f"its record cannot be read: {error}"
        return Verified(row.id, seed=True, faults=[Fault(None, told)])
    found, game, seed = _opened(data, row.seed)
    if game is not None:
        after = _Snapshots(session, row, Codec(game), found)
        _Folding(found, data, game, seed, after).run(progress or _silent)
        if found.good and row.state is not None:
            found.faults += _current(row)
    return found


def hold(session: Session, campaign: str, found: Verified) -> bool:
    """Halt a running campaign whose record differs; whether that was needed."""
    row = campaign_row(session, campaign)
    if found.good or row.status != "running":
        return False
    row.status = "halted"
    row.halted_reason = f"pbem verify: {found.faults[0]}"
    row.halted_trace = "\n".join(map(str, found.faults))
    session.add(row)
    return True


def _silent(step: str, done: int, of: int) -> None:
    """No progress."""


def _opened(data: Export, seed: bytes | None) -> tuple[Verified, Game[Any] | None, bytes | None]:
    """The record's heads checked; its game, and the seed where there is one."""
    found = Verified(data["campaign"]["id"])
    if seed is None and data["dice"]["seed"]:
        seed = bytes.fromhex(data["dice"]["seed"])
    found.seed = seed is not None
    name = data["campaign"]["game"]
    game = game_named(name)
    if game is None:
        found.faults.append(Fault(None, f"this installation does not have the game {name}"))
    else:
        wrong = list(_tables(data, game))
        found.faults += [*_heads(data, game, seed), *wrong]
        # By other tables the facts would mean something else.
        game = None if wrong else game
    return found, game, seed


def _tables(data: Export, game: Game[Any]) -> Iterator[Fault]:
    """What is wrong with the tables it was played by; own ones become known to the game."""
    campaign, texts = data["campaign"], data.get("tables")
    own = campaign["options"].get(DATA, "")
    if not texts:
        if own:
            yield Fault(None, "it was played with own tables, which are not in the file")
        elif campaign["data_hash"] != game.data_hash:
            yield Fault(None, f"it was played with other tables of {game.id} than are installed")
        return
    if not game.tables():
        yield Fault(None, f"it holds own tables, but those of {game.id} cannot be replaced")
        return
    try:
        found = game.read_tables(texts)
    except TableFaults as error:
        yield Fault(None, f"its own tables cannot be used: {error.args[0]}")
        return
    if not found == own == campaign["data_hash"]:
        yield Fault(None, "its own tables are not those whose hash is kept")


def _heads(data: Export, game: Game[Any], seed: bytes | None) -> Iterator[Fault]:
    """What can be wrong before the first fact."""
    campaign, dice = data["campaign"], data["dice"]
    if campaign["variant"] not in game.variants:
        yield Fault(None, f"{game.id} has no variant '{campaign['variant']}'")
    if dice["scheme"] != SCHEME:
        yield Fault(None, f"its dice follow another scheme: {dice['scheme']}")
    codec: Codec[Any] = Codec(game)
    if data["facts"] and not set(codec.first_names) <= set(_hashed_names(data, codec)):
        yield Fault(None, "its hashes leave out fields of the state")
    if not set(_hashed_names(data, codec)) <= set(codec.names):
        yield Fault(None, "its hashes are of fields of the state that this version does not have")
    if seed is not None and commitment(seed) != dice["commitment"]:
        yield Fault(None, "the seed is not the one that was committed to before the first draw")


def _hashed_names(data: Export, codec: Codec[Any]) -> Sequence[str]:
    """The fields that its hashes are made of."""
    names: Sequence[str] = data["hashes"].get("fields") or codec.first_names
    return names


class _Folding:
    """Folding the facts of one export, each checked before it is applied."""

    def __init__(
        self, found: Verified, data: Export, game: Game[Any], seed: bytes | None, after: After
    ) -> None:
        self.found = found
        self.data = data
        self.after = after
        self.codec: Codec[Any] = Codec(game)
        self.dice = KeyedDice(seed) if seed is not None else None
        seats = tuple(seat["seat"] for seat in data["seats"])
        campaign = data["campaign"]
        self.state: Any = game.begin(campaign["variant"], seats, campaign["options"])

    def run(self, progress: Progress) -> None:
        """Fold up to the first fact that differs, or to the end."""
        facts = self.data["facts"]
        for at, row in enumerate(facts):
            fault = self._fault_of(at + 1, row)
            if fault is not None:
                self.found.faults.append(Fault(at + 1, f"{row['kind']}: {fault}"))
                return
            self.found.facts += 1
            if not at % 256:
                progress(f"verify {self.found.campaign}", at, len(facts))
        progress(f"verify {self.found.campaign}", len(facts), len(facts))
        self._end(self.data["hashes"]["state"])

    def _end(self, stored: str) -> None:
        if not stored and not self.found.facts:
            return
        self.found.hashes += 1
        if self.codec.digest(self.state, _hashed_names(self.data, self.codec)) != stored:
            message = "the state after it is not the one whose hash is kept"
            self.found.faults.append(Fault(self.found.facts, message))

    def _fault_of(self, n: int, row: Mapping[str, Any]) -> str | None:
        """What is wrong with a fact; else it is applied."""
        if row["n"] != n:
            return f"it is numbered {row['n']} in the place of {n}"
        try:
            fact = self.codec.read_fact(row["kind"], row["v"], row["fields"])
            wrong = self._roll(fact) or self._surroundings(fact, row)
            self.state = fact.apply(self.state)
            return wrong or self.after(n, self.state)
        except UnknownShape as error:
            return f"it cannot be read: {error}"
        except UNFIT as error:
            return f"it does not fit the state before it: {type(error).__name__} {error}"

    def _roll(self, fact: Fact) -> str | None:
        """What is wrong with a draw."""
        if not isinstance(fact, Rolled):
            return None
        used = self.state.uses.get(fact.purpose, 0)
        if fact.use != used:
            return f"it is use {fact.use} of '{fact.purpose}', but use {used} is next"
        if not 0 <= fact.result < fact.n:
            return f"{fact.result} is no draw from {fact.n}"
        if self.dice is not None:
            self.found.rolls += 1
            true = self.dice.throw(fact.purpose, fact.use, fact.n)
            if true != fact.result:
                return (
                    f"the seed gives {true} of {fact.n} for {fact.purpose}#{fact.use},"
                    f" not {fact.result}"
                )
        return None

    def _surroundings(self, fact: Fact, row: Mapping[str, Any]) -> str | None:
        """What is wrong with a fact's turn and audience."""
        turn = fact.turn if isinstance(fact, TurnBegan) else self.state.turn
        if row["turn"] != turn:
            return f"it is filed under turn {row['turn']}, but turn {turn} is open"
        audience = shown_audience(None if fact.public else fact.seen_by(self.state))
        if row["audience"] != audience:
            return f"it was told to {_people(row['audience'])}, not to {_people(audience)}"
        return None


def _people(audience: str | list[str]) -> str:
    return audience if isinstance(audience, str) else ", ".join(audience)


def _current(row: CampaignRow) -> Iterator[Fault]:
    """What is wrong with the state that play goes on from."""
    if Codec.digest_of((row.state or "").encode()) != row.state_hash:
        yield Fault(row.next_fact - 1, "the stored state is not the one whose hash is stored")


class _Snapshots:
    """Holds the folded states against those that were stored at the end of each turn."""

    def __init__(
        self, session: Session, row: CampaignRow, codec: Codec[Any], found: Verified
    ) -> None:
        self.codec = codec
        self.found = found
        rows = session.exec(select(SnapshotRow).where(SnapshotRow.campaign == row.id))
        self.rows = {snapshot.n: snapshot for snapshot in rows}
        self.good = 0

    def __call__(self, n: int, state: Any) -> str | None:
        """What is wrong with the state after this fact, if one was stored there."""
        row = self.rows.get(n)
        if row is None:
            return None
        self.found.hashes += 1
        if Codec.digest_of(row.state.encode()) != row.hash:
            return "the snapshot after it is not the one whose hash is stored"
        stored = self.codec.read_state(row.state)
        parts = _differences(state, stored, self.codec.names_in(row.state))
        if parts:
            return (
                f"the facts {self.good + 1} to {n} lead to another state than was stored then:"
                f" {', '.join(parts)} differ"
            )
        self.good = n
        return None


def _differences(folded: State, stored: State, names: Iterable[str]) -> list[str]:
    """Those of the named parts of the state that are not the same."""
    parts = [name for name in names if name in stored.__struct_fields__]
    return [name for name in parts if getattr(folded, name) != getattr(stored, name)]
