"""Everything that is kept about one player of a group, for that player to take along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session, selectinload

from scorecard import answers
from scorecard.models import (
    Agreement,
    CashEntry,
    CashShare,
    Comment,
    Game,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Player,
    Proposal,
    Round,
    Ruling,
    Score,
    Season,
    Seat,
    Vote,
)
from scorecard.services.files.exporting import group_files
from scorecard.services.files.format import group_parts
from scorecard.services.scoring import sheets
from scorecard.services.seasons import seasons
from scorecard.services.standings import lineups, standings

Document = dict[str, Any]
FORMAT = "scorecard-player"
VERSION = 1

Points = Mapping[tuple[int, int], int]
"""A player's points in each round, by the ids of round and seat."""


def of_player(session: Session, player: Player, at: datetime) -> Document:
    """Return as JSON what a group keeps about a player, merges followed, and what they wrote."""
    group, player = player.group, player.one
    same = player.identities
    ids = [row.id for row in same]
    phones, names = _phones(session, player, ids), group_files.names_of(group)
    points = _points(session, ids)
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": at.isoformat(),
        "group": group_parts.GROUPS.part(group, names),
        "player": [group_parts.PLAYERS.part(row, names) for row in same],
        "phones": [
            {"role": row.role, "joined_at": row.joined_at.isoformat()}
            for row in phones
            if row.removed_at is None
        ],
        "games": [_game(game, ids, points) for game in games_of(session, player)],
        "seasons": [
            {"season": season.name, **answers.to_store(line)}
            for season in seasons.of_group(session, group)
            if (line := standings.of_player(session, season, player))
        ],
        "teams": _parts(session, ids, lineups.TEAMS, "team"),
        "divisions": _parts(session, ids, lineups.DIVISIONS, "division"),
        "cash": _cash(session, ids),
        "book": _book(session, group.id, ids, [row.device_id for row in phones]),
    }


def _parts(session: Session, ids: Sequence[int], sort: lineups.Sort, word: str) -> list[Document]:
    """Return in which teams or divisions of seasons a player is, also one who is a guest now."""
    rows: Sequence[Any] = session.execute(
        select(Season.name, sort.part.name)
        .join(sort.part, sort.part.season_id == Season.id)
        .join(sort.member, sort.part_id == sort.part.id)
        .where(sort.member.player_id.in_(ids), Season.deleted_at.is_(None))
        .order_by(Season.starts_on.desc(), Season.id.desc(), sort.part.id)
    ).all()
    return [{"season": season, word: part} for season, part in rows]


def games_of(session: Session, player: Player) -> Sequence[Game]:
    """Return the games that a player sat in, but for those in the bin, oldest first."""
    ids = [row.id for row in player.identities]
    return session.scalars(
        select(Game)
        .where(
            Game.id.in_(select(Seat.game_id).where(Seat.player_id.in_(ids))),
            Game.deleted_at.is_(None),
        )
        .order_by(Game.started_at, Game.id)
        .options(selectinload(Game.seats), selectinload(Game.rounds))
    ).all()


def _phones(session: Session, player: Player, ids: list[int]) -> Sequence[GroupMembership]:
    return session.scalars(
        select(GroupMembership)
        .where(
            GroupMembership.group_id == player.group_id,
            GroupMembership.players.any(Player.id.in_(ids)),
        )
        .order_by(GroupMembership.id)
    ).all()


def _points(session: Session, ids: list[int]) -> Points:
    rows = session.execute(
        select(Score.round_id, Score.seat_id, Score.points)
        .join(Round, Round.id == Score.round_id)
        .join(Seat, and_(Seat.game_id == Round.game_id, Seat.id == Score.seat_id))
        .where(Seat.player_id.in_(ids))
    )
    return {(round_id, seat_id): points for round_id, seat_id, points in rows}


def _game(game: Game, ids: list[int], points: Points) -> Document:
    seats = [seat for seat in game.seats if seat.player_id in ids]
    return {
        "uid": game.uid,
        "card_game": sheets.rules_of(game).name,
        "started_at": game.started_at.isoformat(),
        "ended_at": game.ended_at.isoformat() if game.ended_at else None,
        "anecdote": game.anecdote,
        "seats": [
            {
                "position": seat.position,
                "name": seat.name,
                "total": None if seat.is_out else seat.total,
                "rank": seat.rank,
                "is_winner": seat.is_winner,
                "rounds": [_round(game, round_, seat, points) for round_ in game.rounds],
            }
            for seat in seats
        ],
    }


def _round(game: Game, round_: Round, seat: Seat, points: Points) -> Document:
    entry = round_.entry_of(seat)
    # A secret entry is shown to nobody before everybody is in.
    is_secret = game.is_blind and not round_.is_closed and not game.is_ended
    return {
        "number": round_.number,
        "anecdote": round_.anecdote,
        "entry": entry.data if entry and not is_secret else None,
        "entered_at": entry.entered_at.isoformat() if entry else None,
        "points": points.get((round_.id, seat.id)),
    }


def _cash(session: Session, ids: list[int]) -> list[Document]:
    """Return what the entries of the cash box are for a player, oldest first."""
    rows = session.execute(
        select(CashEntry, CashShare.amount)
        .join(CashShare, CashShare.entry_id == CashEntry.id)
        .where(CashShare.player_id.in_(ids))
        .order_by(CashEntry.day, CashEntry.id)
    )
    return [
        {
            "kind": entry.kind,
            "day": entry.day.isoformat(),
            "note": entry.note,
            "cents": cents,
            "at": entry.at.isoformat(),
        }
        for entry, cents in rows
    ]


def _book(session: Session, group_id: int, ids: list[int], devices: list[int]) -> Document:
    """Return what a player agreed to and voted, and what their phones wrote."""
    rules = HouseRules.name.label("rules")
    version = HouseRulesVersion.number.label("version")
    by_kind = {
        "agreements": select(rules, version, Agreement.at)
        .join(HouseRules.versions)
        .join(HouseRulesVersion.agreements)
        .where(Agreement.player_id.in_(ids)),
        "votes": select(rules, Proposal.reason, Vote.choice, Vote.at)
        .join(HouseRules.proposals)
        .join(Proposal.votes)
        .where(Vote.player_id.in_(ids)),
        "comments": select(rules, Comment.text, Comment.at)
        .join(HouseRules.proposals)
        .join(Proposal.all_comments)
        .where(Comment.device_id.in_(devices)),
        "proposals": select(rules, Proposal.reason, Proposal.at)
        .join(HouseRules.proposals)
        .where(Proposal.device_id.in_(devices)),
        "rulings": select(rules, Ruling.situation, Ruling.decision, Ruling.at)
        .join(HouseRules.all_rulings)
        .where(Ruling.device_id.in_(devices)),
    }
    return {
        kind: [
            {**row._asdict(), "at": row.at.isoformat()}
            for row in session.execute(
                statement.where(HouseRules.group_id == group_id).order_by("at")
            )
        ]
        for kind, statement in by_kind.items()
    }
