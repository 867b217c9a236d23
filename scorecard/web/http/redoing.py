"""Requests are done over from their beginning where the writes of others came between.

A write that is done over meets what it has done before by its key, and is not done twice. Only on
PostgreSQL several writes are under way at once; on SQLite there is one try.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, g
from flask.typing import ResponseReturnValue

from scorecard.database import collisions
from scorecard.database.collisions import TRIES
from scorecard.database.db import db

ALONE_FROM = 3
"""The number of the try in which nobody else writes any more, so that it will do.

On a serializable engine those that were alone wait for each other only.
"""
OF_ONE_TRY = ("device", "visit", "group_visit", "new_key", "sheet_written", "own_games", "refusal")
"""What a request remembers of what it has read."""


def init_app(app: Flask) -> None:
    """Do whatever the application is asked for over where that is needed."""
    app.dispatch_request = _over_again(app.dispatch_request)  # type: ignore[method-assign]


def has_more_tries() -> bool:
    """Whether this request is done over should a write of it collide with others."""
    return bool(g.get("tries_left", 0))


def forget() -> None:
    """Let this request remember nothing of what it has read, before it is done over."""
    for name in OF_ONE_TRY:
        g.pop(name, None)


def _over_again(dispatch: Callable[[], ResponseReturnValue]) -> Callable[[], Any]:
    def attempt(number: int) -> ResponseReturnValue:
        if number > 1:
            forget()
        g.tries_left, g.is_alone = TRIES - number, number >= ALONE_FROM
        return dispatch()

    return lambda: collisions.do_over(db.session, attempt)
