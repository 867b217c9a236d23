"""What a game awards in a season is found by an index, without the season's other games.

Revision ID: 0034
Revises: 0033
"""

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

BEFORE = "ix_awards_game_id"
AFTER = "ix_awards_game_id_season_id_player_id"


def upgrade() -> None:
    op.create_index(AFTER, "awards", ["game_id", "season_id", "player_id"])
    op.drop_index(BEFORE, "awards")


def downgrade() -> None:
    op.create_index(BEFORE, "awards", ["game_id"])
    op.drop_index(AFTER, "awards")
