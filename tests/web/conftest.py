"""Phones for web tests: plain browsers, and programs that speak JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.plain_browser import PlainBrowser


@pytest.fixture
def phone(app: Flask) -> Callable[[], PlainBrowser]:
    return lambda: PlainBrowser(app.test_client())


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
