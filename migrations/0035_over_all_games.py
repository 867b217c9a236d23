"""What a player's page adds up over all games is kept: tallies, meetings and streaks.

Revision ID: 0035
Revises: 0034
"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

COUNT_TALLIES = """
INSERT INTO tallies (player_id, kind, table_size, games, wins, places, totals, worth)
SELECT results.player_id, results.kind, results.table_size, count(*),
  sum(CASE WHEN results.is_win THEN 1 ELSE 0 END), sum(results.rank),
  count(feats.worth), coalesce(sum(feats.worth), 0)
FROM results LEFT OUTER JOIN feats ON feats.game_id = results.game_id
  AND feats.player_id = results.player_id AND feats.key = 'best_total'
GROUP BY results.player_id, results.kind, results.table_size
"""
COUNT_MEETINGS = """
INSERT INTO meetings (player_id, other_id, table_size, games, before, level)
SELECT mine.player_id, other.player_id, mine.table_size, count(*),
  sum(CASE WHEN mine.rank < other.rank THEN 1 ELSE 0 END),
  sum(CASE WHEN mine.rank = other.rank THEN 1 ELSE 0 END)
FROM results AS mine
JOIN results AS other ON other.game_id = mine.game_id AND other.side != mine.side
GROUP BY mine.player_id, other.player_id, mine.table_size
"""
COUNT_STREAKS = """
UPDATE results SET streak = counted.streak FROM (
  SELECT game_id, player_id, following, is_win, CASE WHEN is_win THEN 1 ELSE -1 END
    * row_number() OVER (PARTITION BY player_id, is_win, run ORDER BY order_key) AS streak
  FROM (
    SELECT game_id, player_id, order_key, is_win,
      lead(is_win) OVER (PARTITION BY player_id ORDER BY order_key) AS following,
      row_number() OVER (PARTITION BY player_id ORDER BY order_key)
      - row_number() OVER (PARTITION BY player_id, is_win ORDER BY order_key) AS run
    FROM results
  ) AS runs
) AS counted
WHERE counted.game_id = results.game_id AND counted.player_id = results.player_id
  AND (counted.following IS NULL OR counted.following != counted.is_win)
"""


def upgrade() -> None:
    op.create_table(
        "tallies",
        _player("player_id"),
        sa.Column("kind", sa.String(60), primary_key=True),
        sa.Column("table_size", sa.Integer(), primary_key=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("totals", sa.Integer(), nullable=False),
        sa.Column("worth", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "meetings",
        _player("player_id"),
        _player("other_id"),
        sa.Column("table_size", sa.Integer(), primary_key=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
    )
    op.create_index("ix_meetings_other_id", "meetings", ["other_id"])
    op.add_column("results", sa.Column("streak", sa.Integer(), nullable=True))
    for statement in (COUNT_TALLIES, COUNT_MEETINGS, COUNT_STREAKS):
        op.execute(statement)
    ends = sa.text("streak IS NOT NULL")
    for name, column in (("ix_results_ends", "order_key"), ("ix_results_streaks", "streak")):
        columns = ["player_id", column]
        op.create_index(name, "results", columns, sqlite_where=ends, postgresql_where=ends)


def _player(name: str) -> sa.Column[int]:
    players = sa.ForeignKey("players.id", ondelete="CASCADE")
    return sa.Column(name, sa.Integer(), players, primary_key=True)


def downgrade() -> None:
    op.drop_index("ix_results_streaks", "results")
    op.drop_index("ix_results_ends", "results")
    op.drop_column("results", "streak")
    op.drop_table("meetings")
    op.drop_table("tallies")
