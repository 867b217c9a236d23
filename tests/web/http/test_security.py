"""Nobody gets in: names, other sites, cookies, headers, and what the log says."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import ClassVar

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from itsdangerous import TimestampSigner, URLSafeSerializer

from scorecard.app import COOKIE_LIFETIME, create_app
from scorecard.config import Settings
from scorecard.web.http import limits, security
from scorecard.web.http.hosts import is_known
from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

NEW = "/games/new/brownie_points"
PLAYERS = {"player": ["Ann", "Bob"]}
BODY = {"game": "brownie_points", "players": ["Ann", "Bob"]}


class TestNames:
    @pytest.mark.parametrize(
        "host",
        [
            *("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.178.20:8000"),
            *("10.0.0.7", "172.20.1.1", "169.254.3.4", "100.101.102.103:8000", "[fd00::5]"),
            *("[fe80::1%25wlan0]:8000", "laptop:8000", "laptop.local", "Laptop.Local.:8000"),
            *(
                "cards.home.arpa",
                "cards.lan",
                "cards.test",
                "cards.example.org",
                "CARDS.example.org:443",
            ),
            *("203.0.113.9:8000", "[2001:db8::7]"),
        ],
    )
    def test_those_of_the_home_network_and_its_own_are_answered(
        self, settings: Settings, host: str
    ) -> None:
        known = replace(settings, public_url="https://cards.example.org")
        own = "2001:db8::7" if host.startswith("[") else "203.0.113.9"
        assert is_known(host, known, own)

    @pytest.mark.parametrize(
        "host",
        [
            *("evil.example", "evil.example:8000", "8.8.8.8", "[2606:4700::1111]", "", ":80"),
            *("local", "localhost.evil.example", "cards.example.org.evil.example")[1:],
            *("192.168.1.5.evil.example", "evil.local.example", "xlocal.evil", "[::1", "a b.c"),
        ],
    )
    def test_those_that_anybody_can_own_are_not(self, settings: Settings, host: str) -> None:
        assert not is_known(host, replace(settings, public_url="https://cards.example.org"))

    def test_under_a_strange_name_it_says_what_to_set(self, client: FlaskClient) -> None:
        response = client.get("/", base_url="http://cards.dyndns.example:8000")
        assert response.status_code == 421
        assert (
            "set PUBLIC_URL to the whole address, such as http://cards.dyndns.example:8000"
            in PlainBrowser(client)._show(response).text
        )
        answer = client.get("/api/v1/rules", base_url="http://cards.dyndns.example").get_json()
        assert answer["code"] == "unknown_host"

    def test_what_is_said_under_a_strange_name_leads_nowhere(self, client: FlaskClient) -> None:
        """Whatever it led to or loaded would be refused as well."""
        for host in ("cards.dyndns.example", 'a"><script>'):
            html = client.get("/", headers={"Host": host}).get_data(as_text=True)
            assert "<h1>" in html
            assert not re.search(r"(href|src|action)=", html)

    def test_a_strange_name_is_never_in_a_link(
        self, client: FlaskClient, program: Callable[[], Program]
    ) -> None:
        uid = program().start().id
        for path in (
            f"/games/{uid}/share",
            f"/api/v1/games/{uid}/invitation",
            "/static/scripts/layout/forms.js",
        ):
            assert client.get(path, base_url="http://evil.example").status_code == 421

    def test_links_are_made_of_the_public_address_whatever_was_asked(
        self, program: Callable[[], Program], set_up: Callable[..., None]
    ) -> None:
        set_up(public_url="https://cards.example.org")
        keeper = program().start()
        for address in ("http://localhost", "https://cards.example.org", "http://laptop.local"):
            response = keeper.client.post("/api/v1/games", json=BODY, base_url=address)
            assert response.status_code == 201
        links = keeper.get("/invitation").get_json()["links"].values()
        assert all(link.startswith("https://cards.example.org/join/") for link in links)

    def test_a_name_that_is_none_is_a_sentence(self, client: FlaskClient) -> None:
        response = client.get("/", headers={"Host": 'a"><script>'})
        assert response.status_code == 421
        assert "<script>" not in response.get_data(as_text=True)


class TestOtherSites:
    FOREIGN: tuple[dict[str, str], ...] = (
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost.evil.example"},
    )

    @pytest.mark.parametrize("headers", FOREIGN)
    def test_they_write_nothing(self, client: FlaskClient, headers: dict[str, str]) -> None:
        client.get(NEW)
        assert client.post(NEW, data=PLAYERS, headers=headers).status_code == 403
        answer = client.post("/api/v1/games", json=BODY, headers=headers)
        assert answer.status_code == 403
        assert client.get("/api/v1/games").get_json() == {"games": []}

    @pytest.mark.parametrize("headers", FOREIGN)
    def test_they_let_nobody_join(
        self, client: FlaskClient, program: Callable[[], Program], headers: dict[str, str]
    ) -> None:
        """Nobody is brought into a stranger's game without knowing it."""
        keeper = program().start()
        invitation = keeper.get("/invitation").get_json()
        link = invitation["links"]["player"].removeprefix("http://localhost")
        body = {"code": invitation["code"]}
        for response in (
            client.post(link, headers=headers),
            client.post("/join", data=body, headers=headers),
            client.post("/api/v1/join", json=body, headers=headers),
        ):
            assert response.status_code == 403
        assert len(keeper.get("/devices").get_json()["devices"]) == 1

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"Origin": "http://localhost"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "same-origin", "Origin": "https://proxy.example"},
            {"Sec-Fetch-Site": "none"},
        ],
    )
    def test_our_own_pages_and_programs_do(
        self, client: FlaskClient, headers: dict[str, str]
    ) -> None:
        assert client.post(NEW, data=PLAYERS, headers=headers).status_code == 303

    def test_behind_a_proxy_pages_come_from_the_public_address(
        self, client: FlaskClient, set_up: Callable[..., None]
    ) -> None:
        set_up(public_url="https://cards.example.org")
        headers = {"Origin": "https://cards.example.org"}
        assert client.post(NEW, data=PLAYERS, headers=headers).status_code == 303

    def test_a_link_from_elsewhere_may_be_followed(self, client: FlaskClient) -> None:
        assert client.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200

    def test_nothing_sent_as_a_plain_form_reaches_the_api(self, client: FlaskClient) -> None:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            response = client.post("/api/v1/games", data="{}", content_type=kind)
            assert response.status_code == 415


