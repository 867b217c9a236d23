"""The bins: what lies in that of a phone and that of a group, until when, and how it comes out."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.database.db import db
from scorecard.services.book import scorecards
from scorecard.services.groups import groups
from scorecard.services.keeping import bin as the_bin
from scorecard.web.http import access, refusals
from scorecard.web.pages import responses
from scorecard.web.people.groups import PREFIX
from scorecard.web.write import writes

blueprint = Blueprint("bins", __name__)


@blueprint.get("/bin")
@access.anyone
def of_phone() -> ResponseReturnValue:
    """Show what this phone has in the trash: games, groups it keeps, scorecards it made."""
    return _phone_page()


@blueprint.post("/bin/scorecards/<uid:scorecard_uid>/restore")
@access.anyone
def restore_scorecard(scorecard_uid: str) -> ResponseReturnValue:
    """Restore a scorecard of this phone."""
    access.start_writing()
    try:
        scorecard = scorecards.find(db.session, scorecard_uid, is_deleted=None)
        scorecards.restore(db.session, writes.this_write(access.ensure_device()), scorecard)
        db.session.commit()
    except errors.ScorecardError as error:
        db.session.rollback()
        return _phone_page(error), refusals.status_of(error)
    return redirect(url_for("scorecards.show", scorecard_uid=scorecard_uid), 303)


@blueprint.post(f"{PREFIX}/restore")
@access.needs_in_group("keeper", is_deleted=True)
def restore_group(visit: access.GroupVisit) -> ResponseReturnValue:
    """Restore a group."""
    return responses.act_in_group(
        visit,
        lambda write: groups.restore(visit.session, visit.group, write),
        then="groups.page",
        again=_phone_page,
    )


@blueprint.get(f"{PREFIX}/bin")
@access.needs_in_group("member")
def of_group(visit: access.GroupVisit) -> ResponseReturnValue:
    """Show what lies in the group's bin."""
    return _group_page(visit)


@blueprint.post(f"{PREFIX}/bin/<item:kind>/<item:item_uid>/restore")
@access.needs_in_group("member")
def restore(visit: access.GroupVisit, kind: str, item_uid: str) -> ResponseReturnValue:
    """Take something out of the group's bin."""
    return responses.act_in_group(
        visit,
        lambda write: the_bin.take_out(visit.session, visit.membership, kind, item_uid, write),
        then="bins.of_group",
        again=lambda error: _group_page(visit, error),
    )


def _phone_page(error: errors.ScorecardError | None = None) -> str:
    device = access.current_device()
    items = the_bin.of_device(db.session, device) if device else []
    return render_template(
        "files/phone_bin.html", items=items, days=the_bin.DAYS, **responses.beside(error)
    )


def _group_page(visit: access.GroupVisit, error: errors.ScorecardError | None = None) -> str:
    items = the_bin.of_group(visit.session, visit.membership)
    return render_template(
        "files/group_bin.html",
        visit=visit,
        items=items,
        days=the_bin.DAYS,
        **responses.beside(error),
    )
