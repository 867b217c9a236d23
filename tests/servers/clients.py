"""A phone: a plain HTTP client that knows its cookie, and sends a write until it is answered."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import ssl
import threading
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

ANSWER_SECONDS = 60
"""How long a phone waits for one answer, on however loaded a machine."""
FIRST_PAUSE = 0.05
LONGEST_PAUSE = 1.0
"""Seconds between two tries; they grow."""
BUSY = (429, 502, 503, 504)
"""What is no answer yet: to be sent again."""


class Lost(Exception):
    """No whole answer came: the write may have been done or not."""


@dataclass(frozen=True, slots=True)
class Posting:
    """One write as a phone sends it, any number of times, under one key.

    ``facts`` maps what it makes of a game, or of the history of a group, to what must be found
    there afterwards. One without ``has_trace`` may be done any number of times, and its key is
    not kept.
    """

    name: str
    method: str
    path: str
    body: Mapping[str, Any] | None = None
    fields: Mapping[str, str] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    has_trace: bool = True
    key: str = field(default_factory=lambda: secrets.token_hex(12))


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said, in full."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_done(self) -> bool:
        """Whether the write was acknowledged: done, now or before."""
        return self.status < 400

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def game(self) -> str:
        """The uid of the game that it is about."""
        if location := self.headers.get("Location"):
            return location.split("/")[2]
        found = self.json
        uid: str = found["game"]["id"] if isinstance(found["game"], dict) else found["id"]
        return uid


class Phone:
    """A device with a cookie. Its writes go through forms, or through the API.

    It asks from an ``address`` of its own, which any of 127.0.0.0/8 can be; over HTTPS where it is
    told under which name the server is a ``site``.
    """

    def __init__(
        self,
        name: str,
        port: int,
        *,
        by_form: bool = False,
        address: str = "127.0.0.1",
        site: str = "",
    ) -> None:
        self.name = name
        self.port = port
        self.address = address
        self.site = site
        self.by_form = by_form
        self.cookies: dict[str, str] = {}
        self._csrf_token = ""
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        fields: Mapping[str, str] | None = None,
        key: str = "",
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> Answer:
        """Send one request and return its whole answer; raise :class:`Lost` where none came."""
        headers = {**self._usual(), **more}
        data = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body), "application/json"
        elif fields is not None:
            data, headers["Content-Type"] = urlencode(fields), "application/x-www-form-urlencoded"
        if key and fields is None:
            headers["Idempotency-Key"] = key
        try:
            connection = self._connected()
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            answer = Answer(response.status, dict(response.getheaders()), response.read())
            cookies = response.headers.get_all("Set-Cookie") or []
            if not (response.chunked or answer.headers.get("Content-Length", "").isdecimal()):
                raise http.client.HTTPException("the answer was cut in its head")
        except (OSError, http.client.HTTPException) as error:
            self.hang_up()
            raise Lost(repr(error)) from error
        for cookie in cookies:
            name, _, text = cookie.partition(";")[0].partition("=")
            self.cookies[name] = text
        return answer

    def get(self, path: str) -> Any:
        """Return what the API answers to a GET."""
        answer = self._ask_twice("GET", path)
        if answer.status in BUSY:
            raise Lost(f"{answer.status}")
        assert answer.is_done, (path, answer.status, answer.body)
        return answer.json

    def do(self, method: str, path: str, body: Mapping[str, Any], key: str = "") -> Any:
        """Return what the API answers to a write that nobody may refuse."""
        answer = self._ask_twice(method, path, body, key)
        assert answer.is_done, (path, answer.status, answer.body)
        return answer.json

    def _ask_twice(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, key: str = ""
    ) -> Answer:
        """Ask the API, once more where the server had closed the connection meanwhile."""
        try:
            return self.ask(method, f"/api/v1{path}", body, key=key)
        except Lost:
            return self.ask(method, f"/api/v1{path}", body, key=key)

    def send(self, posting: Posting) -> Answer:
        """Send a write once."""
        if posting.fields is None:
            return self.ask(
                posting.method, f"/api/v1{posting.path}", posting.body or {}, key=posting.key
            )
        fields = {**posting.fields, "key": posting.key, "csrf_token": self._token()}
        return self.ask("POST", posting.path, fields=fields)

    def deliver(self, posting: Posting, again: Callable[[], object]) -> Answer:
        """Send a write until it is answered; call ``again`` before each further try.

        Raises whatever ``again`` raises, to give up.
        """
        pause = FIRST_PAUSE
        while True:
            try:
                answer = self.send(posting)
                if answer.status not in BUSY:
                    return answer
            except Lost:
                pass
            again()
            threading.Event().wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def listen(self, path: str, silence: float) -> Generator[tuple[str, str]]:
        """Yield what an event stream says, as name and data, until it breaks or falls silent."""
        connection = self._connection_of(silence)
        name, data = "", ""
        try:
            connection.request("GET", f"/api/v1{path}", headers=self._usual())
            with connection.getresponse() as response:
                while line := response.readline().decode():
                    what, _, text = line.rstrip("\n").partition(": ")
                    if what == "event":
                        name = text
                    elif what == "data":
                        data += text
                    elif not what and name:
                        yield name, data
                        name, data = "", ""
        except (OSError, http.client.HTTPException, UnicodeDecodeError):
            return
        finally:
            connection.close()

    def make_ready(self) -> None:
        """Fetch what a form needs, and open a fresh connection, so that a write can go at once."""
        self.hang_up()
        if self.by_form:
            self._token()
        self.hang_up()
        self._connected().connect()

    def twin(self) -> Phone:
        """Return the same device over another connection."""
        twin = Phone(self.name, self.port, address=self.address, site=self.site)
        twin.cookies = dict(self.cookies)
        return twin

    def hang_up(self) -> None:
        """Close the connection; the next request opens another."""
        if self._connection:
            self._connection.close()
            self._connection = None

    def _connected(self) -> http.client.HTTPConnection:
        if self._connection is None:
            self._connection = self._connection_of(ANSWER_SECONDS)
        return self._connection

    def _connection_of(self, seconds: float) -> http.client.HTTPConnection:
        source = (self.address, 0)
        if not self.site:
            return http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=seconds, source_address=source
            )
        # Whether it is the right one is asked elsewhere.
        unchecked = ssl._create_unverified_context()
        return http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=seconds, source_address=source, context=unchecked
        )

    def _usual(self) -> dict[str, str]:
        """Return the headers that go with every request."""
        cookie = "; ".join(f"{name}={text}" for name, text in self.cookies.items())
        return {"Cookie": cookie, **({"Host": self.site} if self.site else {})}

    def _token(self) -> str:
        """Return the token that forms of this phone carry."""
        if not self._csrf_token:
            page = self.ask("GET", "/join").body.decode()
            found = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', page)
            if found is None:
                raise Lost("the page has no form")
            self._csrf_token = found[1]
        return self._csrf_token
