"""Retries a request from its beginning after a write conflict.

Only on PostgreSQL several writes run at once; on SQLite there is one try. A write that was
committed all the same is recognised by its key, and not done twice.
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
"""From this try on, the write has the database to itself, so that it succeeds."""
OF_ONE_TRY = ("device", "visit", "group_visit", "own_games", "refusal")
"""Names in ``g`` of values that one try has read from the database."""


def init_app(app: Flask) -> None:
    """Retry requests after write conflicts."""
    app.dispatch_request = _over_again(app.dispatch_request)  # type: ignore[method-assign]


def has_more_tries() -> bool:
    """Whether this request is tried again after a write conflict."""
    return bool(g.get("tries_left", 0))


def forget() -> None:
    """Forget what this try has read, before the next one."""
    for name in OF_ONE_TRY:
        g.pop(name, None)


def _over_again(dispatch: Callable[[], ResponseReturnValue]) -> Callable[[], Any]:
    def attempt(number: int) -> ResponseReturnValue:
        if number > 1:
            forget()
        g.tries_left, g.is_alone = TRIES - number, number >= ALONE_FROM
        return dispatch()

    return lambda: collisions.do_over(db.session, attempt)
