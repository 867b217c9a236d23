"""A group's rating over all its games, with the results; those that are kept wait to be rated.

Revision ID: 0029
Revises: 0028
"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

ORDER_KEY = sa.String(48).with_variant(sa.String(48, collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("results", sa.Column("mu", sa.Double(), nullable=True))
    op.add_column("results", sa.Column("sigma", sa.Double(), nullable=True))
    op.add_column("groups", sa.Column("unrated_from", ORDER_KEY, nullable=True))
    op.create_index("ix_groups_unrated_from", "groups", ["unrated_from"])
    op.execute("UPDATE groups SET unrated_from = '' WHERE id IN (SELECT group_id FROM results)")


def downgrade() -> None:
    op.drop_index("ix_groups_unrated_from", "groups")
    op.drop_column("groups", "unrated_from")
    op.drop_column("results", "sigma")
    op.drop_column("results", "mu")
