"""How often who finished before whom in a season, for direct comparison.

Revision ID: 0025
Revises: 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("standings", sa.Column("ahead", sa.JSON(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("standings", "ahead")
