"""Write what a file has of a group into the database: players, seasons, house rules, history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from scorecard.models import Group, HouseRules, Player, PlayerClaim, Season
from scorecard.services.cash import balances
from scorecard.services.files.format import (
    book_parts,
    file_format,
    group_parts,
    references,
    season_parts,
    tables,
)
from scorecard.services.files.restoring import inserting, renaming
from scorecard.services.standings import awards, lineups, results


def restore_players(
    players: Sequence[file_format.Document], group: Group, places: inserting.Places
) -> None:
    """Add players of a file to a group's roster, and to ``places``."""
    for player in players:
        added = Player(**group_parts.PLAYERS.row(player, places.names))
        places.players[player["uid"]] = added
        group.players.append(added)
    places.session.flush()
    for player in players:
        if player["merged_into"]:
            places.players[player["uid"]].merged_into = places.players[player["merged_into"]]
    places.session.flush()


def restore_history(part: file_format.Document, group: Group, places: inserting.Places) -> None:
    """Give a new group the history, version and times that it has in its file."""
    places.session.flush()
    places.add_phones(references.named(group_parts.WholeGroupPart, part, "phone"))
    places.put(group_parts.CHANGES, [(group.id, line) for line in part["history"]])
    # Nobody has these phones.
    phones = [(group.id, phone) for phone in part["phones"]]
    claims = [
        {"membership_id": membership, "player_id": places.players[uid].id}
        for membership, phone in places.add(group_parts.PHONES, phones, **places.gone)
        for uid in phone["players"]
    ]
    inserting.insert_rows(places.session, PlayerClaim, claims)
    _restore_cash(part, group, places)
    for column, value in group_parts.WHOLE_GROUPS.row(part, places.names).items():
        setattr(group, column, value)


def _restore_cash(part: file_format.Document, group: Group, places: inserting.Places) -> None:
    """Write the cash box of a new group, and what its entries add up to."""
    places.add_games({entry["game"] for entry in part["cash"] if entry["game"]})
    entries = places.add(group_parts.CASH, [(group.id, entry) for entry in part["cash"]])
    places.put(group_parts.CASH_SHARES, inserting.inside(entries, "shares"))
    balances.recount(places.session, group)


def restore_season(season: file_format.Document, group: Group, places: inserting.Places) -> Season:
    """Write a season of a file into a group, but for what it awarded."""
    uids = {uid: player.uid for uid, player in places.players.items()}
    part = renaming.season(season, uids)
    added = Season(**places.row(season_parts.SEASONS, group.id, part))
    places.session.add(added)
    places.session.flush()
    places.put(season_parts.ADJUSTMENTS, [(added.id, one) for one in season["adjustments"]])
    for sort, table, key in (
        (lineups.TEAMS, season_parts.TEAMS, "teams"),
        (lineups.DIVISIONS, season_parts.DIVISIONS, "divisions"),
    ):
        _restore_parts(added, sort, table, season[key], places)
    return added


def _restore_parts(
    season: Season,
    sort: lineups.Sort,
    table: tables.Table,
    parts: Sequence[file_format.Document],
    places: inserting.Places,
) -> None:
    """Write the teams or divisions of a season; who is in two of them here is in the first."""
    part_of: dict[int, int] = {}
    for part_id, part in places.add(table, [(season.id, part) for part in parts]):
        for uid in part["players"]:
            part_of.setdefault(places.players[uid].id, part_id)
    inserting.insert_rows(
        places.session,
        sort.member,
        [
            {"season_id": season.id, "player_id": player_id, sort.part_id.key: part_id}
            for player_id, part_id in part_of.items()
        ],
    )


def restore_awards(
    season: Season, games: Sequence[file_format.Document], places: inserting.Places
) -> None:
    """Write what games awarded in a closed season, and the standings that follow from it."""
    places.add_games({game["game"] for game in games})
    rows_of = {}
    for game in games:
        key = results.order_key_of(datetime.fromisoformat(game["begun_at"]), game["game"])
        more = {"order_key": key, "game_id": places.games.get(game["game"]), "side": awards.NO_SIDE}
        rows_of[key] = [
            places.row(season_parts.AWARDS, season.id, award, **more) for award in game["players"]
        ]
    awards.store(places.session, season, [rows_of[key] for key in sorted(rows_of)])


def restore_book(
    book: Sequence[file_format.Document], group: Group, places: inserting.Places
) -> None:
    """Write house rules of a file into a group, but for their rulings."""
    for part in book:
        places.add_phones(references.named(book_parts.HouseRulesPart, part, "phone"))
    rule_sets = places.add(book_parts.HOUSE_RULES, [(group.id, part) for part in book])
    versions = places.add(book_parts.VERSIONS, inserting.inside(rule_sets, "versions"))
    proposals = places.add(book_parts.PROPOSALS, inserting.inside(rule_sets, "proposals"))
    places.put(book_parts.COMMENTS, inserting.inside(proposals, "comments"))
    places.put(book_parts.AGREEMENTS, _once_each(inserting.inside(versions, "agreements"), places))
    places.put(book_parts.VOTES, _once_each(inserting.inside(proposals, "votes"), places))
    owners = [part for part in book for _version in part["versions"]]
    for part, (version_id, version) in zip(owners, versions, strict=True):
        places.versions[part["uid"], version["number"], part["rules"]] = version_id


def restore_rulings(book: Sequence[file_format.Document], places: inserting.Places) -> None:
    """Write the rulings of house rules that were added, once their games are there."""
    uids = [rule_set["uid"] for rule_set in book]
    added = places.session.scalars(select(HouseRules).where(HouseRules.uid.in_(uids)))
    ids = {rule_set.uid: rule_set.id for rule_set in added}
    rulings = inserting.inside([(ids[rule_set["uid"]], rule_set) for rule_set in book], "rulings")
    places.add_games({ruling["game"] for _id, ruling in rulings if ruling["game"]})
    places.put(book_parts.RULINGS, rulings)


def _once_each(parts: inserting.Parts, places: inserting.Places) -> inserting.Parts:
    """Return the first agreement or vote of each player: two of a file may be one player here."""
    first: dict[tuple[int, int], tuple[int, file_format.Document]] = {}
    for id_, part in parts:
        first.setdefault((id_, places.players[part["player"]].id), (id_, part))
    return list(first.values())
