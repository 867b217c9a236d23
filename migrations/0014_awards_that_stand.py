"""What a closed season awarded stands, also once a game has left the group or was erased.

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

GAME = "fk_awards_game_id_games"


def upgrade() -> None:
    with op.batch_alter_table("awards") as awards:
        awards.drop_constraint(GAME, type_="foreignkey")
        awards.drop_constraint("pk_awards", type_="primary")
        # The key begins with what this index held.
        awards.drop_index("ix_awards_season_id_order_key")
        awards.alter_column("game_id", existing_type=sa.Integer(), nullable=True)
        awards.create_primary_key("pk_awards", ["season_id", "order_key", "player_id"])
        awards.create_foreign_key(GAME, "games", ["game_id"], ["id"], ondelete="SET NULL")
    op.execute(
        "UPDATE awards SET game_id = NULL WHERE EXISTS (SELECT 1 FROM games, seasons"
        " WHERE games.id = awards.game_id AND seasons.id = awards.season_id"
        " AND (games.group_id IS NULL OR games.group_id <> seasons.group_id))"
    )


def downgrade() -> None:
    op.execute("DELETE FROM awards WHERE game_id IS NULL")
    with op.batch_alter_table("awards") as awards:
        awards.drop_constraint(GAME, type_="foreignkey")
        awards.drop_constraint("pk_awards", type_="primary")
        awards.alter_column("game_id", existing_type=sa.Integer(), nullable=False)
        awards.create_primary_key("pk_awards", ["season_id", "game_id", "player_id"])
        awards.create_foreign_key(GAME, "games", ["game_id"], ["id"], ondelete="CASCADE")
        awards.create_index("ix_awards_season_id_order_key", ["season_id", "order_key"])
