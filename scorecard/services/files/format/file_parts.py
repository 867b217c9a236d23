"""The three kinds of exported files, as classes that read them strictly (see ``file_format``)."""

from __future__ import annotations

from collections.abc import Mapping

from scorecard.services.files.format import (
    book_parts,
    game_parts,
    group_parts,
    season_parts,
    values,
)


class File(values.Part):
    """What stands in every file."""

    format: str
    version: int
    kind: str
    exported_at: values.Moment
    players: list[group_parts.PlayerPart]


class GameFile(File):
    """One game, with its players."""

    group: group_parts.GroupPart | None
    game: game_parts.GamePart


class SeasonFile(File):
    """One season, with its games and the players in them."""

    group: group_parts.GroupPart
    season: season_parts.SeasonPart
    games: list[game_parts.GamePart]
    house_rules: list[book_parts.HouseRulesPart]


class GroupFile(File):
    """A whole group."""

    group: group_parts.WholeGroupPart
    seasons: list[season_parts.SeasonPart]
    games: list[game_parts.GamePart]
    house_rules: list[book_parts.HouseRulesPart]


FILES: Mapping[str, type[File]] = {"game": GameFile, "season": SeasonFile, "group": GroupFile}
