"""Friendly games, which count in no season.

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

TABLES = ("games", "results")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(
            table,
            sa.Column("is_friendly", sa.Boolean(), nullable=False, server_default=sa.false()),
        )


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "is_friendly")
