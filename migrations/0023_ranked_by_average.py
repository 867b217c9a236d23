"""Seasons that are ranked by the average per game.

Revision ID: 0023
Revises: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "seasons",
        sa.Column("ranked_by", sa.String(8), nullable=False, server_default="points"),
    )


def downgrade() -> None:
    op.drop_column("seasons", "ranked_by")
