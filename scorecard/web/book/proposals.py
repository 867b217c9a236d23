"""Consent: propose a change of house rules, discuss it, vote on it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Annotated

from flask import request, url_for
from flask.typing import ResponseReturnValue

from scorecard.models import Comment, HouseRules, Proposal, Ruling, WriteKey
from scorecard.rules.typed import sums
from scorecard.rules.words import say
from scorecard.services.book import commenting, consent, rulings, voting
from scorecard.services.groups import group_members
from scorecard.services.history import changes
from scorecard.services.looking_back import what_if
from scorecard.services.players import rosters
from scorecard.web.book import house_rules_forms, house_rules_words
from scorecard.web.book.house_rules import ONE, PREFIX, address
from scorecard.web.http import access
from scorecard.web.http.languages import to_type
from scorecard.web.live import streams
from scorecard.web.pages import named, responses, views
from scorecard.web.write import transfers

blueprint = views.Views("proposals", __name__)
PROPOSAL = "/groups/<uid:group_uid>/proposals/<uid:proposal_uid>"
COUNTS_CACHED = 100
"""Proposals whose "what if" is cached."""
COUNT_SECONDS = 60
"""Processor time for one piece of it; 10,000 rounds of the slowest game take a sixth of that."""
TOO_LONG = say("This takes too long to count.")


@dataclass(slots=True)
class _Counted:
    """The "what if" of a proposal so far; one request at a time counts on, for all phones."""

    found: what_if.WhatIf | None = None
    turn: threading.Semaphore = field(default_factory=threading.Semaphore)


_counted: streams.Shelf[_Counted] = streams.Shelf(COUNTS_CACHED)


@blueprint.group_page(f"{ONE}/propose", "member")
def new(visit: access.GroupVisit, of: HouseRules) -> ResponseReturnValue:
    """Show the form that proposes a change, perhaps with a ruling as a note or as the reason."""
    notes, reason = of.latest.notes, ""
    if uid := request.args.get("ruling"):
        ruling = rulings.find(visit.session, of, uid)
        reason = to_type(
            say(
                "As it was ruled on %(day)s: %(situation)s",
                day=ruling.at,
                situation=ruling.situation,
            )
        )
        if request.args.get("as") != "option":
            notes = f"{notes}\n\n{as_note(ruling)}".strip()
    options = of.latest.options
    form = house_rules_forms.RulesForm.showing(
        house_rules_words.rules_of(of), options, notes=notes, reason=reason
    )
    return _form_page(visit, of, form)


@blueprint.post(f"{ONE}/propose")
@named.in_group("member")
def propose(visit: access.GroupVisit, of: HouseRules) -> ResponseReturnValue:
    """Propose a change; the players of this phone say yes with it."""
    form = house_rules_forms.RulesForm.typed(
        house_rules_words.rules_of(of), of.latest.options, "notes", "reason"
    )
    notes, reason = form.texts["notes"], form.texts["reason"]

    def then(_done: WriteKey | None, made: Proposal | None) -> str:
        if made is None or made.outcome:
            return address(of)
        return url_for("proposals.page", group_uid=visit.group.uid, proposal_uid=made.uid)

    return views.send(
        visit,
        lambda write: consent.propose(
            visit.session,
            of,
            write,
            form.chosen(),
            notes,
            reason,
            membership=visit.membership,
        ),
        then=then,
        again=lambda: _form_page(visit, of, form),
    )


@blueprint.group_page(PROPOSAL, "member")
def page(visit: access.GroupVisit, proposal: Proposal) -> str:
    """Show a proposal: what would change, why, who says what."""
    mine = {player.id for player in visit.my_players}
    votes = {player.id: choice for player, choice in voting.latest_choices(proposal).items()}
    voters = consent.may_speak_for(visit.session, visit.membership)
    return responses.page(
        "book/proposals/page.html",
        proposal=proposal,
        of=proposal.house_rules,
        changes=house_rules_words.changes_of(proposal),
        count=voting.count(proposal, access.now()),
        deadline=voting.deadline_of(proposal),
        votes=votes,
        mine=[player for player in voters if player.id in mine],
        phoneless=[player for player in voters if player.id not in mine],
        decides=visit.is_keeper and voting.threshold_of(visit.group) == voting.KEEPER,
        threshold=voting.THRESHOLDS[voting.threshold_of(visit.group)],
        labels=group_members.labels(visit.session, visit.group),
        may_withdraw=visit.is_keeper or proposal.device_id == visit.device.id,
        typed=request.form,
    )


@blueprint.group_page(f"{PROPOSAL}/what-if", "member")
def past(visit: access.GroupVisit, proposal: Proposal) -> str:
    """Show how the group's games would have ended, as far as they are counted."""
    return responses.page(
        "book/proposals/what_if.html",
        found=past_of(visit, proposal) if what_if.change_of(proposal) else None,
        proposal=proposal,
        game=house_rules_words.rules_of(proposal.house_rules).name,
    )


