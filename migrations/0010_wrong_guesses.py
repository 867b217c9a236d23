"""Wrong guesses of codes, so that neither a burst nor a restart gets past their limit.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "wrong_guesses",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("origin", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_wrong_guesses_kind_origin_at", "wrong_guesses", ["kind", "origin", "at"])
    op.create_index("ix_wrong_guesses_at", "wrong_guesses", ["at"])


def downgrade() -> None:
    op.drop_table("wrong_guesses")
