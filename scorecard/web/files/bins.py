"""The bins of a phone and of a group: list and restore deleted things."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from scorecard.database.db import db
from scorecard.services.book import scorecards
from scorecard.services.groups import groups
from scorecard.services.history import changes
from scorecard.services.keeping import bin as the_bin
from scorecard.web.http import access
from scorecard.web.pages import responses, views
from scorecard.web.people.groups import PREFIX
from scorecard.web.write import writes

blueprint = views.Views("bins", __name__)


@blueprint.open_page("/bin")
def of_phone() -> ResponseReturnValue:
    """Show what this phone has in the trash: games, groups it keeps, scorecards it made."""
    return _phone_page()


@blueprint.post("/bin/scorecards/<uid:scorecard_uid>/restore")
@access.anyone
def restore_scorecard(scorecard_uid: str) -> ResponseReturnValue:
    """Restore a scorecard of this phone."""
    access.start_writing()
    write = writes.this_write(access.ensure_device())

    def action() -> None:
        scorecard = scorecards.find(db.session, scorecard_uid, may_be_deleted=True)
        scorecards.restore(db.session, write, scorecard)

    return views.write_once(write, action, then="scorecards.show", again=_phone_page)


@blueprint.group_form(
    f"{PREFIX}/restore",
    "keeper",
    then="groups.page",
    again=lambda _visit: _phone_page(),
    is_deleted=True,
)
def restore_group(visit: access.GroupVisit, write: changes.Write) -> None:
    """Restore a group, as it was."""
    groups.restore(visit.session, visit.group, write)


@blueprint.group_page(f"{PREFIX}/bin", "member")
def of_group(visit: access.GroupVisit) -> str:
    """Show what lies in the group's bin."""
    items = the_bin.of_group(visit.session, visit.membership)
    return responses.page("files/group_bin.html", items=items, days=the_bin.DAYS)


@blueprint.group_form(
    f"{PREFIX}/bin/<item:kind>/<item:item_uid>/restore",
    "member",
    then="bins.of_group",
    again=of_group,
)
def restore_of_group(
    visit: access.GroupVisit, write: changes.Write, kind: str, item_uid: str
) -> None:
    """Restore a season, house rules, a ruling or a comment; games have addresses of their own."""
    the_bin.take_out(visit.session, visit.membership, kind, item_uid, write)


def _phone_page() -> str:
    device = access.current_device()
    items = the_bin.of_device(db.session, device) if device else []
    # Also where a group in it was visited.
    return responses.page("files/phone_bin.html", visit=None, items=items, days=the_bin.DAYS)
