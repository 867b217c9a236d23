"""Rulings in the book: write down how something unclear was settled, or take one out."""

from __future__ import annotations

from scorecard.models import HouseRules, Ruling
from scorecard.services.book import rulings
from scorecard.services.history import changes
from scorecard.web.book.house_rules import ONE, page
from scorecard.web.http import access
from scorecard.web.pages import views

blueprint = views.Views("rulings", __name__)
THERE = "house_rules.page#rulings"


@blueprint.group_form(f"{ONE}/rulings", "member", then=THERE, again=page)
def add_ruling(
    visit: access.GroupVisit,
    write: changes.Write,
    of: HouseRules,
    situation: str,
    decision: str,
    decided_by: str,
) -> None:
    """Write down how a situation was settled."""
    rulings.rule(visit.session, of, write, situation, decision, decided_by)


@blueprint.group_form(f"{ONE}/rulings/<uid:ruling_uid>/remove", "keeper", then=THERE, again=page)
def remove_ruling(visit: access.GroupVisit, write: changes.Write, ruling: Ruling) -> None:
    """Take a ruling out of the book."""
    rulings.remove(visit.session, ruling, write)
