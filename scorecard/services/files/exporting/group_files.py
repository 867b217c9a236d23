"""Write a group down: itself, its seasons, its house rules; and what a file calls its rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session, selectinload

from scorecard.models import (
    Award,
    CashEntry,
    CashShare,
    Game,
    Group,
    GroupChange,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Player,
    PlayerClaim,
    Proposal,
    Season,
)
from scorecard.models.season import begun_at
from scorecard.services.files.format import (
    book_parts,
    file_format,
    group_parts,
    season_parts,
    tables,
)
from scorecard.services.standings import adjusted, lineups, results


def names_of(group: Group | None, games: Iterable[Game] = ()) -> tables.Names:
    """Return how a file writes ids, None for those of another group; phones are numbered."""
    players = {player.id: player.uid for player in group.players} if group else {}
    uids = {game.id: game.uid for game in games}
    numbers: dict[int, int] = {}
    return {
        "group": lambda group_id: group.uid if group and group.id == group_id else None,
        "player": players.get,
        "game": uids.get,
        "phone": lambda device_id: numbers.setdefault(device_id, len(numbers) + 1),
    }


def group_part(session: Session, group: Group, names: tables.Names) -> file_format.Document:
    """Return a group as a file has it, without its players, seasons and games."""
    changes = session.scalars(
        select(GroupChange).where(GroupChange.group_id == group.id).order_by(GroupChange.version)
    ).all()
    history = [group_parts.CHANGES.part(change, names) for change in changes]
    phones = _phones(session, group, {change.device_id for change in changes}, names)
    return group_parts.WHOLE_GROUPS.part(group, names) | {
        "history": history,
        "phones": sorted(phones, key=lambda phone: phone["phone"]),
        "cash": _cash(session, group, names),
    }


def _cash(session: Session, group: Group, names: tables.Names) -> list[file_format.Document]:
    """Return the entries of a group's cash box, in the order in which they were written down."""
    shares: defaultdict[int, list[file_format.Document]] = defaultdict(list)
    of_group = CashEntry.group_id == group.id
    for share in session.scalars(select(CashShare).join(CashEntry).where(of_group)):
        shares[share.entry_id].append(group_parts.CASH_SHARES.part(share, names))
    # A game that is in another group by now is in no file of this one.
    is_its = and_(Game.id == CashEntry.game_id, Game.group_id == group.id)
    entries = select(CashEntry, Game.uid).outerjoin(Game, is_its).where(of_group)
    return [
        group_parts.CASH.part(entry, names)
        | {"game": game, "shares": sorted(shares[entry.id], key=lambda one: str(one["player"]))}
        for entry, game in session.execute(entries.order_by(CashEntry.id))
    ]


def _phones(
    session: Session, group: Group, devices: Collection[int], names: tables.Names
) -> list[file_format.Document]:
    """Return the phones of a group that its history names, each with the players on it."""
    members, claims = GroupMembership.__table__, PlayerClaim.__table__
    claimed: defaultdict[int, list[int]] = defaultdict(list)
    for membership, player in session.execute(
        select(claims.c.membership_id, claims.c.player_id)
        .join(members, members.c.id == claims.c.membership_id)
        .where(members.c.group_id == group.id)
        .order_by(claims.c.player_id)
    ):
        claimed[membership].append(player)
    rows = session.execute(select(members).where(members.c.group_id == group.id))
    return [
        group_parts.PHONES.part(row, names)
        | {"players": [names["player"](player) for player in claimed[row.id]]}
        for row in rows
        if row.device_id in devices
    ]


def season_part(session: Session, season: Season, names: tables.Names) -> file_format.Document:
    """Return a season as a file has it."""
    awards = _awards(session, season, names) if season.is_closed else None
    by_hand = sorted(adjusted.all_of(session, season), key=lambda one: (one.at, one.uid))
    return season_parts.SEASONS.part(season, names) | {
        "awards": awards,
        "adjustments": [season_parts.ADJUSTMENTS.part(one, names) for one in by_hand],
        "teams": _parts(session, season, lineups.TEAMS, season_parts.TEAMS, names),
        "divisions": _parts(session, season, lineups.DIVISIONS, season_parts.DIVISIONS, names),
    }


