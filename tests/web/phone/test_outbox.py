"""Writes that waited on a phone: what the server makes of them, and what it tells the phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.conftest import Program

LATE = {"Scorecard-Made-At": "2026-03-14T20:00:00Z"}


@pytest.fixture
def ann(program: Callable[[], Program]) -> Program:
    return program().start("Ann", "Bob")


@pytest.fixture
def bob(program: Callable[[], Program], ann: Program) -> Program:
    return program().join(ann, 2)


def send(phone: Program, path: str, *, after: Any = "", **fields: Any) -> TestResponse:
    """Send a form of a game as a phone's outbox does."""
    headers = {**LATE, "Scorecard-After": after}
    url = f"/games/{phone.id}{path}"
    response: TestResponse = phone.client.post(url, data=fields, headers=headers)
    return response


def count(phone: Program, seat: int, points: int, *, number: int = 1, **more: Any) -> TestResponse:
    fields: dict[str, Any] = {"style": "direct", "score": points, "version": 1} | more
    return send(phone, f"/rounds/{number}/seats/{seat}", **fields)


def code(response: TestResponse) -> str | None:
    return response.headers.get("Scorecard-Code")


def kinds(phone: Program) -> list[str]:
    changes = phone.get("/changes").get_json()["changes"]
    return [change["kind"] for change in reversed(changes)]


class TestRepetition:
    def test_a_write_is_done_once_however_often_it_is_sent(self, ann: Program) -> None:
        for _ in range(3):
            assert count(ann, 1, 450, key="first").status_code == 303
        assert kinds(ann).count("counted") == 1

    def test_a_phone_without_its_cookie_is_known_by_the_key(
        self, ann: Program, program: Callable[[], Program]
    ) -> None:
        version = ann.sheet()["version"]
        assert send(ann, "/end", version=version, key="the end").status_code == 303
        ann.sheet()
        # The answer was lost, and the cookie with it; the phone is let in anew, as another device.
        assert ann.post("/reopen").status_code == 200
        again = program().join(ann, role="keeper")
        assert send(again, "/end", version=version, key="the end").status_code == 303
        assert kinds(ann).count("ended") == 1

    def test_another_phone_with_another_write_is_not_taken_for_it(
        self, ann: Program, bob: Program
    ) -> None:
        count(ann, 2, 450, key="same")
        answer = count(bob, 2, 300, key="same")
        assert (answer.status_code, code(answer)) == (409, "stale")


class TestWhatThePhoneKnew:
    def test_its_own_writes_that_waited_before_are_no_surprise(self, ann: Program) -> None:
        version = ann.sheet()["version"]
        count(ann, 1, 450, key="one", version=version)
        assert code(send(ann, "/end", version=version, key="two")) == "stale"
        assert send(ann, "/end", after="zero one", version=version, key="two").status_code == 303

    def test_what_others_did_between_them_is(self, ann: Program, bob: Program) -> None:
        version = ann.sheet()["version"]
        count(ann, 1, 450, key="one", version=version)
        count(bob, 2, 300, key="other", version=version)
        answer = send(ann, "/end", after="one", version=version, key="two")
        assert (answer.status_code, code(answer)) == (409, "stale")

    def test_a_write_that_changed_nothing_says_nothing_of_what_others_did(
        self, ann: Program, bob: Program
    ) -> None:
        version = ann.sheet()["version"]
        count(bob, 2, 300, key="other", version=version)
        count(ann, 2, 300, key="one", version=version)
        answer = send(ann, "/end", after="one", version=version, key="two")
        assert code(answer) == "stale"

    def test_a_count_typed_over_one_that_was_done_is_no_collision(self, ann: Program) -> None:
        count(ann, 1, 450, key="one")
        assert code(count(ann, 1, 550, key="two")) == "stale"
        assert count(ann, 1, 550, key="two", after="one").status_code == 303
        assert ann.sheet()["open_round"]["entries"][0]["points"] == 550

    def test_the_key_of_another_phone_is_no_leave_to_write_over_its_count(
        self, ann: Program, bob: Program
    ) -> None:
        count(bob, 2, 450, key="his")
        version = ann.sheet()["version"]
        count(bob, 2, 500, key="newer", after="his", version=version)
        answer = count(ann, 2, 100, key="hers", after="his newer", version=version)
        assert (answer.status_code, code(answer)) == (409, "stale")
        answer = send(ann, "/undo", of="newer", version=version, key="undone")
        assert (answer.status_code, code(answer)) == (409, "stale")
        assert ann.sheet()["open_round"]["entries"][0]["points"] == 500

    def test_a_phone_that_lost_its_cookie_is_asked_about_what_it_wrote_before(
        self, ann: Program, program: Callable[[], Program]
    ) -> None:
        count(ann, 1, 450, key="one")
        again = program().join(ann, role="keeper")
        assert code(count(again, 1, 550, key="two", after="one")) == "stale"
        count(again, 2, 300, key="three")
        assert count(again, 2, 350, key="four", after="three").status_code == 303

    def test_undo_takes_back_what_it_named_and_nothing_the_phone_did_since(
        self, ann: Program
    ) -> None:
        count(ann, 1, 450, key="one")
        version = ann.sheet()["version"]
        count(ann, 2, 300, key="two", version=version)
        answer = send(ann, "/undo", after="one two", version=version, key="three")
        assert code(answer) == "stale"
        assert "undo" not in kinds(ann)

    def test_undo_takes_back_what_waited_when_that_is_what_was_meant(self, ann: Program) -> None:
        count(ann, 1, 450, key="one")
        version = ann.sheet()["version"]
        count(ann, 2, 300, key="two", version=version)
        for _twice in "12":
            answer = send(ann, "/undo", of="two", version=version, key="three")
            assert answer.status_code == 303
        assert kinds(ann)[-3:] == ["counted", "counted", "undo"]
        assert [entry["seat"] for entry in ann.sheet()["open_round"]["entries"]] == [1]

    def test_undo_of_what_waited_takes_back_nothing_else(self, ann: Program, bob: Program) -> None:
        count(ann, 1, 450, key="one")
        version = ann.sheet()["version"]
        # It was discarded on the phone before it was sent.
        assert code(send(ann, "/undo", of="two", version=version, key="three")) == "stale"
        count(ann, 1, 550, key="four", after="one", version=version)
        count(bob, 2, 300, key="other", version=version)
        assert code(send(ann, "/undo", of="four", version=version, key="five")) == "stale"
        assert "undo" not in kinds(ann)


