"""What a table says of a closed season that its game does not move any more."""

from __future__ import annotations

import pytest

from scorecard.services.seasons import seasons
from tests.web.plain_browser import PlainBrowser
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")


def table(three: Keeper, game: str, more: str = "") -> PlainBrowser:
    return three.browser.get(f"/games/{game}{more}")


def test_a_late_result_is_never_in_silence(three: Keeper) -> None:
    season = three.club.season()
    late = three.club.start("Ann", "Bob")
    late.play(500, 300)
    seasons.close(three.session, season, three.club.write())
    three.session.commit()
    page = table(three, late.game.uid, "/end")
    assert "Spring is closed" in page.text
    page.press("End Game")
    assert "It counts in no season: Spring is closed." in page.text
    page.click("Standings of Spring")
    assert "1 game since does not count." in page.text
    assert "Reopen season" in [text for text, _href in page.page.links]


def test_that_a_closed_season_keeps_a_game_is_said_before_it_goes(three: Keeper) -> None:
    season = three.club.season()
    played = three.club.play(Ann=500, Bob=300).game.uid
    kept = "Spring is closed: the game still counts there."
    for more in ("/delete", "/group?to=none"):
        assert kept not in table(three, played, more).text
    seasons.close(three.session, season, three.club.write())
    three.session.commit()
    for more in ("/delete", "/group?to=none"):
        assert kept in table(three, played, more).text
    stays = f"/group?to={three.club.group.uid}"
    assert kept not in table(three, played, stays).text
    table(three, played, "/delete").press("Move to trash")
    assert "1 game has gone since. It still counts." in three.get(three.season_path(season)).text
