"""Exports and imports for pages and API, done by helper processes without a transaction here."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterator
from typing import Any, cast, get_args

from flask import Response, current_app, request

from scorecard import errors
from scorecard.aside import helpers, intake
from scorecard.database.db import db
from scorecard.models import Device, Group, Player, Season
from scorecard.rules.typed import reading
from scorecard.rules.words import Sentence, say
from scorecard.services.files.exporting import downloads
from scorecard.services.history import changes
from scorecard.services.scoring import sheets
from scorecard.services.spreadsheets import csv_files
from scorecard.web.http import access, budget, limits, quotas
from scorecard.web.write import writes

EXPORT = "export.<any(json, csv):ending>"
"""The last part of the addresses of exports."""
EXPORT_SECONDS = 30
"""Processor time that an export may take: enough for some two thousand games."""
PIECE = 256 * 1024
FILE_TOO_LONG = say(
    "This file takes too long. Import it on the server’s own computer: scorecard import FILE"
)
LIST_TOO_LONG = say("This list takes too long. Import it in parts.")
UNDO_TOO_LONG = say("This takes too long, so nothing was undone.")
EXPORT_TOO_LONG = say(
    "This is too much to export here. Export it on the computer that runs this server: "
    "scorecard export ID FILE"
)


def do_aside(name: str, *arguments: Any, too_long: Sentence, **more: Any) -> Any:
    """Have a helper do a job, after ending this request's transaction."""
    aside: helpers.InProcess | helpers.HelperPool = current_app.extensions["aside"]
    db.session.rollback()
    return aside.run(name, *arguments, who=limits.household(), too_long=too_long, **more)


def asked(format_: downloads.Format, parts: Any = None) -> downloads.Wanted:
    """Return the export that the query asks for.

    ``parts`` is the type of the parts that can be had as CSV, None for scores only.
    """
    if format_ == "json":
        return downloads.Wanted()
    part = asked_among("part", get_args(parts)) if parts else "scores"
    return downloads.Wanted("csv", asked_separator(), cast(downloads.Part, part))


def asked_separator() -> csv_files.Separator:
    """Return the separator of a CSV file that the query asks for."""
    return cast(csv_files.Separator, asked_among("separator", get_args(csv_files.Separator)))


def asked_among(name: str, choices: tuple[str, ...]) -> str:
    """Return the choice in the query, by default the first one; refuse any other."""
    asked = request.args.get(name, choices[0])
    if asked not in choices:
        raise errors.BadInput(
            say(
                "%(name)s: “%(typed)s” is none of %(choices)s.",
                name=name,
                typed=asked,
                choices=reading.listed(choices),
            ),
            field=name,
        )
    return asked


def group_file(visit: access.GroupVisit, wanted: downloads.Wanted) -> Response:
    """Return a whole group as a file, or the scores or the cash box of it."""
    part = ["cash"] if wanted.part == "cash" else []
    return _download("group", visit.group.uid, wanted, visit.group.name, *part)


def season_file(visit: access.GroupVisit, season: Season, wanted: downloads.Wanted) -> Response:
    """Return a season with its games as a file, or its scores, standings or awards."""
    part = [wanted.part] if wanted.format == "csv" else []
    return _download("season", season.uid, wanted, visit.group.name, season.name, *part)


def game_file(visit: access.Visit, wanted: downloads.Wanted) -> Response:
    """Return a game as a file, or the scores of it."""
    return _download("game", visit.game.uid, wanted, sheets.rules_of(visit.game).name)


def player_file(visit: access.GroupVisit, player: Player, wanted: downloads.Wanted) -> Response:
    """Return everything kept about a player as a file, or their scores."""
    return _download("player", player.uid, wanted, visit.group.name, player.one.name)


def read_file(data: bytes, into: Group | None, *, is_confirmed: bool) -> intake.FileReport:
    """Import a file, unless this very request was done before; else say what that would do."""
    if is_confirmed:
        job, write = "take in a file", writes.this_write(Device(uid=access.asking_uid()))
    else:
        job, write = "preview a file", changes.Write(_asking(), access.now())
    if len(data) > budget.LARGEST_FILE:
        raise errors.TooLarge(budget.FILE_TOO_LARGE)
    report: intake.FileReport = do_aside(job, _parcel(data, write, into), too_long=FILE_TOO_LONG)
    return report


def read_list(
    text: str,
    group: Group,
    version: int | None = None,
    *,
    kind: str = "",
    is_as_written: bool = False,
) -> intake.ListReport:
    """Import a list, unless this very request was done before; refuse one not of ``kind``.

    Without a ``version``, only say line by line what that would do.
    """
    if version is None:
        job, write = "preview a list", changes.Write(_asking(), access.now())
    else:
        job, write = "take in a list", writes.this_write(_asking(), version)
    parcel = _parcel(text.encode(), write, group)
    report: intake.ListReport = do_aside(job, parcel, kind, is_as_written, too_long=LIST_TOO_LONG)
    return report


def undo_import(group: Group, number: int, version: int) -> intake.UndoReport:
    """Undo the import told at version ``number`` of the group's history, unless it was before."""
    parcel = _parcel(b"", writes.this_write(_asking(), version), group)
    report: intake.UndoReport = do_aside("undo an import", parcel, number, too_long=UNDO_TOO_LONG)
    return report


def _parcel(data: bytes, write: changes.Write, group: Group | None) -> intake.Parcel:
    account = quotas.account()
    uid = group.uid if group else ""
    return intake.Parcel(data, write, uid, account.household, account.is_known)


def _asking() -> Device:
    """Return the asking device with its uid only: the helper loads it."""
    return Device(uid=access.device_uid() or "")


def _download(kind: downloads.Kind, uid: str, wanted: downloads.Wanted, *words: str) -> Response:
    name = "-".join(["scorecard", *filter(None, map(slug, words)), f"{access.now():%Y-%m-%d}"])
    packed: bytes = do_aside(
        "write a file",
        kind,
        uid,
        wanted,
        access.now(),
        too_long=EXPORT_TOO_LONG,
        seconds=EXPORT_SECONDS,
    )
    response = Response(mimetype="text/csv" if wanted.format == "csv" else "application/json")
    if request.accept_encodings["gzip"] > 0:
        response.set_data(packed)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.response = _unpacked(packed)
    response.vary.add("Accept-Encoding")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{wanted.format}"'
    return response


def _unpacked(packed: bytes) -> Iterator[bytes]:
    """Yield the file piece by piece, so that other requests are served between them."""
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while packed:
        yield reader.decompress(packed, PIECE)
        packed = reader.unconsumed_tail


def slug(text: str) -> str:
    """Return a text as a part of a file's name that every computer can keep."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
