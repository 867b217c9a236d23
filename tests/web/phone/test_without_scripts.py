"""A whole evening with plain forms and links: everything works before scripts have loaded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.factories import WHOLE_DECK
from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]

PILE = {f"pile-{card}": str(count) for card, count in WHOLE_DECK.items()}


def start(phone: PlainBrowser, *names: str, **settings: str) -> PlainBrowser:
    phone.get("/").click("New game")
    assert phone.text.startswith("New game of Brownie Points")
    return phone.press("Start", {"player": list(names or ("Ann", "Bob")), "me": "0", **settings})


def code_of(phone: PlainBrowser) -> str:
    table = phone.url
    phone.get(f"{table}/share")
    found = re.search(r"then type ([A-Z0-9]{3}) ([A-Z0-9]{3})", phone.text)
    assert found
    phone.get(table)
    return "".join(found.groups())


def count(
    phone: PlainBrowser, seat: int, number: int, typed: dict[str, str] | None = None
) -> PlainBrowser:
    table = "/".join(phone.url.split("/")[:3])
    phone.get(f"{table}/rounds/{number}/seats/{seat}")
    return phone.press("Save", typed or {"nothing": "yes"})


def totals(phone: PlainBrowser) -> list[str]:
    """Return the totals as the table shows them, best first."""
    html = phone.response.get_data(as_text=True)
    return re.findall(r'<b class="total">([^<]*)</b>', html)


def test_an_evening_on_two_phones(phone: Phones) -> None:
    keeper = start(phone(), target="1000")
    assert all(said in keeper.text for said in ("Round 1 · to 1,000", "Ann starts"))
    code = code_of(keeper)

    bob = phone().get("/join")
    bob.press("Join", {"code": f"{code[:3]} {code[3:].lower()}"})
    assert "Who are you?" in bob.text
    bob.press("Bob")
    assert "counting…" not in bob.text

    keeper.click("Count cards")
    assert "Ann" in keeper.text
    keeper.press("Save", {"style": "quick", "quick-pile_points": "450", "quick-hand_points": "0"})
    assert "Waiting for Bob Finish without them…" in keeper.text
    bob.click("Count cards").press("Save", {"style": "direct", "score": ["minus", "150"]})
    assert totals(bob) == ["450", "−150"]

    bob.get(f"{bob.url}/rounds/1")
    assert "Bob −150 entered by Bob" in bob.text  # Not that its score is 150 once more.
    bob.click("Correct").press("Save", {"score": "250", "score-minus": []})
    assert totals(bob) == ["450", "250"]

    keeper.get(f"{bob.url}/history")
    keeper.press("Undo “Round 1 corrected")
    assert totals(keeper) == ["450", "−150"]
    keeper.press("Redo")
    assert totals(keeper) == ["450", "250"]

    keeper.get(f"{keeper.url}/rounds/2/all?style=direct")
    keeper.press("Save", {"s1-score": "600", "s2-score": "50"})
    assert "Ann wins" in keeper.text
    assert "1,050" in keeper.text
    keeper.click("End Game").press("End Game")
    assert "Ended after 2 rounds" in keeper.text

    bob.get(keeper.url).press("Rematch")
    assert "Ann starts" in bob.text
    assert bob.url != keeper.url
    keeper.get(keeper.url).click("Join the rematch")
    assert keeper.url == bob.url


def test_the_players_of_the_last_game_are_suggested(phone: Phones) -> None:
    keeper = start(phone(), "Ann", "Bob", "Cy")
    keeper.get("/games/new/brownie_points")
    names = [value for name, value in keeper.forms["form 0"].fields if name == "player"]
    assert names[:3] == ["Ann", "Bob", "Cy"]


def test_joining_by_link_in_each_role(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    keeper.get(f"{table}/share")
    links = re.findall(r'readonly value="(http[^"?]*)"', keeper.response.get_data(as_text=True))
    assert len(links) == 3
    seen = set()
    for link in links:
        guest = phone().get(link[link.index("/join") :])
        assert "Ann" in guest.text
        assert "Bob" in guest.text
        button = next(button.text for button in guest.page.buttons)
        seen.add(button)
        guest.press(button)
        assert guest.status == 200
        guest.get(table)
        assert guest.status == 200
    assert {name[:3] for name in seen} == {"Ann", "Wat"}, "one tap on a name, or to watch"


def test_a_link_that_was_renewed_says_so(phone: Phones) -> None:
    keeper = start(phone())
    keeper.get(f"{keeper.url}/share")
    link = re.findall(r'value="http[^"]*(/join/[^"]*)"', keeper.response.get_data(as_text=True))[0]
    keeper.press("Renew code and links")
    guest = phone().get(link)
    assert guest.status == 410
    assert "scorekeeper has renewed" in guest.text


def test_joining_as_somebody_new(phone: Phones) -> None:
    keeper = start(phone())
    guest = phone().get("/join").press("Join", {"code": code_of(keeper)})
    guest.press("Add", {"name": "Cy"})
    assert "Cy" in guest.text
    keeper.get(keeper.url)
    assert "Cy" in keeper.text


def test_a_wrong_code_is_a_sentence_beside_the_field(phone: Phones) -> None:
    guest = phone().get("/join").press("Join", {"code": "ABCDEF"})
    assert guest.status == 404
    assert "No game is open under this code" in guest.text
    assert "TV scoreboard" not in guest.text, "there is no game to have one"
    assert guest.field("code") == "ABCDEF"


def test_a_blank_code_is_a_sentence_beside_the_field(phone: Phones) -> None:
    guest = phone().get("/join").press("Join", {"code": ""})
    assert guest.status == 422
    assert "Enter the code" in guest.text


class TestNewGame:
    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"player": ["Ann"]}, "2 to 8 players, not 1"),
            ({"player": []}, "2 to 8 players, not 0"),
            ({"player": ["Ann", "ann"]}, "Two players are called ann"),
            ({"player": ["Ann", "x" * 41]}, "at most 40 characters"),
            ({"player": ["Ann", "a\x07b"]}, "control characters"),
            ({"target": "100"}, "“Target” must be a whole number from 500"),
            ({"target": "ten"}, "not &#34;ten&#34;"),
            ({"target": "10000.5"}, "must be a whole number"),
            ({"values-10": "-5"}, "for 10"),
            ({"squirts_cards": "9"}, "from 1 to 4"),
            ({"deck": "tarot"}, "must be one of"),
        ],
    )
    def test_what_cannot_be_is_said_and_the_form_kept(
        self, client: FlaskClient, typed: dict[str, str], sentence: str
    ) -> None:
        data = {"player": ["Ann", "Bob"], "target": "9000", **typed}
        response = client.post("/games/new/brownie_points", data=data)
        html = response.get_data(as_text=True)
        assert response.status_code == 422
        assert sentence in html
        for name in data["player"]:
            assert f'value="{name}"' in html or "\x07" in name
        assert f'value="{data["target"]}"' in html

    def test_warnings_ask_once_and_then_start(self, phone: Phones) -> None:
        keeper = phone().get("/games/new/brownie_points")
        keeper.press("Start", {"player": ["Ann", "Bob"], "deck": "expansion", "target": "7000"})
        assert keeper.status == 409
        assert "not recommended for 2 players" in keeper.text
        assert keeper.field("target") == "7000"
        keeper.press("Start", {"me": "0"})
        assert "Card counts aren’t checked with the expansion deck" in keeper.text

    def test_a_double_tap_starts_one_game(self, client: FlaskClient) -> None:
        data = {"player": ["Ann", "Bob"], "key": "k1"}
        first = client.post("/games/new/brownie_points", data=data)
        second = client.post("/games/new/brownie_points", data=data)
        assert first.headers["Location"] == second.headers["Location"]
        assert client.get("/").get_data(as_text=True).count('class="now-playing"') == 1

    def test_an_unknown_game_is_not_found(self, client: FlaskClient) -> None:
        assert client.get("/games/new/whist").status_code == 404
        assert client.post("/games/new/whist", data={}).status_code == 404
        assert client.get("/rules/whist").status_code == 404


class TestCounting:
    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"pile-7": "9"}, "The deck has 8 × rank 7, but you counted 9: Ann 9."),
            ({"pile-7": "-1"}, "cannot be negative"),
            ({"pile-7": "2.5"}, "must be a whole number"),
            ({"hand-dog_house": "six"}, "must be a whole number"),
            ({"pile-7": "1" * 30}, "The deck has 8"),
            ({"style": "quick", "quick-pile_points": "75", "quick-hand_points": "0"}, "multiple"),
            ({"style": "quick", "quick-pile_points": "7000", "quick-hand_points": "0"}, "6,900"),
            ({"style": "quick", "quick-pile_points": "50", "quick-hand_points": "-50"}, "negative"),
            ({"style": "quick", "quick-pile_points": "50"}, "Enter “Left in hand”"),
            ({"style": "direct", "score": ""}, "Enter “Round score”"),
            ({"style": "direct", "score": "7000"}, "6,900"),
            ({"style": "direct", "score": "abc"}, "must be a whole number"),
        ],
    )
    def test_what_cannot_be_is_said_beside_the_field_and_the_form_kept(
        self, phone: Phones, typed: dict[str, str], sentence: str
    ) -> None:
        keeper = start(phone())
        count(keeper, 1, 1, {**typed})
        assert keeper.status == 422
        assert sentence in keeper.text
        html = keeper.response.get_data(as_text=True)
        assert 'aria-invalid="true"' in html or "points at most" in keeper.text
        for name, value in typed.items():
            assert keeper.field(name) == value

    def test_a_card_counted_twice_names_both(self, phone: Phones) -> None:
        keeper = start(phone())
        count(keeper, 1, 1, {"pile-7": "5"})
        count(keeper, 2, 1, {"hand-7": "4"})
        assert keeper.status == 422
        assert "Ann 5, Bob 4" in keeper.text

    def test_warnings_show_on_the_table_with_who_to_ask(self, phone: Phones) -> None:
        keeper = start(phone())
        short = {**PILE, "pile-7": "5"}
        count(keeper, 1, 1, {**short})
        count(keeper, 2, 1, {"hand-7": "1"})
        assert "Everybody is in – look again" in keeper.text
        assert "2 cards are missing: 2 × 7" in keeper.text
        assert "7: 6 of 8 (Ann 5, Bob 1)" in keeper.text
        keeper.press("Score it anyway")
        assert totals(keeper) == ["6,600", "−100"]

    def test_cards_that_nobody_counted_are_named_once(self, phone: Phones) -> None:
        keeper = start(phone())
        count(keeper, 1, 1, {"pile-7": "5"})
        count(keeper, 2, 1, {"hand-8": "1"})
        assert "7: 5 of 8 (Ann 5)" in keeper.text
        assert "8: 1 of 8 (Bob 1)" in keeper.text
        assert "5 × Dog House" in keeper.text
        assert "0 of" not in keeper.text

    def test_a_whole_deck_adds_up(self, phone: Phones) -> None:
        keeper = start(phone())
        count(keeper, 1, 1, {**PILE})
        count(keeper, 2, 1, {"pile-7": "0"})
        assert "Round 1: All 89 cards counted." in keeper.text

    def test_a_correction_with_a_warning_asks_first(self, phone: Phones) -> None:
        keeper = start(phone())
        count(keeper, 1, 1, {**PILE})
        count(keeper, 2, 1)
        count(keeper, 1, 1, {**PILE, "pile-7": "6"})
        assert keeper.status == 409
        assert "2 × 7" in keeper.text
        keeper.press("Save anyway")
        assert totals(keeper) == ["6,700", "0"]

    def test_who_was_faster_is_shown_beside_mine(self, phone: Phones) -> None:
        keeper = start(phone())
        table = keeper.url
        bob = phone().get("/join").press("Join", {"code": code_of(keeper)}).press("Bob")
        keeper.get(f"{table}/rounds/1/seats/2")
        bob.click("Count cards").press("Save", {"style": "direct", "score": "450"})
        keeper.press("Save", {"style": "direct", "score": "500"})
        assert keeper.status == 409
        assert "Bob entered Round score 450" in keeper.text
        assert keeper.field("score") == "500"
        keeper.press("Save mine instead")
        assert "+500" in keeper.text

    def test_the_keeper_goes_from_one_to_the_next(self, phone: Phones) -> None:
        keeper = start(phone(), "Ann", "Bob", "Cy")
        keeper.click("Count cards").click("One player at a time")
        for name in ("Ann", "Bob"):
            assert f"{name} round 1" in keeper.text
            keeper.press("Save & next", {"style": "direct", "score": "50"})
        assert "Cy round 1" in keeper.text
        assert not [button for button in keeper.page.buttons if button.text == "Save & next"]

    def test_closing_without_somebody_names_them(self, phone: Phones) -> None:
        keeper = start(phone(), "Ann", "Bob", "Cy")
        count(keeper, 1, 1, {"style": "direct", "score": "50"})
        assert "Waiting for Bob and Cy Finish without them…" in keeper.text
        keeper.click("Finish without them")
        assert "Bob and Cy haven’t counted and score 0" in keeper.text
        keeper.press("Score round 1")
        assert totals(keeper) == ["50", "0", "0"]

    def test_squirts_moves(self, phone: Phones) -> None:
        keeper = start(phone(), "Ann", "Bob", "Cy")
        count(keeper, 1, 1, {"squirts": "1"})
        keeper.get(f"{keeper.url}/rounds/1/seats/2")
        assert "Ann has it now" in keeper.text
        keeper.press("Save", {"squirts": "1"})
        assert "Bob counted −100 Squirts" in re.sub(r"[A-Z]\s", "", keeper.text)
        keeper.get(f"{keeper.url}/rounds/1/seats/1")
        assert keeper.field("squirts") is None

    def test_knocked_out_without_squirts_is_kept_as_typed(self, phone: Phones) -> None:
        keeper = start(phone())
        count(keeper, 1, 1, {"knocked_out": "1", "pile-6": "1"})
        keeper.get(f"{keeper.url}/rounds/1")
        assert "Knocked out" in keeper.text
        assert "−100" in keeper.text

    def test_how_the_round_ended(self, phone: Phones) -> None:
        keeper = start(phone())
        table = keeper.url
        count(keeper, 1, 1, {"style": "direct", "score": "50"})
        keeper.get(f"{table}/rounds/1").click("Enter the round")
        keeper.press("Save", {"ended_by": "slap"})
        keeper.get(f"{table}/rounds/1")
        assert "How the round ended A slap attack on the last card" in keeper.text
        keeper.click("Enter the round")
        assert keeper.field("ended_by") == "slap"
        keeper.press("Save", {"ended_by": "draw"})
        assert keeper.status == 422
        assert 'cannot have ended by "draw"' in keeper.text

    def test_everybody_at_once_leaves_others_alone(self, phone: Phones) -> None:
        keeper = start(phone(), "Ann", "Bob", "Cy")
        table = keeper.url
        count(keeper, 1, 1, {"pile-7": "1"})
        keeper.get(f"{table}/rounds/1/all?style=quick")
        assert "Ann counted +100" in " ".join(keeper.text.split())
        keeper.press("Save", {"s2-quick-pile_points": "450"})
        assert keeper.status == 422
        assert "Missing: Bob, Left in hand" in keeper.text
        keeper.press("Save", {"s2-quick-hand_points": "0"})
        assert "Waiting for Cy" in keeper.text
        keeper.get(f"{table}/rounds/1/all?style=quick")
        assert keeper.field("s2-quick-pile_points") == "450"

    def test_a_number_may_have_any_minus(self, phone: Phones) -> None:
        keeper = start(phone())
        count(keeper, 1, 1, {"style": "direct", "score": "\u2212150"})
        assert "−150" in keeper.text


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("seats/1", {"style": "direct", "score": "50"}),
        ("all", {"style": "direct", "s1-style": "direct", "s1-score": "50"}),
    ],
)
def test_a_count_sent_again_after_it_was_undone_is_answered_as_the_first_time(
    program: Callable[[], Program], path: str, typed: dict[str, str]
) -> None:
    keeper = program().start()
    for number in (1, 2):
        keeper.enter(number, 1, {"score": 450})
        keeper.enter(number, 2, {"score": 300}, is_confirmed=True)
    url = f"/games/{keeper.id}/rounds/3/{path}"
    data = {**typed, "version": str(keeper.version), "key": "k1"}
    first = keeper.client.post(url, data=data)
    assert first.status_code == 303
    keeper.sheet()
    for _ in range(3):
        assert keeper.post("/undo").status_code == 200
    again = keeper.client.post(url, data=data)
    assert again.status_code == 303
    assert again.location == first.location


class TestPlayersAndPhones:
    def test_adding_renaming_leaving_and_coming_back(self, phone: Phones) -> None:
        keeper = start(phone(), "Ann", "Bob", "Cy")
        table = keeper.url
        keeper.get(f"{table}/players").press("Add", {"name": "Di"})
        assert "Di" in keeper.text
        keeper.press("Add", {"name": "di"})
        assert keeper.status == 422
        assert "Two players are called di" in keeper.text
        keeper.press("Add", {"name": " "})
        assert keeper.status == 422
        keeper.press("Rename", {"name": "Anna"})
        keeper.press("Remove Di")
        assert "Left before round 1" in keeper.text
        keeper.press("Bring back")
        assert "Remove Di" in keeper.text
        keeper.get(table)
        assert "Anna" in keeper.text

    def test_sending_out_and_handing_over(self, phone: Phones) -> None:
        keeper = start(phone())
        table = keeper.url
        code = code_of(keeper)
        bob = phone().get("/join").press("Join", {"code": code}).press("Bob")
        keeper.get(f"{table}/devices")
        assert "Bob" in keeper.text
        keeper.press("Remove")
        bob.get(table)
        assert bob.status == 403
        assert "removed this phone" in bob.text
        bob.get("/join").press("Join", {"code": code})
        assert bob.status == 404, "that code is an old one by now"
        code = code_of(keeper.get(table))
        bob.get("/join").press("Join", {"code": code})
        assert bob.status == 403

        cy = phone().get("/join").press("Join", {"code": code}).press("Ann")
        keeper.get(f"{table}/devices").press("Make scorekeeper")
        keeper.get(f"{table}/devices")
        assert keeper.status == 403
        cy.get(f"{table}/devices")
        assert cy.status == 200

    def test_only_watching(self, phone: Phones) -> None:
        keeper = start(phone())
        bob = phone().get("/join").press("Join", {"code": code_of(keeper)})
        bob.press("Just watch")
        assert bob.status == 200
        bob.get(f"{bob.url}/rounds/1/seats/1")
        assert bob.status == 403

    def test_the_history_names_who_did_what(self, phone: Phones) -> None:
        keeper = start(phone())
        table = keeper.url
        count(keeper, 1, 1, {"style": "direct", "score": "50"})
        keeper.get(f"{table}/history")
        assert "Round 1 count: Ann 50" in keeper.text
        assert "this phone" in keeper.text
        assert "Game started" in keeper.text


class TestSettings:
    def test_they_can_be_changed_until_round_1_is_closed(self, phone: Phones) -> None:
        keeper = start(phone())
        table = keeper.url
        assert "8 more settings" in keeper.get(f"{table}/settings").text
        keeper.press("Save", {"target": "5000"})
        assert "to 5,000" in keeper.text
        keeper.get(f"{table}/settings").press("Save", {"target": "5"})
        assert (keeper.status, keeper.field("target")) == (422, "5")
        keeper.get(f"{table}/rounds/1/all?style=direct")
        keeper.press("Save", {"s1-score": "50", "s2-score": "0"})
        assert "Rules are fixed after round 1" in keeper.get(f"{table}/settings").text
        assert "Target" not in keeper.text
        assert "Target: 5,000 (usually 15,000)" in keeper.click("Rules").text

    def test_play_on(self, phone: Phones) -> None:
        keeper = start(phone(), target="500")
        table = keeper.url
        keeper.get(f"{table}/rounds/1/all?style=direct")
        keeper.press("Save", {"s1-score": "500", "s2-score": "0"})
        keeper.click("Play on")
        keeper.press("Play on", {"target": "400"})
        assert keeper.status == 422
        assert "above 500" in keeper.text
        keeper.get(f"{table}/play-on").press("Play on", {"target": "2000"})
        assert "Round 2 · to 2,000" in keeper.text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "Ann & Bob", '"><img src=x>', "🍫"])
def test_any_name_is_shown_as_text(phone: Phones, name: str) -> None:
    keeper = start(phone(), "Zoë", name)
    table = keeper.url
    for page in ("", "/me", "/players", "/rounds/1/seats/2", "/rounds/1/all", "/end", "/share"):
        keeper.get(f"{table}{page}")
        assert keeper.status == 200
        html = keeper.response.get_data(as_text=True)
        assert "<script>alert" not in html
        assert "<img src=x" not in html
    keeper.get(table)
    assert name in keeper.text


class TestManyWays:
    def test_an_untouched_count_is_no_zero(self, phone: Phones) -> None:
        keeper = start(phone())
        keeper.get(f"{keeper.url}/rounds/1/seats/1").press("Save")
        assert keeper.status == 422
        assert "Ann hasn’t counted yet" in keeper.text
        keeper.press("Ann has nothing at all")
        assert "Waiting for Bob" in keeper.text

    def test_what_was_typed_under_another_way_of_counting_is_what_counts(
        self, phone: Phones
    ) -> None:
        keeper = start(phone())
        keeper.get(f"{keeper.url}/rounds/1/seats/1")
        typed = {"quick-pile_points": "1,000", "quick-hand_points": "0"}
        keeper.press("Save", {"style": "detailed", **typed})
        assert "counted +1,000" in keeper.text

    def test_a_switch_without_sums_is_not_dropped(self, phone: Phones) -> None:
        keeper = start(phone())
        keeper.get(f"{keeper.url}/rounds/1/all?style=quick").press("Save", {"s1-squirts": "1"})
        assert keeper.status == 422
        assert "Enter “Points pile”" in keeper.text

    def test_saving_nothing_at_all_changes_nothing(self, phone: Phones) -> None:
        keeper = start(phone())
        keeper.get(f"{keeper.url}/rounds/1/all?style=quick").press("Save")
        assert keeper.status == 422
        assert "Enter something first" in keeper.text

    def test_numbers_longer_than_any_seat_are_left_out(self, phone: Phones) -> None:
        keeper = start(phone())
        table = keeper.url
        keeper.get(f"{table}/me").press("Continue", {"seat": "1" * 5_000})
        assert keeper.status == 422
        assert "Tap your name" in keeper.text

    def test_a_refused_name_is_kept_beside_its_field(self, phone: Phones) -> None:
        keeper = start(phone())
        keeper.get(f"{keeper.url}/players").press("Rename", {"name": "Bob"})
        assert keeper.status == 422
        assert keeper.field("name") == "Bob"
        html = keeper.response.get_data(as_text=True)
        assert 'aria-describedby="name-error-1"' in html

    def test_settings_go_back_to_what_they_were(self, phone: Phones) -> None:
        keeper = start(phone(), "Ann", "Bob", "Cy", "Di", "Ed")
        settings = f"{keeper.url}/settings"
        keeper.get(settings).press("Save", {"tie": "play_on", "target": "5000"})
        keeper.get(settings).press("Save", {"tie": "shared", "target": ""})
        keeper.get(settings)
        assert (keeper.field("tie"), keeper.field("target")) == ("shared", "10000")

    def test_the_same_form_sent_twice_by_a_new_phone_starts_one_game(
        self, client: FlaskClient
    ) -> None:
        page = PlainBrowser(client).get("/games/new/brownie_points").page
        fields = dict(next(iter(page.forms.values())).fields) | {"player": ["Ann", "Bob"]}
        first = client.post("/games/new/brownie_points", data=fields)
        second = client.post("/games/new/brownie_points", data=fields)
        assert first.status_code == second.status_code == 303
        assert first.location == second.location

    def test_a_refused_number_that_is_the_whole_entry_is_refused_beside_it(
        self, phone: Phones
    ) -> None:
        keeper = phone().get("/games/new/pay_me")
        keeper.press("Start", {"player": ["Ann", "Bob"], "me": "0"})
        keeper.get(f"{keeper.url}/rounds/1/seats/2").press("Save", {"quick": "12"})
        assert keeper.status == 422
        assert keeper.field("quick") == "12"
        html = keeper.response.get_data(as_text=True)
        assert 'id="quick-error"' in html

    def test_switches_stand_as_they_usually_do(self, phone: Phones) -> None:
        keeper = phone().get("/games/new/pitch")
        assert keeper.field("win_requires_bid") == "y"
        keeper.press("Start", {"player": ["Ann", "Bob", "Cy", "Di"]})
        keeper.get(f"{keeper.url}/settings")
        assert keeper.field("win_requires_bid") == "y"
