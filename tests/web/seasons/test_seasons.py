"""Seasons on a phone without scripts: made, changed, closed, looked at, and streamed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask, render_template

from scorecard.live.hub import hub
from scorecard.services.groups import group_members, groups, public_links
from scorecard.services.seasons import season_plans, seasons
from scorecard.web.http import access as web_access
from scorecard.web.http.access import now
from scorecard.web.live import streams
from tests.factories import Club
from tests.web.conftest import NOON
from tests.web.event_streams import Stream, since_of
from tests.web.plain_browser import PlainBrowser
from tests.web.seasons.conftest import Apart, Keeper

Phone = Callable[[], PlainBrowser]
TODAY = NOON.date()
pytestmark = pytest.mark.usefixtures("at_noon")


@pytest.fixture
def keeper(phone: Phone) -> PlainBrowser:
    """Return the phone of somebody who has just created a group and added a player."""
    browser = phone()
    browser.get("/groups/new").press("Create group", {"name": "Thursday"})
    browser.press("Add", {"name": "Ann"})
    return browser.get("/".join(browser.url.split("/")[:3]))


def page_fields(page: PlainBrowser) -> dict[str, Any]:
    """Return what any form of this group's pages sends beside what is typed."""
    return {"version": "0", "name": "Again", "starts_on": TODAY.isoformat()}


