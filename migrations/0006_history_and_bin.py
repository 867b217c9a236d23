"""How a change came and when it was made; what changed in a group; what lies in the bin.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
HISTORIES = ("changes", "group_changes")
INTO_THE_BIN = ("groups", "seasons", "scorecards", "rulings", "comments")


def upgrade() -> None:
    # Plain new columns: rebuilding a table would delete what refers to its rows.
    # Lines from before stay without a source, because nobody knows it any more.
    for table in HISTORIES:
        op.add_column(table, sa.Column("source", sa.String(10)))
        op.add_column(table, sa.Column("made_at", MOMENT))
    op.add_column(
        "group_changes",
        sa.Column("what", sa.JSON(), nullable=False, server_default=sa.text("'{}'")),
    )
    for table in INTO_THE_BIN:
        op.add_column(table, sa.Column("deleted_at", MOMENT))


def downgrade() -> None:
    for table in reversed(INTO_THE_BIN):
        op.drop_column(table, "deleted_at")
    op.drop_column("group_changes", "what")
    for table in reversed(HISTORIES):
        op.drop_column(table, "made_at")
        op.drop_column(table, "source")
