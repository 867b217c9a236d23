"""The kinds of exported files, as classes that read them strictly (see ``file_format``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from pydantic import Field

from scorecard.services.files.format import (
    book_parts,
    game_parts,
    group_parts,
    season_parts,
    tables,
    values,
)
from scorecard.services.limits import bounds


class File(values.Part):
    """What every file says of itself."""

    format: str
    version: int
    kind: str


class Export(File):
    """What stands in every file with games."""

    exported_at: values.Moment
    players: list[group_parts.PlayerPart]


class GameFile(Export):
    """One game, with its players."""

    group: group_parts.GroupPart | None
    game: game_parts.GamePart


class SeasonFile(Export):
    """One season, with its games and the players in them."""

    group: group_parts.GroupPart
    season: season_parts.SeasonPart
    games: list[game_parts.GamePart]
    house_rules: list[book_parts.HouseRulesPart]


class GroupFile(Export):
    """A whole group."""

    group: group_parts.WholeGroupPart
    seasons: list[season_parts.SeasonPart]
    games: list[game_parts.GamePart]
    house_rules: list[book_parts.HouseRulesPart]


class HouseRulesFile(File):
    """House rules for another group: their latest version, and how they were read."""

    game: str
    name: str = ""
    options: values.Json
    notes: str = ""
    rulings: Annotated[
        list[book_parts.SharedRulingPart], Field(max_length=bounds.RULINGS_OF_RULES.most)
    ] = Field(default_factory=list)
    origin: book_parts.OriginPart | None = None


FILES: Mapping[str, type[File]] = {
    "game": GameFile,
    "season": SeasonFile,
    "group": GroupFile,
    "house_rules": HouseRulesFile,
}
EXPORTS = ("game", "season", "group")
"""The kinds that have games in them."""


def bring_up(kind: type[values.Part], part: dict[str, Any]) -> None:
    """Give a part of an earlier version what later ones added: the defaults of its class."""
    added, inside = _later_parts(kind)
    for name in added - part.keys():
        part[name] = kind.model_fields[name].get_default(call_default_factory=True)
    for name, inner in inside.items():
        value = part[name] or []
        for each in value if isinstance(value, list) else [value]:
            bring_up(inner, each)


@cache
def _later_parts(kind: type[values.Part]) -> tuple[set[str], Mapping[str, type[values.Part]]]:
    """Return the fields of a class that have defaults, and those with such fields inside."""
    added = {name for name, field in kind.model_fields.items() if not field.is_required()}
    inside = {}
    for field in tables.fields_of(kind):
        inner = get_args(field.kind)[0] if get_origin(field.kind) is list else field.kind
        is_part = isinstance(inner, type) and issubclass(inner, values.Part)
        if is_part and not issubclass(inner, values.Kept) and any(_later_parts(inner)):
            inside[field.name] = inner
    return added, inside
