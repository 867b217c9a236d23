"""The routes by who may ask them, as the handbook lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    return _by_access(lambda rule: rule.startswith(API))


def of_pages() -> str:
    """Return all other routes."""
    return _by_access(lambda rule: not rule.startswith(API))


def _by_access(is_meant: Callable[[str], bool]) -> str:
    pieces = []
    for access, who in ACCESS.items():
        if rows := sorted(
            _rows(access, is_meant), key=lambda row: row[0].strip("`").split(" ")[::-1]
        ):
            pieces.append(heading(3, who) + table(("route", "what it does"), rows))
    return "\n".join(pieces)


def _rows(access: str, is_meant: Callable[[str], bool]) -> Iterator[tuple[str, str]]:
    """Yield each route that asks so much of whoever comes, with its first sentence."""
    for rule in _app().url_map.iter_rules():
        view = _app().view_functions[rule.endpoint]
        if getattr(view, "access", "anyone") == access and is_meant(rule.rule):
            about = (view.__doc__ or "").partition("\n\n")[0]
            if rule.endpoint == "static":
                about = "Return a style, script or picture."
            methods = " ".join(sorted((rule.methods or set()) - UNSAID))
            yield f"`{methods} {short(rule.rule)}`", " ".join(about.replace("``", "`").split())
