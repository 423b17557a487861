"""Every table of the office's database.

Times are UTC text `YYYY-MM-DDTHH:MM:SSZ` (see `pbem.clock.utc_text`): they sort as text, and the
idle look compares them with plain sqlite3. Columns called JSON hold compact JSON as text, written
by the engine's codec or by `json`. Foreign keys are checked at commit (deferred), so that rows of
one transaction may be added in any order.

A change here needs a new revision in `migrations/versions` and a higher `database.SCHEMA`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from sqlalchemy import ForeignKeyConstraint, Index, String, UniqueConstraint
from sqlalchemy.orm import configure_mappers
from sqlmodel import Field, SQLModel

Pace = Literal["turns", "rounds"]
CampaignStatus = Literal["setup", "running", "halted", "ended"]
SeatStatus = Literal["open", "waiting", "ready", "dropped"]
LetterSource = Literal["imap", "maildir", "pipe", "submit"]
LetterStatus = Literal["new", "accepted", "refused", "ignored", "held", "shunted"]
OrderOutcome = Literal["kept", "done", "refused", "ignored", "lapsed", "cancelled"]
OutboxKind = Literal["report", "receipt", "question", "reminder", "notice", "trial", "final", "gm"]
OutboxStatus = Literal["pending", "sending", "sent", "failed", "doubt"]


def _refers(columns: list[str], table: str, keys: list[str]) -> ForeignKeyConstraint:
    """A foreign key that is checked at commit: the ORM orders inserts by relationships only."""
    return ForeignKeyConstraint(
        columns,
        [f"{table}.{key}" for key in keys],
        name=f"fk_{table}_{'_'.join(columns)}",
        deferrable=True,
        initially="DEFERRED",
    )


def _of_campaign() -> ForeignKeyConstraint:
    return _refers(["campaign"], "campaign", ["id"])


def _of_seat() -> ForeignKeyConstraint:
    return _refers(["campaign", "seat"], "seat", ["campaign", "seat"])


# An arrival number or a Message-ID's serial is never given twice, even after rows are deleted.
_NUMBERS_ONCE = {"sqlite_autoincrement": True}


class OfficeRow(SQLModel, table=True):
    """Small facts of the office as a whole: brakes, the clock last seen, hints for the look."""

    __tablename__: ClassVar[Any] = "office"

    key: str = Field(primary_key=True, description="name, e.g. `next_due`, `mail_last_uid`")
    value: str = Field(description="text; its meaning belongs to the key")


class CampaignRow(SQLModel, table=True):
    """One campaign: what is played, how fast, where it stands."""

    __tablename__: ClassVar[Any] = "campaign"

    id: str = Field(primary_key=True, description="lower-case letters and digits, e.g. `st7`")
    game: str = Field(description="`space-freighter`, ...")
    variant: str = Field(default="", description="variant of the game, empty where it has none")
    options: str = Field(default="{}", description="JSON object: the game's options in force")
    pace: Pace = Field(default="turns", sa_type=String)
    status: CampaignStatus = Field(default="setup", sa_type=String, index=True)
    ruleset: str = Field(default="", description="id of the rules this campaign plays by")
    fixes: str = Field(default="[]", description="JSON list: named fixes the GM has adopted")
    seed: bytes = Field(description="32 secret bytes behind every roll; published at the end")
    commitment: str = Field(description="SHA-256 of the seed, hex; in every first report")
    data_hash: str = Field(default="", description="hash of the game's tables at the start")
    zone: str = Field(default="UTC", description="IANA zone of the campaign's deadlines")
    deadlines: str = Field(default="{}", description="JSON object: deadline settings by class")
    clock: str = Field(
        default="{}", description="JSON: deadline of the open turn, who was asked in the window"
    )
    state: str | None = Field(default=None, description="JSON: current state with its stack")
    state_hash: str = Field(default="", description="hash of `state`, hex")
    version: int = Field(default=0, description="+1 per committed step; guards against two writers")
    next_fact: int = Field(default=1, description="number the next fact gets")
    turn: int = Field(default=0, description="serial seat-turn from 1; 0 before the start")
    round: int = Field(default=0, description="laps from 1; 0 before the start")
    halted_reason: str = Field(default="", description="why it is halted, for people")
    halted_trace: str = Field(default="", description="traceback, for the GM")
    created_at: str = Field(description="UTC text")
    started_at: str | None = Field(default=None, description="UTC text")
    ended_at: str | None = Field(default=None, description="UTC text")


class TableRow(SQLModel, table=True):
    """A file of a campaign's own tables; a campaign without any plays by the game's."""

    __tablename__: ClassVar[Any] = "own_table"
    __table_args__ = (_of_campaign(),)

    campaign: str = Field(primary_key=True)
    file: str = Field(primary_key=True, description="e.g. `worlds.toml`")
    text: str = Field(description="TOML, as its owner typed it")


class SeatRow(SQLModel, table=True):
    """One seat of a campaign and the person in it."""

    __tablename__: ClassVar[Any] = "seat"
    __table_args__ = (_of_campaign(),)

    campaign: str = Field(primary_key=True)
    seat: str = Field(primary_key=True, description="`p1`..`p6`, clockwise")
    name: str = Field(default="", description="name at the table, unique in the campaign")
    address: str = Field(default="", description="where this seat's letters go, lower case")
    epoch: int = Field(default=1, description="part of the token; +1 makes old tokens void")
    status: SeatStatus = Field(default="open", sa_type=String)
    zone: str = Field(default="", description="IANA zone of the player; empty: the campaign's")
    settings: str = Field(default="{}", description="JSON: columns, text_only, digest, language")
    letters: int = Field(default=0, description="receipts given: the last letter's number")
    reported_fact: int = Field(default=0, description="last fact this seat was told of")
    first_report_id: str = Field(default="", description="Message-ID, head of References")
    last_report_id: str = Field(default="", description="Message-ID, for In-Reply-To")
    turn: int = Field(default=0, description="the seat's newest own turn; 0: none yet")
    plans: str = Field(default="[]", description="JSON: plans as lettered in its last reports")
    told: str = Field(default="[]", description="JSON: later facts that receipts told, [from, to]")


class AddressRow(SQLModel, table=True):
    """A registered address of a seat; a seat may write from several."""

    __tablename__: ClassVar[Any] = "address"
    __table_args__ = (_of_seat(),)

    campaign: str = Field(primary_key=True)
    seat: str = Field(primary_key=True)
    address: str = Field(primary_key=True, index=True, description="lower case")


class FactRow(SQLModel, table=True):
    """What happened, in the past tense; never changed, never deleted."""

    __tablename__: ClassVar[Any] = "fact"
    __table_args__ = (_of_campaign(), Index("ix_fact_turn", "campaign", "turn"))

    campaign: str = Field(primary_key=True)
    n: int = Field(primary_key=True, description="from 1, without gaps")
    turn: int = Field(description="turn open when it happened")
    kind: str
    v: int = Field(default=1, description="version of the stored shape")
    fields: str = Field(description="JSON object")
    audience: str = Field(description='JSON: "all", "none" or a list of seats')
    via: str = Field(default="", description="source of an answer: letter, plan, default, GM ...")


class SnapshotRow(SQLModel, table=True):
    """The state after a settled turn: speed, repair, proof."""

    __tablename__: ClassVar[Any] = "snapshot"
    __table_args__ = (_of_campaign(),)

    campaign: str = Field(primary_key=True)
    n: int = Field(primary_key=True, description="number of the fact it stands after")
    turn: int
    state: str = Field(description="JSON")
    hash: str = Field(description="hash of `state`, hex")


class PendingRow(SQLModel, table=True):
    """A decision that is waited for, and until when."""

    __tablename__: ClassVar[Any] = "pending"
    __table_args__ = (_of_seat(),)

    campaign: str = Field(primary_key=True)
    decision: str = Field(primary_key=True, description="the engine's decision id")
    seat: str
    kind: str = Field(description="decision kind")
    window: int = Field(default=0, description="the number players see: 41 for `w41`")
    deadline_class: str = Field(description="TURN, WINDOW, ...")
    sealed: bool = Field(default=False)
    about: str = Field(default="null", description="JSON: public facts it is about")
    asked_at: str = Field(description="UTC text")
    deadline_local: str | None = Field(default=None, description="YYYY-MM-DDTHH:MM, wall clock")
    deadline_zone: str | None = Field(default=None, description="IANA zone of that wall clock")
    deadline_utc: str | None = Field(default=None, index=True, description="UTC text")
    asked_letter: int | None = Field(default=None, description="outbox id of the question")
    remind_at: str | None = Field(default=None, index=True, description="UTC text: next reminder")


class DeskRow(SQLModel, table=True):
    """Answers, plans and standing orders on file for one campaign."""

    __tablename__: ClassVar[Any] = "desk"
    __table_args__ = (_of_campaign(),)

    campaign: str = Field(primary_key=True)
    body: str = Field(description="JSON as the engine's codec writes the desk")
    version: int = Field(default=0, description="+1 per write")


class UndoRow(SQLModel, table=True):
    """What a seat had on file before its last letter, for CANCEL."""

    __tablename__: ClassVar[Any] = "undo"
    __table_args__ = (_of_seat(), _refers(["letter"], "letter", ["id"]))

    campaign: str = Field(primary_key=True)
    seat: str = Field(primary_key=True)
    letter: int
    fact: int = Field(description="the last fact before it; a later one of the seat ends it")
    body: str = Field(description="JSON: the seat's part of the desk")


class LetterRow(SQLModel, table=True):
    """A letter that came in: stored raw before anything reads it; exactly one outcome."""

    __tablename__: ClassVar[Any] = "letter"
    __table_args__ = (
        _of_campaign(),
        UniqueConstraint("account", "folder", "uidvalidity", "uid", name="uq_letter_uid"),
        UniqueConstraint("account", "folder", "name", name="uq_letter_name"),
        Index("ix_letter_seat", "campaign", "seat", "receipt"),
        _NUMBERS_ONCE,
    )

    id: int | None = Field(default=None, primary_key=True, description="arrival number")
    source: LetterSource = Field(sa_type=String)
    account: str = Field(default="", description="mail account or Maildir it was read from")
    folder: str = Field(default="")
    uidvalidity: int | None = Field(default=None, description="IMAP only")
    uid: int | None = Field(default=None, description="IMAP only")
    name: str | None = Field(default=None, description="Maildir only: the file's unique name")
    message_id: str = Field(default="", index=True)
    sha256: str = Field(index=True, description="hex, over the size and the stored part")
    size: int = Field(description="bytes of the whole letter, also where less is stored")
    received_at: str = Field(description="UTC text: our server's time, decides deadlines")
    arrived_at: str = Field(description="UTC text: stored here")
    truncated: bool = Field(default=False, description="only the first 64 KiB are stored")
    raw: bytes = Field(description="as received")
    sender: str = Field(default="", description="the one strict From address, lower case")
    status: LetterStatus = Field(default="new", sa_type=String, index=True)
    reason: str = Field(default="", description="code of the outcome")
    detail: str = Field(default="", description="for the GM; traceback of a shunted letter")
    campaign: str | None = Field(default=None)
    seat: str | None = Field(default=None)
    receipt: int | None = Field(default=None, description="number of the letter for its seat")
    settled_at: str | None = Field(default=None, description="UTC text")
    turn: int | None = Field(default=None, description="turn open when it was written, if known")


class OrderedRow(SQLModel, table=True):
    """One line of orders and what became of it."""

    __tablename__: ClassVar[Any] = "ordered"
    __table_args__ = (_of_seat(), _refers(["letter"], "letter", ["id"]))

    campaign: str = Field(primary_key=True)
    n: int = Field(primary_key=True, description="from 1 in the campaign")
    seat: str
    letter: int = Field(index=True)
    line_no: int = Field(description="line in the letter, from 1")
    text: str
    outcome: OrderOutcome = Field(sa_type=String)
    reason: str = Field(default="", description="code, where it was not done or kept")
    facts: str = Field(default="[]", description="JSON list of fact numbers it led to")


class OutboxRow(SQLModel, table=True):
    """A letter of ours: frozen bytes, one Message-ID, and how far it got."""

    __tablename__: ClassVar[Any] = "outbox"
    __table_args__ = (
        _of_campaign(),
        _refers(["reply_to_letter"], "letter", ["id"]),
        Index("ix_outbox_due", "status", "next_at"),
        Index("ix_outbox_seat", "campaign", "seat"),
        _NUMBERS_ONCE,
    )

    id: int | None = Field(default=None, primary_key=True)
    campaign: str | None = Field(default=None)
    seat: str | None = Field(default=None)
    address: str = Field(description="the one recipient")
    kind: OutboxKind = Field(sa_type=String)
    message_id: str = Field(unique=True, description="at most 60 characters, with brackets")
    raw: bytes = Field(description="the letter as it goes out")
    status: OutboxStatus = Field(default="pending", sa_type=String)
    attempts: int = Field(default=0)
    doubts: int = Field(default=0, description="times it may have been taken without our knowing")
    next_at: str = Field(description="UTC text: not before")
    claimed_at: str | None = Field(default=None, description="UTC text: when SMTP began")
    sent_at: str | None = Field(default=None, description="UTC text: when the server took it")
    last_error: str = Field(default="", description="the server's words")
    code: int | None = Field(default=None, description="SMTP code of the last answer")
    created_at: str = Field(description="UTC text")
    reply_to_letter: int | None = Field(default=None, description="letter it answers")
    turn: int | None = Field(default=None, description="turn that was open when it was written")


class NoticeRow(SQLModel, table=True):
    """A mark that something was told once, e.g. `remind:st7:w41:p2`; set with the letter."""

    __tablename__: ClassVar[Any] = "notice"

    key: str = Field(primary_key=True)
    at: str = Field(description="UTC text")


class AnsweredRow(SQLModel, table=True):
    """An answer sent to an address, for the hourly and daily limit."""

    __tablename__: ClassVar[Any] = "answered"
    __table_args__ = (Index("ix_answered_address", "address", "at"),)

    id: int | None = Field(default=None, primary_key=True)
    address: str = Field(description="lower case")
    at: str = Field(description="UTC text")
    kind: str = Field(description="`receipt`, or the code of an error answer")


class ExpiryRow(SQLModel, table=True):
    """The moment an open offer ends (UNTIL), as the wall clock it was given in."""

    __tablename__: ClassVar[Any] = "expiry"
    __table_args__ = (_of_campaign(),)

    campaign: str = Field(primary_key=True)
    offer: str = Field(primary_key=True, description="the engine's offer id")
    local: str = Field(description="YYYY-MM-DDTHH:MM, wall clock")
    zone: str = Field(description="IANA zone of that wall clock")
    utc: str = Field(index=True, description="UTC text")


class RunRow(SQLModel, table=True):
    """One full run that did something."""

    __tablename__: ClassVar[Any] = "run"

    id: int | None = Field(default=None, primary_key=True)
    started_at: str = Field(description="UTC text")
    ended_at: str | None = Field(default=None, description="UTC text; null: it was killed")
    pid: int
    summary: str = Field(default="{}", description="JSON: counts by step")


# With the import, as all else that a process needs: not within the first question to the database.
configure_mappers()
