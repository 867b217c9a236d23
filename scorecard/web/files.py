"""In and out: exports of games, seasons and groups, and imports with a look before."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode, b64encode
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import BadInput, ScorecardError, Stale
from scorecard.models import Game, Group
from scorecard.rules.words import say
from scorecard.services import changes, file_format, imports, past_results, seasons
from scorecard.services.imports import Plan
from scorecard.services.past_results import Look
from scorecard.web.access import (
    GroupVisit,
    Visit,
    anyone,
    current_device,
    ensure_device,
    needs,
    needs_in_group,
    now,
    promise_device,
    start_writing,
)
from scorecard.web.errors import status_of
from scorecard.web.limits import limit_exports, limit_uploads
from scorecard.web.transfers import (
    LARGEST_UPLOAD,
    allow_uploads,
    game_file,
    group_file,
    import_file,
    import_list,
    season_file,
)
from scorecard.web.writes import form_version, perform, this_write

blueprint = Blueprint("files", __name__)
PREFIX = "/groups/<uid:group_uid>"
allow_uploads(blueprint, "files.take_in", "files.preview", "files.take_list", "files.look")


@blueprint.get(f"{PREFIX}/files")
@needs_in_group("member")
def index(visit: GroupVisit) -> ResponseReturnValue:
    """Offer all that can be exported and imported."""
    found = seasons.of_group(visit.session, visit.group)
    return render_template("files/index.html", visit=visit, seasons=found)


@blueprint.get(f"{PREFIX}/export.json")
@needs_in_group("member")
@limit_exports
def group_json(visit: GroupVisit) -> ResponseReturnValue:
    """Export a whole group."""
    return group_file(visit, "json")


@blueprint.get(f"{PREFIX}/export.csv")
@needs_in_group("member")
@limit_exports
def group_csv(visit: GroupVisit) -> ResponseReturnValue:
    """Export the scores of a whole group."""
    return group_file(visit, "csv")


@blueprint.get(f"{PREFIX}/seasons/<uid:season_uid>/export.json")
@needs_in_group("member")
@limit_exports
def season_json(visit: GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Export a season, with its games."""
    return season_file(visit, season_uid, "json")


@blueprint.get(f"{PREFIX}/seasons/<uid:season_uid>/export.csv")
@needs_in_group("member")
@limit_exports
def season_csv(visit: GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Export the scores of a season."""
    return season_file(visit, season_uid, "csv")


@blueprint.get("/games/<uid:game_uid>/export.json")
@needs("spectator")
@limit_exports
def game_json(visit: Visit) -> ResponseReturnValue:
    """Export a game."""
    return game_file(visit, "json")


@blueprint.get("/games/<uid:game_uid>/export.csv")
@needs("spectator")
@limit_exports
def game_csv(visit: Visit) -> ResponseReturnValue:
    """Export the scores of a game."""
    return game_file(visit, "csv")


@blueprint.get("/groups/import")
@anyone
def take_in() -> ResponseReturnValue:
    """Ask for a file that was exported."""
    promise_device()
    return render_template("files/import.html", visit=None, problem="")


@blueprint.post("/groups/import")
@anyone
@limit_uploads
def preview() -> ResponseReturnValue:
    """Say what a file would do; and do it, once that was seen."""
    try:
        if "packed" not in request.form:
            data = _uploaded()
            return _plan_page(
                imports.plan(db.session, imports.read(data), current_device()), data, None
            )
        return _import(None)
    except ScorecardError as error:
        db.session.rollback()
        page = render_template("files/import.html", visit=None, problem=error.message)
        return page, status_of(error)


@blueprint.get(f"{PREFIX}/import")
@needs_in_group("keeper")
def take_list(visit: GroupVisit) -> ResponseReturnValue:
    """Ask for a list of players or past results, or for an exported game or season."""
    return _list_page(visit)


@blueprint.post(f"{PREFIX}/import")
@needs_in_group("keeper")
@limit_uploads
def look(visit: GroupVisit) -> ResponseReturnValue:
    """Say line by line what a list would do; and do it, once that was seen."""
    if "packed" in request.form:
        return _answered(visit, "", lambda: _import(visit))
    text = request.form.get("text", "")
    try:
        data = _uploaded()
    except ScorecardError as error:
        return _list_page(visit, text, error), status_of(error)
    if data.lstrip().startswith(b"{"):
        return _answered(
            visit,
            "",
            lambda: _plan_page(
                imports.plan(visit.session, imports.read(data), visit.device, into=visit.group),
                data,
                visit,
            ),
        )
    return _answered(visit, text, lambda: _look(visit, file_format.decoded(data)))


def _look(visit: GroupVisit, text: str) -> ResponseReturnValue:
    group, write = visit.group, this_write(visit.device, form_version())
    if "import" in request.form and changes.earlier(visit.session, write):
        return redirect(url_for("files.index", group_uid=group.uid), 303)
    found = past_results.look(visit.session, group, text, now())
    if "import" not in request.form:
        return _list_page(visit, text, found=found)
    if not found.is_good:
        return _list_page(visit, text, found=found), 422
    try:
        perform(write, lambda: import_list(group, found, write))
    except Stale as error:
        visit.session.rollback()
        return _list_page(visit, text, error, found), status_of(error)
    return redirect(url_for("groups.page", group_uid=group.uid), 303)


def _import(visit: GroupVisit | None) -> ResponseReturnValue:
    if visit is None:
        start_writing()
    data = _unpacked(request.form["packed"])
    write = this_write(visit.device if visit else ensure_device())
    into = visit.group if visit else None
    found: list[Group | Game] = []
    done = perform(write, lambda: found.append(import_file(data, write, into)[1]))
    if done:
        group = db.session.get(Group, done.group_id) if done.group_id else None
        found.append(group or db.session.get_one(Game, done.game_id))
    imported = visit.group if visit else found[0]
    if isinstance(imported, Group):
        return redirect(url_for("groups.page", group_uid=imported.uid), 303)
    return redirect(url_for("games.table", game_uid=imported.uid), 303)


def _answered(visit: GroupVisit, text: str, answer: Any) -> ResponseReturnValue:
    """Return an answer, or the page with the refusal and with what was typed."""
    try:
        found: ResponseReturnValue = answer()
    except ScorecardError as error:
        visit.session.rollback()
        return _list_page(visit, text, error), status_of(error)
    return found


def _list_page(
    visit: GroupVisit,
    text: str = "",
    error: ScorecardError | None = None,
    found: Look | None = None,
) -> str:
    return render_template(
        "files/list.html",
        visit=visit,
        text=text,
        problem=error.message if error else "",
        found=found,
    )


def _plan_page(plan: Plan, data: bytes, visit: GroupVisit | None) -> str:
    packed = b64encode(zlib.compress(data)).decode()
    return render_template("files/plan.html", plan=plan, packed=packed, visit=visit)


def _uploaded() -> bytes:
    """Return the bytes of the file that was sent, else what was pasted."""
    file = request.files.get("file")
    data = request.form.get("text", "").encode()
    if file:
        # Closed at once: a large file waits on the disk.
        with file.stream as stream:
            data = stream.read() if file.filename else data
    if not data.strip():
        raise BadInput(say("Choose a file first, or paste its text."), field="file")
    return data


def _unpacked(packed: str) -> bytes:
    """Return the file that a look at it handed out to be sent again."""
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(b64decode(packed, validate=True), LARGEST_UPLOAD)
    except (binascii.Error, zlib.error, ValueError):
        data = b""
    if not reader.eof:
        raise BadInput(say("The file did not arrive whole. Choose it again."), field="file")
    return data
