"""Loads the objects whose ids are in a group's address, and passes them to the view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any

from sqlalchemy.orm import Session

from scorecard.models import Comment, Proposal
from scorecard.services.book import commenting, house_rules, rulings, voting
from scorecard.services.cash import entries
from scorecard.services.seasons import adjustments, parting, seasons
from scorecard.services.standings import lineups
from scorecard.web.http import access


def _part(sort: lineups.Sort) -> Callable[..., object]:
    return lambda session, season, uid: parting.find(session, season, sort, uid)


def _comment(session: Session, proposal: Proposal, uid: str) -> Comment:
    return commenting.find(session, proposal.house_rules.group, uid)


FINDERS: Mapping[str, tuple[str, Callable[..., object]]] = {
    "season_uid": ("season", seasons.find),
    "team_uid": ("team", _part(lineups.TEAMS)),
    "division_uid": ("division", _part(lineups.DIVISIONS)),
    "adjustment_uid": ("adjustment", adjustments.find),
    "rules_uid": ("of", house_rules.find),
    "ruling_uid": ("ruling", rulings.find),
    "proposal_uid": ("proposal", voting.find_proposal),
    "comment_uid": ("comment", _comment),
    "entry_uid": ("entry", entries.find),
}
"""By the id's name in the address: the view's parameter, and the function that finds the object. It
looks in the group, or in the object of an id before it, which the view is then not given."""


def found(visit: Any, address: Mapping[str, Any]) -> dict[str, Any]:
    """Return a view's arguments: objects in the place of their ids, all else as it is."""
    things: dict[str, Any] = {}
    before = ""
    for name, value in address.items():
        if name not in FINDERS:
            things[name] = value
            continue
        argument, find = FINDERS[name]
        owner = things.pop(before) if before else visit.group
        things[argument] = find(visit.session, owner, value)
        before = argument
    return things


def found_for(page: Callable[..., Any], visit: Any, address: Mapping[str, Any]) -> dict[str, Any]:
    """Return those arguments that a page has parameters for; no other object is loaded."""
    asked = signature(page).parameters
    names = [name for name in address if name in FINDERS or name in asked]
    # An id before a wanted one is needed to find that.
    while names and FINDERS.get(names[-1], names[-1:])[0] not in asked:
        names.pop()
    return found(visit, {name: address[name] for name in names})


def in_group(role: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Require a role as :func:`access.needs_in_group` does, and load the objects in the address."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def with_things(visit: access.GroupVisit, **address: Any) -> Any:
            return view(visit, **found(visit, address))

        return access.needs_in_group(role)(with_things)

    return decorate
