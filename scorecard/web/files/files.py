"""Exports of games, seasons and groups; imports, with a preview before each."""

from __future__ import annotations

import binascii
import zlib
from base64 import b64decode, b64encode
from functools import partial

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.aside import intake
from scorecard.models import Group, Season
from scorecard.rules.words import say
from scorecard.services.files.exporting import downloads
from scorecard.services.files.importing import undoing
from scorecard.services.history import group_changes
from scorecard.services.seasons import seasons
from scorecard.services.spreadsheets import list_encodings
from scorecard.web.http import access, budget, limits
from scorecard.web.pages import responses, views
from scorecard.web.write import transfers, writes

blueprint = views.Views("files", __name__)
PREFIX = "/groups/<uid:group_uid>"
SEASON = f"{PREFIX}/seasons/<uid:season_uid>"
PACKED_LEVEL = 1
"""The compression level of a file that a preview's page holds: the fastest."""


@blueprint.group_page(f"{PREFIX}/files", "member")
def index(visit: access.GroupVisit) -> str:
    """Offer all that can be exported and imported, and to undo the newest import."""
    newest = undoing.newest(visit.session, visit.group) if visit.is_keeper else None
    return responses.page(
        "files/index.html",
        seasons=seasons.of_group(visit.session, visit.group),
        newest=newest,
        imported=group_changes.sentence(newest) if newest else "",
    )


@blueprint.post(f"{PREFIX}/imports/<int:number>/undo")
@access.needs_in_group("keeper")
@limits.limit_uploads
def undo(visit: access.GroupVisit, number: int) -> ResponseReturnValue:
    """Undo an import as one step, and show what the group's history says of it."""
    try:
        transfers.undo_import(visit.group, number, writes.form_version())
    except errors.ScorecardError as error:
        return views.refuse(error, lambda: index(visit))
    return redirect(views.address("groups.changes_page"), 303)


@blueprint.group_page(f"{PREFIX}/{transfers.EXPORT}", "member")
@limits.limit_exports
def export_group(visit: access.GroupVisit, ending: downloads.Format) -> ResponseReturnValue:
    """Export a whole group, or the scores or the cash box of it."""
    return transfers.group_file(visit, transfers.asked(ending, downloads.GroupPart))


@blueprint.group_page(f"{SEASON}/files", "member")
def season(_visit: access.GroupVisit, season: Season) -> ResponseReturnValue:
    """Offer all that can be exported of a season."""
    return responses.page("files/season.html", season=season)


@blueprint.group_page(f"{SEASON}/{transfers.EXPORT}", "member")
@limits.limit_exports
def export_season(
    visit: access.GroupVisit, season: Season, ending: downloads.Format
) -> ResponseReturnValue:
    """Export a season with its games; or its scores, standings or awards."""
    return transfers.season_file(visit, season, transfers.asked(ending, downloads.SeasonPart))


@blueprint.game_page(f"/games/<uid:game_uid>/{transfers.EXPORT}", "spectator")
@limits.limit_exports
def export_game(visit: access.Visit, ending: downloads.Format) -> ResponseReturnValue:
    """Export a game, or the scores of it."""
    return transfers.game_file(visit, transfers.asked(ending))


@blueprint.open_page("/groups/import")
def take_in() -> ResponseReturnValue:
    """Ask for a file that was exported."""
    access.promise_device()
    return responses.page("files/import.html")


@blueprint.post("/groups/import")
@budget.takes(budget.UPLOAD)
@access.anyone
@limits.limit_uploads
def preview() -> ResponseReturnValue:
    """Say what importing a file would do; import it once that was seen."""
    try:
        return _file(None, _sent())
    except errors.ScorecardError as error:
        return views.refuse(error, lambda: responses.page("files/import.html"))


@blueprint.group_page(f"{PREFIX}/import", "keeper")
def take_list(_visit: access.GroupVisit) -> ResponseReturnValue:
    """Ask for a list of players or past results, or for an exported game or season."""
    return _list_page()


