"""Under a path of a host that serves other things, too, nothing leads out of that path."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

from scorecard.app import create_app
from tests.browser.screens.gallery import SCREENS, Screen
from tests.browser.screens.seeded import furnished
from tests.fuzzing.world import World
from tests.web.conftest import Program
from tests.web.event_streams import Stream

ROOT = "/cards"
HOST = "https://home.example"
ADDRESS = re.compile(r'\s([a-z-]+)="(/[^"]*)"')
"""Whatever stands in an attribute and begins as an address of the host does."""
POSTED = ("action", "formaction")
NO_ADDRESSES = ("data-root", "value")


class Under:
    """The app of a world under a path, with a phone in each role, and what was asked there."""

    def __init__(self, world: World, places: dict[str, str]) -> None:
        settings = world.app.config["SETTINGS"]
        self.app = create_app(replace(settings, public_url=HOST + ROOT))
        self.world = world
        self.places = places
        self._rules = self.app.url_map.bind("localhost")
        self._asked: set[tuple[str, str]] = set()

    def client(self, role: str) -> FlaskClient:
        client = self.app.test_client()
        if cookie := self.world.client(role).get_cookie("scorecard"):
            client.set_cookie("scorecard", cookie.value, path=f"{ROOT}/")
        return client

    def follow(self, client: FlaskClient, role: str, address: str) -> None:
        """Ask what a page names, one of each kind for each role; it must be there.

        Some links are not for every role: those are hidden from it, and refused to it.
        """
        path = address.partition("#")[0]
        rule = self.rule(path, "GET")
        if rule.endswith("/events") or (role, rule) in self._asked:
            return
        self._asked.add((role, rule))
        with client.get(path) as answer:
            assert answer.status_code in (200, 302, 303, 308, 403), path
            assert answer.headers.get("Location", ROOT).startswith(ROOT), path

    def rule(self, address: str, *methods: str) -> str:
        """Return what an address leads to, asked or written in one of these ways."""
        path = re.split(r"[?#]", address)[0].removeprefix(ROOT)
        for method in methods:
            try:
                return str(self._rules.match(path, method, return_rule=True)[0])
            except HTTPException:
                continue
        raise AssertionError(f"{address} leads nowhere")


@pytest.fixture(scope="module")
def under(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Under]:
    with furnished(tmp_path_factory.mktemp("under")) as (world, places):
        yield Under(world, places)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_no_page_leads_out_of_the_path(under: Under, screen: Screen) -> None:
    client = under.client(screen.role)
    path = ROOT + screen.path.format_map(under.places)
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == screen.status
    text = unescape(answer.text)
    assert f'data-root="{ROOT}"' in text
    # Links to be passed on name the whole address.
    assert re.findall(rf"{HOST}/(?!cards\b)", text) == []
    assert re.findall(r"https?://localhost(?!:8000)", text) == []
    for name, value in ADDRESS.findall(text):
        if name in NO_ADDRESSES:
            continue
        # What a page is kept for are several.
        for address in value.split(" /"):
            assert f"/{address.lstrip('/')}".startswith(f"{ROOT}/"), (name, value)
        assert f"{ROOT}{ROOT}" not in value, (name, value)
        if name in POSTED and "/games/demo/" not in value:
            assert under.rule(value, "POST", "GET")
        elif name in ("href", "src"):
            under.follow(client, screen.role, value)


def test_what_programs_read_names_the_path_as_well(under: Under) -> None:
    client = under.client("keeper")
    game = under.places["running"]
    manifest = client.get(f"{ROOT}/manifest.webmanifest").get_json()
    assert [manifest[key] for key in ("id", "start_url", "scope")] == [f"{ROOT}/"] * 3
    assert all(icon["src"].startswith(f"{ROOT}/static/") for icon in manifest["icons"])
    kept = client.get(f"{ROOT}/games/{game}/keep").get_json()["pages"]
    assert all(page[key].startswith(f"{ROOT}/") for page in kept for key in ("url", "key"))
    worker = client.get(f"{ROOT}/worker.js").text
    assert f'const ROOT = "{ROOT}"' in worker
    files = re.findall(r'"(/[^"]+)"', worker.split("const FILES")[1].split("\n")[0])
    assert f"{ROOT}/offline" in files
    assert all(file.startswith(f"{ROOT}/") for file in files)
    owners = [f"{ROOT}/games/{game}", f"{ROOT}/games/{'a' * 12}", f"/games/{game}"]
    lost = client.get(f"{ROOT}/lost", query_string={"of": owners}).get_json()["lost"]
    assert lost == owners[1:2]
    assert client.get(f"{ROOT}/api/v1/openapi.json").get_json()["servers"] == [{"url": ROOT}]
    links = client.get(f"{ROOT}/api/v1/games/{game}/invitation").get_json()["links"]
    assert all(link.startswith(f"{HOST}{ROOT}/join/") for link in links.values())


def app_under(app: Flask, **settings: Any) -> Flask:
    """Return the app on the same database, with other settings."""
    made = create_app(replace(app.config["SETTINGS"], **settings))
    made.config["WTF_CSRF_ENABLED"] = False
    return made


def test_writing_leads_on_under_the_path_and_the_cookies_stay_there(app: Flask) -> None:
    client = app_under(app, public_url=f"http://localhost{ROOT}").test_client()
    body = {"player": ["Ann", "Bob"]}
    made = client.post(f"{ROOT}/games/new/brownie_points", data=body)
    table = made.headers["Location"]
    assert table.startswith(f"{ROOT}/games/")
    assert f"; Path={ROOT}/" in made.headers["Set-Cookie"]
    asked = {"Accept": "application/json"}
    again = client.post(f"{ROOT}/games/new/brownie_points", data=body, headers=asked)
    assert again.get_json()["next"].startswith(f"{ROOT}/games/")
    chosen = client.post(f"{ROOT}/language", data={"language": "de"})
    assert f"; Path={ROOT}/" in chosen.headers["Set-Cookie"]
    by_one = client.get(f"{table}/count?by=one")
    assert f"; Path={ROOT}/" in by_one.headers["Set-Cookie"]
    whole = client.get(f"{table}/count?by=all")
    assert f"; Path={ROOT}/" in whole.headers["Set-Cookie"]
    program = {"game": "brownie_points", "players": ["Ann", "Bob"]}
    told = client.post(f"{ROOT}/api/v1/games", json=program)
    assert told.status_code == 201
    group = client.post(f"{ROOT}/api/v1/groups", json={"name": "Thursday", "time_zone": "UTC"})
    group = group.get_json()["group"]
    player = {"name": "Ann", "version": group["version"]}
    added = client.post(f"{ROOT}/api/v1/groups/{group['id']}/players", json=player)
    assert added.headers["Location"].startswith(f"{ROOT}/api/v1/groups/{group['id']}/")


def test_over_https_browsers_are_told_that_the_cookie_is_secure_not_that_it_is_the_hosts(
    app: Flask,
) -> None:
    client = app_under(app, public_url=HOST + ROOT).test_client()
    made = client.post(
        f"{ROOT}/games/new/brownie_points", data={"player": ["Ann", "Bob"]}, base_url=HOST
    )
    cookie = made.headers["Set-Cookie"]
    # A name with __Host- is refused by browsers for anything but a whole host.
    assert cookie.startswith("__Secure-scorecard=")
    assert "; Secure" in cookie
    assert client.get(made.headers["Location"], base_url=HOST).status_code == 200
    # What else is at the host is not ours to be bound to HTTPS.
    assert "Strict-Transport-Security" not in made.headers


@pytest.mark.parametrize(
    ("told", "path", "headers"),
    [
        pytest.param({"public_url": HOST + ROOT}, f"{ROOT}/join", {}, id="passed on as it is"),
        pytest.param({"public_url": HOST + ROOT}, "/join", {}, id="taken off, and said nowhere"),
        pytest.param(
            {"trusted_proxies": 1}, "/join", {"X-Forwarded-Prefix": ROOT}, id="said by a proxy"
        ),
        pytest.param(
            {"trusted_proxies": 1}, "/join", {"X-Forwarded-Prefix": f"{ROOT}/"}, id="with a slash"
        ),
        pytest.param(
            {"trusted_proxies": 1, "public_url": "https://elsewhere.example/other"},
            "/join",
            {"X-Ingress-Path": ROOT},
            id="said by Home Assistant",
        ),
        pytest.param(
            {"trusted_proxies": 1, "public_url": f"{HOST}/games"},
            "/games/new",
            {"X-Forwarded-Prefix": "/games"},
            id="called as one of our pages",
        ),
    ],
)
def test_the_path_is_known_however_it_is_told(
    app: Flask, told: dict[str, Any], path: str, headers: dict[str, str]
) -> None:
    answer = app_under(app, **told).test_client().get(path, headers=headers)
    assert answer.status_code == 200
    (root,) = re.findall(r' data-root="([^"]+)"', answer.text)
    assert root in (ROOT, "/games")
    assert f'<a class="home" href="{root}/"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        *("//evil.example", "/\\evil.example", "https://evil.example", "evil", "/a/../b", "/."),
        *("/a b", '/a"b', "/a;b", "/a\u00e4", "/", "/" + "a" * 300),
    ],
)
@pytest.mark.parametrize("header", ["X-Forwarded-Prefix", "X-Ingress-Path"])
def test_a_path_that_could_lead_elsewhere_is_none(app: Flask, header: str, path: str) -> None:
    client = app_under(app, trusted_proxies=1).test_client()
    answer = client.get("/join", headers={header: path.encode("latin-1").decode("latin-1")})
    assert answer.status_code == 200
    assert "data-root" not in answer.text
    assert '<a class="home" href="/"' in answer.text


@pytest.mark.parametrize("header", ["X-Forwarded-Prefix", "X-Ingress-Path"])
def test_nobody_but_a_believed_proxy_names_a_path(app: Flask, header: str) -> None:
    answer = app.test_client().get("/join", headers={header: ROOT})
    assert "data-root" not in answer.text
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_only_home_assistant_shows_pages_inside_its_own(app: Flask) -> None:
    client = app_under(app, trusted_proxies=1).test_client()
    for header, who in (("X-Ingress-Path", "'self'"), ("X-Forwarded-Prefix", "'none'")):
        policy = client.get("/", headers={header: ROOT}).headers["Content-Security-Policy"]
        assert f"frame-ancestors {who}" in policy


def test_the_path_without_its_slash_leads_to_the_one_with_it(app: Flask) -> None:
    client = app_under(app, public_url=HOST + ROOT).test_client()
    answer = client.get(ROOT)
    assert (answer.status_code, answer.headers["Location"]) == (308, f"{ROOT}/")


def test_links_are_made_for_phones_where_home_assistant_shows_the_page(
    app: Flask, program: Callable[[], Program]
) -> None:
    """They are not let in there, and come by the address that is said to be theirs."""
    keeper = program().start()
    inside = app_under(app, trusted_proxies=1, public_url="http://cards.local:8000").test_client()
    inside.set_cookie("scorecard", cookie_of(keeper.client))
    path = f"/api/v1/games/{keeper.id}/invitation"
    links = inside.get(path, headers={"X-Ingress-Path": ROOT}).get_json()["links"]
    assert links["player"].startswith("http://cards.local:8000/join/")


def test_phones_under_a_path_and_beside_it_are_each_kept_up_to_date(
    app: Flask, program: Callable[[], Program]
) -> None:
    """A piece that was drawn for one of them is not sent to the other."""
    keeper = program().start()
    path = f"/games/{keeper.id}"
    both = app_under(app, trusted_proxies=1).test_client()
    both.set_cookie("scorecard", cookie_of(keeper.client))
    streams = [
        Stream(both, f"{path}/events", **more) for more in ({}, {"HTTP_X_FORWARDED_PREFIX": ROOT})
    ]
    try:
        for _moves in range(2):
            keeper.play(450, 100)
            for stream, root in zip(streams, ("", ROOT), strict=True):
                while (event := stream.next()).get("event") != "sheet":
                    pass
                links = re.findall(r'href="(/[^"]*)"', event["data"])
                assert links
                assert {link.startswith(f"{ROOT}/") for link in links} == {bool(root)}
    finally:
        for stream in streams:
            stream.close()


def cookie_of(client: FlaskClient) -> str:
    cookie = client.get_cookie("scorecard")
    assert cookie
    return str(cookie.value)
