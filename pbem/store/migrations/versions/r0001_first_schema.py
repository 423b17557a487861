"""The first schema.

Revision ID: 0001
Revises: nothing
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table. A revision is a record: it is not changed once released."""
    _make_office()
    _make_campaigns()
    _make_course()
    _make_post()


def _make_office() -> None:
    """Tables of the office as a whole and its runs."""
    op.create_table(
        "office",
        _text("key"),
        _text("value"),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "run",
        _number("id"),
        _text("started_at"),
        _text("ended_at", null=True),
        _number("pid"),
        _text("summary"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "notice",
        _text("key"),
        _text("at"),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "answered",
        _number("id"),
        _text("address"),
        _text("at"),
        _text("kind"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_answered_address", "answered", ["address", "at"])


def _make_campaigns() -> None:
    """Tables of campaigns and the people in them."""
    op.create_table(
        "campaign",
        _text("id"),
        _text("game"),
        _text("variant"),
        _text("options"),
        _text("pace"),
        _text("status"),
        _text("ruleset"),
        _text("fixes"),
        _raw("seed"),
        _text("commitment"),
        _text("data_hash"),
        _text("zone"),
        _text("deadlines"),
        _text("state", null=True),
        _text("state_hash"),
        _number("version"),
        _number("next_fact"),
        _number("turn"),
        _number("round"),
        _text("halted_reason"),
        _text("halted_trace"),
        _text("created_at"),
        _text("started_at", null=True),
        _text("ended_at", null=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_campaign_status", "campaign", ["status"])
    op.create_table(
        "seat",
        _text("campaign"),
        _text("seat"),
        _text("name"),
        _text("address"),
        _number("epoch"),
        _text("status"),
        _text("zone"),
        _text("settings"),
        _number("letters"),
        _number("reported_fact"),
        _text("first_report_id"),
        _text("last_report_id"),
        _number("turn"),
        _text("plans"),
        _text("told"),
        _refers(["campaign"], "campaign", ["id"]),
        sa.PrimaryKeyConstraint("campaign", "seat"),
    )
    op.create_table(
        "own_table",
        _text("campaign"),
        _text("file"),
        _text("text"),
        _refers(["campaign"], "campaign", ["id"]),
        sa.PrimaryKeyConstraint("campaign", "file"),
    )
    op.create_table(
        "address",
        _text("campaign"),
        _text("seat"),
        _text("address"),
        _refers(["campaign", "seat"], "seat", ["campaign", "seat"]),
        sa.PrimaryKeyConstraint("campaign", "seat", "address"),
    )
    op.create_index("ix_address_address", "address", ["address"])


def _make_course() -> None:
    """Tables of what happened in a campaign and what it waits for."""
    op.create_table(
        "fact",
        _text("campaign"),
        _number("n"),
        _number("turn"),
        _text("kind"),
        _number("v"),
        _text("fields"),
        _text("audience"),
        _text("via"),
        _refers(["campaign"], "campaign", ["id"]),
        sa.PrimaryKeyConstraint("campaign", "n"),
    )
    op.create_index("ix_fact_turn", "fact", ["campaign", "turn"])
    op.create_table(
        "snapshot",
        _text("campaign"),
        _number("n"),
        _number("turn"),
        _text("state"),
        _text("hash"),
        _refers(["campaign"], "campaign", ["id"]),
        sa.PrimaryKeyConstraint("campaign", "n"),
    )
    op.create_table(
        "pending",
        _text("campaign"),
        _text("decision"),
        _text("seat"),
        _text("kind"),
        _number("window"),
        _text("deadline_class"),
        _flag("sealed"),
        _text("about"),
        _text("asked_at"),
        _text("deadline_local", null=True),
        _text("deadline_zone", null=True),
        _text("deadline_utc", null=True),
        _number("asked_letter", null=True),
        _text("remind_at", null=True),
        _refers(["campaign", "seat"], "seat", ["campaign", "seat"]),
        sa.PrimaryKeyConstraint("campaign", "decision"),
    )
    op.create_index("ix_pending_deadline_utc", "pending", ["deadline_utc"])
    op.create_index("ix_pending_remind_at", "pending", ["remind_at"])
    op.create_table(
        "desk",
        _text("campaign"),
        _text("body"),
        _number("version"),
        _refers(["campaign"], "campaign", ["id"]),
        sa.PrimaryKeyConstraint("campaign"),
    )
    op.create_table(
        "expiry",
        _text("campaign"),
        _text("offer"),
        _text("local"),
        _text("zone"),
        _text("utc"),
        _refers(["campaign"], "campaign", ["id"]),
        sa.PrimaryKeyConstraint("campaign", "offer"),
    )
    op.create_index("ix_expiry_utc", "expiry", ["utc"])


def _make_post() -> None:
    """Tables of letters in, the orders in them, letters out."""
    op.create_table(
        "letter",
        _number("id"),
        _text("source"),
        _text("account"),
        _text("folder"),
        _number("uidvalidity", null=True),
        _number("uid", null=True),
        _text("name", null=True),
        _text("message_id"),
        _text("sha256"),
        _number("size"),
        _text("received_at"),
        _text("arrived_at"),
        _flag("truncated"),
        _raw("raw"),
        _text("sender"),
        _text("status"),
        _text("reason"),
        _text("detail"),
        _text("campaign", null=True),
        _text("seat", null=True),
        _number("receipt", null=True),
        _text("settled_at", null=True),
        _number("turn", null=True),
        _refers(["campaign"], "campaign", ["id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("account", "folder", "name", name="uq_letter_name"),
        sa.UniqueConstraint("account", "folder", "uidvalidity", "uid", name="uq_letter_uid"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_letter_message_id", "letter", ["message_id"])
    op.create_index("ix_letter_seat", "letter", ["campaign", "seat", "receipt"])
    op.create_index("ix_letter_sha256", "letter", ["sha256"])
    op.create_index("ix_letter_status", "letter", ["status"])
    op.create_table(
        "ordered",
        _text("campaign"),
        _number("n"),
        _text("seat"),
        _number("letter"),
        _number("line_no"),
        _text("text"),
        _text("outcome"),
        _text("reason"),
        _text("facts"),
        _refers(["campaign", "seat"], "seat", ["campaign", "seat"]),
        _refers(["letter"], "letter", ["id"]),
        sa.PrimaryKeyConstraint("campaign", "n"),
    )
    op.create_index("ix_ordered_letter", "ordered", ["letter"])
    op.create_table(
        "undo",
        _text("campaign"),
        _text("seat"),
        _number("letter"),
        _number("fact"),
        _text("body"),
        _refers(["campaign", "seat"], "seat", ["campaign", "seat"]),
        _refers(["letter"], "letter", ["id"]),
        sa.PrimaryKeyConstraint("campaign", "seat"),
    )
    op.create_table(
        "outbox",
        _number("id"),
        _text("campaign", null=True),
        _text("seat", null=True),
        _text("address"),
        _text("kind"),
        _text("message_id"),
        _raw("raw"),
        _text("status"),
        _number("attempts"),
        _number("doubts"),
        _text("next_at"),
        _text("claimed_at", null=True),
        _text("sent_at", null=True),
        _text("last_error"),
        _number("code", null=True),
        _text("created_at"),
        _number("reply_to_letter", null=True),
        _number("turn", null=True),
        _refers(["campaign"], "campaign", ["id"]),
        _refers(["reply_to_letter"], "letter", ["id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_due", "outbox", ["status", "next_at"])
    op.create_index("ix_outbox_seat", "outbox", ["campaign", "seat"])


def _text(name: str, null: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=null)


def _number(name: str, null: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=null)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False)


def _raw(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary(), nullable=False)


def _refers(columns: list[str], table: str, keys: list[str]) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        columns,
        [f"{table}.{key}" for key in keys],
        name=f"fk_{table}_{'_'.join(columns)}",
        deferrable=True,
        initially="DEFERRED",
    )
