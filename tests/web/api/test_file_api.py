"""In and out over the JSON API: exports, imports, lists; who may, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from sqlalchemy import delete
from werkzeug.test import TestResponse

from scorecard.database.db import Model, db
from scorecard.services.files.exporting import exports
from scorecard.services.groups import groups
from tests.factories import Table
from tests.rich_group import rich_group
from tests.web.api.test_api import problem
from tests.web.api.test_group_api import API, Devices, Member, device, keeper, member
from tests.web.conftest import as_device

__all__ = ["device", "keeper", "member"]

LIST = "2025-05-03,Skat,Ann,40\n2025-05-03,Skat,Bob,-40\n"


def rich(app: Flask, client: FlaskClient) -> tuple[str, str, str]:
    """Be the keeper of a group with some of everything; return its id, a season's and a game's."""
    with app.app_context():
        club = rich_group(db.session)
        games = groups.games_of(db.session, club.group)
        for game in games:
            game.is_blind = False
        db.session.commit()
        (spring,) = [
            one
            for one in exports.of_group(db.session, club.group, club.at)["seasons"]
            if one["closed_at"]
        ]
        ended = next(game for game in games if game.is_ended)
        found, phone = (club.group.uid, spring["uid"], ended.uid), club.keeper.uid
    as_device(client, phone)
    return found


def empty(app: Flask) -> None:
    """Make this another server, which has nothing."""
    with app.app_context():
        for table in reversed(Model.metadata.sorted_tables):
            db.session.execute(delete(table))
        db.session.commit()


def sent(client: FlaskClient, url: str, body: Any, key: str = "", query: str = "") -> TestResponse:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"{API}{url}{query}", json=body, headers=headers)


@pytest.fixture
def elsewhere(app: Flask, client: FlaskClient) -> dict[str, Any]:
    """Return the files of a group, season and game of another server; here is nothing."""
    group, season, game = rich(app, client)
    found = {
        "group": client.get(f"{API}/groups/{group}/export").get_json(),
        "season": client.get(f"{API}/groups/{group}/seasons/{season}/export").get_json(),
        "game": client.get(f"{API}/games/{game}/export").get_json(),
    }
    empty(app)
    return found


class TestExports:
    def test_they_are_the_files_of_the_pages(self, app: Flask, client: FlaskClient) -> None:
        group, season, game = rich(app, client)
        for path in (f"/groups/{group}", f"/groups/{group}/seasons/{season}", f"/games/{game}"):
            found = client.get(f"{API}{path}/export")
            page = client.get(f"{path}/export.json")
            assert found.mimetype == "application/json"
            assert {**found.get_json(), "exported_at": ""} == {**page.get_json(), "exported_at": ""}
            scores = client.get(f"{API}{path}/export?format=csv")
            assert scores.mimetype == "text/csv"
            assert scores.get_data() == client.get(f"{path}/export.csv").get_data()
            for query in ("format=csv&separator=semicolon", "format=csv&separator=comma"):
                scores = client.get(f"{API}{path}/export?{query}")
                assert scores.get_data() == client.get(f"{path}/export.csv?{query}").get_data()
            for wrong, field in (("format=xml", "format"), ("separator=tab", "separator")):
                refused = problem(client.get(f"{API}{path}/export?{wrong}"), 422, "bad_input")
                assert refused["field"] == field

    def test_a_season_goes_out_as_standings_and_awards(
        self, app: Flask, client: FlaskClient
    ) -> None:
        group, season, _game = rich(app, client)
        path = f"/groups/{group}/seasons/{season}/export"
        for part in ("standings", "awards"):
            query = f"part={part}&separator=semicolon"
            found = client.get(f"{API}{path}?format=csv&{query}")
            assert found.status_code == 200
            assert found.get_data() == client.get(f"{path}.csv?{query}").get_data()
        refused = problem(client.get(f"{API}{path}?format=csv&part=titles"), 422, "bad_input")
        assert refused["field"] == "part"

    def test_members_may_and_strangers_may_not(
        self, keeper: Member, member: Member, device: Devices
    ) -> None:
        season, game = keeper.season(), keeper.play(Ann=100, Bob=50)
        for url in (keeper.url(""), keeper.url(f"/seasons/{season}"), f"{API}/games/{game}"):
            for one in (keeper, member):
                assert one.client.get(f"{url}/export").status_code == 200
            problem(device().client.get(f"{url}/export"), 404, "not_found")
        problem(keeper.get("/seasons/nosuchone/export"), 404, "not_found")

    def test_what_is_counted_in_secret_is_not_told(self, app: Flask, client: FlaskClient) -> None:
        with app.app_context():
            table = Table(db.session, "Ann", "Bob", is_blind=True)
            table.enter(1, {1: {"score": 50}})
            phone, game = table.keeper.uid, table.game.uid
        as_device(client, phone)
        problem(client.get(f"{API}/games/{game}/export"), 409, "counted_in_secret")


class TestRoundTrip:
    def test_a_group_goes_to_another_server(
        self, elsewhere: dict[str, Any], device: Devices
    ) -> None:
        file, client = elsewhere["group"], device().client
        done = sent(client, "/groups/import", file, key="k1")
        report = done.get_json()
        assert done.status_code == 200, report
        assert (report["kind"], report["is_imported"], report["is_new_group"]) == (
            ("group", True, True)
        )
        assert report["group"] == file["group"]["uid"]
        assert len(report["new"]["games"]) == len(file["games"])
        assert (report["same"], report["differing"]) == ([], [])
        group = client.get(f"{API}/groups/{report['group']}").get_json()
        assert group["role"] == "keeper"
        again = client.get(f"{API}/groups/{report['group']}/export").get_json()
        assert {**again, "exported_at": ""} == {**file, "exported_at": ""}

    def test_the_same_request_twice_is_done_once(
        self, elsewhere: dict[str, Any], device: Devices
    ) -> None:
        client = device().client
        first, again = (
            sent(client, "/groups/import", elsewhere["season"], key="k1") for _ in range(2)
        )
        assert "Idempotency-Replayed" not in first.headers
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_json()["group"] == first.get_json()["group"]
        assert again.get_json()["new"] == {"players": [], "seasons": [], "games": []}
        problem(sent(client, "/groups/import", elsewhere["game"], key="k1"), 422, "key_reused")
        assert len(client.get(f"{API}/groups").get_json()["groups"]) == 1

    def test_a_program_without_cookies_keeps_what_it_imported(
        self, app: Flask, elsewhere: dict[str, Any]
    ) -> None:
        client = app.test_client(use_cookies=False)
        report = sent(client, "/groups/import", elsewhere["group"]).get_json()
        headers = {"Authorization": f"Bearer {report['device_token']}"}
        url = f"{API}/groups/{report['group']}"
        assert client.get(url, headers=headers).get_json()["role"] == "keeper"

    def test_a_game_stands_by_itself(self, elsewhere: dict[str, Any], device: Devices) -> None:
        client = device().client
        report = sent(client, "/groups/import", elsewhere["game"]).get_json()
        assert report["group"] is None
        game = client.get(f"{API}/games/{report['game']}").get_json()
        assert game["group"] is None

    @pytest.mark.parametrize("kind", ["game", "season"])
    def test_a_game_or_season_goes_into_a_group(
        self, elsewhere: dict[str, Any], keeper: Member, kind: str
    ) -> None:
        file = elsewhere[kind]
        url = f"/groups/{keeper.id}/import"
        seen = sent(keeper.client, url, file, query="?dry_run=true").get_json()
        done = sent(keeper.client, url, file, key="k1").get_json()
        assert (seen["is_imported"], done["is_imported"]) == (False, True)
        for part in ("group", "game", "new", "same", "lines"):
            assert seen[part] == done[part]
        assert done["group"] == keeper.id
        assert len(done["same"]) >= 2, "Ann and Bob are here already"
        assert keeper.names().count("Ann") == 1
        again = sent(keeper.client, url, file, key="k1")
        assert again.headers["Idempotency-Replayed"] == "true"

    def test_what_is_here_otherwise_is_told_and_stays(
        self, elsewhere: dict[str, Any], device: Devices
    ) -> None:
        client, file = device().client, elsewhere["group"]
        sent(client, "/groups/import", file)
        (ann,) = [one for one in file["players"] if one["name"] == "Ann"]
        ann["initial"] = "?"
        report = sent(client, "/groups/import", file).get_json()
        assert "Ann is different here (Ann) and stays as is." in report["differing"]
        assert ann["uid"] not in report["same"]


class TestDryRun:
    def test_it_writes_nothing(self, elsewhere: dict[str, Any], device: Devices) -> None:
        client = device().client
        for query in ("?dry_run=true", "?dry_run=1"):
            seen = sent(client, "/groups/import", elsewhere["group"], query=query)
            report = seen.get_json()
            assert seen.status_code == 200
            assert (report["is_imported"], report["device_token"]) == (False, None)
            assert report["group"] == elsewhere["group"]["group"]["uid"]
            assert report["is_new_group"]
            assert "a new group" in report["lines"][0]
        assert client.get(f"{API}/groups").get_json()["groups"] == []

    def test_an_odd_one_does_not_import(self, elsewhere: dict[str, Any], device: Devices) -> None:
        client = device().client
        response = sent(client, "/groups/import", elsewhere["group"], query="?dry_run=perhaps")
        assert problem(response, 422, "bad_input")["field"] == "dry_run"
        assert client.get(f"{API}/groups").get_json()["groups"] == []


class TestRefusals:
    @pytest.mark.parametrize(
        ("body", "status", "code", "sentence"),
        [
            (b"{", 400, "bad_request", ""),
            (b"[]", 422, "bad_input", "no export"),
            (b"{}", 422, "bad_input", "no export"),
            (b'{"format": "scorecard", "version": 9}', 422, "newer_export", "newer Scorecard"),
            (b'{"format": "scorecard", "version": 1, "kind": "x"}', 422, "bad_input", "not of"),
        ],
    )
    def test_what_is_no_export(
        self, keeper: Member, body: bytes, status: int, code: str, sentence: str
    ) -> None:
        for path in ("/groups/import", f"/groups/{keeper.id}/import"):
            for query in ("", "?dry_run=true"):
                response = keeper.client.post(
                    f"{API}{path}{query}", data=body, content_type="application/json"
                )
                assert sentence in problem(response, status, code)["detail"]

    def test_a_spoilt_file_is_refused_whole(
        self, elsewhere: dict[str, Any], device: Devices
    ) -> None:
        client, file = device().client, elsewhere["group"]
        file["games"][-1]["seats"][0]["player"] = "nosuchone"
        refused = problem(sent(client, "/groups/import", file), 422, "unknown_reference")
        assert "seat 1: there is no player nosuchone" in refused["detail"]
        assert client.get(f"{API}/groups").get_json()["groups"] == []

    def test_only_json_is_read(self, client: FlaskClient) -> None:
        response = client.post(f"{API}/groups/import", data=b"{}", content_type="text/plain")
        problem(response, 415, "unsupported_media_type")

    def test_a_group_that_is_here_is_for_its_keepers(
        self, elsewhere: dict[str, Any], device: Devices
    ) -> None:
        owner, stranger = device(), device()
        report = sent(owner.client, "/groups/import", elsewhere["group"]).get_json()
        for query in ("", "?dry_run=true"):
            response = sent(stranger.client, "/groups/import", elsewhere["group"], query=query)
            problem(response, 403, "not_allowed")
        url = f"/groups/{report['group']}/import"
        problem(sent(stranger.client, url, elsewhere["game"]), 404, "not_found")

    def test_a_game_of_another_group_stays_there(
        self, elsewhere: dict[str, Any], keeper: Member
    ) -> None:
        sent(keeper.client, "/groups/import", elsewhere["group"])
        url = f"/groups/{keeper.id}/import"
        problem(sent(keeper.client, url, elsewhere["game"]), 422, "foreign")
        problem(sent(keeper.client, url, elsewhere["group"]), 422, "bad_input")

    def test_members_do_not_import(
        self, elsewhere: dict[str, Any], keeper: Member, member: Member
    ) -> None:
        for query in ("", "?dry_run=true"):
            url = f"/groups/{keeper.id}/import"
            problem(sent(member.client, url, elsewhere["game"], query=query), 403, "not_allowed")
        problem(member.post("/lists", kind="results", text=LIST), 403, "not_allowed")

    def test_a_body_too_large_is_a_problem_that_names_the_limit(self, keeper: Member) -> None:
        body = b'{"text": "' + b" " * 20_000_000 + b'"}'
        for path, most in (
            ("/groups/import", "2 MB"),
            (f"/groups/{keeper.id}/import", "2 MB"),
            (f"/groups/{keeper.id}/lists", "1 MB"),
        ):
            response = keeper.client.post(
                f"{API}{path}", data=body, content_type="application/json"
            )
            assert most in problem(response, 413, "too_large")["detail"]

    def test_two_megabytes_go_in_here_and_nowhere_else(self, keeper: Member) -> None:
        body = b" " * 1_900_000 + b"{}"
        for path, status, code in (
            ("/groups/import", 422, "bad_input"),
            ("/groups", 413, "too_large"),
        ):
            response = keeper.client.post(
                f"{API}{path}", data=body, content_type="application/json"
            )
            problem(response, status, code)

    def test_a_larger_file_is_refused_although_its_form_would_be_taken(
        self, keeper: Member
    ) -> None:
        body = b" " * 2_100_000 + b"{}"
        response = keeper.client.post(
            f"{API}/groups/import", data=body, content_type="application/json"
        )
        assert "2 MB" in problem(response, 413, "too_large")["detail"]


class TestLists:
    def test_a_list_is_looked_at_and_imported(self, keeper: Member) -> None:
        before = keeper.version
        seen = keeper.post("/lists", kind="results", text=LIST).get_json()
        assert (seen["is_good"], seen["is_imported"], seen["version"]) == (True, False, before)
        (line,) = seen["lines"]
        assert (line["lines"], line["mark"]) == ([1, 2], "new")
        assert line["sentence"].startswith("Skat on 3 May 2025: Ann 40, Bob −40")
        assert keeper.get("/games").get_json()["count"] == 0
        done = keeper.post("/lists", kind="results", text=LIST, is_confirmed=True).get_json()
        assert (done["is_imported"], done["what"]) == (True, "1 past game")
        assert done["version"] == keeper.read()["version"] > before
        assert keeper.get("/games").get_json()["count"] == 1
        again = keeper.post("/lists", kind="results", text=LIST).get_json()
        assert [one["mark"] for one in again["lines"]] == ["here"]

    def test_what_looks_wrongly_read_is_asked_about(self, keeper: Member) -> None:
        body: dict[str, Any] = {"kind": "players", "text": "ZoÃ«", "is_confirmed": True}
        refused = problem(keeper.post("/lists", **body), 422, "bad_lines")
        assert "looks like “Zoë”" in refused["lines"][0]["sentence"]
        keeper.post("/lists", **body, is_as_written=True)
        assert "ZoÃ«" in keeper.names()

    def test_players_join_the_roster(self, keeper: Member) -> None:
        response = keeper.post("/lists", kind="players", text="Ann\nZoë,3,Z", is_confirmed=True)
        assert [one["mark"] for one in response.get_json()["lines"]] == ["here", "new"]
        assert keeper.names() == ["Ann", "Bob", "Zoë"]

    def test_bad_lines_are_shown_and_never_imported(self, keeper: Member) -> None:
        text = LIST + "31/02,Skat,Ann,5\n"
        seen = keeper.post("/lists", kind="results", text=text)
        assert (seen.status_code, seen.get_json()["is_good"]) == (200, False)
        refused = problem(
            keeper.post("/lists", kind="results", text=text, is_confirmed=True), 422, "bad_lines"
        )
        assert refused["lines"] == seen.get_json()["lines"]
        assert refused["lines"][-1]["mark"] == "bad"
        assert keeper.get("/games").get_json()["count"] == 0

    def test_a_list_of_something_else_is_refused(self, keeper: Member) -> None:
        refused = problem(keeper.post("/lists", kind="players", text=LIST), 422, "bad_input")
        assert refused["field"] == "kind"
        problem(keeper.post("/lists", kind="cards", text=LIST), 422, "bad_input")
        problem(keeper.post("/lists", kind="players", text="Cy", dry_run=True), 422, "bad_input")
        problem(keeper.post("/lists", kind="players", text=" "), 422, "bad_input")

    def test_what_was_seen_before_the_group_changed_is_looked_at_again(
        self, keeper: Member
    ) -> None:
        for version in (keeper.version - 1, keeper.version + 1):
            response = keeper.client.post(
                keeper.url("/lists"),
                json={"kind": "results", "text": LIST, "is_confirmed": True, "version": version},
            )
            assert problem(response, 409, "stale")["current"]["version"] == keeper.version
        assert keeper.get("/games").get_json()["count"] == 0

    def test_the_same_request_twice_is_done_once(self, keeper: Member) -> None:
        body = {"kind": "results", "text": LIST, "is_confirmed": True, "version": keeper.version}
        first, again = (
            sent(keeper.client, f"/groups/{keeper.id}/lists", body, key="k1") for _ in range(2)
        )
        assert "Idempotency-Replayed" not in first.headers
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_json()["is_imported"]
        assert keeper.get("/games").get_json()["count"] == 1

    def test_an_import_is_undone_as_one_step(self, keeper: Member) -> None:
        done = keeper.post("/lists", kind="results", text=LIST, is_confirmed=True).get_json()
        undo = f"/imports/{done['version']}/undo"
        body = {"version": keeper.version}
        first, again = (
            sent(keeper.client, f"/groups/{keeper.id}{undo}", body, key="k1") for _ in range(2)
        )
        assert first.get_json() == {
            "did": "Import undone: 1 game",
            "version": keeper.read()["version"],
        }
        assert (again.get_json(), again.headers["Idempotency-Replayed"]) == (
            first.get_json(),
            "true",
        )
        assert keeper.get("/games").get_json()["count"] == 0
        problem(keeper.post(undo), 409, "conflict")
        problem(keeper.post("/imports/1/undo"), 404, "not_found")
        problem(keeper.post(f"/imports/{10**30}/undo"), 404, "not_found")

    def test_groups_see_nothing_of_each_other(self, keeper: Member, device: Devices) -> None:
        stranger = device().found("Cy")
        body = {"kind": "results", "text": LIST, "version": keeper.version}
        problem(stranger.client.post(keeper.url("/lists"), json=body), 404, "not_found")


def test_answers_are_as_described(
    elsewhere: dict[str, Any], keeper: Member, client: FlaskClient
) -> None:
    document = client.get(f"{API}/openapi.json").get_json()

    def check(path: str, method: str, status: int, body: Any) -> None:
        content = document["paths"][f"{API}{path}"][method]["responses"][str(status)]["content"]
        schema = next(iter(content.values()))["schema"]
        Draft202012Validator({**schema, "components": document["components"]}).validate(body)

    check("/groups/{group_uid}/export", "get", 200, elsewhere["group"])
    check("/groups/{group_uid}/seasons/{season_uid}/export", "get", 200, elsewhere["season"])
    check("/games/{game_uid}/export", "get", 200, elsewhere["game"])
    for query in ("?dry_run=true", ""):
        done = sent(keeper.client, "/groups/import", elsewhere["group"], query=query)
        check("/groups/import", "post", 200, done.get_json())
    refused = sent(keeper.client, f"/groups/{keeper.id}/import", elsewhere["game"])
    check("/groups/{group_uid}/import", "post", 422, refused.get_json())
    seen = keeper.post("/lists", kind="results", text=LIST)
    check("/groups/{group_uid}/lists", "post", 200, seen.get_json())
    export = document["paths"][f"{API}/groups/{{group_uid}}/export"]["get"]
    assert set(export["responses"]["200"]["content"]) == {"application/json", "text/csv"}
    assert "format" in [one["name"] for one in export["parameters"]]
    post = document["paths"][f"{API}/groups/import"]["post"]
    assert [one["name"] for one in post["parameters"]] == ["dry_run"]
