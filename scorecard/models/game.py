"""A game, its seats, its rounds and what was typed for them."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, joinedload, mapped_column, object_session, relationship

from scorecard.database.db import BY_KEY, Model, erased_with, parts_by, with_default
from scorecard.models.facts import fact
from scorecard.models.group import Group, Player
from scorecard.models.house_rules import HouseRulesVersion
from scorecard.models.names import Name

COUNTING = 1
"""The number of the present way of scoring games; a release that scores differently raises it."""
LARGEST_NUMBER = 2**31 - 1
"""The largest number of a round that databases accept in a query."""


class Game(Model):
    """One sitting from first deal to End Game.

    ``options`` are the house rules copied onto the game when it started. ``version`` and
    ``changed_at`` change with every write. ``status`` and ``reason`` are what the rules make of it,
    stored anew on every write; ``ended_at`` is set by End Game. ``started_at`` is on the day that
    the game counts for, maybe long before it was typed in. ``code`` opens the game while it has not
    ended. ``kind`` names the card game in a group's books. ``deleted_at`` puts the game
    into the bin; one that was imported deleted stays there until ``kept_until``. ``rules_version``
    is the version it started with and keeps; ``not_agreed`` names who had not agreed to it then;
    ``amendments`` are what was changed since, from which round on. ``anecdote`` is a line that
    people tell of it, or "". A game that ``is_friendly`` counts in no season, one that is
    ``friendly_in`` some seasons, given by their uids, in none of these. ``counted_by`` is the
    :data:`COUNTING` that its stored scores and results are from.
    """

    __tablename__ = "games"
    __table_args__ = (
        sa.Index(None, "group_id", "deleted_at", "started_at"),
        sa.Index(None, "group_id", "deleted_at", "kind", "started_at"),
        # After years a group has very many games that have ended, and few that run.
        sa.Index(
            "ix_games_running",
            "group_id",
            "deleted_at",
            "started_at",
            sqlite_where=sa.text("ended_at IS NULL"),
            postgresql_where=sa.text("ended_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(sa.String(16), unique=True)
    rules: Mapped[str] = mapped_column(sa.String(40))
    options: Mapped[dict[str, Any]] = mapped_column(sa.JSON, info=fact())
    is_blind: Mapped[bool] = mapped_column(default=False, info=fact())
    first_seat: Mapped[int] = mapped_column(default=1, info=fact())
    version: Mapped[int] = mapped_column(default=1)
    code: Mapped[str | None] = mapped_column(sa.String(6), unique=True)
    started_at: Mapped[datetime] = mapped_column(info=fact())
    changed_at: Mapped[datetime]
    ended_at: Mapped[datetime | None] = mapped_column(info=fact())
    status: Mapped[str] = mapped_column(sa.String(16), default="in_progress")
    reason: Mapped[str] = mapped_column(sa.Text, default="")
    rematch_of_id: Mapped[int | None] = mapped_column(sa.ForeignKey("games.id"), unique=True)
    group_id: Mapped[int | None] = mapped_column(sa.ForeignKey("groups.id"))
    kind: Mapped[str] = with_default("", sa.String(60))
    deleted_at: Mapped[datetime | None] = mapped_column(info=fact())
    kept_until: Mapped[datetime | None]
    version_id: Mapped[int | None] = mapped_column(sa.ForeignKey("house_rules_versions.id"))
    amendments: Mapped[list[dict[str, Any]]] = with_default(list, sa.JSON, info=fact())
    not_agreed: Mapped[list[dict[str, Any]]] = with_default(list, sa.JSON)
    anecdote: Mapped[str] = with_default("", sa.Text)
    is_friendly: Mapped[bool] = with_default(False, info=fact())
    friendly_in: Mapped[list[str]] = with_default(list, sa.JSON, info=fact())
    # 0 for games that an earlier release inserts while it runs beside this one.
    counted_by: Mapped[int] = mapped_column(
        default=COUNTING, server_default=sa.text("0"), index=True
    )

    version_begun_with: Mapped[HouseRulesVersion | None] = relationship()
    group: Mapped[Group | None] = relationship()
    seats: Mapped[list[Seat]] = parts_by("Seat.position", back_populates="game")
    rounds: Mapped[list[Round]] = parts_by("Round.number", back_populates="game")

    @property
    def rules_version(self) -> HouseRulesVersion | None:
        """The version it is played by; None in another group than that of the house rules."""
        version = self.version_begun_with
        here = self.group.id if self.group else None
        return version if version and version.house_rules.group_id == here else None

    @rules_version.setter
    def rules_version(self, version: HouseRulesVersion | None) -> None:
        self.version_begun_with = version

    @property
    def is_ended(self) -> bool:
        """Whether End Game was tapped."""
        return self.ended_at is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing is played any more: it was ended, or its rules say that it is won."""
        return self.is_ended or self.status == "finished"

    @property
    def closed_rounds(self) -> list[Round]:
        """The rounds that are scored, in order."""
        return [round_ for round_ in self.rounds if round_.is_closed]

    @property
    def open_round(self) -> Round | None:
        """The round being counted, once somebody has begun to."""
        if session := self.session_to_ask:
            return _load_round(session, self, "is_closed", False)
        return next((round_ for round_ in self.rounds if not round_.is_closed), None)

    @property
    def next_number(self) -> int:
        """The number of the round being counted, or to be counted next."""
        if session := self.session_to_ask:
            is_counted = (Round.game_id == self.id, Round.is_closed)
            return (session.scalar(sa.select(sa.func.count(Round.id)).where(*is_counted)) or 0) + 1
        return len(self.closed_rounds) + 1

    def round(self, number: int) -> Round | None:
        """Return a round by its number, or None where nobody has begun to count it."""
        if not 1 <= number <= LARGEST_NUMBER:
            return None
        if session := self.session_to_ask:
            return _load_round(session, self, "number", number)
        return next((round_ for round_ in self.rounds if round_.number == number), None)

    def seat_at(self, position: int) -> Seat | None:
        """Return the seat with this position, None where there is none."""
        return next((seat for seat in self.seats if seat.position == position), None)

    @property
    def session_to_ask(self) -> Session | None:
        """The session to ask for rounds with, or None if all rounds are loaded already."""
        state = sa.inspect(self)
        return object_session(self) if state.persistent and "rounds" in state.unloaded else None


