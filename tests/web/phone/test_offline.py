"""What a phone is given for the time without network: which pages, the worker, the manifest."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.told import numbers_in
from tests.web.conftest import Program

Programs = Callable[[], Program]


def keep(program: Program) -> dict[str, Any]:
    response = program.client.get(f"/games/{program.id}/keep")
    assert response.status_code == 200
    found: dict[str, Any] = response.get_json()
    return found


def urls(program: Program) -> list[str]:
    """Return the addresses of the pages to keep, without the game's own."""
    return [page["url"].removeprefix(f"/games/{program.id}") for page in keep(program)["pages"]]


def tags(program: Program) -> dict[str, str]:
    return {page["key"]: page["tag"] for page in keep(program)["pages"]}


class TestLost:
    def lost(self, phone: Program, *owners: str) -> list[str]:
        response = phone.client.get("/lost", query_string={"of": owners})
        assert response.headers["Cache-Control"] == "no-store"
        found: list[str] = response.get_json()["lost"]
        return found

    def test_a_phone_hears_of_which_games_it_is_not_any_more(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        bob = program().join(ann, 2)
        game, other = f"/games/{ann.id}", f"/games/{program().start('Cy', 'Di').id}"
        unknown = "/games/nobodyhasit1"
        assert self.lost(bob, game, other, unknown, "nonsense") == [other, unknown, "nonsense"]
        (number,) = (one["id"] for one in ann.get("/devices").get_json()["devices"][1:])
        assert ann.post(f"/devices/{number}/send-out").status_code == 200
        assert self.lost(bob, game) == [game]
        assert self.lost(ann, game) == []
        # Whoever has lost the cookie is nobody here.
        assert self.lost(program(), game) == [game]

    def test_who_is_in_a_group_is_in_its_games(self, program: Programs) -> None:
        ann, bob = program(), program()
        group = ann.client.post("/api/v1/groups", json={"name": "Thursday"}).get_json()["group"]
        path = f"/groups/{group['id']}"
        link = ann.client.get(f"/api/v1{path}/invitation").get_json()["link"]
        ann.start("Ann", "Bob", group=group["id"])
        owners = (path, f"/games/{ann.id}")
        assert self.lost(bob, *owners) == [*owners]
        body = {"token": link.rsplit("/", 1)[1]}
        assert bob.client.post("/api/v1/groups/join", json=body).status_code == 200
        assert self.lost(bob, *owners) == []
        assert bob.client.get(f"/games/{ann.id}").status_code == 200
        devices = ann.client.get(f"/api/v1{path}/devices").get_json()["devices"]
        (number,) = (one["id"] for one in devices if not one["is_this"])
        version = ann.client.get(f"/api/v1{path}").get_json()["version"]
        sent = ann.client.post(
            f"/api/v1{path}/devices/{number}/send-out", json={"version": version}
        )
        assert sent.status_code == 200
        assert self.lost(bob, *owners) == [*owners]
        assert self.lost(ann, *owners) == []


class TestKeep:
    def test_a_keeper_counts_for_everybody_one_blank_screen_each(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        assert urls(ann) == [
            "/",
            "/rules",
            "/extras",
            "/end",
            "/rounds/13/seats/1",
            "/rounds/13/seats/2",
            "/rounds/13/all",
        ]
        assert [page["number"] for page in keep(ann)["pages"]] == [0, 0, 0, 0, 13, 13, 13]
        assert keep(ann)["pages"][4]["key"] == f"/games/{ann.id}/rounds/*/seats/1"

    def test_a_player_is_given_the_own_seat_only(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        bob = program().join(ann, 2)
        assert urls(bob)[3:6] == ["/end", "/rounds/13/seats/2", "/rounds/13/all"]
        assert not [url for url in urls(bob) if "seats/1" in url]
        assert (keep(bob)["open"], keep(bob)["seats"]) == ([2], [2])

    def test_a_keeper_counts_the_whole_round_until_somebody_else_joins(
        self, program: Programs
    ) -> None:
        ann = program().start("Ann", "Bob")
        assert keep(ann)["is_whole"] is True
        watcher = program().join(ann, role="spectator")
        assert keep(ann)["is_whole"] is True
        bob = program().join(ann, 2)
        assert [keep(one)["is_whole"] for one in (ann, bob, watcher)] == [False] * 3

    def test_a_spectator_is_given_what_needs_no_count(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        watcher = program().join(ann, role="spectator")
        assert urls(watcher) == ["/", "/rules", "/extras"]
        assert keep(watcher)["round"] == 0

    def test_every_page_it_names_is_there_for_this_phone(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob", "Cy", game="cucumber")
        for one in (ann, program().join(ann, 2), program().join(ann, role="spectator")):
            for page in keep(one)["pages"]:
                assert one.client.get(page["url"]).status_code == 200, page

    def test_blank_screens_stay_the_same_from_round_to_round(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        before = tags(ann)
        ann.play(100, 200)
        after = tags(ann)
        blank = f"/games/{ann.id}/rounds/*/seats/1"
        assert after[blank] == before[blank]
        assert after[f"/games/{ann.id}/end"] != before[f"/games/{ann.id}/end"]

    def test_a_blank_screen_is_blank_also_where_the_table_has_moved_on(
        self, program: Programs
    ) -> None:
        ann = program().start("Ann", "Bob")
        (named,) = (page for page in keep(ann)["pages"] if page["key"].endswith("*/seats/1"))
        for _ in range(2):
            ann.play(100, 200)
        html = ann.client.get(named["url"]).get_data(as_text=True)
        assert "data-ahead" in html
        assert "Save & next" in html
        assert 'value="100"' not in html

    def test_what_was_counted_is_kept_as_it_is(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        ann.enter(1, 1, {"score": 450})
        own = f"/games/{ann.id}/rounds/1/seats/1"
        before = tags(ann)[own]
        assert 'value="450"' in ann.client.get(own).get_data(as_text=True)
        assert keep(ann)["open"] == [2]
        ann.enter(1, 1, {"score": 500})
        assert tags(ann)[own] != before
        # What others have counted is theirs to change first.
        bob = program().join(ann, 2)
        assert own not in tags(bob)

    def test_own_seats_come_first(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob", "Cy")
        assert ann.put("/me", {"seats": [3]}).status_code == 200
        assert keep(ann)["open"] == [3, 1, 2]

    def test_a_game_whose_rounds_differ_has_a_screen_for_each(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob", game="pay_me")
        found = [page for page in keep(ann)["pages"] if page["url"].endswith("/seats/1")]
        assert [page["key"] for page in found] == [
            f"/games/{ann.id}/rounds/{number}/seats/1" for number in range(1, 14)
        ]
        assert len({page["tag"] for page in found[:10]}) > 5

    def test_a_game_entered_as_a_whole_names_no_seats(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob", "Cy", "Dan", game="pitch")
        found = keep(ann)
        assert (found["round"], found["open"], found["seats"]) == (1, [], [])
        assert [url for url in urls(ann) if "/rounds/" in url][-1].endswith("/all")

    def test_after_the_end_so_is_everybody(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        ann.play(100, 200)
        assert ann.post("/end").status_code == 200
        assert urls(ann) == ["/", "/rules", "/extras"]

    def test_who_was_sent_out_is_told_that_it_is_lost(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        bob = program().join(ann, 2)
        other = program()
        devices = ann.get("/devices").get_json()["devices"]
        assert ann.post(f"/devices/{devices[1]['id']}/send-out").status_code == 200
        for one, status in ((bob, 403), (other, 404)):
            response = one.client.get(f"/games/{ann.id}/rounds/1/all")
            assert response.status_code == status
            assert f'data-lost="/games/{ann.id}"' in response.get_data(as_text=True)
        # Whoever is in, and asks for what is not there or not for them, has lost nothing.
        assert b"data-lost" not in ann.client.get(f"/games/{ann.id}/rounds/99").get_data()


class TestRoundsAhead:
    def test_a_coming_round_is_shown_and_not_taken(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        page = f"/games/{ann.id}/rounds/5/seats/1"
        html = ann.client.get(page).get_data(as_text=True)
        assert "t finished. Count now" in html
        assert "round <span data-number>5</span>" in html
        typed = {"style": "score", "score": "450", "version": "1"}
        for url in (page, f"/games/{ann.id}/rounds/5/all"):
            response = ann.client.post(url, data={**typed, "s1-style": "score", "s1-score": "450"})
            assert response.status_code == 409
            html = response.get_data(as_text=True)
            assert "re counting round 1 now, not round 5." in html
            assert 'value="450"' in html
        assert ann.sheet()["open_round"]["number"] == 1

    def test_there_is_an_end_to_it(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        for number, status in ((31, 200), (32, 404)):
            for place in ("seats/1", "all"):
                url = f"/games/{ann.id}/rounds/{number}/{place}"
                assert ann.client.get(url).status_code == status

    def test_after_the_end_there_is_none(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        ann.play(100, 200)
        ann.post("/end")
        assert ann.client.get(f"/games/{ann.id}/rounds/3/seats/1").status_code == 404

    def test_nobody_counts_ahead_for_others(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob")
        bob = program().join(ann, 2)
        assert bob.client.get(f"/games/{ann.id}/rounds/4/seats/1").status_code == 403

    def test_a_secret_count_is_in_nobody_elses_pages(self, program: Programs) -> None:
        ann = program().start("Ann", "Bob", is_blind=True)
        bob = program().join(ann, 2)
        bob.enter(1, 2, {"score": 777})
        for one in (ann, program().join(ann, role="spectator")):
            for page in keep(one)["pages"]:
                text = one.client.get(page["url"]).get_data(as_text=True)
                assert "777" not in numbers_in(text), page


@pytest.mark.parametrize(
    ("url", "is_kept"),
    [
        ("/", True),
        ("/rules", True),
        ("/rules/brownie_points", True),
        ("/games/{}", True),
        ("/games/{}/rules", True),
        ("/games/{}/share", False),
        ("/games/{}/devices", False),
        ("/games/{}/rounds/1/seats/1", False),
        ("/join", False),
        ("/groups/new", False),
        ("/phone-setup", False),
        ("/nowhere", False),
    ],
)
def test_only_pages_that_let_nobody_in_are_kept(program: Programs, url: str, is_kept: bool) -> None:
    ann = program().start("Ann", "Bob")
    html = ann.client.get(url.format(ann.id)).get_data(as_text=True)
    assert ('<meta name="keep"' in html) is is_kept


class TestWorker:
    def test_it_is_asked_for_anew_every_time(self, client: FlaskClient) -> None:
        response = client.get("/worker.js")
        assert response.mimetype == "text/javascript"
        assert response.headers["Cache-Control"] == "no-cache"

    def test_it_brings_every_file_a_page_asks_for(self, client: FlaskClient) -> None:
        script = client.get("/worker.js").get_data(as_text=True)
        found = re.search(r"const FILES = (\[.*\]);", script)
        assert found
        files = json.loads(found.group(1))
        assert files[0] == "/offline"
        for url in ("/", "/rules/brownie_points", "/offline"):
            html = client.get(url).get_data(as_text=True)
            for address in re.findall(r'(?:href|src)="(/static/[^"#]+)', html):
                assert address in files, address
        for address in files:
            with client.get(address) as response:
                assert response.status_code == 200

    def test_the_page_without_network_knows_nobody(self, client: FlaskClient) -> None:
        response = client.get("/offline")
        assert "Set-Cookie" not in response.headers
        assert "csrf" not in response.get_data(as_text=True)


class TestManifest:
    def test_it_names_the_app_and_where_it_begins(self, client: FlaskClient) -> None:
        response = client.get("/manifest.webmanifest")
        assert response.mimetype == "application/manifest+json"
        manifest = response.get_json()
        assert (manifest["name"], manifest["display"]) == ("Scorecard", "standalone")
        assert client.get(manifest["start_url"]).status_code == 200
        assert client.get(manifest["scope"]).status_code == 200
        html = client.get("/").get_data(as_text=True)
        assert f'content="{manifest["theme_color"]}"' in html
        assert '<link rel="manifest" href="/manifest.webmanifest">' in html

    def test_its_icons_have_the_size_they_say(self, client: FlaskClient) -> None:
        icons = client.get("/manifest.webmanifest").get_json()["icons"]
        assert {(icon["sizes"], icon["purpose"]) for icon in icons} == {
            ("192x192", "any"),
            ("512x512", "any"),
            ("512x512", "maskable"),
        }
        for icon in icons:
            with client.get(icon["src"]) as response:
                assert response.mimetype == icon["type"]
                assert png_size(response.data) == icon["sizes"]

    def test_the_icon_for_iphones(self, client: FlaskClient) -> None:
        found = re.search(r'apple-touch-icon" href="([^"]+)"', client.get("/").get_data(True))
        assert found
        with client.get(found.group(1)) as response:
            assert png_size(response.data) == "180x180"


def png_size(data: bytes) -> str:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return f"{width}x{height}"


class TestPhoneSetup:
    def test_over_plain_http_it_says_what_https_would_bring(self, client: FlaskClient) -> None:
        html = client.get("/phone-setup").get_data(as_text=True)
        assert "--tls" in html
        assert client.get("/phone-setup/certificate").status_code == 404

    def test_a_certificate_that_is_gone_is_no_fault(self, app: Flask, client: FlaskClient) -> None:
        from dataclasses import replace
        from pathlib import Path

        settings = app.config["SETTINGS"]
        app.config["SETTINGS"] = replace(settings, certificate=Path("/nowhere.pem"))
        try:
            assert client.get("/phone-setup").status_code == 200
            assert client.get("/phone-setup/certificate").status_code == 404
        finally:
            app.config["SETTINGS"] = settings
