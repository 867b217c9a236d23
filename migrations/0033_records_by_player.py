"""Records of a group are the best of its players', so that one index of the best feats is enough.

Revision ID: 0033
Revises: 0032
"""

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

OF_GROUP = ["group_id", "kind", "key", "worth", "order_key"]


def upgrade() -> None:
    op.drop_index("ix_feats_group_id_kind_key_worth_order_key", "feats")
    # What goes with its group is still found.
    op.create_index("ix_feats_group_id", "feats", ["group_id"])


def downgrade() -> None:
    op.drop_index("ix_feats_group_id", "feats")
    op.create_index("ix_feats_group_id_kind_key_worth_order_key", "feats", OF_GROUP)
