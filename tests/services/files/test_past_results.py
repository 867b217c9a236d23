"""Players and past results from a list: every line is told first, then all of it or nothing."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import select

from scorecard.errors import BadInput
from scorecard.models import Game
from scorecard.services.files.past import past_results
from scorecard.services.groups import groups
from scorecard.services.keeping import recounting
from scorecard.services.looking_back import statistics
from scorecard.services.players import merging, rosters
from scorecard.services.scoring import chances, sheets
from scorecard.services.spreadsheets import score_lists
from scorecard.services.standings import records
from tests.factories import EVENING, Club
from tests.services.files.taking_in_lists import club, preview, take_in, verdicts

__all__ = ["club"]

POINTS = {"kind": "points", "key": "points", "label": "Points"}
RESULTS = """date,game,player,total
2025-05-03,Brownie Points,Ann,"10,450"
2025-05-03,brownie points,Bob,8200
2025-05-03,Pay Me,Ann,35
2025-05-03,Pay Me,Bob,80
2025-05-03,Brag,Ann,-250
2025-05-03,Brag,Bob,250
"""


class TestPastResults:
    def test_every_game_says_what_will_happen(self, club: Club) -> None:
        assert verdicts(club, RESULTS) == [
            "Lines 2–3 new: Brownie Points on 3 May 2025: Ann 10,450, Bob 8,200; Ann wins. "
            "Bob joins the roster.",
            "Lines 4–5 new: Pay Me on 3 May 2025: Ann 35, Bob 80; Ann wins (lowest).",
            "Lines 6–7 new: Brag on 3 May 2025: Ann −250, Bob 250; the balances stand.",
        ]
        assert preview(club, RESULTS).what == "1 player and 3 past games"

    def test_they_become_games_that_count(self, club: Club) -> None:
        season = club.season(
            starts_on=date(2025, 1, 1), scheme={"kind": "wins"}, kinds=["brownie_points", "pay_me"]
        )
        take_in(club, RESULTS)
        assert club.standings(season) == [("Ann", 1, 2), ("Bob", 2, 0)]
        games = groups.games_of(club.session, club.group)
        assert [game.kind for game in games] == ["brownie_points", "pay_me", "brag"]
        assert [[seat.total for seat in game.seats] for game in games] == [
            [10_450, 8_200],
            [35, 80],
            [-250, 250],
        ]
        assert all(game.is_ended and game.ended_at == game.started_at for game in games)
        assert recounting.recount(club.session, club.group) == []

    def test_they_were_played_at_noon_where_the_group_lives(self, club: Club) -> None:
        groups.change(club.session, club.group, club.write(), time_zone="America/New_York")
        take_in(club, RESULTS)
        moments = [f"{game.started_at:%Y-%m-%d %H:%M:%S}" for game in _games(club)]
        assert moments == ["2025-05-03 16:00:00", "2025-05-03 16:00:01", "2025-05-03 16:00:02"]

    def test_the_same_list_twice_changes_nothing(self, club: Club) -> None:
        take_in(club, RESULTS)
        version = club.group.version
        again = take_in(club, RESULTS)
        assert again.is_empty
        assert [line.mark for line in again.verdicts] == ["here"] * 3
        assert again.verdicts[0].sentence.endswith("This game is here already.")
        assert len(_games(club)) == 3
        assert club.group.version == version

    def test_a_total_put_right_is_asked_about_and_no_second_game(self, club: Club) -> None:
        take_in(club, RESULTS)
        text = RESULTS.replace("Pay Me,Ann,35", "Pay Me,Ann,25")
        assert verdicts(club, text)[1] == (
            "Lines 4–5 bad: Pay Me on 3 May 2025: Ann 25, Bob 80; Ann wins (lowest). The same "
            "players have one that day already: Ann 35, Bob 80. If it is the same game, correct it "
            "there; if they played twice, write 2 in a column called table."
        )
        with pytest.raises(BadInput, match="cannot be imported"):
            take_in(club, text)
        assert len(club.session.scalars(select(Game)).all()) == 3

    def test_what_was_counted_at_the_table_is_asked_about_too(self, club: Club) -> None:
        club.play(Ann=500, Bob=300)
        day = EVENING.date().isoformat()
        lines = f"date,game,player,total\n{day},Brownie Points,Bob,300\n"
        assert preview(club, lines + f"{day},Brownie Points,Ann,500\n").is_empty
        assert not preview(club, lines + f"{day},Brownie Points,Ann,510\n").is_good
        others = lines + f"{day},Brownie Points,Cy,510\n"
        assert preview(club, others).is_good, "others played it"

    def test_a_second_game_is_numbered_and_said(self, club: Club) -> None:
        take_in(club, RESULTS)
        text = (
            "date,game,player,total,table\n2025-05-03,Pay Me,Ann,25,2\n2025-05-03,Pay Me,Bob,80,2\n"
        )
        assert verdicts(club, text)[0].endswith(
            "The same players have another one that day: Ann 35, Bob 80."
        )
        take_in(club, text)
        assert preview(club, text).is_empty

    def test_two_games_of_one_day_that_are_both_here_are_not_asked_about(self, club: Club) -> None:
        head = "date,game,player,total,table\n"
        one = "2025-05-03,Pay Me,Ann,25,1\n2025-05-03,Pay Me,Bob,80,1\n"
        two = "2025-05-03,Pay Me,Ann,35,2\n2025-05-03,Pay Me,Bob,90,2\n"
        take_in(club, head + one + two)
        assert preview(club, head + two + one).is_empty
        assert preview(club, head + one).is_empty

    def test_two_games_of_one_day_are_told_apart_by_their_table(self, club: Club) -> None:
        text = "date,game,player,total,table\n" + "".join(
            f"2025-05-03,Hearts,{name},{total},{table}\n"
            for table in (1, 2)
            for name, total in (("Ann", 64), ("Bob", 101), ("Cy", 30))
        )
        assert len(take_in(club, text).games) == 2
        assert len(_games(club)) == 2
        assert take_in(club, text).is_empty, "as many as there are"
        without = text.replace(",table", "").replace(",1\n", "\n").replace(",2\n", "\n")
        (bad,) = verdicts(club, without)
        assert "Ann is in this game twice, in lines 2 and 5" in bad
        assert "a column called table" in bad

    def test_lines_of_a_game_may_stand_apart(self, club: Club) -> None:
        text = "2025-05-03;Skat;Ann;40\n2025-05-04;Skat;Ann;1\n2025-05-03;Skat;Bob;-40\n"
        text += "2025-05-04;Skat;Bob;-1"
        assert [line.where for line in preview(club, text).verdicts] == [
            "Lines 1 and 3",
            "Lines 2 and 4",
        ]

    @pytest.mark.parametrize(
        ("game", "wins", "winner"),
        [
            ("Hearts", "", "Ann wins (lowest)"),
            ("Our own game", "", "Bob wins"),
            ("Our own game", "lowest", "Ann wins (lowest)"),
            ("Our own game", "Highest", "Bob wins"),
        ],
    )
    def test_who_wins_a_game_that_is_not_on_the_shelf(
        self, club: Club, game: str, wins: str, winner: str
    ) -> None:
        text = "date,game,player,total,wins\n" + "".join(
            f"2025-05-03,{game},{name},{total},{wins}\n" for name, total in (("Ann", 3), ("Bob", 9))
        )
        (line,) = verdicts(club, text)
        assert f"; {winner}. " in line

    def test_a_name_is_that_of_the_shelf_in_any_language(self, club: Club) -> None:
        text = "date,game,player,total\n" + "".join(
            f"2025-05-0{day},{game},{name},{total}\n"
            for day, game in ((3, "zehn phasen"), (4, "Corazones"), (5, "PAY ME"))
            for name, total in (("Ann", 3), ("Bob", 9))
        )
        take_in(club, text)
        assert [game.kind for game in _games(club)] == [
            "own_scorecard/Ten phases",
            "own_scorecard/Hearts",
            "pay_me",
        ]
        assert all(game.seats[0].is_winner for game in _games(club)), "the lowest total wins"

    def test_a_card_game_is_spelled_and_won_as_the_group_knows_it(self, club: Club) -> None:
        take_in(club, rook("Rook", "lowest"))
        (line,) = verdicts(club, rook("ROOK", "", day=4))
        assert line.startswith("Lines 2–3 new: Rook on 4 May 2025: Ann 3, Bob 9; Ann wins (lowest)")

    def test_where_the_list_says_it_once_it_holds_for_all_of_it(self, club: Club) -> None:
        lines = rook("Rook", "") + rook("rook", "lowest", day=4).partition("\n")[2]
        assert [
            line.count("Rook on") + line.count("(lowest)") for line in verdicts(club, lines)
        ] == [
            2,
            2,
        ]

    def test_won_the_other_way_it_is_another_card_game_which_is_said(self, club: Club) -> None:
        take_in(club, rook("Rook", ""))
        text = rook("Rook", "lowest", day=4)
        (line,) = verdicts(club, text)
        assert line.endswith(
            "Another game of this name is here already: there the highest total wins."
        )
        take_in(club, text)
        assert take_in(club, text).is_empty
        books = {book.name: book.records for book in records.of_group(club.session, club.group)}
        assert {name: [one.value for one in own] for name, own in books.items()} == {
            "Rook (highest wins)": [9],
            "Rook (lowest wins)": [3],
        }

    def test_nobody_knows_the_rounds_of_a_result_from_before(self, club: Club) -> None:
        club.play(Ann=2_000, Bob=1_500)
        take_in(club, RESULTS)
        (book,) = [
            book
            for book in records.of_group(club.session, club.group)
            if book.kind == "brownie_points"
        ]
        assert {one.key: one.value for one in book.records} == {
            "best_round": 2_000,
            "worst_round": 1_500,
            "best_total": 10_450,
        }
        of_ann = statistics.of_player(club.session, club.players["Ann"]).games
        by_kind = {one.kind: (one.best_round, one.average) for one in of_ann}
        assert by_kind["pay_me"] == (None, 35)
        assert (best := by_kind["brownie_points"][0])
        assert best.value == 2_000
        assert {one.round_word for one in of_ann if one.kind == "pay_me"} == {"Hand"}

    def test_nor_do_chances_take_totals_for_rounds(self, club: Club) -> None:
        club.play(Ann=2_000, Bob=1_500)
        take_in(club, RESULTS + rook("Rook", "").partition("\n")[2])
        table = club.start("Ann", "Bob")
        for _ in range(4):
            table.play(500, 400)
        guess = chances.of_game(club.session, table.game, sheets.read(table.game))
        assert guess
        assert guess.rounds == 5
        race = {"name": "Rook", "fields": [POINTS], "ends": {"when": "total", "at": 500}}
        own = club.start("Ann", "Bob", rules="own_scorecard", options={"scorecard": race})
        for _ in range(4):
            own.tell({}, {1: {"points": 100}, 2: {"points": 50}})
        guess = chances.of_game(club.session, own.game, sheets.read(own.game))
        assert guess
        assert guess.rounds == 4

    @pytest.mark.parametrize(
        "headings",
        [
            "Datum;Kartenspiel;Spieler;Gesamt;Tisch;gewinnt",
            "fecha;juego;jugador;puntos;mesa;gana",
            "Date;Jeu;Nom;Points;Table;Gagne",
            "played_on;card_game;player;final_total;table;wins",
        ],
    )
    def test_headings_are_known_in_every_language(self, club: Club, headings: str) -> None:
        lines = "14.03.2025;Rook;Ann;12,00;1;niedrigster\n14.03.2025;Rook;Bob;9;1;menor\n"
        (game,) = preview(club, f"{headings}\n{lines}").games
        assert (game.day.isoformat(), game.totals) == ("2025-03-14", {"Ann": 12, "Bob": 9})
        assert game.definition.wins == "lowest"

    def test_partners_share_a_total_and_a_place(self, club: Club) -> None:
        season = club.season(starts_on=date(2025, 1, 1))
        text = "date,game,player,total,side\n" + "".join(
            f"2025-05-03,Pitch,{name},{total},{side}\n"
            for name, total, side in (
                ("Ann", 21, "x"),
                ("Cy", 21, "X"),
                ("Bob", 14, "y"),
                ("Di", 14, "y"),
            )
        )
        (line,) = verdicts(club, text)
        assert line.startswith(
            "Lines 2–5 new: Pitch on 3 May 2025: Ann and Cy 21, Bob and Di 14; Ann and Cy win."
        )
        take_in(club, text)
        (game,) = _games(club)
        assert [(seat.name, seat.total, seat.rank, seat.is_winner) for seat in game.seats] == [
            ("Ann", 21, 1, True),
            ("Bob", 14, 2, False),
            ("Cy", 21, 1, True),
            ("Di", 14, 2, False),
        ]
        assert ("Ann", "Cy") in sheets.some_fold(game).setup.sides.values()
        assert {(name, rank) for name, rank, _points in club.standings(season)} == {
            *(("Ann", 1), ("Cy", 1), ("Bob", 3), ("Di", 3))
        }
        assert preview(club, text).is_empty, "the same list twice changes nothing"
        assert list(recounting.recount(club.session, club.group)) == []

    @pytest.mark.parametrize(
        ("sides", "sentence"),
        [
            (("x", "x", "y", ""), "Whose partner is Di? Name a side."),
            (("x", "y", "z", "u"), "Partners make two or three sides, with as many players"),
            (("x", "x", "x", "y"), "Partners make two or three sides, with as many players"),
            (("x", "y", "y", "x"), "Ann and Di are partners and have one total"),
        ],
    )
    def test_sides_that_cannot_be(self, club: Club, sides: tuple[str, ...], sentence: str) -> None:
        totals = (9, 9, 9, 3) if sides[-1] == "x" else (9, 9, 9, 9)
        text = "date,game,player,total,team\n" + "".join(
            f"2025-05-03,Skat,{name},{total},{side}\n"
            for name, total, side in zip(("Ann", "Bob", "Cy", "Di"), totals, sides, strict=True)
        )
        (bad,) = verdicts(club, text)
        assert bad.startswith("Lines 2–5 bad: ")
        assert sentence in bad

    def test_no_game_ended_early_in_a_spreadsheet(self, club: Club) -> None:
        take_in(club, RESULTS)
        rows = score_lists.of_games(club.session, _games(club)).splitlines()[1:]
        assert [",finished,1," in row for row in rows] == [True] * 6, rows

    def test_who_was_merged_is_not_brought_back_by_the_same_list(self, club: Club) -> None:
        text = "2025-05-03,Hearts,Ann,64\n2025-05-03,Hearts,Bobb,101\n"
        take_in(club, text)
        bob = rosters.add(club.session, club.group, club.write(), "Bob")
        bobb = rosters.named(club.group, "Bobb")
        assert bobb
        merging.merge(club.session, bobb, bob, club.write())
        assert verdicts(club, text) == [
            "Lines 1–2 here: Hearts on 3 May 2025: Ann 64, Bob 101; Ann wins (lowest). "
            "This game is here already."
        ]
        assert verdicts(club, "name\nBobb\n") == ["Line 2 here: Bob is on the roster already."]

    def test_a_retired_player_keeps_old_results(self, club: Club) -> None:
        rosters.retire(club.session, club.players["Ann"], club.write())
        take_in(club, RESULTS)
        assert _games(club)[0].seats[0].player is club.players["Ann"]

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ("31/02,Hearts,Ann,5", "“31/02” is no date here: write it as 2025-02-28"),
            ("31/02/2025,Hearts,Ann,5", "31/02/2025 is no date: there is no such day."),
            ("31.02.2025,Hearts,Ann,5", "31.02.2025 is no date: there is no such day."),
            ("25.12.24,Hearts,Ann,5", "“25.12.24” is no date here: write it as 2025-02-28"),
            ("2025-02-31,Hearts,Ann,5", "2025-02-31 is no date: there is no such day."),
            ("45658,Hearts,Ann,5", "how a spreadsheet counts days: if it means 2025-01-01, write"),
            ("45658.75,Hearts,Ann,5", "how a spreadsheet counts days: if it means 2025-01-01"),
            (
                "3/5/2025,Hearts,Ann,5",
                "“3/5/2025” could be 2025-05-03 or 2025-03-05: write the one you mean.",
            ),
            (",Hearts,Ann,5", "The date is missing"),
            ("2031-01-01,Hearts,Ann,5", "1 Jan 2031 is still to come."),
            ("1066-10-14,Hearts,Ann,5", "14 Oct 1066 is too long ago."),
            ("2025-05-03,,Ann,5", "A card game needs a name."),
            ("2025-05-03,Hearts,,5", "A player needs a name."),
            ("2025-05-03,Hearts,Ann,", "Ann’s total is missing: write 0 for nothing."),
            ("2025-05-03,Hearts,Ann,1.5", "“1.5” is no whole number: write Ann’s total as"),
            ("2025-05-03,Hearts,Ann,many", "“many” is no whole number"),
            ("2025-05-03,Hearts,Ann,10,450", "5 cells are more than the 4 columns. A number such"),
            ("2025-05-03,Hearts,Ann", "Ann’s total is missing"),
            ("2025-05-03,Hearts,Ann,2000000", "must be from −1,000,000 to 1,000,000"),
            ("2025-05-03,Hearts,Ann,5", "Hearts on 3 May 2025: Hearts is for 2 to 12 players"),
        ],
    )
    def test_a_bad_line_says_why(self, club: Club, line: str, sentence: str) -> None:
        good = "2024-01-01,Pitch,Ann,7\n2024-01-01,Pitch,Bob,4\n"
        text = f"date,game,player,total\n{good}{line}\n"
        previewed = preview(club, text)
        bad = [line for line in previewed.verdicts if line.mark == "bad"]
        assert [line.where for line in bad] == ["Line 4"]
        assert sentence in bad[0].sentence, bad[0].sentence
        with pytest.raises(BadInput):
            past_results.carry_out(club.session, club.group, previewed, club.write())
        assert _games(club) == [], "all or nothing"

    def test_a_line_that_is_not_read_does_not_make_its_game_too_small(self, club: Club) -> None:
        (bad,) = verdicts(club, "2025-05-03,Hearts,Ann,5\n2025-05-03,hearts,Bob,1.5\n")
        assert bad.startswith("Line 2 bad: “1.5” is no whole number")

    def test_a_money_game_adds_up_to_nothing(self, club: Club) -> None:
        (bad,) = verdicts(club, "2025-05-03,Brag,Ann,20\n2025-05-03,Brag,Bob,-10\n")
        assert bad.endswith("must add up to 0, but adds up to 10.")

    @pytest.mark.parametrize(
        ("game", "wins", "sentence"),
        [
            ("Pay Me", ("highest", ""), "In Pay Me the lowest total wins."),
            ("Skat", ("highest", "lowest"), "the highest total wins, others the lowest"),
            ("Skat", ("both", ""), "“both” cannot win"),
        ],
    )
    def test_who_wins_is_one_thing(
        self, club: Club, game: str, wins: tuple[str, str], sentence: str
    ) -> None:
        text = "date,game,player,total,wins\n" + "".join(
            f"2025-05-03,{game},{name},1,{said}\n"
            for name, said in zip(("Ann", "Bob"), wins, strict=True)
        )
        assert any(sentence in line for line in verdicts(club, text))


def rook(game: str, wins: str, day: int = 3) -> str:
    """Return a list of one game that Ann ends with 3 and Bob with 9."""
    lines = (f"2025-05-0{day},{game},{name},{n},{wins}\n" for name, n in (("Ann", 3), ("Bob", 9)))
    return "date,game,player,total,wins\n" + "".join(lines)


def _games(club: Club) -> list[Game]:
    return list(club.session.scalars(select(Game).order_by(Game.started_at)))
