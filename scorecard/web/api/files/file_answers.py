"""What goes in and out over the API, as models: exported files, and reports on imports."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from scorecard.services.files.past import list_previews
from scorecard.web.api import fields, model, spec

FileKind = Literal["game", "season", "group"]
Part = dict[str, Any]


class ExportFile(spec.Body):
    """An exported file; what a file of its kind lacks is left out."""

    format: Literal["scorecard"]
    version: int = Field(ge=1, description="Of the format; later ones than ours are refused.")
    kind: FileKind
    exported_at: fields.Moment
    group: Part | None = Field(description="What it belongs to; null for a game without group.")
    players: list[Part]
    season: Part = Field(default={}, description="In the file of a season.")
    seasons: list[Part] = Field(default=[], description="In the file of a group.")
    game: Part = Field(default={}, description="In the file of a game.")
    games: list[Part] = Field(default=[], description="In the file of a season or group.")
    house_rules: list[Part] = Field(default=[], description="In the file of a season or group.")


class NewIdsAnswer(model.Model):
    """The ids of what is new here."""

    players: list[str]
    seasons: list[str]
    games: list[str]


class ImportReportAnswer(model.Model):
    """What importing a file does, or did."""

    kind: FileKind
    is_imported: fields.IsThere = Field(
        validation_alias="place",
        description="Whether it was done; else this is what would happen.",
    )
    group: str | None = Field(description="The id of the group it goes into.")
    game: str | None = Field(description="The id of the game in the file of a game.")
    is_new_group: bool
    new: NewIdsAnswer
    same: list[str] = Field(description="The ids of what is here already, as it is in the file.")
    differing: list[str] = Field(description="What is here otherwise, and stays as it is here.")
    lines: list[str] = Field(description="The report in sentences.")
    device_token: str | None = Field(description="By which the importing device is known.")


class ListReportAnswer(model.Model):
    """What importing a list does, or did, line by line."""

    kind: Literal["players", "results"]
    is_good: bool = Field(description="Whether no line is bad.")
    is_imported: bool
    what: str = Field(description="What is new, in words.")
    lines: list[list_previews.ListLine] = Field(validation_alias="verdicts")
    version: int = Field(description="The group's version.")


class UndoneImportAnswer(model.Model):
    """What undoing an import did."""

    did: str = Field(description="What went, and what stays, in a sentence.")
    version: int = Field(description="The group's version.")
