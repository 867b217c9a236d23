"""Lines of history say once from which device and when they came, not again for every entry.

Revision ID: 0032
Revises: 0031
"""

from datetime import UTC

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

CHANGES = sa.table(
    "changes",
    sa.column("id", sa.Integer),
    sa.column("what", sa.JSON),
    sa.column("device_id", sa.Integer),
    sa.column("at", sa.DateTime(timezone=True)),
)
AT_ONCE = 500


def upgrade() -> None:
    """Leave all lines as they are: those that say everything are read as ever."""


def downgrade() -> None:
    connection, last = op.get_bind(), 0
    some = sa.select(CHANGES).order_by(CHANGES.c.id).limit(AT_ONCE)
    put = (
        sa.update(CHANGES)
        .where(CHANGES.c.id == sa.bindparam("of"))
        .values(what=sa.bindparam("whole", type_=sa.JSON))
    )
    while lines := connection.execute(some.where(CHANGES.c.id > last)).all():
        last = lines[-1].id
        whole = ((line, _whole(line)) for line in lines)
        rows = [{"of": line.id, "whole": what} for line, what in whole if what != line.what]
        if rows:
            connection.execute(put, rows)


def _whole(line):
    # SQLite keeps no zone; it is UTC everywhere.
    at = line.at.astimezone(UTC) if line.at.tzinfo else line.at.replace(tzinfo=UTC)
    own = {"device": line.device_id, "at": at.isoformat()}
    return {
        fact: [value and own | value for value in pair] if fact.startswith("entry/") else pair
        for fact, pair in line.what.items()
    }
