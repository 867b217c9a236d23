"""The token with which a phone sends what has waited on it, or on a page that is old."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import Program

JSON = "application/json"


def test_a_fresh_one_is_good(app: Flask, ann: Program) -> None:
    url, data = f"/games/{ann.id}/end", {"version": ann.version}
    app.config["WTF_CSRF_ENABLED"] = True
    try:
        old = ann.client.post(url, data=data, headers={"Accept": JSON})
        assert (old.status_code, old.get_json()["code"]) == (400, "old_page")
        answer = ann.client.get("/token")
        assert answer.headers["Cache-Control"] == "no-store"
        headers = {"Accept": JSON, "X-CSRFToken": answer.get_json()["token"]}
        assert "next" in ann.client.post(url, data=data, headers=headers).get_json()
    finally:
        app.config["WTF_CSRF_ENABLED"] = False


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_other_sites_get_none(client: FlaskClient, site: str) -> None:
    assert client.get("/token", headers={"Sec-Fetch-Site": site}).status_code == 403
    assert client.get("/token", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200
