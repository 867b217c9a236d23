"""The sheet as everybody gets it: rendered once per version, the same bytes for every phone."""

from __future__ import annotations

import gzip
from functools import cached_property, partial
from typing import Any, Literal

from flask import Flask, render_template, request
from markupsafe import Markup
from sqlalchemy import bindparam, case, select

from scorecard.answers import to_json
from scorecard.database.db import db
from scorecard.live.hub import hub
from scorecard.live.once import Once
from scorecard.models import Game, Group
from scorecard.services.scoring import sheets
from scorecard.services.table import answers, games, tables
from scorecard.web.http import languages
from scorecard.web.live import board_piece, readers, shown, streams
from scorecard.web.live.readers import Reader

Kind = Literal["html", "json", "board", "open_round"]
"""What a stream carries."""
GAMES_CACHED = 1_300
"""Games whose rendered sheet is cached in memory: the tables of the 10,000 phones of a process."""
GZIP_LEVEL = 6
ROUNDS_SHOWN = 30
"""Rounds on the table, the latest; the others are one tap away, so many on a page."""


class Rendered(Once):
    """One game at one version, as data, JSON and pieces of pages, each made when asked for.

    The rounds that were played do not change while the next one is counted: these it takes over
    from the version ``before``.
    """

    def __init__(self, view: tables.View, tag: str, before: Rendered | None = None) -> None:
        super().__init__()
        self.view = view
        self.tag = tag
        self.version: int = self.sheet.version
        self.played_html: dict[Reader, Markup] = {}
        self.told = 0, ""
        self.closed: list[answers.RoundAnswer] | None = None
        if before and before.view.standing is view.standing:
            self.played_html = before.played_html
        if before and before.view.around is view.around:
            self.told = before.told

    @property
    def sheet(self) -> answers.ShownGame:
        """What is said of the game, without the rounds that were played."""
        return self.view.game

    @cached_property
    def whole(self) -> answers.GameAnswer:
        """The same with all rounds, and who counted what."""
        rounds = tables.rounds_played(db.session, self.view)
        return answers.GameAnswer(**vars(self.sheet), rounds=rounds)

    @cached_property
    def rounds_json(self) -> str:
        """The rounds that were played, and who counted what; only those closed since are new."""
        count, text = self.told
        if count < self.view.played:
            new = to_json(self.closed or self.read_closed())[1:-1]
            text = f"{text}, {new}" if text else new
            self.told = self.view.played, text
        return f"[{text}]"

    def read_closed(self) -> list[answers.RoundAnswer]:
        """Return the rounds that were closed since the version before."""
        return tables.rounds_played(db.session, self.view, after=self.told[0])

    @cached_property
    def json(self) -> str:
        """The API's answer, its keys in order, and then the rounds."""
        made, parts, rest = self.view.standing.json, list[str](), dict[str, Any]()
        for name, value in sorted(vars(self.sheet).items()):
            if name in made:
                parts += [to_json(rest)[1:-1], f'"{name}": {made[name]}']
                rest = {}
            else:
                rest[name] = value
        parts += [to_json(rest)[1:-1], f'"rounds": {self.rounds_json}']
        return f"{{{', '.join(filter(None, parts))}}}"

    @cached_property
    def open_round(self) -> str:
        """What who is counting hears of the others, as JSON: the open round, and who sits where."""
        sheet = self.sheet
        heard = {"version": sheet.version, "seats": sheet.seats, "open_round": sheet.open_round}
        return to_json(heard)

    @cached_property
    def packed(self) -> bytes:
        """The same, compressed."""
        return gzip.compress(self.json.encode(), GZIP_LEVEL)

    @property
    def html(self) -> str:
        """The piece of the table's page that moves, in the language of who looks."""
        return self.piece("html")

    def piece(self, kind: Kind) -> str:
        """Return what a stream of this kind carries: JSON, or a piece made once per reader."""
        if kind == "json":
            return self.json
        if kind == "open_round":
            return self.open_round
        draw = partial(board_piece.draw, self.view) if kind == "board" else self._draw
        return self.once((kind, readers.of_request()), draw)

    def _draw(self) -> str:
        reader, view = readers.of_request(), self.view
        if reader not in self.played_html:
            self.played_html[reader] = Markup(  # noqa: S704 - what the template has escaped
                render_template(
                    "table/rounds/_latest.html",
                    sheet=view.game,
                    played=view.played,
                    rounds=view.scores(view.played + 1, ROUNDS_SHOWN),
                )
            )
        values = {**shown.page_values(view), "played_html": self.played_html[reader]}
        return render_template("table/sheet/_sheet.html", **values)


