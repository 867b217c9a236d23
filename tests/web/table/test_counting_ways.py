"""Where counting goes: to everybody at once on a phone that is alone, else to one after another."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorecard.rules.games import all_games
from tests.web.conftest import Program
from tests.web.phone.test_without_scripts import code_of, start
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
WHOLE = "/rounds/1/all"
SCORES: dict[str, str | list[str]] = {
    "s1-score": "1750",
    "s2-score": ["minus", "300"],
    "s3-score": "2100",
}

SIDES = {"name": "Ours", "sides": 2, "fields": [{"kind": "points", "key": "p", "label": "P"}]}


@pytest.fixture
def keeper(phone: Phones) -> PlainBrowser:
    return start(phone(), "Ann", "Bob", "Cy")


def goes_to(phone: PlainBrowser, asked: str = "") -> str:
    """Return where counting leads to from a game's table, without the game."""
    table = "/".join(phone.url.split("/")[:3])
    phone.get(f"{table}/count{asked}")
    return phone.url.removeprefix(table)


def preview(phone: PlainBrowser, **typed: str) -> str:
    table = "/".join(phone.url.split("/")[:3])
    answer = phone.client.post(f"{table}/rounds/1/preview", data=typed)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]*>", "", answer.get_data(as_text=True))).split())


def test_one_phone_alone_counts_the_whole_round(keeper: PlainBrowser) -> None:
    assert goes_to(keeper) == WHOLE
    assert "One player at a time" in keeper.text
    keeper.press("Save", SCORES)
    assert "1,750" in keeper.text
    assert "−300" in keeper.text
    assert "2,100" in keeper.text
    assert "Round 1" in keeper.text


