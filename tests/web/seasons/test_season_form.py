"""The form of a season: a name and three schemes, and everything else folded away under More."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorecard.rules.outcome.standings import TIE_BREAKS
from scorecard.services.seasons import season_plans, seasons
from tests.web.conftest import Program, group_of
from tests.web.plain_browser import PlainBrowser
from tests.web.seasons.conftest import Keeper

OPEN = '<details class="more" open>'


@pytest.fixture
def form(program: Callable[[], Program]) -> PlainBrowser:
    keeper = program()
    uid = group_of(keeper.client, "Ann", "Bob")
    return PlainBrowser(keeper.client).get(f"/groups/{uid}/seasons/new")


def html(page: PlainBrowser) -> str:
    return page.response.get_data(as_text=True)


def test_a_name_is_enough(form: PlainBrowser) -> None:
    first = html(form).split("<details")[0]
    assert [first.count(f'value="{key}"') for key in ("places", "wins", "points")] == [1, 1, 1]
    assert first.count("<input") - first.count('type="hidden"') == 4
    assert OPEN not in html(form)
    assert form.press("Start", {"name": "Spring"}).text.startswith("Spring")


@pytest.mark.parametrize("field", ["starts_on", "places", "best_of"])
def test_a_refusal_under_more_opens_it(form: PlainBrowser, field: str) -> None:
    form.press("Start", {"name": "Spring", field: "soon"})
    assert form.status == 422
    assert OPEN in html(form)
    assert form.field("name") == "Spring"


def test_a_refused_name_leaves_it_closed(form: PlainBrowser) -> None:
    form.press("Start", {"name": " "})
    assert form.status == 422
    assert OPEN not in html(form)


def test_a_scheme_from_under_more_is_seen_when_the_season_is_changed(form: PlainBrowser) -> None:
    form.press("Start", {"name": "Spring", "scheme": "relative"}).click("Change")
    assert OPEN in html(form)
    assert form.field("scheme") == "relative"


class TestTieBreaks:
    """The chosen tie-breaks are seen, and the lists for more are folded away."""

    @staticmethod
    def seen_and_folded(page: PlainBrowser) -> tuple[int, int]:
        seen, _fold, folded = (
            html(page).split(">Tie-breakers</legend>")[1].partition('<details class="more">')
        )
        return seen.count("<select"), folded.count("<select")

    def test_the_usual_ones_are_seen(self, form: PlainBrowser) -> None:
        assert self.seen_and_folded(form) == (4, 3)

    @pytest.mark.parametrize("chosen", [["rating"], ["games", "best", "wins"], [*TIE_BREAKS]])
    def test_a_season_shows_its_own(self, form: PlainBrowser, chosen: list[str]) -> None:
        form.press("Start", {"name": "Spring", "tie_breaks": chosen}).click("Change")
        assert self.seen_and_folded(form) == (len(chosen), 7 - len(chosen))
        kept = [value for name, value in form.page.forms["form 0"].fields if name == "tie_breaks"]
        assert kept == [*chosen, *[""] * (7 - len(chosen))]

    def test_a_refusal_stands_above_what_is_folded(self, form: PlainBrowser) -> None:
        form.press("Start", {"name": "Spring", "tie_breaks": ["luck"]})
        assert OPEN in html(form)
        seen = html(form).split(">Tie-breakers</legend>")[1].split("<details")[0]
        assert "luck is no tie-break." in seen


class TestTried:
    """What a season would make of games is said before it is taken; scripts ask by themselves."""

    TRY = "Try it on past games"

    def test_everything_typed_stays_and_nothing_is_changed(self, three: Keeper) -> None:
        season = three.club.season(scheme={"kind": "wins"}, tie_breaks=["wins"])
        for scores in ({"Ann": 300, "Bob": 250}, {"Ann": 300, "Bob": 250}, {"Bob": 900, "Ann": 50}):
            three.club.play(**scores)
        page = three.get(three.season_path(season, "/edit"))
        typed = {"name": "", "scheme": "points", "drop_worst": "1", "ranked_by": "average"}
        page.press(self.TRY, typed)
        assert page.status == 200
        assert "Bob 900, Ann 50 for Brownie Points on" in page.text
        assert "Bob would lead." in page.text
        assert "Table as it would stand 1 Bob 575 2 Ann 300" in page.text
        assert [page.field(name) for name in typed] == [*typed.values()]
        assert three.again(season).scheme == {"kind": "wins"}
        page.press("Save", {"name": "Spring"})
        assert three.again(season).ranked_by == "average"

    def test_a_change_by_somebody_else_meanwhile_is_still_told(self, three: Keeper) -> None:
        season = three.club.season()
        page = three.get(three.season_path(season, "/edit"))
        other = season_plans.Plan.of(season, name="Theirs")
        seasons.change(three.club.session, season, three.club.write(), other)
        three.club.session.commit()
        page.press(self.TRY, {"drop_worst": "1"}).press("Save", {"name": "Mine"})
        assert page.status == 409
        assert three.again(season).name == "Theirs"

    def test_what_cannot_be_is_said_in_its_place_too(self, three: Keeper) -> None:
        page = three.get("/seasons/new")
        page.press(self.TRY, {"best_of": "2", "drop_worst": "1"})
        assert page.status == 422
        said = "Either only the best games count, or the worst don’t: leave one empty."
        tried = html(page).split("data-tried")[1].split("</section>")[0]
        assert said in tried
        assert 'id="drop_worst-error"' in html(page)

    def test_a_closed_season_is_not_tried(self, three: Keeper) -> None:
        season = three.club.season()
        page = three.get(three.season_path(season, "/edit"))
        seasons.close(three.club.session, season, three.club.write())
        three.club.session.commit()
        page.press(self.TRY, {})
        assert page.status == 409