_shelf: streams.Shelf[Rendered] = streams.Shelf(GAMES_CACHED)


def rendered(game: Game) -> Rendered:
    """Return the game's sheet at its present version; ask only for what is committed."""
    tag = _tag(game)
    return _shelf.get(game.uid, tag, lambda: _anew(game, tag))


def before_commit(game: Game) -> Rendered | None:
    """Return the sheet as this transaction will leave it, where somebody waits to see it.

    Everything it is made of is read now, and would have to be read again after the commit; it is
    rendered after that. None where the game's fold is not cached, because then this would take
    long inside the transaction.
    """
    is_answer = request.blueprint == "api"
    if not sheets.is_fold_cached(game) or not (is_answer or hub.count(game.uid)):
        return None
    current = _anew(game, _tag(game))
    if is_answer and current.told[0] < current.view.played:
        current.closed = current.read_closed()
    return current


def _anew(game: Game, tag: str) -> Rendered:
    """Return the game's sheet, made from the one before it as far as that is still right."""
    before = _shelf.latest(game.uid)
    view = tables.view(db.session, game, before.view if before else None)
    return Rendered(view, tag, before)


def cache(current: Rendered) -> None:
    """Cache a sheet that was made before the commit, now that it is committed."""
    _shelf.get(current.sheet.id, current.tag, lambda: current)


def _tag(game: Game) -> str:
    # An ended game's sheet shows what it did to the standings of its group, and every one whether
    # that lies in the trash.
    group = game.group
    more = group.version if group and (game.is_ended or group.deleted_at) else 0
    return streams.tag_of(game.version, game.changed_at, more)


def stream(app: Flask, game: Game, device_uid: str, kind: Kind, since: str = "") -> streams.Stream:
    """Return the stream of a game's sheet, which shows the standings of its group, too."""
    uid = game.uid
    group = [game.group.uid] if game.group else []
    reader = readers.of_request()
    return streams.Stream(
        uid,
        device_uid,
        "sheet",
        (uid, kind, reader),
        lambda: _read(app, uid, kind, reader),
        *group,
        since=since,
    )


_STATE = (
    select(
        Game.version,
        Game.changed_at,
        # As in :func:`_tag`.
        case((Game.ended_at.is_not(None) | Group.deleted_at.is_not(None), Group.version), else_=0),
    )
    .outerjoin(Group, Group.id == Game.group_id)
    .where(Game.uid == bindparam("uid"))
)


def _read(app: Flask, game_uid: str, kind: Kind, reader: Reader) -> streams.Piece | None:
    """Return a game's sheet with its ``kind`` rendered, or None where the game is gone."""
    with app.app_context(), languages.spoken(reader.language):
        state = db.session.execute(_STATE, {"uid": game_uid}).one_or_none()
        if state is None:
            return None
        version, changed_at, standings = state
        current = _shelf.peek(game_uid, streams.tag_of(version, changed_at, standings or 0))
        if current is None:
            game = games.find_game(db.session, game_uid)
            if game is None:
                return None
            current = rendered(game)
        with readers.reading(app, reader):
            return streams.Piece(current.tag, current.piece(kind), current.version)
