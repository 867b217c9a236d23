"""The demo: the real table, played by nobody, and nothing of it kept."""

from __future__ import annotations

import re

import sqlalchemy as sa
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from scorecard.database.db import Model
from scorecard.web.phone import demo
from tests.told import without_keys

STEPS = 12


def step(client: FlaskClient, number: int | str) -> str:
    response = client.get(f"/demo?step={number}")
    assert response.status_code == 200
    return response.get_data(as_text=True)


def rows(session: Session) -> dict[str, int]:
    tables = Model.metadata.sorted_tables
    session.rollback()
    return {
        table.name: session.scalar(sa.select(sa.func.count()).select_from(table)) or 0
        for table in tables
    }


def test_a_whole_demo_leaves_no_row_and_no_cookie(client: FlaskClient, session: Session) -> None:
    demo.evening.cache_clear()
    before = rows(session)
    address: str | None = "/demo"
    shown = 0
    while address:
        response = client.get(address)
        assert "Set-Cookie" not in response.headers
        shown += 1
        found = re.search(r'href="([^"]*)" data-step="next"', response.get_data(as_text=True))
        address = found[1] if found else None
    assert shown == STEPS
    assert rows(session) == before


def test_a_demo_that_somebody_sees_at_a_table_of_theirs_changes_nothing_there(
    client: FlaskClient, session: Session
) -> None:
    answer = client.post("/games/new/brownie_points", data={"player": ["Ann", "Bob"]})
    table = answer.headers["Location"]
    before, page = rows(session), client.get(f"/api/v1{table}").get_json()
    demo.evening.cache_clear()
    for number in range(STEPS):
        assert "Ann" not in without_keys(step(client, number))
    assert rows(session) == before
    assert client.get(f"/api/v1{table}").get_json() == page
    assert "Cleo" not in without_keys(client.get("/").get_data(as_text=True))


def test_it_says_that_it_is_a_demo_on_every_step(client: FlaskClient) -> None:
    for number in range(STEPS):
        assert "A demo with made-up players" in step(client, number)


def test_it_begins_and_ends(client: FlaskClient) -> None:
    assert "Four people play cards." in step(client, 0)
    assert "Bob</bdi> counts: the points pile" in step(client, 1)
    assert "Everybody is in" in step(client, 4)
    assert "somebody taps End Game" in step(client, STEPS - 2)
    last = step(client, STEPS - 1)
    for shown in ("Cleo</bdi>", "wins", 'class="confetti"', "Start your own game", "Again"):
        assert shown in last, shown
    assert 'data-step="next"' not in last


def test_a_step_that_is_none_is_the_first_or_the_last(client: FlaskClient) -> None:
    first, last = step(client, 0), step(client, STEPS - 1)
    for typed in ("", "-1", "1.5", "x", "٣"):
        assert step(client, typed) == first, typed
    assert step(client, 99) == last
    assert step(client, "9" * 40) == first


def test_its_links_lead_somewhere(client: FlaskClient) -> None:
    for number in range(STEPS):
        for address in re.findall(r'<a [^>]*href="([^"#]+)', step(client, number)):
            assert client.get(address.replace("&amp;", "&")).status_code == 200, address


def test_nothing_on_it_can_be_sent(client: FlaskClient) -> None:
    for number in range(STEPS):
        assert "<form" not in step(client, number)
        assert client.post(f"/demo?step={number}").status_code == 405
    assert client.get("/games/demo").status_code == 404
