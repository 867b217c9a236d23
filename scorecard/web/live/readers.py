"""What of whoever reads a piece of a page it depends on; whoever is alike gets the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from flask import Flask

from scorecard.web.http import languages, paths

NOWHERE = {
    "REQUEST_METHOD": "GET",
    "PATH_INFO": "/",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "wsgi.url_scheme": "http",
}
"""A request that nobody sent: rendering needs one, for addresses, which name no server."""


class Reader(NamedTuple):
    """A language, and the path under which this server's addresses are for whoever reads it."""

    language: str
    root: str


def of_request() -> Reader:
    """Return who is answered."""
    return Reader(languages.speech().code, paths.root())


@contextmanager
def reading(app: Flask, reader: Reader) -> Iterator[None]:
    """Render for a reader inside the block, where nobody has asked just now."""
    nobody = NOWHERE | {"SCRIPT_NAME": reader.root}
    with app.request_context(nobody), languages.spoken(reader.language):
        yield
