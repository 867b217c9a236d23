"""What each household stores in a day, and scorecards found by a digest of what they are.

Revision ID: 0013
Revises: 0012
"""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

SCORECARDS = sa.table("scorecards", sa.column("id"), sa.column("digest"), sa.column("changed_at"))
VERSIONS = sa.table(
    "scorecard_versions",
    sa.column("scorecard_id"),
    sa.column("number"),
    sa.column("definition", sa.JSON()),
    sa.column("at"),
)


def upgrade() -> None:
    op.create_table(
        "daily_uses",
        sa.Column("day", sa.Date(), primary_key=True),
        sa.Column("household", sa.String(20), primary_key=True),
        sa.Column("stored", sa.BigInteger(), nullable=False),
    )
    # Both may be empty, so that the release before this one can go on adding scorecards.
    op.add_column("scorecards", sa.Column("digest", sa.String(64), nullable=True))
    op.add_column("scorecards", sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True))
    _fill(op.get_bind())
    op.drop_index("ix_scorecards_device_id", "scorecards")
    op.create_index("ix_scorecards_device_id_digest", "scorecards", ["device_id", "digest"])


def downgrade() -> None:
    op.drop_index("ix_scorecards_device_id_digest", "scorecards")
    op.create_index("ix_scorecards_device_id", "scorecards", ["device_id"])
    op.drop_column("scorecards", "changed_at")
    op.drop_column("scorecards", "digest")
    op.drop_table("daily_uses")


def _fill(connection: sa.Connection) -> None:
    """Say of each scorecard what it is in its latest version, and since when."""
    latest = (
        sa.select(VERSIONS.c.scorecard_id, sa.func.max(VERSIONS.c.number).label("number"))
        .group_by(VERSIONS.c.scorecard_id)
        .subquery()
    )
    found = connection.execute(
        sa.select(VERSIONS.c.scorecard_id, VERSIONS.c.definition, VERSIONS.c.at).join(
            latest,
            sa.and_(
                latest.c.scorecard_id == VERSIONS.c.scorecard_id,
                latest.c.number == VERSIONS.c.number,
            ),
        )
    )
    for scorecard_id, definition, at in found.all():
        text = json.dumps(definition, sort_keys=True, separators=(",", ":"))
        connection.execute(
            SCORECARDS.update()
            .where(SCORECARDS.c.id == scorecard_id)
            .values(digest=hashlib.sha256(text.encode()).hexdigest(), changed_at=at)
        )