class TestMaking:
    def test_a_season_from_the_empty_group_to_its_page(self, keeper: PlainBrowser) -> None:
        assert "No season yet" in keeper.text
        keeper.click("New season")
        assert keeper.field("starts_on") == TODAY.isoformat()
        typed = {"name": "Spring", "least_games": "2", "best_of": "5", "places": "4, 2 1"}
        keeper.press("Start", typed)
        assert keeper.status == 200
        assert "Spring from" in keeper.text
        assert "No games yet" in keeper.text
        assert "Places: 4 – 2 – 1." in keeper.text
        assert "You’re ranked after 2 games." in keeper.text
        assert "Ties: more wins, then more second places" in keeper.text

    @pytest.mark.parametrize("places", ["5-3-2-1", "5,3,2,1", "5 3 2 1", " 5 – 3 – 2 – 1 "])
    def test_places_are_read_in_every_usual_writing(
        self, keeper: PlainBrowser, places: str
    ) -> None:
        keeper.click("New season").press("Start", {"name": "S", "places": places})
        assert "Places: 5 – 3 – 2 – 1." in keeper.text

    def test_every_scheme_is_shown_in_words_before_it_is_chosen(self, keeper: PlainBrowser) -> None:
        keeper.click("New season")
        for words in ("1 point for each win", "count as minus", "for beating everyone"):
            assert words in keeper.text
        keeper.press("Start", {"name": "S", "scheme": "relative", "early": "none"})
        assert "100 for beating everyone" in keeper.text
        assert "A game that ends early does not count." in keeper.text

    def test_own_points_where_the_lowest_total_wins_are_warned_about_and_halved_fairly(
        self, keeper: PlainBrowser
    ) -> None:
        keeper.click("New season")
        assert "they count as minus" in keeper.text
        plan = {"name": "S", "scheme": "points", "early": "half"}
        keeper.press("Start", {**plan, "kinds": ["pay_me"]})
        assert "In Pay Me the lowest total wins, so staying away pays off" in keeper.text
        assert "such a game costs only half" in keeper.text
        keeper.click("Change").press("Save", {"early": "distance"})
        assert "costs only half" not in keeper.text
        assert "brings the table’s average and half the distance from it." in keeper.text
        keeper.click("Change").press("Save", {"scheme": "average"})
        assert "goes with the game’s own points only" in keeper.text
        keeper.press("Save", {"scheme": "average", "early": "half"})
        assert "How far your total is above or below the average" in keeper.text
        assert "In Pay Me" not in keeper.text

    @pytest.mark.parametrize(
        ("field", "typed", "sentence"),
        [
            ("name", "  ", "A season needs a name."),
            ("name", "x" * 41, "at most 40 characters"),
            ("starts_on", "", "Say on which day the season begins."),
            ("starts_on", "14.3.2026", "14.3.2026 is no day."),
            ("starts_on", "0001-01-01", "between 1900 and 2999"),
            ("ends_on", "2020-01-01", "before it starts"),
            ("ends_on", "soon", "soon is no day."),
            ("ends_on", "9999-12-31", "between 1900 and 2999"),
            ("places", "5-x-1", "x is none"),
            ("places", "2.5", "2.5 is none"),
            ("places", "", "Give points for 1 to 12 places."),
            ("places", "1-2", "Place 2 cannot bring more than place 1."),
            ("places", "5000", "from 0 to 1,000"),
            ("least_games", "two", "two is none"),
            ("least_games", "0", "are 1 to 1,000"),
            ("least_games", "9" * 30, "is none"),
            ("best_of", "-1", "are 1 to 1,000"),
            ("drop_worst", "1", "Either only the best games count, or the worst don’t"),
            ("scheme", "luck", "An award scheme is one of"),
            ("early", "maybe", "maybe says nothing"),
            ("kinds", "chess", "No card game is called chess."),
            ("tie_breaks", "luck", "luck is no tie-break."),
            ("ranked_by", "luck", "No season is ranked by luck."),
        ],
    )
    def test_a_refusal_stands_beside_its_field_and_everything_typed_stays(
        self, keeper: PlainBrowser, field: str, typed: str, sentence: str
    ) -> None:
        keeper.click("New season")
        other: dict[str, Any] = {
            "name": "Spring",
            "ends_on": "2990-06-30",
            "kinds": ["pitch", "pay_me"],
            "least_games": "3",
            "best_of": "7",
            "places": "9-4",
            "early": "half",
        }
        keeper.press("Start", {**other, field: typed})
        assert keeper.status == 422
        html = keeper.response.get_data(as_text=True)
        error = re.search(rf'id="{field}-error">([^<]*)<', html)
        assert error, field
        assert sentence in error.group(1)
        assert f'aria-describedby="{field}-error' in html
        assert 'aria-invalid="true"' in html
        shown = dict(keeper.page.forms["form 0"].fields)
        for name, value in other.items():
            if name not in (field, "kinds"):
                assert shown[name] == value, name
        if field in (
            "name",
            "starts_on",
            "ends_on",
            "places",
            "least_games",
            "best_of",
            "drop_worst",
        ):
            assert shown[field] == typed
        ticked = [value for name, value in keeper.page.forms["form 0"].fields if name == "kinds"]
        assert ticked == ([] if field == "kinds" else ["pay_me", "pitch"])

    def test_every_mistake_is_said_at_once_and_the_first_has_the_focus(
        self, keeper: PlainBrowser
    ) -> None:
        keeper.click("New season")
        typed = {"name": " ", "starts_on": "soon", "places": "1-2", "best_of": "x"}
        keeper.press("Start", typed)
        for words in (
            "A season needs a name.",
            "First day: soon is no day.",
            "Place 2 cannot bring more than place 1.",
            "Best games that count: type a whole number; x is none.",
        ):
            assert keeper.text.count(words) == 1
        html = keeper.response.get_data(as_text=True)
        assert html.count("autofocus") == 1
        assert re.search(r'id="name"[^>]*autofocus', html)

    def test_net_chips_of_a_game_that_is_not_played_for_chips_are_refused(
        self, keeper: PlainBrowser
    ) -> None:
        keeper.click("New season")
        typed: dict[str, Any] = {"name": "S", "scheme": "chips", "kinds": ["pitch"]}
        keeper.press("Start", typed)
        assert "Pitch is not played for chips" in keeper.text

    def test_tie_breaks_are_taken_in_order(self, keeper: PlainBrowser) -> None:
        keeper.click("New season")
        chosen = ["rating", "", "games", "rating"]
        keeper.press("Start", {"name": "S", "tie_breaks": chosen})
        assert "Ties: the higher rating, then more games; then" in keeper.text

    def test_the_same_form_sent_twice_makes_one_season(self, keeper: PlainBrowser) -> None:
        keeper.click("New season")
        form = keeper.page.forms["form 0"]
        data = dict(form.fields) | {"name": "Spring", "key": "the same key"}
        for _time in range(2):
            answer = keeper.client.post(keeper.url, data=data)
            assert answer.status_code == 303
        assert keeper.get(answer.headers["Location"]).text.count("Spring") == 1


