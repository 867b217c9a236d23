"""By which rules of counting a game is kept, so that those that count otherwise now are found.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # What the release before this one adds meanwhile waits to be counted anew as well.
    counted_by = sa.Column("counted_by", sa.Integer(), server_default=sa.text("0"), nullable=False)
    op.add_column("games", counted_by)
    op.create_index("ix_games_counted_by", "games", ["counted_by"])
    # Only those two have leavers where the lowest total wins, last ones in, and past results.
    others = sa.text(
        "UPDATE games SET counted_by = 1 WHERE rules NOT IN ('own_scorecard', 'cucumber')"
    )
    op.execute(others)


def downgrade() -> None:
    # The release before this one counts otherwise: "scorecard recount --write" does it anew.
    op.drop_index("ix_games_counted_by", "games")
    op.drop_column("games", "counted_by")
