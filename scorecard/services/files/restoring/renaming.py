"""Put the uids that players have here into parts of a file, and compare such parts.

Each file numbers phones in its own order, so parts are compared with phones numbered from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel

from scorecard.services.files.format import (
    book_parts,
    file_format,
    game_parts,
    references,
    season_parts,
    tables,
)


def house_rules(rule_set: file_format.Document, uids: Mapping[str, str]) -> file_format.Document:
    """Return house rules with their players renamed; who is there twice then counts once."""
    renamed = references.renamed(book_parts.HouseRulesPart, rule_set, _players(uids))
    for version in renamed["versions"]:
        version["agreements"] = _once_each(version["agreements"])
    for proposal in renamed["proposals"]:
        proposal["votes"] = _once_each(proposal["votes"])
    return renamed


def season(part: file_format.Document, uids: Mapping[str, str]) -> file_format.Document:
    """Return a season with its players renamed, wherever it names some."""
    renamed = references.renamed(season_parts.SeasonPart, part, _players(uids))
    for game in renamed["awards"] or ():
        game["players"] = sorted(game["players"], key=lambda award: str(award["player"]))
    for one in (*renamed["teams"], *renamed["divisions"]):
        one["players"] = sorted({*one["players"]})
    return renamed


def _players(uids: Mapping[str, str]) -> tables.Names:
    return {"player": lambda uid: uids.get(uid, uid)}


def _once_each(parts: Sequence[file_format.Document]) -> list[file_format.Document]:
    first: dict[str, file_format.Document] = {}
    for part in parts:
        first.setdefault(part["player"], part)
    return [first[uid] for uid in sorted(first)]


def are_same(kind: type[BaseModel], one: file_format.Document, other: file_format.Document) -> bool:
    """Whether two parts say the same."""
    return _numbered(kind, one) == _numbered(kind, other)


def _numbered(kind: type[BaseModel], part: file_format.Document) -> file_format.Document:
    numbers: dict[int, int] = {}
    names = {"phone": lambda number: numbers.setdefault(number, len(numbers) + 1)}
    plain = references.renamed(kind, part, names)
    if "phones" in plain:
        plain["phones"] = sorted(plain["phones"], key=lambda phone: phone["phone"])
    return plain


def plain_game(part: file_format.Document) -> file_format.Document:
    """Return a game without what follows from the rest of it, with its phones numbered from 1."""
    plain, link = _numbered(game_parts.GamePart, part), part["house_rules"]
    del plain["kind"]
    return {**plain, "house_rules": (link["uid"], link["version"]) if link else None}
