"""Scorecards that people make themselves, with every version of them.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scorecards",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        sa.Column(
            "device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False, index=True
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "scorecard_versions",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column(
            "scorecard_id",
            sa.Integer(),
            sa.ForeignKey("scorecards.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("scorecard_id", "number"),
    )


def downgrade() -> None:
    op.drop_table("scorecard_versions")
    op.drop_table("scorecards")
