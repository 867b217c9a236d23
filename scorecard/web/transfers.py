"""What the pages and the API share of in and out: how files go out, and what comes in goes in.

All of it is done aside; meanwhile no transaction is held.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterator
from typing import Any, cast, get_args

from flask import Response, current_app, request

from scorecard.aside import Aside
from scorecard.db import db
from scorecard.errors import BadInput, TooLarge
from scorecard.intake import FileReport, ListReport, Parcel, UndoReport
from scorecard.models import Device, Group, Player
from scorecard.rules.reading import listed
from scorecard.rules.words import Sentence, say
from scorecard.services import seasons, sheets
from scorecard.services.changes import Write
from scorecard.services.csv_files import Separator
from scorecard.services.downloads import Format, Kind, Part
from scorecard.web import quotas
from scorecard.web.access import GroupVisit, Visit, asking_uid, device_uid, now
from scorecard.web.budget import FILE_TOO_LARGE, LARGEST_FILE
from scorecard.web.limits import household
from scorecard.web.writes import this_write

EXPORT_SECONDS = 30
"""What an export may take of the processor; some two thousand games."""
PIECE = 256 * 1024
FILE_TOO_LONG = say(
    "This file takes too long, so nothing was imported. Import it on the computer that runs this "
    "server: scorecard import FILE"
)
LIST_TOO_LONG = say(
    "This list takes too long, so nothing was imported. Import it in several parts."
)
UNDO_TOO_LONG = say("This takes too long, so nothing was undone.")
EXPORT_TOO_LONG = say(
    "This is too much to export here. Export it on the computer that runs this server: "
    "scorecard export ID FILE"
)


def do_aside(name: str, *arguments: Any, too_long: Sentence, **more: Any) -> Any:
    """Do a job where it keeps nobody waiting; what this request has read so far is let go."""
    aside: Aside = current_app.extensions["aside"]
    db.session.rollback()
    return aside.run(name, *arguments, who=household(), too_long=too_long, **more)


def asked_separator() -> Separator:
    """Return what is to separate the cells of a CSV file, as the address asks for it."""
    return cast(Separator, _asked("separator", get_args(Separator)))


def asked_part() -> Part:
    """Return which part of a season is to go out, as the address asks for it."""
    return cast(Part, _asked("part", get_args(Part)))


def _asked(name: str, choices: tuple[str, ...]) -> str:
    """Return what the address asks for, the first of the choices where it asks for nothing."""
    asked = request.args.get(name, choices[0])
    if asked not in choices:
        raise BadInput(
            say(
                "%(name)s: “%(typed)s” is none of %(choices)s.",
                name=name,
                typed=asked,
                choices=listed(choices),
            ),
            field=name,
        )
    return asked


def group_file(visit: GroupVisit, wanted: Format, separator: Separator = "comma") -> Response:
    """Return a whole group as a file, or the scores of it."""
    name = visit.group.name
    return _download("group", visit.group.uid, wanted, name, separator=separator)


def season_file(
    visit: GroupVisit,
    season_uid: str,
    wanted: Format,
    part: Part = "scores",
    separator: Separator = "comma",
) -> Response:
    """Return a season with its games as a file, or its scores, standings or awards."""
    season = seasons.find(visit.session, visit.group, season_uid)
    words = [visit.group.name, season.name, *([part] if wanted == "csv" else [])]
    return _download("season", season.uid, wanted, *words, part=part, separator=separator)


def game_file(visit: Visit, wanted: Format, separator: Separator = "comma") -> Response:
    """Return a game as a file, or the scores of it."""
    name = sheets.rules_of(visit.game).name
    return _download("game", visit.game.uid, wanted, name, separator=separator)


def player_file(
    visit: GroupVisit, player: Player, wanted: Format, separator: Separator = "comma"
) -> Response:
    """Return everything kept about a player as a file, or their scores."""
    names = (visit.group.name, player.one.name)
    return _download("player", player.uid, wanted, *names, separator=separator)


def look_at_file(data: bytes, into: Group | None) -> FileReport:
    """Say what taking in a file would do."""
    return _read_file("look at a file", data, Write(_asking(), now()), into)


def take_in_file(data: bytes, into: Group | None) -> FileReport:
    """Take in a file, unless this very request was done before."""
    return _read_file("take in a file", data, this_write(Device(uid=asking_uid())), into)


def look_at_list(
    text: str, group: Group, kind: str = "", *, is_as_written: bool = False
) -> ListReport:
    """Say line by line what taking in a list would do, which is to be of a kind."""
    write = Write(_asking(), now())
    return _read_list("look at a list", text, write, group, kind, is_as_written)


def take_in_list(
    text: str, group: Group, version: int, kind: str = "", *, is_as_written: bool = False
) -> ListReport:
    """Take in a list, unless this very request was done before."""
    write = this_write(_asking(), version)
    return _read_list("take in a list", text, write, group, kind, is_as_written)


def undo_import(group: Group, number: int, version: int) -> UndoReport:
    """Undo the import that a version of the group tells of, unless this very request was done."""
    parcel = _parcel(b"", this_write(_asking(), version), group)
    report: UndoReport = do_aside("undo an import", parcel, number, too_long=UNDO_TOO_LONG)
    return report


def _read_file(job: str, data: bytes, write: Write, into: Group | None) -> FileReport:
    if len(data) > LARGEST_FILE:
        raise TooLarge(FILE_TOO_LARGE)
    parcel = _parcel(data, write, into)
    report: FileReport = do_aside(job, parcel, too_long=FILE_TOO_LONG)
    return report


def _read_list(
    job: str, text: str, write: Write, group: Group, kind: str, is_as_written: bool
) -> ListReport:
    parcel = _parcel(text.encode(), write, group)
    report: ListReport = do_aside(job, parcel, kind, is_as_written, too_long=LIST_TOO_LONG)
    return report


def _parcel(data: bytes, write: Write, group: Group | None) -> Parcel:
    account = quotas.account()
    uid = group.uid if group else ""
    return Parcel(data, write, uid, account.household, account.is_known)


def _asking() -> Device:
    """Return the device that is asking, by its uid alone."""
    return Device(uid=device_uid() or "")


def _download(
    kind: Kind,
    uid: str,
    wanted: Format,
    *words: str,
    part: Part = "scores",
    separator: Separator,
) -> Response:
    name = "-".join(["scorecard", *filter(None, map(_slug, words)), f"{now():%Y-%m-%d}"])
    packed: bytes = do_aside(
        "write a file",
        kind,
        uid,
        wanted,
        now(),
        part,
        separator,
        too_long=EXPORT_TOO_LONG,
        seconds=EXPORT_SECONDS,
    )
    response = Response(mimetype="text/csv" if wanted == "csv" else "application/json")
    if request.accept_encodings["gzip"] > 0:
        response.set_data(packed)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.response = _unpacked(packed)
    response.vary.add("Accept-Encoding")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{wanted}"'
    return response


def _unpacked(packed: bytes) -> Iterator[bytes]:
    """Yield what was packed piece by piece, so that others are served between them."""
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    while packed:
        yield reader.decompress(packed, PIECE)
        packed = reader.unconsumed_tail


def _slug(text: str) -> str:
    """Return a text as a part of a file's name that every computer can keep."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