class TestCollision:
    def test_both_are_shown_and_mine_goes_over_the_one_that_was_shown(
        self, ann: Program, bob: Program
    ) -> None:
        count(ann, 2, 450, key="hers")
        page = count(bob, 2, 300, key="his").get_data(as_text=True)
        assert "Round score 450" in page
        assert "You typed <span data-mine>Round score 300" in page
        seen = page.split('name="seen" value="')[1].split('"')[0]
        # Somebody writes there once more: that was not seen.
        count(ann, 2, 500, key="hers again", version=ann.sheet()["version"])
        assert code(count(bob, 2, 300, key="mine", seen=seen)) == "stale"
        entry = ann.sheet()["open_round"]["entries"][0]
        assert count(bob, 2, 300, key="mine", seen=[seen, entry["version"]]).status_code == 303
        assert ann.sheet()["open_round"]["entries"][0]["points"] == 300

    def test_in_a_whole_round_each_count_of_others_is_asked_for(
        self, ann: Program, program: Callable[[], Program]
    ) -> None:
        """Overwriting one count, which was shown, does not overwrite another, which was not."""
        ann = program().start("Ann", "Bob", "Cy")
        bob = program().join(ann, 2)
        count(bob, 2, 450, key="b")
        cy = program().join(ann, 3)
        count(cy, 3, 600, key="c")
        fields: dict[str, Any] = {"style": "direct", "version": 1, "key": "all"}
        fields |= {"s2-style": "direct", "s2-score": 50, "s3-style": "direct"}
        fields |= {"s3-score": 100}
        page = send(ann, "/rounds/1/all", **fields).get_data(as_text=True)
        seen = page.split('name="seen" value="')[1].split('"')[0]
        page = send(ann, "/rounds/1/all", **fields | {"key": "2", "seen": seen}).get_data(
            as_text=True
        )
        assert 'data-stale="3"' in page
        points = {entry["seat"]: entry["points"] for entry in ann.sheet()["open_round"]["entries"]}
        assert points == {2: 450, 3: 600}


class TestWhatThePhoneIsTold:
    @pytest.mark.parametrize(
        ("path", "fields", "expected"),
        [
            ("/rounds/3/seats/1", {"style": "direct", "score": 450}, "not_begun"),
            ("/rounds/1/close?confirmed=yes", {}, "conflict"),
            ("/undo", {"version": 99}, "stale"),
        ],
    )
    def test_refusals_carry_their_code(
        self, ann: Program, path: str, fields: dict[str, Any], expected: str
    ) -> None:
        answer = send(ann, path, **{"version": ann.version, **fields})
        assert (answer.status_code, code(answer)) == (409, expected)

    def test_a_phone_that_is_not_in_hears_so(self, ann: Program, app: Flask) -> None:
        answer = app.test_client().post(f"/games/{ann.id}/end", data={}, headers=LATE)
        assert (answer.status_code, code(answer)) == (404, "not_found")

    def test_rounds_ahead_are_told_from_rounds_that_are_over(self, ann: Program) -> None:
        ann.play(450, 300)
        assert code(send(ann, "/rounds/1/close?confirmed=yes", version=ann.version)) == "conflict"


class TestToken:
    def test_a_fresh_one_is_good(self, app: Flask, ann: Program) -> None:
        app.config["WTF_CSRF_ENABLED"] = True
        try:
            old = send(ann, "/end", version=ann.version)
            assert (old.status_code, code(old)) == (400, "old_page")
            answer = ann.client.get("/token")
            assert answer.headers["Cache-Control"] == "no-store"
            headers = {**LATE, "X-CSRFToken": answer.get_json()["token"]}
            data = {"version": ann.version}
            done = ann.client.post(f"/games/{ann.id}/end", data=data, headers=headers)
            assert done.status_code == 303
        finally:
            app.config["WTF_CSRF_ENABLED"] = False

    @pytest.mark.parametrize("site", ["cross-site", "same-site"])
    def test_other_sites_get_none(self, client: FlaskClient, site: str) -> None:
        assert client.get("/token", headers={"Sec-Fetch-Site": site}).status_code == 403
        assert client.get("/token", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
