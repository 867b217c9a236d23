"""Guests, who enter no season's table.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

TABLES = ("players", "results")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(
            table,
            sa.Column("is_guest", sa.Boolean(), nullable=False, server_default=sa.false()),
        )


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "is_guest")