class Seat(Model):
    """A player's place in a game; ``position`` counts from 1, clockwise.

    ``left_after`` is the last round of somebody who left for good; ``joined_after`` the last one
    before somebody joined late. ``start`` is the total to begin with: of a late player the one
    chosen then, whatever is corrected later, of all others the head start. ``total`` (meaningless
    if ``is_out``), ``rank`` and ``is_winner`` are what the rules make of the game, stored anew on
    every write. In a group's game, ``player`` is who sat there.
    """

    __tablename__ = "seats"
    __table_args__ = (
        sa.UniqueConstraint("game_id", "position"),
        # Whether a player sat in a game is read from the index alone.
        sa.Index(None, "player_id", "game_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = erased_with("games")
    position: Mapped[int]
    name: Mapped[str] = mapped_column(Name(40))
    left_after: Mapped[int | None]
    joined_after: Mapped[int | None]
    start: Mapped[int] = mapped_column(sa.BigInteger, default=0, server_default=sa.text("0"))
    total: Mapped[int] = mapped_column(sa.BigInteger, default=0)
    is_out: Mapped[bool] = with_default(False)
    rank: Mapped[int] = mapped_column(default=1)
    is_winner: Mapped[bool] = mapped_column(default=False)
    player_id: Mapped[int | None] = mapped_column(sa.ForeignKey("players.id"))

    game: Mapped[Game] = relationship(back_populates="seats")
    player: Mapped[Player | None] = relationship()

    @property
    def joined(self) -> dict[str, int] | None:
        """After how many rounds the player joined late, with what total; None if there from 1."""
        if self.joined_after is None:
            return None
        return {"after": self.joined_after, "start": self.start}

    @joined.setter
    def joined(self, joined: dict[str, int] | None) -> None:
        self.joined_after = joined["after"] if joined else None
        self.start = joined["start"] if joined else 0

    @property
    def head_start(self) -> int:
        """The total to begin with of a player who is there from round 1 on, 0 of all others."""
        return self.start if self.joined_after is None else 0

    @head_start.setter
    def head_start(self, points: int) -> None:
        if self.joined_after is None:
            self.start = points

    def plays(self, number: int) -> bool:
        """Whether the player takes part in a round: has joined before it, and not left."""
        is_gone = self.left_after is not None and number > self.left_after
        return not is_gone and number > (self.joined_after or 0)


class Round(Model):
    """One deal and its scoring; open while it is being counted.

    ``data`` holds what was typed about the whole round. ``version`` is the game's version at which
    that, not an entry of a seat, was last written. ``anecdote`` is a line that people tell of it.
    """

    __tablename__ = "rounds"
    __table_args__ = (sa.UniqueConstraint("game_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = erased_with("games")
    number: Mapped[int]
    data: Mapped[dict[str, Any]] = mapped_column(sa.JSON, default=dict)
    is_closed: Mapped[bool] = mapped_column(default=False)
    version: Mapped[int]
    anecdote: Mapped[str] = with_default("", sa.Text)

    game: Mapped[Game] = relationship(back_populates="rounds")
    entries: Mapped[list[Entry]] = parts_by(
        "Entry.seat_id", back_populates="round", lazy="selectin"
    )

    def entry_of(self, seat: Seat) -> Entry | None:
        """Return what was typed for a seat, or None."""
        return next((entry for entry in self.entries if entry.seat_id == seat.id), None)

    def put(self, seat: Seat, data: Any, device_id: int, at: datetime, version: int) -> None:
        """Write what was typed for a seat, replacing what stood there."""
        entry = self.entry_of(seat)
        if entry is None:
            # Whole before it is added: a half-made one could be flushed on the way.
            self.entries.append(
                Entry(
                    seat=seat,
                    # For code that reads the entries before they are flushed.
                    seat_id=seat.id,
                    data=data,
                    device_id=device_id,
                    entered_at=at,
                    version=version,
                )
            )
        else:
            entry.data, entry.device_id, entry.entered_at = data, device_id, at
            entry.version = version


class Entry(Model):
    """What was typed for one seat in one round, and from which device."""

    __tablename__ = "entries"
    __table_args__ = (sa.UniqueConstraint("round_id", "seat_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    round_id: Mapped[int] = erased_with("rounds")
    seat_id: Mapped[int] = erased_with("seats", index=True)
    data: Mapped[Any] = mapped_column(sa.JSON)
    device_id: Mapped[int] = mapped_column(sa.ForeignKey("devices.id"))
    entered_at: Mapped[datetime]
    version: Mapped[int]

    round: Mapped[Round] = relationship(back_populates="entries")
    seat: Mapped[Seat] = relationship()


class Score(Model):
    """The points of a seat in a round, stored anew on every write.

    Only rounds that count have scores; those after the end have none. They are read and written as
    plain rows, because as objects they take as long as all else of a game, and go with their round.
    ``seat_id`` is no reference, which would need an index of its own: scoring deletes what a seat
    leaves that goes alone.
    """

    __tablename__ = "scores"
    __table_args__ = BY_KEY

    round_id: Mapped[int] = erased_with("rounds", primary_key=True)
    seat_id: Mapped[int] = mapped_column(primary_key=True)
    points: Mapped[int] = mapped_column(sa.BigInteger)


@cache
def _round_by(column: str) -> sa.Select[Any]:
    """Return the statement that loads a round by a value of a column; built once for each."""
    is_wanted = getattr(Round, column) == sa.bindparam("value")
    is_here = Round.game_id == sa.bindparam("game_id")
    return sa.select(Round).where(is_here, is_wanted).options(joinedload(Round.entries))


def _load_round(session: Session, game: Game, column: str, value: int) -> Round | None:
    values = {"game_id": game.id, "value": value}
    round_: Round | None = session.scalars(_round_by(column), values).unique().first()
    return round_
