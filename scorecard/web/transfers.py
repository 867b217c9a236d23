"""What the pages and the API share of in and out: limits, downloads, and how a file goes in."""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from flask import Blueprint, Response, abort, current_app, request

from scorecard.db import db
from scorecard.errors import Stale
from scorecard.models import Game, Group, Player
from scorecard.rules.words import say
from scorecard.services import (
    dossiers,
    exports,
    file_format,
    groups,
    imports,
    past_results,
    score_lists,
    seasons,
    sheets,
)
from scorecard.services.changes import Write
from scorecard.services.file_format import Document
from scorecard.services.imports import Plan
from scorecard.services.past_results import Look
from scorecard.web.access import GroupVisit, Visit, now

MEGABYTE = 1_000_000
LARGEST_UPLOAD = 20 * MEGABYTE
MOST_DRAINED = 256 * MEGABYTE
"""Bytes of a file too large that are read and forgotten, so that the phone hears why."""
PIECE = 64 * 1024
TOO_LARGE = say(
    "A file can have up to %(size)s MB here. Larger ones go in on the computer that runs this "
    "server: scorecard import FILE",
    size=LARGEST_UPLOAD // MEGABYTE,
)
Format = Literal["json", "csv"]


def allow_uploads(blueprint: Blueprint, *endpoints: str) -> None:
    """Allow larger bodies where files come in; this runs before anybody reads the body."""

    def allow(endpoint: str | None, _values: object) -> None:
        if endpoint not in endpoints:
            return
        request.max_content_length = request.max_form_memory_size = LARGEST_UPLOAD
        if (request.content_length or 0) > LARGEST_UPLOAD:
            left = min(request.content_length or 0, MOST_DRAINED)
            while left > 0 and (piece := request.environ["wsgi.input"].read(min(PIECE, left))):
                left -= len(piece)
            abort(413, TOO_LARGE)

    blueprint.url_value_preprocessor(allow)


def group_file(visit: GroupVisit, wanted: Format) -> Response:
    """Return a whole group as a file, or the scores of it."""
    name, games = visit.group.name, groups.games_of(visit.session, visit.group)
    if wanted == "csv":
        return _csv(score_lists.of_games(visit.session, games), name)
    exports.refuse_secrets(visit.session, games)
    return _json(exports.of_group(visit.session, visit.group, now()), name)


def season_file(visit: GroupVisit, season_uid: str, wanted: Format) -> Response:
    """Return a season with its games as a file, or the scores of them."""
    season = seasons.find(visit.session, visit.group, season_uid)
    names, games = (visit.group.name, season.name), exports.games_in(visit.session, season)
    if wanted == "csv":
        return _csv(score_lists.of_games(visit.session, games), *names)
    exports.refuse_secrets(visit.session, games)
    return _json(exports.of_season(visit.session, season, now()), *names)


def game_file(visit: Visit, wanted: Format) -> Response:
    """Return a game as a file, or the scores of it."""
    name = sheets.rules_of(visit.game).name
    if wanted == "csv":
        return _csv(score_lists.of_games(visit.session, [visit.game]), name)
    exports.refuse_secrets(visit.session, [visit.game])
    return _json(exports.of_game(visit.session, visit.game, now()), name)


def player_file(visit: GroupVisit, player: Player, wanted: Format) -> Response:
    """Return everything kept about a player as a file, or their scores."""
    names = (visit.group.name, player.one.name)
    if wanted == "csv":
        return _csv(dossiers.scores_of(visit.session, player), *names)
    return _json(dossiers.of_player(visit.session, player, now()), *names)


def import_file(data: bytes, write: Write, into: Group | None) -> tuple[Plan, Group | Game]:
    """Import an exported file; return what that did, and what it went into or became."""
    plan = imports.plan(db.session, imports.read(data), write.device, into=into)
    secret_key = current_app.config["SETTINGS"].secret_keys[0]
    return plan, imports.carry_out(db.session, plan, write, secret_key)


def import_list(group: Group, found: Look, write: Write) -> None:
    """Import a list into the group as it was when somebody looked at what would happen."""
    if write.version != group.version:
        raise Stale(
            say("The group was changed in the meantime. Look again at what will happen now."),
            current={"version": group.version, "did": ""},
        )
    past_results.carry_out(db.session, group, found, write)


def _json(document: Document, *words: str) -> Response:
    return _download(file_format.write(document), "application/json", "json", words)


def _csv(text: str, *words: str) -> Response:
    return _download(text, "text/csv", "csv", words)


def _download(text: str, mimetype: str, ending: str, words: tuple[str, ...]) -> Response:
    name = "-".join(["scorecard", *filter(None, map(_slug, words)), f"{now():%Y-%m-%d}"])
    response = Response(text, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    return response


def _slug(text: str) -> str:
    """Return a text as a part of a file's name that every computer can keep."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
