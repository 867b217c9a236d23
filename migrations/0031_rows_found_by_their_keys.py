"""SQLite keeps rows whose key is most of them in the order of that key, without a number of theirs.

Revision ID: 0031
Revises: 0030
"""

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

TABLES = ("scores", "feats", "claims")
BY_KEY = " WITHOUT ROWID"


def upgrade() -> None:
    for table, made in _how_made():
        _make_anew(table, made + BY_KEY)


def downgrade() -> None:
    for table, made in _how_made():
        _make_anew(table, made.removesuffix(BY_KEY))


def _how_made() -> list[tuple[str, str]]:
    """Return the tables with the statements that made them; none where it is not SQLite."""
    if op.get_context().dialect.name != "sqlite":
        return []
    wanted = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?"
    return [
        # Alembic, which makes some of them anew later on, ends with empty lines.
        (table, op.get_bind().exec_driver_sql(wanted, (table,)).scalar_one().rstrip())
        for table in TABLES
    ]


def _make_anew(table: str, made: str) -> None:
    """Make a table by another statement; its rows, columns, references and indexes stay."""
    # Not as a batch of Alembic's, which writes the references down in any order.
    # Nothing refers to these tables, so that dropping one deletes nothing elsewhere.
    indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql"
    found = op.get_bind().exec_driver_sql(f"{indexes} IS NOT NULL ORDER BY name", (table,)).all()
    for name, _made in found:
        op.drop_index(name, table)
    op.rename_table(table, f"{table}_before")
    op.execute(made)
    op.execute(f"INSERT INTO {table} SELECT * FROM {table}_before")  # noqa: S608 - our names
    op.drop_table(f"{table}_before")
    for _name, index in found:
        op.execute(index)
