"""Exports over the API: a game, a season or a group as a file."""

from __future__ import annotations

from flask import Response
from pydantic import Field

from scorecard.models import Season
from scorecard.services.files.exporting import downloads
from scorecard.services.spreadsheets import csv_files
from scorecard.web.api import model, spec
from scorecard.web.api.files import file_answers
from scorecard.web.api.people import groups
from scorecard.web.api.seasons import seasons
from scorecard.web.api.table import games
from scorecard.web.http import access, limits
from scorecard.web.pages import named
from scorecard.web.write import transfers

EXPORT_REFUSALS = (*spec.LET_IN_REFUSALS, 409, 413, 422, 503)


class ExportQuery(model.Model):
    """How an export is written down."""

    format: downloads.Format = Field(
        default="json", description="The whole file, or the scores as CSV."
    )
    separator: csv_files.Separator = Field(
        default="comma",
        description="Between the cells of CSV; with semicolons its decimals have a comma.",
    )

    @property
    def wanted(self) -> downloads.Wanted:
        """The query as the exports take it."""
        return downloads.Wanted(**self.model_dump())


class GroupExportQuery(ExportQuery):
    """How a group is written down, and which part of it as CSV."""

    part: downloads.GroupPart = Field(
        default="scores", description="As CSV: every score, or the entries of the cash box."
    )


class SeasonExportQuery(ExportQuery):
    """How a season is written down, and which part of it as CSV."""

    part: downloads.SeasonPart = Field(
        default="scores",
        description="As CSV: every score, the table, or what each game awarded to each player.",
    )


@spec.blueprint.get(f"{groups.GROUP}/export")
@access.needs_in_group("member")
@limits.limit_exports
@spec.describes(file_answers.ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_group(visit: access.GroupVisit, query: GroupExportQuery) -> Response:
    """Export a whole group: all of it as JSON, or its scores or cash box with `format=csv`."""
    return transfers.group_file(visit, query.wanted)


@spec.blueprint.get(f"{seasons.SEASON}/export")
@named.in_group("member")
@limits.limit_exports
@spec.describes(file_answers.ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_season(visit: access.GroupVisit, season: Season, query: SeasonExportQuery) -> Response:
    """Export a season with its games as JSON; with `format=csv` its scores, table or awards."""
    return transfers.season_file(visit, season, query.wanted)


@spec.blueprint.get(f"{games.GAME}/export")
@access.needs("spectator")
@limits.limit_exports
@spec.describes(file_answers.ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_game(visit: access.Visit, query: ExportQuery) -> Response:
    """Export a game: as JSON, or its scores with `format=csv`."""
    return transfers.game_file(visit, query.wanted)
