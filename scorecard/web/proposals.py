"""Consent: propose a change of house rules, discuss it, vote on it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorecard.errors import ScorecardError
from scorecard.models import HouseRules, Proposal, Ruling
from scorecard.rules.words import say
from scorecard.services import consent, groups, house_rules, rosters, rulings
from scorecard.services.changes import Write
from scorecard.web import books
from scorecard.web.access import GroupVisit, needs_in_group, now
from scorecard.web.house_rules import ONE, PREFIX, act, address
from scorecard.web.house_rules_forms import RulesForm
from scorecard.web.languages import said
from scorecard.web.pages import beside

blueprint = Blueprint("proposals", __name__)
PROPOSAL = "/groups/<uid:group_uid>/proposals/<uid:proposal_uid>"
DAY_DIGITS = 4


@blueprint.get(f"{ONE}/propose")
@needs_in_group("member")
def new(visit: GroupVisit, rules_uid: str) -> ResponseReturnValue:
    """Show the form that proposes a change: the rules as they are, and a reason.

    Where it begins with a ruling, that is made a note already, or is the reason for an option.
    """
    of = house_rules.find(visit.session, visit.group, rules_uid)
    notes, reason = of.latest.notes, ""
    if uid := request.args.get("ruling"):
        ruling = rulings.find(visit.session, of, uid)
        reason = said(
            say(
                "As it was ruled on %(day)s: %(situation)s",
                day=ruling.at,
                situation=ruling.situation,
            )
        )
        if request.args.get("as") != "option":
            notes = f"{notes}\n\n{as_note(ruling)}".strip()
    options = of.latest.options
    form = RulesForm.showing(books.rules_of(of), options, notes=notes, reason=reason)
    return _form_page(visit, of, form)


@blueprint.post(f"{ONE}/propose")
@needs_in_group("member")
def propose(visit: GroupVisit, rules_uid: str) -> ResponseReturnValue:
    """Propose a change; the players of this phone say yes with it."""
    of = house_rules.find(visit.session, visit.group, rules_uid)
    form = RulesForm.typed(books.rules_of(of), of.latest.options, "notes", "reason")

    def action(write: Write) -> Proposal:
        notes, reason = form.texts["notes"], form.texts["reason"]
        return consent.propose(
            visit.session,
            of,
            write,
            form.chosen(),
            notes,
            reason,
            membership=visit.membership,
        )

    return act(
        visit,
        action,
        then=lambda made: _address(made) if made and made.outcome is None else address(of),
        again=lambda error: _form_page(visit, of, form, error),
    )


@blueprint.get(PROPOSAL)
@needs_in_group("member")
def page(visit: GroupVisit, proposal_uid: str) -> ResponseReturnValue:
    """Show a proposal: what would change, why, who says what."""
    return _page(visit, consent.find(visit.session, visit.group, proposal_uid))


@blueprint.post(f"{PROPOSAL}/vote")
@needs_in_group("member")
def vote(visit: GroupVisit, proposal_uid: str) -> ResponseReturnValue:
    """Vote for the players named; the last word counts."""
    proposal = consent.find(visit.session, visit.group, proposal_uid)
    uids, choice = request.form.getlist("player"), request.form.get("choice", "")

    def action(write: Write) -> None:
        players = [rosters.find(visit.group, uid).one for uid in uids]
        consent.vote(visit.session, proposal, visit.membership, players, choice, write)

    return _act(visit, proposal, action)


@blueprint.post(f"{PROPOSAL}/comment")
@needs_in_group("member")
def comment(visit: GroupVisit, proposal_uid: str) -> ResponseReturnValue:
    """Say something about a proposal."""
    proposal = consent.find(visit.session, visit.group, proposal_uid)
    said = request.form.get("text", "")
    return _act(
        visit,
        proposal,
        lambda write: consent.comment(visit.session, proposal, write, said),
        {"text": said},
    )


@blueprint.post(f"{PROPOSAL}/withdraw")
@needs_in_group("member")
def withdraw(visit: GroupVisit, proposal_uid: str) -> ResponseReturnValue:
    """Take a proposal back."""
    proposal = consent.find(visit.session, visit.group, proposal_uid)
    return _act(
        visit,
        proposal,
        lambda write: consent.withdraw(visit.session, proposal, write, is_keeper=visit.is_keeper),
    )


@blueprint.post(f"{PROPOSAL}/comments/<item:comment_uid>/remove")
@needs_in_group("member")
def remove_comment(visit: GroupVisit, proposal_uid: str, comment_uid: str) -> ResponseReturnValue:
    """Put a comment into the bin."""
    proposal = consent.find(visit.session, visit.group, proposal_uid)

    def action(write: Write) -> None:
        said = consent.find_comment(visit.session, visit.group, comment_uid)
        consent.remove_comment(visit.session, said, write, is_keeper=visit.is_keeper)

    return _act(visit, proposal, action)


@blueprint.get(f"{PREFIX}/consent")
@needs_in_group("keeper")
def threshold(visit: GroupVisit) -> ResponseReturnValue:
    """Show how the group decides on changes of its house rules."""
    return _threshold_page(visit)


@blueprint.post(f"{PREFIX}/consent")
@needs_in_group("keeper")
def choose_threshold(visit: GroupVisit) -> ResponseReturnValue:
    """Choose what adopts a change, and after how many days silence counts."""
    chosen = request.form.get("threshold", "")
    typed = request.form.get("deadline_days", "").strip()
    is_number = typed.isascii() and typed.isdecimal() and len(typed) <= DAY_DIGITS
    days = int(typed) if is_number else 0 if typed else None
    return act(
        visit,
        lambda write: consent.choose_threshold(visit.session, visit.group, write, chosen, days),
        then=lambda _done: url_for("house_rules.index", group_uid=visit.group.uid),
        again=lambda error: _threshold_page(
            visit, error, {"threshold": chosen, "deadline_days": typed}
        ),
    )


def as_note(ruling: Ruling) -> str:
    """Return a ruling as a line of the notes."""
    situation, decision = (" ".join(text.split()) for text in (ruling.situation, ruling.decision))
    return f"- {situation} **{decision}**"


def _address(proposal: Proposal) -> str:
    return url_for("proposals.page", group_uid=proposal.of.group.uid, proposal_uid=proposal.uid)


def _act(
    visit: GroupVisit, proposal: Proposal, action: Any, typed: dict[str, str] | None = None
) -> ResponseReturnValue:
    return act(
        visit,
        action,
        then=lambda _done: _address(proposal),
        again=lambda error: _page(visit, proposal, error, typed),
    )


def _form_page(
    visit: GroupVisit, of: HouseRules, form: RulesForm, error: ScorecardError | None = None
) -> str:
    return render_template(
        "house_rules/propose.html",
        visit=visit,
        of=of,
        is_direct=consent.may_save(visit.membership),
        threshold=consent.THRESHOLDS[consent.threshold_of(visit.group)],
        wants_option=request.args.get("as") == "option",
        **form.shown(error),
    )


def _page(
    visit: GroupVisit,
    proposal: Proposal,
    error: ScorecardError | None = None,
    typed: dict[str, str] | None = None,
) -> str:
    mine = {player.id for player in visit.my_players}
    said = {player.id: choice for player, choice in consent.last_words(proposal).items()}
    voters = consent.may_speak_for(visit.session, visit.membership)
    return render_template(
        "house_rules/proposal.html",
        visit=visit,
        proposal=proposal,
        of=proposal.of,
        changes=books.changes_of(proposal),
        count=consent.count(proposal, now()),
        deadline=consent.deadline_of(proposal),
        said=said,
        mine=[player for player in voters if player.id in mine],
        phoneless=[player for player in voters if player.id not in mine],
        decides=visit.is_keeper and consent.threshold_of(visit.group) == consent.KEEPER,
        threshold=consent.THRESHOLDS[consent.threshold_of(visit.group)],
        labels=groups.labels(visit.session, visit.group),
        may_withdraw=visit.is_keeper or proposal.device_id == visit.device.id,
        typed=typed or {},
        **beside(error),
    )


def _threshold_page(
    visit: GroupVisit, error: ScorecardError | None = None, typed: dict[str, str] | None = None
) -> str:
    group = visit.group
    now_so = {"threshold": group.threshold, "deadline_days": str(group.deadline_days or "")}
    return render_template(
        "house_rules/consent.html",
        visit=visit,
        thresholds=consent.THRESHOLDS,
        typed=typed or now_so,
        **beside(error),
    )
