"""Whatever stands in a header that is read here, the answer is no fault."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.orm import Session
from werkzeug.datastructures import EnvironHeaders

import scorecard
from scorecard.config import Settings
from scorecard.database.db import db
from scorecard.live.hub import hub
from scorecard.web.pages import replica
from tests.conftest import make_app
from tests.web.conftest import Program

pytestmark = pytest.mark.long

TOKEN = "a-token-for-the-figures"
ENOUGH_PLACES = 2
"""Requests that each header is tried with, of those that read it."""
HOSTILE = (
    *("", "[", ":", '"', "%00", "\x00", "\x01", "-1", "1e999", "nan", "1, 2", "chunked"),
    # As bytes that are no UTF-8, a digit that is none, and a name that cannot be decoded.
    *("\xff\xfe", "\xb2", "\xd9\xa3", "xn--a.local", "a" * 8000, "9" * 5000),
    *("http://[", "//[", "http://[x]", "http://a:99999999", "localhost:99999", "::1%\xff"),
    *("de;q=nan", "de;q=9e999", "*;q=-1,*", 'W/"', 'for="[::1"'),
    *("bytes=-", "bytes=9-0", f"bytes={'0-0,' * 500}", f"bytes={'9' * 30}-"),
    *("Thu, 99 Foo 99999 99:99:99 GMT", "Thu, 01 Jan 0000 00:00:00 +9999999999"),
    *("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "2026-01-01T00:00:00+99:99"),
    *("Basic %%%", "Basic /////w==", "Bearer", "Bearer \xff", 'Digest a="', "Token ["),
    *("multipart/form-data", "multipart/form-data; boundary=\xff", "text/plain; charset*=x''%ff"),
    *("application/json; charset=utf-99", "application/x-www-form-urlencoded; charset=utf-16"),
    *("scorecard=e30.AAAA.\xff", 'scorecard="\\777\\"', "language=\xff", "a=b; " * 200),
)


class Away:
    """A replica that is away, so that a request is asked whether it may be read there."""

    def lend(self, _session: Session) -> bool:
        return False


class Environ(dict[str, Any]):
    """What a server hands over of a request; it notes which headers are asked for."""

    def __init__(self, values: dict[str, Any], read: set[str]) -> None:
        super().__init__(values)
        self._read = read

    def _note(self, key: str) -> None:
        if key.startswith(("HTTP_", "CONTENT_")):
            self._read.add(key.removeprefix("HTTP_").replace("_", "-").title())

    def __getitem__(self, key: str) -> Any:
        self._note(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self._note(str(key))
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self._note(key)
        return super().get(key, default)


class Wire:
    """Requests to an app as a server hands them over, whatever their headers hold."""

    def __init__(self, app: Flask) -> None:
        self.read: set[str] = set()
        self.changed: dict[str, str] = {}
        program = Program(app.test_client()).start()
        token = program.client.get("/token").get_json()["token"]
        cookie = program.client.get_cookie("scorecard")
        assert cookie
        self.phone = {"Cookie": f"scorecard={cookie.value}", "X-Forwarded-For": "192.168.1.2"}
        inner = app.wsgi_app

        def hand_over(environ: dict[str, Any], start: Any) -> Any:
            return inner(Environ({**environ, **self.changed}, self.read), start)

        app.wsgi_app = hand_over  # type: ignore[assignment]
        # Its cookies stand in the headers alone: whatever an answer sets is for nobody.
        self.client = app.test_client(use_cookies=False)
        game = f"/api/v1/games/{program.id}"
        chosen = {"data": {"language": "de"}, "headers": {"X-CSRFToken": token}}
        sends = {
            "invitation": ("GET", f"{game}/invitation", {}),
            "figures": ("GET", "/metrics", {"headers": {"Authorization": f"Bearer {TOKEN}"}}),
            "form": ("POST", "/language", chosen),
            "program": ("POST", f"{game}/undo", {"json": {"version": 1}}),
            "file": ("GET", "/static/scripts/layout/forms.js", {}),
            "page": ("GET", "/offline", {}),
            "sheet": ("GET", game, {}),
            "token": ("GET", "/token", {}),
            "board": ("GET", f"/games/{program.id}/board", {}),
            "stream": ("GET", f"/games/{program.id}/events", {}),
        }
        self.sends: dict[str, tuple[str, str, dict[str, Any]]] = sends

    def headers_of(self, what: str) -> set[str]:
        """Send a good request; return the headers that are read on the way."""
        self.read.clear()
        assert self.status(what) in (200, 303, 409), "it is answered, though nothing can be undone"
        return set(self.read)

    def status(self, what: str, header: str = "", value: str = "") -> int:
        """Send a request, with one header changed if one is named; return the answer's status."""
        key = header.upper().replace("-", "_")
        key = key if key.startswith("CONTENT_") else f"HTTP_{key}"
        self.changed = {key: value} if header else {}
        method, path, more = self.sends[what]
        headers = {**self.phone, **more.get("headers", {})}
        options = {**more, "headers": headers}
        with self.client.open(path, method=method, **options) as answer:
            return answer.status_code


@pytest.fixture
def wire(app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    monkeypatch.setattr(hub, "note", hub.note)
    made = make_app(replace(settings, trusted_proxies=1, has_metrics=True, metrics_token=TOKEN))
    made.config["WTF_CSRF_ENABLED"] = True
    made.dispatch_request = replica._perhaps_from(Away(), made.dispatch_request)  # type: ignore[method-assign, arg-type]
    wire = Wire(made)
    real = EnvironHeaders.getlist

    def getlist(headers: EnvironHeaders, name: str, *more: Any, **options: Any) -> list[Any]:
        wire.read.add(name)
        return real(headers, name, *more, **options)

    monkeypatch.setattr(EnvironHeaders, "getlist", getlist)
    yield wire
    with made.app_context():
        db.engine.dispose()


def named_headers() -> set[str]:
    """Return the headers that our code asks for by name, wherever it does."""
    found = set()
    package = Path(scorecard.__file__).parent
    for path in package.rglob("*.py"):
        module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(value=headers, attr="get"), args=[name, *_]):
                    pass
                case ast.Compare(left=name, ops=[ast.In() | ast.NotIn()], comparators=[headers]):
                    pass
                case ast.Subscript(value=headers, slice=name):
                    pass
                case _:
                    continue
            if ast.unparse(headers) == "request.headers":
                found.add(str(eval(ast.unparse(name), vars(import_module(module)))).title())
    return found


def test_no_value_of_any_header_that_is_read_is_a_fault(wire: Wire) -> None:
    faults: list[tuple[str, str, str, int]] = []
    places = Counter[str]()
    for what in wire.sends:
        for header in sorted(wire.headers_of(what)):
            if places[header] == ENOUGH_PLACES:
                continue
            places[header] += 1
            for value in HOSTILE:
                status = wire.status(what, header, value)
                if status >= 500:
                    faults.append((header, value[:40], what, status))
    assert faults == []
    named = named_headers()
    assert len(named) > 5
    assert named <= places.keys(), "read where nothing hostile is sent: add a request that reads it"
