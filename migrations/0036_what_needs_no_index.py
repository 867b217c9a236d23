"""Scores go with their round and feats with their player; keys of writes to games are in one index.

Revision ID: 0036
Revises: 0035
"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

SECOND_REFERENCES = (("scores", "seat_id", "seats"), ("feats", "group_id", "groups"))
BY_KEY = {"sqlite_with_rowid": False}
OF_GROUPS = sa.text("group_id IS NOT NULL")


def upgrade() -> None:
    for table, column, referred in SECOND_REFERENCES:
        with op.batch_alter_table(table, table_kwargs=BY_KEY) as batch:
            batch.drop_index(f"ix_{table}_{column}")
            batch.drop_constraint(f"fk_{table}_{column}_{referred}", type_="foreignkey")
    _index_keys_of_groups(sqlite_where=OF_GROUPS, postgresql_where=OF_GROUPS)


def downgrade() -> None:
    _index_keys_of_groups()
    for table, column, referred in SECOND_REFERENCES:
        with op.batch_alter_table(table, table_kwargs=BY_KEY) as batch:
            name = f"fk_{table}_{column}_{referred}"
            batch.create_foreign_key(name, referred, [column], ["id"], ondelete="CASCADE")
            batch.create_index(f"ix_{table}_{column}", [column])


def _index_keys_of_groups(**where: sa.TextClause) -> None:
    op.drop_index("ix_write_keys_group_id", "write_keys")
    op.create_index("ix_write_keys_group_id", "write_keys", ["group_id"], **where)
