"""What the address of a group's page names: found here, in the place of its id, for every view."""

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
from scorecard.web.http import access


def _part(kind: parting.Kind) -> Callable[..., object]:
    return lambda session, season, uid: parting.find(session, season, kind, uid)


def _comment(session: Session, proposal: Proposal, uid: str) -> Comment:
    return commenting.find(session, proposal.of.group, uid)


FINDERS: Mapping[str, tuple[str, Callable[..., object]]] = {
    "season_uid": ("season", seasons.find),
    "team_uid": ("team", _part(parting.TEAMS)),
    "division_uid": ("division", _part(parting.DIVISIONS)),
    "adjustment_uid": ("adjustment", adjustments.find),
    "rules_uid": ("of", house_rules.find),
    "ruling_uid": ("ruling", rulings.find),
    "proposal_uid": ("proposal", voting.find_proposal),
    "comment_uid": ("comment", _comment),
    "entry_uid": ("entry", entries.find),
}
"""What a view is given for an id in its address, and who finds it: in the group, or in what stands
before it in the address, which is then not given."""


def found(visit: Any, address: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an address names: things in the place of their ids, all else as it is."""
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
    """Return that of what an address names which a page asks for."""
    asked = signature(page).parameters
    names = [*address]
    is_asked = [FINDERS.get(name, (name,))[0] in asked for name in names]
    while is_asked and not is_asked[-1]:
        del names[-1], is_asked[-1]
    # What stands before is where it is found.
    return found(visit, {name: address[name] for name in names if name in FINDERS or name in asked})


def in_group(role: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let in as :func:`access.needs_in_group` does, and give the view what its address names."""

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def with_things(visit: access.GroupVisit, **address: Any) -> Any:
            return view(visit, **found(visit, address))

        return access.needs_in_group(role)(with_things)

    return decorate
