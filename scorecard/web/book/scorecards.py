"""Home-made scorecards: make, change, copy, export and import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import abort, json, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Scorecard
from scorecard.rules.games.own_scorecard import definitions, ready_made
from scorecard.rules.sheet import rules_for
from scorecard.rules.words import Sentence, lines_of
from scorecard.services.book import scorecards
from scorecard.services.files.format import json_text
from scorecard.web.book import definition_form
from scorecard.web.http import access, languages
from scorecard.web.pages import responses, views
from scorecard.web.write import writes

blueprint = views.Views("scorecards", __name__)


@blueprint.open_page("/scorecards")
def index() -> ResponseReturnValue:
    """Show the scorecards made on this phone, the ready-made ones, and how to make one."""
    access.promise_device()
    return _index_page()


@blueprint.open_page("/scorecards/new")
def new() -> ResponseReturnValue:
    """Show the form that makes a scorecard; a copy of another one where that is asked for."""
    access.promise_device()
    start = request.args.get("from", "")
    definition = scorecards.definition_of(db.session, start) if start else None
    if definition:
        return _edit_page(definition_form.DefinitionForm.showing(_spoken(definition)), None)
    form = definition_form.DefinitionForm()
    form.begin()
    form.name.data = request.args.get("name", "")
    return _edit_page(form, None)


@blueprint.post("/scorecards/new")
@access.anyone
def make() -> ResponseReturnValue:
    """Save a new scorecard; or show another field row, where the phone runs no scripts."""
    return _save(None)


@blueprint.post("/scorecards/examples")
@access.anyone
def examples() -> ResponseReturnValue:
    """Say what each field of a scorecard scores as it is typed, by an example; saves nothing."""
    form = definition_form.DefinitionForm(request.form)
    return json.jsonify({row.name: languages.translated(row.form.worked()) for row in form.rows})


@blueprint.open_page("/scorecards/ready/<ready_key>")
def ready(ready_key: str) -> ResponseReturnValue:
    """Show a ready-made scorecard."""
    if ready_key not in ready_made.READY_MADE:
        abort(404)
    definition = definitions.to_json(ready_made.READY_MADE[ready_key])
    return render_template("book/scorecards/ready.html", key=ready_key, definition=definition)


@blueprint.open_page("/scorecards/<uid:scorecard_uid>")
def show(scorecard_uid: str) -> ResponseReturnValue:
    """Show a scorecard and its versions; an older one where that is asked for."""
    scorecard = scorecards.find(db.session, scorecard_uid)
    wanted = request.args.get("version", "")
    version = next((v for v in scorecard.versions if str(v.number) == wanted), scorecard.latest)
    device = access.current_device()
    return render_template(
        "book/scorecards/show.html",
        scorecard=scorecard,
        version=version,
        is_mine=device is not None and device.id == scorecard.device_id,
    )


@blueprint.open_page("/scorecards/<uid:scorecard_uid>/edit")
def edit(scorecard_uid: str) -> ResponseReturnValue:
    """Show the form that changes a scorecard."""
    scorecard = scorecards.find(db.session, scorecard_uid)
    scorecards.refuse_foreign(scorecard, access.current_device())
    return _edit_page(
        definition_form.DefinitionForm.showing(scorecard.latest.definition), scorecard
    )


@blueprint.post("/scorecards/<uid:scorecard_uid>/edit")
@access.anyone
def change(scorecard_uid: str) -> ResponseReturnValue:
    """Save a scorecard's next version."""
    return _save(scorecard_uid)


@blueprint.post("/scorecards/<uid:scorecard_uid>/delete")
@access.anyone
def delete(scorecard_uid: str) -> ResponseReturnValue:
    """Move a scorecard that this phone made to the trash."""
    access.start_writing()
    scorecard = scorecards.find(db.session, scorecard_uid, may_be_deleted=True)
    scorecards.delete(db.session, writes.this_write(access.ensure_device()), scorecard)
    db.session.commit()
    return redirect(url_for("scorecards.index"), 303)


@blueprint.open_page("/scorecards/<uid:scorecard_uid>/export")
def export(scorecard_uid: str) -> ResponseReturnValue:
    """Hand a scorecard over as a JSON file."""
    scorecard = scorecards.find(db.session, scorecard_uid)
    return responses.json_file("scorecard", scorecard, scorecard.latest.definition)


@blueprint.post("/scorecards/import")
@access.anyone
def take_in() -> ResponseReturnValue:
    """Save a scorecard that was exported elsewhere: a file, or its text."""
    file = request.files.get("file")
    data: bytes | str = file.read() if file and file.filename else request.form.get("text", "")
    access.start_writing()
    try:
        _text, definition = json_text.load(data)
        scorecard = scorecards.make(
            db.session, writes.this_write(access.ensure_device()), definition
        )
        db.session.commit()
    except (errors.BadInput, errors.Full) as error:
        text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
        return views.refuse(error, lambda: _index_page(text))
    return redirect(url_for("scorecards.show", scorecard_uid=scorecard.uid), 303)


def _save(uid: str | None) -> ResponseReturnValue:
    access.start_writing()
    scorecard = scorecards.find(db.session, uid) if uid else None
    form = definition_form.DefinitionForm(request.form)
    if "more" in request.form:
        form.add_row()
        return _edit_page(form, scorecard)
    write = writes.this_write(access.ensure_device(), writes.form_version())
    try:
        if scorecard is None:
            scorecard = scorecards.make(db.session, write, form.definition())
        else:
            scorecards.change(db.session, write, scorecard, form.definition())
        db.session.commit()
    except (errors.BadInput, errors.Stale, errors.Full) as error:
        return views.refuse(error, lambda: _edit_page(form, scorecard))
    group = request.args.get("group")
    return redirect(url_for("scorecards.show", scorecard_uid=scorecard.uid, group=group), 303)


def _index_page(text: str = "") -> str:
    device = access.current_device()
    mine = scorecards.of_device(db.session, device) if device else []
    return responses.page(
        "book/scorecards/index.html",
        mine=mine,
        ready_made={
            key: (one, rules_for(definitions.GAME_KEY, {"scorecard": definitions.to_json(one)}))
            for key, one in ready_made.READY_MADE.items()
        },
        text=text,
    )


def _edit_page(form: definition_form.DefinitionForm, scorecard: Scorecard | None) -> str:
    if not form.rows or (scorecard and form.rows[-1].form.kind.data):
        form.add_row()
    name = form.name_at(responses.beside()["refused"])
    return responses.page(
        "book/scorecards/edit.html",
        form=form,
        scorecard=scorecard,
        most_fields=definitions.MOST_FIELDS,
        refused=name if form.shows_at(name) else "",
    )


def _spoken(part: Any) -> Any:
    """Return a definition, or a part of one, with its sentences translated into plain texts."""
    if isinstance(part, Mapping):
        return {name: _spoken(value) for name, value in part.items()}
    if isinstance(part, list):
        return [_spoken(value) for value in part]
    return (
        "\n".join(map(languages.translated, lines_of(part))) if isinstance(part, Sentence) else part
    )
