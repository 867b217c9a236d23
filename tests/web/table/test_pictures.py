"""Pictures to share: to whom, of what, when, and how often they are made."""

from __future__ import annotations

import re
import struct
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from scorecard.aside import jobs
from scorecard.drawing import poster as drawn_poster
from scorecard.drawing.png import png
from scorecard.drawing.poster import SIZES, svg
from scorecard.services.groups import groups, public_links
from scorecard.services.seasons import parting
from scorecard.services.standings import lineups
from scorecard.services.table import games
from scorecard.web.table import posters
from tests.factories import Club, Table
from tests.servers.server import PATIENCE_SECONDS
from tests.web.api.test_api import problem
from tests.web.api.test_group_api import Member
from tests.web.conftest import Program, as_device

Programs = Callable[[], Program]


def ended(program: Programs, *names: str) -> Program:
    keeper = program().start(*(names or ("Ann", "Bob")))
    keeper.play(*(450 - 50 * place for place in range(len(names) or 2)))
    assert keeper.post("/end").status_code == 200
    return keeper


def size_of(image: bytes) -> tuple[int, int]:
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


@pytest.mark.parametrize("shape", SIZES)
def test_an_ended_game_has_a_picture_in_two_shapes(program: Programs, shape: str) -> None:
    keeper = ended(program)
    watcher = program().join(keeper, role="spectator")
    for one in (keeper, watcher):
        response = one.client.get(f"/games/{keeper.id}/picture/{shape}.png")
        assert response.mimetype == "image/png"
        assert size_of(response.data) == {**SIZES}[shape]  # type: ignore[index]
        assert "public" not in response.headers["Cache-Control"]
    assert program().client.get(f"/games/{keeper.id}/picture/{shape}.png").status_code == 404


def test_there_is_none_before_end_game_and_the_answer_says_so(program: Programs) -> None:
    keeper = program().start("Ann", "Bob")
    for path in ("picture", "picture/wide.png"):
        response = keeper.client.get(f"/games/{keeper.id}/{path}")
        assert response.status_code == 409
        html = response.get_data(as_text=True)
        assert "once it has ended" in html
        assert "<h1>Too early</h1>" in html
    assert keeper.client.get(f"/games/{keeper.id}/picture/round.png").status_code == 404


