"""What several views share: the table's page, a button's answer, and a refusal beside its field."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from flask import Response, g, json, render_template

from scorecard import errors
from scorecard.models import HouseRules, Scorecard
from scorecard.services.cash import balances
from scorecard.services.groups import access as devices
from scorecard.services.groups import group_members
from scorecard.services.history import undo_redo
from scorecard.services.standings import results
from scorecard.services.table import answers, seating
from scorecard.web.http import access
from scorecard.web.live import sheets, shown
from scorecard.web.write import transfers

JUST_NOW = timedelta(seconds=10)
"""How long after its change a phone is offered to undo it, beside the history."""


def table_page(visit: access.Visit) -> str:
    """Return the table's page, with a refusal on top if there is one."""
    error = refusal()
    current = sheets.rendered(visit.game)
    counts_for = devices.counts_for(visit.session, visit.game, visit.membership)
    return render_template(
        "table/sheet/page.html",
        visit=visit,
        sheet=current.sheet,
        sheet_html=current.html,
        since=current.tag,
        is_in_group=is_in_group(visit),
        has_cash_box=_has_cash_box(visit),
        day=earlier_day(visit),
        fold=current.view.fold,
        counts_for=counts_for,
        just_done=_just_done(visit, current.sheet),
        # Another scorekeeper of the group, who only looks in so far, is one of those awaited.
        is_gathering=visit.is_keeper
        and visit.membership.id is not None
        and seating.is_gathering(visit.session, visit.game),
        problem=error.message if error else "",
        warnings=error.warnings if isinstance(error, errors.Unconfirmed) else (),
    )


def _just_done(
    visit: access.Visit, sheet: answers.ShownGame
) -> tuple[answers.UndoStepAnswer, shown.Action] | None:
    """Return the undo or redo step of this phone's change a moment ago, and its action."""
    if access.now() - visit.game.changed_at > JUST_NOW:
        return None
    kind = undo_redo.just_done(visit.session, visit.game, visit.device)
    if kind is None:
        return None
    wanted = "redo" if kind == "undo" else "undo"
    return next((found for found in shown.steps(sheet) if found[1] == wanted), None)


def earlier_day(visit: access.Visit) -> date | None:
    """Return the day of a group's game, None where that is today."""
    game = visit.game
    if game.group is None:
        return None
    day = results.day_of(game.started_at, game.group)
    return None if day == results.day_of(access.now(), game.group) else day


def is_in_group(visit: access.Visit) -> bool:
    """Whether the visitor's device is in the game's group, and so may look at the group's pages."""
    if visit.game.group is None or visit.game.group.deleted_at:
        return False
    membership = group_members.membership_of(visit.session, visit.game.group, visit.device)
    return membership is not None and membership.removed_at is None


def _has_cash_box(visit: access.Visit) -> bool:
    """Whether the visitor may put a game that has ended into the cash box its group uses."""
    group = visit.game.group
    if group is None or group.deleted_at or visit.game.deleted_at or not visit.game.is_ended:
        return False
    membership = group_members.membership_of(visit.session, group, visit.device)
    is_keeper = membership is not None and membership.is_keeper
    return is_keeper and balances.is_used(visit.session, group)


def json_file(kind: str, thing: Scorecard | HouseRules, data: object) -> Response:
    """Return a thing's data as a file for people and programs to read, which has its name."""
    text = json.dumps(data, indent=2, ensure_ascii=False, sort_keys=False)
    name = f"{kind}-{transfers.slug(thing.name) or thing.uid}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text + "\n", mimetype="application/json", headers=headers)


def page(template: str, **values: Any) -> str:
    """Return a page with the present ``visit``, if any, and its refusal as of :func:`beside`."""
    visit = g.get("visit") or g.get("group_visit")
    return render_template(template, **{"visit": visit} | beside() | values)


def refusal() -> errors.ScorecardError | None:
    """Return the refusal that this request is answered with, None for none."""
    refused: errors.ScorecardError | None = g.get("refusal")
    return refused


def beside() -> dict[str, str]:
    """Return a refusal's sentence as ``problem``, and its field as ``refused``; "" for none."""
    error = refusal()
    return {
        "problem": error.message if error else "",
        "refused": error.field if isinstance(error, errors.BadInput) else "",
    }


def in_form(form: Any) -> dict[str, Any]:
    """Put a refusal beside its field, and return what the page's top shows of it.

    ``problem`` is the sentence, ``warnings`` what "save anyway" would accept, ``stale`` what
    somebody else wrote meanwhile.
    """
    error, item = refusal(), ""
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
