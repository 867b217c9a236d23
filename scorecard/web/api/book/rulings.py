"""Rulings over the API: write down how something unclear was settled, or take one out."""

from __future__ import annotations

from http.client import CREATED

from flask import Response

from scorecard.services.book import rulings
from scorecard.web.api import book_answers, spec
from scorecard.web.api.book import house_rules
from scorecard.web.http import access


class NewRulingBody(spec.GroupWriteBody):
    """How something unclear was settled."""

    situation: str
    decision: str
    decided_by: str


@spec.blueprint.post(f"{house_rules.ONE}/rulings")
@access.needs_in_group("member")
@spec.describes(
    book_answers.HouseRulesAnswer, house_rules.TAG, status=CREATED, refusals=spec.WRITE_REFUSALS
)
def add_ruling(visit: access.GroupVisit, rules_uid: str, json: NewRulingBody) -> Response:
    """Write down how a situation was settled."""
    of = house_rules.find(visit, rules_uid)
    return house_rules.change(
        visit,
        of,
        json.version,
        lambda this: rulings.rule(
            visit.session, of, this, json.situation, json.decision, json.decided_by
        ),
        CREATED,
    )


@spec.blueprint.post(f"{house_rules.ONE}/rulings/<uid:ruling_uid>/remove")
@access.needs_in_group("keeper")
@spec.describes(book_answers.HouseRulesAnswer, house_rules.TAG, refusals=spec.WRITE_REFUSALS)
def remove_ruling(
    visit: access.GroupVisit, rules_uid: str, ruling_uid: str, json: spec.GroupWriteBody
) -> Response:
    """Take a ruling out of the book."""
    of = house_rules.find(visit, rules_uid)
    return house_rules.change(
        visit,
        of,
        json.version,
        lambda this: rulings.remove(
            visit.session, rulings.find(visit.session, of, ruling_uid), this
        ),
    )
