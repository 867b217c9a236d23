"""What a game that has ended leaves behind: results and feats, and what they add up to.

Only the services of standings write them, and ``scorecard recount`` checks them. ``order_key``
sorts games in the order they were begun, the same on every server.
"""

from __future__ import annotations

from datetime import date

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from scorecard.database.db import BY_KEY, Model, erased_with, with_default
from scorecard.models.names import ORDER_KEY, Name

ENDS = sa.text("streak IS NOT NULL")
"""The condition for results that end a streak: the last of several games won, or lost."""


class Result(Model):
    """How one player came out of one game of a group.

    ``kind`` is the card game, as ``rules/kinds.py`` writes it. ``worth`` are the game's own points,
    with the sign that makes more better. ``table_size`` is how many played; ``rank`` is that of the
    player's ``side``. ``played_on`` is the day in the group's time zone. ``is_guest`` says whether
    the player is a guest now, who enters no season's table. ``mu`` and ``sigma`` are the player's
    rating over all games after it, None where it is not rated, or not yet.
    """

    __tablename__ = "results"
    __table_args__ = (
        sa.Index(None, "group_id", "order_key"),
        sa.Index(None, "player_id", "order_key"),
        # For a search that asks of many games in turn whether they were ended early.
        sa.Index(
            "ix_results_early",
            "game_id",
            sqlite_where=sa.text("is_early = 1"),
            postgresql_where=sa.text("is_early"),
        ),
        *(
            sa.Index(name, "player_id", column, sqlite_where=ENDS, postgresql_where=ENDS)
            for name, column in (("ix_results_ends", "order_key"), ("ix_results_streaks", "streak"))
        ),
    )

    game_id: Mapped[int] = erased_with("games", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True)
    group_id: Mapped[int] = erased_with("groups")
    order_key: Mapped[str] = mapped_column(ORDER_KEY)
    played_on: Mapped[date]
    kind: Mapped[str] = mapped_column(sa.String(60))
    is_money: Mapped[bool]
    is_early: Mapped[bool]
    is_friendly: Mapped[bool] = with_default(False)
    is_guest: Mapped[bool] = with_default(False)
    friendly_in: Mapped[list[str]] = with_default(list, sa.JSON)
    table_size: Mapped[int]
    side: Mapped[str] = mapped_column(Name(40))
    rank: Mapped[int]
    is_win: Mapped[bool]
    total: Mapped[int] = mapped_column(sa.BigInteger)
    worth: Mapped[int] = mapped_column(sa.BigInteger)
    mu: Mapped[float | None] = mapped_column(sa.Double)
    sigma: Mapped[float | None] = mapped_column(sa.Double)
    streak: Mapped[int | None]


class Tally(Model):
    """A player's results in one card game at tables of one size, added up.

    ``places`` are their ranks added up. ``totals`` is how many of the games have a total to speak
    of, ``worth`` these added up, with the sign that makes more better.
    """

    __tablename__ = "tallies"

    player_id: Mapped[int] = erased_with("players", primary_key=True)
    kind: Mapped[str] = mapped_column(sa.String(60), primary_key=True)
    table_size: Mapped[int] = mapped_column(primary_key=True)
    games: Mapped[int]
    wins: Mapped[int]
    places: Mapped[int]
    totals: Mapped[int]
    worth: Mapped[int] = mapped_column(sa.BigInteger)


class Meeting(Model):
    """In how many games a player came in before another one on another side, or level with them."""

    __tablename__ = "meetings"

    player_id: Mapped[int] = erased_with("players", primary_key=True)
    other_id: Mapped[int] = erased_with("players", primary_key=True, index=True)
    table_size: Mapped[int] = mapped_column(primary_key=True)
    games: Mapped[int]
    before: Mapped[int]
    level: Mapped[int]


class Feat(Model):
    """Something one player did in one game that may be a record: a round, a comeback, a count.

    ``kind`` is the card game, as ``rules/kinds.py`` writes it. A larger ``worth`` is always better;
    ``round`` is where it happened, 0 for the whole game. ``group_id`` is the player's, and no
    reference, which would need an index of its own.
    """

    __tablename__ = "feats"
    __table_args__ = (sa.Index(None, "player_id", "kind", "key", "worth", "order_key"), BY_KEY)

    game_id: Mapped[int] = erased_with("games", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True)
    key: Mapped[str] = mapped_column(sa.String(40), primary_key=True)
    group_id: Mapped[int]
    kind: Mapped[str] = mapped_column(sa.String(60))
    order_key: Mapped[str] = mapped_column(ORDER_KEY)
    worth: Mapped[int] = mapped_column(sa.BigInteger)
    round: Mapped[int]
