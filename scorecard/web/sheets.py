"""The sheet as everybody gets it: rendered once per version, the same bytes for every phone."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal
from weakref import WeakKeyDictionary

from flask import Flask, json, render_template
from sqlalchemy import case, select

from scorecard.db import db
from scorecard.models import Game, Group
from scorecard.rules.fold import Fold
from scorecard.services import games, tables
from scorecard.services.tables import View
from scorecard.web import board_piece, streams
from scorecard.web.streams import Piece, Shelf, tag_of

GAMES_KEPT = 500
"""Games whose rendered sheet is kept in memory."""
GZIP_LEVEL = 6
ROUNDS_SHOWN = 30
"""Rounds on the table, the latest; the others are one tap away, so many on a page."""


class Rendered:
    """One game at one version, as data, as JSON and as a piece of the page.

    What is not made yet is made by whoever has just read the game at this version.
    """

    def __init__(self, view: View, tag: str) -> None:
        self.view = view
        self.tag = tag
        self.version: int = self.sheet["version"]

    @property
    def sheet(self) -> dict[str, Any]:
        """What is said of the game, without the rounds that were played."""
        return self.view.game

    @cached_property
    def whole(self) -> dict[str, Any]:
        """The same with all rounds, and who counted what."""
        return {**self.sheet, "rounds": tables.rounds_played(db.session, self.view)}

    @cached_property
    def json(self) -> str:
        """The API's answer."""
        return f'{json.dumps(self.sheet)[:-1]}, "rounds": {_played(self)}}}'

    @cached_property
    def packed(self) -> bytes:
        """The same, compressed."""
        return gzip.compress(self.json.encode(), GZIP_LEVEL)

    @cached_property
    def html(self) -> str:
        """The piece of the table's page that moves."""
        view = self.view
        return render_template(
            "games/_sheet.html",
            sheet=self.sheet,
            played=view.played,
            rounds=view.scores(view.played + 1, ROUNDS_SHOWN),
        )

    @cached_property
    def board(self) -> str:
        """The piece of the board's page that moves."""
        return board_piece.draw(self.view)


_shelf: Shelf[Rendered] = Shelf(GAMES_KEPT)
_kept: WeakKeyDictionary[Fold, tuple[Mapping[int, str], str]] = WeakKeyDictionary()


def _played(one: Rendered) -> str:
    """Return the rounds that were played as JSON, which stays while only the next one is counted.

    It is kept beside the walk through them, with how phones were called in it.
    """
    labels, text = _kept.get(one.view.fold, ({}, ""))
    if not text or labels != one.view.labels:
        text = json.dumps(one.whole["rounds"])
        _kept[one.view.fold] = one.view.labels, text
    return text


def rendered(game: Game) -> Rendered:
    """Return the game's sheet at its present version; ask only for what is committed."""
    # An ended game's sheet shows what it did to the standings of its group.
    standings = game.group.version if game.group and game.is_ended else 0
    tag = tag_of(game.version, game.changed_at, standings)
    return _shelf.get(game.uid, tag, lambda: Rendered(tables.look(db.session, game), tag))


def stream(
    app: Flask, game: Game, device_uid: str, kind: Literal["html", "json", "board"]
) -> streams.Stream:
    """Return the stream of a game's sheet: as it is now, and whenever it moves.

    An ended game's moves with its group, too, whose standings it shows.
    """
    uid = game.uid
    group = [game.group.uid] if game.group else []
    return streams.Stream(
        uid, device_uid, "sheet", (uid, kind), lambda: _read(app, uid, kind), *group
    )


def _read(app: Flask, game_uid: str, kind: str) -> Piece | None:
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
        version, changed_at, standings = state
        found = _shelf.look(game_uid, tag_of(version, changed_at, standings or 0))
        if found and kind in vars(found):
            return Piece(found.tag, getattr(found, kind), found.version)
    # A request's context, because the page's fragment contains addresses.
    with app.test_request_context():
        game = games.find_game(db.session, game_uid)
        if game is None:
            return None
        found = rendered(game)
        return Piece(found.tag, getattr(found, kind), found.version)
