"""How a group comes to agree on a change of its house rules: propose, discuss, vote, adopt.

Everybody on the roster has a vote. A device votes for its own players; for those without a phone a
scorekeeper does. The group's threshold says what adopts a change:

* ``unanimous``: everybody has voted, nobody no, and somebody yes;
* ``majority``: more yes than half of those who care either way;
* ``keeper``: a scorekeeper's yes or no decides.

From the deadline on, silence counts as "fine either way", and the server counts the votes by
itself. A scorekeeper who decides has no deadline.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.models import (
    Device,
    Group,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Player,
    Proposal,
    Vote,
)
from scorecard.models.change import SERVER
from scorecard.rules import core
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.book import agreeing, house_rules, voting
from scorecard.services.groups import group_members
from scorecard.services.history import changes, facts, group_changes
from scorecard.services.limits import bounds, codes, locking, quotas, texts

LONGEST_DEADLINE = 365
"""Days."""
TOUCHED = "consent"
"""What a group's history says was touched when its threshold or deadline was changed."""


def propose(
    session: Session,
    rule_set: HouseRules,
    write: changes.Write,
    options: Mapping[str, core.Json],
    notes: str,
    reason: str,
    *,
    membership: GroupMembership | None = None,
) -> Proposal:
    """Propose the next version of house rules: all options that are to differ from the defaults.

    The players of ``membership``, that of the proposing device, vote yes at once.
    """
    group_changes.refuse_stale(session, rule_set.group, write, rule_set.uid)
    quotas.check(session, bounds.PROPOSALS_OF_RULES, rule_set.id)
    cleaned_reason = texts.reason(reason, say("Say why."))
    wanted = _checked_change(rule_set, options, notes)
    days = rule_set.group.deadline_days
    proposal = Proposal(
        uid=codes.new_uid(),
        base=rule_set.latest.number,
        options=wanted.options,
        notes=wanted.notes,
        reason=cleaned_reason,
        device_id=write.device.id,
        at=write.at,
        deadline=write.at + timedelta(days=days) if days else None,
        votes=[],
        comments=[],
    )
    rule_set.proposals.append(proposal)
    session.flush()
    what: facts.Difference = {"base": [None, proposal.base]}
    voting.note(session, proposal, write, "proposed", what, reason=cleaned_reason)
    if membership and (membership.players or _decides(membership)):
        vote(session, proposal, membership, membership.people, voting.YES, write.keyless)
    return proposal


def _checked_change(
    rule_set: HouseRules, options: Mapping[str, core.Json], notes: str
) -> HouseRulesVersion:
    """Return what the next version would be; refuse one that is the same as the latest."""
    wanted = house_rules.checked(rule_set, options, notes)
    if (wanted.options, wanted.notes) == (rule_set.latest.options, rule_set.latest.notes):
        raise errors.BadInput(say("That changes nothing."), field="options", code="no_change")
    return wanted


def vote(
    session: Session,
    proposal: Proposal,
    membership: GroupMembership,
    players: Collection[Player],
    choice: str,
    write: changes.Write,
) -> None:
    """Vote for players; a later vote replaces an earlier one, and the same one again is not told.

    A proposal that meets the threshold now is adopted at once, one that cannot meet it any more is
    rejected. A scorekeeper who decides alone need not be a player.
    """
    _refuse_closed(proposal)
    house_rules.refuse_deleted(proposal.house_rules)
    if choice not in voting.CHOICES:
        raise errors.BadInput(say("Vote yes, no, or either."), field="choice")
    if not players and not _decides(membership):
        raise errors.BadInput(say("Say whose vote it is."), field="player")
    voters = list(dict.fromkeys(player.one for player in players))
    before = voting.latest_choices(proposal)
    for player in voters:
        on_own = say("%(name)s votes on their own phone.", name=player.name)
        refuse_foreign(session, membership, player, on_own)
    told = [player for player in voters if before.get(player) != choice]
    for player in told:
        _cast(proposal, player, choice, write)
    if told or not voters:
        names = reading.listed([player.name for player in told]) or "A keeper"
        what = {f"vote/{player.uid}": [before.get(player), choice] for player in told}
        voting.note(session, proposal, write, "voted", what, names=names, choice=choice)
    # A vote of a scorekeeper for somebody without a phone decides nothing by itself.
    mine = set(membership.people)
    is_own_word = not voters or any(player in mine for player in voters)
    is_keeper = membership.is_keeper and is_own_word
    _settle(session, proposal, write.keyless, is_keeper=is_keeper, choice=choice)


