"""Divisions of a season: in their order, a name and the players who are in it.

Revision ID: 0026
Revises: 0025
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def _to(table: str, **how: bool) -> sa.Column[int]:
    """Return the column that says whose it is, of another table."""
    key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(f"{table.removesuffix('s')}_id", sa.Integer(), key, **how)


def upgrade() -> None:
    op.add_column(
        "seasons", sa.Column("promoted", sa.Integer(), nullable=False, server_default="0")
    )
    op.create_table(
        "divisions",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False),
        _to("seasons", nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.UniqueConstraint("season_id", "uid"),
    )
    op.create_table(
        "division_members",
        _to("seasons", primary_key=True),
        _to("players", primary_key=True),
        _to("divisions", nullable=False),
    )
    op.create_index("ix_division_members_player_id", "division_members", ["player_id"])
    op.create_index("ix_division_members_division_id", "division_members", ["division_id"])


def downgrade() -> None:
    op.drop_table("division_members")
    op.drop_table("divisions")
    op.drop_column("seasons", "promoted")
