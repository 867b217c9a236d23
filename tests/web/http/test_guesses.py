"""Guessing at codes over the web and the API: what is counted, what is answered, who waits."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorecard.database.db import begin_write, db
from scorecard.models import Device, WrongGuess
from scorecard.operating.housekeeping import clear_up
from scorecard.web.http import limits
from scorecard.web.write.guesses import ORIGINS
from tests.web.conftest import Program
from tests.web.plain_browser import PlainBrowser

WRONG = "222222"
JOIN, RECOVER = "/api/v1/join", "/api/v1/groups/recover"
Programs = Callable[[], Program]


def at(number: int) -> dict[str, str]:
    """Return where a guess comes from."""
    return {"REMOTE_ADDR": f"198.51.{number}.7"}


def close_door(app: Flask) -> None:
    for number in range(100):
        answer = app.test_client().post("/join", data={"code": WRONG}, environ_base=at(number))
        assert answer.status_code == 404


def count(model: type[WrongGuess | Device]) -> int:
    return db.session.scalar(select(func.count(model.id))) or 0


def test_ten_wrong_codes_by_form_or_api_are_the_end_of_it(client: FlaskClient) -> None:
    for _time in range(5):
        assert client.post("/join", data={"code": WRONG}).status_code == 404
        assert client.post(JOIN, json={"code": WRONG}).get_json()["code"] == "unknown_code"
    refused = client.post("/join", data={"code": WRONG})
    assert refused.status_code == 429
    assert 14 * 60 < int(refused.headers["Retry-After"]) <= 15 * 60
    assert refused.headers["Scorecard-Code"] == "too_many_requests"
    page = PlainBrowser(client).get("/join").press("Join", {"code": WRONG})
    assert "Too many wrong codes from here." in page.text
    assert page.field("code") == WRONG, "what was typed stays"
    refused = client.post(JOIN, json={"code": WRONG})
    assert refused.status_code == 429
    assert 14 * 60 < int(refused.headers["Retry-After"]) <= 15 * 60
    problem = refused.get_json()
    assert (problem["code"], problem["status"]) == ("too_many_requests", 429)
    assert "QR" in problem["detail"]


def test_right_codes_are_never_too_many(app: Flask, program: Programs) -> None:
    code = program().start().get("/invitation").get_json()["code"]
    for _phone in range(15):
        assert app.test_client().post("/join", data={"code": code}).status_code == 303
        assert app.test_client().post(JOIN, json={"code": code}).status_code == 200


def test_from_many_addresses_a_hundred_are(app: Flask, program: Programs) -> None:
    close_door(app)
    code = program().start().get("/invitation").get_json()["code"]
    for typed in (WRONG, code):
        data = {"code": typed}
        answer = app.test_client().post("/join", data=data, environ_base=at(200))
        assert answer.status_code == 429
        assert "Scan the QR code or open the link instead." in answer.get_data(as_text=True)


def test_links_open_whatever_was_guessed(app: Flask, program: Programs) -> None:
    keeper = program().start()
    links = keeper.get("/invitation").get_json()["links"]
    close_door(app)
    token = links["player"].rsplit("/", 1)[-1]
    assert app.test_client().post(f"/join/{token}").status_code == 303
    assert program().post(JOIN, {"token": token}).status_code == 200


def test_who_played_here_before_comes_in_all_the_same(
    app: Flask, program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, friend = program(), program()
    friend.join(keeper.start(), 2)
    real, days = time.time, timedelta(days=3).total_seconds()
    monkeypatch.setattr(time, "time", lambda: real() + days)
    keeper.id = ""
    code = keeper.start().get("/invitation").get_json()["code"]
    close_door(app)
    assert program().post(JOIN, {"code": code}).status_code == 429
    assert friend.post(JOIN, {"code": WRONG}).status_code == 429
    assert friend.post(JOIN, {"code": code}).status_code == 200


def test_recovery_codes_are_counted_apart_by_form_and_api(client: FlaskClient) -> None:
    for _time in range(5):
        assert client.post("/groups/recover", data={"code": WRONG}).status_code == 404
        assert client.post(RECOVER, json={"code": WRONG}).status_code == 404
    page = PlainBrowser(client).get("/groups/recover").press("Get back in", {"code": WRONG})
    assert page.status == 429
    assert "Too many wrong codes from here. Wait a quarter of an hour." in page.text
    assert page.field("code") == WRONG
    refused = client.post(RECOVER, json={"code": WRONG})
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 15 * 60
    assert client.post("/join", data={"code": WRONG}).status_code == 404


def test_a_wrong_code_leaves_its_count_and_nothing_else(client: FlaskClient) -> None:
    client.get("/join")
    client.post("/join", data={"code": WRONG})
    client.post(RECOVER, json={"code": WRONG})
    with client.application.app_context():
        assert (count(WrongGuess), count(Device)) == (2, 0)


def test_what_counts_no_more_is_deleted_within_a_day(client: FlaskClient) -> None:
    client.post("/join", data={"code": WRONG})
    now = datetime.now(UTC)
    for hours, kept in ((0, 1), (24, 0)):
        clear_up(client.application, now + timedelta(hours=hours))
        with client.application.app_context():
            assert count(WrongGuess) == kept


def test_what_is_no_code_at_all_is_no_guess(client: FlaskClient) -> None:
    assert client.post("/join", data={"code": ""}).status_code == 422
    assert client.post(JOIN, json={}).status_code == 422
    assert client.post(JOIN, data="{", content_type="application/json").status_code == 400
    with client.application.app_context():
        assert count(WrongGuess) == 0


def test_beyond_the_limit_nobody_who_writes_is_held_up(app: Flask, client: FlaskClient) -> None:
    for _time in range(10):
        client.post("/join", data={"code": WRONG})
        client.post("/groups/recover", data={"code": WRONG})
    with app.app_context():
        engine = db.engine
    with Session(engine) as somebody:
        # Who is writing, and would have to be waited for.
        begin_write(somebody)
        for path in ("/join", "/groups/recover"):
            assert client.post(path, data={"code": WRONG}).status_code == 429


def test_a_household_counts_once_however_many_addresses_it_has(app: Flask) -> None:
    def seen(address: str) -> str:
        with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
            return limits.household()

    assert seen("2001:db8:1:2::1") == seen("2001:db8:1:2:ffff:1:2:3")
    assert seen("2001:db8:1:2::1") != seen("2001:db8:1:3::1")
    assert seen("::ffff:198.51.100.7") == seen("198.51.100.7")
    assert seen("198.51.100.7") != seen("198.51.100.8")
    assert seen("fe80::1%eth0") == seen("fe80::2%eth0")
    assert seen("") != seen("198.51.100.7")


def test_one_that_has_many_networks_comes_no_further_than_everybody_together(app: Flask) -> None:
    """A whole /48, as providers hand them out, is 65,536 households to the limit by address."""
    answers = [
        app.test_client()
        .post(JOIN, json={"code": WRONG}, environ_base={"REMOTE_ADDR": f"2001:db8:1:{number:x}::1"})
        .status_code
        for number in range(120)
    ]
    assert answers == [404] * 100 + [429] * 20


def test_no_address_is_kept(client: FlaskClient) -> None:
    for number in range(3):
        client.post("/join", data={"code": WRONG}, environ_base=at(number))
    with client.application.app_context():
        origins = set(db.session.scalars(select(WrongGuess.origin)))
    assert len(origins) == 3
    numbers = [origin.removeprefix("address-") for origin in origins]
    assert all(0 <= int(number) < ORIGINS for number in numbers)
    # Thousands of addresses of the old kind alone have one name.
    assert 2**32 / ORIGINS > 1_000


@pytest.mark.long
def test_however_many_ask_little_is_remembered(app: Flask) -> None:
    found = set()
    for number in range(3 * limits.BUCKETS):
        with app.test_request_context(environ_base={"REMOTE_ADDR": f"2001:db8:{number:x}::1"}):
            found.add(limits.household())
    assert limits.BUCKETS / 2 < len(found) <= limits.BUCKETS
