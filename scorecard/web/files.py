"""In and out: exports of games, seasons and groups, and imports with a look before."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode, b64encode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import BadInput, Busy, ScorecardError, Stale
from scorecard.intake import FileReport, ListReport
from scorecard.models import Group
from scorecard.rules.words import say
from scorecard.services import group_changes, list_encodings, seasons, undoing
from scorecard.web.access import GroupVisit, Visit, anyone, needs, needs_in_group, promise_device
from scorecard.web.budget import LARGEST_FILE, UPLOAD, takes
from scorecard.web.errors import status_of
from scorecard.web.limits import limit_exports, limit_uploads
from scorecard.web.transfers import (
    asked_part,
    asked_separator,
    game_file,
    group_file,
    look_at_file,
    look_at_list,
    season_file,
    take_in_file,
    take_in_list,
    undo_import,
)
from scorecard.web.writes import form_version

blueprint = Blueprint("files", __name__)
PREFIX = "/groups/<uid:group_uid>"
SEASON = f"{PREFIX}/seasons/<uid:season_uid>"
PACKED_LEVEL = 1
"""How hard a file is packed for the page that shows what it would do: as fast as may be."""


@blueprint.get(f"{PREFIX}/files")
@needs_in_group("member")
def index(visit: GroupVisit) -> ResponseReturnValue:
    """Offer all that can be exported and imported, and to undo the newest import."""
    return _index_page(visit)


@blueprint.post(f"{PREFIX}/imports/<int:number>/undo")
@needs_in_group("keeper")
@limit_uploads
def undo(visit: GroupVisit, number: int) -> ResponseReturnValue:
    """Undo an import as one step, and show what the group's history says of it."""
    group = visit.group.uid
    try:
        undo_import(visit.group, number, form_version())
    except ScorecardError as error:
        visit.session.rollback()
        return _index_page(visit, error), status_of(error)
    return redirect(url_for("groups.changes_page", group_uid=group), 303)


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
    return group_file(visit, "csv", asked_separator())


@blueprint.get(f"{SEASON}/files")
@needs_in_group("member")
def season(visit: GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Offer all that can be exported of a season."""
    found = seasons.find(visit.session, visit.group, season_uid)
    return render_template("files/season.html", visit=visit, season=found)


@blueprint.get(f"{SEASON}/export.json")
@needs_in_group("member")
@limit_exports
def season_json(visit: GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Export a season, with its games."""
    return season_file(visit, season_uid, "json")


@blueprint.get(f"{SEASON}/export.csv")
@needs_in_group("member")
@limit_exports
def season_csv(visit: GroupVisit, season_uid: str) -> ResponseReturnValue:
    """Export the scores of a season, or its standings or awards."""
    return season_file(visit, season_uid, "csv", asked_part(), asked_separator())


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
    return game_file(visit, "csv", asked_separator())


@blueprint.get("/groups/import")
@anyone
def take_in() -> ResponseReturnValue:
    """Ask for a file that was exported."""
    promise_device()
    return render_template("files/import.html", visit=None, problem="")


@blueprint.post("/groups/import")
@takes(UPLOAD)
@anyone
@limit_uploads
def preview() -> ResponseReturnValue:
    """Say what a file would do; and do it, once that was seen."""
    try:
        return _file(None, _sent())
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
@takes(UPLOAD)
@needs_in_group("keeper")
@limit_uploads
def look(visit: GroupVisit) -> ResponseReturnValue:
    """Say line by line what a list would do; and do it, once that was seen."""
    try:
        data = _sent()
        if "packed" in request.form or data.lstrip().startswith(b"{"):
            return _file(visit, data)
        text, question = list_encodings.decoded(data)
        if question:
            return _list_page(visit, text, BadInput(question, field="text"))
        is_wrong = request.form.get("reading") == "other"
        return _list(visit, list_encodings.repaired(text) if is_wrong else text)
    except ScorecardError as error:
        visit.session.rollback()
        return _list_page(visit, request.form.get("text", ""), error), status_of(error)


def _list(visit: GroupVisit, text: str) -> ResponseReturnValue:
    group = visit.group.uid
    is_as_written = request.form.get("reading") == "as_written"
    if "import" not in request.form:
        report = look_at_list(text, visit.group, is_as_written=is_as_written)
        return _list_page(visit, text, report=report)
    try:
        report = take_in_list(text, visit.group, form_version(), is_as_written=is_as_written)
    except Stale as error:
        report = look_at_list(text, visit.group, is_as_written=is_as_written)
        return _list_page(visit, text, error, report), status_of(error)
    if report.is_repeated:
        return redirect(url_for("files.index", group_uid=group), 303)
    if not report.is_imported:
        return _list_page(visit, text, report=report), 422
    return redirect(url_for("groups.page", group_uid=group), 303)


def _file(visit: GroupVisit | None, data: bytes) -> ResponseReturnValue:
    """Look at a file, or take it in once that was seen; what is put off keeps the file."""
    into = visit.group if visit else None
    is_looked_at = "packed" in request.form and "look" not in request.form
    try:
        if not is_looked_at:
            return _plan_page(visit, data, look_at_file(data, into))
        return _taken_in(take_in_file(data, into), into)
    except Busy as error:
        page = _plan_page(visit, data, None, error, is_looked_at=is_looked_at)
        return page, status_of(error)


def _taken_in(report: FileReport, into: Group | None) -> ResponseReturnValue:
    assert report.place is not None, "it was taken in"
    what, uid = ("group", into.uid) if into else report.place
    if what == "group":
        return redirect(url_for("groups.page", group_uid=uid), 303)
    return redirect(url_for("games.table", game_uid=uid), 303)


def _index_page(visit: GroupVisit, error: ScorecardError | None = None) -> str:
    newest = undoing.newest(visit.session, visit.group) if visit.is_keeper else None
    return render_template(
        "files/index.html",
        visit=visit,
        seasons=seasons.of_group(visit.session, visit.group),
        newest=newest,
        imported=group_changes.sentence(newest) if newest else "",
        problem=error.message if error else "",
    )


def _list_page(
    visit: GroupVisit,
    text: str = "",
    error: ScorecardError | None = None,
    report: ListReport | None = None,
) -> str:
    return render_template(
        "files/list.html",
        visit=visit,
        text=text,
        problem=error.message if error else "",
        report=report,
    )


def _plan_page(
    visit: GroupVisit | None,
    data: bytes,
    report: FileReport | None,
    error: ScorecardError | None = None,
    *,
    is_looked_at: bool = False,
) -> str:
    """Return what a file would do; or why that has to wait, with the file to be sent again."""
    return render_template(
        "files/plan.html",
        visit=visit,
        report=report,
        problem=error.message if error else "",
        is_looked_at=is_looked_at or report is not None,
        packed=b64encode(zlib.compress(data, PACKED_LEVEL)).decode(),
    )


def _sent() -> bytes:
    """Return the file that was sent, or sent again by the page that showed what it would do."""
    packed = request.form.get("packed")
    return _uploaded() if packed is None else _unpacked(packed)


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
        data = reader.decompress(b64decode(packed, validate=True), LARGEST_FILE)
    except (binascii.Error, zlib.error, ValueError):
        data = b""
    if not reader.eof:
        raise BadInput(say("The file did not arrive whole. Choose it again."), field="file")
    return data
