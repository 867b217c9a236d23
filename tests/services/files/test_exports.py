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
from scorecard.models import Award, Device, Game, HouseRules, Season
from scorecard.services.files.exporting import exports
from scorecard.services.files.format import file_format
from scorecard.services.groups import group_members, groups, recovery_codes
from scorecard.services.limits import codes
from scorecard.services.seasons import seasons
from scorecard.services.spreadsheets import csv_files, score_lists, season_lists
from scorecard.services.standings import standings
from scorecard.services.table import seating
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
            file_format.VERSION,
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
            "joined": None,
            "head_start": 0,
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
        keeper = group_members.membership_of(session, club.group, club.keeper)
        assert keeper
        code = recovery_codes.make(session, keeper, club.write())
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
        seating.move(session, table.game, table.write(), club.group, {})
        session.commit()
        text = file_format.write(of_group(club))
        assert other.group.uid not in text
        for player in other.players.values():
            assert player.uid not in text

    def test_a_round_that_is_counted_in_secret_waits(self, session: Session) -> None:
        table = Table(session, "Ann", "Bob", is_blind=True)
        exports.refuse_secrets([table.game])
        table.enter(1, {1: {"score": 50}})
        with pytest.raises(Conflict, match="Round 1 of a game has hidden scores"):
            exports.refuse_secrets([table.game])
        table.enter(1, {2: {"score": 100}})
        exports.refuse_secrets([table.game])


