"""The deadline that the questions of a turn share, and who was asked in its open window.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A campaign under way goes on as one whose open turn has asked nothing yet."""
    op.add_column("campaign", sa.Column("clock", sa.String(), nullable=False, server_default="{}"))
