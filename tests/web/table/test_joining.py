"""Joining: by the code or a link, with one tap on one's name; and late, let in by the keeper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.scoring import sheet_of
from tests.web.conftest import Program, group_of
from tests.web.phone.test_without_scripts import code_of, start
from tests.web.plain_browser import PlainBrowser

Phones = Callable[[], PlainBrowser]
Programs = Callable[[], Program]
LETTING_IN = "Let somebody in late"


def link_of(keeper: PlainBrowser) -> str:
    keeper.get(f"{keeper.url}/share")
    html = keeper.response.get_data(as_text=True)
    found: list[str] = re.findall(r'value="http[^"]*(/join/[^"]*)"', html)
    return found[0]


def test_one_tap_on_a_name_leads_to_the_table(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    bob = phone().get(link_of(keeper)).press("Bob")
    assert bob.url == table
    bob.click("Count cards")
    assert bob.url.endswith("/rounds/1/seats/2")
    assert "joined" in phone().get(link_of(keeper.get(table))).text


@pytest.mark.parametrize(("game", "seats"), [("pitch", 4), ("brownie_points", 8)])
def test_where_every_seat_is_taken_nobody_is_asked_for_another_name(
    phone: Phones, game: str, seats: int
) -> None:
    keeper = phone().get(f"/games/new/{game}")
    players = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal"][:seats]
    keeper.press("Start", {"player": players, "me": "0"})
    table = keeper.url
    page = phone().get(link_of(keeper))
    assert "Cleo" in page.text
    assert "Not listed?" not in page.text
    page.press("Cleo")
    assert "Not listed?" not in page.get(f"{table}/me").text


def test_nobody_is_no_answer_of_a_player(phone: Phones) -> None:
    keeper = start(phone())
    bob = phone().get("/join").press("Join", {"code": code_of(keeper)})
    bob.press("Continue")
    assert bob.status == 422
    assert "Tap your name" in bob.text


def test_a_shared_phone_counts_for_several(phone: Phones) -> None:
    keeper = start(phone(), "Ann", "Bob", "Cy")
    table = keeper.url
    bob = phone().get(link_of(keeper)).press("Continue", {"seat": ["2", "3"]})
    for seat in (2, 3):
        assert bob.get(f"{table}/rounds/1/seats/{seat}").status == 200
    assert bob.get(f"{table}/rounds/1/seats/1").status == 403


def test_a_name_that_is_too_long_is_told_beside_its_field(phone: Phones) -> None:
    guest = phone().get(link_of(start(phone())))
    guest.press("Add", {"name": "x" * 41})
    assert guest.status == 422
    assert guest.field("name") == "x" * 41
    assert 'id="name-error"' in guest.response.get_data(as_text=True)
    guest.press("Add", {"name": "Cy"})
    assert "Cy" in guest.text


def test_just_watching_by_the_players_link(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    guest = phone().get(link_of(keeper)).press("Just watch")
    assert guest.get(table).status == 200
    assert guest.get(f"{table}/rounds/1/seats/1").status == 403


def test_an_ended_game_asks_nobody_who_they_are(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    link = link_of(keeper)
    keeper.get(f"{table}/end").press("End Game")
    assert "Invite" not in keeper.get(table).text
    guest = phone().get(link)
    assert "Who are you?" not in guest.text
    assert guest.press("See how it ended").url == table


def test_a_game_that_has_ended_invites_nobody(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    assert "Invite" in keeper.get(f"{table}/devices").text
    keeper.get(f"{table}/end").press("End Game")
    for page in ("", "/devices", "/share"):
        keeper.get(f"{table}{page}")
        assert f"{table}/share" not in [href for _shown, href in keeper.page.links], page
        assert "Invite" not in keeper.text, page
    assert "The game has ended" in keeper.text
    assert "/join/" not in keeper.response.get_data(as_text=True)
    assert keeper.click("To the table").url == table


def test_a_board_is_offered_before_a_code_is_typed_only(phone: Phones) -> None:
    offer = "Make this screen the TV scoreboard"
    guest = phone()
    assert offer in guest.get("/join").text
    assert offer not in guest.press("Join", {"code": "2479FH"}).text
    assert guest.status == 404
    assert offer not in guest.get("/join?code=2479FH").text
    assert guest.field("code") == "2479FH"


@pytest.fixture
def keeper(program: Programs) -> Program:
    """Return the keeper's phone in a game of two that has played a round."""
    started = program().start("Ann", "Bob")
    started.play(1_500, 1_250)
    return started


