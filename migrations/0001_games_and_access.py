"""Devices; games with their seats, rounds, entries and scores; who is in them; what changed.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of games and of access.

    Long because this one step makes all of its tables.
    """
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(32), nullable=False, unique=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("is_blind", sa.Boolean(), nullable=False),
        sa.Column("first_seat", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(6), unique=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("rematch_of_id", sa.Integer(), sa.ForeignKey("games.id"), unique=True),
    )
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game_id(),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("left_after", sa.Integer()),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("is_winner", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("game_id", "position"),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game_id(),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("is_closed", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.UniqueConstraint("game_id", "number"),
    )
    op.create_table(
        "entries",
        sa.Column("id", sa.Integer(), primary_key=True),
        _part_of("rounds", "round_id"),
        _part_of("seats", "seat_id", index=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.UniqueConstraint("round_id", "seat_id"),
    )
    op.create_table(
        "scores",
        _part_of("rounds", "round_id", primary_key=True),
        _part_of("seats", "seat_id", primary_key=True, index=True),
        sa.Column("points", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "passes",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game_id(index=True),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("nonce", sa.String(32), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "memberships",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game_id(),
        sa.Column(
            "device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False, index=True
        ),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True)),
        sa.Column("is_barred", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("game_id", "device_id"),
    )
    op.create_table(
        "claims",
        _part_of("memberships", "membership_id", primary_key=True),
        _part_of("seats", "seat_id", primary_key=True, index=True),
    )
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), primary_key=True),
        _game_id(),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("what", sa.JSON(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("is_undoable", sa.Boolean(), nullable=False),
        sa.Column("reverts_id", sa.Integer(), sa.ForeignKey("changes.id")),
        sa.Column("device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("game_id", "version"),
    )
    op.create_table(
        "write_keys",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        _game_id(index=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("device_id", "key"),
    )


def downgrade() -> None:
    for table in (
        "write_keys",
        "changes",
        "claims",
        "memberships",
        "passes",
        "scores",
        "entries",
        "rounds",
        "seats",
        "games",
        "devices",
    ):
        op.drop_table(table)


def _game_id(*, index: bool = False) -> sa.Column[int]:
    return _part_of("games", "game_id", index=index)


def _part_of(
    table: str,
    name: str,
    *,
    primary_key: bool = False,
    index: bool = False,
) -> sa.Column[int]:
    """Return a column of a row that goes when the row it belongs to goes."""
    return sa.Column(
        name,
        sa.Integer(),
        sa.ForeignKey(f"{table}.id", ondelete="CASCADE"),
        nullable=False,
        primary_key=primary_key,
        index=index,
    )
