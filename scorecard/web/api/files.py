"""In and out over the API: exports, imports with a look before, and lists of past results."""

from __future__ import annotations

from http.client import UNPROCESSABLE_ENTITY
from typing import Literal

from flask import Response, request
from pydantic import Field, ValidationError

from scorecard.db import db
from scorecard.errors import BadInput
from scorecard.models import Device, Group, WriteKey
from scorecard.rules.words import say
from scorecard.services import changes, imports, past_results
from scorecard.services.imports import Plan
from scorecard.web.access import (
    GroupVisit,
    Visit,
    anyone,
    current_device,
    ensure_device,
    needs,
    needs_in_group,
    now,
    start_writing,
)
from scorecard.web.api.file_answers import (
    ExportFile,
    ImportAnswer,
    ListAnswer,
    import_json,
    lines_json,
    list_json,
)
from scorecard.web.api.games import GAME
from scorecard.web.api.groups import GROUP
from scorecard.web.api.model import Model
from scorecard.web.api.seasons import SEASON
from scorecard.web.api.spec import (
    GAME_REFUSALS,
    NEW_REFUSALS,
    GroupWriteBody,
    blueprint,
    describes,
    json_answer,
    write_once,
)
from scorecard.web.errors import problem
from scorecard.web.limits import limit_exports, limit_uploads
from scorecard.web.transfers import (
    Format,
    allow_uploads,
    game_file,
    group_file,
    import_file,
    import_list,
    season_file,
)
from scorecard.web.writes import this_write

EXPORT_REFUSALS = (*GAME_REFUSALS, 409, 422)
IMPORT_REFUSALS = NEW_REFUSALS

allow_uploads(blueprint, "api.import_document", "api.import_into_group", "api.import_lines")


class ExportQuery(Model):
    """How an export is written down."""

    format: Format = Field(default="json", description="The whole file, or the scores as CSV.")


class ImportQuery(Model):
    """Whether a file is only looked at."""

    dry_run: bool = Field(default=False, description="Say what would happen, and do nothing.")


class ListBody(GroupWriteBody):
    """A list of players or of past results, as CSV."""

    kind: Literal["players", "results"]
    text: str = Field(description="The lines, with or without headings.")
    is_confirmed: bool = Field(default=False, description="Import it; else it is only looked at.")


@blueprint.get(f"{GROUP}/export")
@needs_in_group("member")
@limit_exports
@describes(ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_group(visit: GroupVisit, query: ExportQuery) -> Response:
    """Export a whole group: all of it as JSON, or its scores with `format=csv`."""
    return group_file(visit, query.format)


@blueprint.get(f"{SEASON}/export")
@needs_in_group("member")
@limit_exports
@describes(ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_season(visit: GroupVisit, season_uid: str, query: ExportQuery) -> Response:
    """Export a season with its games: as JSON, or their scores with `format=csv`."""
    return season_file(visit, season_uid, query.format)


@blueprint.get(f"{GAME}/export")
@needs("spectator")
@limit_exports
@describes(ExportFile, "files", refusals=EXPORT_REFUSALS)
def export_game(visit: Visit, query: ExportQuery) -> Response:
    """Export a game: as JSON, or its scores with `format=csv`."""
    return game_file(visit, query.format)


@blueprint.post("/groups/import")
@anyone
@limit_uploads
@describes(ImportAnswer, "files", refusals=IMPORT_REFUSALS, body=ExportFile, query=ImportQuery)
def import_document() -> Response:
    """Import an exported group, season or game: all of it, or nothing.

    The asking device keeps a group that is new here, and a game, which stands by itself. Into a
    group that is here already only its keepers import. A request repeated under its key is told
    what is here by then.
    """
    if _is_dry_run():
        found = imports.plan(db.session, imports.read(request.get_data()), current_device())
        return json_answer(import_json(found))
    start_writing()
    return _import(ensure_device(), None)


@blueprint.post(f"{GROUP}/import")
@needs_in_group("keeper")
@limit_uploads
@describes(ImportAnswer, "files", refusals=IMPORT_REFUSALS, body=ExportFile, query=ImportQuery)
def import_into_group(visit: GroupVisit) -> Response:
    """Import an exported game or season into a group; players of one name are one player."""
    if _is_dry_run():
        data = request.get_data()
        return json_answer(
            import_json(
                imports.plan(visit.session, imports.read(data), visit.device, into=visit.group)
            )
        )
    return _import(visit.device, visit.group)


@blueprint.post(f"{GROUP}/lists")
@needs_in_group("keeper")
@limit_uploads
@describes(ListAnswer, "files", refusals=IMPORT_REFUSALS)
def import_lines(visit: GroupVisit, json: ListBody) -> Response:
    """Say line by line what a list would do; and do it, once confirmed and where no line is bad.

    A confirmed list with bad lines is refused, with the same `lines` in the refusal.
    """
    group, this = visit.group, this_write(visit.device, json.version)
    found = past_results.look(visit.session, group, json.text, now())
    if found.kind != json.kind:
        raise BadInput(
            say(
                "This is a list of %(kind)s, not of %(wanted)s.",
                kind=found.kind,
                wanted=json.kind,
            ),
            field="kind",
        )
    if not json.is_confirmed:
        return json_answer(list_json(group, found, is_imported=False))
    if not found.is_good and not changes.earlier(visit.session, this):
        sentence = "Some lines cannot be imported."
        extra = {"field": "text", "lines": lines_json(found)}
        return problem(UNPROCESSABLE_ENTITY, "bad_lines", sentence, extra)
    return write_once(
        this,
        lambda write: import_list(group, found, write),
        lambda _done, _result: json_answer(list_json(group, found, is_imported=True)),
    )


def _import(device: Device, into: Group | None) -> Response:
    data = request.get_data()

    def tell(done: WriteKey | None, result: Plan) -> Response:
        found = imports.plan(db.session, imports.read(data), device, into=into) if done else result
        return json_answer(import_json(found, device))

    return write_once(this_write(device), lambda this: import_file(data, this, into)[0], tell)


def _is_dry_run() -> bool:
    try:
        return ImportQuery.model_validate(request.args.to_dict()).dry_run
    except ValidationError:
        raise BadInput(say("dry_run: write true or false."), field="dry_run") from None