def test_whoever_only_watches_has_not_joined(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Bob")
    program().join(ann, role="spectator")
    answer = ann.client.get(f"/games/{ann.id}/count")
    assert answer.headers["Location"].endswith("/rounds/1/all")


def test_once_somebody_has_joined_everybody_counts_for_themselves(
    keeper: PlainBrowser, phone: Phones
) -> None:
    table = keeper.url
    bob = phone().get("/join").press("Join", {"code": code_of(keeper)}).press("Bob")
    assert goes_to(bob) == "/rounds/1/seats/2"
    assert goes_to(keeper) == "/rounds/1/seats/1"
    assert goes_to(keeper, "?by=all") == WHOLE
    assert goes_to(keeper.get(table)) == "/rounds/1/seats/1"


def test_the_bank_who_bets_nothing_is_asked_who_won(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Bob", "Cy", game="ace_deuce_jack")
    phones = [ann, program().join(ann, 2), program().join(ann, 3)]
    assert ann.put("/me", {"seats": [1]}).status_code == 200
    for _before_and_after in range(2):
        told = [goes_to(PlainBrowser(one.client).get(f"/games/{ann.id}")) for one in phones]
        assert told == [WHOLE, "/rounds/1/seats/2", "/rounds/1/seats/3"]
        assert phones[1].enter(1, 2, 5).status_code == 200
    keeper = PlainBrowser(ann.client).get(f"/games/{ann.id}")
    assert goes_to(keeper, "?by=next") == "/rounds/1/seats/3", "whoever has not bet"


def test_a_partner_counts_for_the_side(program: Callable[[], Program]) -> None:
    options = {"scorecard": SIDES}
    ann = program().start("Ann", "Ben", "Cleo", "Dan", game="own_scorecard", options=options)
    cleo = program().join(ann, 3)
    assert goes_to(PlainBrowser(cleo.client).get(f"/games/{ann.id}")) == "/rounds/1/seats/3"
    assert ann.enter(1, 1, {"p": 5}).status_code == 200
    assert goes_to(PlainBrowser(cleo.client).get(f"/games/{ann.id}")) == "/rounds/1/seats/3"


def test_one_player_at_a_time_is_remembered_on_this_phone(keeper: PlainBrowser) -> None:
    goes_to(keeper)
    keeper.click("One player at a time")
    assert keeper.url.endswith("/rounds/1/seats/1")
    assert goes_to(keeper) == "/rounds/1/seats/1"
    keeper.click("Enter everyone’s scores")
    assert keeper.url.endswith(WHOLE)
    assert goes_to(keeper) == WHOLE


def test_save_and_next_goes_on_with_one_player_and_is_not_remembered(keeper: PlainBrowser) -> None:
    keeper.get(f"{keeper.url}/rounds/1/seats/1")
    keeper.press("Save & next", {"style": "direct", "score": "50"})
    assert keeper.url.endswith("/rounds/1/seats/2")
    assert goes_to(keeper) == WHOLE


def test_save_and_next_does_not_come_back_to_who_was_just_saved(phone: Phones) -> None:
    """The others have phones of their own; without the button one's own count is changed."""
    keeper = start(phone(), "Ann", "Bob", "Cy", me="1")
    table = keeper.url
    for name in ("Bob", "Cy"):
        phone().get("/join").press("Join", {"code": code_of(keeper)}).press(name)
    keeper.get(f"{table}/rounds/1/seats/1")
    keeper.press("Save & next", {"style": "direct", "score": "50"})
    assert keeper.url == f"{table}/rounds/1/seats/2"
    assert goes_to(keeper) == "/rounds/1/seats/1"


def test_who_has_left_is_asked_whom_this_phone_counts_for(program: Callable[[], Program]) -> None:
    ann = program().start("Ann", "Bob", "Cy")
    ann.play(50, 100, 150)
    bob = PlainBrowser(program().join(ann, 2).client).get(f"/games/{ann.id}")
    assert goes_to(bob) == "/rounds/2/seats/2"
    PlainBrowser(ann.client).get(f"/games/{ann.id}/players").press("Remove Bob")
    assert goes_to(bob.get(f"/games/{ann.id}")) == "/me"


def test_a_player_who_keeps_no_score_is_not_sent_to_everybodys_scores(
    keeper: PlainBrowser, phone: Phones
) -> None:
    bob = phone().get("/join").press("Join", {"code": code_of(keeper)}).press("Bob")
    goes_to(bob)
    assert "Enter everyone’s scores" not in bob.text


@pytest.mark.parametrize(
    ("game", "called"),
    [
        ("brag", "Enter the hand"),
        ("pitch", "Enter the hand"),
        ("cucumber", "Enter everyone’s scores"),
    ],
)
def test_the_menu_asks_for_everybodys_scores_only_where_each_has_one(
    program: Callable[[], Program], game: str, called: str
) -> None:
    ann = program().start("Ann", "Bob", "Cy", "Di", game=game)
    links = PlainBrowser(ann.client).get(f"/games/{ann.id}").page.links
    (offer,) = [text for text, href in links if href.endswith("/count-all")]
    assert offer == called


def test_every_way_to_type_a_round_is_on_the_page(keeper: PlainBrowser) -> None:
    goes_to(keeper)
    assert keeper.field("style") == "direct"
    keeper.press("Save", {"s1-quick-pile_points": "450", "s1-quick-hand_points": "50"})
    assert "Waiting for Bob and Cy" in keeper.text
    goes_to(keeper)
    assert (keeper.field("style"), keeper.field("s1-quick-pile_points")) == ("quick", "450")


def test_a_score_says_who_had_squirts(keeper: PlainBrowser) -> None:
    goes_to(keeper)
    keeper.press("Save", {**SCORES, "s2-squirts": "1"})
    keeper.get(f"{keeper.url}/rounds/1")
    assert "Squirts" in keeper.text
    keeper.get(f"{keeper.url}/all")
    assert [keeper.field(f"s{seat}-squirts") for seat in (1, 2, 3)] == [None, "1", None]


def test_the_deck_check_is_one_line(keeper: PlainBrowser) -> None:
    goes_to(keeper)
    typed = {"style": "direct", "s1-score": "1750", "s2-score": "-300", "s3-score": "2100"}
    said = "3,550 of 6,900 points so far"
    assert preview(keeper, **typed) == said
    assert preview(keeper, style="direct", **{"s1-score": "75"}).startswith(
        "Ann’s score cannot be 75"
    )
    sums = {"style": "quick", "s1-quick-pile_points": "450", "s1-quick-hand_points": "100"}
    assert preview(keeper, **sums) == "550 of 6,900 points so far"
    assert preview(keeper, style="direct") == "0 of 6,900 points so far"


def test_an_unknown_deck_has_no_check(phone: Phones) -> None:
    keeper = start(phone(), deck="expansion", confirmed="yes")
    goes_to(keeper)
    assert preview(keeper, style="direct", **{"s1-score": "50"}) == ""


@pytest.mark.parametrize("key", all_games())
def test_the_round_of_every_game_is_typed_with_our_keypad(client: FlaskClient, key: str) -> None:
    names = [f"P{number}" for number in range(all_games()[key].fewest)]
    table = client.post(f"/games/new/{key}", data={"player": names, "me": "0"}).headers["Location"]
    answer = client.get(f"{table}/count", follow_redirects=True)
    html = answer.get_data(as_text=True)
    assert answer.request.path.endswith(WHOLE)
    assert "scripts/entry/pad.js" in html
    numbers = re.findall(r"<input[^>]*inputmode[^>]*>", html)
    assert all("data-keys=" in one for one in numbers)