class TestChanging:
    def test_a_change_counts_the_games_anew(self, three: Keeper) -> None:
        season = three.club.season(early="full")
        three.club.play(Ann=500, Bob=300)
        page = three.get(three.season_path(season, "/edit"))
        page.press("Save", {"scheme": "points", "name": "All our points"})
        assert "All our points from" in page.text
        assert three.club.standings(three.again(season)) == [
            ("Ann", 1, 500),
            ("Bob", 2, 300),
        ]

    def test_what_somebody_else_changed_meanwhile_is_not_overwritten_unseen(
        self, three: Keeper
    ) -> None:
        season = three.club.season()
        mine = three.get(three.season_path(season, "/edit"))
        other = season_plans.Plan(name="Theirs", starts_on=TODAY)
        seasons.change(three.session, season, three.club.write(), other)
        three.session.commit()
        assert mine.press("Save", {"name": "Mine", "best_of": "many"}).status == 422
        assert mine.press("Save", {"best_of": ""}).status == 409
        assert "has changed meanwhile" in mine.text
        assert mine.field("name") == "Mine"
        mine.press("Save mine instead")
        assert mine.status == 200
        assert "Mine from" in mine.text

    def test_an_overlap_is_allowed_and_said(self, three: Keeper) -> None:
        three.club.season()
        second = three.club.season(name="Autumn")
        assert "Some games also count in Spring" in three.get(three.season_path(second)).text

    def test_an_empty_season_is_deleted_and_one_with_games_is_not(self, three: Keeper) -> None:
        season = three.club.season()
        empty = three.club.season(name="Empty", kinds=["pitch"])
        page = three.get(three.season_path(season, "/edit"))
        three.club.play(Ann=500, Bob=300)
        said = page.press("Move Spring to trash").text
        assert ("Close it instead" in said, "to trash" in said) == (True, False)
        page = three.get(three.season_path(empty, "/edit")).press("Move Empty to trash")
        assert (page.status, "Empty" in page.text) == (200, False)


class TestClosing:
    def test_what_will_happen_is_said_and_then_it_stands(self, three: Keeper) -> None:
        season = three.club.season()
        three.club.play(Ann=500, Bob=300)
        page = three.get(three.season_path(season, "/close"))
        assert "You can reopen the season later" in page.text
        assert "Champion Ann" in page.text
        page.press("Close season", {"next_name": "Summer"})
        assert page.status == 200
        assert "closed" in page.text
        assert "Champion Ann" in page.text
        assert "Change" not in [text for text, _href in page.page.links]
        assert "Summer" in three.get("/seasons").text
        for more in ("/edit", "/close"):
            page = three.get(three.season_path(season, more))
            assert page.status == 409
            assert "Spring is closed" in page.text
            assert "Next season" in page.text
            key = {"csrf_token": "", "key": f"another{more}"}
            answer = page.client.post(page.url, data=page_fields(page) | key)
            assert answer.status_code == 409
            assert "is closed</h1>" in answer.get_data(as_text=True)

    def test_it_may_end_yesterday(self, three: Keeper) -> None:
        yesterday = TODAY - timedelta(days=1)
        season = three.club.season(starts_on=yesterday)
        three.club.play(Ann=500, Bob=300)
        page = three.get(three.season_path(season, "/close"))
        assert page.field("last_day") == TODAY.isoformat()
        page.press("Close season", {"last_day": "2020-01-01"})
        assert page.status == 422
        assert "not 1 Jan 2020" in page.text
        page.press("Close season", {"last_day": yesterday.isoformat(), "next_name": "Summer"})
        assert "No game counted in this season." in page.text
        assert "1 A Ann" in page.click("Summer").text

    def test_a_closing_that_comes_too_late_stays_on_its_page(self, three: Keeper) -> None:
        season = three.club.season()
        page = three.get(three.season_path(season, "/close"))
        plan = season_plans.Plan(name="Theirs", starts_on=TODAY)
        seasons.change(three.session, season, three.club.write(), plan)
        three.session.commit()
        page.press("Close season", {"next_name": "Summer"})
        assert page.status == 409
        assert "Close Theirs?" in page.text
        assert page.field("next_name") == "Summer"

    def test_a_name_that_cannot_be_is_refused_and_nothing_is_closed(self, three: Keeper) -> None:
        season = three.club.season()
        page = three.get(three.season_path(season, "/close"))
        page.press("Close season", {"next_name": "x" * 41})
        assert page.status == 422
        assert page.field("next_name") == "x" * 41
        assert "at most 40 characters" in page.text
        assert not three.again(season).is_closed


