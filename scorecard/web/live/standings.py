"""A season's standings as everybody in the group gets them: the same bytes for every phone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from flask import Flask, render_template
from sqlalchemy import select

from scorecard import errors
from scorecard.database.db import db
from scorecard.models import Group, Season
from scorecard.services.book import voting
from scorecard.services.groups import groups
from scorecard.services.seasons import late_results, season_words, seasons
from scorecard.services.standings import division_tables, results, standings, team_tables
from scorecard.web.http import access
from scorecard.web.live import readers, streams

SEASONS_CACHED = 200
"""Seasons whose rendered standings are cached in memory."""
DECIDED_LATELY = timedelta(days=2)
"""How long the phones of a group are told how it decided on its house rules."""

LATEST = 5
"""How many ended games stand beside the standings, where the screen has the room."""
LEADERS = 3
"""How many players of a group the home page shows."""

Draw = Callable[[Group, Season | None], str]
"""Makes what is sent of a group and the season that is looked at, None where it has none."""

_shelf: streams.Shelf[streams.Piece] = streams.Shelf(SEASONS_CACHED)


def html(group: Group, season: Season | None) -> str:
    """Return a season's standings as a piece of the page."""
    table = standings.present(db.session, season) if season else []
    teams = team_tables.present(db.session, season, table) if season else []
    return render_template(
        "seasons/_standings.html",
        group=group,
        decided=voting.decided_since(db.session, group, access.now() - DECIDED_LATELY),
        running=groups.running(db.session, group),
        ended=groups.latest_ended(db.session, group, LATEST),
        season=season,
        table=table,
        teams=teams,
        words=season_words.all_of(db.session, season, table, teams) if season else [],
        notes=season_words.notes(db.session, season, seasons.overlapping(db.session, season))
        if season
        else [],
        moved=late_results.lines(db.session, season) if season else [],
        seasons=seasons.of_group(db.session, group),
    )


def leaders(group: Group, season: Season | None) -> str:
    """Return a group in short, for the home page: its season and who leads it."""
    table = standings.present(db.session, season) if season else []
    # Of divisions these are those of the highest one.
    ranked = [row for row in table if row["rank"] and row["division"] in division_tables.TOP]
    return render_template(
        "people/group/_leaders.html", group=group, season=season, leaders=ranked[:LEADERS]
    )


def piece(group: Group, season_uid: str = "", draw: Draw = html) -> streams.Piece:
    """Return a group's standings: those of the season it sees first, or of the one named."""
    now = access.now()
    tag = _tag(group.version, group.changed_at, results.day_of(now, group))

    def make() -> streams.Piece:
        season = seasons.shown(db.session, group, season_uid, now)
        return streams.Piece(tag, draw(group, season), group.version)

    return _shelf.get((group.uid, season_uid, readers.of_request(), draw), tag, make)


class Wanted(NamedTuple):
    """Whose standings a phone is sent: a group's, of a season or the one it sees first.

    They are sent anew when one of the ``others`` moves, too.
    """

    group_uid: str
    season_uid: str
    draw: Draw
    others: tuple[str, ...] = ()


def stream(app: Flask, wanted: Wanted, device_uid: str) -> streams.Stream:
    """Return the stream of a group's standings: as they are now, and whenever it moves."""
    reader = readers.of_request()

    def read() -> streams.Piece | None:
        piece = _read(app, wanted, reader)
        if piece and wanted.others:
            with app.app_context():
                return piece._replace(tag=f"{piece.tag} {_tags(wanted.others)}")
        return piece

    what = (wanted, reader)
    return streams.Stream(wanted.group_uid, device_uid, "standings", what, read, *wanted.others)


def _read(app: Flask, wanted: Wanted, reader: readers.Reader) -> streams.Piece | None:
    with app.app_context():
        state = db.session.execute(
            select(Group.version, Group.changed_at, Group.time_zone).where(
                Group.uid == wanted.group_uid
            )
        ).one_or_none()
        if state is None:
            return None
        version, changed_at, time_zone = state
        today = access.now().astimezone(ZoneInfo(time_zone)).date()
        key = (wanted.group_uid, wanted.season_uid, reader, wanted.draw)
        cached = _shelf.peek(key, _tag(version, changed_at, today))
        if cached:
            return cached
    with readers.reading(app, reader):
        group = groups.find(db.session, wanted.group_uid)
        try:
            return piece(group, wanted.season_uid, wanted.draw) if group else None
        except errors.NotFound:
            return None


def _tags(group_uids: Sequence[str]) -> str:
    """Return what names the states of some groups."""
    states = db.session.execute(
        select(Group.version, Group.changed_at).where(Group.uid.in_(group_uids)).order_by(Group.uid)
    )
    return " ".join(streams.tag_of(*state) for state in states)


def _tag(version: int, changed_at: datetime, today: date) -> str:
    """Return what names a state; which season is seen first depends on the day."""
    return streams.tag_of(version, changed_at, today)
