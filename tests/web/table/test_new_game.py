"""The screen of a new game without scripts: each button sends the form, nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

import pytest

from scorecard.rules.games import all_games
from tests.web.conftest import Program, seen
from tests.web.people.test_groups import found
from tests.web.plain_browser import PlainBrowser
from tests.web.table.test_suggestions import names

Phones = Callable[[], PlainBrowser]
Programs = Callable[[], Program]
TWELVE = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou"]


@pytest.fixture
def keeper(phone: Phones) -> PlainBrowser:
    return phone().get("/games/new")


def test_names_are_added_one_by_one_and_the_game_starts(keeper: PlainBrowser) -> None:
    keeper.press("Add", {"player": ["Ann"]})
    assert names(keeper) == ["Ann"]
    keeper.press("Add", {"player": ["Ann", " Bob "]})
    keeper.press("Start")
    assert re.fullmatch(r"/games/[^/]+", keeper.url)
    assert "Ann starts" in keeper.text


def test_the_name_in_the_field_plays_too(keeper: PlainBrowser) -> None:
    keeper.press("Start", {"player": ["Ann", "", "Bob"], "first": "3", "me": "3"})
    assert "Bob starts" in keeper.text
    assert keeper.get(f"{keeper.url}/me").field("seat") == "2"


@pytest.mark.parametrize(
    ("key", "is_counted"), [("brownie_points", True), ("brag", False), ("pitch", False)]
)
def test_scores_can_be_hidden_where_each_player_is_counted(
    keeper: PlainBrowser, program: Programs, key: str, *, is_counted: bool
) -> None:
    hidden = "Hide scores until everyone has counted"
    assert (hidden in keeper.get(f"/games/new/{key}").text) == is_counted
    ann = program().start("Ann", "Ben", "Cleo", "Di", game=key)
    settings = PlainBrowser(ann.client).get(f"/games/{ann.id}/settings")
    assert (hidden in settings.text) == is_counted


def test_who_only_keeps_score_sits_nowhere(keeper: PlainBrowser) -> None:
    keeper.press("Start", {"player": ["Ann", "Bob"], "me": "0"})
    assert keeper.get(f"{keeper.url}/me").field("seat") is None


@pytest.mark.parametrize(
    ("button", "value", "order", "first", "me"),
    [
        ("earlier", "3", ["Ann", "Cy", "Bob"], "3", "2"),
        ("earlier", "1", ["Bob", "Cy", "Ann"], "1", "2"),
        ("remove", "1", ["Bob", "Cy"], "1", "2"),
        ("remove", "2", ["Ann", "Cy"], "1", "2"),
        ("remove", "3", ["Ann", "Bob"], "2", ""),
        ("add", "Di", ["Ann", "Bob", "Cy", "Di"], "2", "3"),
        ("add", "CY", ["Ann", "Bob", "Cy"], "2", "3"),
        ("clear", "", [], None, ""),
        ("remove", "9" * 5_000, ["Ann", "Bob", "Cy"], "2", "3"),
        ("remove", "-1", ["Ann", "Bob", "Cy"], "2", "3"),
    ],
)
def test_buttons_rearrange_who_plays_and_who_begins_goes_along(
    keeper: PlainBrowser, button: str, value: str, order: list[str], first: str | None, me: str
) -> None:
    sent = {"player": ["Ann", "Bob", "Cy"], "first": "2", "me": "3", "target": "7000"}
    answer = keeper.client.post("/games/new/brownie_points", data={**sent, button: value})
    keeper._show(answer)
    assert names(keeper) == order
    assert (keeper.field("first"), keeper.field("me")) == (first, me)
    assert keeper.field("target") == "7000"


def test_shuffling_keeps_everybody(keeper: PlainBrowser) -> None:
    keeper.press("Add", {"player": TWELVE[:8]}).press("Shuffle")
    assert sorted(names(keeper)) == TWELVE[:8]


def test_another_game_keeps_the_names(keeper: PlainBrowser) -> None:
    keeper.press("Plain points", {"player": ["Ann", "Bob"], "me": "2"})
    assert keeper.text.startswith("New game of Plain points")
    assert (names(keeper), keeper.field("me")) == (["Ann", "Bob"], "2")
    keeper.press("Start")
    assert "Plain points" in keeper.text


@pytest.mark.parametrize("game", ["whist", "own_scorecard/none", "/", "own_scorecard/" + "x" * 900])
def test_a_game_that_is_none_is_not_found(keeper: PlainBrowser, game: str) -> None:
    assert keeper.client.post("/games/new/pitch", data={"game": game}).status_code == 404


def test_who_begins_is_what_the_games_own_option_says(phone: Phones) -> None:
    keeper = phone().get("/games/new/cucumber")
    assert "First dealer" not in keeper.text
    keeper.press("Start", {"player": ["Ann", "Bob", "Cy"], "first": "2", "me": "0"})
    assert "Bob deals" in keeper.text


class TestPicked:
    """Whoever an option is about is picked from the names, on every page that asks."""

    FOUR: ClassVar = ["Ann", "Ben", "Cleo", "Dan"]

    @pytest.mark.parametrize(
        ("teams", "sides"),
        [
            ("1", ["Ann & Cleo", "Ben & Dan"]),
            ("2", ["Ann & Ben", "Cleo & Dan"]),
            ("3", ["Ann & Dan", "Ben & Cleo"]),
        ],
    )
    def test_partners(self, phone: Phones, teams: str, sides: list[str]) -> None:
        keeper = phone().get("/games/new/pitch").press("Add", {"player": self.FOUR})
        keeper.press("Start", {"teams": teams, "me": "0"})
        assert all(side in seen(keeper.text) for side in sides)
        table = keeper.url
        for page in ("settings", "amend"):
            assert keeper.get(f"{table}/{page}").field("teams") == teams
        keeper.get(f"{table}/settings").press("Save", {"teams": "3"})
        assert "Ann & Dan" in seen(keeper.text)

    def test_partners_of_three_are_not_asked_for(self, phone: Phones) -> None:
        keeper = phone().get("/games/new/pitch").press("Add", {"player": self.FOUR[:3]})
        keeper.press("Start", {"teams": "2", "me": "0"})
        assert (keeper.status, names(keeper)) == (422, self.FOUR[:3])
        assert keeper.field("teams") == "2"

    def test_partners_that_are_asked_for_as_they_are_change_nothing(
        self, program: Programs
    ) -> None:
        teams = {"A": ["Ben", "Cleo"], "B": ["Ann", "Dan"]}
        game = program().start(*self.FOUR, game="pitch", options={"teams": teams})
        page = PlainBrowser(game.client).get(f"/games/{game.id}/amend")
        assert page.field("teams") == "3"
        page.press("Ask the table", {"reason": "Longer", "target": "30"})
        assert "Teams" not in page.text

    def test_special_prices(self, phone: Phones) -> None:
        keeper = phone().get("/games/new/ofcp").press("Add", {"player": self.FOUR[:3]})
        keeper.press("Start", {"pair_units-1-3": "5", "pair_units-1-4": "7", "me": "0"})
        keeper.get(f"{keeper.url}/settings")
        assert [keeper.field(f"pair_units-{pair}") for pair in ("1-2", "1-3", "2-3")] == [
            "",
            "5",
            "",
        ]
        keeper.press("Save", {"pair_units-1-3": "many"})
        assert 'between Ann and Cleo, not "many"' in keeper.text
        assert keeper.field("pair_units-1-3") == "many"

    @pytest.mark.parametrize("game", ["ace_deuce_jack", "farmer", "cucumber", "ofcp"])
    def test_who_begins(self, phone: Phones, game: str) -> None:
        option = next(one.key for one in all_games()[game].options if one.kind == "player")
        keeper = phone().get(f"/games/new/{game}").press("Add", {"player": self.FOUR})
        keeper.press("Start", {"first": "2", "me": "0"})
        table = keeper.url
        for page in ("settings", "amend"):
            assert keeper.get(f"{table}/{page}").field(option) == "Ben"
        keeper.get(f"{table}/settings").press("Save", {option: "Cleo"})
        assert f"Cleo {all_games()[game].turn}" in seen(keeper.text)


class TestTwelvePlayers:
    REASON = "12 players need the expansion deck. We’ve switched to it."

    def test_a_ninth_name_switches_to_the_deck_that_is_needed_and_says_so(
        self, keeper: PlainBrowser
    ) -> None:
        keeper.press("Add", {"player": TWELVE})
        assert self.REASON in keeper.text
        assert keeper.field("deck") == "expansion"
        keeper.press("Start", {"me": "0"})
        assert re.fullmatch(r"/games/[^/]+", keeper.url), keeper.text

    def test_without_a_look_at_it_start_says_so_once(self, keeper: PlainBrowser) -> None:
        keeper.press("Start", {"player": TWELVE})
        assert keeper.status == 409
        assert self.REASON in keeper.text
        assert "Card counts aren’t checked with the expansion deck" in keeper.text
        keeper.press("Start")
        assert keeper.status == 200
        assert re.fullmatch(r"/games/[^/]+", keeper.url)

    def test_thirteen_are_too_many_for_every_deck(self, keeper: PlainBrowser) -> None:
        keeper.press("Start", {"player": [*TWELVE, "Max"]})
        assert keeper.status == 422
        assert "2 to 8 players, not 13" in keeper.text


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann"], "Brownie Points is for 2 to 8 players, not 1."),
        (["Ann", "Bob", "Ann"], "Two players are called Ann."),
    ],
)
def test_who_cannot_play_is_told_beside_the_next_name_and_opens_no_settings(
    keeper: PlainBrowser, names: list[str], told: str
) -> None:
    keeper.press("Start", {"player": names})
    assert keeper.status == 422
    assert seen(keeper.text).count(told) == 1
    html = keeper.response.get_data(as_text=True)
    assert 'aria-invalid="true" aria-describedby="new-name-error"' in html
    assert 'class="problem"' not in html
    assert '<details class="line" data-settings>' in html


def test_a_name_that_is_too_long_is_told_beside_it(keeper: PlainBrowser) -> None:
    keeper.press("Start", {"player": ["Ann", "x" * 41]})
    assert keeper.status == 422
    html = keeper.response.get_data(as_text=True)
    assert 'maxlength="40"' in html
    assert 'aria-describedby="player-error"' in html
    assert "Player 2: A name has at most 40 characters; this one has 41." in keeper.text


def test_who_is_known_in_the_group_is_seated_and_may_be_somebody_else(phone: Phones) -> None:
    ann = phone()
    group = found(ann, "Ann", "Bob", "Cy")
    ann.get(f"{group}/me")
    uid = re.search(r'value="([^"]+)"[^>]*>\s*<bdi>Bob', ann.response.get_data(as_text=True))
    assert uid
    ann.press("Continue", {"player": [uid[1]]})
    ann.get(group).click("New game").press("Add", {"player": ["Ann", "Bob", "Cy"], "me": "2"})
    ann.press("Start")
    assert ann.get(f"{ann.url}/me").field("seat") == "2"
    ann.get(group).click("New game").press("Start")
    assert ann.get(f"{ann.url}/me").field("seat") == "2"
    ann.get(group).click("New game").press("Start", {"me": "3"})
    assert ann.get(f"{ann.url}/me").field("seat") == "3"


def test_sides_are_swapped_by_a_button(phone: Phones) -> None:
    keeper = phone().get("/games/new/own_scorecard?scorecard=spades")

    def plan() -> list[str]:
        html = keeper.response.get_data(as_text=True)
        return re.findall(r'value="\d+" formnovalidate data-places="\d+"><bdi[^>]*>(\w+)<', html)

    keeper.press("Add", {"player": TWELVE[:3]})
    assert 'data-places="4" hidden>' in keeper.response.get_data(as_text=True)
    keeper.press("Add", {"player": TWELVE[:4]})
    assert plan() == ["Ann", "Cy", "Bob", "Di"]
    keeper.press("Di", {"player": TWELVE[:4]})
    assert plan() == ["Ann", "Di", "Bob", "Cy"]
    assert names(keeper) == ["Ann", "Bob", "Di", "Cy"]


@pytest.mark.parametrize("key", ["hearts", "gin_rummy"])
def test_who_plays_alone_has_no_side(phone: Phones, key: str) -> None:
    keeper = phone().get(f"/games/new/own_scorecard?scorecard={key}")
    assert "Who plays together?" not in keeper.text


@pytest.mark.parametrize(
    ("game", "does", "first"),
    [
        ("brownie_points", "starts", {"first_seat": "1"}),
        ("pay_me", "deals", {"first_seat": "1"}),
        ("cucumber", "deals", {"first_dealer": "Ann"}),
    ],
)
def test_who_begins_a_rematch_is_said_and_can_be_changed(
    phone: Phones, game: str, does: str, first: dict[str, str]
) -> None:
    keeper = phone().get(f"/games/new/{game}")
    keeper.press("Start", {"player": ["Ann", "Bob", "Cy"], "me": "1", "first": "2"})
    assert f"Bob {does}" in keeper.text
    keeper.get(f"{keeper.url}/end").press("End Game").press("Rematch")
    assert f"Bob {does}" in keeper.text
    keeper.get(f"{keeper.url}/settings").press("Save", first)
    assert f"Ann {does}" in keeper.text


def test_a_player_of_the_group_has_their_colour_however_the_name_is_typed(phone: Phones) -> None:
    keeper = phone()
    group = found(keeper, "Ann", "Bob")
    keeper.press("Add", {"name": "Cy", "colour": "7"}).get(group).click("New game")
    keeper.press("Add", {"player": ["cy", "Ann", "Eve"]})
    html = keeper.response.get_data(as_text=True)
    hues = re.findall(r'class="seat (hue-\d+)"', html)
    assert hues[:3] == ["hue-7", "hue-1", "hue-3"]
