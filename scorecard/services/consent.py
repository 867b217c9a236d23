"""How a group comes to agree on a change of its house rules: propose, discuss, vote, adopt.

Everybody on the roster has a vote. A device votes for its own players; for those without a phone a
keeper does. The group's threshold says what adopts a change:

* ``unanimous``: everybody has voted, nobody no, and somebody yes;
* ``majority``: more yes than half of those who care either way;
* ``keeper``: a keeper's yes or no decides.

From the deadline on, silence counts as "fine either way", and the server counts the votes by
itself. A keeper who decides has no deadline.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotAllowed, NotFound, ScorecardError
from scorecard.models import (
    Comment,
    Device,
    Group,
    GroupChange,
    GroupMembership,
    HouseRules,
    HouseRulesVersion,
    Player,
    Proposal,
    Vote,
)
from scorecard.models.change import SERVER
from scorecard.rules.core import Json
from scorecard.rules.reading import listed
from scorecard.rules.words import Sentence, say
from scorecard.services import (
    bounds,
    changes,
    codes,
    comparing,
    group_changes,
    groups,
    house_rules,
    quotas,
    wording,
)
from scorecard.services.changes import Write
from scorecard.services.facts import Difference

YES, NO, EITHER = CHOICES = ("yes", "no", "either")
THRESHOLDS = wording.THRESHOLDS
UNANIMOUS, MAJORITY, KEEPER = THRESHOLDS
LONGEST_DEADLINE = 365
"""Days."""
NUMBER_DIGITS = 9
"""Digits of a comment's number at most."""
TOUCHED = "consent"
"""What a change of the threshold touches."""


@dataclass(frozen=True, slots=True)
class Count:
    """The votes on a proposal: who said what, and who is still asked."""

    yes: tuple[str, ...]
    no: tuple[str, ...]
    either: tuple[str, ...]
    silent: tuple[str, ...]
    is_past_deadline: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """How the group decided on a proposal: its uid, and the sentence of the history."""

    proposal: str
    sentence: Sentence


def propose(
    session: Session,
    of: HouseRules,
    write: Write,
    options: Mapping[str, Json],
    notes: str,
    reason: str,
    *,
    membership: GroupMembership | None = None,
) -> Proposal:
    """Propose the next version of house rules: all options that are to differ from the defaults.

    The players of ``membership``, that of the proposing device, say yes with it.
    """
    group_changes.refuse_stale(session, of.group, write, of.uid)
    quotas.check(session, bounds.PROPOSALS_OF_RULES, of.id)
    cleaned = house_rules.text(reason, say("The reason"), field="reason")
    if not cleaned:
        raise BadInput(say("Say why: others want to know."), field="reason", code="reason_required")
    latest = of.latest
    wanted = house_rules.checked(of, options, notes)
    if (wanted.options, wanted.notes) == (latest.options, latest.notes):
        raise BadInput(say("Nothing is changed by that."), field="options", code="no_change")
    days = of.group.deadline_days
    proposal = Proposal(
        uid=codes.new_uid(),
        base=latest.number,
        options=wanted.options,
        notes=wanted.notes,
        reason=cleaned,
        device_id=write.device.id,
        at=write.at,
        deadline=write.at + timedelta(days=days) if days else None,
        votes=[],
        comments=[],
    )
    of.proposals.append(proposal)
    session.flush()
    _note(session, proposal, write, "proposed", {"base": [None, proposal.base]}, reason=cleaned)
    if membership and (membership.players or _decides(membership)):
        mine = membership.people
        vote(session, proposal, membership, mine, YES, write.keyless)
    return proposal


def vote(
    session: Session,
    proposal: Proposal,
    membership: GroupMembership,
    players: Collection[Player],
    choice: str,
    write: Write,
) -> None:
    """Vote for players; the last word counts. What meets the threshold is adopted at once.

    A keeper whose word decides need not be a player.
    """
    _refuse_closed(proposal)
    house_rules.refuse_deleted(proposal.of)
    if choice not in CHOICES:
        raise BadInput(say("Vote yes, no, or either."), field="choice")
    if not players and not _decides(membership):
        raise BadInput(say("Say whose vote it is."), field="player")
    ones = list(dict.fromkeys(player.one for player in players))
    before = last_words(proposal)
    for player in ones:
        on_own = say("%(name)s votes on a phone of their own.", name=player.name)
        refuse_foreign(session, membership, player, on_own)
        # Several, where somebody voted who was merged into this player since.
        earlier = [cast for cast in proposal.votes if cast.player.one is player]
        said = {"choice": choice, "device_id": write.device.id, "at": write.at}
        if not earlier:
            # Whole before it is added: a half-made one could be flushed on the way.
            proposal.votes.append(Vote(player=player, **said))
        for cast in earlier:
            for name, value in said.items():
                setattr(cast, name, value)
    names = listed([player.name for player in ones]) if ones else "A keeper"
    what = {f"vote/{player.uid}": [before.get(player), choice] for player in ones}
    _note(session, proposal, write, "voted", what, names=names, choice=choice)
    # What a keeper says for somebody without a phone is that player's word, not the keeper's.
    mine = set(membership.people)
    is_own_word = not ones or any(player in mine for player in ones)
    is_keeper = membership.is_keeper and is_own_word
    _settle(session, proposal, write.keyless, is_keeper=is_keeper, choice=choice)