def browser_of(keeper: Program, path: str = "/players") -> PlainBrowser:
    """Open a page of the game on the keeper's own phone."""
    return PlainBrowser(keeper.client).get(f"/games/{keeper.id}{path}")


def cells(keeper: Program, number: int) -> list[str]:
    html = keeper.client.get(f"/games/{keeper.id}").get_data(as_text=True)
    row = re.search(rf'<tr id="round-{number}".*?</tr>', html, re.DOTALL)
    assert row
    told = re.findall(r"<td.*?</td>", row[0], re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in told]


class TestLettingInLateOnThePage:
    def test_the_rule_is_said_and_what_a_total_can_start_with(self, keeper: Program) -> None:
        text = browser_of(keeper).text
        assert "By the rules nobody joins after round 1; you can make an exception." in text
        assert "with the lowest total (1,250)" in text
        assert "with 0" in text

    @pytest.mark.parametrize(("start", "total"), [({}, 1_250), ({"start": "zero"}, 0)])
    def test_a_name_is_typed(self, keeper: Program, start: dict[str, str], total: int) -> None:
        browser_of(keeper).press("Let in", {"name": "Eve", **start})
        seat = keeper.sheet()["seats"][2]
        assert (seat["name"], seat["total"]) == ("Eve", total)
        assert seat["joined"] == {"after": 1, "start": total}

    def test_somebody_of_the_group_is_tapped(self, program: Programs) -> None:
        keeper = program()
        group = group_of(keeper.client, "Ann", "Bob", "Eve", "Di")
        keeper.start("Ann", "Bob", group=group)
        keeper.play(1_500, 1_250)
        phone = browser_of(keeper).press("Eve")
        assert [seat["name"] for seat in keeper.sheet()["seats"]] == ["Ann", "Bob", "Eve"]
        assert "From round 2 on, starting with 1,250" in phone.text

    def test_earlier_rounds_show_a_dash_and_the_last_of_them_the_start(
        self, keeper: Program
    ) -> None:
        keeper.play(50, 50)
        browser_of(keeper).press("Let in", {"name": "Eve"})
        keeper.sheet()
        keeper.play(100, 100, 700)
        assert cells(keeper, 1)[2] == "–"
        assert cells(keeper, 2)[2] == "– 1,300"
        assert cells(keeper, 3)[2] == "700 2,000"

    def test_what_is_refused_stays_typed(self, keeper: Program) -> None:
        phone = browser_of(keeper).press("Let in", {"name": "bob", "start": "zero"})
        assert phone.status == 422
        assert "Two players are called bob" in phone.text
        assert 'aria-describedby="name-error"' in phone.response.get_data(as_text=True)
        html = phone.client.post(
            f"/games/{keeper.id}/players", data={"name": "bob", "start": "zero"}
        ).get_data(as_text=True)
        assert 'value="bob"' in html
        assert re.search(r'value="zero" checked', html)

    def test_a_name_must_be_given(self, keeper: Program) -> None:
        phone = browser_of(keeper).press("Let in", {"name": " "})
        assert phone.status == 422
        assert len(keeper.sheet()["seats"]) == 2

    def test_before_round_1_is_closed_a_player_is_simply_added(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        text = browser_of(keeper).text
        assert LETTING_IN not in text
        assert "Add player" in text

    def test_where_nobody_can_join_it_says_why(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob", "Cy", "Di", game="pitch")
        told = {"pitcher": "Ann", "bid": 2, "high": "A", "low": "A", "jack": None, "game": "A"}
        assert keeper.put("/rounds/1", {"said": told}).status_code == 200
        text = browser_of(keeper).text
        assert "Pitch is for four in two teams, so nobody joins after hand 1." in text
        assert LETTING_IN not in text

    def test_once_the_game_is_over_nobody_is_let_in(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob", options={"target": 1_000})
        keeper.play(1_500, 0)
        assert LETTING_IN not in browser_of(keeper).text

    def test_a_player_sees_no_such_form(self, keeper: Program, program: Programs) -> None:
        assert LETTING_IN not in browser_of(program().join(keeper, 2)).text

    def test_history_tells_it(self, keeper: Program) -> None:
        browser_of(keeper).press("Let in", {"name": "Eve"})
        text = browser_of(keeper, "/history").text
        assert "Eve joined late, from round 2 on, with 1,250" in text


class TestLettingInLateAsAProgram:
    def test_it_is_let_in_and_the_record_says_so(self, keeper: Program) -> None:
        answer = keeper.post("/seats", {"name": "Eve", "start": "last"})
        assert answer.status_code == 201
        keeper.play(50, 50, 400)
        record = keeper.get("/record").get_json()
        assert record["joined"] == {"Eve": {"after": 1, "start": 1_250}}
        result = sheet_of(record)
        assert result.totals == {"Ann": 1_550, "Bob": 1_300, "Eve": 1_650}
        scored = keeper.client.post("/api/v1/score", json=record)
        assert scored.get_json()["totals"] == result.totals

    def test_sent_twice_it_is_done_once(self, keeper: Program) -> None:
        seen = keeper.version
        body = {"name": "Eve", "start": "zero", "version": seen}
        headers = {"Idempotency-Key": "one-and-the-same"}
        for _time in range(2):
            answer = keeper.post("/seats", body, headers=headers)
            assert answer.status_code in (200, 201), answer.get_json()
        assert len(keeper.sheet()["seats"]) == 3

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ({"name": "Eve", "start": "first"}, 422),
            ({"name": "Eve"}, 409),
            ({"name": "", "start": "zero"}, 422),
            ({"name": "Ann", "start": "zero"}, 422),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, keeper: Program, body: dict[str, str], status: int
    ) -> None:
        assert keeper.post("/seats", body).status_code == status
        assert len(keeper.sheet()["seats"]) == 2

    def test_a_player_may_not(self, keeper: Program, program: Programs) -> None:
        bob = program().join(keeper, 2)
        refused = bob.post("/seats", {"name": "Eve", "start": "zero"})
        assert refused.status_code == 403
        assert refused.get_json()["detail"] == "Only the scorekeeper can let somebody in late."

    def test_not_once_a_round_was_closed_that_was_not_seen(
        self, keeper: Program, program: Programs
    ) -> None:
        seen = keeper.version
        keeper.play(50, 50)
        body = {"name": "Eve", "start": "last", "version": seen}
        assert keeper.post("/seats", body).status_code == 409


def test_what_opens_over_the_table_is_a_page_as_well(phone: Phones) -> None:
    keeper = start(phone())
    table = keeper.url
    keeper.click("Invite")
    assert "Invite to the table" in keeper.text
    keeper.click("I’ll score for everyone")
    assert keeper.url == table
    keeper.click("Rules")
    assert "Look something up" in keeper.text
    keeper.get(f"{table}/rounds/1/all?style=direct")
    keeper.press("Save", {"s1-score": "600", "s2-score": "50"})
    keeper.get(f"{table}/rounds/1?seat=2")
    assert "+50 entered" in keeper.text
    assert "+600" not in keeper.text
    keeper.click("Everyone in round 1")
    assert "+600 entered" in keeper.text
