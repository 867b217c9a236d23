"""A line to remember of a game and of each of its rounds.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

TABLES = ("games", "rounds")


def upgrade() -> None:
    # With a default, so that the release before this one can go on adding games and rounds.
    for table in TABLES:
        anecdote = sa.Column("anecdote", sa.Text(), server_default=sa.text("''"), nullable=False)
        op.add_column(table, anecdote)


def downgrade() -> None:
    # The release before this one knows no such changes, and could not say what undo takes back.
    op.execute(sa.text("UPDATE changes SET is_undoable = false WHERE kind = 'anecdote'"))
    for table in TABLES:
        op.drop_column(table, "anecdote")