def test_it_is_made_once_for_a_version_and_anew_for_the_next(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def draw(svg: str) -> bytes:
        made.append(svg)
        return png(svg)

    monkeypatch.setattr(jobs, "png", draw)
    keeper = ended(program)
    path = f"/games/{keeper.id}/picture/wide.png"
    first = keeper.client.get(path)
    assert keeper.client.get(path).data == first.data
    assert len(made) == 1
    known = keeper.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert known.status_code == 304
    assert known.data == b""
    keeper.post("/reopen")
    assert keeper.client.get(path).status_code == 409
    keeper.play(0, 4_000)
    keeper.post("/end")
    second = keeper.client.get(path)
    assert len(made) == 2
    assert second.headers["ETag"] != first.headers["ETag"]


def test_a_table_that_asks_for_it_at_once_has_it_drawn_once(
    program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = ended(program)
    phones = [program().join(keeper, role="spectator") for _phone in range(4)]
    made: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def draw(lines: str) -> bytes:
        made.append(lines)
        begun.set()
        assert may_end.wait(PATIENCE_SECONDS)
        return png(lines)

    monkeypatch.setattr(jobs, "png", draw)
    prepared = threading.Semaphore(0)

    def describe_and_tell(*arguments: Any) -> str:
        lines = svg(*arguments)
        prepared.release()
        return lines

    monkeypatch.setattr(drawn_poster, "svg", describe_and_tell)
    with ThreadPoolExecutor(len(phones)) as together:
        path = f"/games/{keeper.id}/picture/wide.png"
        asked = [together.submit(phone.client.get, path) for phone in phones]
        assert begun.wait(PATIENCE_SECONDS)
        for _phone in phones:
            assert prepared.acquire(timeout=PATIENCE_SECONDS)
        may_end.set()
        pictures = [one.result(PATIENCE_SECONDS).data for one in asked]
    assert len(made) == 1
    assert [size_of(one) for one in pictures] == [SIZES["wide"]] * len(phones)


def test_the_page_says_in_words_what_the_picture_shows(program: Programs) -> None:
    keeper = ended(program, "Ann", "<i>Bob", "🍫")
    html = keeper.client.get(f"/games/{keeper.id}/picture").get_data(as_text=True)
    assert "Ann wins" in html
    assert "1. Ann 450, 2. &lt;i&gt;Bob 400, 3. Player 3 350" in html
    assert f"/games/{keeper.id}/picture/upright.png" in html
    table = keeper.client.get(f"/games/{keeper.id}").get_data(as_text=True)
    assert f'href="/games/{keeper.id}/picture"' in table


def test_players_whose_letters_no_font_has_are_known_by_their_seats(
    app: Flask, session: Session
) -> None:
    table = Table(session, "李小龙", "🍫🍫", "Zoë")
    table.play(450, 200, 100)
    games.finish(session, table.game, table.write())
    session.commit()
    with app.test_request_context():
        poster = posters.of_game(table.game)
    assert poster.headline == "Player 1 wins"
    assert poster.reason == "Ended early. Ahead by 250."
    assert [row.name for row in poster.rows] == ["Player 1", "Player 2", "Zoë"]
    assert [row.seats for row in poster.rows] == [[(1, "1")], [(2, "2")], [(3, "Z")]]
    assert [line.initial for line in poster.lines] == ["1", "2", "Z"]


def meta(html: str, name: str) -> str | None:
    found = re.search(rf'<meta property="og:{name}" content="([^"]*)">', html)
    return found and found[1]


def test_a_link_to_an_ended_game_is_previewed_with_its_picture(program: Programs) -> None:
    keeper = program().start("Ann", 'Bob "Ace"')
    link = keeper.get("/invitation").get_json()["links"]["spectator"]
    path = link[link.index("/join") :]
    stranger = program().client
    before = stranger.get(path).get_data(as_text=True)
    assert meta(before, "title") == "Brownie Points"
    assert meta(before, "image") is None
    assert stranger.get(f"{path}/picture.png").status_code == 409
    keeper.play(450, 100)
    keeper.post("/end")
    html = stranger.get(path).get_data(as_text=True)
    image = meta(html, "image") or ""
    assert image.startswith("http://")
    response = stranger.get(image[image.index("/join") :])
    assert size_of(response.data) == SIZES["wide"]
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    # In the bin nobody sees it, and whoever has no link, or an old one, sees nothing.
    keeper.post("/delete")
    assert stranger.get(f"{path}/picture.png").status_code == 404
    keeper.post("/restore")
    keeper.post("/renew")
    assert stranger.get(f"{path}/picture.png").status_code == 410
    assert stranger.get("/join/not-a-link-at-all/picture.png").status_code == 404


def test_a_season_has_a_picture_for_its_group(app: Flask, session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    season = club.season()
    base = f"/groups/{club.group.uid}/seasons/{season.uid}/picture"
    member = as_device(app.test_client(), club.keeper.uid)
    stranger = app.test_client()
    for path in (base, f"{base}/wide.png"):
        refused = member.get(path)
        assert refused.status_code == 409
        assert "once a game counts" in refused.get_data(as_text=True)
    club.play(Ann=500, Bob=300)
    for shape, size in SIZES.items():
        assert size_of(member.get(f"{base}/{shape}.png").data) == size
        # In a context of its own, as every request has one outside of tests.
        with app.app_context():
            assert stranger.get(f"{base}/{shape}.png").status_code == 404
    html = member.get(base).get_data(as_text=True)
    assert "Ann leads" in html
    first = member.get(f"{base}/wide.png").data
    club.play(Ann=100, Bob=900)
    assert member.get(f"{base}/wide.png").data != first
    assert member.get(f"/groups/{club.group.uid}/seasons/unknown-season/picture").status_code == 404


def test_a_picture_of_averages_says_so_and_begins_with_the_first(
    app: Flask, session: Session
) -> None:
    club = Club(session, "Ann", "Bob")
    points, average = club.season(), club.season(name="Cup", ranked_by="average")
    club.play(Ann=500, Bob=300)
    with app.test_request_context():
        of = {season.name: posters.of_season(session, season) for season in (points, average)}
    assert {name: (poster.note, poster.lines[0].values) for name, poster in of.items()} == {
        "Spring": ("Places: 5 – 3 – 2 – 1", [0, 5]),
        "Cup": ("Places: 5 – 3 – 2 – 1 · average per game", [None, 5]),
    }


def test_a_picture_of_a_season_in_teams_says_how_they_stand(app: Flask, session: Session) -> None:
    club = Club(session, "Ann", "Bob", "Cy")
    season = club.season()
    club.play(Ann=500, Bob=300, Cy=100)
    for name, players in (("Foxes", ("Ann", "Cy")), ("Bears", ("Bob",))):
        members = [club.players[one] for one in players]
        parting.make(session, season, club.write(), lineups.TEAMS, name, members)
    session.commit()
    with app.test_request_context():
        assert posters.of_season(session, season).reason == "Foxes 7 · Bears 3"


def test_the_public_standings_are_previewed_with_the_season(app: Flask, session: Session) -> None:
    club = Club(session, "Ann", "Bob")
    groups.switch_public(session, club.group, club.write(), club.SECRET, is_on=True)
    session.commit()
    token = public_links.token(club.group, [club.SECRET])
    stranger = app.test_client()
    assert stranger.get(f"/standings/{token}/picture.png").status_code == 409
    season = club.season()
    assert meta(stranger.get(f"/standings/{token}").get_data(as_text=True), "image") is None
    club.play(Ann=500, Bob=300)
    html = stranger.get(f"/standings/{token}?season={season.uid}").get_data(as_text=True)
    image = meta(html, "image") or ""
    response = stranger.get(image[image.index("/standings") :])
    assert size_of(response.data) == SIZES["wide"]
    assert stranger.get(f"/standings/{token}/picture.png?season=unknown").status_code == 404
    assert stranger.get("/standings/not-a-link-at-all/picture.png").status_code == 404


def test_a_season_of_more_players_than_fit_has_a_picture(app: Flask, session: Session) -> None:
    names = [f"Player {number}" for number in range(15)]
    club = Club(session, *names)
    season = club.season()
    for start in range(0, 15, 3):
        club.play(**{name: 100 * place for place, name in enumerate(names[start : start + 3])})
    address = f"/groups/{club.group.uid}/seasons/{season.uid}/picture/upright.png"
    member = as_device(app.test_client(), club.keeper.uid)
    assert size_of(member.get(address).data) == SIZES["upright"]


class TestOverTheApi:
    """Programs get the same pictures, at addresses of their own."""

    def test_of_an_ended_game(self, program: Programs) -> None:
        keeper = ended(program)
        for shape in SIZES:
            response = keeper.get(f"/picture?shape={shape}")
            file = keeper.client.get(f"/games/{keeper.id}/picture/{shape}.png")
            assert response.mimetype == "image/png"
            assert response.data == file.data
        assert keeper.get("/picture").data == keeper.get("/picture?shape=wide").data
        tag = {"If-None-Match": response.headers["ETag"]}
        assert keeper.get(f"/picture?shape={shape}", headers=tag).status_code == 304
        assert program().client.get(f"/api/v1/games/{keeper.id}/picture").status_code == 404

    def test_before_the_end_and_in_other_shapes_there_is_none(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        problem(keeper.get("/picture"), 409, "not_ended")
        problem(keeper.get("/picture?shape=round"), 422, "bad_input")

    def test_a_link_shows_it_without_joining(self, program: Programs) -> None:
        keeper, other = ended(program), program()
        link = keeper.get("/invitation").get_json()["links"]["spectator"]
        token = link.rsplit("/", 1)[-1]
        response = other.client.get(f"/api/v1/join/{token}/picture")
        assert response.data == keeper.get("/picture").data
        assert other.client.get(f"/api/v1/games/{keeper.id}").status_code == 404

    def test_of_a_season_and_what_its_public_link_shows(self, app: Flask) -> None:
        keeper = Member(app.test_client()).found("Ann", "Bob")
        season = keeper.season("Spring")
        problem(keeper.get(f"/seasons/{season}/picture"), 409, "no_games")
        keeper.play(Ann=300, Bob=100)
        picture = keeper.get(f"/seasons/{season}/picture")
        assert size_of(picture.data) == SIZES["wide"]
        upright = keeper.get(f"/seasons/{season}/picture?shape=upright")
        assert size_of(upright.data) == SIZES["upright"]
        assert keeper.post("/public").status_code == 200
        token = keeper.get("/public").get_json()["link"].rsplit("/", 1)[-1]
        stranger = app.test_client()
        for query in ("", f"?season={season}"):
            shown = stranger.get(f"/api/v1/standings/{token}/picture{query}")
            assert shown.data == picture.data

    def test_they_are_described_as_pictures(self, client: FlaskClient) -> None:
        paths = client.get("/api/v1/openapi.json").get_json()["paths"]
        pictures = [path for path in paths if path.endswith("/picture")]
        assert len(pictures) == 4
        for path in pictures:
            assert list(paths[path]["get"]["responses"]["200"]["content"]) == ["image/png"]
