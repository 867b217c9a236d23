"""Players who are out of a game that goes on without them.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A plain new column: rebuilding the table would delete what refers to its rows.
    op.add_column(
        "seats", sa.Column("is_out", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("seats", "is_out")
