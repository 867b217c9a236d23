"""The book of house rules: versions, agreements, proposals, rulings, amendments of games.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def reference(column: str, target: str, **options: object) -> sa.Column[int]:
    """Return a column that points to a row which takes this one along when it goes."""
    options.setdefault("nullable", False)
    return sa.Column(column, sa.Integer(), sa.ForeignKey(target, ondelete="CASCADE"), **options)


def by_device() -> list[sa.Column[object]]:
    """Return the columns that say from which device something came, and when."""
    return [
        sa.Column("device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
    ]


def upgrade() -> None:
    """Make the tables of the book. Long because this one step makes all of its tables."""
    op.create_table(
        "house_rules",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        reference("group_id", "groups.id", index=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("origin", sa.JSON()),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("deleted_at", MOMENT),
        sa.Column("public_nonce", sa.String(32)),
        sa.Column("public_hash", sa.String(64), unique=True),
    )
    op.create_table(
        "house_rules_versions",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("house_rules_id", "house_rules.id"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        *by_device(),
        sa.UniqueConstraint("house_rules_id", "number"),
    )
    op.create_table(
        "agreements",
        reference("version_id", "house_rules_versions.id", primary_key=True),
        reference("player_id", "players.id", primary_key=True, index=True),
        *by_device(),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        reference("house_rules_id", "house_rules.id", index=True),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        *by_device(),
        sa.Column("deadline", MOMENT),
        sa.Column("outcome", sa.String(10)),
        sa.Column("closed_at", MOMENT),
    )
    op.create_table(
        "votes",
        reference("proposal_id", "proposals.id", primary_key=True),
        reference("player_id", "players.id", primary_key=True, index=True),
        sa.Column("choice", sa.String(6), nullable=False),
        *by_device(),
    )
    op.create_table(
        "comments",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("proposal_id", "proposals.id", index=True),
        sa.Column("text", sa.Text(), nullable=False),
        *by_device(),
    )
    op.create_table(
        "rulings",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        reference("house_rules_id", "house_rules.id", index=True),
        sa.Column("game_id", sa.Integer(), sa.ForeignKey("games.id"), index=True),
        sa.Column("situation", sa.Text(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.String(200), nullable=False),
        *by_device(),
    )
    op.create_table(
        "amendments",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("game_id", "games.id", index=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("is_retroactive", sa.Boolean(), nullable=False),
        sa.Column("consents", sa.JSON(), nullable=False),
        *by_device(),
        sa.Column("closed_at", MOMENT),
        sa.Column("is_applied", sa.Boolean(), nullable=False),
    )
    # Plain new columns: rebuilding a table would delete what refers to its rows.
    op.add_column(
        "groups",
        sa.Column("threshold", sa.String(10), nullable=False, server_default="unanimous"),
    )
    op.add_column("groups", sa.Column("deadline_days", sa.Integer()))
    op.execute(
        "ALTER TABLE games ADD COLUMN version_id INTEGER "
        "CONSTRAINT fk_games_version_id_house_rules_versions REFERENCES house_rules_versions (id)"
    )
    for name in ("amendments", "not_agreed"):
        op.add_column(
            "games", sa.Column(name, sa.JSON(), nullable=False, server_default=sa.text("'[]'"))
        )


def downgrade() -> None:
    for column in ("not_agreed", "amendments", "version_id"):
        op.drop_column("games", column)
    for column in ("deadline_days", "threshold"):
        op.drop_column("groups", column)
    for table in (
        *("amendments", "rulings", "comments", "votes", "proposals"),
        *("agreements", "house_rules_versions", "house_rules"),
    ):
        op.drop_table(table)