def _parts(
    session: Session,
    season: Season,
    sort: lineups.Sort,
    table: tables.Table,
    names: tables.Names,
) -> list[file_format.Document]:
    """Return a season's teams or divisions as a file has them, with merged players as stored."""
    rows = session.execute(
        select(sort.part, sort.member.player_id)
        .outerjoin(sort.member, sort.part_id == sort.part.id)
        .where(sort.part.season_id == season.id)
        .order_by(sort.part.uid)
    )
    return [
        table.part(part, names)
        | {"players": sorted(names["player"](row.player_id) for row in of_part if row.player_id)}
        for part, of_part in groupby(rows, key=lambda row: row[0])
    ]


def _awards(session: Session, season: Season, names: tables.Names) -> list[file_format.Document]:
    """Return what each game of a closed season awarded, as a file has it."""
    rows = session.execute(
        select(Award.__table__)
        .join(Player, Player.id == Award.player_id)
        .where(Award.season_id == season.id)
        .order_by(Award.order_key, Player.uid)
    )
    return [
        {
            "game": results.uid_in(order_key),
            "begun_at": begun_at(order_key).isoformat(),
            "players": [season_parts.AWARDS.part(row, names) for row in of_game],
        }
        for order_key, of_game in groupby(rows, key=lambda row: row.order_key)
    ]


def house_rules_parts(
    session: Session,
    group: Group,
    names: tables.Names,
    only: Collection[str] | None = None,
    players: Collection[str] = (),
) -> list[file_format.Document]:
    """Return a group's house rules as a file of the group has them, or one of a season.

    The file of a season has ``only`` those with some uids, without proposals, and with the
    agreements of its ``players``. No file holds what makes the public links of house rules.
    """
    versions = selectinload(HouseRules.versions).selectinload(HouseRulesVersion.agreements)
    proposals = selectinload(HouseRules.proposals)
    statement = (
        select(HouseRules)
        .where(HouseRules.group_id == group.id)
        .order_by(HouseRules.created_at, HouseRules.uid)
        .options(
            versions,
            proposals.selectinload(Proposal.votes),
            proposals.selectinload(Proposal.all_comments),
            selectinload(HouseRules.all_rulings),
        )
    )
    return [
        _house_rules_part(rule_set, names, None if only is None else players)
        for rule_set in session.scalars(statement)
        if only is None or rule_set.uid in only
    ]


def linked_house_rules(games: Iterable[file_format.Document]) -> set[str]:
    """Return the uids of the house rules that games of a file were started with."""
    return {game["house_rules"]["uid"] for game in games if game["house_rules"]}


def _house_rules_part(
    rule_set: HouseRules, names: tables.Names, players: Collection[str] | None
) -> file_format.Document:
    # Phones are numbered as these name them one after the other.
    return book_parts.HOUSE_RULES.part(rule_set, names) | {
        "versions": [_version_part(version, names, players) for version in rule_set.versions],
        "proposals": [
            _proposal_part(proposal, names)
            for proposal in sorted(rule_set.proposals, key=lambda one: (one.at, one.uid))
            if players is None
        ],
        "rulings": [
            book_parts.RULINGS.part(ruling, names)
            for ruling in sorted(rule_set.all_rulings, key=lambda ruling: (ruling.at, ruling.uid))
        ],
    }


def _version_part(
    version: HouseRulesVersion, names: tables.Names, players: Collection[str] | None
) -> file_format.Document:
    return book_parts.VERSIONS.part(version, names) | {
        "agreements": [
            book_parts.AGREEMENTS.part(row, names)
            for row in _by_player(version.agreements, names)
            if players is None or names["player"](row.player_id) in players
        ]
    }


def _proposal_part(proposal: Proposal, names: tables.Names) -> file_format.Document:
    comments = sorted(proposal.all_comments, key=lambda comment: (comment.at, comment.id))
    return book_parts.PROPOSALS.part(proposal, names) | {
        "votes": [book_parts.VOTES.part(row, names) for row in _by_player(proposal.votes, names)],
        "comments": [book_parts.COMMENTS.part(comment, names) for comment in comments],
    }


def _by_player(rows: Iterable[Any], names: tables.Names) -> list[Any]:
    return sorted(rows, key=lambda row: names["player"](row.player_id))
