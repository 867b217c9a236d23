"""Writes that waited on a phone: what the server makes of them, and what it tells the phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorecard.database.db import db
from scorecard.models import WriteKey
from tests.web.conftest import Program

LATE = {"Scorecard-Made-At": "2026-03-14T20:00:00Z", "Accept": "application/json"}


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


def is_done(response: TestResponse) -> bool:
    return response.status_code == 200 and set(response.get_json()) == {"next"}


def kinds(phone: Program) -> list[str]:
    changes = phone.get("/changes").get_json()["changes"]
    return [change["kind"] for change in reversed(changes)]


class TestRepetition:
    def test_a_write_is_done_once_however_often_it_is_sent(self, ann: Program) -> None:
        for _ in range(3):
            assert is_done(count(ann, 1, 450, key="first"))
        assert kinds(ann).count("counted") == 1

    def test_a_phone_without_its_cookie_is_known_by_the_key(
        self, ann: Program, program: Callable[[], Program]
    ) -> None:
        version = ann.sheet()["version"]
        assert is_done(send(ann, "/end", version=version, key="the end"))
        ann.sheet()
        # The answer was lost, and the cookie with it; the phone is let in anew, as another device.
        assert ann.post("/reopen").status_code == 200
        again = program().join(ann, role="keeper")
        assert is_done(send(again, "/end", version=version, key="the end"))
        assert kinds(ann).count("ended") == 1

    def test_a_write_that_an_earlier_release_has_done_is_known_again(
        self, ann: Program, app: Flask, program: Callable[[], Program]
    ) -> None:
        assert is_done(count(ann, 1, 450, key="first"))
        with app.app_context():
            (key,) = db.session.scalars(select(WriteKey))
            assert len(key.fingerprint) == 16
            key.fingerprint += "0" * 48
            db.session.commit()
        again = program().join(ann, role="keeper")
        for phone in (ann, again):
            assert is_done(count(phone, 1, 450, key="first"))
        assert kinds(ann).count("counted") == 1
        assert code(count(ann, 1, 550, key="first")) == "key_reused"

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
        assert is_done(send(ann, "/end", after="zero one", version=version, key="two"))

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
        assert is_done(count(ann, 1, 550, key="two", after="one"))
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
        assert is_done(count(again, 2, 350, key="four", after="three"))

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
            assert is_done(answer)
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

    def test_the_next_page_is_named_where_it_is_done(self, ann: Program) -> None:
        assert count(ann, 1, 450).get_json() == {"next": f"/games/{ann.id}"}
        told = count(ann, 1, 500, version=ann.sheet()["version"], next="yes").get_json()
        assert told == {"next": f"/games/{ann.id}/count?by=next"}

    @pytest.mark.parametrize(
        ("path", "fields", "expected"),
        [
            (
                "/rounds/1/seats/1",
                {"style": "cards", "pile-7": 9},
                {
                    "status": 422,
                    "code": "deck_exceeded",
                    "detail": "Im Deck sind 8 × 7er, ihr habt aber 9 gezählt: Ann 9.",
                    "field": "7",
                },
            ),
            (
                "/rounds/1/seats/1",
                {"style": "cards"},
                {"status": 422, "code": "bad_input", "detail": "Ann hat noch nicht gezählt."},
            ),
            ("/rounds/1/all", {"style": "direct"}, {"status": 422, "code": "bad_input"}),
            (
                "/players",
                {"name": ""},
                {"status": 422, "code": "bad_input", "field": "name"},
            ),
        ],
    )
    def test_a_refusal_is_that_of_the_api_in_the_language_of_the_phone(
        self, ann: Program, path: str, fields: dict[str, Any], expected: dict[str, Any]
    ) -> None:
        headers = {**LATE, "Accept-Language": "de"}
        data = {"version": ann.version, **fields}
        answer = ann.client.post(f"/games/{ann.id}{path}", data=data, headers=headers)
        told = answer.get_json()
        assert answer.mimetype == "application/problem+json"
        assert told["title"] == "Prüf deine Eingabe"
        assert {key: told.get(key) for key in expected} == expected

    def test_what_is_unlikely_is_told_for_somebody_to_confirm(self, ann: Program) -> None:
        for seat in (1, 2):
            cards = {"style": "cards", "pile-10": 1, "version": 1}
            assert is_done(send(ann, f"/rounds/1/seats/{seat}", **cards, key=str(seat)))
        version = ann.sheet()["version"]
        told = send(ann, "/rounds/1/close", version=version).get_json()
        assert (told["status"], told["code"]) == (409, "unconfirmed")
        assert told["detail"].startswith("87 cards are missing")
        assert is_done(send(ann, "/rounds/1/close", version=version, confirmed="yes"))

    def test_a_blank_field_is_told_in_the_words_beside_it(
        self, program: Callable[[], Program]
    ) -> None:
        ann = program().start("Ann", "Ben", "Cleo", game="pay_me")
        said = {"style": "quick", "went_out": "Cleo", "version": 1}
        told = send(ann, "/rounds/1/seats/2", **said).get_json()
        assert (told["status"], told["code"]) == (422, "bad_input")
        assert told["detail"] == "Enter “Deadwood”, or 0."
        assert told["field"] == "quick"

    @pytest.mark.parametrize("accept", [None, "*/*", "text/html", "text/html,*/*;q=0.8"])
    def test_whoever_asks_for_a_page_gets_one_as_before(
        self, ann: Program, accept: str | None
    ) -> None:
        """Browsers without scripts do, and phones on which earlier scripts still run."""
        headers = {"Accept": accept} if accept else {}
        url = f"/games/{ann.id}/rounds/1/seats/1"
        data = {"style": "direct", "score": 450, "version": 1}
        assert ann.client.post(url, data=data, headers=headers).status_code == 303
        refused = ann.client.post(url, data=data | {"score": 500}, headers=headers)
        assert (refused.status_code, code(refused)) == (409, "stale")
        assert refused.mimetype == "text/html"
        for kept in (
            'data-stale="1"',
            "<bdi data-by>",
            "<span data-theirs>Round score 450",
            "<span data-mine>Round score 500",
            'name="seen"',
        ):
            assert kept in refused.text
        lost = ann.client.post("/games/nowhere/end", headers=headers)
        assert (lost.status_code, lost.mimetype) == (404, "text/html")

    def test_a_program_gets_what_the_api_says(self, ann: Program) -> None:
        headers = {"Accept": "application/json", "Accept-Language": "de"}
        body = {"entries": {"1": {"pile": {"7": 9}}}, "version": 1}
        url = f"/api/v1/games/{ann.id}/rounds/1"
        told = ann.client.put(url, json=body, headers=headers).get_json()
        assert told["detail"].startswith("The deck has")
        undo = ann.client.post(
            f"/api/v1/games/{ann.id}/undo", json={"version": 99}, headers=headers
        )
        assert set(undo.get_json()) >= {"current", "by", "version"}
        assert "choice" not in undo.get_json()

    def test_the_page_of_a_refusal_comes_along_where_it_is_asked_for(self, ann: Program) -> None:
        url = f"/games/{ann.id}/rounds/1/seats/1"
        data = {"style": "cards", "pile-7": 9, "version": 1}
        headers = {"Accept": "application/json, text/html;q=0.9"}
        told = ann.client.post(url, data=data, headers=headers).get_json()
        assert told["code"] == "deck_exceeded"
        assert 'aria-invalid="true"' in told["page"]
        assert "page" not in ann.client.post(url, data=data, headers=LATE).get_json()
        shown = ann.client.post(
            "/games/new/brownie_points", data={"game": "pay_me"}, headers=headers
        )
        assert set(shown.get_json()) == {"page"}
        assert shown.status_code == 200

    def test_rounds_ahead_are_told_from_rounds_that_are_over(self, ann: Program) -> None:
        ann.play(450, 300)
        assert code(send(ann, "/rounds/1/close?confirmed=yes", version=ann.version)) == "conflict"
