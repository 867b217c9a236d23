"""The reader's language and path prefix: a part of the cache key of rendered pieces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from flask import Flask, request

from scorecard.web.http import languages

NOWHERE = {
    "REQUEST_METHOD": "GET",
    "PATH_INFO": "/",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "wsgi.url_scheme": "http",
}
"""The environment of a made-up request: rendering needs one, for relative addresses."""


class Reader(NamedTuple):
    """A language, and the path prefix of addresses."""

    language: str
    root: str


def of_request() -> Reader:
    """Return the reader of this request."""
    return Reader(languages.speech().code, request.script_root)


@contextmanager
def reading(app: Flask, reader: Reader) -> Iterator[None]:
    """Make a request context for a reader, to render outside of requests."""
    environment = NOWHERE | {"SCRIPT_NAME": reader.root}
    with app.request_context(environment), languages.spoken(reader.language):
        yield
