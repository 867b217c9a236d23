"""Cash boxes of groups: entries, what each is for whom, and what they come to.

Revision ID: 0028
Revises: 0027
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cash_entries",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False),
        sa.Column(
            "group_id",
            sa.Integer(),
            sa.ForeignKey("groups.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("in_box", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("way", sa.String(10), nullable=False),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("games.id", ondelete="SET NULL")),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("group_id", "uid"),
    )
    op.create_index("ix_cash_entries_group_id_day_id", "cash_entries", ["group_id", "day", "id"])
    op.create_index("ix_cash_entries_game_id", "cash_entries", ["game_id"])
    _create_shares()
    op.add_column(
        "players", sa.Column("balance", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.add_column(
        "groups", sa.Column("in_box", sa.BigInteger(), nullable=False, server_default="0")
    )
    op.add_column("groups", sa.Column("currency", sa.String(3), nullable=False, server_default=""))


def _create_shares() -> None:
    op.create_table(
        "cash_shares",
        sa.Column(
            "entry_id",
            sa.Integer(),
            sa.ForeignKey("cash_entries.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "player_id",
            sa.Integer(),
            sa.ForeignKey("players.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("amount", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_cash_shares_player_id", "cash_shares", ["player_id"])


def downgrade() -> None:
    op.drop_column("groups", "currency")
    op.drop_column("groups", "in_box")
    op.drop_column("players", "balance")
    op.drop_table("cash_shares")
    op.drop_table("cash_entries")
