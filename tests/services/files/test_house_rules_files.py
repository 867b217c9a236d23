"""House rules as files: what goes out comes in, and what cannot be is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import HouseRules
from scorecard.services.book import rulings
from scorecard.services.files.importing import house_rules_files
from scorecard.services.groups import groups
from tests.factories import Club
from tests.services.book.test_sharing import cabin

GAME = "brownie_points"


class TestFiles:
    def test_what_goes_out_comes_in(self, session: Session) -> None:
        of = cabin(club := Club(session), notes="- one\n- two")
        for number in range(3):
            said = (f"What {number}", "So", "Ann")
            rulings.rule(session, of, club.write(), *said)
        text = json.dumps(house_rules_files.export(of))
        other = Club(session)
        taken = house_rules_files.take_in(session, other.group, other.write(), text)
        session.commit()
        first, second = house_rules_files.export(of), house_rules_files.export(taken)
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
        taken = house_rules_files.take_in(
            session, other.group, other.write(), json.dumps(house_rules_files.export(of))
        )
        rulings.rule(session, taken, other.write(), "What else", "So, too", "Bob")
        last = house_rules_files.take_in(
            session, third.group, third.write(), json.dumps(house_rules_files.export(taken))
        )
        assert [ruling.decided_by for ruling in last.rulings] == ["Friday", "Thursday"]

    def test_a_refused_file_says_so_beside_the_file(self, session: Session) -> None:
        club = Club(session)
        with pytest.raises(BadInput) as refused:
            house_rules_files.take_in(session, club.group, club.write(), b"\xff")
        assert (refused.value.field, refused.value.code) == ("file", "bad_file")


class TestOddFiles:
    def take_in(self, club: Club, typed: str = "", **more: Any) -> HouseRules:
        file = {"format": "scorecard", "version": 1, "kind": "house_rules", "game": GAME}
        file |= {"options": {}, **more}
        made = house_rules_files.take_in(club.session, club.group, club.write(), file, typed)
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
        with pytest.raises(BadInput, match="characters that cannot be kept"):
            self.take_in(Club(session), **{"name": "Attic", **more})