def settle(session: Session, proposal: Proposal, write: Write) -> None:
    """Count the votes once the deadline has passed; what cannot be any more is turned down."""
    _refuse_closed(proposal)
    house_rules.refuse_deleted(proposal.of)
    if threshold_of(proposal.of.group) == KEEPER:
        raise Conflict(say("A keeper decides on this."))
    if not is_overdue(proposal, write.at):
        raise Conflict(say("Not everybody has voted yet."))
    try:
        _settle(session, proposal, write.keyless)
    except ScorecardError:
        _close(session, proposal, write.keyless, "rejected", is_past_deadline=True)
    changes.remember(session, proposal.of.group, write)


def settle_overdue(session: Session, at: datetime) -> int:
    """Count the votes on every proposal whose deadline has passed; return how many these were.

    The lines of the history are the server's, in the name of the device that proposed the change.
    """
    found = overdue(session, at)
    for proposal in found:
        # Another one may have been adopted just now, and have overtaken this one.
        if proposal.outcome is None:
            device = session.get_one(Device, proposal.device_id)
            settle(session, proposal, Write(device, at, source=SERVER))
    return len(found)


def settle_open(session: Session, group: Group, write: Write) -> None:
    """Decide on every open proposal that what counts now, or who is asked, has decided."""
    for proposal in open_ones(session, group):
        if proposal.outcome is None:
            _settle(session, proposal, write.keyless)


def withdraw(session: Session, proposal: Proposal, write: Write, *, is_keeper: bool) -> None:
    """Take a proposal back; whoever made it may, and a keeper."""
    _refuse_closed(proposal)
    if proposal.device_id != write.device.id and not is_keeper:
        raise NotAllowed(say("Only who proposed it, or a keeper, can withdraw it."))
    _close(session, proposal, write, "withdrawn")


def comment(session: Session, proposal: Proposal, write: Write, said: str) -> Comment:
    """Say something about a proposal."""
    cleaned = house_rules.text(said, say("A comment"), field="text")
    if not cleaned:
        raise BadInput(say("Type what you want to say."), field="text")
    quotas.check(session, bounds.COMMENTS_OF_PROPOSAL, proposal.id)
    new = Comment(text=cleaned, device_id=write.device.id, at=write.at)
    proposal.comments.append(new)
    session.flush()
    _note(session, proposal, write, "commented", {"comment": [None, write.at.isoformat()]})
    return new


def remove_comment(session: Session, said: Comment, write: Write, *, is_keeper: bool) -> None:
    """Put a comment into the bin; whoever said it may, and a keeper."""
    if said.device_id != write.device.id and not is_keeper:
        raise NotAllowed(say("Only who said it, or a keeper, can take it back."))
    _move_comment(session, said, write, "comment_removed", write.at)


def restore_comment(session: Session, said: Comment, write: Write, *, is_keeper: bool) -> None:
    """Take a comment out of the bin again."""
    if said.device_id != write.device.id and not is_keeper:
        raise NotAllowed(say("Only who said it, or a keeper, can take it out of the bin."))
    _move_comment(session, said, write, "comment_restored", None)


def _move_comment(
    session: Session, said: Comment, write: Write, kind: str, deleted_at: datetime | None
) -> None:
    before, said.deleted_at = said.deleted_at, deleted_at
    session.flush()
    session.expire(said.of, ["comments"])
    moments = [moment.isoformat() if moment else None for moment in (before, deleted_at)]
    _note(session, said.of, write, kind, {"comment_deleted_at": moments})


def find_comment(
    session: Session, group: Group, number: str, *, is_deleted: bool = False
) -> Comment:
    """Return a comment on a proposal of a group: one outside of the bin, or one in it."""
    is_number = number.isascii() and number.isdecimal() and len(number) <= NUMBER_DIGITS
    found = session.scalar(
        select(Comment)
        .join(Proposal)
        .join(HouseRules)
        .where(Comment.id == (int(number) if is_number else 0), HouseRules.group_id == group.id)
    )
    if found is None or (found.deleted_at is not None) is not is_deleted:
        raise NotFound(say("There is no such comment."))
    return found


def deadline_of(proposal: Proposal) -> datetime | None:
    """Return from when on silence counts; None where it never does, or a keeper decides."""
    return None if threshold_of(proposal.of.group) == KEEPER else proposal.deadline


