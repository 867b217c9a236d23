"""Passkeys over HTTP: where they are offered, challenges that are good once, and refusals."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorecard.services.groups import passkeys
from scorecard.web.http import access
from scorecard.web.http.access import now
from tests.authenticator import Authenticator
from tests.web.plain_browser import PlainBrowser

BACK = "/groups/passkey"


class Phone:
    """A browser that can speak for an authenticator."""

    def __init__(self, client: FlaskClient, authenticator: Authenticator) -> None:
        self.client = client
        self.authenticator = authenticator
        self.group = ""

    def found(self) -> Phone:
        response = self.client.post("/groups/new", data={"name": "Thursday"})
        found = re.match(r"/groups/[\w-]+", response.headers["Location"])
        assert found
        self.group = found.group()
        return self

    def make(self) -> TestResponse:
        options = self.client.post(f"{self.group}/passkeys/options").get_json()
        return self.client.post(
            f"{self.group}/passkeys", data={"credential": self.authenticator.make(options)}
        )

    def answer(self) -> str:
        options = self.client.post(f"{BACK}/options").get_json()
        return self.authenticator.show(options)

    def show(self, answer: str | None = None) -> TestResponse:
        return self.client.post(BACK, data={"credential": answer or self.answer()})


@pytest.fixture
def keeper(app: Flask) -> Phone:
    return Phone(app.test_client(), Authenticator()).found()


@pytest.fixture
def other(app: Flask, keeper: Phone) -> Phone:
    """Another phone to which the keeper's passkey has come."""
    return Phone(app.test_client(), keeper.authenticator)


def problem(response: TestResponse) -> str:
    html = response.get_data(as_text=True)
    found = re.search(r'class="problem".*?<span>(.*?)</span>', html, re.DOTALL)
    return found.group(1) if found else ""


def test_the_way_back_is_to_where_passkeys_are_found(keeper: Phone) -> None:
    page = PlainBrowser(keeper.client).get(f"{keeper.group}/more").click("Passkeys")
    assert page.click("More").url == f"{keeper.group}/more"


def test_a_passkey_brings_another_phone_into_the_group(keeper: Phone, other: Phone) -> None:
    assert keeper.make().headers["Location"] == f"{keeper.group}/passkeys"
    assert "Not used yet" in keeper.client.get(f"{keeper.group}/passkeys").get_data(as_text=True)
    assert other.client.get(keeper.group).status_code == 404
    response = other.show()
    assert (response.status_code, response.headers["Location"]) == (303, keeper.group)
    assert other.client.get(keeper.group).status_code == 200
    assert "Last used" in keeper.client.get(f"{keeper.group}/passkeys").get_data(as_text=True)


def test_a_challenge_is_good_once(keeper: Phone, other: Phone) -> None:
    keeper.make()
    answer = other.answer()
    assert other.show(answer).status_code == 303
    again = other.show(answer)
    assert again.status_code == 422
    assert "took too long" in problem(again)


def test_the_same_answer_with_the_same_cookie_changes_nothing_more(
    keeper: Phone, other: Phone
) -> None:
    """The first answer of the server was lost on the way, so the phone sends all of it again."""
    keeper.make()
    answer = other.answer()
    cookie = other.client.get_cookie("scorecard")
    assert cookie
    assert other.show(answer).headers["Location"] == keeper.group
    other.client.set_cookie("scorecard", cookie.value)
    assert other.show(answer).headers["Location"] == keeper.group
    other.client.set_cookie("scorecard", cookie.value)
    # Another answer to the challenge that was used is none.
    keeper.authenticator.count += 1
    assert other.show(answer.replace('"type"', '"more": 1, "type"')).status_code == 422


