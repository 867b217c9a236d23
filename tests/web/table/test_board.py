"""The board: what a television shows, to whom, and that it moves with the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from scorecard.rules.games import all_games
from tests.web.conftest import Program, group_of
from tests.web.event_streams import Stream
from tests.web.plain_browser import PlainBrowser

Programs = Callable[[], Program]


def board(program: Program) -> str:
    response = program.client.get(f"/games/{program.id}/board")
    assert response.status_code == 200
    return response.get_data(as_text=True)


def test_it_shows_totals_the_target_the_dealer_and_the_chart(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", options={"target": 5_000})
    keeper.play(450, -100)
    html = board(keeper)
    for shown in (">450<", ">−100<", "to 5,000", "Round 2", ">starts<", "chart-lines"):
        assert shown in html, shown


def test_nobody_has_a_place_before_a_round_is_played(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    assert '<span class="board-rank"></span>' in board(keeper)
    keeper.play(450, -100)
    html = board(keeper)
    assert re.findall(r'"board-rank"><span class="sr-only">Place </span>(.)<', html) == ["1", "2"]


def test_a_tie_for_the_lead_is_called_as_on_the_phones(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    keeper.play(450, 450, 400)
    assert board(keeper).count("tied for the lead") == 2
    keeper.play(50, 0, 0)
    html = " ".join(board(keeper).split())
    assert '<span class="board-state"> leads' in html
    assert "tied" not in html


def test_a_bar_is_full_once_the_target_is_reached_and_visibly_not_before(
    program: Programs,
) -> None:
    keeper = program().start("Ann", "Bob", "Cy", options={"target": 15_000})
    for scores in ((5_000, 1_500, -300), (5_000, 1_000, 0), (4_900, 1_000, 0)):
        keeper.play(*scores)
    for html in (board(keeper), keeper.client.get(f"/games/{keeper.id}").get_data(as_text=True)):
        assert re.findall(r'class="fill" width="(\d+)"', html) == ["96", "23", "0"]
    keeper.play(100, 0, 0)
    for html in (board(keeper), keeper.client.get(f"/games/{keeper.id}").get_data(as_text=True)):
        assert re.findall(r'class="fill" width="(\d+)"', html) == ["100", "23", "0"]


def test_it_says_who_is_still_counting(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy")
    assert "counting…" not in board(keeper)
    keeper.enter(1, 1, {"score": 200})
    html = board(keeper)
    assert html.count("counting…") == 2
    assert "Waiting for <b>Bob and Cy</b>" in html
    assert "+200" in html


def test_it_says_at_its_foot_whose_evening_it_is(program: Programs) -> None:
    assert '"group-name"' not in board(program().start("Ann", "Bob"))
    keeper = program()
    group = group_of(keeper.client, "Ann", "Bob", name="<i>Thursday</i>")
    html = board(keeper.start("Ann", "Bob", group=group))
    assert '<p class="group-name"><bdi>&lt;i&gt;Thursday&lt;/i&gt;</bdi></p>' in html


def test_of_many_that_are_missing_it_says_how_many(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", "Cy", "Di", "Ed", "Flo")
    keeper.enter(1, 1, {"score": 200})
    assert "Waiting for <b>5 players</b>" in board(keeper)


def test_a_count_in_secret_is_not_on_the_board_before_all_are_in(program: Programs) -> None:
    keeper = program().start("Ann", "Bob", is_blind=True)
    keeper.enter(1, 1, {"score": 1_650})
    html = board(keeper)
    assert "1,650" not in html
    assert "counted" in html
    keeper.enter(1, 2, {"score": 100})
    assert "1,650" in board(keeper)


def test_end_game_names_the_winner_and_celebrates(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    keeper.play(450, 100)
    assert 'class="confetti"' not in board(keeper)
    keeper.post("/end")
    html = board(keeper)
    assert 'class="confetti"' in html
    assert re.search(r"board-wins.*<bdi>Ann</bdi> wins", html)


def test_it_leads_on_to_the_rematch(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    keeper.play(450, 100)
    keeper.post("/end")
    assert 'data-next=""' in board(keeper)
    again = keeper.post("/rematch").get_json()["id"]
    assert f'data-next="/games/{again}/board"' in board(keeper)


def test_a_deleted_game_says_that_it_counts_for_nothing(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    keeper.post("/delete")
    html = board(keeper)
    assert "In the trash" in html
    assert "counting…" not in html


def test_no_browser_keeps_what_shows_a_code(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    response = keeper.client.get(f"/games/{keeper.id}/board")
    assert response.headers["Cache-Control"] == "no-store"
    assert 'name="keep"' not in response.get_data(as_text=True)


def test_who_may_count_invites_players_and_who_watches_invites_to_watch(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    watcher = program().join(keeper, role="spectator")
    code = keeper.get("/invitation").get_json()["code"]
    shown = f"{code[:3]} {code[3:]}"
    assert shown in board(keeper)
    html = board(watcher)
    assert "Scan to watch" in html
    assert shown not in html
    assert code not in html


def test_what_tells_invitations_apart_changes_with_them_and_is_the_same_for_all(
    program: Programs,
) -> None:
    keeper = program().start("Ann", "Bob")
    watcher = program().join(keeper, role="spectator")

    def tags(html: str) -> set[str]:
        return set(re.findall(r'data-invitation="(\w*)"', html))

    before = tags(board(keeper))
    assert len(before) == 1
    assert tags(board(watcher)) == before
    keeper.post("/renew")
    assert len(tags(board(keeper))) == 1
    assert tags(board(keeper)) != before
    keeper.post("/end")
    assert tags(board(keeper)) == {""}


def test_it_moves_with_the_table_and_is_the_same_bytes_for_all(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    watcher = program().join(keeper, role="spectator")
    streams = [Stream(one.client, f"/games/{keeper.id}/board/events") for one in (keeper, watcher)]
    try:
        for stream in streams:
            stream.next()
        first = [stream.next()["data"] for stream in streams]
        assert first[0] == first[1]
        assert first[0] in board(watcher)
        keeper.play(450, 100)
        for stream in streams:
            event = stream.next()
            assert event["event"] == "sheet"
            assert int(event["id"]) == keeper.version
            assert ">450<" in event["data"]
    finally:
        for stream in streams:
            stream.close()


def test_it_goes_into_the_bin_with_its_group_and_comes_back(program: Programs) -> None:
    keeper = program()
    group = f"/groups/{group_of(keeper.client, 'Ann', 'Bob', name='Thursday')}"
    keeper.start("Ann", "Bob", group=group.rsplit("/", 1)[-1])
    stream = Stream(keeper.client, f"/games/{keeper.id}/board/events")
    try:
        stream.next()
        assert "In the trash" not in stream.next()["data"]
        phone = PlainBrowser(keeper.client)
        phone.get(f"{group}/delete").press("Move to trash")
        assert "In the trash: this game doesn’t count." in stream.next()["data"]
        phone.get("/bin").press("Restore")
        assert "In the trash" not in stream.next()["data"]
    finally:
        stream.close()


def test_a_television_joins_by_the_code_and_shows_the_board(
    program: Programs, phone: Callable[[], PlainBrowser]
) -> None:
    keeper = program().start("Ann", "Bob")
    code = keeper.get("/invitation").get_json()["code"]
    television = phone().get("/join").press("Make this screen", {"code": code})
    assert television.url == f"/games/{keeper.id}/board"
    assert "Scan to join" in television.text


def test_a_television_joins_by_the_link_for_boards_and_only_watches(
    program: Programs, phone: Callable[[], PlainBrowser]
) -> None:
    keeper = program().start("Ann", "Bob")
    html = keeper.client.get(f"/games/{keeper.id}/share").get_data(as_text=True)
    found = re.search(r'value="[^"]*(/join/[\w-]+\?to=board)"', html)
    assert found
    television = phone().get(found[1])
    assert "Watch" in television.text
    token = found[1].removesuffix("?to=board")
    response = television.client.post(found[1], data={"key": "a-key-of-a-tv"})
    assert response.location == f"/games/{keeper.id}/board"
    assert "Scan to watch" in television.get(response.location).text
    assert television.client.get(f"/games/{keeper.id}/count").status_code == 403
    # Without what says where to, it leads to the table as before.
    assert phone().client.post(token).location == f"/games/{keeper.id}"


def test_names_cannot_break_the_board(program: Programs) -> None:
    keeper = program().start("<script>alert(1)</script>", "\"'&><b>")
    keeper.play(100, 50)
    html = board(keeper)
    assert "<script>alert" not in html
    assert '<b>"' not in html


@pytest.mark.parametrize("key", [key for key, rules in all_games().items() if rules.example])
def test_every_game_has_a_board(program: Programs, key: str) -> None:
    rules = all_games()[key]
    assert rules.example
    record = rules.example.record
    keeper = program()
    response = keeper.post(
        "/api/v1/games",
        {
            "game": key,
            "players": record["players"],
            "options": record.get("options", {}),
            "is_confirmed": True,
        },
    )
    assert response.status_code == 201, response.get_json()
    keeper._see(response.get_json()["game"])
    for number, data in enumerate(record["rounds"], start=1):
        entries_key = rules.entries_key
        names = list(record["players"])
        entries = data.get(entries_key, {}) if entries_key else {}
        said = {name: value for name, value in data.items() if name != entries_key}
        body = {
            "said": said,
            "entries": {str(names.index(name) + 1): entry for name, entry in entries.items()},
            "is_confirmed": True,
        }
        answer = keeper.put(f"/rounds/{number}", body)
        assert answer.status_code == 200, answer.get_json()
    assert "chart-line" in board(keeper)
    keeper.post("/end")
    assert 'class="confetti"' in board(keeper)
    for shape in ("wide", "upright"):
        picture = keeper.client.get(f"/games/{keeper.id}/picture/{shape}.png")
        assert picture.status_code == 200, picture.get_data(as_text=True)


def test_the_chart_has_a_page_of_its_own(program: Programs) -> None:
    keeper = program().start("Ann", "<i>Bob")
    path = f"/games/{keeper.id}/chart"
    assert "begins with the first round" in keeper.client.get(path).get_data(as_text=True)
    keeper.play(450, 100)
    html = keeper.client.get(path).get_data(as_text=True)
    assert "chart-lines" in html
    assert "&lt;i&gt;Bob" in html
    assert program().client.get(path).status_code == 404
