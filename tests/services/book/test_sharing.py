"""House rules beyond their group: links, files, copies; and what differs between two texts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput, NotAllowed, NotFound
from scorecard.models import HouseRules
from scorecard.services.book import (
    agreeing,
    comparing,
    consent,
    house_rules,
    rulings,
    sharing,
    voting,
)
from scorecard.services.groups import group_members, groups
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
    return sharing.public_token(of, [club.SECRET])


class TestPublicLink:
    def test_it_shows_the_rules_until_it_is_renewed_or_off(self, session: Session) -> None:
        of = cabin(club := Club(session))
        assert sharing.public_token(of, [club.SECRET]) is None
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
        assert sharing.public_token(of, ["another secret"]) is None

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


class TestFiles:
    def test_what_goes_out_comes_in(self, session: Session) -> None:
        of = cabin(club := Club(session), notes="- one\n- two")
        for number in range(3):
            said = (f"What {number}", "So", "Ann")
            rulings.rule(session, of, club.write(), *said)
        text = json.dumps(sharing.export(of))
        other = Club(session)
        taken = sharing.take_in(session, other.group, other.write(), text)
        session.commit()
        first, second = sharing.export(of), sharing.export(taken)
        assert {**first, "origin": 0} == {**second, "origin": 0}
        assert [ruling["situation"] for ruling in second["rulings"]] == [
            "What 2",
            "What 1",
            "What 0",
        ]
        assert taken.origin == {"group": "Thursday", "name": "Cabin", "version": 1, "file": True}

    def test_as_who_decided_stands_the_group_that_did(self, session: Session) -> None:
        of = cabin(club := Club(session))
        rulings.rule(session, of, club.write(), "What", "So", "Ann")
        other, third = Club(session), Club(session)
        groups.change(session, other.group, other.write(), name="Friday", time_zone="UTC")
        taken = sharing.take_in(session, other.group, other.write(), json.dumps(sharing.export(of)))
        rulings.rule(session, taken, other.write(), "What else", "So, too", "Bob")
        last = sharing.take_in(
            session, third.group, third.write(), json.dumps(sharing.export(taken))
        )
        assert [ruling.decided_by for ruling in last.rulings] == ["Friday", "Thursday"]

    def test_a_refused_file_says_so_beside_the_file(self, session: Session) -> None:
        club = Club(session)
        with pytest.raises(BadInput) as refused:
            sharing.take_in(session, club.group, club.write(), b"\xff")
        assert (refused.value.field, refused.value.code) == ("file", "bad_file")


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
        assert voting.count(proposal, club.at).yes == ("Ann",)

    def test_a_vote_that_turns_it_down_keeps_its_key_once(self, session: Session) -> None:
        club = Assembly(session, "Ann", "Bob")
        proposal = club.propose()
        club.vote(proposal, "yes", "Ann")
        phone = club.phones["Bob"]
        write = club.write(phone.device, key="once")
        consent.vote(session, proposal, phone, [club.players["Bob"]], "no", write)
        session.commit()
        assert proposal.outcome == "rejected"


class TestOddFiles:
    def take_in(self, club: Club, name: str = "", **more: Any) -> HouseRules:
        file = {"format": "scorecard", "version": 1, "kind": "house_rules", "game": GAME}
        file |= {"options": {}, **more}
        made = sharing.take_in(club.session, club.group, club.write(), file, name)
        club.session.commit()
        return made

    def ruling(self, **more: Any) -> list[dict[str, Any]]:
        return [{"situation": "What", "decision": "So", "decided_by": "All", **more}]

    def test_one_without_a_name_takes_the_one_that_was_typed(self, session: Session) -> None:
        of = self.take_in(Club(session), "Attic")
        assert (of.name, of.origin) == ("Attic", {"name": "Attic", "file": True})

    @pytest.mark.parametrize(
        ("at", "sentence"),
        [
            ("0001-01-01T00:00:00+14:00", "must be a moment"),
            ("9999-12-31T23:59:59-12:00", "must be a moment"),
            ("2999-01-01T00:00:00+00:00", "still to come"),
        ],
    )
    def test_a_ruling_of_no_day_that_was_is_refused(
        self, session: Session, at: str, sentence: str
    ) -> None:
        with pytest.raises(BadInput, match=sentence) as refused:
            self.take_in(Club(session), "Attic", rulings=self.ruling(at=at))
        assert refused.value.code == "bad_file"

    @pytest.mark.parametrize(
        "more",
        [
            {"notes": "\ud800"},
            {"name": "\ud800"},
            {"origin": {"group": "\ud800"}},
            {"rulings": [{"situation": "\ud800", "decision": "So", "decided_by": "All"}]},
        ],
    )
    def test_half_a_character_is_refused(self, session: Session, more: dict[str, Any]) -> None:
        with pytest.raises(BadInput, match="half a character"):
            self.take_in(Club(session), **{"name": "Attic", **more})


def test_notes_longer_than_may_be_written_are_told_apart_at_once() -> None:
    before, after = ("\n".join(letter for _line in range(10_000)) for letter in "ab")
    found = list(comparing.lines(before, after))
    assert [line.kind for line in found] == ["removed"] * 10_000 + ["added"] * 10_000
    assert list(comparing.lines(before, before)) == []
