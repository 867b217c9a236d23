"""Imports over the API: files and lists of past results, previewed or taken in, and undone."""

from __future__ import annotations

from http.client import UNPROCESSABLE_ENTITY
from typing import Literal

from flask import Response, request
from pydantic import Field, ValidationError

from scorecard import errors
from scorecard.aside import intake
from scorecard.models import Device, Group
from scorecard.rules.words import say
from scorecard.web.api import model, spec
from scorecard.web.api.files import file_answers
from scorecard.web.api.model import Extended
from scorecard.web.api.people import groups
from scorecard.web.http import access, budget, limits, refusals
from scorecard.web.write import transfers

IMPORT_REFUSALS = (*spec.NEW_REFUSALS, 429, 503)


class ImportQuery(model.Model):
    """Whether a file is only looked at."""

    dry_run: bool = Field(default=False, description="Say what would happen, and do nothing.")


class ImportListBody(spec.GroupWriteBody):
    """A list of players or of past results, as CSV."""

    kind: Literal["players", "results"]
    text: str = Field(description="The lines, with or without headings.")
    is_confirmed: bool = Field(default=False, description="Import it; else it is only looked at.")
    is_as_written: bool = Field(
        default=False, description="Take names that look wrongly encoded as they are."
    )


_describes_import = spec.describes(
    file_answers.ImportReportAnswer,
    "files",
    refusals=IMPORT_REFUSALS,
    body=file_answers.ExportFile,
    query=ImportQuery,
)


@spec.blueprint.post("/groups/import")
@budget.takes(budget.UPLOAD)
@access.anyone
@limits.limit_uploads
@_describes_import
def import_document() -> Response:
    """Import an exported group, season or game: all of it, or nothing.

    The asking device keeps a group that is new here, and a game, which stands by itself. Into a
    group that is here already only its scorekeepers import. A request repeated under its key is
    told what is here by then.
    """
    return _import(None)


@spec.blueprint.post(f"{groups.GROUP}/import")
@budget.takes(budget.UPLOAD)
@access.needs_in_group("keeper")
@limits.limit_uploads
@_describes_import
def import_into_group(visit: access.GroupVisit) -> Response:
    """Import an exported game or season into a group; players of one name are one player."""
    return _import(visit.group)


@spec.blueprint.post(f"{groups.GROUP}/lists")
@budget.takes(budget.LIST)
@access.needs_in_group("keeper")
@limits.limit_uploads
@spec.describes(file_answers.ListReportAnswer, "files", refusals=IMPORT_REFUSALS)
def import_lines(visit: access.GroupVisit, json: ImportListBody) -> Response:
    """Say line by line what a list would do; and do it, once confirmed and where no line is bad.

    A confirmed list with bad lines is refused, with the same `lines` in the refusal.
    """
    version = json.version if json.is_confirmed else None
    report = transfers.read_list(
        json.text, visit.group, version, kind=json.kind, is_as_written=json.is_as_written
    )
    if json.is_confirmed and not report.is_imported:
        sentence = "Some lines cannot be imported."
        bad = file_answers.ListReportAnswer.model_validate(report).model_dump()
        extra = {"field": "text", "lines": bad["lines"]}
        return refusals.problem(UNPROCESSABLE_ENTITY, "bad_lines", sentence, extra)
    return _replayed(spec.model_response(file_answers.ListReportAnswer, report), report)


@spec.blueprint.post(f"{groups.GROUP}/imports/<int:number>/undo")
@access.needs_in_group("keeper")
@limits.limit_uploads
@spec.describes(file_answers.UndoneImportAnswer, "files", refusals=(*spec.WRITE_REFUSALS, 503))
def undo_import_into_group(
    visit: access.GroupVisit, number: int, json: spec.GroupWriteBody
) -> Response:
    """Undo an import as one step; `number` is the version in `changes` at which it is told.

    Its games go into the trash, as do its seasons and house rules that nothing else needs; its
    players retire who sit nowhere else. What was changed since stays. Refused where a closed
    season counts one of the games.
    """
    report = transfers.undo_import(visit.group, number, json.version)
    return _replayed(spec.model_response(file_answers.UndoneImportAnswer, report), report)


def _import(into: Group | None) -> Response:
    data = request.get_data()
    try:
        is_dry_run = _is_dry_run()
        report = transfers.read_file(data, into, is_confirmed=not is_dry_run)
    except errors.BadInput as error:
        spec.raise_if_not_json(error)
        raise
    token = None if is_dry_run else access.device_token(Device(uid=access.asking_uid()))
    said = Extended(report, device_token=token)
    return _replayed(spec.model_response(file_answers.ImportReportAnswer, said), report)


def _replayed(
    response: Response, report: intake.FileReport | intake.ListReport | intake.UndoReport
) -> Response:
    if report.is_repeated:
        response.headers[spec.REPLAYED_HEADER] = "true"
    return response


def _is_dry_run() -> bool:
    try:
        return ImportQuery.model_validate(request.args.to_dict()).dry_run
    except ValidationError:
        raise errors.BadInput(say("dry_run: write true or false."), field="dry_run") from None
