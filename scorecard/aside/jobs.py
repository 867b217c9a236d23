"""The jobs of helper processes, by name; see :mod:`scorecard.aside.helpers`.

Each takes the session and plain values, and returns plain values; one that writes commits, too.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from flask import Flask, current_app
from sqlalchemy.orm import Session

from scorecard import errors
from scorecard.aside import helpers as aside
from scorecard.aside import intake
from scorecard.config import Settings
from scorecard.database import collisions, disk
from scorecard.database.db import db
from scorecard.drawing.png import png
from scorecard.rules import core, record
from scorecard.rules.words import quoted
from scorecard.services.files.exporting import downloads
from scorecard.services.limits import quotas
from scorecard.services.looking_back import what_if

GZIP_LEVEL = 6


def do(name: str, arguments: tuple[Any, ...]) -> Any:
    """Do a job in this process, with the session of the application."""
    return JOBS[name](db.session, *arguments)


def help_server(app: Flask) -> None:
    """Do a server process's jobs, until it sends no more."""
    with app.app_context():
        aside.serve(_do_apart)


def _do_apart(name: str, arguments: tuple[Any, ...]) -> Any:
    for parcel in arguments:
        if isinstance(parcel, intake.Parcel):
            _charge(parcel)
    try:
        return collisions.do_over(db.session, lambda _number: do(name, arguments))
    finally:
        # Hold no lock until the next job.
        db.session.close()


def _charge(parcel: intake.Parcel) -> None:
    """Charge what is stored to the parcel's household, as the request of another process would."""
    settings: Settings = current_app.config["SETTINGS"]
    account = quotas.Account(
        parcel.household,
        parcel.write.at,
        has_room=lambda: disk.is_above_floor(settings),
        is_known=parcel.is_known,
    )
    quotas.charge(db.session, lambda: account)


def _score(_session: Session, data: bytes) -> tuple[int, dict[str, core.Json]]:
    try:
        return record.answer(record.loads(data))
    except record.NotJson as error:
        raise errors.BadInput(quoted(str(error)), code=record.NOT_JSON) from None


def _write_down(
    session: Session, kind: downloads.Kind, uid: str, wanted: downloads.Wanted, at: datetime
) -> bytes:
    text = downloads.text_of(session, downloads.find(session, kind, uid), wanted, at)
    return gzip.compress(text.encode(), GZIP_LEVEL)


JOBS: Mapping[str, Callable[..., Any]] = {
    "preview a file": intake.preview_file,
    "take in a file": intake.take_in_file,
    "preview a list": intake.preview_list,
    "take in a list": intake.take_in_list,
    "undo an import": intake.undo_import,
    "score a record": _score,
    "draw a picture": lambda _session, svg: png(svg),
    "write a file": _write_down,
    "count again": what_if.go_on,
}
