"""House rules beyond their group: links, files, copies; and what differs between two texts."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import NotAllowed, NotFound
from scorecard.models import HouseRules
from scorecard.services.book import (
    agreeing,
    comparing,
    consent,
    house_rules,
    sharing,
    voting,
)
from scorecard.services.groups import group_members, public_links
from tests.factories import Club
from tests.services.book.test_consent import Assembly

GAME = "brownie_points"


def cabin(club: Club, **more: Any) -> HouseRules:
    made = house_rules.create(
        club.session, club.group, club.write(), "Cabin", GAME, {"target": 12_000}, **more
    )
    club.session.commit()
    return made


def switch(club: Club, of: HouseRules, *, is_on: bool) -> str | None:
    sharing.switch_public(club.session, of, club.write(), club.SECRET, is_on=is_on)
    club.session.commit()
    return public_links.token(of, [club.SECRET])


class TestPublicLink:
    def test_it_shows_the_rules_until_it_is_renewed_or_off(self, session: Session) -> None:
        of = cabin(club := Club(session))
        assert public_links.token(of, [club.SECRET]) is None
        first = switch(club, of, is_on=True)
        assert first
        assert sharing.by_public_link(session, first) is of
        second = switch(club, of, is_on=True)
        assert second
        with pytest.raises(NotFound, match="not public"):
            sharing.by_public_link(session, first)
        assert switch(club, of, is_on=False) is None
        with pytest.raises(NotFound):
            sharing.by_public_link(session, second)

    def test_under_a_forgotten_secret_it_cannot_be_shown_again(self, session: Session) -> None:
        of = cabin(club := Club(session))
        switch(club, of, is_on=True)
        assert public_links.token(of, ["another secret"]) is None

    @pytest.mark.parametrize("end", ["", "/", "?x=1", "#top", " "])
    def test_a_pasted_link_is_read_wherever_it_ends(self, session: Session, end: str) -> None:
        of = cabin(club := Club(session))
        token = switch(club, of, is_on=True)
        link = f"https://cards.example/book/{token}{end}"
        assert sharing.by_pasted_link(session, link) is of


class TestCopies:
    def start(self, club: Club, wanted: str, key: str = GAME) -> sharing.Start:
        rules = house_rules.rules_named(key)
        return sharing.start_from(club.session, club.group, rules, wanted)

    def test_anything_unknown_is_the_official_options(self, session: Session) -> None:
        assert self.start(Club(session), "") == sharing.Start()

    def test_rules_for_another_game_are_no_start(self, session: Session) -> None:
        of = cabin(club := Club(session))
        with pytest.raises(NotFound, match="another game"):
            self.start(club, f"set:{of.uid}", "cucumber")

    def test_those_of_another_group_only_by_their_link(self, session: Session) -> None:
        of = cabin(club := Club(session))
        other = Club(session)
        with pytest.raises(NotFound):
            self.start(other, f"set:{of.uid}")
        found = self.start(other, f"shared:{switch(club, of, is_on=True)}")
        assert found.origin == {"group": "Thursday", "name": "Cabin", "version": 1}


class TestDifferences:
    @pytest.mark.parametrize(
        ("before", "after", "found"),
        [
            ("", "", []),
            ("a", "a", []),
            ("", "a", [("added", "a")]),
            ("a", "", [("removed", "a")]),
            (
                "a\nb\nc",
                "a\nB\nc",
                [("kept", "a"), ("removed", "b"), ("added", "B"), ("kept", "c")],
            ),
            (
                "a\nb\nc\nd\ne\nf",
                "a\nb\nc\nd\ne\nF",
                [("gap", ""), ("kept", "e"), ("removed", "f"), ("added", "F")],
            ),
        ],
    )
    def test_lines_that_differ_with_what_stands_beside_them(
        self, before: str, after: str, found: list[tuple[str, str]]
    ) -> None:
        assert [(line.kind, line.text) for line in comparing.lines(before, after)] == found


class TestAgreement:
    def test_what_is_still_to_agree_to_says_since_when(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        of = cabin(club)
        ann, bob = club.players.values()
        agreeing.agree(session, of.latest, [ann], club.write())
        assert agreeing.to_agree(session, club.group, [ann]) == []
        house_rules.save(session, of, club.write(), {}, notes="new")
        (found,) = agreeing.to_agree(session, club.group, [ann, bob])
        assert (found.known, found.new, found.since) == ((ann,), (bob,), 1)
        house_rules.delete(session, of, club.write())
        assert agreeing.to_agree(session, club.group, [ann, bob]) == []

    def test_who_knows_it_but_for_its_notes_is_told_so(self, session: Session) -> None:
        club = Club(session, "Ann")
        of = cabin(club)
        agreeing.agree(session, of.latest, [club.players["Ann"]], club.write())
        house_rules.save(session, of, club.write(), {}, notes="new")
        missing = agreeing.not_agreed(of.latest, [club.players["Ann"]])
        assert "changed since: the notes" in agreeing.sentence(of.latest, missing)

    def test_a_phone_agrees_for_its_own_players_only(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        phone, write = club.phones["Ann"], club.write()
        consent.agree(session, club.cabin.latest, phone, [club.players["Ann"]], write)
        with pytest.raises(NotAllowed, match="Bob agrees on their own phone"):
            consent.agree(session, club.cabin.latest, phone, [club.players["Bob"]], club.write())


class TestWhoHasASay:
    def test_alone_or_where_a_keeper_decides_nobody_is_asked(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        assert not consent.may_save(club.keeping)
        group_members.claim(
            session, club.group, club.keeping, list(club.players.values()), club.write()
        )
        assert consent.may_save(club.keeping)
        group_members.claim(session, club.group, club.keeping, [], club.write())
        consent.choose_threshold(session, club.group, club.write(), "keeper", None)
        assert consent.may_save(club.keeping)
        assert not consent.may_save(club.phones["Ann"])

    def test_who_proposes_says_yes_with_it(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        phone = club.phones["Ann"]
        write = club.write(phone.device, key="once")
        proposal = consent.propose(
            session, club.cabin, write, {"target": 9_000}, "", "shorter", membership=phone
        )
        session.commit()
        assert voting.count(proposal, club.at).yes == ["Ann"]

    def test_a_vote_that_turns_it_down_keeps_its_key_once(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann")
        phone = club.phones["Bob"]
        write = club.write(phone.device, key="once")
        consent.vote(session, proposal, phone, [club.players["Bob"]], "no", write)
        session.commit()
        assert proposal.outcome == "rejected"


def test_notes_longer_than_may_be_written_are_told_apart_at_once() -> None:
    before, after = ("\n".join(letter for _line in range(10_000)) for letter in "ab")
    found = list(comparing.lines(before, after))
    assert [line.kind for line in found] == ["removed"] * 10_000 + ["added"] * 10_000
    assert list(comparing.lines(before, before)) == []
