"""A group's book in files: it comes back, with the games that were played by it."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import BadInput
from scorecard.models import Game, Season
from scorecard.services.book import agreeing, house_rules, rulings, voting
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import groups
from scorecard.services.history import undo_redo
from scorecard.services.history.changes import Write
from scorecard.services.table import amending
from tests.factories import EVENING, Club, Table
from tests.services.files.other_server import (
    LATER,
    SECRET,
    Elsewhere,
    club,
    document_of,
    elsewhere,
    group_file,
    second_app,
)

__all__ = ["club", "elsewhere", "second_app"]


class TestTheBook:
    def played(self, club: Club) -> Game:
        return next(game for game in groups.games_of(club.session, club.group) if game.amendments)

    def test_it_comes_back_with_the_games_that_were_played_by_it(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        group = elsewhere.take_in(group_file(club))
        cabin = house_rules.named(elsewhere.session, group, "Cabin — late")
        assert cabin
        assert cabin.public_hash is None, "the old link leads to the old server"
        game = next(one for one in groups.games_of(elsewhere.session, group) if one.amendments)
        assert game.rules_version is cabin.versions[0]
        assert [ruling.decision for ruling in rulings.of_game(elsewhere.session, game)] == [
            "The next one's",
            "It lies",
        ]
        warning = agreeing.warning_of(game)
        assert warning
        assert "Cy is new to Cabin — late" in warning.message
        assert [one.base for one in voting.open_proposals(elsewhere.session, group)] == [2]

    def test_what_is_missing_of_it_is_added_and_the_rest_stays(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        file = group_file(club)
        group = elsewhere.take_in(file)
        write = Write(elsewhere.phone, LATER, group.version)
        cabin = house_rules.named(elsewhere.session, group, "Cabin — late")
        assert cabin
        house_rules.rename(elsewhere.session, cabin, write, "Mine")
        house_rules.create(club.session, club.group, club.write(), "New", "pitch", {})
        club.session.commit()
        plan = elsewhere.plan(group_file(club))
        assert plan.what == "1 rule set"
        assert any(line.startswith("House rules Mine are different here") for line in plan.lines())

    def test_a_season_brings_the_house_rules_of_its_games(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        season = club.session.scalars(select(Season).where(Season.closed_at.is_not(None))).one()
        file = file_format.write(exports.of_season(club.session, season, EVENING))
        elsewhere.take_in(file)
        assert elsewhere.plan(file).is_empty
        game = elsewhere.session.scalars(select(Game).where(Game.version_id.is_not(None))).one()
        assert game.rules_version
        assert game.rules_version.house_rules.name == "Cabin — late"

    def test_a_single_game_keeps_what_it_was_played_by_only_in_its_own_group(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        whole = document_of(club)
        file = file_format.write(exports.of_game(club.session, self.played(club), EVENING))
        alone = elsewhere.take_in(file)
        assert alone.rules_version is None
        assert [one["options"] for one in alone.amendments] == [{"target": 2_000}]
        elsewhere.session.delete(alone)
        elsewhere.session.commit()
        uid = self.played(club).uid
        whole["games"] = [game for game in whole["games"] if game["uid"] != uid]
        whole["house_rules"][0]["rulings"][0]["game"] = None
        group = elsewhere.take_in(whole)
        elsewhere.take_in(file, into=group)
        assert elsewhere.plan(file, into=group).is_empty
        game = elsewhere.session.scalars(select(Game).where(Game.uid == uid)).one()
        assert game.rules_version
        assert (game.rules_version.house_rules.name, game.rules_version.number) == (
            "Cabin — late",
            1,
        )

    def test_house_rules_of_the_same_name_are_in_the_way(
        self, club: Club, elsewhere: Elsewhere
    ) -> None:
        season = club.session.scalars(select(Season).where(Season.closed_at.is_not(None))).one()
        file = file_format.write(exports.of_season(club.session, season, EVENING))
        write = Write(elsewhere.phone, LATER)
        group = groups.create(elsewhere.session, write, "Friday", SECRET)
        house_rules.create(elsewhere.session, group, write, "cabin — LATE", "pitch", {})
        elsewhere.session.commit()
        with pytest.raises(BadInput, match="other house rules called cabin — LATE in Friday"):
            elsewhere.plan(file, into=group)

    def test_of_a_game_whose_house_rules_were_changed(
        self, session: Session, elsewhere: Elsewhere
    ) -> None:
        table = Table(session, "Ann", "Bob")
        table.play(450, 300)
        both = ["Ann", "Bob"]
        amending.amend(session, table.game, table.write(), {"target": 8_000}, both, "it is late")
        undo_redo.undo(session, table.game, table.write(), is_keeper=True)
        amending.amend(session, table.game, table.write(), {"target": 9_000}, both, "it is late")
        amending.propose(
            session, table.game, table.write(), {"target": 2_000}, "it is later", seats=[]
        )
        amending.consent(session, table.game, table.write(), table.game.seats[:1])
        session.commit()
        file = file_format.write(exports.of_game(session, table.game, EVENING))
        game = elsewhere.take_in(file)
        assert file_format.write(exports.of_game(elsewhere.session, game, EVENING)) == file
        assert elsewhere.plan(file).is_empty
        write = Write(elsewhere.phone, LATER, game.version)
        assert amending.consent(elsewhere.session, game, write, game.seats[1:])
        undo_redo.undo(
            elsewhere.session, game, Write(elsewhere.phone, LATER, game.version), is_keeper=True
        )
        assert [amendment["options"] for amendment in game.amendments] == [{"target": 9_000}]
