"""What several views share: the table's page, a button's answer, and a refusal beside its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorecard import errors
from scorecard.models import Game
from scorecard.services.groups import access as devices
from scorecard.services.groups import group_members
from scorecard.services.history import changes, undo_redo
from scorecard.services.table import seating
from scorecard.web.http import access, refusals
from scorecard.web.live import sheets, shown
from scorecard.web.write import writes

JUST_NOW = timedelta(seconds=10)
"""How long after a change the phone it came from is offered to take it back, beside the history."""


def table_page(
    visit: access.Visit, error: errors.ScorecardError | None = None, **_named: object
) -> str:
    """Return the table's page, with a refusal on top if there is one."""
    current = sheets.rendered(visit.game)
    counts_for = devices.counts_for(visit.session, visit.game, visit.membership)
    return render_template(
        "table/sheet/page.html",
        visit=visit,
        sheet=current.sheet,
        sheet_html=current.html,
        is_in_group=is_in_group(visit),
        # What is said of the round as a whole any player may say; others' cards, a scorekeeper.
        has_round_of_all=any(not way.has_entries for way in current.view.fold.form.rounds),
        counts_for=counts_for,
        has_opening=bool(current.view.fold.form.opening),
        is_sole=devices.is_sole(visit.game, visit.membership, counts_for),
        just_done=_just_done(visit, current.sheet),
        is_gathering=visit.is_keeper and seating.is_gathering(visit.session, visit.game),
        problem=error.message if error else "",
        warnings=error.warnings if isinstance(error, errors.Unconfirmed) else (),
    )


def _just_done(
    visit: access.Visit, sheet: Mapping[str, Any]
) -> tuple[Mapping[str, Any], shown.Action] | None:
    """Return the step that takes back what this phone did a moment ago, and its action."""
    if access.now() - visit.game.changed_at > JUST_NOW:
        return None
    line = undo_redo.latest(visit.session, visit.game)
    if not line or line.device_id != visit.device.id or line.version != visit.game.version:
        return None
    wanted = "redo" if line.kind == "undo" else "undo"
    return next((found for found in shown.steps(sheet) if found[1] == wanted), None)


def is_in_group(visit: access.Visit) -> bool:
    """Whether the visitor's device is in the game's group, and so may look at the group's pages."""
    if visit.game.group is None or visit.game.group.deleted_at:
        return False
    membership = group_members.membership_of(visit.session, visit.game.group, visit.device)
    return membership is not None and membership.removed_at is None


def act(
    visit: access.Visit,
    action: Callable[[changes.Write], object],
    *,
    then: str = "games.table",
    again: Callable[[errors.ScorecardError], str] | None = None,
    saves_rest: bool = False,
) -> ResponseReturnValue:
    """Do what a button asks and show the page ``then`` of the game.

    A refusal is shown on the page that ``again`` makes of it; by default on the table. For
    ``saves_rest`` see :func:`refusals.refused`.

    Where the action returns another game, such as a rematch, that one's page is shown.
    """
    write = writes.this_write(visit.device, writes.form_version())
    results: list[object] = []
    try:
        done = writes.perform(write, lambda: results.append(action(write)))
    except errors.ScorecardError as error:
        visit.session.rollback()
        page = again(error) if again else table_page(visit, error)
        return refusals.refused(page, error, saves_rest=saves_rest)
    game = visit.session.get_one(Game, done.game_id) if done else results[0]
    uid = game.uid if isinstance(game, Game) else visit.uid
    return redirect(url_for(then, game_uid=uid), 303)


def act_in_group(
    visit: access.GroupVisit,
    action: Callable[[changes.Write], object],
    *,
    then: str,
    again: Callable[[errors.ScorecardError], str],
) -> ResponseReturnValue:
    """Do what a form of a group asks and show the page ``then`` of the group.

    A refusal is shown on the page that ``again`` makes of it.
    """
    write = writes.this_write(visit.device, writes.form_version())
    try:
        writes.perform(write, lambda: action(write))
    except errors.ScorecardError as error:
        visit.session.rollback()
        return again(error), refusals.status_of(error)
    return redirect(url_for(then, group_uid=visit.group.uid), 303)


def beside(error: errors.ScorecardError | None) -> dict[str, str]:
    """Return a refusal's sentence, and the field of the page that it stands beside, "" for none."""
    return {
        "problem": error.message if error else "",
        "refused": error.field if isinstance(error, errors.BadInput) else "",
    }


def refusal(form: Any, error: errors.ScorecardError | None) -> dict[str, Any]:
    """Put a refusal beside the field it concerns, and return what the page's top says of it.

    ``problem`` is the sentence, ``warnings`` what "save anyway" would accept, ``stale`` what
    somebody else wrote meanwhile.
    """
    item = ""
    if isinstance(error, errors.RefusedByRules):
        item = error.refusal.item
    elif isinstance(error, errors.BadInput):
        item = error.field
    if form and error and (item or isinstance(error, errors.RefusedByRules)):
        form.show_refusal(item, error.message)
    warnings = error.warnings if isinstance(error, errors.Unconfirmed) else ()
    return {
        "problem": error.message if error and not warnings else "",
        "warnings": warnings,
        "stale": error if isinstance(error, errors.Stale) else None,
    }