class TestStandings:
    def test_the_groups_page_shows_them_first(self, three: Keeper) -> None:
        three.club.season(least_games=2)
        three.club.play(Ann=500, Bob=300)
        three.club.play(Bob=500, Cy=300)
        page = three.get()
        assert "1 B Bob" in page.text
        assert "1 of 2 games" in page.text
        assert "1 win · average 4 · best 5" in page.text

    def test_movement_is_said_in_words(self, three: Keeper) -> None:
        three.club.season()
        three.club.play(Ann=500, Bob=300)
        three.club.play(Bob=500, Cy=300)
        text = three.get().text
        assert "▲1 up 1, from 2nd" in text
        assert "▼1 down 1, from 1st" in text
        assert "3 C Cy" in text

    def test_the_tie_break_that_decided_is_named(self, three: Keeper) -> None:
        three.club.season(scheme={"kind": "places", "places": [2, 1]})
        three.club.play(Ann=500, Cy=300)
        three.club.play(Bob=300, Cy=500)
        three.club.play(Bob=300, Cy=500)
        text = three.get().text
        assert text.count("tied on points; more wins") == 1
        assert text.index("Ann") < text.index("tied on points") < text.index("Bob")

    def test_a_season_of_another_group_is_not_found(self, three: Keeper, app: Flask) -> None:
        other = Keeper(three.session, app, "Di").club.season()
        assert three.get(f"/seasons/{other.uid}").status == 404

    def test_the_chart_is_a_table(self, three: Keeper) -> None:
        season = three.club.season()
        assert (
            "The chart starts with the first one"
            in three.get(three.season_path(season, "/chart")).text
        )
        three.club.play(Ann=500, Bob=300)
        html = three.get(three.season_path(season, "/chart")).response.get_data(as_text=True)
        assert '<table data-chart="points">' in html
        assert '<table data-chart="positions">' in html
        assert "<td>5</td><td>3</td>" in html
        assert "<td>1</td><td>2</td>" in html

    def test_members_look_and_keepers_change(self, three: Keeper) -> None:
        season = three.club.season()
        member = three.member()
        for path in ("", "/seasons", *(three.season_path(season, end) for end in ("", "/chart"))):
            assert member.get(three.path + path).status == 200, path
        for path in ("/seasons/new", *(three.season_path(season, e) for e in ("/edit", "/close"))):
            assert member.get(three.path + path).status == 403, path
            assert member.client.post(three.path + path).status_code == 403, path
        answer = member.client.post(three.path + three.season_path(season, "/delete"))
        assert answer.status_code == 403
        nobody = PlainBrowser(Apart(three.app, three.app.response_class))
        assert nobody.get(three.path + "/seasons").status == 404


class TestSeasonPage:
    def test_it_belongs_to_the_standings_and_leads_on(self, three: Keeper) -> None:
        season = three.club.season()
        three.club.season(name="Autumn")
        three.club.play(Ann=500, Bob=300)
        page = three.get(three.season_path(season))
        html = page.response.get_data(as_text=True)
        assert 'aria-current="true">Standings</a>' in html
        assert "New game" in [text for text, _href in page.page.links]
        assert html.index("<table") < html.index(">Chart</a>") < html.index('class="season-switch"')
        assert html.index("</table>") < html.index(">Close season</a>")
        assert html.index("Some games also count in Autumn") < html.index("<summary>Season rules")

    def test_the_list_says_how_each_season_stands(self, three: Keeper) -> None:
        three.club.season()
        three.club.season(name="Next", starts_on=TODAY + timedelta(days=3))
        three.club.play(Ann=500, Bob=300)
        text = three.get("/seasons").text
        assert "open · 1 game · Ann leads" in text
        assert re.search(r"Next from [^·]* Spring from [^·]* · open", text)