def is_overdue(proposal: Proposal, at: datetime) -> bool:
    """Whether the deadline of a proposal has passed."""
    deadline = deadline_of(proposal)
    return deadline is not None and deadline <= at


def overdue(session: Session, at: datetime) -> list[Proposal]:
    """Return the open proposals of all groups whose deadline has passed, the oldest first.

    What lies in the bin, and what lies in a group that does, waits until it is taken out.
    """
    found = session.scalars(
        select(Proposal)
        .join(HouseRules)
        .join(Group)
        .where(
            Proposal.outcome.is_(None),
            Proposal.deadline <= at,
            HouseRules.deleted_at.is_(None),
            Group.deleted_at.is_(None),
        )
        .order_by(Proposal.deadline, Proposal.id)
    )
    return [proposal for proposal in found if is_overdue(proposal, at)]


def count(proposal: Proposal, at: datetime) -> Count:
    """Return the votes of those on the roster of today, by name."""
    said = last_words(proposal)
    by_choice: dict[str, list[str]] = {YES: [], NO: [], EITHER: [], "": []}
    for player in proposal.of.group.roster:
        by_choice[said.get(player, "")].append(player.name)
    return Count(
        yes=tuple(by_choice[YES]),
        no=tuple(by_choice[NO]),
        either=tuple(by_choice[EITHER]),
        silent=tuple(by_choice[""]),
        is_past_deadline=is_overdue(proposal, at),
    )


def last_words(proposal: Proposal) -> dict[Player, str]:
    """Return what everybody said last, counting for one player who was merged into them."""
    return {
        cast.player.one: cast.choice for cast in sorted(proposal.votes, key=lambda cast: cast.at)
    }


def difference_of(proposal: Proposal) -> comparing.Difference:
    """Return what a proposal changes of the version it was made on."""
    base = house_rules.find_version(proposal.of, proposal.base)
    return comparing.difference(house_rules.rules_named(proposal.of.rules), base, proposal)


def find(session: Session, group: Group, uid: str) -> Proposal:
    """Return the proposal of a group with this uid."""
    proposal = session.scalar(
        select(Proposal)
        .join(HouseRules)
        .where(Proposal.uid == uid, HouseRules.group_id == group.id)
    )
    if proposal is None:
        raise NotFound(say("There is no such proposal in this group."))
    return proposal


def open_ones(session: Session, group: Group) -> list[Proposal]:
    """Return the proposals that wait for votes, the latest first; of deleted rules none does."""
    return list(
        session.scalars(
            select(Proposal)
            .join(HouseRules)
            .where(
                HouseRules.group_id == group.id,
                HouseRules.deleted_at.is_(None),
                Proposal.outcome.is_(None),
            )
            .order_by(Proposal.at.desc())
        )
    )


def decided_since(session: Session, group: Group, since: datetime) -> list[Decision]:
    """Return what was adopted or turned down since a moment, the latest first."""
    there = session.scalars(
        select(Proposal.uid)
        .join(HouseRules)
        .where(HouseRules.group_id == group.id, Proposal.closed_at >= since)
    ).all()
    if not there:
        return []
    lines = session.scalars(
        select(GroupChange)
        .where(
            GroupChange.group_id == group.id,
            GroupChange.kind.in_(("adopted", "rejected")),
            GroupChange.at >= since,
        )
        .order_by(GroupChange.version.desc())
    )
    return [
        Decision(line.about["touching"], group_changes.sentence(line))
        for line in lines
        if line.about.get("touching") in there
    ]


def threshold_of(group: Group) -> str:
    """Return what adopts a change: a keeper's word where nobody is on the roster to be asked."""
    return group.threshold if group.roster else KEEPER


def may_save(membership: GroupMembership) -> bool:
    """Whether a device may change house rules without asking: nobody else has a say in it."""
    mine = {player.id for player in membership.people}
    is_alone = all(player.id in mine for player in membership.group.roster)
    return membership.is_keeper and (is_alone or _decides(membership))


def may_speak_for(session: Session, membership: GroupMembership) -> list[Player]:
    """Return for whom a device votes and agrees: its own players; a keeper also for phoneless."""
    mine = {player.id for player in membership.people}
    with_phone = _with_phone(session, membership.group) if membership.is_keeper else set()
    return [
        player
        for player in membership.group.roster
        if player.id in mine or (membership.is_keeper and player.id not in with_phone)
    ]


def agree(
    session: Session,
    version: HouseRulesVersion,
    membership: GroupMembership,
    players: Collection[Player],
    write: Write,
) -> None:
    """Agree to a version on a device, for its own players or for those without a phone."""
    if not players:
        raise BadInput(say("Say who agrees."), field="player")
    for player in players:
        on_own = say("%(name)s agrees on a phone of their own.", name=player.name)
        refuse_foreign(session, membership, player, on_own)
    house_rules.agree(session, version, players, write)


