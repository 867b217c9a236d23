"""What keeps long seasons quick: ratings that may wait, and running games that are found at once.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

# By its characters' numbers everywhere, as the keys it is compared with.
ORDER_KEY = sa.String(48).with_variant(sa.String(48, collation="C"), "postgresql")
RUNNING = sa.text("ended_at IS NULL")


def upgrade() -> None:
    op.add_column("seasons", sa.Column("unrated_from", ORDER_KEY))
    op.create_index(
        "ix_games_running",
        "games",
        ["group_id", "deleted_at", "started_at"],
        sqlite_where=RUNNING,
        postgresql_where=RUNNING,
    )


def downgrade() -> None:
    # Ratings that wait are forgotten to wait: "scorecard recount" works them out.
    op.drop_index("ix_games_running", "games")
    op.drop_column("seasons", "unrated_from")