def _cast(proposal: Proposal, player: Player, choice: str, write: changes.Write) -> None:
    # Several, where somebody voted who was merged into this player since.
    earlier = [cast for cast in proposal.votes if cast.player.one is player]
    if not earlier:
        # Whole before it is added: a half-made one could be flushed on the way.
        proposal.votes.append(
            Vote(player=player, choice=choice, device_id=write.device.id, at=write.at)
        )
    for cast in earlier:
        cast.choice, cast.device_id, cast.at = choice, write.device.id, write.at


def settle(session: Session, proposal: Proposal, write: changes.Write) -> None:
    """Count the votes past the deadline; reject what can no longer be saved as it is."""
    _refuse_closed(proposal)
    house_rules.refuse_deleted(proposal.house_rules)
    if voting.threshold_of(proposal.house_rules.group) == voting.KEEPER:
        raise errors.Conflict(say("A scorekeeper decides on this."))
    if not voting.is_overdue(proposal, write.at):
        raise errors.Conflict(say("Not everybody has voted yet."))
    try:
        _settle(session, proposal, write.keyless)
    except errors.ScorecardError:
        _close(session, proposal, write.keyless, "rejected", is_past_deadline=True)
    changes.remember(session, proposal.house_rules.group, write)


def settle_overdue(session: Session, uid: str, at: datetime) -> int:
    """Count the votes on a group's proposals whose deadline has passed; return how many there were.

    ``uid`` is the group's, which this locks. The history says that the server did it, in the name
    of the device that proposed the change.
    """
    locking.lock_group(session, uid)
    overdue = voting.overdue(session, at, Group.uid == uid)
    for proposal in overdue:
        # Another one may have been adopted just now, and have overtaken this one.
        if proposal.outcome is None:
            device = session.get_one(Device, proposal.device_id)
            settle(session, proposal, changes.Write(device, at, source=SERVER))
    return len(overdue)


def settle_open(session: Session, group: Group, write: changes.Write) -> None:
    """Decide on open proposals anew, after the threshold or the roster was changed."""
    for proposal in voting.open_proposals(session, group):
        if proposal.outcome is None:
            _settle(session, proposal, write.keyless)


def withdraw(
    session: Session, proposal: Proposal, write: changes.Write, *, is_keeper: bool
) -> None:
    """Take a proposal back; the device that made it may, and a scorekeeper."""
    _refuse_closed(proposal)
    if proposal.device_id != write.device.id and not is_keeper:
        raise errors.NotAllowed(say("Only who proposed it, or a scorekeeper, can withdraw it."))
    _close(session, proposal, write, "withdrawn")


def may_save(membership: GroupMembership) -> bool:
    """Whether a device may change house rules without asking: nobody else has a say in it."""
    mine = {player.id for player in membership.people}
    is_alone = all(player.id in mine for player in membership.group.roster)
    return membership.is_keeper and (is_alone or _decides(membership))


def may_speak_for(session: Session, membership: GroupMembership) -> list[Player]:
    """Return the players for whom a device votes: its own; a scorekeeper's, also the phoneless."""
    mine = {player.id for player in membership.people}
    if not membership.is_keeper:
        return [player for player in membership.group.roster if player.id in mine]
    phones = group_members.phones_of(session, membership.group)
    return [
        player for player in membership.group.roster if player.id in mine or player.id not in phones
    ]


def agree(
    session: Session,
    version: HouseRulesVersion,
    membership: GroupMembership,
    players: Collection[Player],
    write: changes.Write,
) -> None:
    """Agree to a version on a device, for its own players or for those without a phone."""
    if not players:
        raise errors.BadInput(say("Say who agrees."), field="player")
    for player in players:
        on_own = say("%(name)s agrees on their own phone.", name=player.name)
        refuse_foreign(session, membership, player, on_own)
    agreeing.agree(session, version, players, write)


def refuse_foreign(
    session: Session, membership: GroupMembership, player: Player, sentence: Sentence
) -> None:
    """Refuse a vote or agreement for somebody for whom a device may not speak.

    It may speak for its own players, a scorekeeper's device also for those without a phone.
    ``sentence`` is the refusal, such as "Ann votes on a phone of their own."
    """
    if player.one in membership.people:
        return
    phones = group_members.phones_of(session, membership.group)
    if not membership.is_keeper or player.one.id in phones:
        raise errors.NotAllowed(sentence)


