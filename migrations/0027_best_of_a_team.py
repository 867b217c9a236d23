"""How many best results of an evening count for a team, and what each player brings theirs.

Revision ID: 0027
Revises: 0026
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "seasons", sa.Column("team_best", sa.Integer(), nullable=False, server_default="0")
    )
    op.add_column(
        "standings", sa.Column("for_team", sa.BigInteger(), nullable=False, server_default="0")
    )


def downgrade() -> None:
    op.drop_column("standings", "for_team")
    op.drop_column("seasons", "team_best")