class TestScores:
    def rows(self, club: Club, *only: Game) -> list[dict[str, str]]:
        text = score_lists.of_games(club.session, only or groups.games_of(club.session, club.group))
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
            "game_id": table.game.uid,
            "card_game": "Brownie Points",
            "started": f"{table.game.started_at:%Y-%m-%d %H:%M:%S}",
            "ended": f"{table.at:%Y-%m-%d %H:%M:%S}",
            "status": "ended early",
            "round": "1",
            "seat": "2",
            "player": "Bob",
            "points": "-300",
            "final_total": "-250",
            "rank": "2",
            "win": "0",
            "partners": "",
            "season": "",
        }
        assert len(self.rows(club)) == 4

    def test_what_a_total_starts_with_is_a_line_so_that_points_add_up(
        self, session: Session
    ) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.start("Ann", "Bob", head_starts={"Bob": 500})
        table.play(500, -300)
        seating.let_in(session, table.game, table.write(), "Cy", "last")
        table.play(100, 50, 200)
        rows = self.rows(club)
        assert [(row["player"], row["points"]) for row in rows if row["round"] == "0"] == [
            ("Bob", "500"),
            ("Cy", "200"),
        ]
        for seat in table.game.seats:
            own = [row for row in rows if row["player"] == seat.name]
            assert {row["final_total"] for row in own} == {str(seat.total)}
            assert sum(int(row["points"]) for row in own) == seat.total

    def test_ids_are_those_of_other_files(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        table = club.play(Ann=500, Bob=300)
        table.game.uid = "-Z2x_7ab-cde"
        session.commit()
        document = exports.of_game(session, table.game, EVENING)
        assert {row["game_id"] for row in self.rows(club)} == {document["game"]["uid"]}

    def test_partners_are_told_and_who_won(self, club: Club) -> None:
        rows = [row for row in self.rows(club) if row["card_game"] == "Pitch"]
        assert {(row["player"], row["partners"], row["rank"], row["win"]) for row in rows} == {
            ("Ann", "Cy", "1", "1"),
            ("Cy", "Ann", "1", "1"),
            ("Bob", "Di", "2", "0"),
            ("Di", "Bob", "2", "0"),
        }

    def test_nobody_has_won_before_end_game(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.start("Ann", "Bob").play(500, -300)
        assert [(row["rank"], row["win"]) for row in self.rows(club)] == [("1", ""), ("2", "")]

    def test_who_takes_money_home_has_won(self, club: Club) -> None:
        rows = [row for row in self.rows(club) if row["card_game"] == "Four-card game"]
        assert [(row["player"], row["win"]) for row in rows] == [
            ("Ann", "1"),
            ("Bob", "0"),
            ("Cy", "0"),
        ]

    def test_the_seasons_are_those_in_which_a_game_counts(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        club.season(name="All")
        club.season(name="Pay Me only", kinds=["pay_me"])
        club.season(name="Spring, too")
        club.play(Ann=500, Bob=300)
        assert {row["season"] for row in self.rows(club)} == {"All, Spring, too"}

    def test_a_group_does_not_tell_of_the_seasons_of_another(self, session: Session) -> None:
        club, other = Club(session, "Ann", "Bob"), Club(session, "Ann", "Bob")
        season = other.season(name="Secret")
        table = other.play(Ann=500, Bob=300)
        seasons.close(session, season, other.write())
        seating.move(session, table.game, table.write(), club.group, {})
        session.commit()
        assert [row["season"] for row in self.rows(club)] == ["", ""]

    def test_semicolons_go_with_decimal_commas(self, session: Session) -> None:
        text = csv_files.write(
            ("name", "points"), [("Ann; Bo", 2.5), ("-Cy", -3)], separator="semicolon"
        )
        assert text == '\ufeffname;points\r\n"Ann; Bo";2,5\r\n\'-Cy;-3\r\n'
        club = Club(session, "Ann", "Bob")
        club.play(Ann=500, Bob=300)
        games = groups.games_of(session, club.group)
        commas, semicolons = (
            score_lists.of_games(session, games, separator=separator)
            for separator in ("comma", "semicolon")
        )
        assert commas.replace(",", ";") == semicolons

    def test_moments_are_those_where_the_group_lives(self, session: Session) -> None:
        club = Club(session, "Ann", "Bob")
        groups.change(session, club.group, club.write(), time_zone="Pacific/Auckland")
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
        assert csv_files.armed(first["player"]) == name

    def test_a_merged_player_has_one_name_and_the_bin_is_left_out(self, club: Club) -> None:
        rows = self.rows(club)
        assert "Edward" not in {row["player"] for row in rows}
        assert {row["player"] for row in rows} >= {"Ann", "Ed", "Zoë 🍫"}
        deleted = club.session.scalars(select(Game).where(Game.deleted_at.is_not(None))).one()
        assert deleted.uid not in {row["game_id"] for row in rows}


class TestASeasonInASpreadsheet:
    def rows(self, text: str) -> list[dict[str, str]]:
        assert text.startswith("\ufeff")
        return list(csv.DictReader(io.StringIO(text[1:])))

    @pytest.fixture
    def best_two(self, session: Session) -> tuple[Club, Season]:
        """Return a season in which the best two results count."""
        club = Club(session, "Ann", "Bob", "Cy")
        season = club.season(best_of=2, scheme={"kind": "places", "places": [5, 2]})
        for scores in ((300, 200, 200), (300, 200, 100), (100, 300, 200), (300, 100, 200)):
            club.play(**dict(zip(club.players, scores, strict=True)))
        return club, season

    def test_the_standings_are_those_of_the_page(self, best_two: tuple[Club, Season]) -> None:
        club, season = best_two
        rows = self.rows(season_lists.of_standings(club.session, season))
        assert [(row["rank"], row["player"], row["points"]) for row in rows] == [
            ("1", "Ann", "10"),
            ("2", "Bob", "7"),
            ("3", "Cy", "4"),
        ]
        assert (rows[2]["games"], rows[2]["wins"], rows[2]["average"]) == ("4", "0", "1.25")
        assert {row["season_id"] for row in rows} == {season.uid}
        assert [row["player_id"] for row in rows] == [
            row.player for row in standings.present(club.session, season)
        ]

    def test_what_was_awarded_is_there_with_what_was_dropped(
        self, best_two: tuple[Club, Season]
    ) -> None:
        club, season = best_two
        rows = self.rows(season_lists.of_awards(club.session, season))
        of_ann = [row for row in rows if row["player"] == "Ann"]
        assert [(row["total"], row["rank"], row["points"], row["counts"]) for row in of_ann] == [
            ("300", "1", "5", "1"),
            ("300", "1", "5", "1"),
            ("100", "3", "0", "0"),
            ("300", "1", "5", "0"),
        ], "of equal ones the first two count"
        assert len(rows) == 12

    def test_what_counts_adds_up_to_the_standings(self, best_two: tuple[Club, Season]) -> None:
        club, season = best_two
        counted = dict.fromkeys(club.players, 0.0)
        for row in self.rows(season_lists.of_awards(club.session, season)):
            counted[row["player"]] += float(row["points"]) * int(row["counts"])
        table = self.rows(season_lists.of_standings(club.session, season))
        assert {row["player"]: float(row["points"]) for row in table} == counted

    def test_of_a_closed_season_it_does_so_without_games_that_are_gone(
        self, best_two: tuple[Club, Season]
    ) -> None:
        club, season = best_two
        seasons.close(club.session, season, club.write())
        of_season = select(Game).join(Award, Award.game_id == Game.id)
        gone = club.session.scalars(of_season.order_by(Game.id)).first()
        assert gone
        friday = groups.create(club.session, club.write(version=0), "Friday", Club.SECRET)
        seating.move(club.session, gone, club.write(version=gone.version), friday, {})
        rows = self.rows(season_lists.of_awards(club.session, season))
        assert [(row["game_id"], row["card_game"]) for row in rows[:3]] == [("", "")] * 3
        assert len(rows) == 12
        counted = dict.fromkeys(club.players, 0.0)
        for row in rows:
            counted[row["player"]] += float(row["points"]) * int(row["counts"])
        assert counted == {"Ann": 10, "Bob": 7, "Cy": 4}

    def test_a_closed_season_with_partners_and_money(self, club: Club) -> None:
        season = club.session.scalars(select(Season).where(Season.closed_at.is_not(None))).one()
        table = self.rows(season_lists.of_standings(club.session, season))
        assert [row["player"] for row in table] == [
            row.name for row in standings.present(club.session, season)
        ]
        pitch = [
            (row["player"], row["partners"], row["win"])
            for row in self.rows(season_lists.of_awards(club.session, season))
            if row["card_game"] == "Pitch"
        ]
        assert sorted(pitch) == [
            ("Ann", "Cy", "1"),
            ("Bob", "Di", "0"),
            ("Cy", "Ann", "1"),
            ("Di", "Bob", "0"),
        ]


def test_an_id_never_begins_like_a_formula() -> None:
    assert not any(codes.new_uid().startswith("-") for _time in range(1_000))


def test_the_text_is_readable_json(club: Club) -> None:
    text = file_format.write(of_group(club))
    assert json.loads(text)["kind"] == "group"
    version = file_format.VERSION
    assert text.startswith(f'{{\n "format": "scorecard",\n "version": {version},\n')
    assert text.endswith("}\n")
