"""The routes of the API by who may ask them, as the handbook lists them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask

from tests.fuzzing.world import fresh_app
from tests.handbook.regions import heading, table
from tests.web.routes import short

ACCESS = {
    "anyone": "Anybody",
    "spectator": "Who watches a game, plays in it, or keeps it",
    "player": "Who plays in a game, or keeps it",
    "keeper": "Who keeps a game",
    "group member": "Who is in a group",
    "group keeper": "Who keeps a group",
}
API = "/api/v1/"
UNSAID = {"HEAD", "OPTIONS"}


@cache
def _app() -> Flask:
    with TemporaryDirectory() as folder:
        return fresh_app(Path(folder))


def of_api() -> str:
    """Return the routes of the API."""
    pieces = []
    for access, who in ACCESS.items():
        if rows := sorted(_rows(access), key=lambda row: row[0].strip("`").split(" ")[::-1]):
            pieces.append(heading(3, who) + table(("route", "what it does"), rows))
    return "\n".join(pieces)


def _rows(access: str) -> Iterator[tuple[str, str]]:
    """Yield each route that asks so much of whoever comes, with its first sentence."""
    for rule in _app().url_map.iter_rules():
        view = _app().view_functions[rule.endpoint]
        if getattr(view, "access", "anyone") == access and rule.rule.startswith(API):
            about = (view.__doc__ or "").partition("\n\n")[0]
            methods = " ".join(sorted((rule.methods or set()) - UNSAID))
            yield f"`{methods} {short(rule.rule)}`", " ".join(about.replace("``", "`").split())
