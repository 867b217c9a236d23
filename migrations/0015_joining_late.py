"""Players who join late: after how many rounds, and what their total starts with.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("joined_after", sa.Integer()))
    op.add_column(
        "seats", sa.Column("start", sa.BigInteger(), nullable=False, server_default=sa.text("0"))
    )


def downgrade() -> None:
    op.drop_column("seats", "start")
    op.drop_column("seats", "joined_after")
