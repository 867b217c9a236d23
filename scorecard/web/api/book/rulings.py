"""Rulings over the API: write down how something unclear was settled, or take one out."""

from __future__ import annotations

from http.client import CREATED

from scorecard.web.api import spec
from scorecard.web.api.book import house_rules
from scorecard.web.book import rulings as ruling_pages


class NewRulingBody(spec.GroupWriteBody):
    """How something unclear was settled."""

    situation: str
    decision: str
    decided_by: str


house_rules.rules_write(
    "POST", f"{house_rules.ONE}/rulings", "member", body=NewRulingBody, status=CREATED
)(ruling_pages.add_ruling)
house_rules.rules_write("POST", f"{house_rules.ONE}/rulings/<uid:ruling_uid>/remove", "keeper")(
    ruling_pages.remove_ruling
)
