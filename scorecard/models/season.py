"""Seasons, and what their games come to so that no page has to work it out again.

Awards and standings follow from the games; only the services of standings and seasons write them,
and ``scorecard recount`` checks them. ``order_key`` sorts games in the order they were begun, the
same on every server.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, relationship

from scorecard.database.db import Model, erased_with, with_default
from scorecard.models.facts import fact
from scorecard.models.group import Group, Player
from scorecard.models.names import ORDER_KEY, Name
from scorecard.rules.outcome import weights
from scorecard.rules.outcome.standings import RankedBy, Ranking
from scorecard.rules.words import say


def begun_at(order_key: str) -> datetime:
    """Return when a game was begun, from its order key."""
    return datetime.fromisoformat(order_key.partition("/")[0]).replace(tzinfo=UTC)


class Season(Model):
    """A stretch of days whose games are added up.

    Days are those of the group's time zone; without ``ends_on`` it is open. ``kinds`` are the
    card games that count, all of them where it is empty. ``scheme`` says what a game awards,
    ``early`` what one that was ended early does: see ``rules/outcome/awards.py``. A player with
    fewer than ``least_games`` is not ranked; with ``best_of`` only so many best results count, and
    the ``drop_worst`` worst ones do not. The table is ``ranked_by`` points or their average.
    Of every evening a team's ``team_best`` best results count; all of them where that is 0.
    ``weights`` are those of evenings that do not count once: see ``rules/outcome/weights.py``.
    ``promoted`` players go up, and as many down, between neighbouring divisions.

    A closed season's table is frozen in ``final``. ``deleted_at`` puts it into the bin. If
    ``unrated_from`` is set, the ratings from the game with that order key on are out of date.
    """

    __tablename__ = "seasons"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    group_id: Mapped[int] = erased_with("groups", index=True)
    name: Mapped[str] = mapped_column(sa.String(40), info=fact(say("Name")))
    starts_on: Mapped[date] = mapped_column(info=fact(say("First day")))
    ends_on: Mapped[date | None] = mapped_column(info=fact(say("Last day")))
    kinds: Mapped[list[str]] = mapped_column(sa.JSON, default=list, info=fact(say("Card games")))
    least_games: Mapped[int] = mapped_column(default=1, info=fact(say("Games needed to be ranked")))
    best_of: Mapped[int | None] = mapped_column(info=fact(say("Best games that count")))
    drop_worst: Mapped[int] = with_default(0, info=fact(say("Worst games that don’t count")))
    scheme: Mapped[dict[str, Any]] = mapped_column(sa.JSON, info=fact(say("Points per game")))
    tie_breaks: Mapped[list[str]] = mapped_column(sa.JSON, info=fact(say("Tie-breakers")))
    ranked_by: Mapped[str] = with_default("points", sa.String(8), info=fact(say("Ranked by")))
    team_best: Mapped[int] = with_default(0, info=fact(say("Best of a team per evening")))
    early: Mapped[str] = mapped_column(
        sa.String(8), default="full", info=fact(say("A game that ends early"))
    )
    weights: Mapped[dict[str, int]] = with_default(dict, sa.JSON, info=fact())
    promoted: Mapped[int] = with_default(0, info=fact(say("Players who go up and down")))
    created_at: Mapped[datetime]
    closed_at: Mapped[datetime | None] = mapped_column(info=fact())
    final: Mapped[dict[str, Any] | None] = mapped_column(sa.JSON(none_as_null=True))
    unrated_from: Mapped[str | None] = mapped_column(ORDER_KEY)
    deleted_at: Mapped[datetime | None] = mapped_column(info=fact())
    kept_until: Mapped[datetime | None]

    group: Mapped[Group] = relationship()

    @property
    def ranking(self) -> Ranking:
        """How its table is ranked."""
        return Ranking(self.tie_breaks, self.least_games, cast(RankedBy, self.ranked_by))

    @property
    def is_closed(self) -> bool:
        """Whether its table is frozen."""
        return self.closed_at is not None

    def counted(self, games: int) -> int:
        """How many of a player's results count; at least one, where there is any."""
        if self.best_of is not None:
            return min(games, self.best_of)
        return max(games - self.drop_worst, min(games, 1))

    def holds(self, day: date) -> bool:
        """Whether games of this day belong to it."""
        return self.starts_on <= day and (self.ends_on is None or day <= self.ends_on)

    def day_of(self, order_key: str) -> date:
        """Return on which day a game with this order key was begun, where the group lives."""
        return begun_at(order_key).astimezone(ZoneInfo(self.group.time_zone)).date()

    def weight_on(self, day: date) -> int:
        """Return the weight of a day; one that was never stored has no weights yet."""
        return (self.weights or {}).get(day.isoformat(), weights.ONCE)


