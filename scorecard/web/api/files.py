"""In and out over the API: exports, imports with a look before, and lists of past results."""

from __future__ import annotations

from http.client import UNPROCESSABLE_ENTITY
from typing import Literal

from flask import Response, request
from pydantic import Field, ValidationError

from scorecard.errors import BadInput
from scorecard.intake import FileReport, ListReport, UndoReport
from scorecard.models import Device, Group
from scorecard.rules.words import say
from scorecard.services.csv_files import Separator
from scorecard.services.downloads import Format, Part
from scorecard.web.access import (
    GroupVisit,
    Visit,
    anyone,
    asking_uid,
    needs,
    needs_in_group,
)
from scorecard.web.api.file_answers import (
    ExportFile,
    ImportReportAnswer,
    ListReportAnswer,
    UndoneImportAnswer,
    import_json,
    lines_json,
    list_json,
    undone_json,
)
from scorecard.web.api.games import GAME
from scorecard.web.api.groups import GROUP
from scorecard.web.api.model import Model
from scorecard.web.api.seasons import SEASON
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    NEW_REFUSALS,
    REPLAYED_HEADER,
    WRITE_REFUSALS,
    GroupWriteBody,
    blueprint,
    describes,
    json_answer,
    raise_if_not_json,
)
from scorecard.web.budget import LIST, UPLOAD, takes
from scorecard.web.errors import problem
from scorecard.web.limits import limit_exports, limit_uploads
from scorecard.web.transfers import (
    game_file,
    group_file,
    look_at_file,
    look_at_list,
    season_file,
    take_in_file,
    take_in_list,
    undo_import,
)

EXPORT_REFUSALS = (*GAME_REFUSALS, 409, 413, 422, 503)
IMPORT_REFUSALS = (*NEW_REFUSALS, 429, 503)


class ExportQuery(Model):
    """How an export is written down."""

    format: Format = Field(default="json", description="The whole file, or the scores as CSV.")
    separator: Separator = Field(
        default="comma",
        description="Between the cells of CSV; with semicolons its decimals have a comma.",
    )


class SeasonExportQuery(ExportQuery):
    """How a season is written down, and which part of it as CSV."""

    part: Part = Field(
        default="scores",
        description="As CSV: every score, the table, or what each game awarded to each player.",
    )


class ImportQuery(Model):
    """Whether a file is only looked at."""

    dry_run: bool = Field(default=False, description="Say what would happen, and do nothing.")


class ImportListBody(GroupWriteBody):
    """A list of players or of past results, as CSV."""

    kind: Literal["players", "results"]
    text: str = Field(description="The lines, with or without headings.")
    is_confirmed: bool = Field(default=False, description="Import it; else it is only looked at.")
    is_as_written: bool = Field(
        default=False, description="Take names that look wrongly encoded as they are."
    )


@blueprint.get(f"{GROUP}/export")
@needs_in_group("member")
@limit_exports
@describes(ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_group(visit: GroupVisit, query: ExportQuery) -> Response:
    """Export a whole group: all of it as JSON, or its scores with `format=csv`."""
    return group_file(visit, query.format, query.separator)


@blueprint.get(f"{SEASON}/export")
@needs_in_group("member")
@limit_exports
@describes(ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_season(visit: GroupVisit, season_uid: str, query: SeasonExportQuery) -> Response:
    """Export a season with its games as JSON; with `format=csv` its scores, table or awards."""
    return season_file(visit, season_uid, query.format, query.part, query.separator)


@blueprint.get(f"{GAME}/export")
@needs("spectator")
@limit_exports
@describes(ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_game(visit: Visit, query: ExportQuery) -> Response:
    """Export a game: as JSON, or its scores with `format=csv`."""
    return game_file(visit, query.format, query.separator)


@blueprint.post("/groups/import")
@takes(UPLOAD)
@anyone
@limit_uploads
@describes(
    ImportReportAnswer, "files", refusals=IMPORT_REFUSALS, body=ExportFile, query=ImportQuery
)
def import_document() -> Response:
    """Import an exported group, season or game: all of it, or nothing.

    The asking device keeps a group that is new here, and a game, which stands by itself. Into a
    group that is here already only its keepers import. A request repeated under its key is told
    what is here by then.
    """
    return _import(None)


@blueprint.post(f"{GROUP}/import")
@takes(UPLOAD)
@needs_in_group("keeper")
@limit_uploads
@describes(
    ImportReportAnswer, "files", refusals=IMPORT_REFUSALS, body=ExportFile, query=ImportQuery
)
def import_into_group(visit: GroupVisit) -> Response:
    """Import an exported game or season into a group; players of one name are one player."""
    return _import(visit.group)


@blueprint.post(f"{GROUP}/lists")
@takes(LIST)
@needs_in_group("keeper")
@limit_uploads
@describes(ListReportAnswer, "files", refusals=IMPORT_REFUSALS)
def import_lines(visit: GroupVisit, json: ImportListBody) -> Response:
    """Say line by line what a list would do; and do it, once confirmed and where no line is bad.

    A confirmed list with bad lines is refused, with the same `lines` in the refusal.
    """
    if not json.is_confirmed:
        report = look_at_list(json.text, visit.group, json.kind, is_as_written=json.is_as_written)
        return json_answer(list_json(report))
    report = take_in_list(
        json.text, visit.group, json.version, json.kind, is_as_written=json.is_as_written
    )
    if not report.is_imported:
        sentence = "Some lines cannot be imported."
        extra = {"field": "text", "lines": lines_json(report)}
        return problem(UNPROCESSABLE_ENTITY, "bad_lines", sentence, extra)
    return _replayed(json_answer(list_json(report)), report)


@blueprint.post(f"{GROUP}/imports/<int:number>/undo")
@needs_in_group("keeper")
@limit_uploads
@describes(UndoneImportAnswer, "files", refusals=(*WRITE_REFUSALS, 503))
def undo_import_into_group(visit: GroupVisit, number: int, json: GroupWriteBody) -> Response:
    """Undo an import as one step; `number` is the version in `changes` at which it is told.

    Its games go into the bin, as do its seasons and house rules that nothing else needs; its
    players retire who sit nowhere else. What was changed since stays. Refused where a closed
    season counts one of the games.
    """
    report = undo_import(visit.group, number, json.version)
    return _replayed(json_answer(undone_json(report)), report)


def _import(into: Group | None) -> Response:
    data = request.get_data()
    try:
        if _is_dry_run():
            return json_answer(import_json(look_at_file(data, into)))
        report = take_in_file(data, into)
    except BadInput as error:
        raise_if_not_json(error)
        raise
    return _replayed(json_answer(import_json(report, Device(uid=asking_uid()))), report)


def _replayed(response: Response, report: FileReport | ListReport | UndoReport) -> Response:
    if report.is_repeated:
        response.headers[REPLAYED_HEADER] = "true"
    return response


def _is_dry_run() -> bool:
    try:
        return ImportQuery.model_validate(request.args.to_dict()).dry_run
    except ValidationError:
        raise BadInput(say("dry_run: write true or false."), field="dry_run") from None
