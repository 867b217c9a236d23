"""Evenings that count more, on a phone without scripts and over the API."""

from __future__ import annotations

import pytest

from scorecard.services.seasons import seasons
from tests.factories import day_shown
from tests.web.conftest import NOON
from tests.web.seasons.conftest import Keeper

pytestmark = pytest.mark.usefixtures("at_noon")
TODAY = NOON.date().isoformat()
SAID = f"{day_shown(NOON)} counts"


def test_it_is_chosen_at_the_sheet_said_there_and_taken_back(three: Keeper) -> None:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300)
    sheet = three.season_path(season, "/sheet")
    page = three.get(sheet).click("Evenings that count more")
    assert page.field("day") == TODAY
    page.press("Save")
    assert f"{SAID} double" in page.text
    assert "× 2" in three.get(sheet).text
    assert "1 Ann 10 10" in three.get(sheet).text
    assert (
        f"The evening of {NOON.day} {NOON:%b %Y} counts double."
        in three.get(three.season_path(season)).text
    )
    three.get(three.season_path(season, "/weights")).press("Count once")
    assert "×" not in three.get(sheet).text


@pytest.mark.parametrize(
    ("typed", "words"),
    [("1,5", "counts 1.5 times"), ("× 3", "counts 3 times"), ("0.5", "counts half")],
)
def test_it_is_read_as_people_type_it(three: Keeper, typed: str, words: str) -> None:
    season = three.club.season()
    page = three.get(three.season_path(season, "/weights"))
    assert words in page.press("Save", {"times": typed}).text


@pytest.mark.parametrize("typed", ["", "0", "many", "1.25", "1.3", "11", "-2", "9" * 8])
def test_what_is_no_weight_is_refused_beside_it(three: Keeper, typed: str) -> None:
    season = three.club.season()
    page = three.get(three.season_path(season, "/weights"))
    page.press("Save", {"times": typed, "day": TODAY})
    assert "An evening counts 0.5 to 10 times, in steps of a half." in page.text
    assert page.field("times") == (typed or "2")


def test_a_season_that_is_closed_says_so(three: Keeper) -> None:
    season = three.club.season()
    three.club.play(Ann=500, Bob=300)
    page = three.get(three.season_path(season, "/weights"))
    seasons.close(three.session, season, three.club.write())
    three.session.commit()
    page.press("Save")
    assert "is closed; its table is final" in page.text


def test_programs_say_it_too(three: Keeper) -> None:
    season = three.club.season()
    three.session.commit()
    url = f"/api/v1{three.path}{three.season_path(season)}"
    sent = {"version": three.club.group.version, "day": TODAY, "times": 1.5}
    answer = three.get().client.post(f"{url}/weights", json=sent)
    assert answer.status_code == 200, answer.get_json()
    assert three.get().client.get(url).get_json()["weights"] == {TODAY: 3}
