"""Rulings in the book: write down how something unclear was settled, or take one out."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorecard.services.book import house_rules, rulings
from scorecard.services.history import changes
from scorecard.web.book.house_rules import ONE, act, address, rules_page
from scorecard.web.http import access

blueprint = Blueprint("rulings", __name__)
FIELDS = ("situation", "decision", "decided_by")


@blueprint.post(f"{ONE}/rulings")
@access.needs_in_group("member")
def rule(visit: access.GroupVisit, rules_uid: str) -> ResponseReturnValue:
    """Write down how a situation was settled."""
    of = house_rules.find(visit.session, visit.group, rules_uid)
    typed = {field: request.form.get(field, "") for field in FIELDS}
    return act(
        visit,
        lambda write: rulings.rule(
            visit.session, of, write, typed["situation"], typed["decision"], typed["decided_by"]
        ),
        then=lambda _done: address(of, _anchor="rulings"),
        again=lambda error: rules_page(visit, of, error, typed),
    )


@blueprint.post(f"{ONE}/rulings/<uid:ruling_uid>/remove")
@access.needs_in_group("keeper")
def remove(visit: access.GroupVisit, rules_uid: str, ruling_uid: str) -> ResponseReturnValue:
    """Take a ruling out of the book."""
    of = house_rules.find(visit.session, visit.group, rules_uid)

    def action(write: changes.Write) -> None:
        # Found only here, so that the same tap twice does not look for what is gone.
        rulings.remove(visit.session, rulings.find(visit.session, of, ruling_uid), write)

    return act(
        visit,
        action,
        then=lambda _done: address(of, _anchor="rulings"),
        again=lambda error: rules_page(visit, of, error),
    )