def past_of(visit: access.GroupVisit, proposal: Proposal) -> what_if.WhatIf:
    """Return how the group's games would have ended; many are counted in several requests."""
    group = visit.group
    tag = streams.tag_of(group.version, group.changed_at)
    group_id, uid = group.id, proposal.uid
    one = _counted.get(uid, tag, _Counted)
    # Hold no database connection while waiting.
    visit.session.rollback()
    with one.turn:
        if one.found is None or not one.found.is_whole:
            one.found = transfers.do_aside(
                "count again", group_id, uid, one.found, seconds=COUNT_SECONDS, too_long=TOO_LONG
            )
        return one.found


@blueprint.group_form(f"{PROPOSAL}/vote", "member", then="proposals.page", again=page)
def vote_on_rules(
    visit: access.GroupVisit,
    write: changes.Write,
    proposal: Proposal,
    players: list[str],
    choice: str,
) -> None:
    """Vote for this device's players, or as scorekeeper for those without one."""
    chosen = rosters.all_chosen(visit.group, players)
    consent.vote(visit.session, proposal, visit.membership, chosen, choice, write)


@blueprint.group_form(f"{PROPOSAL}/comment", "member", then="proposals.page", again=page)
def comment_on_rules(
    visit: access.GroupVisit, write: changes.Write, proposal: Proposal, text: str
) -> None:
    """Say something about a proposal."""
    commenting.add(visit.session, proposal, write, text)


@blueprint.group_form(f"{PROPOSAL}/withdraw", "member", then="proposals.page", again=page)
def withdraw_proposal(visit: access.GroupVisit, write: changes.Write, proposal: Proposal) -> None:
    """Take a proposal back: who made it, or a scorekeeper."""
    consent.withdraw(visit.session, proposal, write, is_keeper=visit.is_keeper)


@blueprint.group_form(
    f"{PROPOSAL}/comments/<item:comment_uid>/remove", "member", then="proposals.page", again=page
)
def remove_comment(visit: access.GroupVisit, write: changes.Write, comment: Comment) -> None:
    """Move a comment to the trash; whoever said it may, and a scorekeeper."""
    commenting.remove(visit.session, comment, write, is_keeper=visit.is_keeper)


@blueprint.group_page(f"{PREFIX}/consent", "keeper")
def threshold(visit: access.GroupVisit) -> str:
    """Show how the group decides on changes of its house rules."""
    group = visit.group
    now_so = {"threshold": group.threshold, "deadline_days": str(group.deadline_days or "")}
    return responses.page(
        "book/proposals/consent.html",
        thresholds=voting.THRESHOLDS,
        typed=now_so | request.form.to_dict(),
    )


def _days(name: str) -> int | None:
    """Return the days, None for a blank field; 0, which is refused, for anything but a number."""
    typed = request.form.get(name, "").strip()
    return sums.plain_number(typed) or 0 if typed else None


Days = Annotated[int | None, _days]


@blueprint.group_form(f"{PREFIX}/consent", "keeper", then="house_rules.index", again=threshold)
def choose_consent(
    visit: access.GroupVisit, write: changes.Write, threshold: str, deadline_days: Days
) -> None:
    """Choose what adopts a change, and after how many days silence counts, if ever."""
    consent.choose_threshold(visit.session, visit.group, write, threshold, deadline_days)


def as_note(ruling: Ruling) -> str:
    """Return a ruling as a line of the notes."""
    situation, decision = (" ".join(text.split()) for text in (ruling.situation, ruling.decision))
    return f"- {situation} **{decision}**"


def _form_page(visit: access.GroupVisit, of: HouseRules, form: house_rules_forms.RulesForm) -> str:
    return responses.page(
        "book/proposals/propose.html",
        of=of,
        is_direct=consent.may_save(visit.membership),
        threshold=voting.THRESHOLDS[voting.threshold_of(visit.group)],
        wants_option=request.args.get("as") == "option",
        **form.page_values(),
    )
