"""Everything that is kept about one player of a group, for that player to take along."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, selectinload

from scorecard.models import (
    Agreement,
    Comment,
    Game,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Player,
    Proposal,
    Round,
    Ruling,
    Seat,
    Vote,
)
from scorecard.services.files.exporting import file_naming
from scorecard.services.files.format import group_parts
from scorecard.services.scoring import sheets
from scorecard.services.seasons import seasons
from scorecard.services.spreadsheets import csv_files, score_lists
from scorecard.services.standings import standings

Document = dict[str, Any]
FORMAT = "scorecard-player"
VERSION = 1


def of_player(session: Session, player: Player, at: datetime) -> Document:
    """Return as JSON what a group keeps about a player and those who were merged into them.

    What the book says is theirs where it came from their phones.
    """
    group, player = player.group, player.one
    same = [row for row in group.players if row.one is player]
    ids = [row.id for row in same]
    phones, names = _phones(session, player, ids), file_naming.names_of(group)
    return {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": file_naming.moment(at),
        "group": group_parts.GROUPS.part(group, names),
        "player": [group_parts.PLAYERS.part(row, names) for row in same],
        "phones": [
            {"role": row.role, "joined_at": file_naming.moment(row.joined_at)}
            for row in phones
            if row.removed_at is None
        ],
        "games": [_game(game, ids) for game in games_of(session, player)],
        "seasons": [
            {"season": season.name, **line}
            for season in seasons.of_group(session, group)
            if (line := standings.of_player(session, season, player))
        ],
        "book": _book(session, group.id, ids, [row.device_id for row in phones]),
    }


def scores_of(session: Session, player: Player, separator: csv_files.Separator = "comma") -> str:
    """Return a player's own scores as the text of a CSV file."""
    return score_lists.of_games(session, games_of(session, player), player.one, separator)


def games_of(session: Session, player: Player) -> list[Game]:
    """Return the games that a player sat in, but for those in the bin, oldest first."""
    ids = [row.id for row in player.group.players if row.one is player.one]
    return list(
        session.scalars(
            select(Game)
            .where(
                Game.id.in_(select(Seat.game_id).where(Seat.player_id.in_(ids))),
                Game.deleted_at.is_(None),
            )
            .order_by(Game.started_at, Game.id)
            .options(
                selectinload(Game.seats),
                selectinload(Game.rounds).options(
                    selectinload(Round.entries), selectinload(Round.scores)
                ),
            )
        )
    )


def _phones(session: Session, player: Player, ids: list[int]) -> list[GroupMembership]:
    return list(
        session.scalars(
            select(GroupMembership)
            .where(
                GroupMembership.group_id == player.group_id,
                GroupMembership.players.any(Player.id.in_(ids)),
            )
            .order_by(GroupMembership.id)
        )
    )


def _game(game: Game, ids: list[int]) -> Document:
    seats = [seat for seat in game.seats if seat.player_id in ids]
    return {
        "uid": game.uid,
        "card_game": sheets.rules_of(game).name,
        "started_at": file_naming.moment(game.started_at),
        "ended_at": file_naming.moment(game.ended_at),
        "anecdote": game.anecdote,
        "seats": [
            {
                "position": seat.position,
                "name": seat.name,
                "total": None if seat.is_out else seat.total,
                "rank": seat.rank,
                "is_winner": seat.is_winner,
                "rounds": [_round(game, round_, seat) for round_ in game.rounds],
            }
            for seat in seats
        ],
    }


def _round(game: Game, round_: Round, seat: Seat) -> Document:
    entry = round_.entry_of(seat)
    # What is counted in secret is nobody's to look up before everybody is in.
    is_secret = game.is_blind and not round_.is_closed and not game.is_ended
    points = {score.seat_id: score.points for score in round_.scores}
    return {
        "number": round_.number,
        "anecdote": round_.anecdote,
        "entry": entry.data if entry and not is_secret else None,
        "entered_at": file_naming.moment(entry.entered_at) if entry else None,
        "points": points.get(seat.id),
    }


def _book(session: Session, group_id: int, ids: list[int], devices: list[int]) -> Document:
    """Return what a player agreed to and voted, and what their phones wrote."""
    of_group = HouseRules.group_id == group_id
    return {
        "agreements": _agreements(session, of_group, ids),
        "votes": _votes(session, of_group, ids),
        "comments": _comments(session, of_group, devices),
        "proposals": _proposals(session, of_group, devices),
        "rulings": _rulings(session, of_group, devices),
    }


def _agreements(session: Session, of_group: ColumnElement[bool], ids: list[int]) -> list[Document]:
    rows = session.execute(
        select(HouseRules.name, HouseRulesVersion.number, Agreement.at)
        .join(HouseRulesVersion, HouseRulesVersion.id == Agreement.version_id)
        .join(HouseRules, HouseRules.id == HouseRulesVersion.house_rules_id)
        .where(of_group, Agreement.player_id.in_(ids))
        .order_by(Agreement.at)
    )
    return [
        {"rules": name, "version": number, "at": file_naming.moment(at)}
        for name, number, at in rows
    ]


def _votes(session: Session, of_group: ColumnElement[bool], ids: list[int]) -> list[Document]:
    rows = session.execute(
        select(HouseRules.name, Proposal.reason, Vote.choice, Vote.at)
        .join(Proposal, Proposal.id == Vote.proposal_id)
        .join(HouseRules, HouseRules.id == Proposal.house_rules_id)
        .where(of_group, Vote.player_id.in_(ids))
        .order_by(Vote.at)
    )
    return [
        {"rules": name, "reason": reason, "choice": choice, "at": file_naming.moment(at)}
        for name, reason, choice, at in rows
    ]


def _comments(
    session: Session, of_group: ColumnElement[bool], devices: list[int]
) -> list[Document]:
    rows = session.execute(
        select(HouseRules.name, Comment.text, Comment.at)
        .join(Proposal, Proposal.id == Comment.proposal_id)
        .join(HouseRules, HouseRules.id == Proposal.house_rules_id)
        .where(of_group, Comment.device_id.in_(devices))
        .order_by(Comment.at)
    )
    return [{"rules": name, "text": text, "at": file_naming.moment(at)} for name, text, at in rows]


def _proposals(
    session: Session, of_group: ColumnElement[bool], devices: list[int]
) -> list[Document]:
    rows = session.execute(
        select(HouseRules.name, Proposal.reason, Proposal.at)
        .join(HouseRules, HouseRules.id == Proposal.house_rules_id)
        .where(of_group, Proposal.device_id.in_(devices))
        .order_by(Proposal.at)
    )
    return [
        {"rules": name, "reason": reason, "at": file_naming.moment(at)} for name, reason, at in rows
    ]


def _rulings(session: Session, of_group: ColumnElement[bool], devices: list[int]) -> list[Document]:
    rows = session.execute(
        select(HouseRules.name, Ruling.situation, Ruling.decision, Ruling.at)
        .join(HouseRules, HouseRules.id == Ruling.house_rules_id)
        .where(of_group, Ruling.device_id.in_(devices))
        .order_by(Ruling.at)
    )
    return [
        {
            "rules": name,
            "situation": situation,
            "decision": decision,
            "at": file_naming.moment(at),
        }
        for name, situation, decision, at in rows
    ]
