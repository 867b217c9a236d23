"""Indexes for a search among many games: who sat in which, and which were ended early.

Revision ID: 0030
Revises: 0029
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_seats_player_id_game_id", "seats", ["player_id", "game_id"])
    op.drop_index("ix_seats_player_id", "seats")
    op.create_index(
        "ix_results_early",
        "results",
        ["game_id"],
        sqlite_where=sa.text("is_early = 1"),
        postgresql_where=sa.text("is_early"),
    )


def downgrade() -> None:
    op.drop_index("ix_results_early", "results")
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    op.drop_index("ix_seats_player_id_game_id", "seats")
