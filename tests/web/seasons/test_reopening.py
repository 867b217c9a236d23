"""A season closed by mistake, opened again on a phone without scripts."""

from __future__ import annotations

import pytest

from scorecard.services.seasons import reopening, seasons
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")


def test_a_late_game_is_told_quietly_and_the_season_opened_again(three: Keeper) -> None:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300)
    seasons.close(three.session, season, three.club.write())
    late = three.club.play(Bob=500, Ann=100).game.uid
    three.club.play(Bob=500, Ann=100)
    page = three.get(three.season_path(season))
    assert "2 games since do not count." in page.text
    assert f"/games/{late}" in [href for _text, href in page.page.links]
    page.click("Reopen season")
    assert "Reopen Spring?" in page.text
    assert "2 games since do not count." in page.text
    assert "Bob would lead." in page.text
    page.press("Reopen")
    assert page.url == three.path + three.season_path(season)
    assert "games since" not in page.text
    assert "Champion" not in page.text
    assert page.text.index("Bob") < page.text.index("Ann")
    assert "Season Spring reopened" in three.get("/history").text
    page = three.get(three.season_path(season, "/reopen"))
    assert "Spring is not closed." in page.text


def test_a_reopening_that_comes_too_late_says_so(three: Keeper) -> None:
    season = three.club.season()
    seasons.close(three.session, season, three.club.write())
    three.session.commit()
    page = three.get(three.season_path(season, "/reopen"))
    reopening.reopen(three.session, season, three.club.write())
    three.session.commit()
    page.press("Reopen")
    assert page.status == 409
    assert "Spring is not closed." in page.text


def test_members_do_not_reopen(three: Keeper) -> None:
    season = three.club.season()
    seasons.close(three.session, season, three.club.write())
    three.session.commit()
    member, path = three.member(), three.path + three.season_path(season, "/reopen")
    assert member.get(path).status == 403
    assert member.client.post(path).status_code == 403
