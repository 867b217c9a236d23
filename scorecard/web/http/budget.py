"""The largest requests: limits on bytes, fields, values and depth, checked before any other work.

Most routes take what people type by hand; those that take more have the decorator :func:`takes`.
The bounds of a game record are in :mod:`scorecard.rules.bounds`, those of a list in
:mod:`scorecard.services.spreadsheets.lists`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http.client import REQUEST_ENTITY_TOO_LARGE
from typing import Any, TypeVar

from flask import Flask, abort, current_app, request

from scorecard.database.db import db
from scorecard.rules import core, record
from scorecard.rules.words import Sentence, say
from scorecard.services.files.format import json_text
from scorecard.services.groups import access
from scorecard.web.http.access import device_uid

KILOBYTE = 1_024
MEGABYTE = 1_000_000
LARGEST_BODY = 256 * KILOBYTE
"""Bytes of a form or of JSON: the longest notes that there may be, in signs of four bytes each."""
LARGEST_RECORD = 1_024 * KILOBYTE
"""Bytes of a game record, as the contract of ``/api/v1/score`` has it."""
LARGEST_RULES = 1_024 * KILOBYTE
"""Bytes of house rules that were exported, with all their rulings."""
LARGEST_FILE = 2 * MEGABYTE
"""Bytes of a game, season or group that was exported; the command line takes any size."""
LARGEST_LIST = 1_280_000
"""Bytes of JSON with a list of players or past results; each end of a line takes two bytes."""
LARGEST_UPLOAD = 2_800_000
"""Bytes of a form with a file, or with the packed copy of one that a preview sends back."""
LARGEST_OF_STRANGERS = 1_024 * KILOBYTE
"""Bytes from a phone that is in no game and no group."""
MOST_FIELDS = 2_000
"""Fields of a form. A whole round of twelve players, card by card, has some hundreds."""
MOST_VALUES = 3_000
"""Keys and items in JSON: enough for twelve players with every card of the largest scorecard."""
MOST_VALUES_OF_RULES = 5_000
"""Keys and items of exported house rules: twice as many as with all rulings."""
FILE_TOO_LARGE = say(
    "A file can have up to %(size)s MB here. Larger ones go in on the computer that runs this "
    "server: scorecard import FILE",
    size=LARGEST_FILE // MEGABYTE,
)
TOO_MANY_FIELDS = say("A form can have up to %(most)s fields.", most=MOST_FIELDS)

TYPED_TOO_MUCH = say("This is too large: up to %(size)s KB.", size=LARGEST_BODY // KILOBYTE)
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a view accepts: ``size`` in bytes, and ``values``, keys and items of JSON.

    A view whose ``values`` are None reads the body itself. ``sentence`` refuses what is larger.
    """

    size: int = LARGEST_BODY
    values: int | None = MOST_VALUES
    sentence: Sentence = TYPED_TOO_MUCH


USUAL = Budget()
RECORD = Budget(
    LARGEST_RECORD,
    None,
    say("A game record can have up to %(size)s KB.", size=LARGEST_RECORD // KILOBYTE),
)
RULES = Budget(
    LARGEST_RULES,
    MOST_VALUES_OF_RULES,
    say("House rules can have up to %(size)s KB.", size=LARGEST_RULES // KILOBYTE),
)
LIST = Budget(
    LARGEST_LIST,
    MOST_VALUES,
    say("A list can have up to %(size)s MB.", size=LARGEST_LIST // MEGABYTE),
)
UPLOAD = Budget(LARGEST_UPLOAD, None, FILE_TOO_LARGE)


def takes(budget: Budget) -> Callable[[View], View]:
    """Give a view another budget than the usual one."""

    def decorate(view: View) -> View:
        view.budget = budget  # type: ignore[attr-defined]
        return view

    return decorate


def init_app(app: Flask) -> None:
    """Check the size of every request before it is read."""
    app.url_value_preprocessor(_refuse_large)


def of_view(endpoint: str | None) -> Budget:
    """Return the budget of an endpoint."""
    view = current_app.view_functions.get(endpoint or "")
    budget: Budget = getattr(view, "budget", USUAL)
    return budget


def refuse_much(value: core.Json) -> None:
    """Refuse JSON that holds more values than its view accepts, or is nested too deeply."""
    most = of_view(request.endpoint).values or MOST_VALUES
    values, depth = record.extent(value)
    if values > most:
        abort(
            REQUEST_ENTITY_TOO_LARGE,
            say("This is too much at once: up to %(most)s values.", most=most),
        )
    if depth > json_text.DEEPEST:
        abort(
            REQUEST_ENTITY_TOO_LARGE,
            say("This is nested too deeply: up to %(most)s levels.", most=json_text.DEEPEST),
        )


def _refuse_large(endpoint: str | None, _values: object) -> None:
    # Files come in multipart forms. The other kind takes longer to read, and holds typed text only.
    is_typed = request.mimetype == "application/x-www-form-urlencoded"
    budget = USUAL if is_typed else of_view(endpoint)
    request.max_content_length = request.max_form_memory_size = budget.size
    request.max_form_parts = MOST_FIELDS
    length = request.content_length or 0
    if length > budget.size:
        abort(REQUEST_ENTITY_TOO_LARGE, budget.sentence)
    if length > LARGEST_OF_STRANGERS and _is_stranger():
        abort(
            REQUEST_ENTITY_TOO_LARGE,
            say(
                "Without a game or group here, you can send up to %(size)s MB. Create a group "
                "first; or import on the computer that runs this server: scorecard import FILE",
                size=LARGEST_OF_STRANGERS // MEGABYTE,
            ),
        )


def _is_stranger() -> bool:
    is_known = access.is_anywhere(db.session, device_uid())
    # A write must begin its transaction itself: one that has read already may not write any more.
    db.session.rollback()
    return not is_known