class Award(Model):
    """What one game brought one player in one season.

    ``points`` are in parts of a point. ``mu`` and ``sigma`` are the player's rating after the game.
    Awards of a closed season stay when their game leaves the group or is erased: ``game_id`` is
    None then, and only ``order_key`` names the game.
    """

    __tablename__ = "awards"
    __table_args__ = (
        sa.Index(None, "season_id", "player_id", "order_key"),
        sa.Index(None, "season_id", "player_id", "points"),
        # With an index of the game alone SQLite would rather read all awards of the season.
        sa.Index(None, "game_id", "season_id", "player_id"),
    )

    season_id: Mapped[int] = erased_with("seasons", primary_key=True)
    order_key: Mapped[str] = mapped_column(ORDER_KEY, primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True)
    game_id: Mapped[int | None] = mapped_column(sa.ForeignKey("games.id", ondelete="SET NULL"))
    side: Mapped[str] = mapped_column(Name(40))
    rank: Mapped[int]
    is_win: Mapped[bool]
    points: Mapped[int] = mapped_column(sa.BigInteger)
    mu: Mapped[float] = mapped_column(sa.Double)
    sigma: Mapped[float] = mapped_column(sa.Double)


class Adjustment(Model):
    """Points that a scorekeeper gave a player by hand in a season, or took, and why.

    ``points`` are whole points, below 0 where they were taken; ``kind`` is one of those in
    ``rules/outcome/adjustments.py``. ``day`` is when it happened, ``at`` when it was written down.
    A merge of players does not change it.
    """

    __tablename__ = "adjustments"
    __table_args__ = (sa.UniqueConstraint("season_id", "uid"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16))
    season_id: Mapped[int] = erased_with("seasons")
    player_id: Mapped[int] = erased_with("players", index=True)
    kind: Mapped[str] = mapped_column(sa.String(10), info=fact())
    points: Mapped[int] = mapped_column(info=fact())
    day: Mapped[date] = mapped_column(info=fact(say("Day")))
    reason: Mapped[str] = mapped_column(sa.Text, info=fact())
    at: Mapped[datetime]

    season: Mapped[Season] = relationship()
    player: Mapped[Player] = relationship()


class Part(Model):
    """Some players of a season under a name: a team, or a division.

    Its name may be longer than what can be typed, once somebody in it was forgotten.
    """

    __abstract__ = True

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16))
    season_id: Mapped[int] = erased_with("seasons")
    name: Mapped[str] = mapped_column(sa.Text, info=fact(say("Name")))

    @declared_attr
    def season(cls) -> Mapped[Season]:  # noqa: N805 - declared on each of its classes
        """Return the season of the team or division."""
        return relationship(Season)


class PartMember(Model):
    """A player in one team or division of a season; a merge of players does not change it."""

    __abstract__ = True

    season_id: Mapped[int] = erased_with("seasons", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True, index=True)

    @declared_attr
    def player(cls) -> Mapped[Player]:  # noqa: N805 - declared on each of its classes
        """Return the player in the team or division."""
        return relationship(Player)


class Team(Part):
    """Players of a group who are added up together in a season."""

    __tablename__ = "teams"
    __table_args__ = (sa.UniqueConstraint("season_id", "uid"),)


class TeamMember(PartMember):
    """A player of a team."""

    __tablename__ = "team_members"

    team_id: Mapped[int] = erased_with("teams", index=True)


class Division(Part):
    """Players who have a table of their own in a season; position 0 is the highest."""

    __tablename__ = "divisions"
    __table_args__ = (sa.UniqueConstraint("season_id", "uid"),)

    position: Mapped[int] = mapped_column(info=fact())


class DivisionMember(PartMember):
    """A player of a division."""

    __tablename__ = "division_members"

    division_id: Mapped[int] = erased_with("divisions", index=True)


class Standing(Model):
    """One player's line in a season's table, stored so that it need not be counted.

    ``points`` (of all games), ``counted`` (of the games that count), ``best`` (of one game) and
    ``for_team`` (for the team, where only the best of it count) are in parts of a point. ``form``
    holds the last five places, newest first. ``ahead`` maps the id of another player to the games
    in which this one finished before, where direct comparison breaks ties.
    """

    __tablename__ = "standings"

    season_id: Mapped[int] = erased_with("seasons", primary_key=True)
    player_id: Mapped[int] = erased_with("players", primary_key=True)
    games: Mapped[int]
    wins: Mapped[int]
    seconds: Mapped[int]
    points: Mapped[int] = mapped_column(sa.BigInteger)
    counted: Mapped[int] = mapped_column(sa.BigInteger)
    best: Mapped[int] = mapped_column(sa.BigInteger)
    for_team: Mapped[int] = with_default(0, sa.BigInteger)
    form: Mapped[list[dict[str, Any]]] = mapped_column(sa.JSON)
    ahead: Mapped[dict[str, int]] = with_default(dict, sa.JSON)
    mu: Mapped[float] = mapped_column(sa.Double)
    sigma: Mapped[float] = mapped_column(sa.Double)
