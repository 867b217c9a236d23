"""Rulings in the book: write down how something unclear was settled, or take one out."""

from __future__ import annotations

from scorecard.services.book import house_rules, rulings
from scorecard.services.history import changes
from scorecard.web.book.house_rules import ONE, page
from scorecard.web.http import access
from scorecard.web.pages import views

blueprint = views.Views("rulings", __name__)
THERE = "house_rules.page#rulings"


@blueprint.group_form(
    f"{ONE}/rulings",
    "member",
    then=THERE,
    again=page,
    texts=["situation", "decision", "decided_by"],
)
def add_ruling(
    visit: access.GroupVisit,
    write: changes.Write,
    rules_uid: str,
    situation: str,
    decision: str,
    decided_by: str,
) -> None:
    """Write down how a situation was settled."""
    of = house_rules.find(visit.session, visit.group, rules_uid)
    rulings.rule(visit.session, of, write, situation, decision, decided_by)


@blueprint.group_form(f"{ONE}/rulings/<uid:ruling_uid>/remove", "keeper", then=THERE, again=page)
def remove_ruling(
    visit: access.GroupVisit, write: changes.Write, rules_uid: str, ruling_uid: str
) -> None:
    """Take a ruling out of the book."""
    of = house_rules.find(visit.session, visit.group, rules_uid)
    # Found only here, so that the same tap twice does not look for what is gone.
    rulings.remove(visit.session, rulings.find(visit.session, of, ruling_uid), write)
