"""On how many days the server has seen something lie in the bin.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bin_counts",
        sa.Column("kind", sa.String(20), primary_key=True),
        sa.Column("thing_id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bin_counts")
