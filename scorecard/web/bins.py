"""The bins: what lies in that of a phone and that of a group, until when, and how it comes out."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorecard.db import db
from scorecard.errors import ScorecardError
from scorecard.services import bin as the_bin
from scorecard.services import groups, scorecards
from scorecard.web.access import (
    GroupVisit,
    anyone,
    current_device,
    ensure_device,
    needs_in_group,
    start_writing,
)
from scorecard.web.errors import status_of
from scorecard.web.groups import PREFIX
from scorecard.web.pages import act_in_group, beside
from scorecard.web.writes import this_write

blueprint = Blueprint("bins", __name__)


@blueprint.get("/bin")
@anyone
def of_phone() -> ResponseReturnValue:
    """Show what this phone has in the bin: games, groups it keeps, scorecards it made."""
    return _phone_page()


@blueprint.post("/bin/scorecards/<uid:scorecard_uid>/restore")
@anyone
def restore_scorecard(scorecard_uid: str) -> ResponseReturnValue:
    """Take a scorecard of this phone out of the bin."""
    start_writing()
    try:
        found = scorecards.find(db.session, scorecard_uid, is_deleted=None)
        scorecards.restore(db.session, this_write(ensure_device()), found)
        db.session.commit()
    except ScorecardError as error:
        db.session.rollback()
        return _phone_page(error), status_of(error)
    return redirect(url_for("scorecards.show", scorecard_uid=scorecard_uid), 303)


@blueprint.post(f"{PREFIX}/restore")
@needs_in_group("keeper", is_deleted=True)
def restore_group(visit: GroupVisit) -> ResponseReturnValue:
    """Take a group out of the bin."""
    return act_in_group(
        visit,
        lambda write: groups.restore(visit.session, visit.group, write),
        then="groups.page",
        again=_phone_page,
    )


@blueprint.get(f"{PREFIX}/bin")
@needs_in_group("member")
def of_group(visit: GroupVisit) -> ResponseReturnValue:
    """Show what lies in the group's bin."""
    return _group_page(visit)


@blueprint.post(f"{PREFIX}/bin/<item:kind>/<item:item_uid>/restore")
@needs_in_group("member")
def restore(visit: GroupVisit, kind: str, item_uid: str) -> ResponseReturnValue:
    """Take something out of the group's bin."""
    return act_in_group(
        visit,
        lambda write: the_bin.take_out(visit.session, visit.membership, kind, item_uid, write),
        then="bins.of_group",
        again=lambda error: _group_page(visit, error),
    )


def _phone_page(error: ScorecardError | None = None) -> str:
    device = current_device()
    items = the_bin.of_device(db.session, device) if device else []
    return render_template("bins/phone.html", items=items, days=the_bin.DAYS, **beside(error))


def _group_page(visit: GroupVisit, error: ScorecardError | None = None) -> str:
    items = the_bin.of_group(visit.session, visit.membership)
    return render_template(
        "bins/group.html", visit=visit, items=items, days=the_bin.DAYS, **beside(error)
    )
