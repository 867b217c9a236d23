"""What holds for every answer: headers, cookies, tokens against forgery, and errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from scorecard.web.http.refusals import NOWHERE, TITLES
from tests.web.conftest import Program


@pytest.fixture
def phones(program: Callable[[], Program], app: Flask) -> dict[str, FlaskClient]:
    """Return a client for each role, all but two of them in the same game."""
    keeper = program().start("Ann", "Bob")
    out = program().join(keeper, 1)
    found = {
        "keeper": keeper.client,
        "player": program().join(keeper, 2).client,
        "spectator": program().join(keeper, role="spectator").client,
        "sent out": out.client,
        "nobody": app.test_client(),
        "another keeper": program().start("Cy", "Di").client,
    }
    devices = keeper.get("/devices").get_json()["devices"]
    keeper.sheet()
    keeper.post(f"/devices/{devices[1]['id']}/send-out")
    app.config["TEST_GAME"] = keeper.id
    return found


def test_every_page_has_its_headers(phones: dict[str, FlaskClient], app: Flask) -> None:
    uid = app.config["TEST_GAME"]
    for url in ("/", "/join", f"/games/{uid}", "/nowhere", "/api/v1/rules", "/api/v1/nowhere"):
        headers = phones["keeper"].get(url).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "no-cache" in headers["Cache-Control"]


def test_static_files_are_fingerprinted_and_kept(client: FlaskClient) -> None:
    html = client.get("/").get_data(as_text=True)
    for address in re.findall(r'(?:href|src)="(/static/[^"#]+)', html):
        assert "?v=" in address
        with client.get(address) as response:
            assert response.status_code == 200
            assert "immutable" in response.headers["Cache-Control"]


def test_the_first_page_is_small(client: FlaskClient) -> None:
    """All that a phone loads for a page, compressed as over plain HTTP."""
    headers = {"Accept-Encoding": "gzip"}

    def size(url: str) -> int:
        with client.get(url, headers=headers) as response:
            return len(response.data)

    keeper = client.post("/games/new/brownie_points", data={"player": ["Ann", "Bob"]})
    table = keeper.headers["Location"]
    counting = (f"{table}/rounds/1/{page}" for page in ("seats/1", "all"))
    for page in ("/", "/demo", "/games/new/brownie_points", table, *counting):
        html = client.get(page).get_data(as_text=True)
        files = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', html))
        total = size(page) + sum(size(url) for url in files)
        assert total < 60_000, (page, total)


def test_nothing_is_asked_of_another_host(phones: dict[str, FlaskClient], app: Flask) -> None:
    uid = app.config["TEST_GAME"]
    for url in ("/", f"/games/{uid}", f"/games/{uid}/rounds/1/seats/1", "/rules/brownie_points"):
        html = phones["keeper"].get(url).get_data(as_text=True)
        for address in re.findall(r'(?:src|href|action)="([^"]*)"', html):
            assert address.startswith(("/", "#", "?")) or address == "", (url, address)


class TestCookie:
    def test_it_is_signed_and_not_for_scripts(self, client: FlaskClient) -> None:
        response = client.post("/games/new/brownie_points", data={"player": ["Ann", "Bob"]})
        cookie = response.headers["Set-Cookie"]
        for part in ("HttpOnly", "SameSite=Lax", "Expires="):
            assert part in cookie
        assert "Secure" not in cookie

    def test_over_https_it_stays_there(self, client: FlaskClient) -> None:
        response = client.post(
            "/games/new/brownie_points",
            data={"player": ["Ann", "Bob"]},
            base_url="https://cards.local",
        )
        cookie = response.headers["Set-Cookie"]
        assert "Secure" in cookie
        # So named, browsers take it from nobody else, and only over HTTPS.
        assert cookie.startswith("__Host-scorecard=")
        assert "Path=/" in cookie
        assert "Domain" not in cookie

    def test_a_forged_one_is_nobody(self, app: Flask, phones: dict[str, FlaskClient]) -> None:
        client = app.test_client()
        client.set_cookie("scorecard", "eyJkZXZpY2UiOiJ4In0.forged.forged")
        assert client.get(f"/games/{app.config['TEST_GAME']}").status_code == 404


class TestForgery:
    @pytest.fixture(autouse=True)
    def _with_tokens(self, app: Flask) -> Any:
        app.config["WTF_CSRF_ENABLED"] = True
        yield
        app.config["WTF_CSRF_ENABLED"] = False

    def test_a_form_without_its_token_does_nothing(
        self, app: Flask, phones: dict[str, FlaskClient]
    ) -> None:
        for rule in app.url_map.iter_rules():
            if "POST" not in (rule.methods or set()) or rule.rule.startswith("/api"):
                continue
            url = rule.rule.replace("<uid:game_uid>", app.config["TEST_GAME"])
            url = re.sub(r"<uid:\w+>", "aaaaaaaaaaaa", url).replace("<key>", "brownie_points")
            url = re.sub(r"<(?:\w+:)?\w+>", "1", url)
            response = phones["keeper"].post(url, data={})
            assert response.status_code == 400, url
            assert "reload" in response.get_data(as_text=True).lower()

    def test_a_form_with_it_works(self, app: Flask) -> None:
        client = app.test_client()
        html = client.get("/games/new/brownie_points").get_data(as_text=True)
        found = re.search(r'name="csrf_token" value="([^"]+)"', html)
        assert found
        data = {"player": ["Ann", "Bob"], "csrf_token": found.group(1)}
        assert client.post("/games/new/brownie_points", data=data).status_code == 303

    def test_the_api_takes_json_only_so_it_needs_none(self, phones: dict[str, FlaskClient]) -> None:
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        assert phones["nobody"].post("/api/v1/games", json=body).status_code == 201
        plain = phones["nobody"].post("/api/v1/games", data=str(body), content_type="text/plain")
        assert plain.status_code == 415


class TestErrors:
    @pytest.mark.parametrize(
        ("method", "url", "status"),
        [
            ("get", "/nowhere", 404),
            ("get", "/games/unknowngame1", 404),
            ("post", "/rules", 405),
            ("get", "/join/" + "x" * 24, 404),
        ],
    )
    def test_pages_say_what_happened(
        self, client: FlaskClient, method: str, url: str, status: int
    ) -> None:
        response = getattr(client, method)(url)
        assert response.status_code == status
        html = response.get_data(as_text=True)
        assert escape(TITLES[status]) in html
        assert "Traceback" not in html

    def test_an_address_that_leads_nowhere_says_so_in_plain_words(
        self, client: FlaskClient
    ) -> None:
        assert NOWHERE in client.get("/nowhere").get_data(as_text=True)
        assert client.get("/api/v1/nowhere").get_json()["detail"] == NOWHERE

    def test_a_form_too_large(self, client: FlaskClient) -> None:
        response = client.post("/games/new/brownie_points", data={"player": "x" * 1_100_000})
        assert response.status_code == 413

    @pytest.mark.parametrize("host", ["..", "a b", "", "[::1", "x" * 300, "localhost:x"])
    @pytest.mark.parametrize("url", ["/", "/nowhere", "/api/v1/rules"])
    def test_a_host_that_is_none_is_answered_and_nothing_breaks(
        self, app: Flask, host: str, url: str
    ) -> None:
        response = app.test_client().get(url, environ_overrides={"HTTP_HOST": host})
        assert response.status_code < 500
        assert "Traceback" not in response.get_data(as_text=True)

    def test_a_part_of_a_form_without_a_name_counts_for_nothing(
        self, phones: dict[str, FlaskClient], app: Flask
    ) -> None:
        parts = (
            'form-data; name="score"\r\n\r\n50',
            'form-data; name="version"\r\n\r\n1',
            "form-data\r\n\r\nx",
        )
        body = "".join(f"--part\r\nContent-Disposition: {part}\r\n" for part in parts) + "--part--"
        url = f"/games/{app.config['TEST_GAME']}/rounds/1/seats/2"
        kind = "multipart/form-data; boundary=part"
        assert phones["keeper"].post(url, data=body, content_type=kind).status_code == 303
        # A form with rows looks for their names itself.
        made = phones["keeper"].post("/scorecards/new", data=body, content_type=kind)
        assert made.status_code == 422

    def test_a_fault_of_ours_shows_nothing_of_its_inside(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(*_arguments: object) -> None:
            raise RuntimeError("the inside")

        monkeypatch.setitem(app.view_functions, "home.index", broken)
        response = app.test_client().get("/")
        assert response.status_code == 500
        assert "the inside" not in response.get_data(as_text=True)
        # One line, which says where but not what: a fault may tell names.
        (line,) = caplog.messages
        assert line.startswith("fault at GET /: RuntimeError in ")
        assert "\n" not in caplog.text.strip()
        assert "the inside" not in caplog.text

    def test_a_database_that_is_busy_asks_to_try_again(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from sqlalchemy.exc import TimeoutError as PoolTimeoutError

        def busy(*_arguments: object) -> None:
            raise PoolTimeoutError("SELECT 1: every connection is taken")

        monkeypatch.setitem(app.view_functions, "home.index", busy)
        response = app.test_client().get("/")
        assert response.status_code == 503
        assert int(response.headers["Retry-After"]) > 0
        assert "SELECT" not in response.get_data(as_text=True)

    def test_an_error_within_a_game_leads_back_to_its_table(
        self, app: Flask, phones: dict[str, FlaskClient]
    ) -> None:
        uid = app.config["TEST_GAME"]
        html = phones["keeper"].get(f"/games/{uid}/rounds/9").get_data(as_text=True)
        assert f'href="/games/{uid}"' in html
        assert "There is no round 9" in html