def choose_threshold(
    session: Session, group: Group, write: changes.Write, threshold: str, days: int | None
) -> None:
    """Choose what adopts a change, and after how many days silence counts, if ever."""
    if threshold not in voting.THRESHOLDS:
        raise errors.BadInput(
            say("%(threshold)s is no way to decide.", threshold=threshold), field="threshold"
        )
    if days is not None and not 1 <= days <= LONGEST_DEADLINE:
        raise errors.BadInput(
            say("A deadline is 1 to %(most)s days.", most=LONGEST_DEADLINE),
            field="deadline_days",
        )
    group_changes.refuse_stale(session, group, write, TOUCHED)
    if (group.threshold, group.deadline_days) == (threshold, days):
        return
    what: facts.Difference = {
        "threshold": [group.threshold, threshold],
        "deadline_days": [group.deadline_days, days],
    }
    group.threshold, group.deadline_days = threshold, days
    about = {"threshold": voting.THRESHOLDS[threshold]}
    group_changes.note(session, group, write, "consent", about, what=what, touching=TOUCHED)
    settle_open(session, group, write)


def _settle(
    session: Session,
    proposal: Proposal,
    write: changes.Write,
    *,
    is_keeper: bool = False,
    choice: str = "",
) -> None:
    votes = voting.count(proposal, write.at)
    is_adopted = is_rejected = False
    still_asked = () if votes.is_past_deadline else votes.silent
    match voting.threshold_of(proposal.house_rules.group):
        case "keeper":
            is_adopted = is_keeper and choice == voting.YES
            is_rejected = is_keeper and choice == voting.NO
        case "majority":
            care = len(votes.yes) + len(votes.no) + len(still_asked)
            is_adopted = 2 * len(votes.yes) > care
            is_rejected = 2 * (len(votes.yes) + len(still_asked)) <= care
        case _:
            is_adopted = not votes.no and not still_asked and bool(votes.yes)
            is_rejected = not still_asked and (bool(votes.no) or votes.is_past_deadline)
    if is_adopted:
        _adopt(session, proposal, write, is_past_deadline=votes.is_past_deadline)
    elif is_rejected:
        _close(session, proposal, write, "rejected", is_past_deadline=votes.is_past_deadline)


def _adopt(
    session: Session, proposal: Proposal, write: changes.Write, *, is_past_deadline: bool
) -> None:
    """Save the proposal as the next version; all who voted, but not no, have agreed to it."""
    house_rules.checked(proposal.house_rules, proposal.options, proposal.notes)
    _close(session, proposal, write, "adopted", is_past_deadline=is_past_deadline)
    defaults = dict.fromkeys(proposal.house_rules.latest.options)
    version = house_rules.save(
        session,
        proposal.house_rules,
        write.keyless,
        defaults | proposal.options,
        notes=proposal.notes,
        reason=proposal.reason,
    )
    if version:
        # Its reason is theirs as well; whose vote came last says nothing.
        version.device_id = proposal.device_id
        agreed = [
            player
            for player, choice in voting.latest_choices(proposal).items()
            if choice != voting.NO
        ]
        agreeing.agree(session, version, agreed, write.keyless)


def _close(
    session: Session,
    proposal: Proposal,
    write: changes.Write,
    outcome: str,
    *,
    is_past_deadline: bool = False,
) -> None:
    proposal.outcome, proposal.closed_at = outcome, write.at
    about: dict[str, core.Json] = {"is_past_deadline": True} if is_past_deadline else {}
    voting.note(session, proposal, write, outcome, {"outcome": [None, outcome]}, **about)


def _refuse_closed(proposal: Proposal) -> None:
    sentences = {
        "adopted": say("This is adopted already."),
        "rejected": say("This is turned down already."),
        "withdrawn": say("This was withdrawn."),
        "overtaken": say("Another change came first. Propose it anew on top of that."),
    }
    if proposal.outcome:
        raise errors.Conflict(sentences[proposal.outcome], code="proposal_closed")


def _decides(membership: GroupMembership) -> bool:
    return membership.is_keeper and voting.threshold_of(membership.group) == voting.KEEPER
