"""From which game on a season's ratings are still to be worked out.

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


def upgrade() -> None:
    op.add_column("seasons", sa.Column("unrated_from", ORDER_KEY))


def downgrade() -> None:
    op.drop_column("seasons", "unrated_from")
