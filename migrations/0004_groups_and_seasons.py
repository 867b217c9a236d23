"""Groups with their players and devices, seasons, and what is kept of every game for them.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
# By its characters' numbers everywhere, whatever order of letters a server was set up with.
ORDER_KEY = sa.String(48).with_variant(sa.String(48, collation="C"), "postgresql")
GAME_INDEXES = (
    ("group_id", "deleted_at", "started_at"),
    ("group_id", "deleted_at", "kind", "started_at"),
)


def reference(column: str, target: str, **options: object) -> sa.Column[int]:
    """Return a column that points to a row which takes this one along when it goes."""
    return sa.Column(column, sa.Integer(), sa.ForeignKey(target, ondelete="CASCADE"), **options)


def upgrade() -> None:
    _add_groups()
    _add_seasons()
    _add_what_is_kept()
    # What the columns refer to is said in place: rebuilding these tables, as SQLite needs for a
    # constraint that is added later, would delete what refers to their rows.
    op.execute(
        "ALTER TABLE games ADD COLUMN group_id INTEGER "
        "CONSTRAINT fk_games_group_id_groups REFERENCES groups (id)"
    )
    op.add_column(
        "games", sa.Column("kind", sa.String(60), nullable=False, server_default=sa.text("''"))
    )
    op.add_column("games", sa.Column("deleted_at", MOMENT))
    for columns in GAME_INDEXES:
        op.create_index("_".join(("ix_games", *columns)), "games", list(columns))
    op.execute(
        "ALTER TABLE seats ADD COLUMN player_id INTEGER "
        "CONSTRAINT fk_seats_player_id_players REFERENCES players (id)"
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    with op.batch_alter_table("write_keys") as keys:
        keys.alter_column("game_id", existing_type=sa.Integer(), nullable=True)
        keys.add_column(sa.Column("group_id", sa.Integer()))
        keys.create_foreign_key(
            "fk_write_keys_group_id_groups", "groups", ["group_id"], ["id"], ondelete="CASCADE"
        )
        keys.create_index("ix_write_keys_group_id", ["group_id"])


def _add_groups() -> None:
    """Make the tables of groups. Long because this one step makes all of its tables."""
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("join_nonce", sa.String(32), nullable=False),
        sa.Column("join_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("public_nonce", sa.String(32)),
        sa.Column("public_hash", sa.String(64), unique=True),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        reference("group_id", "groups.id", nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("initial", sa.String(8), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("retired_at", MOMENT),
        sa.Column("merged_into_id", sa.Integer(), sa.ForeignKey("players.id")),
    )
    op.create_table(
        "group_memberships",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("group_id", "groups.id", nullable=False),
        sa.Column(
            "device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False, index=True
        ),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("joined_at", MOMENT, nullable=False),
        sa.Column("removed_at", MOMENT),
        sa.Column("is_barred", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("group_id", "device_id"),
    )
    op.create_table(
        "player_claims",
        reference("membership_id", "group_memberships.id", primary_key=True),
        reference("player_id", "players.id", primary_key=True, index=True),
    )
    op.create_table(
        "recovery_codes",
        reference("membership_id", "group_memberships.id", primary_key=True),
        sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", MOMENT, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("membership_id", "group_memberships.id", nullable=False, index=True),
        sa.Column("credential_id", sa.String(1400), nullable=False, unique=True),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT),
    )
    op.create_table(
        "group_changes",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("group_id", "groups.id", nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("device_id", sa.Integer(), sa.ForeignKey("devices.id"), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("group_id", "version"),
    )


def _add_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("uid", sa.String(16), nullable=False, unique=True),
        reference("group_id", "groups.id", nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date()),
        sa.Column("kinds", sa.JSON(), nullable=False),
        sa.Column("least_games", sa.Integer(), nullable=False),
        sa.Column("best_of", sa.Integer()),
        sa.Column("scheme", sa.JSON(), nullable=False),
        sa.Column("tie_breaks", sa.JSON(), nullable=False),
        sa.Column("early", sa.String(8), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT),
        sa.Column("final", sa.JSON()),
    )


def _add_what_is_kept() -> None:
    """Make the tables of results, feats, awards and standings.

    Long because this one step makes all of its tables.
    """
    op.create_table(
        "results",
        reference("game_id", "games.id", primary_key=True),
        reference("player_id", "players.id", primary_key=True),
        reference("group_id", "groups.id", nullable=False),
        sa.Column("order_key", ORDER_KEY, nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("is_money", sa.Boolean(), nullable=False),
        sa.Column("is_early", sa.Boolean(), nullable=False),
        sa.Column("table_size", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("is_win", sa.Boolean(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("worth", sa.BigInteger(), nullable=False),
        sa.Index("ix_results_group_id_order_key", "group_id", "order_key"),
        sa.Index("ix_results_player_id_order_key", "player_id", "order_key"),
    )
    op.create_table(
        "feats",
        reference("game_id", "games.id", primary_key=True),
        reference("player_id", "players.id", primary_key=True),
        sa.Column("key", sa.String(40), primary_key=True),
        reference("group_id", "groups.id", nullable=False),
        sa.Column("kind", sa.String(60), nullable=False),
        sa.Column("order_key", ORDER_KEY, nullable=False),
        sa.Column("worth", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Index(
            "ix_feats_group_id_kind_key_worth_order_key",
            *("group_id", "kind", "key", "worth", "order_key"),
        ),
        sa.Index(
            "ix_feats_player_id_kind_key_worth_order_key",
            *("player_id", "kind", "key", "worth", "order_key"),
        ),
    )
    op.create_table(
        "awards",
        reference("season_id", "seasons.id", primary_key=True),
        reference("game_id", "games.id", primary_key=True),
        reference("player_id", "players.id", primary_key=True),
        sa.Column("order_key", ORDER_KEY, nullable=False),
        sa.Column("side", sa.String(40), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("is_win", sa.Boolean(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Index("ix_awards_season_id_order_key", "season_id", "order_key"),
        sa.Index("ix_awards_season_id_player_id_order_key", "season_id", "player_id", "order_key"),
        sa.Index("ix_awards_season_id_player_id_points", "season_id", "player_id", "points"),
        sa.Index("ix_awards_game_id", "game_id"),
    )
    op.create_table(
        "standings",
        reference("season_id", "seasons.id", primary_key=True),
        reference("player_id", "players.id", primary_key=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("counted", sa.BigInteger(), nullable=False),
        sa.Column("best", sa.BigInteger(), nullable=False),
        sa.Column("form", sa.JSON(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
    )


def downgrade() -> None:
    with op.batch_alter_table("write_keys") as keys:
        keys.drop_index("ix_write_keys_group_id")
        keys.drop_constraint("fk_write_keys_group_id_groups", type_="foreignkey")
        keys.drop_column("group_id")
    op.execute("DELETE FROM write_keys WHERE game_id IS NULL")
    with op.batch_alter_table("write_keys") as keys:
        keys.alter_column("game_id", existing_type=sa.Integer(), nullable=False)
    op.drop_index("ix_seats_player_id", "seats")
    op.drop_column("seats", "player_id")
    for columns in GAME_INDEXES:
        op.drop_index("_".join(("ix_games", *columns)), "games")
    for column in ("deleted_at", "kind", "group_id"):
        op.drop_column("games", column)
    for table in (
        *("standings", "awards", "feats", "results", "seasons", "group_changes", "passkeys"),
        *("recovery_codes", "player_claims", "group_memberships", "players", "groups"),
    ):
        op.drop_table(table)
