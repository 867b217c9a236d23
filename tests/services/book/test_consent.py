"""Consent: proposals, votes, thresholds, deadlines, and who votes for whom."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, Conflict, NotAllowed
from scorecard.models import GroupMembership, HouseRules, Player, Proposal
from scorecard.operating.housekeeping import count_votes
from scorecard.services.book import agreeing, commenting, consent, house_rules, rulings, voting
from scorecard.services.groups import access, group_members, groups
from scorecard.services.history import changes, group_changes
from scorecard.services.looking_back import history_pages
from scorecard.services.players import merging, rosters
from tests.factories import Club


class Assembly(Club):
    """A group whose members each have a phone, with house rules called Cabin."""

    def __init__(self, session: Session, *names: str, threshold: str = "unanimous") -> None:
        super().__init__(session, *names)
        self.phones: dict[str, GroupMembership] = {}
        for name, player in self.players.items():
            device = access.new_device(session, self.at)
            phone = group_members.join(session, self.group, device, self.write(device))
            group_members.claim(session, self.group, phone, [player], self.write(device))
            self.phones[name] = phone
        self.cabin: HouseRules = house_rules.create(
            session, self.group, self.write(), "Cabin", "brownie_points", {"target": 12_000}
        )
        consent.choose_threshold(session, self.group, self.write(), threshold, None)
        session.commit()

    @property
    def keeping(self) -> GroupMembership:
        found = group_members.membership_of(self.session, self.group, self.keeper)
        assert found
        return found

    def propose(self, target: int = 9_000) -> Proposal:
        proposal = consent.propose(
            self.session, self.cabin, self.write(), {"target": target}, "", "shorter evenings"
        )
        self.session.commit()
        return proposal

    def vote(self, proposal: Proposal, choice: str, *names: str) -> None:
        for name in names:
            phone = self.phones[name]
            write = self.write(phone.device)
            players = [self.players[name]]
            consent.vote(self.session, proposal, phone, players, choice, write)
        self.session.commit()


class TestUnanimous:
    def test_it_is_adopted_once_nobody_is_against_it(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob", "Cy")
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann")
        club.vote(proposal, "either", "Bob")
        assert proposal.outcome is None
        club.vote(proposal, "yes", "Cy")
        assert proposal.outcome == "adopted"
        assert (club.cabin.latest.number, club.cabin.latest.options) == (2, {"target": 9_000})
        assert club.cabin.latest.reason == "shorter evenings"

    def test_who_did_not_vote_no_has_agreed_with_that(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob", "Cy", threshold="majority")
        proposal = club.propose()
        club.vote(proposal, "no", "Cy")
        club.vote(proposal, "yes", "Ann", "Bob")
        missing = agreeing.not_agreed(club.cabin.latest, list(club.players.values()))
        assert [state.player.name for state in missing] == ["Cy"]

    def test_one_no_turns_it_down_once_all_have_voted(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        proposal = club.propose()
        club.vote(proposal, "no", "Ann")
        assert proposal.outcome is None
        club.vote(proposal, "yes", "Bob")
        assert proposal.outcome == "rejected"
        assert club.cabin.latest.number == 1

    def test_the_last_word_counts(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        proposal = club.propose()
        club.vote(proposal, "no", "Ann")
        club.vote(proposal, "yes", "Ann", "Bob")
        assert proposal.outcome == "adopted"

    def test_all_fine_either_way_is_nobodys_wish(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        proposal = club.propose()
        club.vote(proposal, "either", "Ann", "Bob")
        assert proposal.outcome is None


class TestOtherThresholds:
    def test_a_majority_of_those_who_care(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob", "Cy", "Di", threshold="majority")
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann")
        club.vote(proposal, "either", "Bob")
        assert proposal.outcome is None
        club.vote(proposal, "yes", "Cy")
        assert proposal.outcome == "adopted", "2 of 3 who may care"

    def test_half_is_no_majority(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob", threshold="majority")
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann")
        club.vote(proposal, "no", "Bob")
        assert proposal.outcome == "rejected"

    def test_a_keepers_word_decides(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob", threshold="keeper")
        proposal = club.propose()
        club.vote(proposal, "no", "Ann", "Bob")
        assert proposal.outcome is None
        group_members.claim(session, club.group, club.keeping, [club.players["Ann"]], club.write())
        consent.vote(session, proposal, club.keeping, [club.players["Ann"]], "yes", club.write())
        assert proposal.outcome == "adopted"

    def test_after_the_deadline_silence_counts_as_either(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        consent.choose_threshold(session, club.group, club.write(), "unanimous", 7)
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann")
        with pytest.raises(Conflict, match="Not everybody"):
            consent.settle(session, proposal, club.write())
        club.at += timedelta(days=8)
        consent.settle(session, proposal, club.write())
        assert proposal.outcome == "adopted"

    def test_a_deadline_without_a_yes_turns_it_down(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        consent.choose_threshold(session, club.group, club.write(), "unanimous", 7)
        proposal = club.propose()
        club.at += timedelta(days=8)
        consent.settle(session, proposal, club.write())
        assert proposal.outcome == "rejected"


class TestADeadlineThatHasPassed:
    """The server counts the votes by itself."""

    def waiting(self, session: Session, threshold: str = "unanimous") -> tuple[Assembly, Proposal]:
        club = Assembly(session, "Ann", "Bob", threshold=threshold)
        consent.choose_threshold(session, club.group, club.write(), threshold, 7)
        return club, club.propose()

    def told(self, club: Assembly) -> list[history_pages.HistoryLine]:
        return [
            line
            for line in history_pages.of_group(club.session, club.group).lines
            if line.kind in ("adopted", "rejected")
        ]

    def test_nothing_is_decided_a_moment_before(self, app: Flask, session: Session) -> None:
        club, proposal = self.waiting(session)
        club.vote(proposal, "yes", "Ann")
        assert proposal.deadline
        assert count_votes(app, proposal.deadline - timedelta(seconds=1)) == 0
        session.commit()
        assert proposal.outcome is None

    @pytest.mark.parametrize(
        ("said", "outcome", "sentence"),
        [
            ("yes", "adopted", "The deadline has passed: a change of Cabin was adopted"),
            ("no", "rejected", "The deadline has passed: a change of Cabin was turned down"),
            ("either", "rejected", "The deadline has passed: a change of Cabin was turned down"),
        ],
    )
    @pytest.mark.parametrize("threshold", ["unanimous", "majority"])
    def test_it_is_settled_once_with_a_line_that_says_so(
        self,
        app: Flask,
        session: Session,
        *,
        threshold: str,
        said: str,
        outcome: str,
        sentence: str,
    ) -> None:
        club, proposal = self.waiting(session, threshold)
        # In a group of four one who cares is no majority before it.
        for name in ("Cy", "Di"):
            rosters.add(session, club.group, club.write(), name)
        club.vote(proposal, said, "Ann")
        assert proposal.outcome is None
        long_after = club.at + timedelta(days=40)
        version = club.group.version
        session.commit()
        assert count_votes(app, long_after) == 1
        session.commit()
        assert proposal.outcome == outcome
        assert proposal.closed_at == long_after
        assert club.cabin.latest.number == (2 if outcome == "adopted" else 1)
        assert club.group.version > version
        (line,) = self.told(club)
        assert (line.sentence, line.came) == (sentence, "by the server itself")
        (decision,) = voting.decided_since(session, club.group, long_after)
        assert (decision.proposal, decision.sentence) == (proposal.uid, sentence)
        assert count_votes(app, long_after) == 0

    def test_a_keeper_decides_however_long_it_takes(self, app: Flask, session: Session) -> None:
        club, proposal = self.waiting(session, "keeper")
        club.vote(proposal, "yes", "Ann", "Bob")
        club.at += timedelta(days=8)
        with pytest.raises(Conflict, match="A scorekeeper decides"):
            consent.settle(session, proposal, club.write(club.phones["Ann"].device))
        assert not voting.count(proposal, club.at).is_past_deadline
        assert count_votes(app, club.at) == 0
        session.commit()
        assert proposal.outcome is None
        consent.vote(session, proposal, club.keeping, [], "yes", club.write())
        session.commit()
        assert proposal.outcome == "adopted"
        assert [line.sentence for line in self.told(club)] == ["A change of Cabin was adopted"]

    def test_votes_count_where_a_keeper_gives_them_the_say(self, session: Session) -> None:
        club, proposal = self.waiting(session, "keeper")
        club.vote(proposal, "yes", "Ann")
        club.at += timedelta(days=8)
        consent.choose_threshold(session, club.group, club.write(), "majority", 7)
        session.commit()
        assert proposal.outcome == "adopted"

    def test_the_first_of_two_overtakes_the_second(self, app: Flask, session: Session) -> None:
        club, first = self.waiting(session)
        second = club.propose(8_000)
        club.vote(first, "yes", "Ann")
        club.vote(second, "yes", "Ann")
        count_votes(app, club.at + timedelta(days=8))
        session.commit()
        assert (first.outcome, second.outcome) == ("adopted", "overtaken")

    def test_what_lies_in_the_bin_waits(self, app: Flask, session: Session) -> None:
        club, proposal = self.waiting(session)
        club.vote(proposal, "yes", "Ann")
        house_rules.delete(session, club.cabin, club.write())
        session.commit()
        late = club.at + timedelta(days=8)
        assert count_votes(app, late) == 0
        house_rules.restore(session, club.cabin, club.write())
        groups.delete(session, club.group, club.write())
        session.commit()
        assert count_votes(app, late) == 0
        groups.restore(session, club.group, club.write())
        session.commit()
        assert count_votes(app, late) == 1

    def test_what_cannot_be_any_more_is_turned_down_and_stops_no_others(
        self, app: Flask, session: Session
    ) -> None:
        club, proposal = self.waiting(session)
        club.vote(proposal, "yes", "Ann")
        proposal.options = {"target": "far"}
        other, good = self.waiting(session)
        other.vote(good, "yes", "Ann")
        assert count_votes(app, max(club.at, other.at) + timedelta(days=8)) == 2
        session.commit()
        assert (proposal.outcome, good.outcome) == ("rejected", "adopted")
        assert club.cabin.latest.number == 1


class TestWhoVotes:
    def cast(self, club: Assembly, phone: GroupMembership, player: Player) -> Proposal:
        proposal, write = club.propose(), club.write(phone.device)
        consent.vote(club.session, proposal, phone, [player], "yes", write)
        return proposal

    def test_nobody_votes_for_somebody_with_a_phone_of_their_own(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        with pytest.raises(NotAllowed, match="Bob votes on their own phone"):
            self.cast(club, club.phones["Ann"], club.players["Bob"])
        with pytest.raises(NotAllowed, match="Bob votes"):
            self.cast(club, club.keeping, club.players["Bob"])

    def test_a_keeper_votes_for_those_without_a_phone(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        phone = club.phones["Bob"].device_id
        group_members.send_out(session, club.group, phone, club.write(), Club.SECRET)
        session.commit()
        proposal = self.cast(club, club.keeping, club.players["Bob"])
        assert [(vote.player.name, vote.choice) for vote in proposal.votes] == [("Bob", "yes")]


class TestWhatIsRefused:
    def test_voting_after_it_was_adopted(self, session: Session) -> None:
        club = Assembly(session, "Ann")
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann")
        with pytest.raises(Conflict, match="adopted already") as refused:
            club.vote(proposal, "no", "Ann")
        assert refused.value.code == "proposal_closed"

    def test_another_change_overtakes_an_open_proposal(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        first, second = club.propose(9_000), club.propose(8_000)
        club.vote(second, "yes", "Ann", "Bob")
        assert first.outcome == "overtaken"
        with pytest.raises(Conflict, match="Another change came first"):
            club.vote(first, "yes", "Ann")

    @pytest.mark.parametrize(
        ("target", "reason", "code"),
        [(9_000, "  ", "reason_required"), (12_000, "same", "no_change")],
    )
    def test_a_proposal_changes_something_and_says_why(
        self, session: Session, target: int, reason: str, code: str
    ) -> None:
        club = Assembly(session, "Ann")
        with pytest.raises(BadInput) as refused:
            consent.propose(session, club.cabin, club.write(), {"target": target}, "", reason)
        assert refused.value.code == code

    def test_only_who_made_it_or_a_keeper_withdraws_it(self, session: Session) -> None:
        club = Assembly(session, "Ann")
        proposal = club.propose()
        ann = club.write(club.phones["Ann"].device)
        with pytest.raises(NotAllowed):
            consent.withdraw(session, proposal, ann, is_keeper=False)
        consent.withdraw(session, proposal, club.write(), is_keeper=False)
        assert proposal.outcome == "withdrawn"

    def test_an_unknown_choice_or_threshold(self, session: Session) -> None:
        club = Assembly(session, "Ann")
        with pytest.raises(BadInput, match="yes, no, or either"):
            club.vote(club.propose(), "perhaps", "Ann")
        with pytest.raises(BadInput, match="no way to decide"):
            consent.choose_threshold(session, club.group, club.write(), "lots", None)
        with pytest.raises(BadInput, match="1 to 365 days"):
            consent.choose_threshold(session, club.group, club.write(), "majority", 0)


def test_comments_and_rulings_are_kept_and_everything_has_a_sentence(session: Session) -> None:
    club = Assembly(session, "Ann", "Bob")
    proposal = club.propose()
    commenting.add(session, proposal, club.write(), " 12,000 takes too long. ")
    with pytest.raises(BadInput, match="what you want to say"):
        commenting.add(session, proposal, club.write(), " ")
    club.vote(proposal, "no", "Ann", "Bob")
    ruling = rulings.rule(
        session, club.cabin, club.write(), "Two slaps at once", "Replay the slap", "All"
    )
    for missing in ("situation", "decision", "decided_by"):
        said = [
            " " if part == missing else part for part in ("situation", "decision", "decided_by")
        ]
        with pytest.raises(BadInput) as refused:
            rulings.rule(session, club.cabin, club.write(), *said)
        assert refused.value.field == missing
    rulings.remove(session, ruling, club.write())
    session.commit()
    told = [group_changes.sentence(line) for line in changes.lines(session, club.group)]
    assert told[:3] == [
        "A ruling removed from Cabin: Replay the slap",
        "Ruling in Cabin: Replay the slap",
        "A change of Cabin was turned down",
    ]


class TestNobodyCountsTwice:
    def test_a_player_named_twice_votes_and_agrees_once(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        proposal = club.propose()
        phone, ann = club.phones["Ann"], club.players["Ann"]
        consent.vote(session, proposal, phone, [ann, ann], "yes", club.write(phone.device))
        consent.agree(session, club.cabin.latest, phone, [ann, ann], club.write(phone.device))
        session.commit()
        assert voting.count(proposal, club.at).yes == ["Ann"]
        assert [agreed.player.name for agreed in club.cabin.latest.agreements] == ["Ann"]

    def test_the_vote_of_who_was_merged_counts_for_the_one_they_are(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Anna", "Bob")
        proposal = club.propose()
        club.vote(proposal, "yes", "Anna")
        merging.merge(session, club.players["Anna"], club.players["Ann"], club.write())
        session.commit()
        assert voting.count(proposal, club.at).yes == ["Ann"]
        club.vote(proposal, "no", "Ann")
        assert voting.count(proposal, club.at).no == ["Ann"]
        assert len(proposal.votes) == 1


class TestAKeepersWord:
    def test_what_a_keeper_says_for_somebody_else_decides_nothing(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob", threshold="keeper")
        group_members.send_out(
            session, club.group, club.phones["Bob"].device_id, club.write(), Club.SECRET
        )
        proposal = club.propose()
        bob = [club.players["Bob"]]
        consent.vote(session, proposal, club.keeping, bob, "yes", club.write())
        assert proposal.outcome is None
        consent.vote(session, proposal, club.keeping, [], "no", club.write())
        assert proposal.outcome == "rejected"


class TestWhatIsDecidedByACircumstance:
    def half_voted(self, session: Session) -> tuple[Assembly, Proposal]:
        club = Assembly(session, "Ann", "Bob", "Cy")
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann", "Bob")
        assert proposal.outcome is None
        return club, proposal

    def test_another_threshold_that_is_met_adopts_at_once(self, session: Session) -> None:
        club, proposal = self.half_voted(session)
        consent.choose_threshold(session, club.group, club.write(), "majority", None)
        session.commit()
        assert proposal.outcome == "adopted"
        assert club.cabin.latest.number == 2

    def test_a_silent_player_who_retires_is_asked_no_more(self, session: Session) -> None:
        club, proposal = self.half_voted(session)
        rosters.retire(session, club.players["Cy"], club.write())
        session.commit()
        assert proposal.outcome == "adopted"

    def test_a_silent_player_who_turns_out_to_be_another_one_is_asked_no_more(
        self, session: Session
    ) -> None:
        club, proposal = self.half_voted(session)
        merging.merge(session, club.players["Cy"], club.players["Bob"], club.write())
        session.commit()
        assert proposal.outcome == "adopted"


class TestDeletedRules:
    def test_they_ask_nobody_for_anything(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        proposal = club.propose()
        assert voting.open_proposals(session, club.group) == [proposal]
        house_rules.delete(session, club.cabin, club.write())
        session.commit()
        assert voting.open_proposals(session, club.group) == []
        with pytest.raises(Conflict, match="was deleted"):
            club.vote(proposal, "yes", "Ann")
        with pytest.raises(Conflict, match="was deleted"):
            agreeing.agree(session, club.cabin.latest, [club.players["Ann"]], club.write())
        with pytest.raises(Conflict, match="was deleted"):
            rulings.rule(session, club.cabin, club.write(), "What", "So", "All")
        house_rules.restore(session, club.cabin, club.write())
        club.vote(proposal, "yes", "Ann", "Bob")
        assert proposal.outcome == "adopted"