class TestClosingScreen:
    def test_partners_win_together_and_stand_as_one(self, three: Keeper) -> None:
        three.club.season(kinds=["pay_me"])
        club = Club(three.session, "Ann", "Bob", "Cy", "Di", at=now())
        club.season(kinds=["pay_me"])
        table = club.start("Ann", "Bob", "Cy", "Di", rules="pitch")
        browser = three.phone_of(club.keeper).get(f"/games/{table.game.uid}/end")
        assert "1 Ann & Cy" in browser.text
        assert "before a hand was played" in browser.text
        browser.press("End Game")
        assert "No hand counts, so this game counts in no season." in browser.text

    def test_end_game_says_what_it_will_award_and_what_it_did(self, three: Keeper) -> None:
        three.club.season(early="half")
        three.club.play(Ann=500, Bob=300)
        table = three.club.start("Ann", "Bob")
        table.play(100, 900)
        browser = three.browser.get(f"/games/{table.game.uid}/end")
        assert "This game counts in Spring: 5 – 3" in browser.text
        assert "Ended early, it brings half the points." in browser.text
        browser.press("End Game")
        # Half of 5 and of 3 each time: both have 4, with a win and a second place each.
        assert "Bob +2.5 up from 2nd → to 1st ▲" in browser.text
        assert "Ann +1.5 1st" in browser.text

    def test_a_newcomer_is_new(self, three: Keeper) -> None:
        three.club.season(least_games=2)
        table = three.club.play(Ann=500, Bob=300)
        text = three.browser.get(f"/games/{table.game.uid}").text
        assert "Ann +5 not ranked yet" in text
        table = three.club.play(Ann=500, Bob=300)
        assert "Ann +5 1st" in three.browser.get(f"/games/{table.game.uid}").text


class TestPublic:
    def token(self, three: Keeper) -> str:
        club = three.club
        groups.switch_public(three.session, club.group, club.write(), club.SECRET, is_on=True)
        three.session.commit()
        token = public_links.token(club.group, [club.SECRET])
        assert token
        return token

    def test_it_shows_the_standings_and_leads_nowhere(self, three: Keeper, phone: Phone) -> None:
        season = three.club.season()
        three.club.play(Ann=500, Bob=300)
        closed = three.club.season(name="Old")
        seasons.close(three.session, closed, three.club.write())
        token = self.token(three)
        page = phone().get(f"/standings/{token}")
        assert page.status == 200
        assert "Ann" in page.text
        assert all("/groups/" not in href for _text, href in page.page.links)
        assert page.response.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert 'name="robots"' in page.response.get_data(as_text=True)
        assert "Champion" in page.click("Old").text
        page.get(f"/standings/{token}?season={season.uid}")
        assert "Champion" not in page.text
        assert page.get(f"/standings/{token}?season=unknown").status == 404

    def test_it_ends_when_it_is_switched_off(self, three: Keeper, phone: Phone) -> None:
        token = self.token(three)
        assert "No season yet" in phone().get(f"/standings/{token}").text
        club = three.club
        groups.switch_public(three.session, club.group, club.write(), club.SECRET, is_on=False)
        three.session.commit()
        assert phone().get(f"/standings/{token}").status == 404


