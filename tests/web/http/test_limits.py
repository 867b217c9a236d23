"""How much one phone, address, game can ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits import parse

from scorecard.web.http import limits, security
from tests.web.conftest import Program

pytestmark = pytest.mark.usefixtures("apart")
PLAYERS = {"player": ["Ann", "Bob"]}


@pytest.fixture(autouse=True)
def _limited(set_up: Callable[..., None]) -> None:
    set_up(has_limits=True)


def spend(amount: str, scope: str, key: str, *, but: int = 0) -> None:
    """Use up a limit, as if by so many requests, but for some."""
    item = parse(amount)
    assert limits.limiter.limiter.hit(item, key, scope, cost=item.amount - but)


def per_minute(amount: str) -> float:
    count, _per, *span = amount.split()
    return int(count) / (int(span[0]) if len(span) > 1 else 1)


def test_every_endpoint_that_is_named_is_one(app: Flask) -> None:
    known = {rule.endpoint for rule in app.url_map.iter_rules()}
    named = {*limits.ARRIVING, *security.NEVER_CACHED}
    assert named <= known, named - known


def test_an_evening_of_twelve_phones_behind_one_address_never_notices() -> None:
    """All of them come back at once, each with forty rounds that waited for the network."""
    waiting = 40
    assert waiting < per_minute(limits.WRITES_BY_DEVICE)
    assert 12 * waiting < per_minute(limits.WRITES_BY_TOPIC)
    assert 12 * waiting < per_minute(limits.WRITES_BY_ADDRESS)
    # A preview for everything typed, by everybody, four times a second.
    assert per_minute(limits.WRITES_BY_ADDRESS) > 12 * 4 * 60
    # A club of a hundred comes in within ten minutes, each into a group and a game.
    assert 10 * per_minute(limits.ARRIVALS) > 100 * 2


def test_below_the_limits_everything_goes_on(program: Callable[[], Program]) -> None:
    keeper = program().start(*"ABCDEFGH")
    phones = [keeper, *(program().join(keeper, seat) for seat in range(2, 9))]
    for number in range(1, 4):
        for seat, phone in enumerate(phones, start=1):
            phone.sheet()
            response = phone.enter(number, seat, {"score": 50})
            assert response.status_code == 200, response.get_json()


@pytest.mark.parametrize(
    ("amount", "scope", "path"),
    [
        (limits.WRITES_BY_ADDRESS, "writes-by-address", "/games/new/brownie_points"),
        (limits.ARRIVALS, "arrivals", "/groups/new"),
        (limits.ARRIVALS, "arrivals", "/scorecards/import"),
        (limits.PASSKEYS, "passkeys", "/groups/passkey/options"),
    ],
)
def test_too_much_from_one_address_is_asked_to_wait(
    app: Flask, client: FlaskClient, amount: str, scope: str, path: str
) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        spend(amount, scope, limits.household())
    data = {**PLAYERS, "name": "Thursday"}
    refused = client.post(path, data=data)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 600
    assert "then try again" in refused.get_data(as_text=True)
    elsewhere = {"REMOTE_ADDR": "198.51.100.7"}
    assert app.test_client().post(path, data=data, environ_base=elsewhere).status_code != 429


def test_too_much_from_one_phone_leaves_the_others_alone(
    app: Flask, program: Callable[[], Program]
) -> None:
    keeper = program().start()
    other = program().join(keeper, 2)
    with keeper.client.session_transaction() as session:
        device = session["device"]
    with app.test_request_context():
        spend(limits.WRITES_BY_DEVICE, "writes-by-device", limits.bucket("device", device))
    keeper.sheet()
    other.sheet()
    refused = keeper.enter(1, 1, {"score": 50})
    assert refused.status_code == 429
    assert refused.get_json()["detail"] == limits.TOO_MUCH
    assert other.enter(1, 2, {"score": 50}).status_code == 200


def test_too_much_in_one_game_leaves_other_games_alone(
    app: Flask, program: Callable[[], Program]
) -> None:
    busy, calm = program().start(), program().start()
    with app.test_request_context():
        spend(limits.WRITES_BY_TOPIC, "writes-by-topic", limits.bucket("topic", busy.id))
    assert busy.enter(1, 1, {"score": 50}).status_code == 429
    assert calm.enter(1, 1, {"score": 50}).status_code == 200
    # What an entry would score may still be asked.
    path = f"/games/{busy.id}/rounds/1/seats/1/preview"
    assert busy.client.post(path, data={"way": "score", "score": "50"}).status_code == 200
    assert busy.get().status_code == 200


WORK = {
    "/games/{}/rules/find?q=slap": (limits.SEARCHES, "searches"),
    "/games/{}/rules": (limits.SEARCHES, "searches"),
    "/games/{}/export.json": (limits.EXPORTS, "exports"),
    "/games/{}/export.csv": (limits.EXPORTS, "exports"),
    "/api/v1/games/{}/export": (limits.EXPORTS, "exports"),
    "/groups/{}/games": (limits.SEARCHES, "searches"),
    "/api/v1/groups/{}/games": (limits.SEARCHES, "searches"),
    "/groups/{}/export.json": (limits.EXPORTS, "exports"),
    "/groups/{}/export.csv": (limits.EXPORTS, "exports"),
    "/api/v1/groups/{}/export": (limits.EXPORTS, "exports"),
}


@pytest.mark.parametrize("path", WORK)
def test_searches_and_exports_have_an_end_each_which_no_stranger_brings_about(
    app: Flask,
    client: FlaskClient,
    program: Callable[[], Program],
    path: str,
    set_up: Callable[..., None],
) -> None:
    keeper = program().start()
    group = keeper.post("/api/v1/groups", {"name": "Thursday"}).get_json()["group"]["id"]
    url = path.format(group if "/groups/" in path else keeper.id)
    amount, scope = WORK[path]
    limits.limiter.reset()
    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        spend(amount, scope, limits.household(), but=1)
    for _time in range(3):
        assert client.get(url).status_code == 404, "a stranger behind the same address"
    assert keeper.client.get(url).status_code == 200
    refused = keeper.client.get(url)
    assert refused.status_code == 429
    assert "then try again" in refused.get_data(as_text=True)
    assert keeper.get().status_code == 200
    set_up(has_limits=False)
    assert keeper.client.get(url).status_code == 200


@pytest.mark.parametrize(
    ("amount", "scope", "path"),
    [
        (limits.SCORE_LIMIT, "scores", "/api/v1/score"),
        (limits.UPLOAD_LIMIT, "uploads", "/groups/import"),
        (limits.UPLOAD_LIMIT, "uploads", "/api/v1/groups/import"),
        (limits.WRITES_BY_ADDRESS, "writes-by-address", "/games/new/brownie_points"),
        (limits.ARRIVALS, "arrivals", "/groups/new"),
        (limits.PASSKEYS, "passkeys", "/groups/passkey/options"),
        (limits.LINKS, "links", f"/join/{'x' * 24}"),
    ],
)
def test_where_limits_are_off_none_holds(
    app: Flask,
    client: FlaskClient,
    amount: str,
    scope: str,
    path: str,
    set_up: Callable[..., None],
) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        spend(amount, scope, limits.household())
    told: dict[str, Any] = {"json" if "/api/" in path else "data": {"name": "Thursday"}}
    assert client.post(path, **told).status_code == 429
    set_up(has_limits=False)
    assert client.post(path, **told).status_code != 429


def test_every_one_counts_a_request_before_anything_is_done_for_it(app: Flask) -> None:
    """What is counted with the answer lets any number through that come at once."""
    manager = limits.limiter.limit_manager
    decorated = [limit for group in manager._decorated_limits.values() for limit in group]
    assert len(decorated) > 10
    assert all(limit.deduct_when is None for limit in (*manager._application_limits, *decorated))


def test_links_right_or_wrong_are_work(app: Flask, client: FlaskClient) -> None:
    paths = [f"/{page}/{'x' * 24}" for page in ("join", "groups/join", "standings", "book")]
    with app.test_request_context(environ_base={"REMOTE_ADDR": "127.0.0.1"}):
        spend(limits.LINKS, "links", limits.household(), but=len(paths))
    for status in (404, 429):
        assert {client.get(path).status_code for path in paths} == {status}
    assert client.post("/join", data={"code": "2"}).status_code == 404