class TestStaleToken:
    """A form whose token is no longer good: what was typed is not lost."""

    OWN: ClassVar = {"Origin": "http://localhost"}

    @pytest.fixture(autouse=True)
    def _with_tokens(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(app.config, "WTF_CSRF_ENABLED", True)

    def test_it_comes_back_filled_and_one_tap_sends_it(self, client: FlaskClient) -> None:
        typed = {**PLAYERS, "target": "9000", "csrf_token": "old", "key": "a-key"}
        browser = PlainBrowser(client)
        browser._show(client.post(NEW, data=typed, headers=self.OWN))
        assert browser.status == 400
        assert "What you typed is still here" in browser.text
        assert "9000" in browser.text
        form = next(iter(browser.forms.values()))
        assert form.action == NEW
        sent: dict[str, list[str]] = {}
        for name, value in form.fields:
            sent.setdefault(name, []).append(value)
        assert sent["player"] == ["Ann", "Bob"]
        assert sent["key"] == ["a-key"]
        done = client.post(NEW, data=sent, headers=self.OWN)
        assert done.status_code == 303

    def test_nothing_was_done_by_the_first_try(self, client: FlaskClient) -> None:
        client.post(NEW, data=PLAYERS, headers=self.OWN)
        assert client.get("/api/v1/games").get_json() == {"games": []}

    @pytest.mark.parametrize("headers", [{}, {"Origin": "null"}])
    def test_what_another_site_may_have_made_up_is_not_offered(
        self, client: FlaskClient, headers: dict[str, str]
    ) -> None:
        html = client.post(NEW, data={"player": ["Mallory"]}, headers=headers).get_data(
            as_text=True
        )
        assert "Mallory" not in html
        assert "Reload it" in html

    def test_what_was_typed_is_shown_as_text(self, client: FlaskClient) -> None:
        typed = {"player": ["</textarea><script>alert(1)</script>"]}
        html = client.post(NEW, data=typed, headers=self.OWN).get_data(as_text=True)
        assert "<script>alert" not in html


class TestHeaders:
    def test_https_is_for_good_only_under_the_public_name(
        self, client: FlaskClient, set_up: Callable[..., None]
    ) -> None:
        name = "Strict-Transport-Security"
        for public, asked, is_told in (
            ("https://cards.example.org", "https://cards.example.org", True),
            ("https://cards.example.org", "http://cards.example.org", False),
            ("http://cards.example.org", "https://cards.example.org", False),
            ("https://cards.local", "https://cards.local", False),
            ("https://192.168.1.5:8443", "https://192.168.1.5:8443", False),
            ("", "https://localhost:8443", False),
        ):
            set_up(public_url=public)
            assert (name in client.get("/", base_url=asked).headers) is is_told, (public, asked)

    def test_a_self_made_certificate_is_never_for_good(
        self, client: FlaskClient, set_up: Callable[..., None]
    ) -> None:
        public = "https://cards.example.org"
        set_up(public_url=public, certificate=Path("made-here.pem"))
        assert "Strict-Transport-Security" not in client.get("/", base_url=public).headers

    def test_only_over_https_are_requests_upgraded(self, client: FlaskClient) -> None:
        policy = "Content-Security-Policy"
        assert "upgrade-insecure" not in client.get("/").headers[policy]
        secure = client.get("/", base_url="https://cards.local").headers[policy]
        assert "upgrade-insecure-requests" in secure
        assert "unsafe" not in secure

    def test_no_page_of_ours_can_be_framed_opened_or_read_by_another_site(
        self, client: FlaskClient
    ) -> None:
        for path in ("/", "/static/icons/icon.svg", "/api/v1/rules", "/nowhere"):
            with client.get(path) as response:
                headers = response.headers
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert "Access-Control-Allow-Origin" not in headers

    def test_a_page_whose_address_lets_others_in_is_told_to_nobody_and_kept_nowhere(
        self, app: Flask, client: FlaskClient
    ) -> None:
        rules = [rule for rule in app.url_map.iter_rules() if "token" in rule.arguments]
        assert len(rules) >= 6
        for rule in rules:
            if "GET" in (rule.methods or ()):
                headers = client.get(rule.rule.replace("<uid:token>", "x" * 24)).headers
                assert headers["Referrer-Policy"] == "no-referrer", rule.rule
                assert headers["Cache-Control"] == "no-store", rule.rule

    def test_every_answer_that_shows_a_link_or_a_recovery_code_is_kept_nowhere(
        self, app: Flask, client: FlaskClient
    ) -> None:
        game = client.post("/api/v1/games", json=BODY).get_json()["game"]["id"]
        founded = client.post("/api/v1/groups", json={"name": "Thursday"})
        group = founded.get_json()["group"]["id"]
        assert founded.headers["Cache-Control"] == "no-store"
        client.post(f"/groups/{group}/public", data={"public": "on"})
        book = f"/groups/{group}/book"
        data = {"name": "Cabin", "rules": "brownie_points"}
        client.post(f"{book}/new/brownie_points", data=data)
        found = re.findall(rf"{book}/([\w-]{{12}})", client.get(book).get_data(as_text=True))
        client.post(f"{book}/{found[0]}/public", data={"public": "on"})
        told = 0
        known = {"game_uid": game, "group_uid": group, "rules_uid": found[0]}
        for rule in app.url_map.iter_rules():
            if "GET" not in (rule.methods or ()) or not rule.arguments <= known.keys():
                continue
            path = re.sub(r"<(?:\w+:)?(\w+)>", lambda match: known[match.group(1)], rule.rule)
            if path.endswith("/events"):
                continue
            response = client.get(path)
            text = response.get_data(as_text=True)
            if re.search(r"http://[\w.:]+/(groups/)?(join|standings|book)/[\w-]{24}", text):
                told += 1
                assert response.headers["Cache-Control"] == "no-store", path
        assert told >= 7
        shown = client.post(f"/groups/{group}/recovery", data={"key": "k"})
        assert re.search(r"\w{5}-\w{5}-\w{5}-\w{5}", shown.get_data(as_text=True))
        assert shown.headers["Cache-Control"] == "no-store"

    def test_a_name_in_a_file_s_name_breaks_no_header(self, client: FlaskClient) -> None:
        name = 'x"; filename="evil.exe\u2028'
        refused = client.post("/api/v1/groups", json={"name": "a\r\nSet-Cookie: x=y"})
        assert refused.status_code == 422
        made = client.post("/api/v1/groups", json={"name": name.strip("\u2028")}).get_json()
        response = client.get(f"/groups/{made['group']['id']}/export.json")
        sent = response.headers["Content-Disposition"]
        assert re.fullmatch(r'attachment; filename="scorecard-[a-z0-9-]+\.json"', sent)


class TestCookie:
    @pytest.fixture
    def keeper(self, client: FlaskClient) -> FlaskClient:
        assert client.post(NEW, data=PLAYERS).status_code == 303
        return client

    def test_a_phone_that_comes_back_is_given_a_fresh_one(
        self, keeper: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert "Set-Cookie" not in keeper.get("/rules").headers
        self.later(monkeypatch, security.RENEWED_AFTER + timedelta(days=1))
        assert "Set-Cookie" in keeper.get("/rules").headers
        assert "Set-Cookie" not in keeper.get("/rules").headers
        # So it is never out, however long it goes on coming back.
        self.later(monkeypatch, COOKIE_LIFETIME - timedelta(minutes=1))
        assert len(keeper.get("/api/v1/games").get_json()["games"]) == 1

    def test_one_that_stayed_away_too_long_is_unknown(
        self, keeper: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.later(monkeypatch, COOKIE_LIFETIME + timedelta(days=1))
        assert keeper.get("/api/v1/games").get_json() == {"games": []}

    def later(self, monkeypatch: pytest.MonkeyPatch, passed: timedelta) -> None:
        was = TimestampSigner.get_timestamp
        seconds = int(passed.total_seconds())
        monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: was(self) + seconds)

    def test_a_new_secret_keeps_phones_in_and_an_old_one_dropped_does_not(
        self, app: Flask, keeper: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = app.config["SECRET_KEY"]
        other = app.test_client()
        cookie = keeper.get_cookie("scorecard")
        assert cookie
        other.set_cookie("scorecard", cookie.value)
        monkeypatch.setitem(app.config, "SECRET_KEY", "a newer secret")
        monkeypatch.setitem(app.config, "SECRET_KEY_FALLBACKS", [old])
        assert "Set-Cookie" in keeper.get("/").headers, "signed anew as soon as it comes back"
        monkeypatch.setitem(app.config, "SECRET_KEY_FALLBACKS", [])
        assert len(keeper.get("/api/v1/games").get_json()["games"]) == 1
        assert other.get("/api/v1/games").get_json() == {"games": []}

    def test_what_earlier_releases_signed_is_still_good(
        self, app: Flask, keeper: FlaskClient
    ) -> None:
        with keeper.session_transaction() as session:
            device = session["device"]
        earlier = SecureCookieSessionInterface().get_signing_serializer(app)
        assert earlier
        other = app.test_client()
        other.set_cookie("scorecard", str(earlier.dumps({"device": device})))
        response = other.get("/api/v1/games")
        assert len(response.get_json()["games"]) == 1
        assert "Set-Cookie" in response.headers
        token = URLSafeSerializer(app.config["SECRET_KEY"], salt="device-token").dumps(device)
        headers = {"Authorization": f"Bearer {token}"}
        games = app.test_client().get("/api/v1/games", headers=headers).get_json()["games"]
        assert len(games) == 1

    def test_over_https_the_older_one_is_taken_over_once(
        self, app: Flask, keeper: FlaskClient
    ) -> None:
        there = "https://cards.local"
        cookie = keeper.get_cookie("scorecard")
        assert cookie
        other = app.test_client()
        other.set_cookie("scorecard", cookie.value, domain="cards.local")
        response = other.get("/api/v1/games", base_url=there)
        assert len(response.get_json()["games"]) == 1
        given = response.headers.getlist("Set-Cookie")
        assert any(line.startswith("__Host-scorecard=") for line in given)
        assert other.get_cookie("scorecard", "cards.local") is None
        assert len(other.get("/api/v1/games", base_url=there).get_json()["games"]) == 1

    def test_it_is_signed_with_sha_256(self, app: Flask) -> None:
        assert security.CookieInterface.digest_method is hashlib.sha256


@pytest.mark.usefixtures("apart")
class TestProxies:
    HEADERS: ClassVar = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https"}

    @pytest.mark.parametrize(("hops", "address", "is_secure"), [(0, 1, False), (1, 2, True)])
    def test_are_believed_only_when_told_so(
        self, settings: Settings, hops: int, address: int, is_secure: bool
    ) -> None:
        app = create_app(replace(settings, trusted_proxies=hops))
        seen: list[str] = []
        app.before_request(lambda: seen.append(limits.household()))
        client = app.test_client()
        for forwarded in ("198.51.100.7", "198.51.100.8"):
            headers = {**self.HEADERS, "X-Forwarded-For": forwarded}
            response = client.get("/join", headers=headers)
            cookies = response.headers.getlist("Set-Cookie")
            assert any("Secure" in cookie for cookie in cookies) is is_secure
            client = app.test_client()
        assert len(set(seen)) == address

    def test_what_a_phone_adds_in_front_is_not_believed(self, settings: Settings) -> None:
        app = create_app(replace(settings, trusted_proxies=1))
        seen: list[str] = []
        app.before_request(lambda: seen.append(limits.household()))
        for made_up in ("1.2.3.4", "5.6.7.8"):
            headers = {"X-Forwarded-For": f"{made_up}, 198.51.100.7"}
            app.test_client().get("/rules", headers=headers)
        assert len(set(seen)) == 1

    def test_the_name_is_never_theirs_to_change(self, settings: Settings) -> None:
        client = create_app(replace(settings, trusted_proxies=1)).test_client()
        headers = {"X-Forwarded-Host": "evil.example"}
        assert "evil" not in client.get("/join", headers=headers).get_data(as_text=True)


class TestLog:
    def test_a_fault_tells_no_token_and_no_name(
        self, app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def broken(token: str) -> None:
            raise KeyError(f"Ann has {token}")

        monkeypatch.setitem(app.view_functions, "join.invitation", broken)
        token = "s" * 24
        assert app.test_client().get(f"/join/{token}").status_code == 500
        (line,) = caplog.messages
        assert line.startswith("fault at GET /join/<uid:token>: KeyError in ")
        assert token not in caplog.text
        assert "Ann" not in caplog.text

    def test_a_database_error_tells_no_values(self, app: Flask) -> None:
        from sqlalchemy import text
        from sqlalchemy.exc import DBAPIError

        from scorecard.database.db import db

        with app.app_context(), pytest.raises(DBAPIError) as caught:
            db.session.execute(text("SELECT :name FROM nowhere"), {"name": "Ann"})
        assert "Ann" not in str(caught.value)
