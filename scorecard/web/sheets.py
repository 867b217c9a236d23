"""The sheet as everybody gets it: rendered once per version, the same bytes for every phone."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from flask import Flask, json, render_template
from sqlalchemy import case, select

from scorecard.db import db
from scorecard.live import hub
from scorecard.models import Game, Group
from scorecard.services import games, tables

GAMES_KEPT = 500
"""Games whose rendered sheet is kept in memory."""
BEAT_SECONDS = 10
"""Between two signs of life on an event stream; a phone that hears none tries again."""
RETRY_MILLISECONDS = 700


class Rendered:
    """One game at one version, as data, as JSON and as a piece of the page."""

    def __init__(self, sheet: dict[str, Any], tag: str) -> None:
        self.sheet = sheet
        self.tag = tag
        self.version: int = sheet["version"]

    @cached_property
    def json(self) -> str:
        """The API's answer."""
        return json.dumps(self.sheet)

    @cached_property
    def html(self) -> str:
        """The piece of the table's page that moves."""
        return render_template("games/_sheet.html", sheet=self.sheet)


_kept: OrderedDict[str, Rendered] = OrderedDict()
_lock = threading.RLock()


def rendered(game: Game) -> Rendered:
    """Return the game's sheet at its present version; ask only for what is committed."""
    standings = game.group.version if game.group and game.is_ended else 0
    tag = _tag(game.version, game.changed_at, standings)
    with _lock:
        found = _kept.get(game.uid)
        if found is None or found.tag != tag:
            found = _kept[game.uid] = Rendered(tables.present(db.session, game), tag)
        _kept.move_to_end(game.uid)
        while len(_kept) > GAMES_KEPT:
            _kept.popitem(last=False)
        return found


def _tag(version: int, changed_at: datetime, standings: int | None) -> str:
    """Return what names a state; with the moment, for a restored backup counts anew.

    ``standings`` is the version of the group whose standings an ended game's sheet shows.
    """
    return f"{version}-{int(changed_at.timestamp() * 1000):x}-{standings or 0}"


def stream(
    app: Flask, game_uid: str, device_uid: str, kind: Literal["html", "json"]
) -> Iterator[str]:
    """Yield a game's sheet as server-sent events: now, and whenever it moves.

    Between two events no database session and no application context is held. A device that is
    sent out gets ``gone``, and the stream ends; one that became keeper gets ``role``.
    """
    listener = hub.subscribe(game_uid, device_uid)
    sent = ""
    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        while not listener.is_closed:
            found = _read(app, game_uid, kind)
            if found is None:
                return
            if found.tag != sent:
                sent = found.tag
                yield event("sheet", getattr(found, kind), found.version)
            if listener.has_new_role:
                listener.has_new_role = False
                yield event("role", "")
            while not listener.wait(BEAT_SECONDS):
                yield event("beat", "")
        yield event("gone", "")
    finally:
        hub.unsubscribe(listener)


def event(name: str, data: str, version: int | None = None) -> str:
    """Return one server-sent event."""
    lines = [f"event: {name}", *(f"data: {line}" for line in data.split("\n"))]
    if version is not None:
        lines.append(f"id: {version}")
    return "\n".join(lines) + "\n\n"


def _read(app: Flask, game_uid: str, kind: str) -> Rendered | None:
    """Return a game's sheet with its ``kind`` rendered, or None where the game is gone."""
    with app.app_context():
        state = db.session.execute(
            select(
                Game.version,
                Game.changed_at,
                case((Game.ended_at.is_not(None), Group.version), else_=0),
            )
            .outerjoin(Group, Group.id == Game.group_id)
            .where(Game.uid == game_uid)
        ).one_or_none()
        if state is None:
            return None
        found = _kept.get(game_uid)
        if found and found.tag == _tag(*state) and kind in vars(found):
            return found
    # A request's context, because the page's fragment contains addresses.
    with app.test_request_context():
        game = games.find_game(db.session, game_uid)
        if game is None:
            return None
        found = rendered(game)
        getattr(found, kind)
        return found
