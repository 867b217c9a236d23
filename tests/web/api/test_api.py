"""The JSON API: everything the screens do, and how it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorecard.models import Device
from scorecard.web.api.files.score import MOST_AT_ONCE
from scorecard.web.http.access import device_token
from tests.factories import WHOLE_DECK
from tests.scoring import sheet_of
from tests.web.conftest import Program

Programs = Callable[[], Program]


def problem(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    """Check that a response is a problem of this kind, and return it."""
    body = response.get_json()
    assert response.content_type == "application/problem+json", body
    assert (response.status_code, body["status"], body["code"]) == (status, status, code), body
    assert body["title"]
    assert body["detail"]
    return dict(body)


class TestEvening:
    def test_from_start_to_rematch(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob", options={"target": 1_000})
        bob = program().join(keeper, 2)
        assert keeper.enter(1, 1, {"quick": {"pile_points": 450}}).status_code == 200
        assert bob.enter(1, 2, {"score": 150}).get_json()["rounds"][0]["number"] == 1
        bob.enter(1, 2, {"score": 250})
        assert [seat["total"] for seat in bob.sheet()["seats"]] == [450, 250]
        keeper.sheet()
        assert keeper.post("/undo").get_json()["seats"][1]["total"] == 150
        assert keeper.post("/redo").get_json()["seats"][1]["total"] == 250
        assert keeper.play(600, 0).get_json()["status"] == "finished"
        ended = keeper.post("/end").get_json()
        assert ended["is_ended"]
        assert ended["reason"] == "Ann wins with 1,050 points; the target was 1,000."
        assert keeper.post("/reopen").get_json()["is_ended"] is False
        keeper.post("/end")
        again = keeper.post("/rematch").get_json()
        assert again["id"] != keeper.id
        assert keeper.sheet()["rematch"] == again["id"]
        assert bob.client.get(f"/api/v1/games/{again['id']}").status_code == 200

    def test_the_record_scores_to_the_sheet(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        keeper.play(450, 100)
        keeper.enter(2, 1, {"pile": WHOLE_DECK})
        keeper.enter(2, 2, {})
        record = keeper.get("/record").get_json()
        sheet = sheet_of(record)
        assert list(sheet.totals.values()) == [seat["total"] for seat in keeper.sheet()["seats"]]
        posted = keeper.client.post("/api/v1/score", json=record).get_json()
        assert posted["totals"] == sheet.totals

    def test_joining_with_the_code(self, program: Programs) -> None:
        keeper = program().start()
        code = keeper.get("/invitation").get_json()["code"]
        guest = program()
        joined = guest.post("/api/v1/join", {"code": code}).get_json()
        assert (joined["role"], joined["seats"]) == ("player", [])

    def test_a_program_without_cookies_is_known_by_its_token(
        self, program: Programs, app: Any
    ) -> None:
        client = app.test_client(use_cookies=False)
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        started = client.post("/api/v1/games", json=body).get_json()
        address = f"/api/v1/games/{started['game']['id']}"
        token = {"Authorization": f"Bearer {started['device_token']}"}
        assert client.get(address, headers=token).status_code == 200
        assert client.get(address).status_code == 404
        forged = {"Authorization": f"Bearer {started['device_token'][:-2]}xx"}
        assert client.get(address, headers=forged).status_code == 404

    def test_a_token_that_was_never_given_makes_nobody_keeper_of_anything(
        self, program: Programs
    ) -> None:
        keeper = program().start("Ann", "Bob")
        body = {"game": "brownie_points", "players": ["Cy", "Di"]}
        for token in ("Bearer ", "Bearer x.y"):
            headers = {"Authorization": token}
            refused = keeper.client.post("/api/v1/games", json=body, headers=headers)
            problem(refused, 422, "bad_token")
        assert len(keeper.client.get("/api/v1/games").get_json()["games"]) == 1

    def test_a_program_is_known_by_its_token_also_where_it_has_not_been_before(
        self, app: Any, program: Programs
    ) -> None:
        keeper = program().start("Ann", "Bob")
        with app.test_request_context():
            token = device_token(Device(uid="a-device-of-an-older-backup"))
        body = {"game": "brownie_points", "players": ["Cy", "Di"]}
        headers = {"Authorization": f"Bearer {token}"}
        for _ in range(2):
            answer = keeper.client.post("/api/v1/games", json=body, headers=headers)
            assert answer.status_code == 201
            assert answer.get_json()["device_token"] == token

    def test_players_and_devices(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        bob = program().join(keeper, 2)
        assert bob.post("/seats", {"name": "Cy"}).status_code == 201
        keeper.sheet()
        keeper.put("/seats/3/name", {"name": "Cyrus"})
        keeper.post("/seats/3/leave")
        assert keeper.post("/seats/3/return").get_json()["seats"][2]["left_after"] is None
        devices = keeper.get("/devices").get_json()["devices"]
        assert [device["label"] for device in devices] == ["the scorekeeper", "Bob & Cyrus"]
        assert [device["is_this"] for device in devices] == [True, False]
        keeper.post(f"/devices/{devices[1]['id']}/send-out")
        problem(bob.get(), 403, "sent_out")
        keeper.post("/renew")
        assert program().join(keeper, 2).get("").status_code == 200

    def test_handing_over(self, program: Programs) -> None:
        keeper = program().start()
        program().join(keeper, 2)
        other = keeper.get("/devices").get_json()["devices"][1]["id"]
        keeper.sheet()
        assert keeper.post(f"/devices/{other}/keeper").status_code == 200
        problem(keeper.get("/devices"), 403, "not_allowed")

    def test_settings_play_on_and_drop(self, program: Programs) -> None:
        keeper = program().start()
        keeper.put("/settings", {"options": {"target": 1_000}, "is_blind": True})
        keeper.play(600, 0)
        keeper.play(300, 0)
        keeper.enter(1, 1, {"score": 1_000})
        assert keeper.sheet()["after_end"] == [2]
        assert keeper.get("/record").get_json()["keep_after_end"] is True
        assert keeper.post("/drop-after-end").get_json()["after_end"] == []
        assert keeper.post("/play-on", {"target": 2_000}).get_json()["target"] == 2_000

    def test_describing_and_closing(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob", "Cy")
        keeper.enter(1, 1, {"score": 50})
        keeper.put("/rounds/1", {"said": {"ended_by": "slap"}})
        closed = keeper.post("/rounds/1/close", {"zero_for": [2, 3]}).get_json()
        assert closed["rounds"][0]["said"] == {"ended_by": "slap"}
        assert [entry["points"] for entry in closed["rounds"][0]["entries"]] == [50, 0, 0]

    def test_the_history_is_readable(self, program: Programs) -> None:
        keeper = program().start()
        keeper.play(450, 100)
        lines = keeper.get("/changes").get_json()["changes"]
        assert [line["kind"] for line in lines] == ["counted", "started"]
        assert lines[0]["sentence"] == "Round 1 count: Ann 450, Bob 100"

    def test_only_watching(self, program: Programs) -> None:
        keeper = program().start()
        bob = program().join(keeper, 2)
        bob.post("/watch")
        problem(bob.enter(1, 2, {"score": 50}), 403, "not_allowed")

    def test_my_games(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        listed = keeper.client.get("/api/v1/games").get_json()["games"]
        assert [(game["id"], game["players"]) for game in listed] == [(keeper.id, ["Ann", "Bob"])]
        assert program().client.get("/api/v1/games").get_json() == {"games": []}


class TestOnce:
    def test_the_same_key_is_done_once_and_answered_alike(self, program: Programs) -> None:
        keeper = program().start()
        key = {"Idempotency-Key": "k1"}
        version = keeper.version
        first = keeper.enter(1, 1, {"score": 50}, version=version)
        body = {"version": version, "entry": {"score": 100}}
        one = keeper.put("/rounds/1/entries/2", body, headers=key)
        two = keeper.put("/rounds/1/entries/2", body, headers=key)
        assert first.status_code == one.status_code == two.status_code == 200
        assert one.get_json() == two.get_json()
        assert "Idempotency-Replayed" not in one.headers
        assert two.headers["Idempotency-Replayed"] == "true"
        assert len(two.get_json()["rounds"]) == 1

    def test_starting_twice_with_one_key_starts_one_game(self, program: Programs) -> None:
        one = program()
        body = {"game": "brownie_points", "players": ["Ann", "Bob"]}
        key = {"Idempotency-Key": "k1"}
        ids = {
            one.client.post("/api/v1/games", json=body, headers=key).get_json()["game"]["id"]
            for _ in range(3)
        }
        assert len(ids) == 1

    def test_undo_with_one_key_takes_back_one_change(self, program: Programs) -> None:
        keeper = program().start()
        keeper.play(50, 0)
        keeper.play(100, 0)
        body = {"version": keeper.version}
        key = {"Idempotency-Key": "undo-1"}
        for _ in range(3):
            response = keeper.post("/undo", body, headers=key)
        assert len(response.get_json()["rounds"]) == 1

    def test_another_write_under_the_key_is_refused(self, program: Programs) -> None:
        keeper = program().start()
        key = {"Idempotency-Key": "k1"}
        keeper.put("/rounds/1/entries/1", {"entry": {"score": 50}}, headers=key)
        again = keeper.put("/rounds/1/entries/1", {"entry": {"score": 100}}, headers=key)
        problem(again, 422, "key_reused")

    @pytest.mark.parametrize("key", ["x" * 65, "a\tb"])
    def test_a_key_is_short_and_printable(self, program: Programs, key: str) -> None:
        keeper = program().start()
        body = {"entry": {"score": 50}}
        response = keeper.put("/rounds/1/entries/1", body, headers={"Idempotency-Key": key})
        problem(response, 422, "bad_input")


class TestVersions:
    def test_the_sheet_has_a_tag_and_is_sent_only_when_it_moved(self, program: Programs) -> None:
        keeper = program().start()
        tag = keeper.get().headers["ETag"]
        same = keeper.get(headers={"If-None-Match": tag})
        assert (same.status_code, same.data) == (304, b"")
        keeper.play(50, 0)
        assert keeper.get(headers={"If-None-Match": tag}).status_code == 200

    def test_a_stale_write_says_what_stands_there_and_by_whom(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        bob = program().join(keeper, 2)
        seen = bob.version
        bob.enter(1, 2, {"score": 450})
        found = problem(keeper.enter(1, 2, {"score": 500}, version=seen), 409, "stale")
        assert (found["current"], found["by"]) == ({"score": 450}, "Bob")

    @pytest.mark.parametrize("path", ["/end", "/undo"])
    def test_a_write_against_an_old_version_is_refused(self, program: Programs, path: str) -> None:
        keeper = program().start()
        keeper.play(50, 0)
        found = problem(keeper.post(path, {"version": 1}), 409, "stale")
        assert found["current"]["version"] == keeper.version
        assert found["by"] == "this phone"

    def test_a_version_nobody_saw_yet_is_stale_too(self, program: Programs) -> None:
        keeper = program().start()
        keeper.play(50, 0)
        problem(keeper.post("/undo", {"version": 999}), 409, "stale")


class TestRefusals:
    @pytest.mark.parametrize("entry", [[], None, 5, "450", {"entries": {}}])
    def test_an_entry_of_another_shape(self, program: Programs, entry: Any) -> None:
        keeper = program().start()
        body = {"entry": entry, "version": keeper.version}
        problem(keeper.put("/rounds/1/entries/1", body), 422, "malformed")
        assert keeper.get().get_json()["open_round"]["entries"] == []

    @pytest.mark.parametrize(
        ("entry", "code", "words"),
        [
            ({"pile": {"7": 9}}, "deck_exceeded", "Ann 9"),
            ({"pile": {"wild": 1}}, "unknown_card", "Wild Card"),
            ({"pile": {"7": -1}}, "negative_number", "Ann"),
            ({"pile": {"7": 2.5}}, "not_whole_number", "2.5"),
            ({"pile": {"7": True}}, "not_whole_number", "true"),
            ({"pile": {"7": 10**30}}, "deck_exceeded", "7"),
            ({"squirts": 2}, "squirts_exceeded", "Ann 2"),
            ({"score": 75}, "points_not_possible", "50"),
            ({"quick": {"pile_points": 7_000}}, "points_not_possible", "6,900"),
            ({"scor": 50}, "malformed", "scor"),
            ({"knocked_out": "yes"}, "malformed", "Ann"),
            ({"pile": {"\ud800": 1}}, "unknown_card", "Ann"),
        ],
    )
    def test_what_the_rules_refuse(
        self, program: Programs, entry: dict[str, Any], code: str, words: str
    ) -> None:
        keeper = program().start()
        found = problem(keeper.enter(1, 1, entry), 422, code)
        assert words in found["detail"]
        assert found["error"]["round"] == 1
        assert found["kept"]["totals"] == {"Ann": 0, "Bob": 0}
        assert keeper.sheet()["open_round"]["entries"] == []

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            ({"players": ["Ann"]}, 422, "player_count"),
            ({"players": ["Ann", "ann"]}, 422, "duplicate_name"),
            ({"players": ["Ann", " "]}, 422, "blank_name"),
            ({"players": ["Ann", "x" * 41]}, 422, "name_too_long"),
            ({"players": ["Ann", "a\ud800"]}, 422, "bad_name"),
            ({"players": ["Ann", 5]}, 422, "bad_input"),
            ({"players": "Ann"}, 422, "bad_input"),
            ({"players": None}, 422, "bad_input"),
            ({"options": {"jackpot": 5}}, 422, "unknown_option"),
            ({"options": {"target": 1}}, 422, "option_out_of_range"),
            ({"options": {"target": 10**30}}, 422, "option_out_of_range"),
            ({"options": {"deck": "expansion"}}, 409, "unconfirmed"),
            ({"options": []}, 422, "bad_input"),
            ({"game": "whist"}, 404, "unknown_game"),
            ({"game": None}, 422, "bad_input"),
            ({"first_seat": 9}, 422, "bad_input"),
            ({"first_seat": 10**30}, 422, "bad_input"),
            ({"is_blind": "no"}, 422, "bad_input"),
            ({"surprise": 1}, 422, "bad_input"),
        ],
    )
    def test_a_game_that_cannot_be_started(
        self, client: FlaskClient, body: dict[str, Any], status: int, code: str
    ) -> None:
        whole = {"game": "brownie_points", "players": ["Ann", "Bob"], **body}
        problem(client.post("/api/v1/games", json=whole), status, code)
        assert client.get("/api/v1/games").get_json() == {"games": []}

    @pytest.mark.parametrize(
        "body",
        [
            {"entry": {"score": 50}, "version": "1"},
            {"entry": {"score": 50}, "version": 1.5},
            {"entry": {"score": 50}, "version": True},
            {"entry": {"score": 50}, "version": 0},
            {"entry": {"score": 50}, "version": -1},
            {"entry": {"score": 50}, "version": 10**30},
            {"entry": {"score": 50}, "version": None},
            {"version": 1},
            {"entry": {"score": 50}, "version": 1, "note": "x"},
            [],
            None,
            5,
        ],
    )
    def test_a_body_of_another_shape(self, program: Programs, body: Any) -> None:
        keeper = program().start()
        address = f"/api/v1/games/{keeper.id}/rounds/1/entries/1"
        response = keeper.client.put(
            address, data=json.dumps(body), content_type="application/json"
        )
        problem(response, 422, "bad_input")
        assert keeper.sheet()["open_round"]["entries"] == []

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"{",
            b"{'a': 1}",
            b'{"version": NaN}',
            b"\xff\xfe\x00",
            b"[" * 100_000,
            b'{"version": 1, "version": 2}',
        ],
    )
    def test_a_body_that_is_no_json(self, program: Programs, data: bytes) -> None:
        keeper = program().start()
        for path in (f"/api/v1/games/{keeper.id}/undo", "/api/v1/score", "/api/v1/games"):
            response = keeper.client.post(path, data=data, content_type="application/json")
            problem(response, 400, "bad_request")

    def test_a_form_instead_of_json(self, program: Programs) -> None:
        keeper = program().start()
        response = keeper.client.post(f"/api/v1/games/{keeper.id}/undo", data={"version": "1"})
        problem(response, 415, "unsupported_media_type")

    def test_a_body_too_large(self, client: FlaskClient) -> None:
        body = {"game": "brownie_points", "players": ["x" * 1_100_000]}
        for path in ("/api/v1/score", "/api/v1/games"):
            problem(client.post(path, json=body), 413, "too_large")
        # What people type has less room than a record.
        body["players"] = ["x" * 300_000]
        problem(client.post("/api/v1/games", json=body), 413, "too_large")
        problem(client.post("/api/v1/score", json=body), 422, "player_count")

    @pytest.mark.parametrize(
        "much",
        [
            {"players": [[]] * 10_000},
            {f"key {number}": 0 for number in range(10_000)},
            {"players": [json.loads("[" * 40 + "]" * 40)]},
        ],
        ids=["items", "keys", "levels"],
    )
    def test_a_body_that_holds_too_much(self, client: FlaskClient, much: Any) -> None:
        body = {"game": "brownie_points", **much}
        detail = problem(client.post("/api/v1/games", json=body), 413, "too_large")["detail"]
        assert "at once" in detail or "levels" in detail

    @pytest.mark.parametrize(
        ("method", "path", "status"),
        [
            ("get", "/api/v1/nothing", 404),
            ("get", "/api/v1/score", 405),
            ("delete", "/api/v1/games", 405),
            ("get", "/api/v1/games/unknown_game", 404),
            ("get", "/api/v1/games/..%2F..%2Fetc", 404),
            ("get", "/api/v1/games/a%00b", 404),
            ("get", "/api/v1/rules/whist", 404),
        ],
    )
    def test_an_address_where_nothing_is(
        self, client: FlaskClient, method: str, path: str, status: int
    ) -> None:
        response = getattr(client, method)(path)
        assert response.status_code == status
        assert response.content_type == "application/problem+json"

    def test_a_foreign_game_is_like_none(self, program: Programs) -> None:
        keeper, stranger = program().start(), program().start()
        foreign = problem(stranger.client.get(f"/api/v1/games/{keeper.id}"), 404, "not_found")
        unknown = problem(stranger.client.get("/api/v1/games/unknowngame1"), 404, "not_found")
        assert foreign == unknown

    @pytest.mark.parametrize(
        ("path", "status"),
        [
            ("/rounds/1/entries/9", 404),
            ("/rounds/9/entries/1", 409),
            ("/rounds/0/entries/1", 409),
            (f"/rounds/{10**30}/entries/1", 409),
            (f"/rounds/1/entries/{10**30}", 404),
        ],
    )
    def test_a_seat_or_round_that_is_not_there(
        self, program: Programs, path: str, status: int
    ) -> None:
        keeper = program().start()
        response = keeper.put(path, {"entry": {"score": 50}})
        assert response.status_code == status
        assert response.content_type == "application/problem+json"

    def test_a_player_counts_for_nobody_else(self, program: Programs) -> None:
        keeper = program().start("Ann", "Bob")
        bob = program().join(keeper, 2)
        problem(bob.enter(1, 1, {"score": 50}), 403, "not_allowed")
        entries = {"1": {"score": 50}, "2": {"score": 50}}
        problem(bob.put("/rounds/1", {"entries": entries}), 403, "not_allowed")
        problem(bob.put("/seats/1/name", {"name": "X"}), 403, "not_allowed")
        problem(bob.post("/seats/1/leave"), 403, "not_allowed")
        bob.enter(1, 2, {"score": 50})
        problem(bob.post("/rounds/1/close", {"zero_for": [1]}), 403, "not_allowed")

    @pytest.mark.parametrize("key", ["one", "1.0", "-1", "9999", "１"])
    def test_entries_are_by_seat_number(self, program: Programs, key: str) -> None:
        keeper = program().start()
        response = keeper.put("/rounds/1", {"entries": {key: {"score": 50}}})
        assert response.status_code in (403, 404, 422)

    def test_warnings_can_be_confirmed(self, program: Programs) -> None:
        keeper = program().start()
        keeper.enter(1, 1, {"pile": {"7": 1}})
        keeper.enter(1, 2, {})
        found = problem(keeper.post("/rounds/1/close"), 409, "unconfirmed")
        assert [warning["code"] for warning in found["warnings"]] == ["cards_missing"]
        closed = keeper.post("/rounds/1/close", {"is_confirmed": True}).get_json()
        assert closed["rounds"][0]["warnings"][0]["code"] == "cards_missing"

    def test_joining_needs_a_code_or_a_token(self, client: FlaskClient) -> None:
        for body in ({}, {"code": "ABC", "token": "x"}, {"code": 5}, {"code": None}):
            problem(client.post("/api/v1/join", json=body), 422, "bad_input")
        problem(client.post("/api/v1/join", json={"code": "ABC"}), 404, "unknown_code")
        problem(client.post("/api/v1/join", json={"token": "x"}), 404, "unknown_pass")

    def test_play_on_and_settings_name_what_is_wrong(self, program: Programs) -> None:
        keeper = program().start()
        problem(keeper.post("/play-on", {"target": 20_000}), 409, "conflict")
        problem(keeper.put("/settings", {"options": {"target": 1}}), 422, "option_out_of_range")
        keeper.play(50, 0)
        problem(keeper.put("/settings", {"options": {"target": 5_000}}), 409, "conflict")


class TestScore:
    RECORD = json.loads(
        '{"game": "brownie_points", "players": ["Ann", "Bob"],'
        ' "rounds": [{"entries": {"Ann": {"score": 450}, "Bob": {"score": 100}}}]}'
    )

    def test_it_needs_no_device_and_leaves_none(self, client: FlaskClient) -> None:
        response = client.post("/api/v1/score", json=self.RECORD)
        assert response.get_json()["totals"] == {"Ann": 450, "Bob": 100}
        assert "Set-Cookie" not in response.headers

    def test_a_refusal_is_a_problem_with_what_is_kept(self, client: FlaskClient) -> None:
        record = {**self.RECORD, "rounds": [*self.RECORD["rounds"], {"entries": {}}]}
        found = problem(client.post("/api/v1/score", json=record), 422, "missing_entry")
        assert found["error"]["round"] == 2
        assert found["kept"]["totals"] == {"Ann": 450, "Bob": 100}

    @pytest.mark.parametrize("body", [[], None, 5, "x", {}, {"game": "whist"}, [RECORD]])
    def test_what_is_no_record(self, client: FlaskClient, body: Any) -> None:
        response = client.post(
            "/api/v1/score", data=json.dumps(body), content_type="application/json"
        )
        problem(response, 400, "not_a_record")


def test_a_game_without_an_end_of_its_own_is_not_ended_early(program: Programs) -> None:
    def status(game: str, **more: Any) -> str:
        keeper = program()
        keeper.start("Ann", "Bob", "Cy", "Di", game=game, **more)
        assert keeper.sheet()["status"] == "in_progress"
        return str(keeper.post("/end").get_json()["status"])

    stopped = {"name": "Rummy", "ends": {"when": "stopped"}}
    ending = {"name": "Rummy", "ends": {"when": "total", "at": 500}}
    points = {"fields": [{"kind": "points", "key": "points", "label": "Points"}]}
    assert status("brag") == status("farmer") == "finished"
    assert status("own_scorecard", options={"scorecard": stopped | points}) == "finished"
    assert status("own_scorecard", options={"scorecard": ending | points}) == "ended_early"
    assert status("brownie_points") == "ended_early"


class TestMoney:
    def test_an_evening_is_settled(self, program: Programs) -> None:
        keeper = program()
        keeper.start("Ann", "Bob", "Cy", game="ace_deuce_jack")
        said = {"banker": "Ann", "outcome": "bank"}
        keeper.put("/rounds/1", {"said": said, "entries": {"2": 5, "3": 10}})
        keeper.post("/end")
        assert keeper.get().get_json()["payments"] == [
            {"payer": "Cy", "payee": "Ann", "amount": 10},
            {"payer": "Bob", "payee": "Ann", "amount": 5},
        ]
        found = keeper.get("/settlement").get_json()
        assert found["games"] == [keeper.id]
        assert found["balances"] == {"Ann": 15, "Bob": -5, "Cy": -10}
        assert found["left_over"] == 0
        assert len(found["payments"]) == 2

    def test_games_are_chosen_as_on_the_page(self, program: Programs) -> None:
        keeper = program()
        keeper.start("Ann", "Bob", game="ace_deuce_jack")
        said = {"banker": "Ann", "outcome": "bank"}
        keeper.put("/rounds/1", {"said": said, "entries": {"2": 5}})
        keeper.post("/end")
        first, second = keeper.id, keeper.post("/rematch").get_json()["id"]
        running = keeper.get("/settlement").get_json()
        assert (running["running"], running["games"]) == (1, [first])
        keeper.id, keeper.version = (
            second,
            keeper.get(f"/api/v1/games/{second}").get_json()["version"],
        )
        said = {"banker": "Bob", "outcome": "bank"}
        keeper.put("/rounds/1", {"said": said, "entries": {"1": 7}})
        keeper.post("/end")
        whole = keeper.get("/settlement").get_json()
        assert whole["balances"] == {"Ann": -2, "Bob": 2}
        assert [
            (one["game"], one["name"], one["balances"], one["is_chosen"])
            for one in whole["evening"]
        ] == [
            (first, "Ace-Deuce-Jack", {"Ann": 5, "Bob": -5}, True),
            (second, "Ace-Deuce-Jack", {"Ann": -7, "Bob": 7}, True),
        ]
        one = keeper.get(f"/settlement?game={first}").get_json()
        assert (one["games"], one["balances"]) == ([first], {"Ann": 5, "Bob": -5})
        assert [known["is_chosen"] for known in one["evening"]] == [True, False]
        both = keeper.get(f"/settlement?game={first}&game={second}").get_json()
        assert both["balances"] == whole["balances"]
        problem(keeper.get("/settlement?game=another"), 422, "bad_input")

        page = keeper.client.get(f"/games/{second}/settle").get_data(as_text=True)
        assert "This game and its rematches of this evening." in page
        assert page.count(" checked>") == 2
        chosen = keeper.client.get(f"/games/{second}/settle?chosen=yes&game={first}")
        assert chosen.get_data(as_text=True).count(" checked>") == 1


def test_a_body_in_chunks_is_refused(client: FlaskClient) -> None:
    response = client.post("/api/v1/score", data=b"{}", headers={"Transfer-Encoding": "chunked"})
    assert response.status_code == 411
    assert response.get_json()["code"] == "length_required"


def test_the_api_itself_refuses_in_its_own_way(client: FlaskClient) -> None:
    assert client.get("/api").get_json()["code"] == "not_found"


def test_one_seat_cannot_be_entered_under_two_names(program: Programs) -> None:
    keeper = program().start()
    entries = {"1": {"score": 50}, "01": {"score": 100}}
    problem(keeper.put("/rounds/1", {"entries": entries}), 422, "bad_input")


BOULES: dict[str, Any] = {
    "name": "Boules",
    "fields": [{"kind": "points", "key": "balls", "label": "Balls nearer"}],
}


class TestScorecards:
    def test_one_is_made_changed_and_played(self, program: Programs) -> None:
        keeper = program()
        made = keeper.post("/api/v1/scorecards", {"definition": BOULES})
        assert made.status_code == 201
        own = made.get_json()
        assert (own["version"], own["definition"]["wins"]) == (1, "highest")
        url = f"/api/v1/scorecards/{own['id']}"
        changed = keeper.put(url, {"definition": {**BOULES, "wins": "lowest"}})
        assert changed.get_json()["version"] == 2
        assert keeper.get(url).get_json() == changed.get_json()
        listed = keeper.get("/api/v1/scorecards").get_json()
        assert [found["id"] for found in listed["scorecards"]] == [own["id"]]
        assert "hearts" in listed["ready_made"]
        options = {"scorecard": changed.get_json()["definition"]}
        keeper.start("Ann", "Bob", game="own_scorecard", options=options)
        keeper.put("/rounds/1", {"entries": {"1": {"balls": 3}, "2": {"balls": 1}}})
        assert [side["rank"] for side in keeper.sheet()["sides"]] == [2, 1]

    def test_what_cannot_be_names_the_place(self, program: Programs) -> None:
        body = {"definition": {**BOULES, "most": 99}}
        found = problem(program().post("/api/v1/scorecards", body), 422, "bad_definition")
        assert found["field"] == "most"
        problem(program().get("/api/v1/scorecards/nothing-here"), 404, "not_found")

    def test_another_device_cannot_change_it(self, program: Programs) -> None:
        body = {"definition": BOULES}
        own = program().post("/api/v1/scorecards", body).get_json()
        problem(program().put(f"/api/v1/scorecards/{own['id']}", body), 403, "not_allowed")


def test_a_record_that_is_no_json_is_refused_with_the_reason(client: FlaskClient) -> None:
    said_twice = b'{"game": "pitch", "game": "pitch"%s}'
    for data in (said_twice % b"", said_twice % (b" " * MOST_AT_ONCE)):
        answer = client.post("/api/v1/score", data=data, content_type="application/json")
        assert answer.status_code == 400
        assert "is said twice" in answer.get_json()["detail"]
