"""Phones for web tests: plain browsers, and programs that speak JSON; and a place of their own."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorecard.app import create_app, migrate
from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.live.hub import hub
from scorecard.web.http import limits
from scorecard.web.http.languages import END_ISOLATE, FIRST_STRONG, LEFT_TO_RIGHT
from tests.fuzzing import kept
from tests.fuzzing.requests import Requests
from tests.fuzzing.world import World
from tests.web.plain_browser import PlainBrowser

NOON = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)


@pytest.fixture(scope="module")
def at_noon() -> Iterator[None]:
    """Begin at noon, so that what says "today" does not run into another day.

    It is a module's, so that it is noon already for whatever else a test is given: a table that
    began before it stood on another day wherever midnight had passed since NOON was set.
    """
    ahead = NOON.timestamp() - time.time()
    real = time.time
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + ahead)
        yield


@pytest.fixture
def phone(app: Flask) -> Callable[[], PlainBrowser]:
    return lambda: PlainBrowser(app.test_client())


def as_device(client: FlaskClient, uid: str) -> FlaskClient:
    """Return a client that is the device with this uid from now on."""
    with client.session_transaction() as cookie:
        cookie["device"] = uid
    return client


def seen(text: str) -> str:
    """Return a text without the signs that nobody sees, which say which way its parts run."""
    return re.sub(f"[{LEFT_TO_RIGHT}{FIRST_STRONG}{END_ISOLATE}]", "", text)


def group_of(client: FlaskClient, *players: str, name: str = "Thursday") -> str:
    """Make a group on a phone, as a program does, and return its uid."""
    body = {"name": name, "time_zone": "Europe/Berlin"}
    made = client.post("/api/v1/groups", json=body)
    assert made.status_code == 201, made.get_json()
    group = made.get_json()["group"]
    for player in players:
        body = {"name": player, "version": group["version"]}
        added = client.post(f"/api/v1/groups/{group['id']}/players", json=body)
        assert added.status_code < 300, added.get_json()
        group = added.get_json()
    return str(group["id"])


class Program:
    """A device that speaks JSON, in one game."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.id = ""
        self.version = 0

    def start(self, *names: str, **more: Any) -> Program:
        body = {"game": "brownie_points", "players": list(names or ("Ann", "Bob")), **more}
        response = self.post("/api/v1/games", body)
        assert response.status_code == 201, response.get_json()
        self._see(response.get_json()["game"])
        return self

    def join(self, other: Program, *seats: int, role: str = "player") -> Program:
        links = other.get("/invitation").get_json()["links"]
        token = links[role].rsplit("/", 1)[-1]
        response = self.post("/api/v1/join", {"token": token})
        assert response.status_code == 200, response.get_json()
        self._see(response.get_json()["game"])
        if seats:
            assert self.put("/me", {"seats": list(seats)}).status_code == 200
        return self

    def get(self, path: str = "", **more: Any) -> TestResponse:
        return self.client.get(self._url(path), **more)

    def post(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        return self._write("post", path, body, **more)

    def put(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        return self._write("put", path, body, **more)

    def enter(
        self,
        number: int,
        seat: int,
        entry: Any,
        headers: dict[str, str] | None = None,
        **more: Any,
    ) -> TestResponse:
        body = {"entry": entry, **more}
        return self.put(f"/rounds/{number}/entries/{seat}", body, headers=headers)

    def play(self, *scores: int) -> TestResponse:
        sheet = self.sheet()
        entries = {str(seat): {"score": points} for seat, points in enumerate(scores, start=1)}
        number = sheet["open_round"]["number"]
        return self.put(f"/rounds/{number}", {"entries": entries})

    def sheet(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get().get_json()
        self._see(found)
        return found

    def _write(self, method: str, path: str, body: Any, **more: Any) -> TestResponse:
        if path.startswith("/api"):
            return getattr(self.client, method)(path, json=body, **more)  # type: ignore[no-any-return]
        body = {"version": self.version, **(body or {})}
        response: TestResponse = getattr(self.client, method)(self._url(path), json=body, **more)
        if response.status_code in (200, 201):
            self._see(response.get_json())
        return response

    def _url(self, path: str) -> str:
        return path if path.startswith("/api") else f"/api/v1/games/{self.id}{path}"

    def _see(self, sheet: dict[str, Any]) -> None:
        if not self.id:
            self.id = sheet["id"]
        if sheet["id"] == self.id:
            self.version = sheet["version"]


@pytest.fixture
def program(app: Flask) -> Callable[[], Program]:
    return lambda: Program(app.test_client())


@dataclass
class Place:
    """An app on a file of its own, one phone at its one table, and what the log says."""

    app: Flask
    file: Path
    phone: Program

    @property
    def engine(self) -> sa.Engine:
        with self.app.app_context():
            return db.engine

    def settle(self) -> bytes:
        """Bring everything into the one file, and return what it holds."""
        self.engine.dispose()
        return self.file.read_bytes()

    def kept(self) -> list[Any]:
        """Return what the entries hold, as another process sees them."""
        with closing(sqlite3.connect(self.file)) as other:
            return [json.loads(row[0]) for row in other.execute("SELECT data FROM entries")]

    def files(self) -> list[Path]:
        return [Path(f"{self.file}{ending}") for ending in ("", "-wal", "-shm")]

    def count(self, points: int, key: str, **more: int) -> TestResponse:
        """Count for Ann in round 1."""
        body = {"entry": {"score": points}, **more}
        headers = {"Idempotency-Key": key}
        return self.phone.put("/rounds/1/entries/1", body, headers=headers)


def an_app(file: Path) -> Flask:
    app = create_app(Settings(file.parent, f"sqlite:///{file}", ("a test's secret key",)))
    app.config["WTF_CSRF_ENABLED"] = False
    return app


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What a database holds before the first game."""
    file = tmp_path_factory.mktemp("empty") / "scorecard.db"
    app = an_app(file)
    migrate(app)
    with app.app_context():
        db.engine.dispose()
    return file.read_bytes()


@pytest.fixture
def place(tmp_path: Path, empty: bytes) -> Iterator[Place]:
    file = tmp_path / "scorecard.db"
    file.write_bytes(empty)
    app = an_app(file)
    place = Place(app, file, Program(app.test_client()).start("Ann", "Bob"))
    yield place
    place.engine.dispose()
    limits.limiter.reset()
    assert not hub._listeners, "a stream was left open"


@pytest.fixture(scope="module")
def kept_world(
    made_once: Callable[[str, Callable[[Path], None]], Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[World, Requests]]:
    """The small world on a database of this module, and what may be asked of it."""
    folder = tmp_path_factory.mktemp("world") / "data"
    with kept.copied(made_once("world", kept.keep), folder) as world:
        yield world


@pytest.fixture
def set_up(app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what changes the settings of the app for one test."""

    def change(**wanted: Any) -> None:
        monkeypatch.setitem(app.config, "SETTINGS", replace(settings, **wanted))

    return change


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every text a bucket to itself: which of them share one is chance."""
    monkeypatch.setattr(limits, "bucket", lambda kind, text, *_: f"{kind}-{text}")