@blueprint.post(f"{PREFIX}/import")
@budget.takes(budget.UPLOAD)
@access.needs_in_group("keeper")
@limits.limit_uploads
def preview_list(visit: access.GroupVisit) -> ResponseReturnValue:
    """Say line by line what importing a list would do; import it once that was seen."""
    try:
        data = _sent()
        if "packed" in request.form or data.lstrip().startswith(b"{"):
            return _file(visit, data)
        text, question = list_encodings.decoded(data)
        if question:
            return _list_page(text, problem=question)
        is_wrong = request.form.get("reading") == "other"
        return _list(visit, list_encodings.repaired(text) if is_wrong else text)
    except errors.ScorecardError as error:
        return views.refuse(error, lambda: _list_page(request.form.get("text", "")))


def _list(visit: access.GroupVisit, text: str) -> ResponseReturnValue:
    group = visit.group.uid
    is_as_written = request.form.get("reading") == "as_written"
    read = partial(transfers.read_list, text, visit.group, is_as_written=is_as_written)
    if "import" not in request.form:
        return _list_page(text, report=read())
    try:
        report = read(writes.form_version())
    except errors.Stale as error:
        return views.refuse(error, lambda: _list_page(text, report=read()))
    if not (report.is_imported or report.is_repeated):
        return _list_page(text, report=report), 422
    return _imported(group)


def _file(visit: access.GroupVisit | None, data: bytes) -> ResponseReturnValue:
    """Preview a file, or import it after the preview; a busy server returns the file in a page."""
    into = visit.group if visit else None
    is_previewed = "packed" in request.form and "look" not in request.form
    try:
        report = transfers.read_file(data, into, is_confirmed=is_previewed)
        return _taken_in(report, into) if is_previewed else _plan_page(data, report)
    except errors.Busy as error:
        return views.refuse(error, lambda: _plan_page(data, None, is_previewed=is_previewed))


def _taken_in(report: intake.FileReport, into: Group | None) -> ResponseReturnValue:
    assert report.place is not None, "it was taken in"
    if into:
        return _imported(into.uid)
    what, uid = report.place
    if what == "group":
        return redirect(url_for("groups.page", group_uid=uid), 303)
    return redirect(url_for("games.table", game_uid=uid), 303)


def _imported(group_uid: str) -> ResponseReturnValue:
    """Lead to what says that it was imported into a group, with the way to undo it."""
    return redirect(url_for("files.index", group_uid=group_uid, _anchor="imported"), 303)


def _list_page(text: str = "", report: intake.ListReport | None = None, **more: str) -> str:
    return responses.page("files/list.html", text=text, report=report, **more)


def _plan_page(data: bytes, report: intake.FileReport | None, *, is_previewed: bool = False) -> str:
    """Return the page of a preview, or of a busy server; it holds the file, to be sent again."""
    return responses.page(
        "files/plan.html",
        report=report,
        is_previewed=is_previewed or report is not None,
        packed=b64encode(zlib.compress(data, PACKED_LEVEL)).decode(),
    )


def _sent() -> bytes:
    """Return the file that was uploaded, or sent again by a preview's page."""
    packed = request.form.get("packed")
    return _uploaded() if packed is None else _unpacked(packed)


def _uploaded() -> bytes:
    """Return the uploaded file, else the pasted text."""
    file = request.files.get("file")
    data = request.form.get("text", "").encode()
    if file:
        # A large file is a temporary one on the disk.
        with file.stream as stream:
            data = stream.read() if file.filename else data
    if not data.strip():
        why = (
            say("This file is empty.")
            if file and file.filename
            else say("Choose a file first, or paste its text.")
        )
        raise errors.BadInput(why, field="file")
    return data


def _unpacked(packed: str) -> bytes:
    """Return the file that a preview's page holds."""
    reader = zlib.decompressobj()
    try:
        data = reader.decompress(b64decode(packed, validate=True), budget.LARGEST_FILE)
    except (binascii.Error, zlib.error, ValueError):
        data = b""
    if not reader.eof:
        raise errors.BadInput(say("The file didn’t arrive whole. Choose it again."), field="file")
    return data
