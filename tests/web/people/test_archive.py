"""A group's games and records on a phone without scripts."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from scorecard.services.looking_back import archive
from scorecard.services.table import games
from tests.factories import EVENING_SHOWN, Club, Table
from tests.web.conftest import as_device
from tests.web.plain_browser import PlainBrowser

pytestmark = pytest.mark.usefixtures("at_noon")


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session, "Ann", "Bob", "Cy")


@pytest.fixture
def keeper(app: Flask, club: Club) -> PlainBrowser:
    client = as_device(app.test_client(), club.keeper.uid)
    return PlainBrowser(client).get(f"/groups/{club.group.uid}")


def play_pitch(session: Session, app: Flask) -> tuple[Table, PlainBrowser]:
    """Play one hand with partners; return the table and the phone that keeps its group."""
    four = Club(session, "Ann", "Bob", "Cy", "Di")
    table = four.start(rules="pitch")
    bid = {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": "A", "game": "A"}
    table.tell(bid)
    four.end(table)
    client = as_device(app.test_client(), four.keeper.uid)
    return table, PlainBrowser(client)


def play_dice(club: Club) -> Table:
    """Play a money game of one round, in which Ann takes 30 home."""
    points = {"kind": "points", "key": "points", "label": "Points", "is_signed": True}
    scorecard = {"name": "Dice", "fields": [points], "is_money": True, "is_zero_sum": True}
    names = ("Ann", "Bob", "Cy")
    table = club.start(*names, rules="own_scorecard", options={"scorecard": scorecard})
    table.enter(1, {1: {"points": 30}, 2: {"points": -10}, 3: {"points": -20}})
    return club.end(table)


class TestGames:
    def test_they_are_one_tap_from_the_standings(self, club: Club, keeper: PlainBrowser) -> None:
        table = club.play(Ann=500, Bob=300)
        keeper.click("Games")
        assert keeper.status == 200
        assert f"1 game Brownie Points ended early {EVENING_SHOWN} Place 1" in keeper.text
        assert "Ann won 500" in keeper.text
        assert keeper.click("Brownie Points").url == f"/games/{table.game.uid}"
        assert keeper.status == 200

    def test_a_game_in_which_nobody_is_ahead_yet_is_its_players(
        self, club: Club, keeper: PlainBrowser
    ) -> None:
        table = club.start("Ann", "Bob")
        text = keeper.click("Games").text
        assert f"{EVENING_SHOWN} Ann, Bob" in text
        assert "Place 1" not in text
        table.play(500, 300)
        assert "Place 1 A Ann 500 Place 2 B Bob 300" in keeper.get(keeper.url).text

    def test_before_the_first_one_it_says_what_to_do(self, keeper: PlainBrowser) -> None:
        assert "No games yet." in keeper.click("Games").text
        assert "More filters" not in keeper.text
        assert keeper.click("New game").status == 200

    def test_a_search_keeps_what_was_typed_and_chosen(
        self, club: Club, keeper: PlainBrowser
    ) -> None:
        club.play(Ann=500, Bob=300)
        club.play(Bob=500, Cy=300)
        ann = club.players["Ann"].uid
        typed = {"q": "brownie", "player": ann, "from": "2026-03-01", "to": ""}
        keeper.click("Games").press("Show", typed)
        assert keeper.status == 200
        assert "1 game" in keeper.text
        assert {name: keeper.field(name) for name in typed} == typed
        assert keeper.field("kind") == "", "what was not chosen stays so"
        assert "Player: Ann From: 1 Mar 2026" in keeper.text
        html = keeper.response.get_data(as_text=True)
        assert '<details class="more">' in html, "what was chosen is told in words"
        assert "2 games" in keeper.click("Show all").text
        assert keeper.field("q") == ""

    def test_what_is_not_found_says_how_to_go_on(self, club: Club, keeper: PlainBrowser) -> None:
        club.play(Ann=500, Bob=300)
        keeper.click("Games").press("Search", {"q": "zebra"})
        assert "No game matches." in keeper.text

    @pytest.mark.parametrize(
        ("query", "sentence"),
        [
            ("player=nobody", "There is no such player in this group."),
            ("season=none", "There is no such season in this group."),
            ("from=tomorrow", "A day is written like 2026-03-14."),
            ("year=MMXXVI&q=ann", "A year looks like 2026."),
            ("page=0", "Pages count from 1."),
            ("page=7&q=ann", "There is only 1 page of these games."),
            ("kind=chess", "This group has not played such a card game."),
            ("status=won", "A game is running, ended, or ended early."),
        ],
    )
    def test_what_means_nothing_is_said_and_nothing_typed_is_lost(
        self, club: Club, keeper: PlainBrowser, query: str, sentence: str
    ) -> None:
        club.play(Ann=500, Bob=300)
        keeper.get(f"/groups/{club.group.uid}/games?{query}")
        assert keeper.status == 422
        assert sentence in keeper.text
        assert "Show all games" in keeper.text
        assert keeper.field("q") == ("ann" if "q=ann" in query else "")

    def test_a_refused_filter_is_marked_and_shown(self, club: Club, keeper: PlainBrowser) -> None:
        keeper.get(f"/groups/{club.group.uid}/games?to=never")
        html = keeper.response.get_data(as_text=True)
        assert 'name="to" aria-invalid="true" aria-describedby="to-error"' in html
        assert 'type="date" value="never"' in html
        assert '<details class="more" open>' in html

    def test_what_is_asked_besides_is_left_alone(self, club: Club, keeper: PlainBrowser) -> None:
        keeper.get(f"/groups/{club.group.uid}/games?group_uid=1&_anchor=x&_external=1")
        assert keeper.status == 200

    def test_pages_lead_to_each_other_and_keep_the_search(
        self, club: Club, keeper: PlainBrowser
    ) -> None:
        for _game in range(archive.PAGE_GAMES + 1):
            club.end(club.start("Ann", "Bob"))
        keeper.get(f"/groups/{club.group.uid}/games?q=ann")
        assert "Games 1 to 50 of 51" in keeper.text
        keeper.click("Older")
        assert "Games 51 to 51 of 51" in keeper.text
        assert keeper.field("q") == "ann"
        assert "Page 1 of 2" in keeper.click("Newer").text

    def test_a_deleted_game_is_not_there(
        self, session: Session, club: Club, keeper: PlainBrowser
    ) -> None:
        table = club.play(Ann=500, Bob=300)
        games.delete(session, table.game, table.write())
        session.commit()
        assert "No games yet" in keeper.click("Games").text

    def test_partners_stand_in_one_line(self, session: Session, app: Flask) -> None:
        table, keeper = play_pitch(session, app)
        assert table.game.group
        keeper.get(f"/groups/{table.game.group.uid}/games")
        assert "1 A Ann & C Cy won 4 Place 2 B Bob & D Di 0" in " ".join(keeper.text.split())

    def test_the_balances_of_money_games_have_a_sign(
        self, session: Session, club: Club, keeper: PlainBrowser
    ) -> None:
        play_dice(club)
        assert "Ann won +30" in keeper.click("Games").text
        assert "Highest round +30 A Ann" in keeper.click("More").click("Records").text
        keeper.click("A Ann")
        assert f"Played once, and won: +30, {EVENING_SHOWN}" in keeper.text


class TestRecords:
    def test_each_leads_to_the_round_that_set_it(self, club: Club, keeper: PlainBrowser) -> None:
        table = club.start("Ann", "Bob")
        table.play(100, 700)
        table.play(900, -250)
        club.end(table)
        keeper.click("More").click("Records")
        assert f"Highest round 900 A Ann round 2, {EVENING_SHOWN}" in keeper.text
        assert f"Highest total 1,000 A Ann {EVENING_SHOWN}" in keeper.text
        assert keeper.click("round 2").url == f"/games/{table.game.uid}/rounds/2"
        assert keeper.status == 200
        assert "+900" in keeper.text

    def test_a_comeback_says_how_far_behind_and_when(
        self, club: Club, keeper: PlainBrowser
    ) -> None:
        table = club.start("Ann", "Bob")
        table.play(100, 700)
        table.play(900, -250)
        club.end(table)
        keeper.click("More").click("Records")
        assert "Biggest comeback 600 behind A Ann after round 1, and won, 14 Mar" in keeper.text

    def test_partners_hold_one_together(self, session: Session, app: Flask) -> None:
        table, keeper = play_pitch(session, app)
        assert table.game.group
        keeper.get(f"/groups/{table.game.group.uid}/records")
        text = " ".join(keeper.text.split())
        assert f"Highest hand 4 A Ann & C Cy hand 1, {EVENING_SHOWN}" in text

    def test_and_to_who_set_it(self, club: Club, keeper: PlainBrowser) -> None:
        club.play(Ann=500, Bob=300)
        path = f"/groups/{club.group.uid}/players/{club.players['Ann'].uid}"
        assert keeper.click("More").click("Records").click("A Ann").url == path

    def test_before_the_first_one_it_says_what_to_do(self, keeper: PlainBrowser) -> None:
        assert "No records yet" in keeper.click("More").click("Records").text
        assert keeper.click("New game").status == 200


def test_who_is_not_in_the_group_sees_nothing(app: Flask, club: Club) -> None:
    ann = club.players["Ann"].uid
    for path in ("games", "records", f"players/{ann}"):
        assert app.test_client().get(f"/groups/{club.group.uid}/{path}").status_code == 404
