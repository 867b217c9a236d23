"""Rulings over the API: write down how something unclear was settled, or take one out."""

from __future__ import annotations

from http.client import CREATED

from scorecard.services.book import rulings
from scorecard.services.history import changes
from scorecard.web.api import spec
from scorecard.web.api.book import house_rules
from scorecard.web.book import rulings as ruling_pages
from scorecard.web.http import access


class NewRulingBody(spec.GroupWriteBody):
    """How something unclear was settled."""

    situation: str
    decision: str
    decided_by: str


@house_rules.rules_write("POST", f"{house_rules.ONE}/rulings", "member", status=CREATED)
def add_ruling(
    visit: access.GroupVisit, this: changes.Write, rules_uid: str, json: NewRulingBody
) -> None:
    """Write down how a situation was settled."""
    of = house_rules.find(visit, rules_uid)
    rulings.rule(visit.session, of, this, json.situation, json.decision, json.decided_by)


house_rules.rules_write("POST", f"{house_rules.ONE}/rulings/<uid:ruling_uid>/remove", "keeper")(
    ruling_pages.remove_ruling
)