class TestLive:
    def test_every_phone_gets_the_same_standings_when_a_game_ends(self, three: Keeper) -> None:
        season = three.club.season()
        paths = [f"{three.path}/events", f"{three.path}/events?season={season.uid}"]
        clients = [three.browser.client, three.member().client]
        streams = [Stream(client, path) for path in paths for client in clients]
        try:
            for stream in streams:
                assert "retry" in stream.next()
                assert "No games yet" in stream.next()["data"]
            three.club.end(self.played(three))
            found = [stream.next() for stream in streams]
            assert {event["event"] for event in found} == {"standings"}
            assert len({event["data"] for event in found}) == 1
            assert "Ann" in found[0]["data"]
        finally:
            for stream in streams:
                stream.close()

    @pytest.mark.parametrize("page", ["group", "season", "home"])
    def test_what_a_page_shows_is_not_sent_to_it_again(
        self, three: Keeper, monkeypatch: pytest.MonkeyPatch, page: str
    ) -> None:
        monkeypatch.setattr(streams, "BEAT_SECONDS", 0.05)
        season = three.club.season()
        shown, asked = {
            "group": (three.path, ""),
            "season": (three.path + three.season_path(season), f"season={season.uid}"),
            "home": ("/", "of=leaders"),
        }[page]
        since = since_of(three.browser.client, shown)
        stream = Stream(three.browser.client, f"{three.path}/events?{asked}&since={since}")
        stream.next()
        assert stream.next()["event"] == "beat"
        three.club.end(self.played(three))
        assert stream.next_but_beats()["event"] == "standings"
        stream.close()

    def played(self, three: Keeper) -> Any:
        table = three.club.start("Ann", "Bob")
        table.play(500, 300)
        # Whoever listens hears of the start, too: nothing of it shows.
        return table

    def test_the_table_of_an_ended_game_moves_with_the_standings(self, three: Keeper) -> None:
        three.club.season()
        before = three.club.play(Ann=500, Bob=300)
        stream = Stream(three.browser.client, f"/api/v1/games/{before.game.uid}/events")
        stream.next()
        assert json.loads(stream.next()["data"])["awards"][0]["is_latest"]
        three.club.play(Ann=100, Bob=300)
        assert not json.loads(stream.next()["data"])["awards"][0]["is_latest"]
        stream.close()

    def test_a_phone_that_is_sent_out_hears_so(self, three: Keeper) -> None:
        member = three.member()
        stream = Stream(member.client, f"{three.path}/events")
        stream.next()
        stream.next()
        device = group_members.inside(three.session, three.club.group)[1].device_id
        club = three.club
        group_members.send_out(three.session, club.group, device, club.write(), club.SECRET)
        three.session.commit()
        assert "event: gone" in stream.rest()
        stream.close()
        assert member.get(three.path).status == 403

    def test_the_stream_of_a_deleted_season_ends(self, three: Keeper) -> None:
        season = three.club.season()
        path = f"{three.path}/events?season={season.uid}"
        stream = Stream(three.browser.client, path)
        stream.next()
        stream.next()
        seasons.delete(three.session, season, three.club.write())
        three.session.commit()
        assert stream.rest() == ""
        assert hub.count(three.club.group.uid) == 0

    def test_they_are_rendered_once_for_everybody(
        self, three: Keeper, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from scorecard.web.live import standings

        three.club.season()
        rendered: list[str] = []

        def counting(name: str, **values: Any) -> str:
            rendered.append(name)
            return render_template(name, **values)

        monkeypatch.setattr(standings, "render_template", counting)
        for browser in (three.browser, three.member(), three.browser):
            rendered.clear()
            browser.get(three.path)
            browser.get(three.path)
        assert rendered == []

    def test_tomorrow_another_season_may_come_first(
        self, three: Keeper, monkeypatch: pytest.MonkeyPatch
    ) -> None:

        three.club.season(ends_on=TODAY)
        three.club.season(name="Tomorrow", starts_on=TODAY + timedelta(days=1))
        assert "Spring " in three.get().text
        later = now() + timedelta(days=1)
        monkeypatch.setattr(web_access, "now", lambda: later)
        assert "Tomorrow from" in three.get().text


def test_a_season_by_the_average_shows_it_first(three: Keeper) -> None:
    season = three.club.season(ranked_by="average", least_games=2, tie_breaks=["wins"])
    three.club.play(Ann=500, Bob=300)
    three.club.play(Bob=500, Cy=300)
    three.club.play(Ann=300, Bob=100)
    page = three.get(three.season_path(season))
    # Ann 5 + 5, Bob 3 + 5 + 3.
    assert "2 games · 2 wins · 10 points · best 5" in page.text
    assert "1 of 2 games" in page.text
    sheet = page.click("Sheet").text
    assert "PlayerPointsAverage" in sheet
    assert "Bob 11 3.67" in sheet