def test_a_challenge_has_its_time(
    keeper: Phone, other: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper.make()
    answer = other.answer()
    late = now() + timedelta(seconds=passkeys.CEREMONY_SECONDS + 1)
    monkeypatch.setattr(access, "now", lambda: late)
    assert "took too long" in problem(other.show(answer))


def test_a_challenge_to_show_one_makes_none(keeper: Phone) -> None:
    options = keeper.client.post(f"{BACK}/options").get_json()
    made = keeper.authenticator.make({**options, "user": {"id": "AAAA"}, "rp": {"id": "localhost"}})
    response = keeper.client.post(f"{keeper.group}/passkeys", data={"credential": made})
    assert response.status_code == 422


def test_an_unknown_passkey_is_a_sentence_on_the_page(keeper: Phone, other: Phone) -> None:
    response = other.show()
    assert response.status_code == 404
    assert "opens nothing here any more" in problem(response)
    assert "data-passkey=" in response.get_data(as_text=True)


def test_a_copied_passkey_is_a_sentence_on_the_page(keeper: Phone, other: Phone) -> None:
    keeper.make()
    other.show()
    keeper.authenticator.count -= 1
    response = other.show()
    assert response.status_code == 403
    assert "Somebody may have copied this passkey" in problem(response)


def test_a_deleted_one_opens_nothing(keeper: Phone, other: Phone) -> None:
    keeper.make()
    html = keeper.client.get(f"{keeper.group}/passkeys").get_data(as_text=True)
    found = re.search(r'action="([^"]+/delete)"', html)
    assert found
    assert other.client.post(found.group(1)).status_code == 404
    assert keeper.client.post(found.group(1)).status_code == 303
    assert keeper.client.post(found.group(1)).status_code == 404
    assert other.show().status_code == 404


def test_who_is_not_in_the_group_makes_none(keeper: Phone, other: Phone) -> None:
    for path in ("", "/options", "/1/delete"):
        assert other.client.post(f"{keeper.group}/passkeys{path}").status_code == 404
    assert other.client.get(f"{keeper.group}/passkeys").status_code == 404


def test_a_script_is_told_why_in_the_language_of_the_phone(keeper: Phone, other: Phone) -> None:
    headers = {"Accept": "application/json", "Accept-Language": "de"}
    told = other.client.post(f"{keeper.group}/passkeys/options", headers=headers)
    assert (told.status_code, told.mimetype) == (404, "application/problem+json")
    assert told.get_json()["detail"].startswith("Dieses Handy ist")


def test_forms_carry_a_token_against_forgery(app: Flask, keeper: Phone) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    try:
        for path in (BACK, f"{BACK}/options", f"{keeper.group}/passkeys"):
            assert keeper.client.post(path).status_code == 400
    finally:
        app.config["WTF_CSRF_ENABLED"] = False


PAGES = ("/groups/passkey", "{group}/passkeys")


class TestWhere:
    @pytest.mark.parametrize(
        "address", ["http://192.168.1.5:8000", "https://10.0.0.1", "http://a.local"]
    )
    def test_there_are_none_where_browsers_allow_none(self, keeper: Phone, address: str) -> None:
        for page in PAGES:
            url = page.format(group=keeper.group)
            assert keeper.client.get(url, base_url=address).status_code == 404
            assert keeper.client.post(f"{url}/options", base_url=address).status_code == 404
            assert keeper.client.post(url, base_url=address).status_code == 404

    def test_there_are_none_without_the_library(
        self, keeper: Phone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(passkeys, "LIBRARY", "no_such_library")
        for page in PAGES:
            url = page.format(group=keeper.group)
            assert keeper.client.get(url).status_code == 404
            assert keeper.client.post(url).status_code == 404

    @pytest.mark.parametrize(
        ("public_url", "host", "origin"),
        [
            ("https://scores.example", "scores.example", "https://scores.example"),
            ("https://scores.example:443/cards", "scores.example", "https://scores.example"),
            ("https://scores.example:8443", "scores.example", "https://scores.example:8443"),
            ("http://localhost:8000", "localhost", "http://localhost:8000"),
        ],
    )
    def test_they_belong_to_the_public_address(
        self, app: Flask, client: FlaskClient, public_url: str, host: str, origin: str
    ) -> None:
        settings = app.config["SETTINGS"]
        app.config["SETTINGS"] = replace(settings, public_url=public_url)
        try:
            options: dict[str, Any] = client.post(f"{BACK}/options").get_json()
            assert options["rpId"] == host
            html = client.get(BACK).get_data(as_text=True)
            assert f'data-origin="{origin}"' in html
        finally:
            app.config["SETTINGS"] = settings


def test_the_page_shows_no_button_before_a_script_finds_passkeys(
    client: FlaskClient, phone: Callable[[], Any]
) -> None:
    html = client.get(BACK).get_data(as_text=True)
    assert re.search(r"<form[^>]*data-passkey[^>]* hidden>", html)
    assert "Passkeys need a newer browser" in phone().get(BACK).text


def test_the_app_starts_without_the_library() -> None:
    """It is optional, and takes a while to load: only who makes or shows a passkey waits for it."""
    program = "import sys, scorecard.app; sys.exit('webauthn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
