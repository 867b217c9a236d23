"""Lists as people make them: their columns, days, numbers and names are read where they can be."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorecard.errors import BadInput
from scorecard.services.files.past import past_results
from scorecard.services.history import changes, group_changes
from scorecard.services.players import merging, rosters
from scorecard.services.spreadsheets import lists
from tests.factories import EVENING, Club
from tests.services.files.taking_in_lists import club, preview, take_in, verdicts

__all__ = ["club"]


class TestPlayers:
    def test_every_line_says_what_will_happen(self, club: Club) -> None:
        text = "name,colour,initial\nAnn\nBob,3,Bo\n\nCy\n"
        assert verdicts(club, text) == [
            "Line 2 here: Ann is on the roster already.",
            "Line 3 new: Bob joins the roster.",
            "Line 5 new: Cy joins the roster.",
        ]
        take_in(club, text)
        bob = rosters.named(club.group, "bob")
        assert bob
        assert (bob.name, bob.colour, bob.initial) == ("Bob", 3, "Bo")
        assert "Imported: 2 players" in [
            group_changes.sentence(line) for line in changes.lines(club.session, club.group)
        ]
        assert preview(club, text).is_empty

    def test_the_name_of_two_who_were_merged_is_nobodys(self, club: Club) -> None:
        bob = rosters.add(club.session, club.group, club.write(), "Bob")
        for into in (club.players["Ann"], bob):
            bobb = rosters.add(club.session, club.group, club.write(), "Bobb")
            merging.merge(club.session, bobb, into, club.write())
        assert verdicts(club, "name\nBobb\n") == ["Line 2 new: Bobb joins the roster."]

    @pytest.mark.parametrize(
        "text",
        [
            "Bob;3;B",
            "initial;name;color\nB;Bob;3",
            "Name\tColour\tInitial\r\nBob\t3\tB\r\n",
            "\ufeff Bob , 3 , B ",
            '"Bob","3","B"',
            "sep=;\r\nName;Farbe;Kürzel\r\nBob;3;B\r\n",
            '"sep=,"\nnombre,color,inicial\nBob,3,B\n',
            "Joueur;Couleur;Initiale\nBob;3;B",
            "Spieler;Farbe;Initiale\nBob;3;B",
        ],
    )
    def test_separators_headings_and_their_order_are_found_out(self, club: Club, text: str) -> None:
        taken_in = take_in(club, text)
        assert [(new.name, new.colour, new.initial) for new in taken_in.players] == [
            ("Bob", 3, "B")
        ]

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("Bob,13", "Line 1 bad: A colour is a number from 1 to 12, not “13”."),
            ("Bob,red", "Line 1 bad: A colour is a number from 1 to 12, not “red”."),
            ("Bob,,Bobby", "Line 1 bad: “Bobby” is too long"),
            ("Bob\nbob", "Line 2 bad: bob is in line 1 already."),
            (f"Bob\n{'x' * 41}", "Line 2 bad: A name has at most 40 characters; this one has 41."),
            ("name,color,weight\nBob", "Line 1 bad: “weight” is no column."),
            ("date,Ann,Bob,Cy\n2025-03-14,9,7,5", "Line 1 bad: “Ann” is no column."),
            ("name,name\nBob,Bob", "Line 1 bad: The column name is there twice."),
            ("colour,initial\n3,B", "Line 1 bad: A list of players needs a column name."),
            ("Bob\nZoÃ«", "Line 2 bad: “ZoÃ«” looks like “Zoë”, read in the wrong encoding."),
            ("name\nBob,3", "Line 2 bad: 2 cells are more than the 1 columns."),
        ],
    )
    def test_a_bad_line_says_why(self, club: Club, text: str, sentence: str) -> None:
        lines = verdicts(club, text)
        assert any(line.startswith(sentence) for line in lines), lines
        with pytest.raises(BadInput, match="Some lines cannot be imported"):
            take_in(club, text)
        assert [player.name for player in club.group.players] == ["Ann"]

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "nothing to import yet"),
            (" \n ; \n", "nothing to import yet"),
            ("name,colour\n", "Below the headings there is nothing"),
            ('Ann\n"Bob\nCy', "Line 2: this cannot be read"),
            ("\ufeffBEGIN:VCALENDAR\nVERSION:2.0\n", "This is a calendar, no list of players"),
            ("BEGIN:VCARD\nN:Bob\n", "This is an address book"),
            ("<!doctype html>\n<p>Bob", "This is a web page"),
            ("x\n" * 2_001, "at most 2,000 lines; this one has 2,001"),
            ("x" * 1_000_001, "up to 1,000,000 characters; this one has 1,000,001"),
            ("name\n" + "," * 100_000, "Line 2 has 100,001 cells; 100 is the most"),
        ],
    )
    def test_what_is_no_list_is_refused(self, club: Club, text: str, sentence: str) -> None:
        with pytest.raises(BadInput, match=sentence):
            preview(club, text)

    def test_a_line_has_its_number_in_the_file_below_the_separator(self, club: Club) -> None:
        assert verdicts(club, "sep=;\nname;colour\nBob;3\n") == [
            "Line 3 new: Bob joins the roster."
        ]

    def test_a_name_is_no_heading_because_a_column_is_called_so(self, club: Club) -> None:
        assert [new.name for new in take_in(club, "Tag\nBob\n").players] == ["Tag", "Bob"]

    def test_what_looks_wrongly_read_is_asked_about(self, club: Club) -> None:
        previewed = preview(club, "name\nBjörn\nZoÃ«\n")
        assert (previewed.is_good, previewed.repaired) == (False, "name\nBjörn\nZoë\n")
        assert [line.mark for line in previewed.verdicts] == ["new", "bad"]
        as_written = past_results.preview(
            club.session, club.group, "name\nZoÃ«\n", club.at, is_as_written=True
        )
        assert (as_written.is_good, as_written.repaired) == (True, "")
        assert [new.name for new in as_written.players] == ["ZoÃ«"]
        assert preview(club, previewed.repaired).repaired == "", "nothing is repaired twice"


class TestDays:
    """Of a list with one day for each game: how the days are read."""

    def days(self, club: Club, *typed: str) -> list[str]:
        lines = (f"{day};Skat {n};{who};1\n" for n, day in enumerate(typed) for who in "AB")
        previewed = preview(club, "Datum;Spiel;Spieler;Punkte\n" + "".join(lines))
        assert previewed.kind == "results"
        return [game.day.isoformat() for game in previewed.games]

    @pytest.mark.parametrize(
        "typed",
        [
            "2025-03-14",
            "2025-3-14",
            "2025/03/14",
            "2025.03.14",
            "14.03.2025",
            "14.3.2025",
            "14. 3. 2025",
            "14/03/2025",
            "3/14/2025",
            "14-03-2025",
            "2025-03-14 00:00:00",
            "2025-03-14T20:15",
            "2025-03-14 20:15:00.000",
            "14.03.2025 20:15",
            "3/14/2025 8:15 PM",
            "14/03/2025 8:15:00 p. m.",
        ],
    )
    def test_what_can_be_one_day_only_is_read(self, club: Club, typed: str) -> None:
        assert self.days(club, typed) == ["2025-03-14"]

    def test_with_dots_the_day_stands_first(self, club: Club) -> None:
        assert self.days(club, "03.05.2025") == ["2025-05-03"]

    def test_the_same_day_either_way_is_no_question(self, club: Club) -> None:
        assert self.days(club, "5/5/2025") == ["2025-05-05"]

    def test_a_list_is_written_one_way(self, club: Club) -> None:
        assert self.days(club, "3/5/2025", "14/3/2025") == ["2025-05-03", "2025-03-14"]
        assert self.days(club, "3/5/2025", "3/14/2025") == ["2025-03-05", "2025-03-14"]
        assert self.days(club, "3/5/2025") == [], "it may be either"
        assert self.days(club, "3/5/2025", "3/14/2025", "14/3/2025") == [
            "2025-03-14",
            "2025-03-14",
        ], "the list is written both ways"


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("15,450", 15_450),
        ("15 450", 15_450),
        ("15'450", 15_450),
        ("−2,000", -2_000),
        ("-2000", -2_000),
        ("+7", 7),
        ("1,234,567", 1_234_567),
        ("15.450", 15_450),
        ("0.500", None),
        ("15\N{THIN SPACE}450", 15_450),
        ("15\N{NARROW NO-BREAK SPACE}450", 15_450),
        ("15,45", None),
        ("15.45", None),
        ("12,00", 12),
        ("-12.0", -12),
        ("1.250,00", 1_250),
        ("1,250.00", 1_250),
        ("1,250,00", None),
        ("12,000", 12_000),
        ("12,50", None),
        (",00", None),
        ("2025-02-28", None),
        ("1e3", None),
        ("١٢", None),
        ("9" * 13, None),
        ("", None),
    ],
)
def test_numbers_as_people_write_them(typed: str, number: int | None) -> None:
    assert lists.number(typed) == number


def test_a_defused_name_is_itself_again(club: Club) -> None:
    take_in(club, "name\n'=Ann")
    assert rosters.named(club.group, "=Ann")


def test_today_is_the_last_day(club: Club) -> None:
    today = EVENING.date()
    text = f"{today},Skat,Ann,1\n{today},Skat,Bob,-1\n"
    assert preview(club, text).is_good
    assert not preview(club, text.replace(str(today), str(today + timedelta(days=1)))).is_good
