"""The style sheet that every page has."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from scorecard.web.pages.styles import FOLDER, ORDER, compact


def test_it_is_joined_of_every_file_in_the_order_that_is_written_down(app: Flask) -> None:
    assert app.static_folder
    folder = Path(app.static_folder, FOLDER)
    there = {str(path.relative_to(folder).with_suffix("")) for path in folder.rglob("*.css")}
    assert there == {*ORDER}
    text = app.test_client().get("/static/styles.css").text
    places = [text.index(compact((folder / f"{name}.css").read_text())) for name in ORDER]
    assert places == sorted(places)


def test_what_only_people_read_is_left_out() -> None:
    written = "/* Two\n   lines. */\n.a, .b { color: red;\n  margin: 0 auto; }\n"
    assert compact(written) == ".a,.b{color: red;margin: 0 auto;}"


def test_it_is_kept_for_good_under_the_address_that_pages_name(client: FlaskClient) -> None:
    found = re.findall(r'<link rel="stylesheet" href="([^"]+)">', client.get("/about").text)
    assert len(found) == 1
    response = client.get(found[0])
    assert response.mimetype == "text/css"
    assert "immutable" in response.headers["Cache-Control"]
    for address in ("/static/styles.css", "/static/styles.css?v=of-yesterday"):
        assert "immutable" not in client.get(address).headers["Cache-Control"]


def test_it_is_sent_once_and_then_only_said_to_be_the_same(client: FlaskClient) -> None:
    first = client.get("/static/styles.css")
    again = client.get("/static/styles.css", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_worker_brings_the_sheet_and_not_what_it_is_joined_of(client: FlaskClient) -> None:
    script = client.get("/worker.js").text
    assert "/static/styles.css?v=" in script
    assert FOLDER not in script
