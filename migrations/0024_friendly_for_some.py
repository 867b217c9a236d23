"""Games that are friendly for some seasons, and count in the others of their day.

Revision ID: 0024
Revises: 0023
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

TABLES = ("games", "results")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(
            table,
            sa.Column("friendly_in", sa.JSON(), nullable=False, server_default=sa.text("'[]'")),
        )


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "friendly_in")