def refuse_foreign(
    session: Session, membership: GroupMembership, player: Player, sentence: Sentence
) -> None:
    """Let a device speak for its own players, and a keeper for those without a phone.

    ``sentence`` refuses the others: "Ann votes on a phone of their own."
    """
    if player.one in membership.people:
        return
    if not membership.is_keeper or player.one.id in _with_phone(session, membership.group):
        raise NotAllowed(sentence)


def choose_threshold(
    session: Session, group: Group, write: Write, threshold: str, days: int | None
) -> None:
    """Choose what adopts a change, and after how many days silence counts, if ever."""
    if threshold not in THRESHOLDS:
        raise BadInput(
            say("%(threshold)s is no way to decide.", threshold=threshold), field="threshold"
        )
    if days is not None and not 1 <= days <= LONGEST_DEADLINE:
        raise BadInput(
            say("A deadline is 1 to %(most)s days.", most=LONGEST_DEADLINE),
            field="deadline_days",
        )
    group_changes.refuse_stale(session, group, write, TOUCHED)
    if (group.threshold, group.deadline_days) == (threshold, days):
        return
    what: Difference = {
        "threshold": [group.threshold, threshold],
        "deadline_days": [group.deadline_days, days],
    }
    group.threshold, group.deadline_days = threshold, days
    about = {"threshold": THRESHOLDS[threshold]}
    group_changes.note(session, group, write, "consent", about, what=what, touching=TOUCHED)
    settle_open(session, group, write)


def _settle(
    session: Session,
    proposal: Proposal,
    write: Write,
    *,
    is_keeper: bool = False,
    choice: str = "",
) -> None:
    votes = count(proposal, write.at)
    is_adopted = is_rejected = False
    asked = () if votes.is_past_deadline else votes.silent
    match threshold_of(proposal.of.group):
        case "keeper":
            is_adopted = is_keeper and choice == YES
            is_rejected = is_keeper and choice == NO
        case "majority":
            care = len(votes.yes) + len(votes.no) + len(asked)
            is_adopted = 2 * len(votes.yes) > care
            is_rejected = 2 * (len(votes.yes) + len(asked)) <= care
        case _:
            is_adopted = not votes.no and not asked and bool(votes.yes)
            is_rejected = not asked and (bool(votes.no) or votes.is_past_deadline)
    if is_adopted:
        _adopt(session, proposal, write, is_past_deadline=votes.is_past_deadline)
    elif is_rejected:
        _close(session, proposal, write, "rejected", is_past_deadline=votes.is_past_deadline)


def _adopt(session: Session, proposal: Proposal, write: Write, *, is_past_deadline: bool) -> None:
    """Make the proposal the next version; who did not vote against it has agreed to that."""
    house_rules.checked(proposal.of, proposal.options, proposal.notes)
    _close(session, proposal, write, "adopted", is_past_deadline=is_past_deadline)
    defaults = dict.fromkeys(proposal.of.latest.options)
    version = house_rules.save(
        session,
        proposal.of,
        write.keyless,
        defaults | proposal.options,
        notes=proposal.notes,
        reason=proposal.reason,
    )
    if version:
        agreed = [player for player, said in last_words(proposal).items() if said != NO]
        house_rules.agree(session, version, agreed, write.keyless)


def _close(
    session: Session,
    proposal: Proposal,
    write: Write,
    outcome: str,
    *,
    is_past_deadline: bool = False,
) -> None:
    proposal.outcome, proposal.closed_at = outcome, write.at
    about: dict[str, Json] = {"is_past_deadline": True} if is_past_deadline else {}
    _note(session, proposal, write, outcome, {"outcome": [None, outcome]}, **about)


def _note(
    session: Session,
    proposal: Proposal,
    write: Write,
    kind: str,
    what: Difference,
    **about: Json,
) -> None:
    about["name"] = proposal.of.name
    group_changes.note(
        session, proposal.of.group, write, kind, about, what=what, touching=proposal.uid
    )


def _refuse_closed(proposal: Proposal) -> None:
    sentences = {
        "adopted": say("This was adopted already; propose a change back if you want one."),
        "rejected": say("This was turned down already."),
        "withdrawn": say("This was withdrawn."),
        "overtaken": say("Another change came first. Propose it anew on top of that."),
    }
    if proposal.outcome:
        raise Conflict(sentences[proposal.outcome], code="proposal_closed")


def _decides(membership: GroupMembership) -> bool:
    return membership.is_keeper and threshold_of(membership.group) == KEEPER


def _with_phone(session: Session, group: Group) -> set[int]:
    """Return the ids of the players that some device in the group belongs to."""
    return {
        player.id for membership in groups.inside(session, group) for player in membership.people
    }
