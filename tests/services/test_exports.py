"""Exports: everything of a game, season or group, and nothing that lets anybody in."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorecard.errors import Conflict
from scorecard.models import Device, Game, HouseRules, Season
from scorecard.services import exports, file_format, games, groups, score_lists
from tests.factories import EVENING, Club, Table
from tests.rich_group import rich_group


@pytest.fixture
def club(session: Session) -> Club:
    return rich_group(session)


def of_group(club: Club) -> dict[str, Any]:
    return exports.of_group(club.session, club.group, EVENING)


class TestWhatIsInAFile:
    def test_a_group_holds_players_seasons_games_and_its_history(self, club: Club) -> None:
        document = of_group(club)
        assert (document["format"], document["version"], document["kind"]) == (
            "scorecard",
            3,
            "group",
        )
        names = {player["name"]: player for player in document["players"]}
        assert names["Edward"]["merged_into"] == names["Ed"]["uid"]
        assert names["Di"]["retired_at"] is not None
        assert [season["name"] for season in document["seasons"]] == ["Spring", "Summer — 2nd"]
        assert document["seasons"][0]["final"]["table"]
        assert len(document["games"]) == 13
        assert document["group"]["history"][0]["kind"] == "founded"
        assert document["group"]["phones"] == [
            {"phone": 1, "role": "keeper", "players": [names["Ann"]["uid"]]}
        ]

    def test_a_game_holds_what_was_typed_and_who_did_what(self, club: Club) -> None:
        game = club.session.scalars(
            select(Game).where(Game.rules == "brownie_points").order_by(Game.started_at)
        ).all()[1]
        written = exports.of_game(club.session, game, EVENING)["game"]
        assert written["rounds"][1]["entries"][0]["data"] == {"pile": {"7": 2}, "hand": {"5": 1}}
        assert [entry["phone"] for entry in written["rounds"][1]["entries"]] == [1, 2, 1]
        kinds = [line["kind"] for line in written["history"]]
        assert [kind for kind in kinds if kind in ("undo", "redo")] == ["undo", "redo", "undo"]
        undone = next(line for line in written["history"] if line["kind"] == "undo")
        assert undone["reverts"] == undone["version"] - 1
        assert written["seats"][2] == {
            "position": 3,
            "name": "Cyrus",
            "left_after": 2,
            "player": written["seats"][2]["player"],
        }
        assert written["phones"][1] == {"phone": 2, "role": "player", "seats": [2]}

    def test_a_season_holds_its_games_and_who_played_in_them(self, club: Club) -> None:
        season = club.session.scalars(select(Season).where(Season.closed_at.is_not(None))).one()
        document = exports.of_season(club.session, season, EVENING)
        assert len(document["games"]) == 8
        assert "Zoë 🍫" not in [player["name"] for player in document["players"]]
        assert all(game["deleted_at"] is None for game in document["games"])

    def test_a_group_holds_its_book_and_games_say_what_they_are_played_by(self, club: Club) -> None:
        document = of_group(club)
        cabin, old = document["house_rules"]
        uids = {player["name"]: player["uid"] for player in document["players"]}
        assert [version["options"] for version in cabin["versions"]] == [
            {"target": 9_000},
            {"target": 8_000},
        ]
        agreed = [agreement["player"] for agreement in cabin["versions"][0]["agreements"]]
        assert agreed == sorted([uids["Ann"], uids["Bob"]])
        adopted, waiting = cabin["proposals"]
        assert (adopted["outcome"], adopted["comments"][0]["text"]) == ("adopted", "Is it?")
        assert (waiting["outcome"], waiting["votes"][0]["choice"]) == (None, "no")
        assert old["deleted_at"] is not None
        played, running = [game for game in document["games"] if game["house_rules"]]
        assert played["house_rules"] == {
            "uid": cabin["uid"],
            "name": "Cabin — late",
            "version": 1,
        }
        assert played["not_agreed"] == [{"name": "Cy", "agreed": None}]
        assert [ruling["game"] for ruling in cabin["rulings"]] == [played["uid"], None]
        assert running["waiting"]["consents"] == [{"seat": 1, "how": "phone"}]
        group = document["group"]
        assert (group["threshold"], group["deadline_days"]) == ("majority", 7)

    def test_a_season_holds_the_house_rules_of_its_games_without_proposals(
        self, club: Club
    ) -> None:
        season = club.session.scalars(select(Season).where(Season.closed_at.is_not(None))).one()
        document = exports.of_season(club.session, season, EVENING)
        (cabin,) = document["house_rules"]
        assert (cabin["name"], len(cabin["versions"]), cabin["proposals"]) == (
            "Cabin — late",
            2,
            [],
        )

    def test_the_same_is_written_the_same(self, club: Club) -> None:
        assert file_format.write(of_group(club)) == file_format.write(of_group(club))
        assert "Zoë 🍫" in file_format.write(of_group(club)), "names stand there as they are"


class TestWhatIsInNoFile:
    def test_no_way_in_is_told(self, club: Club) -> None:
        session = club.session
        keeper = groups.membership_of(session, club.group, club.keeper)
        assert keeper
        code = groups.make_recovery_code(session, keeper, club.write())
        text = file_format.write(of_group(club))
        secrets = [device.uid for device in session.scalars(select(Device))]
        secrets += [club.group.join_nonce, club.group.join_hash, code]
        cabin = session.scalars(select(HouseRules).where(HouseRules.public_hash.is_not(None))).one()
        secrets += [str(cabin.public_nonce), str(cabin.public_hash)]
        secrets += [game.code for game in session.scalars(select(Game)) if game.code]
        assert len(secrets) > 5
        for secret in secrets:
            assert f'"{secret}"' not in text

    def test_what_is_counted_from_games_is_left_out(self, club: Club) -> None:
        for game in of_group(club)["games"]:
            assert not {"status", "reason", "scores", "code", "results"} & game.keys()
            assert all("total" not in seat for seat in game["seats"])

    def test_other_groups_and_their_players_stay_unnamed(self, session: Session) -> None:
        club, other = Club(session, "Ann", "Bob"), Club(session, "Ann", "Bob")
        table = other.play(Ann=500, Bob=300)
        games.move(session, table.game, table.write(), club.group, {})
        session.commit()
        text = file_format.write(of_group(club))
        assert other.group.uid not in text
        for player in other.players.values():
            assert player.uid not in text

    def test_a_round_that_is_counted_in_secret_waits(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", is_blind=True)
        exports.refuse_secrets(session, [table.game])
        table.enter(1, {1: {"score": 50}})
        with pytest.raises(Conflict, match="Round 1 of a game is being counted in secret"):
            exports.refuse_secrets(session, [table.game])
        table.enter(1, {2: {"score": 100}})
        exports.refuse_secrets(session, [table.game])


class TestScores:
    def rows(self, club: Club, *found: Game) -> list[dict[str, str]]:
        text = score_lists.of_games(
            club.session, found or groups.games_of(club.session, club.group)
        )
        assert text.startswith("\ufeff"), "so that spreadsheets see that it is UTF-8"
        return list(csv.DictReader(io.StringIO(text[1:])))

    def test_there_is_one_line_for_each_score(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob")
        table.play(500, -300)
        table.play(100, 50)
        club.end(table)
        assert self.rows(club)[1] == {
            "group": "Thursday",
            "game_id": score_lists.defused(table.game.uid),
            "card_game": "Brownie Points",
            "started": f"{table.game.started_at:%Y-%m-%d %H:%M:%S}",
            "ended": f"{table.at:%Y-%m-%d %H:%M:%S}",
            "status": "ended early",
            "round": "1",
            "seat": "2",
            "player": "Bob",
            "points": "-300",
            "final_total": "-250",
        }
        assert len(self.rows(club)) == 4

    def test_moments_are_those_where_the_group_lives(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        groups.change_zone(session, club.group, club.write(), "Pacific/Auckland")
        table = club.play(Ann=1_000, Bob=0)
        there = table.game.started_at + timedelta(hours=13)
        assert self.rows(club)[0]["started"] == f"{there:%Y-%m-%d %H:%M:%S}"

    @pytest.mark.parametrize("name", ["=1+1", "+Ann", "-Ann", "@Ann"])
    def test_formulas_are_defused_and_numbers_stay_numbers(
        self, session: Session, name: str
    ) -> None:
        club = Club(session, name, "Bob")
        club.play(**{name: -500, "Bob": 300})
        first = self.rows(club)[0]
        assert (first["player"], first["points"]) == (f"'{name}", "-500")
        assert score_lists.armed(first["player"]) == name

    def test_a_merged_player_has_one_name_and_the_bin_is_left_out(self, club: Club) -> None:
        rows = self.rows(club)
        assert "Edward" not in {row["player"] for row in rows}
        assert {row["player"] for row in rows} >= {"Ann", "Ed", "Zoë 🍫"}
        deleted = club.session.scalars(select(Game).where(Game.deleted_at.is_not(None))).one()
        assert deleted.uid not in {row["game_id"] for row in rows}


def test_the_text_is_readable_json(club: Club) -> None:
    text = file_format.write(of_group(club))
    assert json.loads(text)["kind"] == "group"
    assert text.startswith('{\n "format": "scorecard",\n "version": 3,\n')
    assert text.endswith("}\n")
