"""Call the players in a part of a file by the uids that they have here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorecard.services.files.format import file_format


def house_rules(rule_set: file_format.Document, uids: Mapping[str, str]) -> file_format.Document:
    """Return house rules with their players renamed; who is there twice then counts once."""
    return {
        **rule_set,
        "versions": [_once_each(part, "agreements", uids) for part in rule_set["versions"]],
        "proposals": [_once_each(part, "votes", uids) for part in rule_set["proposals"]],
    }


def awards(
    games: Sequence[file_format.Document] | None, uids: Mapping[str, str]
) -> list[file_format.Document] | None:
    """Return what games awarded in a closed season with the players renamed, None for no awards."""
    if games is None:
        return None
    renamed = []
    for game in games:
        players = [
            {**award, "player": uids.get(award["player"], award["player"])}
            for award in game["players"]
        ]
        renamed.append({**game, "players": sorted(players, key=lambda one: str(one["player"]))})
    return renamed


def frozen_table(
    final: file_format.Document | None, uids: Mapping[str, str]
) -> file_format.Document | None:
    """Return the frozen table of a season with its players renamed, None for no table."""
    if final is None:
        return None
    return {
        **final,
        "table": [
            {**row, "player": uids.get(row["player"], row["player"])} for row in final["table"]
        ],
        "titles": [
            {**title, "players": [uids.get(uid, uid) for uid in title["players"]]}
            for title in final["titles"]
        ],
    }


def _once_each(
    part: file_format.Document, name: str, uids: Mapping[str, str]
) -> file_format.Document:
    rows: dict[str, file_format.Document] = {}
    for row in part[name]:
        uid = uids.get(row["player"], row["player"])
        rows.setdefault(uid, {**row, "player": uid})
    return {**part, name: [rows[uid] for uid in sorted(rows)]}
